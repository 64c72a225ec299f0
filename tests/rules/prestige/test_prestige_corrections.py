"""What people may set by hand, and that 58 cards stay 58 cards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.errors import RuleError
from rules.core.game import Correctable
from rules.core.state import Setup
from rules.core.value import Cell
from rules.core.zone import Zone
from rules.games.prestige.data import DECKS
from rules.games.prestige.model import OVER, SCOREKEEPER, EventPile, Spot
from tests.rules.prestige.prestige_table import Play, table


def spec(play: Play, key: str) -> Correctable:
    return next(each for each in play.referee.correctables(play.state) if each.key == key)


def keys(play: Play) -> set[str]:
    return {each.key for each in play.referee.correctables(play.state)}


def words(play: Play, key: str) -> list[str]:
    return [word for word, _ in spec(play, key).words]


def counts(play: Play) -> tuple[int, ...]:
    return tuple(pile.count for pile in play.table.piles)


def drawn(play: Play) -> tuple[str, ...]:
    return play.table.events[2].drawn


def order(play: Play) -> tuple[str, ...]:
    return play.table.events[2].order


def discards(play: Play) -> tuple[str, ...]:
    return play.table.discard.known


def first(play: Play) -> Spot:
    return play.table.city[1]


def test_every_marker_and_the_coffers_can_be_set_within_bounds() -> None:
    play = Play(table())
    found = spec(play, "track.prestige")
    assert (found.value, found.low, found.high) == (4, 0, 15)
    play.correct("track.prestige", 7).correct("track.happiness", 0).correct("coffers", 0)
    assert play.table.tracks == (0, 5, 5, 7)
    assert play.table.coffers == 0
    assert (spec(play, "coffers").low, spec(play, "coffers").high) == (0, 99)
    with pytest.raises(RuleError):
        play.correct("track.prestige", 16)


def test_what_hands_set_to_an_end_ends_the_game_at_once() -> None:
    for key, value, end in (
        ("track.population", 0, "loss.track"),
        ("track.prestige", 15, "win.track"),
        ("events.favor_gained", 0, "win.favor"),
        ("face.center", "down", "loss.center"),
    ):
        assert Play(table()).correct(key, value).outcome == end
    for key, value in (
        ("track.population", 1),
        ("track.prestige", 14),
        ("events.favor_gained", 1),
        ("events.invader", 0),
    ):
        assert Play(table()).correct(key, value).outcome == ""


def test_corrected_coins_are_offered_at_once() -> None:
    play = Play(table(coffers=0)).act("place")
    assert play.cells("coruja-01") == set()
    play.correct("coffers", 2)
    assert play.cells("coruja-01") == {(-1, 0), (1, 0)}


def test_a_piles_count_moves_the_difference_to_or_from_the_other_piles() -> None:
    play = Play(table(piles=(10, 12, 14)))
    assert (spec(play, "pile.0").low, spec(play, "pile.0").high) == (0, 36)
    assert (spec(play, "hand.0").low, spec(play, "events.invader").low) == (0, 0)
    play.correct("pile.0", 7)
    assert counts(play) == (7, 12, 17)
    play.correct("pile.0", 9)
    assert counts(play) == (9, 12, 15)
    play.correct("pile.1", 0)
    assert counts(play) == (9, 0, 27)
    play.correct("pile.1", 36)
    assert counts(play) == (0, 36, 0)


def test_an_emptied_pile_loses_its_top_but_not_the_knowledge_of_it() -> None:
    start = table(piles=(10, 12, 14)).pile(0, top="raposa-01", back="raposa")
    kept = Play(start).correct("pile.0", 1)
    assert kept.table.piles[0].top == "raposa-01"
    play = Play(start).correct("pile.0", 0)
    assert (play.table.piles[0].top, play.table.piles[0].back) == ("", "")
    assert play.table.loose == ("raposa-01",)


def test_a_hand_takes_from_the_piles_then_from_the_discards() -> None:
    play = Play(table(hand=2, piles=(0, 1, 0)))
    hidden = play.table.discard.hidden
    assert spec(play, "hand.0").high == 2 + 1 + hidden
    play.correct("hand.0", 3)
    assert counts(play) == (0, 0, 0)
    play.correct("hand.0", 5)
    assert play.table.discard.hidden == hidden - 2
    assert len(play.table.seats[0].hand) == 5


def test_a_shorter_hand_gives_to_the_largest_pile() -> None:
    play = Play(table(piles=(10, 12, 14), hand=Zone(("raposa-01",), 3))).correct("hand.0", 1)
    assert counts(play) == (10, 12, 17)
    assert play.table.seats[0].hand == Zone(("raposa-01",), 0)
    unsure = Play(table(piles=(10, 12, 14), hand=Zone(("raposa-01", "raposa-02"), 1))).correct("hand.0", 1)
    assert unsure.table.seats[0].hand == Zone((), 1)
    assert unsure.table.loose == ("raposa-01", "raposa-02")


def test_event_piles_are_counted_anew() -> None:
    play = Play(table(events=(8, 8, 6)))
    play.correct("events.invader", 4)
    assert (play.table.events[2].left, play.table.events[2].missed) == (4, 6)
    play.correct("events.invader", 10)
    assert (play.table.events[2].left, play.table.events[2].missed) == (10, 0)


def test_a_known_event_put_back_is_forgotten_after_the_unknown_ones() -> None:
    start = table()
    pile = EventPile(10, 6, drawn=("invader-01", "invader-02"), missed=2)
    play = Play(replace(start, events=(*start.events[:2], pile)))
    play.correct("events.invader", 8)
    assert drawn(play) == ("invader-01", "invader-02")
    play.correct("events.invader", 9)
    assert drawn(play) == ("invader-01",)


def test_the_cards_drawn_last_go_back_first() -> None:
    drawn_three = EventPile(10, 7, drawn=("invader-01", "invader-02", "invader-03"))
    start = table()
    play = Play(replace(start, events=(*start.events[:2], drawn_three))).correct("events.invader", 8)
    assert drawn(play) == ("invader-01", "invader-02")
    held = EventPile(5, 2, ("invader-04", "invader-05"), drawn_three.drawn)
    others = tuple(EventPile(1, 1, (f"{deck}-01",)) for deck in DECKS[:2])
    play = Play(replace(start, digital=True, events=(*others, held))).correct("events.invader", 4)
    assert order(play) == ("invader-02", "invader-03", "invader-04", "invader-05")
    assert drawn(play) == ("invader-01",)
    missed = EventPile(5, 3, drawn=("invader-01",), missed=1)
    play = Play(replace(start, events=(*start.events[:2], missed))).correct("events.invader", 4)
    assert (drawn(play), play.table.events[2].missed) == (("invader-01",), 0)


def test_the_companions_deck_takes_back_and_gives_in_its_order() -> None:
    left, gone = ("invader-03", "invader-04"), ("invader-01", "invader-02")
    piles = (
        EventPile(1, 1, ("favor_gained-01",)),
        EventPile(1, 1, ("favor_lost-01",)),
        EventPile(4, 2, left, gone),
    )
    play = Play(replace(table(), digital=True, events=piles))
    play.correct("events.invader", 3)
    assert order(play) == ("invader-02", "invader-03", "invader-04")
    assert drawn(play) == ("invader-01",)
    play.correct("events.invader", 1)
    assert order(play) == ("invader-04",)
    assert drawn(play) == ("invader-01", "invader-02", "invader-03")


def test_a_card_of_the_city_can_be_moved_discarded_or_taken_back() -> None:
    play = Play(table("raposa-01@1,0"))
    assert words(play, "card.raposa-01") == [
        "unseen",
        "discard",
        "1,0",
        "0,-1",
        "1,-1",
        "-1,0",
        "2,0",
        "0,1",
        "1,1",
    ]
    play.correct("card.raposa-01", "-1,0")
    assert first(play) == Spot(Cell(-1, 0), "raposa-01")
    play.correct("card.raposa-01", "discard")
    assert discards(play) == ("raposa-01",)
    play.correct("card.raposa-01", "1,0")
    assert discards(play) == ()
    hand = len(play.table.seats[0].hand)
    play.correct("card.raposa-01", "unseen")
    assert len(play.table.seats[0].hand) == hand + 1
    assert play.table.loose == ("raposa-01",)
    assert play.table.city[1:] == ()


def test_a_card_that_was_missed_comes_from_a_pile_for_hands_have_drawn_since() -> None:
    play = Play(table(piles=(10, 12, 14))).correct("card.raposa-01", "1,0")
    assert first(play) == Spot(Cell(1, 0), "raposa-01")
    assert len(play.table.seats[0].hand) == 4
    assert counts(play) == (10, 12, 13)


def test_with_no_pile_left_a_card_that_was_missed_comes_from_the_hand_on_turn() -> None:
    play = Play(table(piles=(0, 0, 0))).correct("card.raposa-01", "1,0")
    assert len(play.table.seats[0].hand) == 3


def test_a_card_that_was_missed_comes_from_wherever_cards_are_hidden() -> None:
    play = Play(table(hand=0, piles=(0, 2, 1))).correct("card.raposa-01", "1,0")
    assert counts(play) == (0, 1, 1)
    play = Play(table(hand=0, others=1, piles=(0, 0, 1)).pile(2, top="raposa-02", back="raposa"))
    hidden = play.table.discard.hidden
    play.correct("card.raposa-01", "1,0")
    assert play.table.discard.hidden == hidden - 1
    bare = table(hand=0, others=1, piles=(0, 0, 1))
    last = replace(bare, discard=Zone()).pile(0, count=0)
    assert last.discard == Zone()
    start = table(hand=0, others=0, piles=(0, 0, 0)).seat(2, hand=Zone((), 2))
    start = replace(start, discard=Zone((), start.discard.hidden - 2))
    all_in_hands = start.seat(1, hand=Zone((), start.discard.hidden))
    other = Play(replace(all_in_hands, discard=Zone(), turn=2)).correct("turn", "1")
    other.correct("card.raposa-01", "1,0")
    assert len(other.table.seats[1].hand) == start.discard.hidden - 1


def test_a_known_card_of_a_hand_or_a_pile_leaves_it_when_it_is_added() -> None:
    start = table(hand=Zone(("raposa-01",), 3)).pile(0, top="raposa-02", back="raposa")
    play = Play(start).correct("card.raposa-01", "1,0").correct("card.raposa-02", "2,0")
    assert play.table.seats[0].hand == Zone((), 3)
    assert play.table.piles[0].count == start.piles[0].count - 1
    assert play.table.piles[0].top == ""
    other = start.seat(1, hand=Zone(("raposa-03",), 3))
    assert Play(other).correct("card.raposa-03", "1,0").table.seats[1].hand == Zone((), 3)


def test_a_unit_can_be_set_active_or_not() -> None:
    play = Play(table(units="lince-03"))
    assert words(play, "card.lince-03") == ["unseen", "discard", "units"]
    play.correct("card.lince-03", "discard")
    assert (play.table.units, play.table.fallen) == ((), ("lince-03",))
    play.correct("card.ibex-09", "units")
    assert play.table.units == ("ibex-09",)
    full = Play(table(units="lince-03 ibex-09 garca-09 comunal-12 coruja-09"))
    assert words(full, "card.auroque-09") == ["unseen", "discard"]
    assert words(full, "card.garca-09") == ["unseen", "discard", "units"]


def test_a_cards_face_can_be_turned() -> None:
    play = Play(table("raposa-01@1,0")).correct("face.raposa-01", "down")
    assert first(play).down == play.table.turns
    play.correct("face.raposa-01", "down")
    assert not first(play).is_up
    play.correct("face.raposa-01", "up")
    assert first(play).is_up
    assert words(play, "face.center") == ["up", "down"]
    assert "card.center" not in keys(play)


def test_a_cover_that_is_taken_away_uncovers_a_destroyed_card() -> None:
    play = Play(table("raposa-01/raposa-02@1,0"))
    assert "card.raposa-02" not in keys(play)
    play.correct("card.raposa-01", "discard")
    assert first(play) == Spot(Cell(1, 0), "raposa-02", play.table.turns)


def test_only_cards_that_could_be_in_the_deck_can_be_added() -> None:
    city = " ".join(f"raposa-0{n}@{n},0" for n in (1, 2, 3, 4, 5, 8)) + " raposa-06@1,1 raposa-07@1,-1"
    assert "card.raposa-11" not in keys(Play(table(city)))
    assert "card.lince-01" in keys(Play(table(city)))


def test_setting_what_is_so_already_changes_nothing() -> None:
    play = Play(table("raposa-01@1,0", units="lince-03"))
    before = play.table
    for key, value in (("card.raposa-01", "1,0"), ("card.lince-03", "units"), ("card.lince-01", "unseen")):
        play.correct(key, value)
    assert play.table == before


def test_the_turn_goes_only_to_who_is_at_the_table() -> None:
    play = Play(table(away=(1,)))
    assert words(play, "turn") == ["0", "2"]
    play.correct("turn", "2")
    assert play.ask("action").id.seat == 2


def test_the_last_one_at_the_table_cannot_leave() -> None:
    play = Play(table())
    play.correct("away.1", "yes").correct("away.2", "yes")
    assert words(play, "away.0") == ["no"]
    assert words(play, "away.1") == ["no", "yes"]
    assert [spec(play, f"away.{at}").value for at in range(3)] == ["no", "yes", "yes"]
    assert spec(play, "turn").value == "0"
    play.correct("away.1", "no")
    assert words(play, "away.0") == ["no", "yes"]


def test_identities_can_be_mended_once_they_are_shown_and_not_before() -> None:
    play = Play(table(prestige=15).seat(0, tribes=("lince",)))
    play.pick("reveal", "tribe-ibex").pick("reveal", "tribe-coruja")
    assert play.table.phase == OVER
    assert words(play, "tribe.0.0") == ["auroque", "garca", "lince", "raposa"]
    play.correct("tribe.0.0", "raposa")
    assert play.table.seats[0].tribes == ("raposa",)
    assert play.referee.is_over(play.state)
    hidden = Play(table().seat(0, tribes=("lince",)))
    assert not any(key.startswith("tribe.") for key in keys(hidden))


def test_the_second_identity_can_be_mended_too() -> None:
    play = Play(table(seats=2, prestige=15))
    play.pick("reveal", "tribe-lince", "tribe-ibex").pick("reveal", "tribe-coruja", "tribe-garca")
    assert [dict(spec(play, f"tribe.0.{at}").text.args)["nth"] for at in (0, 1)] == [1, 2]
    play.correct("tribe.0.1", "raposa")
    assert play.table.seats[0].tribes == ("lince", "raposa")


def test_keeping_score_sets_tracks_coffers_events_and_seats_only() -> None:
    found = keys(Play(table(more={"level": SCOREKEEPER})))
    assert found == {
        *(f"track.{name}" for name in ("happiness", "population", "defense", "prestige")),
        "coffers",
        *(f"events.{deck}" for deck in DECKS),
        "turn",
        "level",
        *(f"away.{at}" for at in range(3)),
    }


def test_during_the_set_up_only_markers_coffers_and_who_is_here_can_be_set() -> None:
    assert keys(Play(Setup(3))) == {
        *(f"track.{name}" for name in ("happiness", "population", "defense", "prestige")),
        "coffers",
        *(f"away.{at}" for at in range(3)),
    }


def test_a_correction_in_the_middle_of_a_choice_asks_it_again() -> None:
    play = Play(table("raposa-01@1,0 raposa-02@2,0 raposa-03@3,0", happiness=3)).event("favor_lost-02")
    name = play.ask("destroy").id
    play.correct("face.raposa-02", "down")
    assert play.ask("destroy").id == name
    assert play.options("destroy") == ["raposa-01", "raposa-03"]
    play.correct("face.raposa-01", "down").correct("face.raposa-03", "down")
    assert play.keys == ["action"]


def test_a_place_that_a_correction_takes_away_leads_back_to_the_action() -> None:
    play = Play(table(hand=Zone(("coruja-01",), 0), coffers=2)).act("place")
    play.correct("coffers", 1)
    assert play.keys == ["action"]
    assert play.options("action") == ["action.discard"]


def test_a_card_that_was_missed_comes_from_another_hand_where_nothing_else_is_hidden() -> None:
    start = table(hand=0, others=0, piles=(0, 0, 0))
    hidden = start.discard.hidden
    start = replace(start, discard=Zone(), turn=0).seat(0, hand=Zone(("raposa-02",), 0))
    play = Play(start.seat(1, hand=Zone((), 5)).seat(2, hand=Zone((), hidden - 6)))
    play.correct("card.raposa-01", "1,0")
    assert [len(seat.hand) for seat in play.table.seats] == [1, 4, hidden - 6]


def test_a_card_believed_in_a_hand_or_on_top_of_a_pile_can_be_doubted() -> None:
    start = table()
    held = start.seat(0, hand=Zone(("raposa-03",), 3))
    play = Play(held).correct("card.raposa-03", "unseen")
    assert play.table.seats[0].hand == Zone((), 4)
    assert play.table.loose == ("raposa-03",)
    topped = start.pile(0, top="garca-03")
    play = Play(topped).correct("card.garca-03", "unseen")
    assert (play.table.piles[0].top, play.table.piles[0].count) == ("", start.piles[0].count)
    assert play.table.loose == ("garca-03",)
