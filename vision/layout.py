"""Cells of a hand-laid city, from tags alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from vision.camera import code_side_mm
from vision.tag import Corners, Tag

Doubt = Literal["damaged", "twice", "size", "between_cells", "askew", "cell_taken", "no_anchor"]
"""Why a tag got no cell."""

Known = tuple[int, int] | tuple[int, int, int]
"""A cell already known: column and row, and the quarter turn where that is known too."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """Describe how cards lie: millimetres from card centre to card centre, and where the sticker is.

    `sticker_dx`, `sticker_dy` lead from the card's centre to the sticker's centre, x to the card's own
    right and y to its own bottom.
    """

    x_mm: float
    y_mm: float
    sticker_dx: float = 0.0
    sticker_dy: float = 0.0
    code_mm: float = code_side_mm()


@dataclass(frozen=True, slots=True)
class Placed:
    """Say which cell a card is in. Columns grow to the right, rows DOWNWARD, both may be negative.

    `turn` counts quarter turns clockwise against the origin card's own top. `confidence` goes from 1
    (exactly on the lattice, well seen) to 0 (at the limit of what is still told).
    """

    text: str
    col: int
    row: int
    turn: int
    confidence: float
    corners: Corners


@dataclass(frozen=True, slots=True)
class Untold:
    """Name a tag which was read but fits no cell within tolerance."""

    text: str
    reason: Doubt
    corners: Corners


@dataclass(frozen=True, slots=True)
class Layout:
    """Hold the cells found. When not `anchored`, cells are right only relative to one another."""

    placed: tuple[Placed, ...]
    untold: tuple[Untold, ...]
    anchored: bool


def lattice(
    tags: Sequence[Tag],
    pitch: Pitch,
    origin: str | None = None,
    known: Mapping[str, Known] | None = None,
) -> Layout:
    """Place cards in cells; the card `origin` is cell (0, 0) and its own top is up."""
    raise NotImplementedError
