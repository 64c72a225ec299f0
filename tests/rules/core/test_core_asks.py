"""Each kind of question: what fits, what is listed, and what chance answers."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.asks import Ask, Confirm, Number, One, Order, Place, PlaceGroup, Some
from rules.core.commands import Amount, AskId, Done, Picked, Put, Reply
from rules.core.desk import picked
from rules.core.errors import RuleError, ScriptError
from rules.core.predicates import PREDICATES, can_hold, holds
from rules.core.value import Cell, Choice, PieceRef

ID = AskId(0, "q", 1)
A, B, C = map(PieceRef, "abc")
SPOT, OTHER = Cell(0, 0), Cell(1, 0)
CITY = PlaceGroup(("a", "b"), (SPOT, OTHER), "city", (0, 2))
YARD = PlaceGroup(("c",), (SPOT,), "yard")

FITS: list[tuple[Ask, Reply]] = [
    (One(ID, options=(A, B)), Picked((A,))),
    (One(ID, options=(A, B), optional=True), Picked()),
    (Some(ID, options=(A, B, C), low=1, high=2), Picked((C, A))),
    (Some(ID, options=(A, A, B), low=2, high=2), Picked((A, A))),
    (Some(ID, options=(A, B)), Picked()),
    (Order(ID, options=(A, B, A)), Picked((A, A, B))),
    (Number(ID, low=-2, high=2), Amount(-2)),
    (Number(ID, low=-2, high=2), Amount(2)),
    (Place(ID, groups=(CITY, YARD)), Put("b", OTHER, "city", 2)),
    (Place(ID, groups=(CITY, YARD)), Put("c", SPOT, "yard")),
    (Place(ID, groups=(CITY,), optional=True), Picked()),
    (Confirm(ID), Done()),
]
MISFITS: list[tuple[Ask, Reply, str]] = [
    (One(ID, options=(A, B)), Picked((C,)), "not_offered"),
    (One(ID, options=(A, B)), Picked(), "pick_one"),
    (One(ID, options=(A, B)), Picked((A, B)), "pick_one"),
    (One(ID, options=(A, B), optional=True), Done(), "pick_one"),
    (Some(ID, options=(A, B, C), low=1, high=2), Picked(), "pick_some"),
    (Some(ID, options=(A, B, C), low=1, high=2), Picked((A, B, C)), "pick_some"),
    (Some(ID, options=(A, B, C), low=1, high=2), Picked((A, A)), "not_offered"),
    (Some(ID, options=(A, B), low=1, high=2), Amount(1), "pick_some"),
    (
        Some(ID, options=(A, B), high=2, predicate="sum_at_least", bound=5, weights=(2, 3)),
        Picked((B,)),
        "sum_at_least",
    ),
    (Order(ID, options=(A, B)), Picked((A,)), "order_all"),
    (Order(ID, options=(A, B)), Picked((A, A)), "order_all"),
    (Order(ID, options=(A, B)), Picked((A, B, C)), "order_all"),
    (Order(ID, options=(A, B)), Done(), "order_all"),
    (Number(ID, low=-2, high=2), Amount(3), "number"),
    (Number(ID, low=-2, high=2), Amount(-3), "number"),
    (Number(ID, low=-2, high=2), Picked((A,)), "number"),
    (Place(ID, groups=(CITY, YARD)), Put("c", SPOT, "city"), "not_there"),
    (Place(ID, groups=(CITY, YARD)), Put("c", OTHER, "yard"), "not_there"),
    (Place(ID, groups=(CITY, YARD)), Put("a", SPOT, "city", 1), "not_there"),
    (Place(ID, groups=(CITY, YARD)), Picked(), "place_one"),
    (Place(ID, groups=(CITY,), optional=True), Picked((A,)), "place_one"),
    (Confirm(ID), Picked(), "go_on"),
]


@pytest.mark.parametrize(("ask", "reply"), FITS, ids=str)
def test_a_fitting_reply_is_taken_and_listed(ask: Ask, reply: Reply) -> None:
    ask.check(reply)
    assert ask.is_answerable()
    assert sorted_picks(reply) in map(sorted_picks, ask.replies())


@pytest.mark.parametrize(("ask", "reply", "reason"), MISFITS, ids=str)
def test_any_other_reply_is_refused_with_its_reason(ask: Ask, reply: Reply, reason: str) -> None:
    with pytest.raises(RuleError) as caught:
        ask.check(reply)
    assert caught.value.key == f"core.{reason}"
    assert dict(caught.value.message.args)["ask"] == ask.text
    assert reply not in ask.replies()


def test_a_number_that_json_would_not_keep_is_refused() -> None:
    for value in (True, 1.0):
        with pytest.raises(RuleError):
            Number(ID, low=0, high=2).check(Amount(value))  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", dict.fromkeys(ask for ask, _ in FITS), ids=str)
def test_chance_answers_fit_and_reach_every_reply(ask: Ask) -> None:
    dice = random.Random(7)
    drawn = [ask.sample(dice) for _ in range(400)]
    for reply in drawn:
        ask.check(reply)
    assert set(map(sorted_picks, drawn)) == set(map(sorted_picks, ask.replies()))


def sorted_picks(reply: Reply) -> Reply:
    """Take the order out of a set of picks."""
    return Picked(tuple(sorted(reply.choices, key=str))) if isinstance(reply, Picked) else reply


@pytest.mark.parametrize(
    "ask",
    [
        One(ID, optional=True),
        Some(ID, options=(A, B), low=3, high=4),
        Some(ID, options=(A, B), low=0, high=0),
        Some(ID, options=(A, B), high=2, predicate="sum_exactly", bound=4, weights=(3, 2)),
        Some(ID, options=(A, A), low=2, high=2, predicate="all_different"),
        Order(ID),
        Number(ID, low=1, high=0),
        Place(ID, groups=(PlaceGroup((), (SPOT,)), PlaceGroup(("a",), ())), optional=True),
    ],
    ids=str,
)
def test_a_question_without_an_answer_knows_it(ask: Ask) -> None:
    assert not ask.is_answerable()


options = st.lists(st.sampled_from([A, B, C, PieceRef("d"), PieceRef("e")]), max_size=7)
worth = {A: 0, B: 1, C: 2, PieceRef("d"): 3, PieceRef("e"): -1}


@given(
    options=options,
    low=st.integers(0, 4),
    more=st.integers(0, 4),
    name=st.sampled_from(["", *PREDICATES]),
    bound=st.integers(-3, 9),
    seed=st.integers(0, 99),
)
def test_picks_are_listed_once_each_and_exactly_those_that_fit(
    options: list[PieceRef], low: int, more: int, name: str, bound: int, seed: int
) -> None:
    weights = tuple(worth[option] for option in options)
    ask = Some(
        ID, options=tuple(options), low=low, high=low + more, predicate=name, bound=bound, weights=weights
    )
    subsets = (
        subset
        for count in range(len(options) + 1)
        for subset in itertools.combinations(sorted(options, key=str), count)
    )
    expected = {Picked(subset) for subset in subsets if fits(ask, subset)}
    listed = [sorted_picks(reply) for reply in ask.replies()]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    assert ask.is_answerable() == bool(expected and options and ask.high)
    if ask.is_answerable():
        ask.check(ask.sample(random.Random(seed)))


def fits(ask: Some, subset: Sequence[Choice]) -> bool:
    try:
        ask.check(Picked(tuple(subset)))
    except RuleError:
        return False
    return True


def test_many_options_are_listed_without_trying_every_set() -> None:
    """Of the 2^40 sets of forty ones, one reaches a sum of forty, and few thirty-nine."""
    cards = tuple(PieceRef(str(n)) for n in range(40))
    for bound, count in ((40, 1), (39, 41)):
        ask = Some(
            ID, options=cards, low=1, high=40, predicate="sum_at_least", bound=bound, weights=(1,) * 40
        )
        assert len(list(ask.replies())) == count
        ask.check(ask.sample(random.Random(1)))
    half = Some(ID, options=cards, low=20, high=20)
    assert len(picked(next(half.replies()))) == 20


@given(
    taken=st.lists(st.integers(-2, 4), max_size=3),
    left=st.lists(st.integers(-2, 4), max_size=6),
    count=st.integers(0, 6),
    bound=st.integers(-5, 12),
    name=st.sampled_from(sorted(PREDICATES)),
)
def test_a_condition_can_hold_exactly_where_some_picks_make_it_hold(
    taken: list[int], left: list[int], count: int, bound: int, name: str
) -> None:
    weighed = [(PieceRef(str(weight)), weight) for weight in taken]
    more = [(PieceRef(str(weight)), weight) for weight in left]
    expected = any(holds(name, [*weighed, *picks], bound) for picks in itertools.combinations(more, count))
    assert can_hold(name, weighed, more, count, bound) == expected


def test_an_unknown_condition_is_a_defect_of_the_script() -> None:
    with pytest.raises(ScriptError, match="unknown_predicate"):
        holds("sum_is_nice", [], 0)


def test_a_repeated_option_may_be_picked_as_often_as_it_is_there() -> None:
    ask = Some(ID, options=(A, A, B), low=0, high=3)
    found = [Counter(picked(reply)) for reply in ask.replies()]
    assert len(found) == 6
    assert max(count[A] for count in found) == 2
