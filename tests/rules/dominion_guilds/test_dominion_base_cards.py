"""The base cards that are no attacks, clause by clause."""

from __future__ import annotations

import pytest

from tests.rules.dominion_guilds.dominion_table import BIA, Has, play


@pytest.mark.parametrize(
    ("kind", "hand", "actions", "buys", "coins"),
    [
        ("village", 5, 2, 1, 0),
        ("smithy", 7, 0, 1, 0),
        ("festival", 4, 2, 2, 2),
        ("laboratory", 6, 1, 1, 0),
        ("market", 5, 1, 2, 1),
        ("woodcutter", 4, 0, 2, 2),
        ("moat", 6, 0, 1, 0),
        ("council_room", 8, 0, 2, 0),
        ("chancellor", 4, 0, 1, 2),
        ("merchant", 5, 1, 1, 0),
        ("harbinger", 5, 1, 1, 0),
        ("poacher", 5, 1, 1, 1),
    ],
)
def test_a_card_gives_what_its_figures_say(kind: str, hand: int, actions: int, buys: int, coins: int) -> None:
    game = play(Has(f"{kind} copper*4", "copper*6")).do("act", kind)
    now = game.table.now
    assert (game.sizes()[0], now.actions, now.buys, now.coins) == (hand, actions, buys, coins)


# ---- drawing and discarding ----------------------------------------------------------
def test_cellar_discards_first_and_may_draw_the_same_cards_again_56() -> None:
    game = play(Has("cellar estate*4", "copper")).do("act", "cellar").do("cellar", 4)
    assert game.table.now.actions == 1
    assert game.sizes() == (4, 1, 0)


def test_cellar_may_discard_nothing() -> None:
    assert play(Has("cellar estate*4", "copper")).do("act", "cellar").do("cellar", 0).sizes() == (4, 1, 0)


def test_poacher_discards_a_card_for_each_empty_pile_after_drawing_54() -> None:
    game = play(Has("poacher copper*4", "copper*5"), piles="curse*0 moat*0").do("act", "poacher")
    assert game.sizes() == (3, 4, 2)


def test_council_room_lets_everybody_else_draw() -> None:
    game = play(Has("council_room copper*4", "copper*4"), Has("copper*5", "estate")).do("act", "council_room")
    assert game.sizes(BIA) == (6, 0, 0)


def test_library_draws_up_to_seven_and_actions_may_be_set_aside() -> None:
    game = play(Has("library copper*4", "village smithy copper*4")).do("act", "library").do("library", 1)
    assert game.sizes() == (7, 2, 1)


def test_library_keeps_what_is_set_aside_out_of_the_shuffle_57() -> None:
    game = play(Has("library copper*4", "village", "copper*2")).do("act", "library").do("library", 1)
    # Village aside, then the two Coppers; nothing is left to draw although the Village is discarded afterwards.
    assert game.sizes() == (6, 0, 1)


def test_library_does_nothing_with_seven_cards_in_hand() -> None:
    game = play(Has("library copper*7", "village copper*4")).do("act", "library")
    assert game.open == ["treasures"]
    assert game.sizes() == (7, 5, 0)


def test_adventurer_takes_two_treasures_and_discards_the_others() -> None:
    game = play(Has("adventurer copper*4", "estate*3 copper*4")).do("act", "adventurer").do("adventurer", 3)
    assert game.sizes() == (6, 2, 3)


def test_adventurer_takes_one_treasure_where_there_is_no_other() -> None:
    game = play(Has("adventurer copper*4", "estate*3 gold")).do("act", "adventurer").do("adventurer", 3)
    assert game.sizes() == (5, 0, 3)


def test_chancellor_may_put_the_deck_onto_the_discard_pile() -> None:
    game = (
        play(Has("chancellor copper*4", "copper*3", "estate")).do("act", "chancellor").do("chancellor", "yes")
    )
    assert game.sizes() == (4, 0, 4)


def test_chancellor_may_leave_the_deck() -> None:
    game = play(Has("chancellor copper*4", "copper*3", "estate")).do("act", "chancellor").do("chancellor")
    assert game.sizes() == (4, 3, 1)


# ---- Merchant ------------------------------------------------------------------------
def test_a_merchant_makes_the_first_silver_of_the_turn_worth_one_more() -> None:
    game = play(Has("merchant silver*2 copper*2", "copper")).do("act", "merchant").treasures("silver*2")
    assert game.table.now.coins == 5


def test_a_throned_merchant_gives_two_more_for_the_first_silver_only_52() -> None:
    game = play(Has("throne_room merchant silver*2 copper", "copper*2")).do("act", "throne_room")
    game.do("throne_room", "merchant").treasures("silver*2")
    assert game.table.now.coins == 6


def test_no_merchant_can_be_played_after_a_silver_53() -> None:
    """It would give nothing, but in these boxes it cannot even happen: Treasures end the Actions."""
    game = play(Has("village merchant silver copper*2", "copper")).do("act", "village").treasures("silver")
    assert not game.is_open("act")
    assert game.table.now.coins == 2


# ---- looking -------------------------------------------------------------------------
def test_harbinger_may_put_a_card_of_the_discard_pile_onto_the_deck() -> None:
    game = (
        play(Has("harbinger copper*4", "copper*3", "gold estate"))
        .do("act", "harbinger")
        .do("harbinger", "gold")
    )
    assert game.seat().deck.known == ("gold",)
    assert game.sizes() == (5, 3, 1)


def test_harbinger_may_leave_everything() -> None:
    game = play(Has("harbinger copper*4", "copper*3", "gold estate")).do("act", "harbinger").do("harbinger")
    assert game.sizes() == (5, 2, 2)


def test_sentry_trashes_discards_or_puts_back_each_of_two_cards() -> None:
    game = play(Has("sentry copper*4", "copper estate curse gold")).do("act", "sentry")
    game.do("look", "curse").do("look", "discard")
    assert game.trash("curse") == 1
    assert game.sizes() == (5, 1, 1)


def test_sentry_looks_at_two_different_cards() -> None:
    game = play(Has("sentry copper*4", "copper estate curse gold")).do("act", "sentry")
    game.do("look", "back").do("look", "back")
    assert game.open == ["treasures"]
    assert game.sizes() == (5, 3, 0)


def test_sentry_deals_with_its_cards_in_any_order_so_nobody_knows_which_one_was_discarded() -> None:
    game = play(Has("sentry copper*4", "estate*2", top="copper gold silver")).do("act", "sentry")
    assert set(game.offered("look")) >= {"gold", "silver", "discard", "back"}
    game.do("look", "discard").do("look", "back")
    assert game.sizes() == (5, 3, 1)
    assert (game.seat().discard.known, game.seat().deck.known) == ((), ())


def test_vassal_discards_the_top_card_and_may_play_an_action() -> None:
    game = play(Has("vassal copper*4", "village copper*4")).do("act", "vassal").do("vassal", "village")
    assert game.seat().play == ("vassal", "village")
    assert game.table.now.coins == 2
    assert game.sizes() == (5, 3, 0)


def test_vassal_leaves_discarded_what_is_not_played() -> None:
    game = play(Has("vassal copper*4", "village copper*4")).do("act", "vassal").do("vassal", "other")
    assert game.sizes() == (4, 4, 1)


def test_vassal_discards_without_a_question_where_no_action_can_come() -> None:
    game = play(Has("vassal copper*4", "copper*4")).do("act", "vassal")
    assert game.sizes() == (4, 3, 1)
    assert len(game.told("do.lay_off")) == 1


# ---- Throne Room ---------------------------------------------------------------------
def test_throne_room_on_throne_room_plays_two_other_actions_twice_each_49() -> None:
    game = play(Has("throne_room*2 festival laboratory copper", "copper*9")).do("act", "throne_room")
    game.do("throne_room", "throne_room").do("throne_room", "festival").do("throne_room", "laboratory")
    now = game.table.now
    assert (now.actions, now.buys, now.coins, game.sizes()[0]) == (6, 3, 4, 5)
    assert game.seat().play == ("throne_room", "throne_room", "festival", "laboratory")


def test_throne_room_on_market_leaves_two_actions_50() -> None:
    game = (
        play(Has("throne_room market copper*3", "copper*5"))
        .do("act", "throne_room")
        .do("throne_room", "market")
    )
    assert game.table.now.actions == 2


def test_throne_room_on_feast_gains_two_cards_for_one_feast_51() -> None:
    game = play(Has("throne_room feast copper*3"), kingdom="market").do("act", "throne_room")
    game.do("throne_room", "feast").do("gain", "market").do("gain", "duchy")
    assert (game.trash("feast"), game.owns("market"), game.owns("duchy")) == (1, 1, 1)


def test_throne_room_without_an_action_in_hand_does_nothing() -> None:
    game = play(Has("throne_room copper*4")).do("act", "throne_room")
    assert game.open == ["treasures"]


# ---- gaining and trashing ------------------------------------------------------------
def test_workshop_gains_a_card_for_up_to_four() -> None:
    game = play(Has("workshop copper*4")).do("act", "workshop")
    assert "duchy" not in game.offered("gain")
    assert game.do("gain", "smithy").seat().discard.known == ("smithy",)


def test_feast_trashes_itself_for_a_card_for_up_to_five() -> None:
    game = play(Has("feast copper*4")).do("act", "feast").do("gain", "duchy")
    assert (game.trash("feast"), game.owns("feast"), game.owns("duchy")) == (1, 0, 1)
    assert game.seat().play == ()


def test_artisan_gains_into_the_hand_and_puts_a_card_of_the_hand_onto_the_deck() -> None:
    game = play(Has("artisan copper*4", "copper*2")).do("act", "artisan").do("gain", "duchy")
    assert game.owns("duchy") == 1
    assert game.sizes() == (4, 3, 0)
    # Which card went there nobody has seen.
    assert game.seat().deck.known == game.seat().hand.known == ()


def test_chapel_trashes_up_to_four_cards() -> None:
    game = play(Has("chapel estate*3 copper")).do("act", "chapel").do("chapel", "estate", "estate", "copper")
    assert (game.trash("estate"), game.trash("copper")) == (2, 1)
    assert game.sizes() == (1, 0, 0)


def test_chapel_may_trash_nothing() -> None:
    assert play(Has("chapel estate*3 copper")).do("act", "chapel").do("chapel").sizes() == (4, 0, 0)


def test_moneylender_trashes_a_copper_for_three_coins() -> None:
    game = play(Has("moneylender copper*4")).do("act", "moneylender").do("trash.may", "copper")
    assert (game.trash("copper"), game.table.now.coins) == (1, 3)


def test_moneylender_may_trash_nothing_by_the_second_edition() -> None:
    game = play(Has("moneylender copper*4")).do("act", "moneylender").do("trash.may")
    assert game.table.now.coins == 0


def test_by_the_first_edition_trashing_is_a_duty_of_whoever_can() -> None:
    game = play(Has("moneylender copper*4"), boxes="guilds_first").do("act", "moneylender")
    assert game.open == ["trash.must"]


def test_remodel_makes_a_card_one_that_costs_up_to_two_more() -> None:
    game = play(Has("remodel estate copper*3")).do("act", "remodel").do("trash.must", "estate")
    assert "smithy" in game.offered("gain")
    assert "duchy" not in game.offered("gain")


def test_remodel_must_trash() -> None:
    assert play(Has("remodel estate copper*3")).do("act", "remodel").refused("trash.must") == "core.pick_one"


def test_mine_makes_a_silver_a_gold_in_the_hand_that_can_be_played_at_once_60() -> None:
    game = play(Has("mine silver copper*3")).do("act", "mine").do("trash.may", "silver").do("gain", "gold")
    assert game.seat().hand.known == ("gold",)
    game.treasures("gold copper")
    assert game.table.now.coins == 4


def test_mine_gains_treasures_only() -> None:
    game = play(Has("mine silver copper*3")).do("act", "mine").do("trash.may", "silver")
    assert sorted(game.offered("gain")) == ["copper", "gold", "silver"]
