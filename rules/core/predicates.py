"""Named, pure conditions on a set of picks, each pick with its weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.errors import ScriptError
from rules.core.value import Choice

Weighed = tuple[Choice, int]
Test = Callable[[Sequence[Weighed], int], bool]
Hope = Callable[[Sequence[Weighed], Sequence[Weighed], int, int], bool]


def holds(name: str, picks: Sequence[Weighed], bound: int) -> bool:
    """Tell whether the named condition holds; raise ``ScriptError`` for an unknown name."""
    return _known(name)[0](picks, bound)


def can_hold(name: str, taken: Sequence[Weighed], left: Sequence[Weighed], count: int, bound: int) -> bool:
    """Tell whether ``count`` more picks out of those left can make the condition hold, exactly and quickly."""
    return count <= len(left) and _known(name)[1](taken, left, count, bound)


def _known(name: str) -> tuple[Test, Hope]:
    if name not in PREDICATES:
        raise ScriptError("core.unknown_predicate", name=name)
    return PREDICATES[name]


def _sum(picks: Sequence[Weighed]) -> int:
    return sum(weight for _, weight in picks)


def _most(taken: Sequence[Weighed], left: Sequence[Weighed], count: int) -> int:
    return _sum(taken) + sum(sorted((weight for _, weight in left), reverse=True)[:count])


def _least(taken: Sequence[Weighed], left: Sequence[Weighed], count: int) -> int:
    return _sum(taken) + sum(sorted(weight for _, weight in left)[:count])


def _can_be_exact(taken: Sequence[Weighed], left: Sequence[Weighed], count: int, bound: int) -> bool:
    sums: list[set[int]] = [{_sum(taken)}, *(set() for _ in range(count))]
    for _, weight in left:
        for picked in range(count, 0, -1):
            sums[picked] |= {total + weight for total in sums[picked - 1]}
    return bound in sums[count]


def _differ(picks: Sequence[Weighed], _bound: int = 0) -> bool:
    return len({choice for choice, _ in picks}) == len(picks)


def _can_differ(taken: Sequence[Weighed], left: Sequence[Weighed], count: int, _bound: int) -> bool:
    new = {choice for choice, _ in left} - {choice for choice, _ in taken}
    return _differ(taken) and len(new) >= count


PREDICATES: dict[str, tuple[Test, Hope]] = {
    "sum_at_least": (
        lambda picks, bound: _sum(picks) >= bound,
        lambda taken, left, count, bound: _most(taken, left, count) >= bound,
    ),
    "sum_at_most": (
        lambda picks, bound: _sum(picks) <= bound,
        lambda taken, left, count, bound: _least(taken, left, count) <= bound,
    ),
    "sum_exactly": (lambda picks, bound: _sum(picks) == bound, _can_be_exact),
    "all_different": (_differ, _can_differ),
}
"""Each condition, and whether it can still come true."""
