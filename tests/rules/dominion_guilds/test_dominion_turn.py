"""The turn: Actions, Treasures, buys, tokens, clean-up; and how the game ends."""

from __future__ import annotations

import pytest

from tests.rules.dominion_guilds.dominion_table import BIA, ME, Has, play


# ---- Actions -------------------------------------------------------------------------
def test_a_turn_has_one_action_and_one_buy() -> None:
    game = play(Has("village smithy copper*3"))
    assert (game.table.now.actions, game.table.now.buys, game.table.now.coins) == (1, 1, 0)


def test_actions_are_played_while_there_are_any_left() -> None:
    game = play(Has("village smithy*2 copper*2", "copper*9")).do("act", "village")
    assert game.table.now.actions == 2
    game.do("act", "smithy").do("act", "smithy")
    assert game.open == ["treasures"]


def test_nobody_is_asked_for_an_action_that_cannot_be_in_the_hand() -> None:
    assert play(Has("copper*5", "copper*5")).open == ["treasures"]


def test_treasures_laid_down_end_the_actions_without_another_touch() -> None:
    game = play(Has("village copper*4")).treasures("copper*4")
    assert game.open == ["buy"]


def test_a_card_that_is_no_action_cannot_be_played_as_one() -> None:
    assert play(Has("village copper*4")).refused("act", "copper") == "no.no_action"


def test_an_action_that_nobody_can_hold_is_refused() -> None:
    assert play(Has("village copper*4")).refused("act", "smithy") == "no.not_in_hand"


def test_a_card_that_is_not_in_this_kingdom_is_refused() -> None:
    assert play(Has("village copper*4")).refused("act", "witch") == "no.not_in_game"


# ---- Treasures -----------------------------------------------------------------------
def test_treasures_give_their_coins() -> None:
    assert play(Has("gold silver copper*3")).treasures("gold silver copper*3").table.now.coins == 8


def test_the_sum_of_treasures_may_be_typed() -> None:
    game = play(Has("gold silver copper*3")).do("coins", 8)
    assert game.table.now.coins == 8
    assert game.open == ["buy"]
    assert not game.is_open("treasures")


def test_a_sum_that_no_hand_could_give_is_refused() -> None:
    assert play(Has("gold silver copper*3")).refused("coins", 9) == "no.sum"


def test_a_fourth_gold_cannot_be_named_where_three_are_owned() -> None:
    game = play(Has("gold*3 copper*2"))
    assert game.refused("treasures", *["gold"] * 4) == "no.so_many"


def test_no_more_treasures_than_cards_in_hand_can_be_named() -> None:
    game = play(Has("copper*5", "copper*5"))
    assert game.refused("treasures", *["copper"] * 6) == "core.pick_some"


def test_further_treasures_may_be_laid_down_until_the_first_buy() -> None:
    game = play(Has("market copper*4")).do("act", "market").treasures("copper*2")
    game.treasures("copper")
    assert game.table.now.coins == 4
    game.do("buy", "copper")
    assert game.is_open("buy")
    assert not game.is_open("treasures")


def test_a_victory_card_is_no_treasure() -> None:
    assert play(Has("estate copper*4")).refused("treasures", "estate") == "no.no_treasure"


# ---- buys ----------------------------------------------------------------------------
def test_a_card_that_is_bought_goes_to_the_discard_pile() -> None:
    game = play(Has("gold*2 copper*3"), Has(), kingdom="market village")
    pile = game.table.left("gold")
    game.treasures("gold*2").do("buy", "gold")
    assert game.table.left("gold") == pile - 1
    assert game.owns("gold") == 3
    assert game.table.turn == BIA


def test_nothing_can_be_bought_without_the_coins() -> None:
    game = play(Has("copper*5")).treasures("copper*4")
    assert game.refused("buy", "gold") == "no.coins"


def test_nothing_can_be_bought_from_an_empty_pile() -> None:
    game = play(Has("copper*5"), piles="silver*0").treasures("copper*5")
    assert game.refused("buy", "silver") == "no.empty"


def test_nothing_can_be_bought_that_is_not_in_this_game() -> None:
    game = play(Has("copper*5")).treasures("copper*5")
    assert game.refused("buy", "witch") == "no.not_in_game"


def test_a_curse_may_be_bought_for_nothing_63() -> None:
    game = play(Has("estate*5")).do("buy", "curse")
    assert game.owns("curse") == 1


def test_the_coins_of_a_market_cannot_be_used_in_the_action_phase_62() -> None:
    game = play(Has("market workshop copper*3")).do("act", "market").do("act", "workshop")
    assert game.refused("gain", "duchy") == "no.gain"


def test_each_buy_takes_its_coins_and_one_buy() -> None:
    game = play(Has("market gold copper*3")).do("act", "market").treasures("gold copper*3")
    game.do("buy", "silver")
    assert (game.table.now.coins, game.table.now.buys) == (4, 1)
    game.do("buy", "silver")
    assert game.table.turn == BIA


def test_a_turn_may_end_without_a_buy() -> None:
    assert play(Has("copper*5")).treasures("copper*5").do("buy").table.turn == BIA


# ---- tokens --------------------------------------------------------------------------
def test_each_token_spent_is_one_more_coin_and_goes_back() -> None:
    game = play(Has("copper*5", tokens=3)).treasures("copper*5").do("buy", "spend").do("spend.how_many", 1)
    assert (game.table.now.coins, game.seat().tokens) == (6, 2)
    assert dict(game.told("do.tokens_out")[0].args)["count"] == 1


def test_tokens_may_be_spent_before_treasures_are_laid_down() -> None:
    game = play(Has("market copper*4", tokens=1)).do("act", "market").treasures("").do("buy", "spend")
    assert game.table.now.coins == 2
    game.treasures("copper*2")
    assert game.table.now.coins == 4


def test_tokens_cannot_be_spent_after_the_first_buy() -> None:
    game = play(Has("market copper*4", tokens=1)).do("act", "market").treasures("copper").do("buy", "copper")
    assert game.refused("buy", "buy.spend") == "no.spend_bought"


def test_whoever_has_no_tokens_left_after_a_buy_is_told_so_by_the_newer_rules() -> None:
    game = play(Has("market copper*4"), rules="2021").do("act", "market").treasures("copper*4")
    assert game.do("buy", "estate").refused("buy", "buy.spend") == "no.no_tokens"


def test_by_the_newer_rules_tokens_may_be_spent_at_any_time_of_the_turn() -> None:
    game = play(Has("market copper*4", tokens=2), rules="2021").do("spend", 1)
    assert game.table.now.coins == 1
    game.do("act", "market").treasures("copper").do("buy", "copper").do("buy", "spend")
    assert game.seat().tokens == 0


def test_by_the_newer_rules_one_way_leads_to_spending_tokens_at_a_time() -> None:
    game = play(Has("market copper*4", tokens=2), rules="2021")
    for key, is_offer in (("act", True), ("treasures", True), ("buy", False)):
        assert game.is_open(key)
        assert game.is_open("spend") == is_offer
        game.do(key)
    assert "spend" in play(Has(tokens=2), rules="2021").treasures("copper").offered("buy")


def test_no_more_tokens_than_there_are_can_be_spent() -> None:
    game = play(Has("copper*5", tokens=2)).treasures("copper*5").do("buy", "spend")
    assert game.refused("spend.how_many", 3) == "no.tokens"


def test_spending_is_not_offered_without_tokens() -> None:
    game = play(Has("copper*5")).treasures("copper*5")
    assert game.refused("buy", "buy.spend") == "no.no_tokens"


def test_tokens_are_kept_from_turn_to_turn_and_coins_are_not() -> None:
    game = play(Has("copper*5", tokens=2), Has()).treasures("copper*5").do("buy")
    game.treasures("").do("buy")
    assert game.seat().tokens == 2
    assert game.table.now.coins == 0


# ---- clean-up ------------------------------------------------------------------------
def test_clean_up_discards_hand_and_play_area_and_draws_five() -> None:
    game = play(Has("village copper*4", "estate*6")).do("act", "village").treasures("copper*2").do("buy")
    assert game.sizes() == (5, 0, 6)
    assert game.seat().play == ()


def test_the_discard_pile_is_shuffled_only_when_a_card_is_missing() -> None:
    game = play(Has("copper*5", "estate*5")).treasures("").do("buy")
    assert game.sizes() == (5, 0, 5)
    assert game.told("do.shuffle") == []


def test_what_is_left_of_the_deck_is_drawn_before_the_shuffled_cards() -> None:
    game = play(Has("copper*5", "estate*3")).treasures("").do("buy")
    assert game.sizes() == (5, 3, 0)
    assert len(game.told("do.shuffle")) == 1


def test_a_deck_that_runs_out_gives_what_there_is() -> None:
    game = play(Has("smithy copper*2", "estate")).do("act", "smithy")
    assert game.sizes() == (3, 0, 0)


def test_cards_in_play_are_not_shuffled() -> None:
    game = play(Has("village*2", "", "copper")).do("act", "village")
    assert game.seat().play == ("village",)
    assert game.sizes() == (2, 0, 0)


# ---- the end -------------------------------------------------------------------------
def test_the_game_ends_after_the_turn_in_which_the_last_province_goes() -> None:
    game = play(Has("gold*5 market"), Has(), piles="province*1").do("act", "market").treasures("gold*5")
    game.do("buy", "province")
    assert game.is_open("buy")
    game.do("buy", "silver")
    assert game.open == ["final.done"]


@pytest.mark.parametrize(("seats", "empty", "over"), [(2, 3, True), (2, 2, False), (4, 3, True)])
def test_three_empty_piles_end_a_game_of_up_to_four(seats: int, empty: int, over: bool) -> None:
    piles = " ".join(f"{kind}*0" for kind in ("curse", "village", "moat")[:empty])
    game = play(*[Has() for _ in range(seats)], piles=piles).treasures("").do("buy")
    assert (game.open == ["final.done"]) == over


@pytest.mark.parametrize(("empty", "over"), [(3, False), (4, True)])
@pytest.mark.parametrize("seats", [5, 6])
def test_five_and_six_play_to_the_fourth_empty_pile(seats: int, empty: int, over: bool) -> None:
    piles = " ".join(f"{kind}*0" for kind in ("curse", "village", "moat", "market")[:empty])
    game = play(*[Has("estate*4") for _ in range(seats)], piles=piles).do("buy")
    assert (game.open == ["final.done"]) == over


def test_the_trash_is_no_pile_and_every_pile_of_the_supply_counts() -> None:
    game = play(Has(), Has(), piles="curse*0 copper*0 estate*0").treasures("").do("buy.nothing")
    assert game.open == ["final.done"]


def test_where_nothing_can_be_bought_a_go_on_ends_the_turn() -> None:
    game = play(Has("estate*5"), Has("estate*5"), piles="curse*0 copper*0")
    assert game.open == ["buy.nothing"]
    assert game.do("buy.nothing").table.turn == BIA


def test_turns_go_round_clockwise_and_are_counted() -> None:
    game = play(Has(), Has(), Has())
    for seat in (0, 1, 2, 0):
        assert game.table.turn == seat
        game.treasures("").do("buy")
    assert [seat.turns for seat in game.table.seats] == [2, 2, 1]


# ---- touches -------------------------------------------------------------------------
def test_a_turn_of_three_plays_and_a_buy_takes_one_touch_for_each_physical_act() -> None:
    """Three cards played, Treasures laid down, a card bought: five acts; the clean-up follows by itself."""
    game = play(Has("village market smithy gold copper", "copper*9"))
    game.do("act", "village").do("act", "market").do("act", "smithy").treasures("gold copper").do(
        "buy", "silver"
    )
    game.do("buy", "copper")
    assert game.table.turn == BIA
    assert game.seat(ME).turns == 1
