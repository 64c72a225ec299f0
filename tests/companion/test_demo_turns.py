"""Somebody watches a demo go by: every turn is named once, as it begins, with whom it belongs to."""

from __future__ import annotations

import pytest

from companion.demo import Evening, Plan, say_turns, store_of
from companion.games import find

SLIPS = 10
"""An evening in which UNDO is pressed by mistake just as a turn has begun with an event."""


def play_by_touch(plan: Plan) -> int:
    """Play and tell the turns; return how many were counted."""
    with store_of(plan) as store, Evening.begin(plan, find(plan.game), store) as evening:
        say_turns(evening, is_shown=True)
        evening.robots.play()
        return evening.counts.turns


def told(capfd: pytest.CaptureFixture[str]) -> list[tuple[int, str]]:
    lines = [line.split() for line in capfd.readouterr().err.splitlines() if line.startswith("Turn ")]
    return [(int(number.rstrip(":")), who) for _turn, number, who, *_seconds in lines]


@pytest.mark.parametrize(
    ("game", "seed"), [("prestige", SLIPS), ("prestige", 13), ("prestige", 8), ("dominion_guilds", 5)]
)
def test_turns_are_told_in_their_order_whatever_is_undone_by_mistake(
    game: str, seed: int, capfd: pytest.CaptureFixture[str]
) -> None:
    counted = play_by_touch(Plan(game, 3, seed, "none", language="en"))
    turns = told(capfd)
    assert [number for number, _who in turns] == list(range(1, counted + 1))
    order = [who for _number, who in turns]
    assert order == [order[turn % 3] for turn in range(counted)]


def test_setting_up_and_adding_up_are_no_turns(capfd: pytest.CaptureFixture[str]) -> None:
    with_them = Plan("prestige", 3, 3, "none", language="en")
    assert play_by_touch(with_them) == told(capfd)[-1][0]
