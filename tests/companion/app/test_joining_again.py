"""Entering a table again once it has been left: nothing told so far is lost, and the menu leads back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.app.director import Director
from companion.app.evening import look, sit_down
from companion.app.staging import StillEyes
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import find
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.around import MoreView
from companion.viewmodels.join import JoinView
from companion.viewmodels.parts import PRIMARY
from companion.viewmodels.place import PlaceView
from rules.core.commands import Answer, Picked
from rules.core.sighting import Seen, Sighting
from rules.core.value import Cell, PieceRef

TEN = ("chapel", "moat", "village", "smithy", "militia", "market", "baker", "herald", "plaza", "butcher")
ENTER = a.Do("join_enter")
HIDDEN = Sighting("city", (), unsure=("raposa-01", "raposa-02"))
ALONE = Sighting("city", (Seen("center", Cell(0, 0), 0),))


def join(director: Director, eyes: StillEyes | None = None, game: str = "prestige") -> Session:
    """Set up as a family would that finds the app in the middle of a game."""
    for action in (a.Do("new", game), a.Set("running", 1), a.Set("step", "start"), a.Set("first", 1)):
        director.act(action)
    director.eyes = eyes
    director.act(a.Do("start"))
    assert director.session is not None
    return director.session


def lay(director: Director, piece: str, cell: Cell) -> None:
    for touch in (a.PickPiece(piece), a.PickCell(cell), a.Give()):
        director.act(touch)


def menu(director: Director) -> list[a.Action | None]:
    director.act(a.Go("more"))
    view = director.view()
    assert isinstance(view, MoreView)
    return [button.action for button in view.buttons]


def go_back(director: Director) -> None:
    director.act(a.Back())


def go_home(director: Director) -> None:
    assert director.session is not None
    kept = director.session.id
    director.act(a.Home())
    director.act(a.Do("resume", kept))


def undo_all(director: Director) -> None:
    while director.screen == "join":
        director.act(a.Undo())


def city(director: Director) -> list[str]:
    view = director.view()
    assert isinstance(view, PlaceView)
    return [tile.piece for tile in view.lattice.tiles]


@pytest.mark.parametrize("leave", [go_back, go_home])
def test_a_table_that_was_left_is_entered_from_what_is_known(
    director: Director, leave: Callable[[Director], None]
) -> None:
    join(director)
    lay(director, "raposa-01", Cell(1, 0))
    director.act(a.PickPiece("raposa-02"))
    assert city(director) == ["center", "raposa-01"]
    leave(director)
    assert director.screen == "table"
    actions = menu(director)
    assert actions.index(ENTER) == actions.index(a.Go("correct")) + 1
    director.act(ENTER)
    assert director.screen == "join"
    director.act(a.PickPiece("raposa-02"))
    assert city(director) == ["center", "raposa-01"]
    lay(director, "raposa-02", Cell(2, 0))
    director.act(a.Back())
    assert director.screen == "table"


def test_one_undo_too_many_is_no_way_out_for_good(director: Director) -> None:
    session = join(director)
    before = session.state
    undo_all(director)
    assert session.state != before
    assert ENTER in menu(director)
    director.act(ENTER)
    assert director.screen == "join"
    assert session.state == before
    for action in (a.Do("join_next"), a.Do("join_next"), a.Do("join_done")):
        director.act(action)
    assert director.screen == "table"
    assert [ask.id.key for ask in session.asks() if ask.blocks] == ["prestige.action"]


def test_a_table_entered_in_the_middle_of_a_game_changes_only_what_is_set(
    director: Director, grown: Session
) -> None:
    sit_down(director, grown)
    before = grown.state
    assert ENTER in menu(director)
    for action in (ENTER, a.Do("join_next"), a.Do("join_next"), a.Do("join_done")):
        director.act(action)
    assert director.screen == "table"
    assert grown.state == before


def test_counted_cards_are_entered_again_too() -> None:
    dominion = find("dominion_guilds")
    director = Director(Store(None), (dominion,), language="en")
    session = join(director, game="dominion_guilds")
    assert ENTER not in menu(director)
    (pick,) = [ask for ask in session.asks() if ask.blocks]
    session.dispatch(Answer(pick.id, Picked(tuple(map(PieceRef, TEN)))))
    go_home(director)
    assert ENTER in menu(director)
    director.act(ENTER)
    view = director.view()
    assert isinstance(view, JoinView)
    assert view.step == "numbers"


def test_a_finished_game_is_not_entered_again(director: Director, finished: Session) -> None:
    sit_down(director, finished)
    assert ENTER not in menu(director)


def seen_by(director: Director, sighting: Sighting) -> JoinView:
    join(director, StillEyes(EyesReport(WATCHING, 2, None, (), sighting)))
    look(director)
    view = director.view()
    assert isinstance(view, JoinView)
    return view


@pytest.mark.parametrize(
    ("language", "sighting", "said"),
    [
        ("en", HIDDEN, "Tribal Center is not in sight"),
        ("pt_BR", HIDDEN, "Falta ver Centro Tribal"),
        ("en", ALONE, "Nothing new"),
        ("pt_BR", ALONE, "Nada de novo"),
    ],
)
def test_a_picture_that_gives_no_card_says_why_and_how_to_go_on(
    director: Director, language: str, sighting: Sighting, said: str
) -> None:
    director.act(a.Set("language", language))
    view = seen_by(director, sighting)
    assert view.status.startswith(said)
    assert view.ok is None
    assert not any("0" in button.text for button in view.buttons)
    first = next(button for button in view.buttons if button.kind == PRIMARY)
    assert first.action == a.Do("join_touch")
    director.act(first.action)
    assert isinstance(director.view(), PlaceView)
