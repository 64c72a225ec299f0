"""Corrections at every kind of open question: the game ends at once or goes on, and a slip can be set right."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules.core.commands import Correct
from rules.core.run import Run
from rules.core.state import State
from tests.contract.cases import CASES, Case
from tests.contract.walks import Walk, correction, each_sort, some_of

each_case = pytest.mark.parametrize("case", CASES, ids=str)
ENOUGH = 2
"""So often each question is looked at; a long run looks much more often."""
LENGTH = 250
"""Commands of a game in which questions are looked for."""
ANSWERS = 1


def questions(case: Case, seed: int, enough: int) -> Iterator[Walk]:
    """Play a game by chance, and stop at each kind of question as often as is enough."""
    walk, met = Walk(case, seed), Counter[str]()
    dice = random.Random(seed)
    for _ in range(LENGTH):
        if walk.referee.is_over(walk.state):
            return
        keys = " ".join(sorted(ask.id.key for ask in walk.asks if ask.blocks))
        met[keys] += 1
        if met[keys] <= enough:
            yield walk
        walk.take("answer", dice.randrange(2**16))


def check_goes_on(case: Case, state: State[Any], number: int) -> None:
    """The game is over, or somebody can answer, and whatever is offered applies."""
    check_state(case, state)
    referee = case.referee()
    assert any(ask.blocks for ask in referee.asks(state)) != referee.is_over(state)
    for command in some_of(referee.legal(state, random.Random(number), 6), number, ANSWERS):
        after, _ = case.referee().apply(state, command)
        check_state(case, after)


def check_state(case: Case, state: State[Any]) -> None:
    run = Run(case.game, case.box, state)
    assert case.game.invariants(case.box, run.desk.table) == ()
    assert run.verdict() is None, "an end that nobody has noticed"


@each_case
def test_a_game_goes_on_after_any_correction_of_any_open_question(case: Case, full: bool) -> None:
    for seed in range(2, 12 if full else 3):
        for walk in questions(case, seed, 20 if full else ENOUGH):
            referee, state = case.referee(), walk.state
            for step in range(3):
                number = 1000 * seed + 10 * len(walk.journal) + step
                if specs := referee.correctables(state):
                    state, _ = referee.apply(state, correction(specs, number))
                    check_goes_on(case, state, number)


@each_case
def test_every_sort_of_fact_may_be_set_at_every_question_and_a_slip_set_right(case: Case, full: bool) -> None:
    for seed in range(2, 6 if full else 3):
        for walk in questions(case, seed, 1):
            specs = walk.referee.correctables(walk.state)
            before = {spec.key: spec.value for spec in specs}
            for number, slip in enumerate(each_sort(specs, len(walk.journal), 99 if full else 2)):
                after, _ = case.referee().apply(walk.state, slip)
                check_goes_on(case, after, number)
                if after.slip:
                    check_set_right(walk, after, Correct(slip.key, before[slip.key]))
                    check_more(case, after, number, 99 if full else 4)


def check_more(case: Case, after: State[Any], number: int, most: int) -> None:
    """Whatever else is set at such an end, the game is over or goes on, and is read back the same."""
    specs = case.referee().correctables(after)
    for more in some_of(each_sort(specs, number, 1), number, most):
        again, _ = case.referee().apply(after, more)
        check_goes_on(case, again, number)


def check_set_right(walk: Walk, after: State[Any], right: Correct) -> None:
    referee = walk.case.referee()
    assert right.key in {spec.key for spec in referee.correctables(after)}, "cannot be set right"
    again, _ = referee.apply(after, right)
    assert not again.slip
    assert referee.asks(again) == walk.asks
