"""Corrections made while a question is open: ends come at once, slips are taken back, no step is left without a way on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rules.core.commands import Amount, Picked, Put
from rules.core.referee import Referee
from rules.core.state import Setup
from rules.core.value import Cell, Word, to_json
from rules.games.prestige.data import DECKS
from rules.games.prestige.facts import invariants
from rules.games.prestige.model import OVER, PLAY, REVEAL, SCOREKEEPER, EventPile, Table
from rules.games.prestige.placing import openings
from tests.contract.walks import correction, each_sort, some_of
from tests.rules.prestige.prestige_table import BOX, GAME, Play, table

FIVE = "auroque-09 auroque-10 garca-09 garca-10 ibex-09"
RUINS = "-garca-01@1,0 -garca-02@-1,0"
OPEN: dict[str, Callable[[], Play]] = {
    "action": lambda: Play(table()),
    "place": lambda: Play(table()).act("place"),
    "draw": lambda: Play(table()).place("comunal-06", 1, 0),
    "unit": lambda: Play(table()).act("unit"),
    "unit.replace": lambda: Play(table(units=FIVE, coffers=20)).unit("ibex-10"),
    "unique": lambda: Play(table("auroque-11@1,0 raposa-11@-1,0")).act("unique"),
    "restore": lambda: Play(table(RUINS)).act("restore"),
    "discard": lambda: Play(table()).act("discard"),
    "discard.sure": lambda: Play(table(events=(8, 8, 0))).act("discard"),
    "event.invader": lambda: Play(table()).discard(1),
    "event.favor_gained": lambda: Play(table(happiness=10)),
    "destroy": lambda: Play(table("raposa-01@1,0 raposa-02@2,0", happiness=3)).event("favor_lost-02"),
    "keep": lambda: Play(table(more={"level": SCOREKEEPER})),
    "setup.board": lambda: Play(Setup(3)),
}
"""How each question comes to be open."""
STEPS = ("action", "place", "unit", "unit.replace", "unique", "restore", "discard", "discard.sure")
"""Questions before anything has been done in the turn."""
ENDS = (("track.population", 0, "loss.track"), ("track.prestige", 15, "win.track"))

at_each = pytest.mark.parametrize("key", OPEN)
at_each_step = pytest.mark.parametrize("key", STEPS)


@at_each
def test_a_marker_set_to_an_end_ends_the_game_whatever_is_asked(key: str) -> None:
    for fact, value, end in ENDS:
        play = OPEN[key]()
        assert play.keys == [key]
        assert play.correct(fact, value).outcome == end


@at_each
def test_any_correction_leaves_a_game_that_goes_on_or_is_over(key: str, full: bool) -> None:
    start = OPEN[key]()
    specs = start.referee.correctables(start.state)
    for number, fix in enumerate(each_sort(specs, 0, 99 if full else 6)):
        check_goes_on(OPEN[key]().correct(fix.key, fix.value), number)


@at_each
def test_any_corrections_one_after_the_other_do_too(key: str, full: bool) -> None:
    for seed in range(1000 if full else 12):
        play, dice = OPEN[key](), random.Random(seed)
        for _ in range(dice.randrange(2, 4)):
            fix = correction(play.referee.correctables(play.state), dice.randrange(2**16))
            play.correct(fix.key, fix.value)
        check_goes_on(play, seed)


def check_goes_on(play: Play, number: int) -> None:
    """Somebody can answer or the game is over, as the markers say; whatever is offered applies."""
    assert bool(play.keys) != play.referee.is_over(play.state)
    assert is_ended(play.table) <= bool(play.outcome)
    for answer in some_of(play.referee.legal(play.state, random.Random(number), 8), number, 3):
        after, _ = Referee(GAME, BOX).apply(play.state, answer)
        now = Referee(GAME, BOX).table(after)
        assert invariants(BOX, now) == ()
        assert is_ended(now) <= (now.outcome is not None)


def is_ended(now: Table) -> bool:
    """Tell whether the Center or a marker of the tests' board says that the game is over."""
    return not now.city[0].is_up or now.tracks[1] == 0 or now.tracks[3] == 15


@at_each
def test_a_marker_put_back_leads_back_to_the_question(key: str) -> None:
    for fact, value, _ in ENDS:
        play = OPEN[key]()
        asked, before = play.asks, play.table
        was = dict(play.facts())
        play.correct(fact, value).correct(fact, was[fact])
        assert play.asks == asked
        assert play.table == before
        assert play.said[-1] == "core.reopened"


def test_the_tribal_center_set_destroyed_falls_at_once_and_is_never_covered() -> None:
    for key in (*STEPS, "draw", "event.invader"):
        assert OPEN[key]().correct("face.center", "down").outcome == "loss.center"
    start = table()
    fallen = start.spot(Cell(0, 0), down=1)
    assert not any(Cell(0, 0) in cells for cells in openings(BOX, fallen).values())


def test_a_center_set_destroyed_by_a_slip_stands_again() -> None:
    play = Play(table()).act("place").correct("face.center", "down")
    assert play.table.phase == OVER
    assert play.correct("face.center", "up").keys == ["place"]
    assert play.reply("place", Put("coruja-01", Cell(1, 0))).table.phase == PLAY


def test_an_empty_favor_pile_set_by_a_slip_is_filled_again() -> None:
    play = Play(table()).correct("events.favor_gained", 0)
    assert play.outcome == "win.favor"
    assert play.correct("events.favor_gained", 8).keys == ["action"]


def test_a_favor_card_put_back_after_the_slip_that_drew_it_is_read_back_too() -> None:
    piles = tuple(EventPile(2, 2, (f"{deck}-01", f"{deck}-02")) for deck in DECKS)
    play = Play(table(more={"digital": True, "events": piles})).correct("events.favor_gained", 0)
    assert play.outcome == "win.favor"
    play.correct("back.favor_gained-02", "top")
    assert play.keys == ["action"]
    again = Referee(GAME, BOX)
    kept = again.decode(to_json(play.state))
    assert (again.asks(kept), again.table(kept)) == (play.asks, play.table)


def test_a_favor_card_being_resolved_wins_only_afterwards_whatever_is_corrected() -> None:
    play = Play(table(happiness=10, events=(1, 8, 10)))
    assert play.correct("events.favor_gained", 0).keys == ["event.favor_gained"]
    assert play.event("favor_gained-03").outcome == "win.favor"
    assert play.moved() == {"coins": 3}


def test_a_slip_is_taken_back_after_identities_were_shown_too() -> None:
    play = Play(table()).correct("track.prestige", 15).pick("reveal", "tribe-lince")
    play.correct("track.prestige", 5)
    assert (play.keys, play.table.phase) == (["action"], PLAY)
    assert play.table.seats[0].tribes == ()
    over = Play(table()).correct("track.prestige", 15)
    for tribe in ("lince", "ibex", "coruja"):
        over.pick("reveal", f"tribe-{tribe}")
    assert over.table.phase == OVER
    assert over.correct("coffers", 3).table.phase == OVER
    assert over.correct("tribe.0.0", "raposa").table.phase == OVER
    assert over.correct("track.prestige", 5).keys == ["action"]
    assert over.table.coffers == 3


def test_numbers_of_questions_that_followed_a_slip_are_not_used_again() -> None:
    play = Play(table()).correct("track.prestige", 15)
    late = play.ask("reveal").id
    play.pick("reveal", "tribe-lince").correct("track.prestige", 5).act("place")
    assert play.ask("place").id.n > late.n


def test_setting_something_else_does_not_take_an_end_back() -> None:
    play = Play(table()).correct("track.population", 0).correct("coffers", 3)
    assert play.correct("track.happiness", 9).outcome == "loss.track"
    assert play.correct("track.population", 2).outcome == ""
    assert (play.table.tracks, play.table.coffers) == ((9, 2, 5, 4), 3)


def test_a_loss_set_while_identities_are_turned_over_comes_before_the_win() -> None:
    for won in (Play(table(prestige=14)).correct("track.prestige", 15), Play(table(prestige=15))):
        won.pick("reveal", "tribe-lince").correct("track.population", 0)
        assert won.outcome == "loss.track"
        assert won.correct("track.population", 5).outcome == "win.track"
        assert won.keys == ["reveal"]


def test_an_end_that_was_played_stays_and_undo_is_named() -> None:
    played = Play(table(prestige=13)).place("comunal-13", 1, 0)
    assert played.table.phase == REVEAL
    assert "end_stays" not in played.correct("coffers", 1).said
    assert played.correct("track.prestige", 5).said[-1] == "end_stays"
    assert played.outcome == "win.track"
    fallen = Play(table(prestige=6, defense=2)).event("invader-12")
    assert fallen.correct("face.center", "up").said[-1] == "end_stays"
    assert fallen.outcome == "loss.center"


@at_each_step
def test_a_corrected_turn_takes_every_step_away(key: str) -> None:
    play = OPEN[key]().correct("turn", "1")
    assert play.keys == ["action"]
    assert play.ask("action").id.seat == 1
    assert play.moved() == {}


@at_each_step
def test_a_player_who_leaves_hands_every_step_on(key: str) -> None:
    play = OPEN[key]().correct("away.0", "yes")
    assert play.ask("action").id.seat == 1


@pytest.mark.parametrize("key", ["place", "unit", "unit.replace", "restore", "discard", "discard.sure"])
def test_a_hand_set_to_nothing_leads_back_to_the_action(key: str) -> None:
    play = OPEN[key]().correct("hand.0", 0)
    assert play.keys == ["action"]
    assert play.options("action") == ["action.pass"]
    assert play.moved() == {}


def test_the_unit_that_asks_for_room_may_turn_out_to_be_elsewhere_or_too_dear() -> None:
    play = OPEN["unit.replace"]().correct("card.ibex-10", "discard")
    assert (play.keys, play.moved()) == (["action"], {})
    poor = OPEN["unit.replace"]().correct("coffers", 0)
    assert (poor.keys, poor.moved()) == (["action"], {"coins": -20})
    assert OPEN["unit.replace"]().pick("unit.replace", "ibex-09").table.units[-1] == "ibex-10"


def test_room_made_by_a_correction_needs_no_other_unit_to_go() -> None:
    play = OPEN["unit.replace"]().correct("card.ibex-09", "discard")
    assert play.table.units == (*FIVE.split()[:4], "ibex-10")
    assert play.keys == ["draw"]


def test_a_hand_that_a_correction_fills_draws_no_more() -> None:
    play = Play(table()).discard(3).event("invader-11")
    assert dict(play.ask("draw").args)["count"] == 3
    play.correct("hand.0", 2)
    assert dict(play.ask("draw").args)["count"] == 2
    play.correct("hand.0", 4)
    assert play.ask("action").id.seat == 1


def test_a_hand_that_shrinks_limits_what_is_discarded() -> None:
    play = OPEN["discard"]().correct("hand.0", 2)
    assert play.reply("discard", Amount(2)).keys == ["event.invader"]
    sure = OPEN["discard.sure"]().correct("events.invader", 1)
    assert sure.reply("discard.sure", Picked((Word("prestige.discard.yes"),))).keys == ["discard"]
