"""Event Cards: every kind of effect, protection and refusal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.commands import Picked
from rules.core.errors import RuleError
from rules.core.value import TABLE, PieceRef, msg
from rules.games.prestige.data import DECKS
from rules.games.prestige.model import EventPile
from tests.rules.prestige.prestige_table import BOX, Play, table

EASY = 4
"""Defense that turns nothing away but the assault on the centre."""


def lost(event: str, city: str = "", units: str = "") -> Play:
    """Draw a Favor Lost event at the start of a turn."""
    return Play(table(city, units, happiness=3)).event(event)


def invaded(event: str, city: str = "", units: str = "", **tracks: int) -> Play:
    """Draw an Invader event at the start of a turn."""
    return Play(table(city, units, markers={"prestige": 6, "defense": EASY, **tracks})).event(event)


# ---- drawing ---------------------------------------------------------------------------
def test_the_drawn_card_is_named_by_whoever_drew_it() -> None:
    play = Play(table(happiness=3))
    ask = play.ask("event.favor_lost")
    assert (ask.id.seat, ask.chance, ask.trusted, ask.view) == (TABLE, "seen", True, "events")
    assert play.options("event.favor_lost") == list(BOX.by_deck["favor_lost"])
    play.event("favor_lost-05")
    assert play.table.events[1].drawn == ("favor_lost-05",)
    assert play.table.events[1].left == 7
    told = next(event for event in play.told if event.text.key == "prestige.event.favor_lost.drawn")
    assert dict(told.text.args) == {"card": PieceRef("favor_lost-05"), "left": 7}


def test_a_card_of_another_deck_or_drawn_before_is_refused() -> None:
    start = table(happiness=3)
    pile = EventPile(8, 7, drawn=("favor_lost-05",))
    play = Play(replace(start, events=(start.events[0], pile, start.events[2])))
    for piece, reason in (
        ("invader-01", "no.deck.favor_lost"),
        ("favor_lost-05", "no.event_drawn"),
        ("raposa-01", "no.event_card"),
    ):
        with pytest.raises(RuleError) as caught:
            play.reply("event.favor_lost", Picked((PieceRef(piece),)))
        assert caught.value.key == f"prestige.{reason}"
    assert "favor_lost-05" not in play.options("event.favor_lost")


def test_the_companions_own_deck_is_drawn_from_the_top_without_asking() -> None:
    order = ("favor_lost-05", "favor_lost-01", "favor_lost-08")
    start = replace(table(happiness=3), digital=True)
    piles = [
        EventPile(each.size, 3, order if at == 1 else BOX.by_deck[deck][:3], missed=each.size - 3)
        for at, (deck, each) in enumerate(zip(DECKS, start.events, strict=True))
    ]
    play = Play(replace(start, events=tuple(piles)))
    assert play.keys == ["action"]
    assert play.moved() == {"population": -1, "happiness": 1}
    assert play.table.events[1].order == order[1:]
    assert play.table.events[1].drawn == order[:1]
    assert play.table.events[1].left == 2
    assert "event.favor_lost.drawn" in play.said


# ---- effects ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("favor_lost-01", {"population": -1}),
        ("favor_lost-05", {"population": -1, "happiness": 1}),
        ("favor_lost-07", {"population": -2, "happiness": 2}),
        ("favor_lost-08", {"prestige": -1, "happiness": 1}),
        ("favor_lost-09", {"coins": -1, "defense": -1, "happiness": 1}),
        ("favor_lost-10", {"prestige": -1, "happiness": 2}),
    ],
)
def test_an_events_effects_all_come(event: str, expected: dict[str, int]) -> None:
    assert lost(event).moved() == expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("favor_gained-01", {"population": 2}),
        ("favor_gained-03", {"coins": 3}),
        ("favor_gained-06", {"coins": 2, "prestige": 1}),
        ("favor_gained-10", {"population": 1, "prestige": 1}),
    ],
)
def test_a_favor_gained_event_gives(event: str, expected: dict[str, int]) -> None:
    play = Play(table(happiness=10)).event(event)
    assert play.moved() == {**expected, "happiness": -2}


@pytest.mark.parametrize(
    ("event", "least"),
    [("invader-02", 5), ("invader-08", 6), ("invader-09", 7), ("invader-07", 6)],
)
def test_enough_defense_turns_an_invader_away(event: str, least: int) -> None:
    stopped = invaded(event, defense=least)
    assert stopped.moved() == {}
    assert "event.cancelled" in stopped.said
    assert stopped.table.events[2].left == 9
    assert invaded(event, defense=least - 1).moved() != {}


def test_an_event_without_a_condition_is_never_turned_away() -> None:
    assert invaded("invader-01", defense=10).moved() == {"defense": -1}
    assert invaded("invader-11", defense=9).moved() == {"defense": 1}


def test_scouts_strengthen_the_city_before_the_invader_is_met() -> None:
    play = invaded("invader-02", units="lince-02", defense=EASY)
    assert play.moved() == {"defense": 1}
    assert "event.cancelled" in play.said
    cancelled = next(event.text for event in play.told if event.text.key == "prestige.event.cancelled")
    held = msg("prestige.event.held", what=PieceRef("track-defense"), value=EASY + 1)
    assert dict(cancelled.args) == {"card": PieceRef("invader-02"), "held": held}
    other = lost("favor_lost-01", units="lince-02")
    assert other.moved() == {"population": -1}


# ---- destruction -----------------------------------------------------------------------
def test_the_active_player_chooses_what_is_destroyed() -> None:
    play = lost("favor_lost-02", "raposa-01@1,0 garca-01@2,0 auroque-01@3,0")
    ask = play.ask("destroy")
    assert (ask.id.seat, ask.view) == (0, "city")
    assert play.options("destroy") == ["raposa-01", "garca-01", "auroque-01"]
    play.pick("destroy", "garca-01")
    assert [spot.is_up for spot in play.table.city] == [True, True, False, True]
    assert play.moved() == {"happiness": 1}


def test_an_event_that_destroys_any_card_spares_the_tribal_center() -> None:
    play = lost("favor_lost-02")
    assert "event.spared" in play.said
    assert play.outcome == ""


def test_an_event_destroys_only_its_type() -> None:
    play = lost("favor_lost-06", "auroque-01@1,0 raposa-01@2,0 raposa-05@3,0")
    assert play.options("destroy") == ["auroque-01", "raposa-05"]
    alone = lost("favor_lost-06", "auroque-01@1,0 raposa-01@2,0")
    assert not alone.table.city[1].is_up
    none = lost("favor_lost-06", "raposa-01@1,0")
    assert none.table.city[1].is_up
    assert "event.spared" in none.said


def test_a_destroyed_card_is_not_destroyed_again() -> None:
    play = lost("favor_lost-02", "-raposa-01@1,0")
    assert "event.spared" in play.said


def test_water_beside_a_card_protects_it_from_fire() -> None:
    play = lost("favor_lost-06", "auroque-01@1,0 garca-01@2,0")
    assert play.table.city[1].is_up
    above = lost("favor_lost-06", "auroque-01@1,0 garca-06@1,1")
    assert above.table.city[1].is_up
    diagonal = lost("favor_lost-06", "auroque-01@1,0 raposa-01@2,0 garca-06@2,1")
    assert not diagonal.table.city[1].is_up
    dry = lost("favor_lost-06", "auroque-01@1,0 -garca-01@2,0")
    assert not dry.table.city[1].is_up


def test_a_card_between_two_walls_is_safe_in_its_row_and_in_its_column() -> None:
    row = "ibex-02@-1,0 auroque-01@1,0 ibex-03@3,0"
    assert invaded("invader-04", row).table.city[2].is_up
    half = "ibex-02@-1,0 auroque-01@1,0"
    assert not invaded("invader-04", half).table.city[2].is_up
    column = "auroque-01@1,0 ibex-02@1,-2 ibex-03@1,1"
    assert invaded("invader-04", column).table.city[1].is_up
    corner = "auroque-01@1,0 ibex-02@1,1 ibex-03@2,0"
    assert not invaded("invader-04", corner).table.city[1].is_up
    ruined = "ibex-02@-1,0 auroque-01@1,0 -ibex-03@3,0"
    assert not invaded("invader-04", ruined).table.city[2].is_up


def test_why_a_card_is_safe_is_said() -> None:
    city = "ibex-02@-1,0 auroque-01@1,0 ibex-03@2,0 raposa-05@3,0 raposa-07@4,0 -lince-05@6,0"
    play = invaded("invader-04", city)
    assert play.options("destroy") == ["raposa-05", "raposa-07"]
    for piece, reason in (
        ("auroque-01", "no.safe"),
        ("lince-05", "no.destroyed_already"),
        ("center", "no.center_struck"),
        ("garca-05", "no.not_in_city"),
    ):
        with pytest.raises(RuleError) as caught:
            play.pick("destroy", piece)
        assert caught.value.key == f"prestige.{reason}"


def test_an_unprotected_event_reaches_cards_between_walls() -> None:
    play = invaded("invader-05", "ibex-02@-1,0 ibex-03@1,0 ibex-01@2,0")
    assert play.options("destroy") == ["ibex-02", "ibex-03", "ibex-01"]


def test_any_wall_saves_the_tribal_center() -> None:
    assert invaded("invader-12", "ibex-02@1,0", defense=2).outcome == ""
    assert invaded("invader-12", defense=3).outcome == ""
    assert invaded("invader-12", defense=3).moved() == {}
    assert Play(table(prestige=6, defense=3)).event("invader-12").moved() == {}
    ruined = Play(table("-ibex-02@1,0", "lince-03", prestige=4, defense=1, coffers=0)).event("invader-12")
    assert ruined.outcome == "loss.center"


def test_raids_destroy_markets_and_temples() -> None:
    market = invaded("invader-03", "raposa-01@1,0 coruja-01@2,0")
    assert [spot.is_up for spot in market.table.city] == [True, False, True]
    assert market.moved() == {"defense": -1}
    temple = invaded("invader-10", "raposa-01@1,0 coruja-01@2,0")
    assert [spot.is_up for spot in temple.table.city] == [True, True, False]
    assert temple.moved() == {"prestige": -1}


def test_a_destroyed_needed_card_no_longer_meets_needs() -> None:
    play = invaded("invader-03", "raposa-01@1,0").act("place")
    assert play.cells("raposa-04") == set()


# ---- units -----------------------------------------------------------------------------
def test_an_event_may_discard_a_unit_of_choice() -> None:
    play = lost("favor_lost-04", units="lince-03 ibex-09")
    assert play.options("unit.lose") == ["lince-03", "ibex-09"]
    assert play.ask("unit.lose").view == "card"
    play.pick("unit.lose", "lince-03")
    assert play.table.units == ("ibex-09",)
    assert play.table.discard.known == ("lince-03",)
    assert play.moved() == {"happiness": 1}
    assert lost("favor_lost-04", units="lince-03").table.units == ()
    assert lost("favor_lost-04").moved() == {"happiness": 1}


def test_what_an_event_strikes_is_for_the_next_one_to_choose_where_a_player_leaves() -> None:
    play = lost("favor_lost-04", units="lince-03 ibex-09").correct("away.0", "yes")
    assert play.ask("unit.lose").id.seat == 1
    play.pick("unit.lose", "lince-03")
    assert play.table.units == ("ibex-09",)
    assert play.ask("action").id.seat == 1


def test_an_ambush_is_turned_away_with_everything_it_does() -> None:
    assert invaded("invader-06", units="lince-03", defense=5).table.units == ("lince-03",)
    hit = invaded("invader-06", units="lince-03", defense=4)
    assert hit.table.units == ()
    assert hit.moved() == {"defense": -1}


def test_events_name_only_cards_that_exist_and_every_deck_is_bigger_than_its_pile() -> None:
    for deck, count in BOX.board.events.items():
        assert len(BOX.by_deck[deck]) > count
