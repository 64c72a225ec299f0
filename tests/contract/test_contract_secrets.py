"""What a seat or the shared screen may see does not change with another seat's secret."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.asks import Ask, Order
from rules.core.commands import Answer, Picked, Reply
from rules.core.desk import picked
from rules.core.event import Event
from rules.core.value import TABLE, to_json
from tests.contract.cases import CASES, Case
from tests.contract.walks import Steps, Walk, few, walks

each_case = pytest.mark.parametrize("case", CASES, ids=str)
DEEP = 4
"""Cards a deck needs for two of its middle to be far from its top and its bottom."""


def seen_by(walk: Walk, viewer: int | None, events: tuple[Event, ...]) -> tuple[Any, ...]:
    """Return all that one pair of eyes gets to see of a step."""
    table, asks = walk.referee.view_for(walk.state, viewer)
    read = [event for event in events if event.private is None or event.private == viewer]
    secrets = walk.referee.secrets(walk.state, viewer) if viewer is not None else ()
    return to_json(table), asks, read, secrets


def two_replies(ask: Ask) -> list[Reply]:
    """Return two answers that look alike from outside (the same number of cards), if there are two."""
    alike: dict[int, list[Reply]] = {}
    for reply in itertools.islice(ask.replies(), 200):
        alike.setdefault(len(picked(reply)) if isinstance(reply, Picked) else 1, []).append(reply)
    pairs = [replies[:2] for size, replies in alike.items() if size and len(replies) > 1]
    return pairs[0] if pairs else []


def branches(case: Case, number: int, journal: list[Any], answers: list[Answer]) -> list[Any]:
    """Play the same game on with one answer or the other."""
    found = []
    for answer in answers:
        walk = Walk(case, number)
        for command in journal:
            walk.do(command)
        found.append((walk, walk.do(answer)))
    return found


def compare(case: Case, walk: Walk, answers: list[Answer], viewers: Sequence[int | None]) -> None:
    (one, told_one), (other, told_other) = branches(case, walk.number, walk.journal, answers)
    for viewer in viewers:
        assert seen_by(one, viewer, told_one) == seen_by(other, viewer, told_other)


def try_secrets(case: Case, walk: Walk) -> int:
    """Answer each open secret both ways; return how many there were."""
    tried = 0
    for ask in [ask for ask in walk.asks if ask.secret]:
        # What the table deals in secret, each seat may see its share of.
        seats = range(case.seats) if ask.id.seat != TABLE else ()
        others = [None, *(seat for seat in seats if seat != ask.id.seat)]
        assert all(ask not in walk.referee.view_for(walk.state, viewer)[1] for viewer in others)
        if replies := two_replies(ask):
            compare(case, walk, [Answer(ask.id, reply) for reply in replies], others)
            tried += 1
    return tried


def try_decks(case: Case, walk: Walk) -> int:
    """Shuffle each digital deck in two ways that differ in the middle; return how many there were."""
    tried = 0
    for ask in walk.asks:
        if isinstance(ask, Order) and ask.chance == "digital" and len(ask.options) >= DEEP:
            cards, at = list(ask.options), len(ask.options) // 2
            cards[at - 1], cards[at] = cards[at], cards[at - 1]
            answers = [Answer(ask.id, Picked(order)) for order in (ask.options, tuple(cards))]
            compare(case, walk, answers, [None] if ask.secret else [None, *range(case.seats)])
            tried += 1
    return tried


@each_case
@given(number=st.integers(0, 2**16), steps=walks())
@few
def test_another_seats_secret_and_a_decks_order_do_not_show(case: Case, number: int, steps: Steps) -> None:
    walk = Walk(case, number)
    for step in steps:
        try_secrets(case, walk)
        try_decks(case, walk)
        walk.take(*step)


@pytest.mark.parametrize("case", [case for case in CASES if case.game.id == "paper_hand"], ids=str)
def test_the_comparison_meets_secrets_and_decks(case: Case) -> None:
    secrets = decks = 0
    for seed in range(5):
        walk = Walk(case, seed)
        decks += try_decks(case, walk)
        for number in range(60):
            secrets += try_secrets(case, walk)
            walk.take("answer", seed * 7919 + number * 104729)
    assert decks == 5
    assert bool(secrets) == (case.level == "guided")
