"""Robots at the real table: what the companion knows is true there, and a swapped piece shows."""

from __future__ import annotations

import random

import pytest

from rules.core.commands import Answer
from rules.core.game import Facts, Tabletop
from tests.contract.cases import CASES, Case
from tests.contract.walks import CAP, Walk

each_case = pytest.mark.parametrize("case", CASES, ids=str)


def play(case: Case, seed: int) -> tuple[Walk, Tabletop]:
    """Let robots play a whole game; the companion itself shuffles its digital decks."""
    dice, walk = random.Random(seed), Walk(case, seed)
    table = case.game.tabletop(case.box, case.setup(seed), dice)
    for event in walk.events:
        table.hear(event)
    while not walk.referee.is_over(walk.state) and len(walk.journal) < CAP:
        ask = dice.choice([ask for ask in walk.asks if ask.blocks])
        is_digital = ask.chance == "digital"
        reply = ask.sample(dice) if is_digital else table.act(ask, walk.asks)
        for event in walk.do(Answer(ask.id, reply)):
            table.hear(event)
    return walk, table


def differences(known: Facts, truth: Facts) -> list[str]:
    return sorted(name for name in known.keys() & truth.keys() if known[name] != truth[name])


@each_case
def test_what_the_companion_knows_is_true_at_the_table(case: Case) -> None:
    for seed in range(3):
        walk, table = play(case, seed)
        known = walk.referee.facts(walk.state)
        assert known.keys() & table.facts().keys()
        assert differences(known, table.facts()) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.level == "guided"], ids=str)
def test_a_spoilt_table_differs_from_what_the_companion_knows(case: Case) -> None:
    walk, table = play(case, 1)
    assert table.spoil()
    assert differences(walk.referee.facts(walk.state), table.facts())
