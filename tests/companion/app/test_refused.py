"""What is refused is said, on whichever screen people have touched; what always would be is not offered."""

from __future__ import annotations

import pytest

from companion.app import joining
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.errors import JournalFullError
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels import draft as drafts
from companion.viewmodels.place import PlaceView
from companion.viewmodels.settings import SettingsView
from rules.core.asks import Place
from rules.core.commands import Correct


@pytest.fixture
def full(director: Director, grown: Session, monkeypatch: pytest.MonkeyPatch) -> Director:
    def write(*_args: object) -> None:
        raise JournalFullError("core.journal.full", file="a.db")

    sit_down(director, grown)
    monkeypatch.setattr(grown._journal, "write", write)
    return director


def said(director: Director, action: a.Action) -> str:
    director.act(action)
    return director.view().notice


@pytest.mark.parametrize(
    ("screen", "action"),
    [
        (a.Go("log"), a.Undo()),
        (a.Go("more"), a.Do("clock")),
        (a.Go("city"), a.Undo()),
        (a.Go("score"), a.Undo()),
        (a.Go("card", "invader-01"), a.Undo()),
        (a.Do("join_enter"), a.Undo()),
        (a.Go("decks"), a.Undo()),
    ],
)
def test_a_full_disk_is_said_where_the_touch_was(full: Director, screen: a.Action, action: a.Action) -> None:
    full.act(screen)
    where = full.screen
    assert "disk is full" in said(full, action)
    assert full.screen == where
    assert not said(full, a.Set("deck", "invader"))


def test_a_card_that_cannot_be_taken_over_is_told_why(full: Director) -> None:
    full.act(a.Do("join_enter"))
    view, asked = full.view(), joining.ask_now(full)
    assert isinstance(view, PlaceView)
    assert isinstance(asked, Place)
    full.act(view.rows[0].action)
    cells = drafts.groups_of(asked, drafts.piece_of(full.draft, asked))[0].cells
    full.act(a.PickCell(cells[0]))
    assert "disk is full" in said(full, a.Give())


def offered(director: Director) -> list[a.Action | None]:
    """Return what the settings let people touch."""
    view = director.view()
    assert isinstance(view, SettingsView)
    return [button.action for each in view.choices for button in each.buttons]


def test_the_level_is_offered_only_while_it_can_change(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("settings"))
    assert a.Set("level", "scorekeeper") in offered(director)
    director.act(a.Set("level", "scorekeeper"))
    director.act(a.Send(Correct("track.prestige", 15)))
    director.act(a.Go("settings"))
    assert not {a.Set("level", "guided"), a.Set("level", "scorekeeper")} & set(offered(director))
