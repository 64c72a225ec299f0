"""Entering a game that has already begun: the result equals the table."""

from __future__ import annotations

from functools import partial

import pytest

from companion.app import evening
from companion.app.director import Director
from companion.app.gallery import by_key, play_until
from companion.app.staging import Moment, StillEyes, camera_report
from companion.demo import NONE, Plan
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import LoadedGame
from companion.report import differences
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.join import JoinView
from companion.viewmodels.setup import SetupView
from rules.core.sighting import Seen, Sighting


def whole(session: Session) -> bool:
    """Tell whether no card lies face down: what such a card is, only people can say."""
    table = session.referee.table(session.state)
    return all(spot.is_up and not spot.under for spot in table.city) and bool(table.units)


@pytest.fixture(scope="module")
def begun() -> Moment:
    """A game that robots have played for a while, followed by another companion."""
    from companion.games import find
    from companion.store import Store

    prestige, ready = find("prestige"), by_key("action")
    plan = Plan("prestige", 3, 4, camera=NONE)
    return play_until(
        prestige, Store(None), plan, lambda session, ask: ready(session, ask) and whole(session)
    )


def join(director: Director, begun: Moment, eyes: StillEyes | None) -> None:
    """Set up as a family would that finds the app in the middle of a game."""
    turn = begun.session.referee.table(begun.session.state).turn
    director.act(a.Do("new", "prestige"))
    director.act(a.Set("running", 1))
    director.act(a.Set("step", "start"))
    director.act(a.Set("first", turn))
    director.eyes = eyes
    director.act(a.Do("start"))


def view_of(director: Director) -> JoinView:
    view = director.view()
    assert isinstance(view, JoinView)
    return view


def enter_numbers(director: Director, begun: Moment) -> None:
    """Press plus and minus until every number is as it is at the table."""
    facts = begun.tabletop.facts()
    truth = {key: value for key, value in facts.items() if isinstance(value, int)}
    names = {fact.key for fact in begun.session.referee.correctables(begun.session.state) if not fact.words}
    assert names <= set(truth)
    for key in sorted(names):
        for _ in range(200):
            row = next(row for row in view_of(director).rows if key in str((row.less, row.more)))
            missing = truth[key] - int(row.figure)
            if not missing:
                break
            ones, fives = (row.more[0], row.more[-1]) if missing > 0 else (row.less[-1], row.less[0])
            director.act((fives if abs(missing) >= 5 else ones).action)
        else:
            pytest.fail(key)


def test_a_game_already_begun_is_scanned_and_counted_and_equals_the_table(
    prestige: LoadedGame, director: Director, begun: Moment
) -> None:
    eyes = StillEyes(camera_report(prestige, begun, "city", ()))
    join(director, begun, eyes)
    assert director.screen == "join"
    assert eyes.view == "city"
    assert view_of(director).buttons[0].action is None
    evening.look(director)
    director.act(view_of(director).buttons[0].action)
    assert eyes.view == "card"
    units = begun.session.referee.table(begun.session.state).units
    eyes.report = EyesReport(WATCHING, 9, None, (), Sighting("card", tuple(map(Seen, units))))
    evening.look(director)
    director.act(view_of(director).buttons[0].action)
    assert eyes.view == ""
    enter_numbers(director, begun)
    director.act(view_of(director).buttons[0].action)
    assert director.screen == "table"
    session = director.session
    assert session is not None
    known = session.referee.facts(session.state)
    assert differences(known, begun.tabletop.facts()) == ()
    assert len([key for key in known if key.startswith("city.")]) == len(
        begun.session.referee.table(begun.session.state).city
    )
    assert session.referee.table(session.state).turn == begun.session.referee.table(begun.session.state).turn
    assert [ask.id.key for ask in session.asks() if ask.blocks] == ["prestige.action"]


def test_each_scan_is_one_step_that_can_be_undone(
    prestige: LoadedGame, director: Director, begun: Moment
) -> None:
    city = begun.session.referee.table(begun.session.state).city
    seen = Sighting("city", tuple(Seen(spot.piece, spot.cell, 0) for spot in reversed(city)))
    join(director, begun, StillEyes(EyesReport(WATCHING, 2, None, (), seen)))
    evening.look(director)
    view = view_of(director)
    assert view.count == str(len(city) - 1)
    session = director.session
    assert session is not None
    before, steps = session.state, len(session.log())
    director.act(view.ok)
    assert len(session.log()) == steps + 1
    assert {spot.cell: spot.piece for spot in session.referee.table(session.state).city} == {
        spot.cell: spot.piece for spot in city
    }
    session.undo()
    assert session.state == before


def test_a_card_with_no_neighbour_waits_for_a_better_look(director: Director, begun: Moment) -> None:
    city = begun.session.referee.table(begun.session.state).city
    far = max(city, key=lambda spot: abs(spot.cell.x) + abs(spot.cell.y))
    seen = Sighting("city", (Seen(far.piece, far.cell, 0),))
    join(director, begun, StillEyes(EyesReport(WATCHING, 2, None, (), seen)))
    evening.look(director)
    assert view_of(director).buttons[0].action is None


def test_without_a_camera_the_numbers_are_asked_for_at_once(director: Director, begun: Moment) -> None:
    join(director, begun, None)
    assert view_of(director).step == "numbers"
    director.act(a.Set("number.coffers", 7))
    director.act(a.Do("join_done"))
    assert director.session is not None
    assert director.session.referee.table(director.session.state).coffers == 7


def test_numbers_that_do_not_add_up_are_named_and_nothing_changes(director: Director, begun: Moment) -> None:
    join(director, begun, None)
    session = director.session
    assert session is not None
    before = session.state
    for pile in range(3):
        director.act(a.Set(f"number.pile.{pile}", 40))
    director.act(a.Do("join_done"))
    assert director.screen == "join"
    assert session.state == before
    assert "40" in view_of(director).notice


def test_whose_turn_it_is_is_asked_in_the_set_up(director: Director) -> None:
    director.act(a.Do("new", "prestige"))
    director.act(a.Set("step", "start"))
    say = partial(director.voice)
    view = director.view()
    assert isinstance(view, SetupView)
    assert view.help == say("app.setup.start.help")
    director.act(a.Set("running", 1))
    view = director.view()
    assert isinstance(view, SetupView)
    assert view.help == say("app.setup.start.running")
