"""Which way is up, and which cell is which: the start from which a lattice grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.geometry import signed_deg
from vision.lattice import Cell, Growth

AnchorCell = tuple[int, int] | tuple[int, int, int]

TRIED = 3
"""Anchors from which a lattice is grown; the others only vote."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Name a card whose cell is known; `turn` None where its quarter turn is not."""

    index: int
    cell: Cell
    turn: int | None


@dataclass(frozen=True, slots=True)
class Start:
    """Hold one way to begin: the lattice's up in degrees and the first card."""

    up_deg: float
    anchor: Anchor


def anchored_starts(
    growth: Growth, texts: Sequence[str], known: Mapping[str, AnchorCell]
) -> tuple[tuple[Start, ...], tuple[Anchor, ...]]:
    """Return the ways to begin that the seen anchors allow, and those anchors."""
    anchors = tuple(
        Anchor(index, (known[text][0], known[text][1]), _turn(known[text]))
        for index, text in enumerate(texts)
        if text in known
    )
    turned = [anchor for anchor in anchors if anchor.turn is not None]
    starts = [
        Start(float(growth.angles[anchor.index]) - 90 * (anchor.turn or 0), anchor)
        for anchor in turned[:TRIED]
    ]
    if not turned and len(anchors) > 1:
        starts = [
            Start(float(growth.angles[anchor.index]) + 90 * quarter, anchor)
            for anchor in anchors[: TRIED - 1]
            for quarter in range(4)
        ]
    return tuple(starts), anchors


def _turn(cell: AnchorCell) -> int | None:
    match cell:
        case (_, _, turn):
            return turn
        case _:
            return None


def settle(growth: Growth, options: tuple[tuple[Start, ...], tuple[Anchor, ...]]) -> bool:
    """Grow from the start that most anchors confirm; say whether one stands out.

    Without known turns two anchors must agree, and always more than half of those seen: cards may have been
    moved since their cells were known.
    """
    starts, anchors = options
    results: list[tuple[int, float, dict[int, Cell]]] = []
    for start in starts:
        growth.up_deg = start.up_deg
        growth.sketch({start.anchor.index: start.anchor.cell})
        votes = sum(_confirms(growth, anchor) for anchor in anchors)
        results.append((votes, start.up_deg, dict(growth.cells)))
    if not results:
        return False
    best = max(votes for votes, _, _ in results)
    winners = [(up, cells) for votes, up, cells in results if votes == best]
    enough = best > len(anchors) / 2 and best >= (1 if starts[0].anchor.turn is not None else 2)
    up, cells = winners[0]
    if not enough or any(other != cells or abs(signed_deg(off - up)) > 45 for off, other in winners):
        return False
    growth.up_deg = up
    growth.place(
        {a.index: a.cell for a in anchors if cells.get(a.index) == a.cell and _turned_right(growth, a)}
    )
    return True


def _turned_right(growth: Growth, anchor: Anchor) -> bool:
    return anchor.turn is None or growth.turns([anchor.index])[0][0] == anchor.turn % 4


def _confirms(growth: Growth, anchor: Anchor) -> bool:
    return growth.cells.get(anchor.index) == anchor.cell and _turned_right(growth, anchor)


def relative_start(growth: Growth) -> None:
    """Grow from the middle card, the way up that places most cards and has most of them upright.

    Where that leaves a choice, the picture's own up is nearest.
    """
    middle = int(np.argmin(np.linalg.norm(growth.centres - growth.centres.mean(0), axis=1)))
    best: tuple[int, int, float] | None = None
    up, start = 0.0, (0, 0)
    # The middle card may lie in a shifted row.
    for quarter, row in product(range(4), range(2 if growth.shift else 1)):
        growth.up_deg = float(growth.angles[middle]) + 90 * quarter
        growth.sketch({middle: (0, row)})
        upright = sum(turn == 0 for turn, _ in growth.turns(list(growth.cells)))
        merit = (len(set(growth.cells.values())), upright, -abs(signed_deg(growth.up_deg)))
        if best is None or merit > best:
            best, up, start = merit, growth.up_deg, (0, row)
    growth.up_deg = up
    growth.place({middle: start})
