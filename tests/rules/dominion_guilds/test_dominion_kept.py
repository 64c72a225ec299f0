"""Scorekeeper mode: one touch a turn, piles and turns followed, all cards read at the end."""

from __future__ import annotations

from rules.core.commands import Picked
from rules.core.sighting import Ambiguous, Mismatch, Moves, Wait
from rules.core.value import PieceRef, SeatRef, msg
from tests.rules.dominion_guilds.dominion_table import BIA, ME, Has, Play, position


def keep(*players: Has, **more: str) -> Play:
    return Play(position(*(players or (Has(), Has())), level="scorekeeper", **more))


def test_one_touch_says_what_was_bought_and_hands_the_turn_on() -> None:
    game = keep()
    pile = game.table.left("silver")
    game.do("keep", "silver")
    assert game.table.left("silver") == pile - 1
    assert (game.table.turn, game.seat(ME).turns) == (BIA, 1)


def test_a_turn_without_a_buy_is_one_touch_too() -> None:
    game = keep().do("keep", "nothing")
    assert (game.table.turn, game.seat(ME).turns) == (BIA, 1)


def test_further_cards_and_tokens_are_offers_that_nobody_must_take() -> None:
    game = keep()
    assert [key for key in game.open if key != "keep"] == []
    game.do("keep.more", "silver").do("keep.tokens", 3).do("keep", "gold")
    assert game.seat(ME).tokens == 3
    assert game.owns("silver") == 1
    assert game.table.turn == BIA


def test_the_last_province_ends_the_game() -> None:
    game = keep(Has(), Has(), piles="province*1").do("keep", "province")
    assert game.open == ["final.cards"]


def test_the_table_may_stop_at_any_time_and_no_turn_is_counted_for_it() -> None:
    game = keep().do("keep", "nothing").do("keep", "end")
    assert [seat.turns for seat in game.table.seats] == [1, 0]
    assert game.open == ["final.cards"]


def test_all_cards_are_read_at_the_end_and_counted() -> None:
    game = keep().do("keep", "end")
    game.do("final.cards", "estate.1", "estate.2", "duchy.1", seat=ME)
    game.do("final.cards", "province.3", seat=BIA)
    assert game.referee.is_over(game.state)
    assert game.score() == [5, 6]


def test_a_deck_too_large_for_one_picture_is_read_in_several() -> None:
    game = keep().do("keep", "end")
    seen = game.see("cards", ["estate.1", "estate.2"])
    assert isinstance(seen, Moves)
    assert seen.moves[0].key == "dominion_guilds.final.more"
    game.do("final.more", "estate.1", "estate.2", seat=ME)
    again = game.see("cards", ["estate.2", "duchy.1"])
    assert isinstance(again, Moves)
    assert again.moves[0].reply == Picked((PieceRef("duchy.1"),))
    game.do("final.more", "duchy.1", seat=ME)
    whole = game.see("cards", ["estate.2", "duchy.1"])
    assert isinstance(whole, Ambiguous)
    assert [dict(reading.text.args)["count"] for reading in whole.readings] == [3]


def test_cards_that_still_lie_there_are_not_read_for_the_next_player_too() -> None:
    game = keep().do("keep", "end").do("final.cards", "estate.1", "estate.2", seat=ME)
    lying = game.see("cards", ["estate.1", "estate.2"])
    assert isinstance(lying, Wait)
    assert lying.text == msg("dominion_guilds.see.elsewhere", who=SeatRef(BIA), count=2)
    assert isinstance(game.see("cards", ["duchy.1"]), Moves)


def test_a_card_that_was_read_elsewhere_is_a_question() -> None:
    game = keep().do("keep", "end").do("final.cards", "estate.1", "estate.2", seat=ME)
    doubt = game.see("cards", ["estate.2", "duchy.1"])
    assert isinstance(doubt, Mismatch)
    replies = [dict(reading.text.args).get("count") for reading in doubt.readings]
    assert replies == [1, 2, None]


def test_an_empty_pile_is_refused_with_the_reason() -> None:
    assert keep(Has(), Has(), piles="silver*0").refused("keep", "silver") == "no.empty"


def test_the_last_card_bought_still_lying_there_is_nobodys_unasked() -> None:
    game = keep().do("keep", "end")
    left = ("province.1",)
    alone = game.see("cards", left, used=left)
    assert isinstance(alone, Wait)
    assert alone.text == msg("dominion_guilds.see.elsewhere", who=SeatRef(ME), count=1)
    assert game.see("cards", left, before=("silver.3", *left)) == alone
    spread = game.see("cards", ("province.1", "estate.1"), before=left)
    assert isinstance(spread, Moves)
    both = game.see("cards", ("province.1", "estate.1", "estate.2"), used=left)
    assert isinstance(both, Mismatch)
    assert [dict(reading.text.args).get("count") for reading in both.readings] == [2, 3, None]
