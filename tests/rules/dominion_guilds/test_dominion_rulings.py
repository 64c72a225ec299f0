"""The rulings by their numbers: none is left out, and each one's tests carry its number."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.core.value import SeatRef, msg
from rules.games.dominion_guilds.picture import LOOK
from rules.games.dominion_guilds.scoring import score
from tests.rules.dominion_guilds.dominion_table import BIA, ME, Has, box, play

NUMBERS = (
    *(1, 2, 4, 6, 7, 9, 11, 13, 14, 16, 18, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 32, 33, 35, 36, 37),
    *(40, 41, 42, 44, 45, 47, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 66),
)
"""Rulings on cards that are covered; 10 and 64 are about a Bridge and a Duke, which other boxes hold."""
REGISTER = tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))
RULINGS = {rule["id"]: rule["tests"] for rule in REGISTER["rules"] if rule["id"].startswith("ruling.")}


def test_every_ruling_on_a_card_that_is_covered_is_in_the_register() -> None:
    assert sorted(RULINGS, key=lambda name: int(name.partition(".")[2])) == [f"ruling.{n}" for n in NUMBERS]


@pytest.mark.parametrize("name", RULINGS)
def test_the_tests_of_a_ruling_carry_its_number(name: str) -> None:
    number = name.partition(".")[2]
    assert all(number in re.findall(r"_(\d+)", test.partition("::")[2]) for test in RULINGS[name])


# ---- 66: hidden information ----------------------------------------------------------
def test_decks_and_hands_are_counted_and_not_shown_66() -> None:
    game = play(Has("gold copper*4", "copper", "copper*3"), Has("estate*5", "estate", "duchy*2 silver"))
    table = game.table
    mine, bias = table.seats
    other = replace(table, seats=(replace(mine, owned=bias.owned), replace(bias, owned=mine.owned)))
    boards = [LOOK.board(box(), each, score(box(), each)) for each in (table, other)]
    assert boards[0] == boards[1]
    counts = {"hand": 5, "deck": 1, "tokens": 0}
    assert [line.text for line in boards[0].notes] == [
        msg("dominion_guilds.picture.seat", who=SeatRef(ME), **counts, turns=1),
        msg("dominion_guilds.picture.seat", who=SeatRef(BIA), **counts, turns=0),
    ]


def test_points_that_tell_of_decks_are_shown_where_the_table_wants_it_66() -> None:
    rich = Has("province*3 copper*2")
    assert play(rich).referee.score(play(rich).state).rows == ()
    assert play(rich, scores="open").score() == [18, 0]
