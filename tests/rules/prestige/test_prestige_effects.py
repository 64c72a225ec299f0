"""What a placed card does: seed, "Efeitos", "Efeitos de Adjacência", walls, units and leaders."""

from __future__ import annotations

import pytest

from rules.core.value import PieceRef
from tests.rules.prestige.prestige_table import BOX, Play, table


def moved(city: str, piece: str, x: int, y: int, units: str = "", **tracks: int) -> dict[str, int]:
    """What placing a card changes, its cost added back."""
    play = Play(table(city, units, markers=tracks)).place(piece, x, y)
    found = play.moved()
    found["coins"] = found.get("coins", 0) + BOX.cards[piece].cost
    return {key: amount for key, amount in found.items() if amount}


# ---- own effects -----------------------------------------------------------------------
def test_a_cards_own_effects_come_at_once() -> None:
    assert moved("", "auroque-01", 1, 0) == {"population": 1}
    assert moved("raposa-01@1,0", "raposa-04", 2, 0) == {"coins": 4}
    assert moved("", "comunal-09", 1, 0) == {"population": 2, "happiness": -1}


def test_only_the_new_cards_effects_come_not_its_neighbours() -> None:
    """Mud House dislikes habitations beside it: one placed beside it later costs nothing."""
    assert moved("auroque-02@1,0", "auroque-01", 2, 0) == {"population": 1}
    assert moved("auroque-01@1,0", "auroque-02", 2, 0) == {"population": 1, "happiness": -1}


def test_coins_and_markers_never_leave_their_bounds() -> None:
    play = Play(table(defense=10)).place("ibex-02", 1, 0)
    assert play.table.tracks[2] == 10
    assert "track.stays" in play.said
    assert moved("", "ibex-01", 1, 0, defense=9) == {"defense": 1}
    low = Play(table(happiness=0)).event("favor_lost-03")
    assert low.moved() == {"coins": -2, "happiness": 1}
    bare = Play(table(coffers=1, happiness=0)).event("favor_lost-03")
    assert bare.moved() == {"coins": -1, "happiness": 1}
    none = Play(table(coffers=0, happiness=0)).event("favor_lost-03")
    assert none.moved() == {"happiness": 1}
    assert "do.coins_out" not in none.said


def test_what_changes_is_told_with_amount_value_and_reason() -> None:
    play = Play(table(coffers=3)).place("ibex-05", 1, 0)
    told = {event.text.key: dict(event.text.args) for event in play.told if event.kind == "do"}
    down = told["prestige.do.track_down"]
    assert (down["by"], down["value"], str(down["why"])) == (1, 4, "PieceRef(id='ibex-05')")
    coins = told["prestige.do.coins_in"]
    assert (coins["count"], coins["value"]) == (2, 4)
    paid = told["prestige.do.coins_out"]
    assert (paid["count"], paid["value"]) == (1, 2)


# ---- adjacency -------------------------------------------------------------------------
@pytest.mark.parametrize("at", ["2,0", "0,0", "1,1", "1,-1"])
def test_an_effect_on_any_side_looks_at_all_four(at: str) -> None:
    city = f"garca-01@{at}" if at != "0,0" else ""
    expected = {"population": 1, "happiness": 1} if city else {"population": 1}
    assert moved(city, "garca-05", 1, 0) == expected


def test_an_adjacency_effect_comes_once_however_many_neighbours_fit() -> None:
    assert moved("garca-01@2,0 garca-02@1,1", "garca-05", 1, 0) == {"population": 1, "happiness": 1}


def test_every_adjacency_effect_of_the_spot_comes() -> None:
    city = "raposa-01@2,0 ibex-05@1,1"
    assert moved(city, "raposa-03", 1, 0) == {"coins": 3}
    assert moved("raposa-01@2,0", "raposa-03", 1, 0) == {"coins": 2}
    assert moved("", "raposa-03", 1, 0) == {"coins": 1}


def test_a_spot_without_adjacency_effects_may_be_chosen() -> None:
    play = Play(table("raposa-01@1,0")).act("place")
    assert play.cells("garca-05") == {(-1, 0), (2, 0)}
    assert moved("garca-01@1,0", "garca-05", -1, 0) == {"population": 1}


def test_left_and_right_are_told_apart() -> None:
    assert moved("garca-01@1,0", "garca-11", 2, 0) == {"coins": 2}
    assert moved("garca-01@-1,0", "garca-11", -2, 0) == {"coins": 1, "happiness": 1}
    assert moved("ibex-03@1,0", "lince-11", 2, 0) == {"coins": 1, "defense": 1}
    assert moved("ibex-03@-1,0", "lince-11", -2, 0) == {"coins": 1}
    assert moved("auroque-01@-1,0", "lince-11", -2, 0) == {"coins": 1, "happiness": 1}
    assert moved("auroque-01@1,0", "lince-11", 2, 0) == {"coins": 1}
    assert moved("garca-01@1,0", "comunal-15", 2, 0) == {"coins": 1}
    assert moved("garca-01@-1,0", "comunal-15", -2, 0) == {"population": 1}
    assert moved("", "comunal-15", 1, 0) == {}


def test_above_and_below_are_told_apart() -> None:
    assert moved("raposa-01@1,0", "raposa-06", 1, 1) == {"coins": 3}
    assert moved("raposa-01@1,0", "raposa-06", 0, 1) == {"coins": 1}
    assert moved("ibex-02@1,0", "ibex-04", 1, -1) == {"defense": 2}
    assert moved("ibex-02@1,0", "ibex-04", 0, -1) == {"defense": 1}


def test_a_destroyed_neighbour_triggers_nothing() -> None:
    assert moved("-garca-01@2,0 -raposa-01@1,0", "garca-05", 1, 0) == {"population": 1}


def test_a_neighbour_under_a_cover_triggers_nothing() -> None:
    assert moved("raposa-01/garca-01@1,0", "garca-05", 2, 0) == {"population": 1}


def test_the_tribal_center_is_of_no_type() -> None:
    assert moved("", "garca-05", 1, 0) == {"population": 1}


# ---- between two walls -----------------------------------------------------------------
def test_a_wall_counts_its_type_between_it_and_the_next_wall_in_the_row() -> None:
    city = "ibex-03@1,0 auroque-01@2,0 raposa-05@3,0 raposa-01@4,0"
    assert moved(city, "auroque-08", 5, 0) == {"defense": 1, "happiness": 2}


def test_a_wall_looks_along_the_column_too() -> None:
    city = "ibex-03@-1,0 auroque-01@-1,1 garca-06@-1,2 raposa-06@0,1 comunal-10@0,2 lince-06@0,3"
    assert moved(city, "auroque-08", -1, 3) == {"defense": 1, "happiness": 1}


def test_gaps_between_two_walls_do_not_matter() -> None:
    assert moved("ibex-03@-3,0 auroque-01@-1,0", "auroque-08", 1, 0) == {"defense": 1, "happiness": 1}


def test_only_the_nearest_wall_of_each_direction_counts() -> None:
    city = "ibex-03@1,0 auroque-01@2,0 ibex-02@3,0 raposa-05@4,0"
    assert moved(city, "auroque-08", 5, 0) == {"defense": 1, "happiness": 1}


def test_walls_on_both_sides_both_count() -> None:
    city = "ibex-03@-2,0 auroque-01@-1,0 raposa-05@2,0 ibex-02@3,0"
    assert moved(city, "auroque-08", 1, 0) == {"defense": 1, "happiness": 2}


def test_a_destroyed_wall_is_no_wall_and_a_destroyed_card_not_counted() -> None:
    assert moved("-ibex-03@1,0 auroque-01@2,0 raposa-01@3,0", "auroque-08", 4, 0) == {"defense": 1}
    city = "ibex-03@1,0 auroque-01@2,0 -raposa-05@3,0 raposa-01@4,0"
    assert moved(city, "auroque-08", 5, 0) == {"defense": 1, "happiness": 1}


def test_a_wall_without_another_wall_has_nothing_between() -> None:
    assert moved("auroque-01@1,0", "auroque-08", 2, 0) == {"defense": 1}


def test_walls_next_to_each_other_have_nothing_between() -> None:
    assert moved("ibex-03@1,0", "auroque-08", 2, 0) == {"defense": 1}


# ---- units, leaders, passives ----------------------------------------------------------
def test_an_active_units_passive_answers_each_card_of_its_type() -> None:
    assert moved("", "auroque-03", 1, 0, units="auroque-09") == {"population": 1, "coins": 1}
    assert moved("", "auroque-01", 1, 0, units="auroque-09") == {"population": 1}


def test_a_unit_without_a_passive_does_not_silence_those_placed_after_it() -> None:
    silent, loud = "comunal-12", "auroque-09"
    assert BOX.cards[silent].passive is None
    before, after = {"population": 1}, {"population": 1, "coins": 1}
    assert moved("", "auroque-03", 1, 0, units=silent) == before
    assert moved("", "auroque-03", 1, 0, units=f"{silent} {loud}") == after


def test_all_active_units_that_fit_answer() -> None:
    units = "raposa-09 raposa-10 auroque-09"
    assert moved("", "raposa-01", 1, 0, units=units) == {"coins": 3, "happiness": 1}


def test_a_card_of_two_types_is_answered_for_each() -> None:
    assert moved("", "garca-03", 1, 0, units="garca-09 raposa-09") == {"coins": 4}


def test_a_unit_does_not_answer_its_own_arrival_but_others_do() -> None:
    play = Play(table()).unit("lince-01")
    assert play.moved() == {"coins": 1}
    both = Play(table(units="lince-01")).unit("lince-10")
    assert both.moved() == {"coins": -3 + 1, "defense": 2}
    leader = Play(table(units="lince-10")).unit("lince-03")
    assert leader.moved() == {"coins": -1, "defense": 2, "prestige": 1}


def test_a_discarded_unit_answers_no_more() -> None:
    play = Play(table(units="auroque-09", population=1)).place("auroque-03", 1, 0)
    assert play.table.units == ()
    assert play.moved() == {"population": 1}


def test_a_leader_is_a_unit_that_costs_and_gives_more() -> None:
    play = Play(table()).unit("garca-10")
    assert play.moved() == {"coins": -3, "happiness": 2}
    assert play.table.units == ("garca-10",)
    assert all(any(card.leader for card in BOX.cards.values() if card.tribe == t) for t in BOX.claimable)


def test_effects_come_before_passives_and_tracks_before_coins() -> None:
    play = Play(table(units="raposa-09")).place("raposa-02", 1, 0)
    order = [event.text.key.removeprefix("prestige.do.") for event in play.told if event.kind == "do"]
    assert order == ["coins_out", "track_up", "coins_in", "coins_in"]
    whys = [dict(event.text.args)["why"] for event in play.told if event.kind == "do"]
    assert whys[-2:] == [PieceRef("raposa-02"), PieceRef("raposa-09")]


# ---- units on the board ----------------------------------------------------------------
def test_a_unit_goes_to_a_unit_place_and_stays_active() -> None:
    play = Play(table()).unit("lince-03")
    assert play.table.units == ("lince-03",)
    assert "stationed" in play.said
    assert play.keys == ["draw"]
    assert len(play.table.seats[0].hand) == 3


def test_five_units_at_most_the_sixth_replaces_one_of_choice() -> None:
    five = "lince-03 ibex-09 garca-09 comunal-12 coruja-09"
    four = Play(table(units="lince-03 ibex-09 garca-09 comunal-12")).unit("auroque-09")
    assert four.keys == ["draw"]
    assert len(four.table.units) == 5
    play = Play(table(units=five)).unit("auroque-09")
    assert play.options("unit.replace") == five.split()
    assert play.ask("unit.replace").id.seat == 0
    play.pick("unit.replace", "garca-09")
    assert play.table.units == ("lince-03", "ibex-09", "comunal-12", "coruja-09", "auroque-09")
    assert play.table.discard.known == ("garca-09",)
    assert play.table.fallen == ("garca-09",)


def test_the_unit_that_makes_room_answers_no_more() -> None:
    five = "lince-01 ibex-09 garca-09 comunal-12 coruja-09"
    play = Play(table(units=five)).unit("raposa-09")
    play.pick("unit.replace", "lince-01")
    assert play.moved() == {}


def test_a_unit_is_paid_for_like_any_card() -> None:
    assert "lince-03" not in Play(table(coffers=0)).act("unit").options("unit")
    assert "lince-03" in Play(table(coffers=1)).act("unit").options("unit")
    assert Play(table(coffers=1)).unit("lince-03").table.coffers == 0


def test_only_units_are_offered_as_units() -> None:
    offered = Play(table()).act("unit").options("unit")
    assert set(offered) == {name for name, card in BOX.cards.items() if "unit" in card.types}
