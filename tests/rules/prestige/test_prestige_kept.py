"""What must always hold, and what a step takes back when a correction changes the ground under it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.value import Cell
from rules.core.zone import Zone
from rules.games.prestige.facts import invariants
from rules.games.prestige.model import EventPile, Spot, Table
from tests.rules.prestige.prestige_table import BOX, Play, table

GOOD = table("raposa-01@1,0", units="lince-03")


def broken(start: Table) -> tuple[str, ...]:
    return invariants(BOX, start)


def test_a_table_that_is_whole_breaks_nothing() -> None:
    assert broken(GOOD) == ()


@pytest.mark.parametrize(
    ("start", "line"),
    [
        (GOOD.pile(0, count=GOOD.piles[0].count + 1), "59 city cards, not 58"),
        (GOOD.pile(0, count=GOOD.piles[0].count - 1), "57 city cards, not 58"),
        (GOOD.seat(1, hand=Zone(hidden=3)), "57 city cards, not 58"),
        (replace(GOOD, units=()), "57 city cards, not 58"),
        (replace(GOOD, discard=Zone(hidden=1)), "59 city cards, not 58"),
        (GOOD.spot(Cell(1, 0), under=("raposa-02",)), "59 city cards, not 58"),
        (GOOD.pile(0, top="raposa-01"), "raposa-01 is in two places"),
        (replace(GOOD, loose=("lince-03",)), "lince-03 is in two places"),
        (GOOD.seat(0, hand=Zone(("raposa-01",), 3)), "raposa-01 is in two places"),
        (GOOD.spot(Cell(1, 0), piece="invader-01"), "invader-01 is no city card"),
        (GOOD.spot(Cell(0, 0), piece="raposa-02"), "the Tribal Center is not in its place"),
        (replace(GOOD, city=(*GOOD.city, Spot(Cell(1, 0), "raposa-02"))), "two cards on one cell"),
        (replace(GOOD, coffers=-1), "coffers at -1"),
        (replace(GOOD, tracks=(11, 5, 5, 4)), "happiness at 11"),
        (replace(GOOD, tracks=(5, 5, 5, -1)), "prestige at -1"),
        (GOOD.pile(0, count=-1), "a pile below 0: [-1, 14, 14, 8, 8, 10]"),
        (replace(GOOD.pile(0, count=0, top="raposa-02")), "pile 0 is empty and has a top"),
        (GOOD.event_pile(0, left=7), "favor_gained: 7 left, 0 drawn, 0 missed of 8"),
        (GOOD.event_pile(2, missed=1), "invader: 10 left, 0 drawn, 1 missed of 10"),
        (
            GOOD.event_pile(2, left=9, drawn=("invader-01",), order=("invader-01",)),
            "invader: a card twice",
        ),
        (
            replace(GOOD, units=("lince-01", "lince-02", "lince-03", "ibex-09", "garca-09", "raposa-09")),
            "6 active units",
        ),
        (
            replace(GOOD, loose=tuple(f"raposa-{n:02}" for n in range(2, 10))),
            "9 cards of raposa",
        ),
    ],
)
def test_what_is_created_or_lost_is_named(start: Table, line: str) -> None:
    assert line in broken(start)


def test_the_facts_name_everything_known_and_nothing_unknown() -> None:
    start = table(
        "raposa-01@1,0 -raposa-02/raposa-03@2,0", units="lince-03 ibex-09", hand=Zone(("garca-01",), 3)
    )
    start = replace(start, discard=Zone(("garca-02",), 1), loose=("garca-03",))
    start = start.pile(0, top="garca-04", back="garca", count=start.piles[0].count - 2).pile(1, back="lince")
    start = start.event_pile(2, left=8, drawn=("invader-01",), missed=1).seat(1, tribes=("raposa", "ibex"))
    assert broken(start) == ()
    facts = Play(start).facts()
    piles = [pile.count for pile in start.piles]
    assert facts == {
        "track.happiness": 5,
        "track.population": 5,
        "track.defense": 5,
        "track.prestige": 4,
        "coffers": 9,
        "events.favor_gained": 8,
        "events.favor_lost": 8,
        "events.invader": 8,
        "drawn.invader-01": "yes",
        "tribes.1": "ibex,raposa",
        "pile.0": piles[0],
        "pile.0.top": "garca-04",
        "pile.0.back": "garca",
        "pile.1": piles[1],
        "pile.1.back": "lince",
        "pile.2": piles[2],
        "hand.0": 4,
        "hand.0.garca-01": "yes",
        "hand.1": 4,
        "hand.2": 4,
        "city.0,0": "center",
        "city.1,0": "raposa-01",
        "city.2,0": "raposa-02 destroyed",
        "under.2,0": "raposa-03",
        "units": "ibex-09,lince-03",
        "discard": 2,
        "discard.garca-02": "yes",
        "deck.garca-03": "yes",
    }


def test_a_card_known_to_be_in_the_deck_can_be_claimed_though_its_tribe_is_full() -> None:
    city = " ".join(f"raposa-0{n}@{n},0" for n in (1, 2, 3, 4, 5, 8)) + " raposa-06@1,1"
    play = Play(replace(table(city), loose=("raposa-07",))).act("place")
    assert play.cells("raposa-07")
    assert play.cells("raposa-11") == set()


def test_a_discard_half_chosen_is_dropped_when_the_turn_is_corrected_away() -> None:
    play = Play(table()).act("discard").correct("turn", "1")
    assert play.keys == ["action"]
    assert play.ask("action").id.seat == 1
    assert len(play.table.discard) == 0
    empty = Play(table(hand=1)).act("discard").correct("hand.0", 0)
    assert empty.options("action") == ["action.pass"]


def test_a_place_half_chosen_is_dropped_when_the_turn_is_corrected_away() -> None:
    play = Play(table()).act("place").correct("turn", "2")
    assert play.ask("action").id.seat == 2


def test_no_card_is_on_offer_to_add_where_none_is_hidden() -> None:
    start = replace(table(piles=(0, 0, 0)), discard=Zone())
    known = [f"{tribe}-{n:02}" for tribe in BOX.claimable for n in range(1, 9)]
    known += [f"comunal-{n:02}" for n in range(1, 11)]
    for at in range(3):
        start = start.seat(at, hand=Zone(tuple(known[at * 2 : at * 2 + 2])))
    start = replace(start, discard=Zone(tuple(known[6:])))
    play = Play(start)
    keys = {each.key for each in play.referee.correctables(play.state)}
    assert "card.auroque-01" in keys
    assert "card.auroque-09" not in keys
    last = Zone(tuple(known[6:-1]))
    for one in (
        replace(start, discard=replace(last, hidden=1)),
        replace(start, discard=last).seat(2, hand=Zone(tuple(known[4:6]), 1)),
        replace(start, discard=last).pile(1, count=1),
    ):
        keys = {each.key for each in Play(one).referee.correctables(Play(one).state)}
        assert {"card.comunal-10", "card.comunal-11"} <= keys
    topped = replace(start, discard=last).pile(1, count=1, top=known[-1], back="comunal")
    keys = {each.key for each in Play(topped).referee.correctables(Play(topped).state)}
    assert "card.comunal-10" in keys
    assert "card.comunal-11" not in keys


def test_a_seat_that_was_corrected_in_mid_effect_still_draws_its_cards() -> None:
    play = Play(table()).discard(2).correct("turn", "2").event("invader-11").draw(1, 1)
    assert len(play.table.seats[0].hand) == 4
    assert play.ask("action").id.seat == 2


def test_the_spots_of_a_new_city_are_the_center_alone() -> None:
    assert Table((), (), 0, (), ()).city == (Spot(Cell(0, 0), "center"),)
    assert EventPile(3, 3).order == ()
