"""Cells whatever the stickers' size: what millimetres were stated for is compared with the other usual sizes.

With a wrong size all distances are wrong, so that most cards lie between cells and a few land in a wrong one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from vision.camera import code_side_mm
from vision.layout import Known, Layout, Pitch, Placed, Untold, lattice
from vision.lens import Lens
from vision.tag import Tag

USUAL_MM = (10.0, 12.0, 15.0, 20.0, 25.0)

FEWEST = 5
"""Fewer cards say nothing of their stickers' size: almost any distances fit."""

NEAT = 0.8
"""Mean confidence from which the stated size is not doubted, where every card has a cell."""

CLEARLY, MOST, WELL = 1.4, 0.8, 0.6
"""By how much another size must fit better, what share of the cards it must place, and their mean confidence, to be taken
instead."""

RIVAL = 0.9
"""A size that fits so nearly as well is believed too: what the two read differently is not told."""

CLOSEST, WIDEST = 0.94, 1.2
"""How far apart cards lie side by side, in pitches: nearer they would lie over each other, farther they hardly are so."""


def sized_lattice(
    tags: Sequence[Tag],
    pitch: Pitch,
    origin: str | None = None,
    known: Mapping[str, Known] | None = None,
    lens: Lens | None = None,
) -> tuple[Layout, float | None]:
    """Place cards as ``lattice`` does; with it comes the stickers' side where another usual size fits clearly better."""
    stated = lattice(tags, pitch, origin, known, lens)
    count = len(stated.placed) + sum(
        each.reason in {"between_cells", "cell_taken", "askew"} for each in stated.untold
    )
    is_neat = len(stated.placed) == count and _merit(stated) >= NEAT * count
    is_spaced = len(stated.placed) >= MOST * count and bool(stated.spacing) and _is_usual(stated)
    if count < FEWEST or is_neat or is_spaced:
        return stated, None
    tried = (
        (size, lattice(tags, replace(pitch, code_mm=code_side_mm(size)), origin, known, lens))
        for size in USUAL_MM
        if abs(code_side_mm(size) / pitch.code_mm - 1) > 0.01
    )
    others = dict(tried)
    usual = {size: layout for size, layout in others.items() if _is_usual(layout)}
    well, many = max(CLEARLY * _merit(stated), WELL * count), max(FEWEST, MOST * count)
    best = max(usual, key=lambda size: _merit(usual[size]), default=None)
    if best is not None and _merit(usual[best]) >= well and len(usual[best].placed) >= many:
        return _undisputed(usual[best], usual.values()), best
    # Where people leave wide gaps the right size looks unusual; it is not taken then, but speaks against a wrong one.
    return _undisputed(stated, others.values()), None


def _is_usual(layout: Layout) -> bool:
    """Tell whether nothing speaks against a size: cards lie neither over each other with it, nor far apart."""
    return all(CLOSEST <= apart <= WIDEST for apart in layout.spacing)


def _merit(layout: Layout) -> float:
    """Return how well cards fit side by side: the confidences of those with a neighbour, 0 where no cell is known.

    Twice too large a size puts every card neatly into a cell, with an empty one to each side.
    """
    if not layout.anchored or not layout.placed:
        return 0.0
    cells = np.array([(card.col, card.row) for card in layout.placed])
    beside = (np.abs(cells[:, None] - cells).max(2) == 1).any(1)
    return sum(card.confidence for card in compress(layout.placed, beside))


def _undisputed(layout: Layout, rivals: Collection[Layout]) -> Layout:
    """Return a layout without the cards that one fitting nearly as well has in other cells."""
    cells, least = {card.text: _cell(card) for card in layout.placed}, RIVAL * _merit(layout)
    disputed = {
        card.text
        for rival in rivals
        if rival.anchored and layout.anchored and _merit(rival) >= least
        for card in rival.placed
        if cells.get(card.text, _cell(card)) != _cell(card)
    }
    return replace(
        layout,
        placed=tuple(card for card in layout.placed if card.text not in disputed),
        untold=(
            *layout.untold,
            *(Untold(card.text, "size", card.corners) for card in layout.placed if card.text in disputed),
        ),
    )


def _cell(card: Placed) -> tuple[int, int, int]:
    return card.col, card.row, card.turn
