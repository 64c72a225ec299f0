"""Paying more than a card costs: when, how much, and what it brings."""

from __future__ import annotations

import pytest

from tests.rules.dominion_guilds.dominion_table import Has, Play, play


def buying(kind: str, coins: str, **more: str) -> Play:
    """Lay Treasures down and buy."""
    return play(Has(coins), kingdom=f"{kind} village smithy herald", **more).treasures(coins).do("buy", kind)


# ---- when ----------------------------------------------------------------------------
def test_paying_more_is_asked_only_where_coins_are_left_7() -> None:
    game = buying("stonemason", "silver")
    assert not game.is_open("overpay")
    assert game.owns("stonemason") == 1


def test_paying_more_may_be_declined() -> None:
    game = buying("masterpiece", "gold copper").do("overpay.no")
    assert game.owns("silver") == 0
    assert game.owns("masterpiece") == 1


def test_paying_nothing_more_is_no_way_of_paying_more() -> None:
    assert buying("masterpiece", "gold copper").refused("overpay", 0) == "no.overpay_nothing"


def test_no_more_can_be_paid_than_is_left() -> None:
    assert buying("masterpiece", "gold copper").refused("overpay", 2) == "no.overpay_coins"


def test_coins_paid_more_are_gone() -> None:
    game = play(Has("market gold*2 copper*2"), kingdom="masterpiece").do("act", "market")
    game.treasures("gold*2 copper*2").do("buy", "masterpiece").do("overpay", 4)
    assert game.table.now.coins == 2


def test_the_plus_changes_nothing_about_the_cost_47() -> None:
    """A Workshop gains a Herald for four, and nobody is asked to pay more."""
    game = play(Has("workshop copper*4"), kingdom="herald").do("act", "workshop").do("gain", "herald")
    assert not game.is_open("overpay")
    assert game.owns("herald") == 1


def test_tokens_may_pay_more() -> None:
    """Five coins and a token: a Doctor with three more."""
    game = play(Has("copper*5", tokens=1), kingdom="doctor").treasures("copper*5").do("buy", "spend")
    game.do("buy", "doctor")
    assert game.ask("overpay").high == 3  # type: ignore[union-attr]


def test_each_card_bought_is_overpaid_by_itself() -> None:
    game = play(Has("market gold*2 copper*2"), kingdom="masterpiece").do("act", "market")
    game.treasures("gold*2 copper*2").do("buy", "masterpiece").do("overpay", 1).do("buy", "masterpiece")
    assert game.is_open("overpay")
    game.do("overpay", 2)
    assert game.owns("silver") == 3


# ---- Stonemason ----------------------------------------------------------------------
def test_stonemason_for_six_gains_two_actions_costing_exactly_four_6() -> None:
    game = buying("stonemason", "gold*2").do("overpay", 4)
    assert sorted(game.offered("gain")) == ["herald", "smithy"]
    game.do("gain", "herald").do("gain", "herald")
    assert game.owns("herald") == 2


def test_a_stonemason_gained_by_paying_more_is_not_bought_9() -> None:
    game = buying("stonemason", "gold copper").do("overpay", 2)
    assert game.owns("stonemason") == 3
    assert not game.is_open("overpay")


def test_stonemason_gains_nothing_where_no_action_costs_that_much() -> None:
    game = buying("stonemason", "gold").do("overpay", 1)
    assert game.owns("stonemason") == 1
    assert game.told("do.gain") == game.told("do.gain")[:1]


# ---- Masterpiece ---------------------------------------------------------------------
def test_masterpiece_for_six_brings_three_silvers_11() -> None:
    game = buying("masterpiece", "gold*2").do("overpay", 3)
    assert game.owns("silver") == 3


def test_masterpiece_brings_no_more_silvers_than_there_are() -> None:
    game = buying("masterpiece", "gold*2", piles="silver*2").do("overpay", 3)
    assert game.owns("silver") == 2


@pytest.mark.parametrize(("card", "trashed"), [("remodel", "silver"), ("mine", "silver")])
def test_a_masterpiece_that_is_not_bought_brings_no_silver_13(card: str, trashed: str) -> None:
    game = play(Has(f"{card} {trashed} copper*3"), kingdom="masterpiece").do("act", card)
    game.do("trash.may" if card == "mine" else "trash.must", trashed).do("gain", "masterpiece")
    assert game.owns("silver") == 0


# ---- Doctor --------------------------------------------------------------------------
def doctor(deck: str, coins: str, paid: int, **more: str) -> Play:
    game = play(Has(coins, deck), kingdom="doctor", **more).treasures(coins).do("buy", "doctor")
    return game.do("overpay", paid)


def test_doctor_for_seven_looks_four_times_and_a_card_put_back_is_seen_again_14() -> None:
    game = doctor("estate curse copper gold", "gold*2 copper", 4)
    game.do("look", "estate").do("look", "discard").do("look", "back").do("look", "copper")
    assert (game.trash("estate"), game.trash("copper")) == (1, 1)
    assert not game.is_open("look")


def test_each_card_that_a_doctor_looks_at_is_trashed_discarded_or_put_back() -> None:
    game = doctor("estate*2", "gold copper", 1)
    assert game.offered("look") == ["estate", "discard", "back"]


def test_by_the_first_rules_a_doctor_is_not_gained_yet_when_it_looks_16() -> None:
    game = doctor("", "gold copper", 1)
    assert not game.is_open("look")
    assert game.owns("doctor") == 1


def test_by_the_newer_rules_a_doctor_may_trash_itself_16() -> None:
    game = doctor("", "gold copper", 1, rules="2021")
    game.do("look", "doctor")
    assert (game.owns("doctor"), game.trash("doctor")) == (0, 1)


# ---- Herald --------------------------------------------------------------------------
def herald(discard: str, paid: int, **more: str) -> Play:
    game = play(Has("gold*2", "copper*5", discard), kingdom="herald", **more).treasures("gold*2")
    return game.do("buy", "herald").do("overpay", paid)


def test_herald_for_six_puts_two_cards_of_the_discard_pile_onto_the_deck_18() -> None:
    game = herald("estate gold silver", 2).do("raise", "silver").do("raise", "gold")
    # They lay on top of the deck, the last one uppermost, and came up with the next hand.
    assert sorted(game.seat().hand.known) == ["gold", "silver"]


def test_as_many_cards_as_were_paid_for_must_go_up_18() -> None:
    game = herald("estate gold silver", 2)
    assert game.refused("raise") == "core.pick_one"


def test_herald_puts_up_what_there_is() -> None:
    game = herald("estate", 2).do("raise", "estate")
    assert not game.is_open("raise")


def test_the_discard_pile_is_not_looked_through_before_paying_19() -> None:
    game = play(Has("gold*2", "copper*5", "estate"), kingdom="herald").treasures("gold*2").do("buy", "herald")
    assert game.open == ["overpay"]
    game.do("overpay.no")
    assert not game.is_open("raise")


@pytest.mark.parametrize(("rules", "is_offered"), [("2013", False), ("2021", True)])
def test_only_by_the_newer_rules_can_the_new_herald_go_up_20(rules: str, is_offered: bool) -> None:
    assert ("herald" in herald("estate", 1, rules=rules).offered("raise")) == is_offered


# ---- order ---------------------------------------------------------------------------
def test_a_guilds_token_and_what_paying_more_brings_ask_for_no_order() -> None:
    """Both happen when a card is bought; the token changes nothing about the other, so no order is asked for."""
    game = play(Has("merchant_guild gold copper*3"), kingdom="masterpiece").do("act", "merchant_guild")
    game.treasures("gold copper*3").do("buy", "masterpiece").do("overpay", 2)
    assert game.seat().tokens == 1
    assert game.owns("silver") == 2
    assert game.open == ["buy"]
