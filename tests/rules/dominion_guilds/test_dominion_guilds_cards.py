"""The cards of Guilds that cost up to four, clause by clause, played from the hand."""

from __future__ import annotations

import pytest

from tests.rules.dominion_guilds.dominion_table import BIA, CAIO, Has, Play, play


def test_candlestick_maker_gives_an_action_a_buy_and_a_token_and_no_card() -> None:
    game = play(Has("candlestick_maker copper*4", "copper*5")).do("act", "candlestick_maker")
    assert (game.table.now.actions, game.table.now.buys, game.seat().tokens) == (1, 2, 1)
    assert game.sizes() == (4, 5, 0)


# ---- Stonemason ----------------------------------------------------------------------
def test_stonemason_trashes_a_gold_for_two_cheaper_cards_1() -> None:
    game = play(Has("stonemason gold copper*3")).do("act", "stonemason").do("trash.must", "gold")
    assert game.trash("gold") == 1
    assert "gold" not in game.offered("gain")
    game.do("gain", "duchy")
    assert "gold" not in game.offered("gain")
    game.do("gain", "silver")
    assert (game.owns("duchy"), game.owns("silver"), game.owns("gold")) == (1, 1, 0)
    assert game.sizes() == (3, 0, 2)


def test_stonemason_may_gain_the_same_card_twice_1() -> None:
    game = play(Has("stonemason gold copper*3")).do("act", "stonemason").do("trash.must", "gold")
    game.do("gain", "duchy").do("gain", "duchy")
    assert game.owns("duchy") == 2


@pytest.mark.parametrize("kind", ["copper", "curse"])
def test_stonemason_trashes_a_card_without_price_for_nothing_2(kind: str) -> None:
    game = play(Has("stonemason copper*3 curse")).do("act", "stonemason").do("trash.must", kind)
    assert game.trash(kind) == 1
    assert game.open == ["treasures"]
    assert game.told("do.gain") == []


def test_stonemason_must_trash() -> None:
    game = play(Has("stonemason copper*4")).do("act", "stonemason")
    assert game.refused("trash.must") == "core.pick_one"


def test_stonemason_with_an_empty_hand_does_nothing_4() -> None:
    game = play(Has("stonemason")).do("act", "stonemason")
    assert not game.is_open("trash.must")
    assert not game.is_open("gain")


def test_stonemason_gains_what_there_is_where_one_card_only_is_cheaper() -> None:
    """Estate: only cards for less than two, and of these only Coppers are left."""
    game = play(Has("stonemason estate copper*3"), piles="curse*0 copper*1").do("act", "stonemason")
    game.do("trash.must", "estate")
    assert game.owns("copper") == 4
    assert game.table.left("copper") == 0


# ---- Doctor --------------------------------------------------------------------------
def test_doctor_trashes_what_was_named_of_three_and_the_rest_goes_back() -> None:
    game = play(Has("doctor copper*4", "estate*2 gold silver")).do("act", "doctor")
    game.do("name", "estate").do("doctor", 2)
    assert (game.trash("estate"), game.owns("estate")) == (2, 0)
    assert game.sizes() == (4, 2, 0)


def test_doctor_may_name_a_card_nobody_owns_and_finds_none() -> None:
    game = play(Has("doctor copper*4", "estate*3")).do("act", "doctor").do("name", "province")
    assert game.open == ["treasures"]
    assert game.sizes() == (4, 3, 0)


def test_doctor_finds_no_more_than_there_can_be() -> None:
    game = play(Has("doctor copper*4", "estate*2 gold silver")).do("act", "doctor").do("name", "estate")
    assert game.refused("doctor", 3) == "core.number"


def test_doctor_shuffles_for_the_missing_cards_and_does_with_fewer() -> None:
    game = play(Has("doctor copper*4", "estate", "estate")).do("act", "doctor").do("name", "estate")
    game.do("doctor", 2)
    assert game.trash("estate") == 2
    assert game.sizes() == (4, 0, 0)


# ---- Masterpiece ---------------------------------------------------------------------
def test_masterpiece_is_a_treasure_worth_one() -> None:
    game = play(Has("masterpiece copper*4")).treasures("masterpiece copper")
    assert game.table.now.coins == 2
    assert game.seat().play == ("masterpiece", "copper")


# ---- Advisor -------------------------------------------------------------------------
def test_advisor_reveals_three_one_is_discarded_two_go_to_the_hand() -> None:
    game = play(Has("advisor copper*4", "gold*4"), Has(), Has()).do("act", "advisor")
    assert game.table.now.actions == 1
    assert game.sizes() == (6, 1, 1)
    assert dict(game.told("do.advisor")[0].args)["chooser"].seat == BIA  # type: ignore[union-attr]


def test_advisor_with_one_card_left_discards_it_23() -> None:
    game = play(Has("advisor copper*4", "", "gold")).do("act", "advisor")
    assert game.sizes() == (4, 0, 1)


def test_advisor_shuffles_for_the_other_cards() -> None:
    game = play(Has("advisor copper*4", "gold", "gold*3")).do("act", "advisor")
    assert game.sizes() == (6, 1, 1)


def test_advisor_with_nothing_to_reveal_only_gives_its_action() -> None:
    game = play(Has("advisor copper*4")).do("act", "advisor")
    assert game.sizes() == (4, 0, 0)
    assert game.table.now.actions == 1


# ---- Herald --------------------------------------------------------------------------
def test_herald_draws_first_then_plays_the_action_on_top_21() -> None:
    game = play(Has("herald copper*4", "copper smithy copper*3")).do("act", "herald")
    assert game.sizes()[0] == 5
    assert game.offered("herald") == ["smithy", "other"]
    game.do("herald", "smithy")
    assert game.seat().play == ("herald", "smithy")
    assert game.table.now.actions == 1
    assert game.sizes() == (8, 0, 0)


def test_herald_shuffles_nothing_while_one_card_is_left_to_reveal() -> None:
    game = play(Has("herald copper*4", "copper*2", "copper*3")).do("act", "herald")
    assert game.sizes() == (5, 1, 3)


def test_what_a_herald_reveals_must_be_played_21() -> None:
    game = play(Has("herald copper*4", "copper smithy copper*3")).do("act", "herald")
    assert game.refused("herald") == "core.pick_one"


def test_herald_leaves_anything_else_on_the_deck_22() -> None:
    game = play(Has("herald copper*4", "copper smithy copper*3")).do("act", "herald").do("herald", "other")
    assert game.sizes() == (5, 4, 0)


def test_herald_asks_nothing_where_no_action_can_lie_on_top() -> None:
    game = play(Has("herald copper*4", "copper*5")).do("act", "herald")
    assert game.open == ["treasures"]
    assert game.sizes() == (5, 4, 0)


def test_herald_plays_at_once_what_everybody_knows_to_be_on_top() -> None:
    game = play(Has("herald copper*4", "copper*3", top="copper village")).do("act", "herald")
    assert game.seat().play == ("herald", "village")
    assert game.table.now.actions == 3


def test_heralds_play_heralds() -> None:
    deck = "herald*2 copper*6"
    game = (
        play(Has("herald copper*4", deck)).do("act", "herald").do("herald", "herald").do("herald", "herald")
    )
    assert game.seat().play == ("herald",) * 3
    assert game.table.now.actions == 3
    assert game.sizes() == (7, 3, 0)


# ---- Plaza ---------------------------------------------------------------------------
def test_plaza_discards_a_treasure_for_a_token() -> None:
    game = play(Has("plaza copper*4", "copper*5")).do("act", "plaza").do("plaza", "copper")
    assert (game.table.now.actions, game.seat().tokens) == (2, 1)
    assert game.sizes() == (4, 4, 1)


def test_plaza_may_discard_nothing() -> None:
    game = play(Has("plaza copper*4", "copper*5")).do("act", "plaza").do("plaza")
    assert game.seat().tokens == 0
    assert game.sizes() == (5, 4, 0)


def test_plaza_may_discard_the_silver_it_has_just_drawn_25() -> None:
    game = play(Has("plaza estate*4", "silver")).do("act", "plaza").do("plaza", "silver")
    assert game.seat().tokens == 1


def test_plaza_takes_a_masterpiece_for_a_treasure_26() -> None:
    game = play(Has("plaza masterpiece estate*3", "estate")).do("act", "plaza")
    assert game.offered("plaza") == ["masterpiece"]


def test_a_plaza_discards_and_does_not_trash() -> None:
    game = play(Has("plaza copper*4", "copper*5")).do("act", "plaza").do("plaza", "copper")
    assert (game.owns("copper"), game.trash("copper")) == (9, 0)


# ---- Taxman --------------------------------------------------------------------------
def taxed(hand: str = "taxman silver gold copper*2", **more: str) -> Play:
    game = play(Has(hand), Has("copper*2 estate duchy silver"), **more)
    return game.do("act", "taxman")


def test_taxman_trashes_a_silver_for_a_gold_on_the_deck_28() -> None:
    game = taxed().do("trash.may", "silver").do("taxman", "silver", seat=BIA).do("gain", "gold")
    assert (game.trash("silver"), game.owns("silver", BIA)) == (1, 1)
    assert game.sizes(BIA) == (4, 0, 1)
    assert game.seat().deck.known == ("gold",)


def test_taxman_may_trash_nothing_and_then_nobody_is_taxed_30() -> None:
    game = taxed().do("trash.may")
    assert game.open == ["treasures"]
    assert game.sizes(BIA) == (5, 0, 0)
    assert game.told("do.gain.deck") == []


def test_taxman_gains_a_gold_for_a_gold_but_no_province_27() -> None:
    game = taxed().do("trash.may", "gold")
    assert "province" not in game.offered("gain")
    assert "gold" in game.offered("gain")


def test_taxman_gains_up_to_three_more() -> None:
    game = taxed().do("trash.may", "copper").do("taxman", "has_none", seat=BIA)
    assert sorted(game.offered("gain")) == ["copper", "silver"]


def test_taxman_gains_up_to_two_more_where_the_table_plays_so() -> None:
    game = taxed(taxman="2").do("trash.may", "copper").do("taxman", "has_none", seat=BIA)
    assert game.open == ["treasures"]
    assert game.owns("copper") == 2


def test_taxman_spares_a_hand_of_four_29() -> None:
    game = play(Has("taxman silver*4"), Has("silver*4")).do("act", "taxman").do("trash.may", "silver")
    assert game.open == ["gain"]
    assert game.sizes(BIA) == (4, 0, 0)


def test_taxman_asks_nobody_who_owns_no_copy() -> None:
    game = play(Has("taxman silver*4"), Has("copper*5")).do("act", "taxman").do("trash.may", "silver")
    assert game.open == ["gain"]


def test_taxman_strikes_in_turn_order_before_the_gain() -> None:
    game = play(Has("taxman silver*4"), Has("silver*5"), Has("silver*5")).do("act", "taxman")
    game.do("trash.may", "silver")
    assert [ask.id.seat for ask in game.asks if ask.blocks] == [BIA]
    game.do("taxman", "silver")
    assert [ask.id.seat for ask in game.asks if ask.blocks] == [CAIO]
    game.do("taxman", "has_none")
    assert game.open == ["gain"]


def test_taxman_lets_the_attacker_gain_where_a_moat_is_shown_32() -> None:
    game = play(Has("taxman silver*4"), Has("silver*4 moat")).do("act", "taxman").do("trash.may", "silver")
    game.do("taxman", "shows_moat", seat=BIA)
    assert game.sizes(BIA) == (5, 0, 0)
    assert game.seat(BIA).hand.known == ("moat",)
    game.do("gain", "gold")
    assert game.seat().deck.known == ("gold",)


def test_taxman_takes_a_masterpiece_for_a_treasure_and_its_gain_is_not_bought_26_13() -> None:
    game = play(Has("taxman masterpiece*2 copper*2"), Has("estate*5")).do("act", "taxman")
    game.do("trash.may", "masterpiece").do("gain", "masterpiece")
    assert not game.is_open("overpay")
    assert game.owns("silver") == 0
