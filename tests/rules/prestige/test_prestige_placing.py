"""Where cards may go, what they take, and why not: seed, "Ação de Colocar" and the special card types."""

from __future__ import annotations

import pytest

from rules.core.commands import Picked, Put
from rules.core.errors import RuleError
from rules.core.value import Cell, PieceRef, Word, msg
from rules.core.zone import Zone
from rules.games.prestige.data import CENTER
from rules.games.prestige.model import Spot
from tests.rules.prestige.prestige_table import Play, table

STANDARD, BELOW, ABOVE, WATER = "raposa-01", "raposa-06", "raposa-07", "garca-01"


def cells(city: str, piece: str) -> set[tuple[int, int]]:
    return Play(table(city)).act("place").cells(piece)


def refused(play: Play, piece: str, x: int, y: int) -> tuple[str, dict[str, object]]:
    """Why a card may not go there."""
    with pytest.raises(RuleError) as caught:
        play.reply("place", Put(piece, Cell(x, y)))
    return caught.value.key.removeprefix("prestige."), dict(caught.value.args_by_name)


def test_a_standard_card_goes_left_or_right_of_a_card_in_play() -> None:
    assert cells("", STANDARD) == {(-1, 0), (1, 0)}
    assert cells("raposa-02@1,0", STANDARD) == {(-1, 0), (2, 0)}
    assert cells("auroque-06@0,1", STANDARD) == {(-1, 0), (1, 0), (-1, 1), (1, 1)}


def test_a_below_card_goes_below_any_card_and_makes_rows() -> None:
    assert cells("", BELOW) == {(0, 1)}
    assert cells("raposa-02@1,0", BELOW) == {(0, 1), (1, 1)}
    assert cells("auroque-06@0,1", BELOW) == {(0, 2)}


def test_an_above_card_goes_above_any_card_and_makes_rows() -> None:
    assert cells("", ABOVE) == {(0, -1)}
    assert cells("ibex-04@0,-1 raposa-02@1,0", ABOVE) == {(0, -2), (1, -1)}


def test_other_cards_may_go_beside_below_and_above_cards() -> None:
    assert {(-1, 1), (1, 1)} <= cells("auroque-06@0,1", STANDARD)
    assert {(-1, -1), (1, -1)} <= cells("ibex-04@0,-1", STANDARD)


def test_water_goes_like_a_standard_card_or_on_any_side_of_water() -> None:
    assert cells("", WATER) == {(-1, 0), (1, 0)}
    assert cells("raposa-02@1,0", WATER) == {(-1, 0), (2, 0)}
    assert cells("garca-02@1,0", WATER) == {(-1, 0), (2, 0), (1, 1), (1, -1)}
    assert cells("garca-06@0,1", WATER) == {(-1, 0), (1, 0), (-1, 1), (1, 1), (0, 2)}


def test_other_cards_may_go_beside_water_rows() -> None:
    assert {(0, 1), (2, 1)} <= cells("garca-02@1,0 comunal-02@1,1", STANDARD)


def test_walls_go_like_standard_cards() -> None:
    assert cells("garca-02@1,0", "ibex-02") == {(-1, 0), (2, 0)}


def test_nothing_goes_on_a_card_that_lies_face_up() -> None:
    play = Play(table("raposa-02@1,0")).act("place")
    key, args = refused(play, STANDARD, 1, 0)
    assert (key, args["other"]) == ("no.taken", PieceRef("raposa-02"))


def test_the_tribal_center_is_never_covered() -> None:
    play = Play(table()).act("place")
    assert refused(play, STANDARD, 0, 0)[0] == "no.center"


def test_a_destroyed_card_may_be_covered_by_any_city_card() -> None:
    for piece in (STANDARD, BELOW, ABOVE, WATER, "ibex-02"):
        assert (1, 0) in cells("-raposa-02@1,0", piece)


def test_a_covered_card_is_gone_for_good() -> None:
    play = Play(table("-raposa-02@1,0")).place(STANDARD, 1, 0)
    assert play.table.city[1] == Spot(Cell(1, 0), STANDARD, 0, ("raposa-02",))
    assert "covered" in play.said
    play.draw(1)
    assert "action.restore" not in play.options("action")
    assert play.referee.score(play.state).rows[0].pieces == (STANDARD,)


def test_a_cover_that_is_destroyed_can_be_restored_but_not_what_it_covers() -> None:
    play = Play(table(f"-{STANDARD}/raposa-02@1,0")).act("restore")
    assert play.table.city[1] == Spot(Cell(1, 0), STANDARD, 0, ("raposa-02",))


def test_nothing_goes_beside_a_destroyed_card_on_any_of_its_four_sides() -> None:
    city = "-raposa-02@1,0 raposa-03@2,-1 raposa-04@2,1"
    assert (2, 0) not in cells(city, STANDARD)
    assert {(1, -1), (1, 1)} & cells(city, STANDARD) == set()
    assert (1, -1) not in cells("-raposa-02@1,0", ABOVE)
    assert (1, 1) not in cells("-raposa-02@1,0", BELOW)
    key, args = refused(Play(table(city)).act("place"), STANDARD, 2, 0)
    assert (key, args["other"]) == ("no.ruin", PieceRef("raposa-02"))


def test_covering_is_allowed_even_beside_another_destroyed_card() -> None:
    assert cells("-raposa-02@1,0 -raposa-03@2,0", STANDARD) == {(-1, 0), (1, 0), (2, 0)}


def test_a_diagonal_neighbour_may_be_destroyed() -> None:
    assert (-1, 1) in cells("auroque-06@0,1 -raposa-02@-2,0", STANDARD)


def test_a_destroyed_water_card_carries_no_water() -> None:
    assert cells("-garca-02@1,0", WATER) == {(-1, 0), (1, 0)}


def test_a_place_for_each_kind_is_explained() -> None:
    play = Play(table("raposa-02@1,0")).act("place")
    for piece, kind in ((STANDARD, "standard"), (BELOW, "below"), (ABOVE, "above"), (WATER, "water")):
        key, args = refused(play, piece, 5, 5)
        assert (key, args) == (f"no.place.{kind}", {"card": PieceRef(piece)})


def test_the_cost_is_paid_in_full_from_the_coffers_first() -> None:
    play = Play(table(coffers=2)).place("coruja-01", 1, 0)
    assert play.moved() == {"coins": -2, "prestige": 2}
    poor = Play(table(coffers=1)).act("place")
    assert poor.cells("coruja-01") == set()
    key, args = refused(poor, "coruja-01", 1, 0)
    assert (key, args) == ("no.coins", {"card": PieceRef("coruja-01"), "cost": 2, "coffers": 1})


def test_coins_that_a_card_brings_do_not_pay_for_it() -> None:
    poor = Play(table(coffers=0)).act("place")
    assert poor.cells("garca-03") == set()
    paid = Play(table(coffers=1)).place("garca-03", 1, 0)
    assert paid.moved() == {"coins": 1}


def test_main_road_needs_two_markets_in_the_city() -> None:
    one = Play(table("raposa-01@1,0")).act("place")
    assert one.cells("comunal-01") == set()
    key, args = refused(one, "comunal-01", 2, 0)
    assert key == "no.need"
    assert args == {"card": PieceRef("comunal-01"), "type": PieceRef("type-market"), "needs": 2, "has": 1}
    two = Play(table("raposa-01@1,0 raposa-02@2,0")).place("comunal-01", 3, 0)
    assert two.moved() == {"coins": -1, "prestige": 2}


def test_needs_do_not_count_destroyed_or_covered_cards() -> None:
    ruined = Play(table("raposa-01@1,0 -raposa-02@2,0")).act("place")
    assert refused(ruined, "comunal-01", 2, 0)[1]["has"] == 1


def test_needs_count_active_units_too() -> None:
    assert Play(table()).act("place").cells("lince-07") == set()
    assert Play(table(units="lince-03")).act("place").cells("lince-07")
    assert Play(table(units="lince-03")).act("place").cells("lince-09") == set()
    assert Play(table(units="lince-03 ibex-09")).act("place").cells("lince-09")


def test_a_unit_never_goes_in_the_city_and_a_city_card_never_on_the_board() -> None:
    play = Play(table("-raposa-02@1,0")).act("place")
    assert play.cells("lince-03") == set()
    assert refused(play, "lince-03", 1, 0)[0] == "no.unit_in_city"
    board = Play(table()).act("unit")
    with pytest.raises(RuleError) as caught:
        board.pick("unit", STANDARD)
    assert caught.value.key == "prestige.no.unit_card"


def test_a_claim_is_trusted_unless_it_is_certainly_false() -> None:
    start = table("raposa-01@1,0 -raposa-02@2,0", units="lince-03", hand=Zone((), 4))
    play = Play(start).act("place")
    assert play.cells("raposa-04")
    for piece, place in (("raposa-01", "city"), ("raposa-02", "destroyed")):
        key, args = refused(play, piece, -1, 0)
        assert key == "no.elsewhere"
        assert args["where"].key == f"prestige.where.{place}"  # type: ignore[attr-defined]
    assert refused(play, CENTER, -1, 0)[0] == "no.city_card"
    assert refused(play, "invader-01", -1, 0)[0] == "no.city_card"
    known = start.seat(1, hand=Zone(("raposa-03",), 3))
    key, args = refused(Play(known).act("place"), "raposa-03", -1, 0)
    assert args["where"].key == "prestige.where.hand"  # type: ignore[attr-defined]


def test_a_card_known_to_be_on_a_pile_is_not_in_a_hand() -> None:
    start = table().pile(0, top="raposa-03", back="raposa")
    key, args = refused(Play(start).act("place"), "raposa-03", 1, 0)
    assert (key, args["where"].key) == ("no.elsewhere", "prestige.where.pile")  # type: ignore[attr-defined]


def test_the_ninth_card_of_a_tribe_is_not_in_this_deck() -> None:
    seven = " ".join(f"raposa-0{n}@{n},0" for n in (1, 2, 3, 4, 5, 8))
    play = Play(table(f"{seven} raposa-06@1,1", units="")).act("place")
    assert play.cells("raposa-07")
    full = Play(table(f"{seven} raposa-06@1,1 raposa-07@1,-1")).act("place")
    assert full.cells("raposa-11") == set()
    key, args = refused(full, "raposa-11", -1, 0)
    assert key == "no.deck"
    assert args == {"card": PieceRef("raposa-11"), "tribe": PieceRef("tribe-raposa"), "count": 8}


def test_the_eleventh_communal_card_is_not_in_this_deck() -> None:
    nine = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    city = " ".join(f"comunal-0{n}@{n},0" for n in nine)
    assert Play(table(city)).act("place").cells("comunal-13")
    full = Play(table(f"{city} comunal-10@1,1")).act("place")
    assert refused(full, "comunal-13", -1, 0)[1]["count"] == 10


def test_cards_of_the_discard_pile_and_covered_ones_count_as_seen() -> None:
    start = table(more={"discard": Zone(("raposa-03",))})
    key, args = refused(Play(start).act("place"), "raposa-03", 1, 0)
    assert args["where"].key == "prestige.where.discard"  # type: ignore[attr-defined]
    covered = table("raposa-01/raposa-03@1,0")
    key, args = refused(Play(covered).act("place"), "raposa-03", 2, 0)
    assert (key, args["where"].key) == ("no.elsewhere", "prestige.where.covered")  # type: ignore[attr-defined]
    on_top = table().pile(1, top="raposa-03", back="raposa")
    key, args = refused(Play(on_top).act("place"), "raposa-03", 1, 0)
    assert (key, args["where"]) == ("no.elsewhere", msg("prestige.where.pile", pile=2))
    active = table(units="lince-03")
    with pytest.raises(RuleError) as caught:
        Play(active).act("unit").pick("unit", "lince-03")
    assert caught.value.args_by_name["where"].key == "prestige.where.units"  # type: ignore[union-attr]


def test_a_hand_that_is_wholly_known_holds_nothing_else() -> None:
    play = Play(table(hand=Zone(("raposa-01", "raposa-02"), 0))).act("place")
    assert play.cells("raposa-01")
    key, args = refused(play, "raposa-05", 1, 0)
    assert (key, args["card"]) == ("no.hand_known", PieceRef("raposa-05"))


def test_a_known_card_leaves_the_hand_by_name_and_an_unknown_one_by_number() -> None:
    start = table(hand=Zone(("raposa-01", "raposa-05"), 2))
    assert Play(start).place("raposa-01", 1, 0).table.seats[0].hand == Zone(("raposa-05",), 2)
    assert Play(start).place("raposa-03", 1, 0).table.seats[0].hand == Zone(("raposa-01", "raposa-05"), 1)


def test_a_destroyed_card_is_the_reason_only_beside_it() -> None:
    play = Play(table("-raposa-01@1,0")).act("place")
    assert refused(play, "raposa-02", 2, 0)[0] == "no.ruin"
    assert refused(play, "raposa-02", 5, 5)[0] == "no.place.standard"


def test_only_possible_actions_are_offered_and_others_explained() -> None:
    play = Play(table(hand=Zone(("coruja-01",), 0), coffers=1))
    assert play.options("action") == ["action.discard"]
    for word, reason in (
        ("place", "no.place"),
        ("unit", "no.unit"),
        ("restore", "no.nothing_destroyed"),
        ("unique", "no.unique"),
        ("pass", "no.pass"),
    ):
        with pytest.raises(RuleError) as caught:
            play.reply("action", Picked((Word(f"prestige.action.{word}"),)))
        assert caught.value.key == f"prestige.{reason}"
    empty = Play(table("-raposa-01@1,0", hand=0, piles=(0, 0, 3)))
    for word in ("place", "unit", "discard", "restore"):
        with pytest.raises(RuleError) as caught:
            empty.act(word)
        assert caught.value.key == "prestige.no.hand"


def test_the_first_question_of_a_turn_can_be_answered_by_the_camera() -> None:
    play = Play(table())
    assert play.ask("action").view == "city"
    assert play.options("action") == ["action.place", "action.unit", "action.discard"]
    play.act("place")
    assert (play.ask("place").view, play.ask("place").trusted) == ("city", True)
    unit = Play(table()).act("unit").ask("unit")
    assert (unit.view, unit.trusted) == ("card", True)
