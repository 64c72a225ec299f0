"""The cards of Guilds that cost five, clause by clause, played from the hand."""

from __future__ import annotations

import pytest

from tests.rules.dominion_guilds.dominion_table import BIA, CAIO, Has, play


# ---- Baker ---------------------------------------------------------------------------
def test_baker_draws_and_gives_an_action_and_a_token() -> None:
    game = play(Has("baker copper*4", "copper*5")).do("act", "baker")
    assert (game.table.now.actions, game.seat().tokens) == (1, 1)
    assert game.sizes() == (5, 4, 0)


# ---- Butcher -------------------------------------------------------------------------
def test_butcher_takes_two_tokens_first_and_may_pay_those_very_ones() -> None:
    game = play(Has("butcher estate copper*3")).do("act", "butcher")
    assert game.seat().tokens == 2
    game.do("trash.may", "estate").do("gain", "smithy")
    assert (game.owns("smithy"), game.seat().tokens) == (1, 0)


def test_butcher_makes_an_estate_a_province_with_six_tokens_33() -> None:
    game = play(Has("butcher estate copper*3", tokens=4)).do("act", "butcher").do("trash.may", "estate")
    game.do("gain", "province")
    assert (game.owns("province"), game.seat().tokens) == (1, 0)


def test_butcher_makes_a_butcher_a_duchy_for_nothing_33() -> None:
    game = play(Has("butcher*2 copper*3")).do("act", "butcher").do("trash.may", "butcher").do("gain", "duchy")
    assert (game.owns("duchy"), game.owns("butcher"), game.seat().tokens) == (1, 1, 2)


def test_tokens_paid_to_a_butcher_give_no_coins_35() -> None:
    game = (
        play(Has("butcher estate copper*3"))
        .do("act", "butcher")
        .do("trash.may", "estate")
        .do("gain", "smithy")
    )
    assert game.table.now.coins == 0


def test_butcher_without_trashing_takes_two_tokens_only_36() -> None:
    game = play(Has("butcher estate copper*3")).do("act", "butcher").do("trash.may")
    assert game.seat().tokens == 2
    assert game.open == ["treasures"]


def test_butcher_cannot_trash_itself_37() -> None:
    game = play(Has("butcher estate copper*3")).do("act", "butcher")
    assert game.refused("trash.may", "butcher") == "no.not_in_hand"


def test_butcher_gains_no_dearer_card_than_the_tokens_reach() -> None:
    game = play(Has("butcher estate copper*3")).do("act", "butcher").do("trash.may", "estate")
    assert game.refused("gain", "gold") == "no.gain"


def test_a_butcher_may_be_paid_any_number_of_tokens_first() -> None:
    game = play(Has("butcher estate copper*3", tokens=4)).do("act", "butcher").do("trash.may", "estate")
    game.do("butcher.pay", 5)
    assert game.refused("gain", "province") == "no.gain"
    game.do("gain", "silver")
    assert (game.owns("silver"), game.seat().tokens, game.table.now.coins) == (1, 1, 0)


def test_a_butcher_is_paid_no_more_tokens_than_there_are() -> None:
    game = play(Has("butcher estate copper*3")).do("act", "butcher").do("trash.may", "estate")
    assert game.refused("butcher.pay", 3) == "no.tokens"


def test_a_butcher_that_trashes_nothing_is_paid_nothing() -> None:
    game = play(Has("butcher estate copper*3")).do("act", "butcher").do("trash.may")
    assert not game.is_open("butcher.pay")


# ---- Journeyman ----------------------------------------------------------------------
def test_journeyman_takes_three_others_and_discards_what_was_named() -> None:
    game = play(Has("journeyman copper*4", "estate*2 silver*4")).do("act", "journeyman")
    game.do("name", "estate").do("journeyman", 2)
    assert game.sizes() == (7, 1, 2)
    assert game.owns("estate") == 2


def test_journeyman_draws_three_where_the_named_card_cannot_come() -> None:
    game = play(Has("journeyman copper*4", "silver*4")).do("act", "journeyman").do("name", "province")
    assert game.sizes() == (7, 1, 0)


def test_journeyman_does_with_fewer_where_the_cards_run_out() -> None:
    game = play(Has("journeyman copper*4", "estate*2", "silver")).do("act", "journeyman")
    game.do("name", "estate").do("journeyman", 2)
    assert game.sizes() == (5, 0, 2)


# ---- Merchant Guild ------------------------------------------------------------------
def test_merchant_guild_gives_a_buy_and_a_coin() -> None:
    game = play(Has("merchant_guild copper*4")).do("act", "merchant_guild")
    assert (game.table.now.buys, game.table.now.coins) == (2, 1)


def test_two_merchant_guilds_and_two_buys_bring_four_tokens_42() -> None:
    game = play(Has("merchant_guild*2 village copper*2")).do("act", "village")
    game.do("act", "merchant_guild").do("act", "merchant_guild").treasures("")
    game.do("buy", "copper")
    assert game.seat().tokens == 2
    game.do("buy", "copper")
    assert game.seat().tokens == 4


def test_a_gain_in_the_action_phase_brings_no_token_44() -> None:
    game = (
        play(Has("village merchant_guild butcher copper*2")).do("act", "village").do("act", "merchant_guild")
    )
    game.do("act", "butcher").do("trash.may", "copper").do("gain", "copper")
    assert game.seat().tokens == 2


def test_tokens_of_this_turns_guild_cannot_be_spent_in_it_45() -> None:
    game = play(Has("merchant_guild copper*4")).do("act", "merchant_guild").treasures("copper*4")
    game.do("buy", "copper")
    assert game.seat().tokens == 1
    assert game.refused("buy", "buy.spend") == "no.spend_bought"


def test_by_the_newer_rules_a_guild_pays_at_the_end_for_all_that_was_gained_42() -> None:
    game = play(Has("merchant_guild masterpiece copper*3"), rules="2021").do("act", "merchant_guild")
    game.treasures("masterpiece copper*3").do("buy", "masterpiece").do("overpay", 2)
    assert game.seat().tokens == 0
    game.do("buy")
    assert game.seat().tokens == 3


@pytest.mark.parametrize(("rules", "tokens"), [("2013", 1), ("2021", 2)])
def test_a_throned_merchant_guild_is_one_copy_in_play_and_two_plays(rules: str, tokens: int) -> None:
    game = play(Has("throne_room merchant_guild copper*3"), rules=rules).do("act", "throne_room")
    game.do("throne_room", "merchant_guild").treasures("")
    assert (game.table.now.buys, game.table.now.coins) == (3, 2)
    game.do("buy", "copper").do("buy")
    assert game.seat().tokens == tokens


# ---- Soothsayer ----------------------------------------------------------------------
@pytest.mark.parametrize("rules", ["2013", "2021"])
def test_soothsayer_gains_a_gold_and_the_others_a_curse_and_a_card(rules: str) -> None:
    game = play(Has("soothsayer copper*4"), Has("copper*5", "estate"), Has(), rules=rules).do(
        "act", "soothsayer"
    )
    assert game.owns("gold") == 1
    assert game.seat().discard.known == ("gold",)
    assert [game.owns("curse", at) for at in (BIA, CAIO)] == [1, 1]
    assert game.sizes(BIA) == (6, 0, 1)
    # Caio has no card left but the Curse itself, and draws that.
    assert game.sizes(CAIO) == (6, 0, 0)


def test_the_first_soothsayer_gives_all_curses_before_anybody_draws() -> None:
    def order(rules: str) -> list[str]:
        others = (Has("copper*5", "estate"), Has("copper*5", "estate"))
        game = play(Has("soothsayer copper*4"), *others, rules=rules).do("act", "soothsayer")
        keys = [event.text.key.removeprefix("dominion_guilds.") for event in game.events]
        return [key for key in keys if key in ("do.gain", "do.draw")][1:]

    assert order("2013") == ["do.gain", "do.gain", "do.draw", "do.draw"]
    assert order("2021") == ["do.gain", "do.draw", "do.gain", "do.draw"]


def test_soothsayer_curses_where_no_gold_is_left_40() -> None:
    game = play(Has("soothsayer copper*4"), Has("copper*5", "estate"), piles="gold*0").do("act", "soothsayer")
    assert (game.owns("gold"), game.owns("curse", BIA)) == (0, 1)


def test_who_gains_no_curse_draws_no_card() -> None:
    others = (Has("copper*5", "estate"), Has("copper*5", "estate"))
    game = play(Has("soothsayer copper*4"), *others, piles="curse*1").do("act", "soothsayer")
    assert [game.owns("curse", at) for at in (BIA, CAIO)] == [1, 0]
    assert (game.sizes(BIA)[0], game.sizes(CAIO)[0]) == (6, 5)


def test_a_moat_turns_a_soothsayer_away_41() -> None:
    game = play(Has("soothsayer copper*4"), Has("copper*4 moat", "estate")).do("act", "soothsayer")
    assert game.owns("curse", BIA) == 1
    game.do("moat", "moat", seat=BIA)
    assert (game.owns("curse", BIA), game.owns("gold")) == (0, 1)
    assert game.sizes(BIA) == (5, 1, 0)
