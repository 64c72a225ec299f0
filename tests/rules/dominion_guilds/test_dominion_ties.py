"""Ties: fewest turns win, and turns that somebody missed while away are no merit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.commands import Correct
from rules.core.score import ScoreSheet
from rules.core.value import SeatRef, msg
from rules.games.dominion_guilds import GAME
from rules.games.dominion_guilds.model import COUNT, OVER, PLAY
from rules.games.dominion_guilds.scoring import turns_of
from tests.rules.dominion_guilds.dominion_table import BIA, ME, Has, Play, box, play, position

LEVELS = pytest.mark.parametrize("level", ["guided", "scorekeeper"])


def over(*players: Has, **more: str) -> Play:
    """Come to the end with these cards."""
    table = position(*players, **more)
    game = Play(replace(table, phase=COUNT))
    return game.do("final.done")


def winners(game: Play) -> list[int]:
    return [each.seat for each in game.referee.score(game.state).standings if each.winner]


def test_fewest_turns_break_a_tie() -> None:
    game = over(Has("duchy", turns=12), Has("duchy", turns=11))
    assert winners(game) == [BIA]
    tie = game.referee.score(game.state).tie_break
    assert tie is not None
    assert tie.key == "dominion_guilds.tie.turns"


def test_equal_turns_share_the_win() -> None:
    game = over(Has("duchy", turns=12), Has("duchy", turns=12), Has("estate", turns=11))
    assert winners(game) == [ME, BIA]
    assert [each.rank for each in game.referee.score(game.state).standings] == [1, 1, 3]


def pass_by(game: Play, level: str, times: int) -> None:
    """Have so many turns in which nobody buys anything."""
    for _ in range(times):
        if level == "scorekeeper":
            game.do("keep", "keep.nothing")
            continue
        if game.is_open("treasures"):
            game.treasures("")
        game.do("buy")


def set_away(game: Play, seat: int, word: str) -> None:
    game.state, _ = game.referee.apply(game.state, Correct(f"away.{seat}", word))


def turns_for_ties(game: Play) -> list[int]:
    return [turns_of(game.table, seat) for seat in range(len(game.table.seats))]


def three(level: str) -> Play:
    return Play(position(Has("duchy copper"), Has("duchy copper"), Has("copper*2"), level=level))


def sheet_of(game: Play) -> ScoreSheet:
    return GAME.score(box(), replace(game.table, phase=OVER))


@LEVELS
def test_turns_missed_by_whoever_left_break_no_tie(level: str) -> None:
    """Bia goes home after her first turn: those that pass her by count as if she had had them."""
    game = three(level)
    pass_by(game, level, 3)
    set_away(game, BIA, "yes")
    pass_by(game, level, 4)
    if level == "guided":
        game.state, _ = game.referee.apply(game.state, Correct("turns.0", 3))
    assert [seat.turns for seat in game.table.seats] == [3, 1, 3]
    assert turns_for_ties(game) == [3, 3, 3]
    sheet = sheet_of(game)
    assert [each.winner for each in sheet.standings] == [True, True, False]
    assert msg("dominion_guilds.note.left", who=SeatRef(BIA), count=3) in sheet.notes


@LEVELS
def test_turns_missed_by_whoever_came_back_break_no_tie(level: str) -> None:
    game = three(level)
    set_away(game, BIA, "yes")
    pass_by(game, level, 4)
    set_away(game, BIA, "no")
    pass_by(game, level, 3)
    assert game.table.seats[BIA].turns == 1
    assert turns_of(game.table, BIA) == 3
    assert msg("dominion_guilds.note.left", who=SeatRef(BIA), count=3) in sheet_of(game).notes


@LEVELS
def test_whoever_leaves_before_doing_anything_has_missed_that_turn_too(level: str) -> None:
    game = three(level)
    set_away(game, ME, "yes")
    assert (game.table.turn, game.seat().turns, turns_of(game.table, ME)) == (BIA, 0, 1)


def test_whoever_leaves_in_the_middle_of_a_turn_has_not_missed_it() -> None:
    game = play(Has("copper*5"), Has(), Has()).treasures("copper*5")
    set_away(game, ME, "yes")
    assert (game.table.turn, game.seat().turns, turns_of(game.table, ME)) == (BIA, 1, 1)


@LEVELS
def test_whoever_leaves_once_play_has_ended_keeps_the_tie_that_was_won(level: str) -> None:
    table = position(Has("duchy", turns=12), Has("duchy", turns=11), Has("copper", turns=11), level=level)
    for seat in (ME, BIA):
        game = Play(replace(table, phase=COUNT))
        set_away(game, seat, "yes")
        sheet = sheet_of(game)
        assert [each.seat for each in sheet.standings if each.winner] == [BIA]
        assert sheet.tie_break == msg("dominion_guilds.tie.turns", points=3, who=SeatRef(BIA), count=11)
        assert not [note for note in sheet.notes if note.key.endswith(".left")]


def test_whoever_leaves_once_play_has_ended_costs_nobody_a_turn_where_it_goes_on() -> None:
    game = Play(position(Has("gold*3"), Has(), Has(), piles="province*1"))
    game.treasures("gold*3").do("buy", "province")
    set_away(game, ME, "yes")
    game.state, _ = game.referee.apply(game.state, Correct("pile.province", 1))
    assert (game.table.phase, game.table.turn) == (PLAY, BIA)


def test_whoever_left_and_shares_no_tie_needs_no_sentence() -> None:
    table = position(Has("copper", turns=3), Has("duchy", turns=4), Has("duchy", turns=5))
    table = table.seat(ME, away=True, missed=2)
    assert GAME.score(box(), replace(table, phase=OVER)).notes == ()


def test_no_tie_needs_no_sentence() -> None:
    game = over(Has("duchy", turns=12), Has("estate", turns=11))
    assert game.referee.score(game.state).tie_break is None


@pytest.mark.parametrize("phase", [PLAY, COUNT])
def test_nobody_is_said_to_have_won_before_the_end(phase: str) -> None:
    table = position(Has("duchy", turns=2), Has("duchy", turns=2), scores="open")
    assert GAME.score(box(), replace(table, phase=phase)).tie_break is None


def test_who_has_had_a_turn_more_is_not_behind_while_people_play() -> None:
    sheet = GAME.score(box(), position(Has("duchy", turns=3), Has("duchy", turns=2), scores="open"))
    assert [each.rank for each in sheet.standings] == [1, 1]
