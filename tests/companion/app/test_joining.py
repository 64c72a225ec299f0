"""Entering a game that has already begun: the result equals the table."""

from __future__ import annotations

import random
from functools import partial

import pytest

from companion.app import evening, joining
from companion.app.director import Director
from companion.app.gallery import by_key, play_until
from companion.app.staging import Moment, StillEyes, camera_report
from companion.demo import NONE, Plan
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import LoadedGame
from companion.players import default_players
from companion.report import differences
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.draft import options, pieces_of
from companion.viewmodels.join import JoinView
from companion.viewmodels.parts import PRIMARY
from companion.viewmodels.place import PlaceView
from companion.viewmodels.setup import SetupView
from rules.core.asks import Place
from rules.core.commands import Answer
from rules.core.sighting import Seen, Sighting
from rules.core.state import Setup
from rules.core.value import Cell, PieceRef


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


def test_a_table_is_told_only_once_its_identities_have_been_dealt_in_secret(
    prestige: LoadedGame, director: Director
) -> None:
    secret = Setup(2, (("identities", "app"),))
    evening.sit_down(
        director, Session.start(director.store, prestige, secret, default_players("Ana", "Bia"), 1)
    )
    joining.begin(director)
    session = director.session
    assert session is not None
    while session.state.script == "setup":
        assert director.screen != "join"
        for ask in [each for each in session.asks() if each.secret]:
            director.act(a.Send(Answer(ask.id, ask.sample(random.Random(1)))))
    assert (director.screen, joining.view_now(director)) == ("join", "city")


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
    assert a.Do("join_take") not in {button.action for button in view_of(director).buttons}


def test_a_card_that_lies_askew_is_named_instead_of_saying_that_there_is_nothing_new(
    director: Director, begun: Moment
) -> None:
    card = begun.session.referee.table(begun.session.state).city[-1].piece
    seen = Sighting("city", (Seen("center", Cell(0, 0), 0),), (card,))
    join(director, begun, StillEyes(EyesReport(WATCHING, 2, None, (), seen)))
    evening.look(director)
    assert view_of(director).status == director.voice("app.scan.astray", piece=PieceRef(card))


def to_numbers(director: Director) -> None:
    for _ in range(2):
        director.act(a.Do("join_next"))


def place_ask(director: Director) -> Place:
    ask = joining.ask_now(director)
    assert isinstance(ask, Place)
    return ask


def lay(director: Director, piece: str, cell: Cell) -> None:
    """Lay a card of the city as a person does: the card, its place, yes."""
    for touch in (a.PickPiece(piece), a.PickCell(cell), a.Give()):
        director.act(touch)


def lay_all(director: Director, begun: Moment) -> None:
    """Lay the city from the center on, and station the units."""
    table = begun.session.referee.table(begun.session.state)
    left = [spot for spot in table.city if spot.piece != "center"]
    while left:
        view = director.view()
        assert isinstance(view, PlaceView)
        cells = place_ask(director).groups[0].cells
        spot = next(spot for spot in left if spot.cell in cells)
        lay(director, spot.piece, spot.cell)
        left.remove(spot)
    director.act(a.Do("join_next"))
    ask = joining.ask_now(director)
    assert ask is not None
    for unit in table.units:
        director.act(a.Pick(options(ask).index(PieceRef(unit))))
    director.act(a.Give())


def test_without_a_camera_the_city_and_the_units_are_told_by_touch_and_equal_the_table(
    director: Director, begun: Moment
) -> None:
    join(director, begun, None)
    lay_all(director, begun)
    enter_numbers(director, begun)
    director.act(view_of(director).ok)
    session = director.session
    assert session is not None
    assert director.screen == "table"
    assert differences(session.referee.facts(session.state), begun.tabletop.facts()) == ()


def test_cards_that_a_camera_does_not_see_well_are_told_by_touch(director: Director, begun: Moment) -> None:
    eyes = StillEyes(EyesReport(WATCHING, 2, None, (), None))
    join(director, begun, eyes)
    assert eyes.view == "city"
    director.act(a.Do("join_touch"))
    assert eyes.view == ""
    lay_all(director, begun)
    assert view_of(director).step == "numbers"


def test_a_card_laid_by_a_slip_is_taken_back_without_leaving_the_table_being_told(
    director: Director, begun: Moment
) -> None:
    join(director, begun, None)
    session = director.session
    assert session is not None
    before = session.state
    lay(director, "raposa-01", Cell(1, 0))
    director.act(a.PickPiece("raposa-02"))
    view = director.view()
    assert isinstance(view, PlaceView)
    assert [tile.piece for tile in view.lattice.tiles] == ["center", "raposa-01"]
    lay(director, "raposa-02", Cell(5, 5))
    assert [spot.piece for spot in session.referee.table(session.state).city] == ["center", "raposa-01"]
    director.act(a.Undo())
    assert session.state == before
    assert isinstance(director.view(), PlaceView)
    director.act(a.Undo())
    assert director.screen == "table"


def test_cards_on_the_table_that_nobody_has_told_are_counted_with_the_ways_on(
    director: Director, begun: Moment
) -> None:
    join(director, begun, None)
    to_numbers(director)
    counted = {"pile.0": 9, "pile.1": 9, "pile.2": 9, "discard": 7, "hand.0": 4, "hand.1": 4, "hand.2": 4}
    for key, value in counted.items():
        director.act(a.Set(f"number.{key}", value))
    director.act(view_of(director).ok)
    view = view_of(director)
    assert view.notice.startswith("12 cards ")
    ways = [button.action for button in view.buttons]
    assert ways == [a.Do("join_back"), a.Do("join_done"), a.Set("level", "scorekeeper")]
    assert (view.ok, view.buttons[0].kind) == (a.Do("join_back"), PRIMARY)
    director.act(a.Do("join_back"))
    assert isinstance(director.view(), PlaceView)
    for x in range(1, 13):
        lay(director, pieces_of(place_ask(director))[0], Cell(x, 0))
    to_numbers(director)
    director.act(view_of(director).ok)
    assert director.screen == "table"
    session = director.session
    assert session is not None
    known = session.referee.facts(session.state)
    assert {key: known[key] for key in counted} == counted


def test_where_cards_cannot_be_told_the_score_alone_is_kept(director: Director, begun: Moment) -> None:
    join(director, begun, None)
    to_numbers(director)
    director.act(a.Set("number.discard", 7))
    for pile in range(3):
        director.act(a.Set(f"number.pile.{pile}", 1))
    director.act(view_of(director).ok)
    director.act(a.Set("level", "scorekeeper"))
    director.act(view_of(director).ok)
    assert director.screen == "table"
    assert director.scene.level == "scorekeeper"


def test_numbers_that_do_not_add_up_are_named_and_nothing_changes(director: Director, begun: Moment) -> None:
    join(director, begun, None)
    to_numbers(director)
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
    assert view.help == say("prestige.start.help")
    director.act(a.Set("running", 1))
    view = director.view()
    assert isinstance(view, SetupView)
    assert view.help == say("app.setup.start.running")


def test_a_harder_start_asks_for_no_event_of_markers_that_stand_elsewhere_now(director: Director) -> None:
    """Happiness starts on an event space there; a game already begun has left it."""
    director.act(a.Do("new", "prestige"))
    for field, value in (("running", 1), ("board", "hard"), ("step", "start")):
        director.act(a.Set(field, value))
    director.act(a.Do("start"))
    to_numbers(director)
    session = director.session
    assert session is not None
    assert [ask.id.key for ask in session.asks() if ask.blocks] == ["prestige.event.favor_lost"]
    director.act(a.Set("number.track.happiness", 5))
    director.act(a.Do("join_done"))
    assert [ask.id.key for ask in session.asks() if ask.blocks] == ["prestige.action"]
    assert [pile.left for pile in session.referee.table(session.state).events] == [8, 8, 10]
