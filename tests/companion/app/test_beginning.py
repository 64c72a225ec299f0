"""Before an evening: games that come a moment later, a panel wired wrongly, names, and places that take no file."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.director import Director
from companion.app.outfit import find_panel
from companion.doctor import Check
from companion.games import LoadedGame, game_ids
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.home import HomeView, SureView
from companion.viewmodels.settings import HealthView
from companion.viewmodels.setup import NameView, SetupView
from rules.core.value import Arg, msg


class Errands:
    """Work for the background, done when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def take(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self.waiting.append(lambda: done(work()))

    def run(self) -> int:
        waiting, self.waiting = self.waiting, []
        for errand in waiting:
            errand()
        return len(waiting)


def home(director: Director) -> HomeView:
    view = director.view()
    assert isinstance(view, HomeView)
    return view


def test_the_first_screen_does_not_wait_for_the_games() -> None:
    director, errands, changes = Director(Store(None), language="en"), Errands(), []
    director.background, director.changed = errands.take, lambda: changes.append(1)
    assert home(director).games == home(director).games == ()
    assert home(director).side
    assert (errands.run(), len(changes)) == (1, 1)
    assert len(home(director).games) == len(game_ids())
    assert errands.run() == 0


def test_an_open_evening_goes_on_before_the_games_are_there(tmp_path: Path, prestige: LoadedGame) -> None:
    before = Director(Store(tmp_path), (prestige,), language="en", dice=random.Random(1))
    before.act(a.Do("new", "prestige"))
    before.act(a.Do("start"))
    before.close()
    director, errands = Director(Store(tmp_path), language="en"), Errands()
    director.background = errands.take
    (resume,) = home(director).resume
    director.act(resume.action)
    assert director.screen == "table"
    errands.run()
    assert director.screen == "table"
    director.close()


def test_health_that_cannot_be_looked_at_is_said_and_can_be_tried_again(prestige: LoadedGame) -> None:
    checks = (Check("disk", "green", msg("core.doctor.power")),)
    tries = [OSError("no such device")]

    def examine() -> tuple[Check, ...]:
        if tries:
            raise tries.pop()
        return checks

    director = Director(Store(None), (prestige,), examine=examine, language="en")
    director.act(a.Go("health"))
    view = director.view()
    assert isinstance(view, HealthView)
    assert "no such device" in view.lines[0].text
    director.act(a.Do("examine"))
    assert director.checks == checks


def test_a_wrong_wiring_file_is_said_by_name(tmp_path: Path) -> None:
    wiring = tmp_path / "pins.toml"
    wiring.write_text("schema = 1\n[buttons]\nundo = 40\n", "utf-8")
    panel, problem = find_panel({"COMPANION_PINS": str(wiring)})
    assert panel is None
    assert problem is not None
    args: dict[str, Arg] = dict(problem.args)
    assert (problem.key, args["file"], args["path"]) == ("hardware.pins.range", str(wiring), "buttons.undo")


# ---- names ------------------------------------------------------------------------------------
def form_of(director: Director) -> SetupView:
    view = director.view()
    assert isinstance(view, SetupView)
    return view


def names(director: Director) -> list[str]:
    return [row[1].text for row in form_of(director).rows]


@pytest.mark.parametrize(
    ("language", "rule"), [("en", "visited a new city"), ("pt_BR", "conheceu uma cidade nova")]
)
def test_the_game_says_whom_its_rules_let_begin(director: Director, language: str, rule: str) -> None:
    director.act(a.Set("language", language))
    director.act(a.Do("new", "prestige"))
    director.act(a.Set("step", "start"))
    assert rule in form_of(director).help


def test_a_seat_added_after_another_was_taken_away_has_a_name_of_its_own(director: Director) -> None:
    director.act(a.Do("new", "prestige"))
    director.act(a.Do("remove", "0"))
    director.act(a.Do("add"))
    director.act(a.Do("add"))
    assert sorted(names(director)) == [f"Player {number}" for number in (1, 2, 3, 4)]
    director.act(a.Go("name", "2"))
    assert director.typed == ""


@pytest.mark.parametrize(
    ("first", "gone", "begins"),
    [(2, 1, "Player 3"), (2, 3, "Player 3"), (1, 1, "Player 3"), (3, 3, "Player 3"), (0, 2, "Player 1")],
)
def test_whoever_was_to_begin_still_does_after_another_seat_is_taken_away(
    director: Director, first: int, gone: int, begins: str
) -> None:
    director.act(a.Do("new", "prestige"))
    director.act(a.Do("add"))
    director.act(a.Set("first", first))
    director.act(a.Do("remove", str(gone)))
    assert director.form is not None
    assert director.form.players[director.form.first].name == begins


@pytest.mark.parametrize("typed", ["Player 2", " Player  2 ", "n" * 25, "\N{ZERO WIDTH SPACE}"])
def test_a_name_that_will_not_do_is_refused_where_it_is_typed(director: Director, typed: str) -> None:
    director.act(a.Do("new", "prestige"))
    director.act(a.Go("name", "0"))
    director.act(a.Set("typed", typed))
    director.act(a.Do("named"))
    view = director.view()
    assert isinstance(view, NameView)
    assert view.notice
    director.act(a.Back())
    assert names(director)[0] == "Player 1"


def test_a_name_is_kept_as_it_is_seen(director: Director) -> None:
    director.act(a.Do("new", "prestige"))
    director.act(a.Go("name", "0"))
    director.act(a.Set("typed", " Ana \N{ZERO WIDTH SPACE}  Maria"))
    director.act(a.Do("named"))
    assert names(director)[0] == "Ana Maria"


def test_names_are_offered_without_a_look_at_the_evenings_for_each_letter(
    tmp_path: Path, prestige: LoadedGame
) -> None:
    director = Director(Store(tmp_path), (prestige,), language="en")
    director.act(a.Do("new", "prestige"))
    director.act(a.Go("name", "0"))
    director.act(a.Set("typed", "Zoe"))
    director.act(a.Do("named"))
    director.act(a.Do("start"))
    director.act(a.Home())
    director.act(a.Do("new", "prestige"))
    for evening in director.store.evenings():
        director.store.delete(evening.id)
    director.act(a.Do("remove", "0"))
    director.act(a.Go("name", "0"))
    view = director.view()
    assert isinstance(view, NameView)
    assert a.Set("typed", "Zoe") in [button.action for button in view.known]


# ---- places that take no file ------------------------------------------------------------------
def exporting(director: Director, session: Session, folder: Path) -> SureView:
    director.folder = folder
    director.act(a.Go("evening", session.id))
    director.act(a.Do("export", session.id))
    view = director.view()
    assert isinstance(view, SureView)
    return view


def test_a_copy_of_an_evening_is_written_whole(director: Director, grown: Session, tmp_path: Path) -> None:
    assert str(tmp_path) in exporting(director, grown, tmp_path).notice
    (copy,) = tmp_path.iterdir()
    lines = copy.read_text("utf-8").splitlines()
    assert Store(None).import_(lines)


def test_a_copy_that_cannot_be_written_is_said_with_the_way_on(
    director: Director, grown: Session, tmp_path: Path
) -> None:
    blocked = tmp_path / "stick"
    blocked.write_bytes(b"")
    notice = exporting(director, grown, blocked).notice
    assert str(blocked / f"{grown.id}.jsonl") in notice
    assert os.strerror(errno.EEXIST) in notice
    assert "safe" in notice
    assert [path.name for path in tmp_path.iterdir()] == ["stick"]
