"""Somebody goes home at any open question: the game goes on, and never waits for them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.core.commands import Correct
from rules.core.state import State
from rules.core.value import TABLE
from tests.contract.cases import CASES, Case
from tests.contract.test_contract_slips import questions
from tests.contract.walks import Walk

each_case = pytest.mark.parametrize("case", CASES, ids=str)
STEPS = 12
"""Commands for which the game is followed after somebody has left."""
COUNTED = ".final."
"""In the keys of questions that count up the cards of a seat, whoever holds them."""


def may_leave(case: Case, state: State[Any]) -> dict[int, bool]:
    """Tell of each seat that can be away whether it may leave now."""
    facts = case.referee().correctables(state)
    seats = [each for each in facts if each.key.startswith("away.")]
    return {int(each.key.removeprefix("away.")): "yes" in dict(each.words) for each in seats}


def asked(walk: Walk, first: int) -> list[int]:
    """Name the seats that are waited for; where it is the whole table, the one that began."""
    waited = dict.fromkeys(ask.id.seat for ask in walk.asks if ask.blocks)
    return [seat for seat in waited if seat != TABLE] or [first]


@each_case
def test_who_can_leave_at_all_can_leave_at_any_question(case: Case, full: bool) -> None:
    seats = [tuple(may_leave(case, walk.state).items()) for walk in questions(case, 3, 20 if full else 1)]
    assert len(set(seats)) == 1
    assert not seats[0] or all(may for _, may in seats[0])


@each_case
def test_a_seat_that_leaves_at_any_question_is_asked_nothing_more(case: Case, full: bool) -> None:
    for number in range(1, 10 if full else 2):
        for walk in questions(case, number, 3 if full else 1):
            for seat in asked(walk, case.setup(number).first):
                if may_leave(case, walk.state).get(seat):
                    check_left(case, walk.state, seat, number)


def check_left(case: Case, state: State[Any], seat: int, number: int) -> None:
    referee, dice = case.referee(), random.Random(number)
    state, _ = referee.apply(state, Correct(f"away.{seat}", "yes"))
    for _ in range(STEPS):
        asks = referee.asks(state)
        assert [ask.id for ask in asks if ask.id.seat == seat and COUNTED not in ask.id.key] == []
        assert any(ask.blocks for ask in asks) != referee.is_over(state)
        if not (legal := referee.legal(state, dice, 8)):
            return
        state, _ = referee.apply(state, legal[dice.randrange(len(legal))])
