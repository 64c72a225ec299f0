"""What people set by hand: nothing is created or lost, and the turn goes on where it can."""

from __future__ import annotations

import pytest

from rules.core.commands import Correct
from rules.core.zone import Zone
from rules.games.dominion_guilds import GAME
from rules.games.dominion_guilds.model import COUNT, PLAY
from tests.rules.dominion_guilds.dominion_table import BIA, ME, Has, Play, box, play, position


def correct(game: Play, key: str, value: int | str) -> Play:
    game.state, events = game.referee.apply(game.state, Correct(key, value))
    game.events += events
    assert GAME.invariants(box(), game.table) == ()
    return game


def test_a_card_somebody_owns_after_all_comes_from_its_pile() -> None:
    game = play(Has())
    pile = game.table.left("gold")
    correct(game, f"owned.{ME}.gold", 2)
    assert (game.owns("gold"), game.table.left("gold")) == (2, pile - 2)
    assert game.sizes() == (5, 0, 2)


def test_a_card_that_is_not_owned_goes_back_to_its_pile() -> None:
    game = correct(play(Has("copper*5", "estate*2")), f"owned.{ME}.estate", 1)
    assert game.owns("estate") == 1
    assert game.sizes() == (5, 1, 0)


def test_a_card_missing_from_a_pile_lies_in_the_trash() -> None:
    game = play(Has())
    pile = game.table.left("province")
    correct(game, "pile.province", pile - 1)
    assert (game.table.left("province"), game.trash("province")) == (pile - 1, 1)


def test_a_hand_counted_anew_takes_cards_from_the_other_places() -> None:
    game = correct(play(Has("copper*5", "copper*3")), f"hand.{ME}", 7)
    assert game.sizes() == (7, 1, 0)
    correct(game, f"hand.{ME}", 4)
    assert game.sizes() == (4, 1, 3)


def test_a_deck_counted_anew_gives_its_cards_to_the_discard_pile() -> None:
    assert correct(play(Has("copper*5", "copper*3")), f"deck.{ME}", 1).sizes() == (5, 1, 2)


def test_coins_actions_buys_tokens_and_turns_can_be_set() -> None:
    game = play(Has("village copper*4"))
    for key, value in (
        ("now.coins", 7),
        ("now.actions", 3),
        ("now.buys", 2),
        ("tokens.1", 4),
        ("turns.1", 9),
    ):
        correct(game, key, value)
    now = game.table.now
    assert (now.coins, now.actions, now.buys) == (7, 3, 2)
    assert (game.seat(BIA).tokens, game.seat(BIA).turns) == (4, 9)


def test_more_coins_are_offered_at_once() -> None:
    game = play(Has("copper*5")).treasures("copper*2")
    assert "gold" not in game.offered("buy")
    assert "gold" in correct(game, "now.coins", 6).offered("buy")


def test_the_turn_can_be_handed_on_by_hand() -> None:
    game = correct(play(Has("village copper*4")).do("act", "village"), "turn", "1")
    assert game.table.turn == BIA
    assert [ask.id.seat for ask in game.asks if ask.blocks] == [BIA]


def test_a_turn_handed_on_before_a_buy_buys_nothing() -> None:
    game = correct(play(Has("copper*5")).treasures("copper*5"), "turn", "1")
    assert game.table.turn == BIA
    assert [ask.id.seat for ask in game.asks if ask.blocks] == [BIA]


def test_a_card_that_is_not_owned_is_looked_for_out_of_sight_before_it_is_taken_where_it_was_seen() -> None:
    game = play(Has("copper*5", "silver", lies="silver"))
    assert correct(game, f"owned.{ME}.silver", 1).seat().discard.known == ("silver",)
    assert correct(game, f"owned.{ME}.silver", 0).seat().discard.known == ()


def test_a_turn_that_was_broken_off_is_cleaned_up_when_its_owner_comes_up_again() -> None:
    game = correct(play(Has("village copper*4", "copper*5")).do("act", "village"), "turn", "1")
    game.treasures("").do("buy")
    assert game.table.turn == ME
    assert game.seat().play == ()
    assert game.sizes() == (5, 5, 0)
    assert game.told("do.clean_up")


def test_whoever_leaves_in_the_middle_of_a_turn_comes_back_to_a_new_hand() -> None:
    game = play(Has("copper*5", "estate*5"), Has(), Has()).treasures("copper*3")
    correct(correct(game, "away.0", "yes"), "away.0", "no")
    for _ in range(2):
        game.treasures("").do("buy")
    assert game.table.turn == ME
    assert game.sizes() == (5, 0, 5)


def test_whoever_leaves_is_passed_over_and_keeps_the_cards() -> None:
    game = correct(play(Has(), Has(), Has()), "away.1", "yes")
    game.treasures("").do("buy")
    assert game.table.turn == 2
    assert game.owns("copper", BIA) == 5


def test_attacks_pass_by_whoever_has_left() -> None:
    game = correct(play(Has("witch copper*4", "copper*2"), Has(), Has()), "away.1", "yes").do("act", "witch")
    assert [game.owns("curse", at) for at in (1, 2)] == [0, 1]


def test_a_correction_closes_the_moment_for_a_moat() -> None:
    game = play(Has("militia copper*4"), Has("moat copper*4")).do("act", "militia")
    assert game.is_open("moat")
    correct(game, f"owned.{ME}.gold", 1)
    assert not game.is_open("moat")
    assert game.sizes(BIA) == (3, 0, 2)


def test_the_level_can_be_changed_in_the_middle_and_back() -> None:
    game = correct(play(Has("village copper*4", "copper*5")).do("act", "village"), "level", "scorekeeper")
    assert game.open == ["keep"]
    correct(game, "level", "guided")
    assert game.sizes() == (5, 5, 0)
    assert game.open == ["act"]


def turns(game: Play) -> list[int]:
    return [seat.turns for seat in game.table.seats]


def test_a_turn_that_is_only_kept_from_its_middle_on_counts_once() -> None:
    game = play(Has("copper*5")).treasures("copper*3")
    assert turns(game) == [1, 0]
    correct(game, "level", "scorekeeper").do("keep", "silver")
    assert turns(game) == [1, 0]
    assert turns(correct(game, "level", "guided")) == [1, 1]


def test_a_turn_in_which_something_was_done_counts_where_the_evening_is_counted_then() -> None:
    game = play(Has("copper*5")).treasures("copper*3")
    correct(game, "level", "scorekeeper").do("keep", "keep.end")
    assert (game.table.phase, turns(game)) == (COUNT, [1, 0])


def test_a_turn_in_which_nothing_was_done_does_not_count_where_the_evening_is_counted_then() -> None:
    game = correct(play(Has("copper*5")), "level", "scorekeeper").do("keep", "keep.end")
    assert (game.table.phase, turns(game)) == (COUNT, [0, 0])


def test_a_turn_counts_once_however_often_the_level_is_changed_in_it() -> None:
    game = play(Has("copper*5")).treasures("copper*3")
    for level in ("scorekeeper", "guided", "scorekeeper"):
        correct(game, "level", level)
    assert turns(game.do("keep", "silver")) == [1, 0]
    assert turns(game.do("keep", "silver")) == [1, 1]
    assert turns(game.do("keep", "silver")) == [2, 1]


def test_a_turn_handed_on_before_anything_was_done_in_it_does_not_count() -> None:
    game = correct(play(Has("copper*5")), "turn", "1")
    assert turns(game) == [0, 1]
    assert turns(correct(game, "turn", "0")) == [1, 0]
    assert turns(correct(game.treasures("copper*2"), "turn", "1")) == [1, 1]


def test_whoever_leaves_before_doing_anything_has_had_no_turn() -> None:
    assert turns(correct(play(Has(), Has(), Has()), "away.0", "yes")) == [0, 1, 0]


def asked_of_bia() -> Play:
    """Come to a question to the second of four, in the first one's fourth turn; the others have had three."""
    others = (Has("estate copper*4", turns=3), Has(turns=3), Has(turns=3))
    return play(Has("bureaucrat copper*4", turns=3), *others).do("act", "bureaucrat")


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        ([("turn", "3"), ("turn", "1")], [4, 3, 3, 3]),
        ([("turn", "3"), ("level", "scorekeeper")], [4, 3, 3, 3]),
        ([("turn", "2"), ("away.2", "yes")], [4, 3, 3, 3]),
        ([("turn", "1"), ("turn", "0"), ("turn", "1")], [4, 3, 3, 3]),
        # Nobody is left to answer, so the turn of the third begins.
        ([("away.0", "yes"), ("away.1", "yes")], [4, 3, 4, 3]),
    ],
)
def test_a_turn_that_never_began_is_not_taken_back(steps: list[tuple[str, str]], after: list[int]) -> None:
    """It is somebody's by hand, while a question of the turn before is open still."""
    game = asked_of_bia()
    assert turns(game) == [4, 3, 3, 3]
    assert game.ask("bureaucrat").id.seat == BIA
    for key, value in steps:
        correct(game, key, value)
    assert turns(game) == after


@pytest.mark.parametrize(("level", "asked"), [("guided", "final.done"), ("scorekeeper", "final.cards")])
def test_a_pile_that_was_not_empty_after_all_lets_the_game_go_on(level: str, asked: str) -> None:
    game = Play(position(Has("gold*3"), Has("copper*5"), piles="province*1", level=level))
    game = (
        game.treasures("gold*3").do("buy", "province") if level == "guided" else game.do("keep", "province")
    )
    assert game.open == [asked]
    correct(game.do("final.rest", "gold.30"), f"owned.{ME}.province", 0)
    correct(game, f"owned.{ME}.province", 1)
    assert game.open == [asked]
    correct(game, "pile.province", 1)
    assert (game.table.phase, game.table.turn, game.table.spread) == (PLAY, BIA, ())
    assert turns(game) == [1, 1 if level == "guided" else 0]
    assert "core.reopened" in [event.text.key for event in game.events]


def test_a_game_that_the_table_has_stopped_stays_stopped_whatever_is_in_the_piles() -> None:
    game = Play(position(Has(), Has(), level="scorekeeper")).do("keep", "keep.end")
    assert correct(game, "pile.province", 5).open == ["final.cards"]


def test_a_library_draws_nothing_into_a_hand_corrected_to_more_than_seven() -> None:
    game = play(Has("library copper*4", "village smithy copper*8")).do("act", "library")
    correct(game, "hand.0", 9).do("library", 0)
    assert game.sizes() == (9, 5, 0)


def test_a_deck_corrected_to_nothing_is_shuffled_before_a_card_is_taken_off_it() -> None:
    game = play(Has("vassal copper*4", "village copper*3", "copper")).do("act", "vassal")
    correct(game, "deck.0", 0).do("vassal", "village")
    assert sum(game.sizes()) == 8
    assert min(game.sizes()) >= 0
    assert "village" in game.table.seats[0].play


# ---- cards that turn up late ---------------------------------------------------------
def test_an_action_that_turns_up_by_a_correction_may_be_played_after_all() -> None:
    game = play(Has("copper*4 estate"))
    assert game.open == ["treasures"]
    assert correct(game, f"owned.{ME}.village", 1).open == ["act"]
    game.do("act", "village").treasures("copper*3").do("buy", "silver")
    assert game.owns("silver") == 1


def test_whoever_has_gone_on_to_treasures_plays_no_action_that_turns_up() -> None:
    game = play(Has("village copper*4")).do("act")
    assert correct(game, f"owned.{ME}.smithy", 1).open == ["treasures"]


def test_a_card_that_was_gained_unseen_may_lie_anywhere() -> None:
    game = correct(play(Has("copper*4 estate", "copper")), f"owned.{ME}.village", 1)
    assert game.seat().discard == Zone(hidden=1)
