"""Named, pure conditions on a set of picks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.errors import ScriptError
from rules.core.value import Choice

Predicate = Callable[[Sequence[int], Sequence[Choice], int], bool]

PREDICATES: dict[str, Predicate] = {
    "sum_at_least": lambda weights, _picks, bound: sum(weights) >= bound,
    "sum_at_most": lambda weights, _picks, bound: sum(weights) <= bound,
    "sum_exactly": lambda weights, _picks, bound: sum(weights) == bound,
    "all_different": lambda _weights, picks, _bound: len(set(picks)) == len(picks),
}


def holds(name: str, weights: Sequence[int], picks: Sequence[Choice], bound: int) -> bool:
    """Tell whether the named condition holds; raise ``ScriptError`` for an unknown name."""
    if name not in PREDICATES:
        raise ScriptError("core.unknown_predicate", name=name)
    return PREDICATES[name](weights, picks, bound)
