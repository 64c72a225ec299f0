"""Cells of a hand-laid city, from tags alone; and the rows of a spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from statistics import median
from typing import Literal

import numpy as np

from vision.camera import code_side_mm
from vision.geometry import Matrix, apply, rigid
from vision.lattice import Growth
from vision.layout_anchor import AnchorCell, anchored_starts, relative_start, settle
from vision.lens import Lens
from vision.plane import OFF_SIZE, Plane, fit_plane
from vision.tag import Corners, Tag

Doubt = Literal[
    "damaged", "mirrored", "twice", "size", "between_cells", "askew", "cell_taken", "between_areas"
]
"""Why a tag got no cell."""

Known = AnchorCell
"""A cell already known: column and row, and the quarter turn where that is known too."""

ASKEW_DEG = 30.0
ROW_GAP = 2.5
"""Codes farther apart than this, in their own sides, are in different rows of a spread."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """Describe how cards lie: millimetres from card centre to card centre, and where the sticker is.

    `sticker_dx`, `sticker_dy` lead from the card's centre to the sticker's centre, x to the card's own
    right and y to its own bottom. Odd rows lie `shift` columns farther right, as bricks do (0.5).
    """

    x_mm: float
    y_mm: float
    sticker_dx: float = 0.0
    sticker_dy: float = 0.0
    code_mm: float = code_side_mm()
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """Say which cell a card is in. Columns grow to the right, rows DOWNWARD, both may be negative.

    `turn` counts quarter turns clockwise against the lattice's up. `confidence` goes from 1 (exactly on the
    lattice its neighbours make) to 0 (at the limit of what is still told).
    """

    text: str
    col: int
    row: int
    turn: int
    confidence: float
    corners: Corners


@dataclass(frozen=True, slots=True)
class Untold:
    """Name a tag which was seen but gets no cell, and why."""

    text: str
    reason: Doubt
    corners: Corners


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Hold the cells found; `name` is that of the area or board, where there are several.

    When not `anchored`, cells are right only relative to one another (least column and row 0) and the way
    up is that of most cards. `cells_to_picture` maps (column, row) to coordinates of the picture made straight
    by `lens`, whole numbers being the middles of cells, odd rows `shift` columns farther right; None without cards.
    `spacing` is how far apart cards lie in rows and in columns, in pitches, where that can be told.
    """

    placed: tuple[Placed, ...]
    untold: tuple[Untold, ...]
    anchored: bool
    cells_to_picture: Matrix | None = None
    shift: float = 0.0
    lens: Lens | None = None
    name: str = ""
    spacing: tuple[float, ...] = ()

    def outline(self, col: float, row: int, share: float = 0.9) -> Corners | None:
        """Return where a cell lies in the picture, a little smaller than the pitch."""
        if self.cells_to_picture is None:
            return None
        half = share / 2
        col += self.shift * (row % 2)
        corners = [(col - half, row - half), (col + half, row - half)]
        corners += [(col + half, row + half), (col - half, row + half)]
        seen = apply(self.cells_to_picture, corners)
        a, b, c, d = ((float(x), float(y)) for x, y in (self.lens.bend(seen) if self.lens else seen))
        return a, b, c, d


def lattice(
    tags: Sequence[Tag],
    pitch: Pitch,
    origin: str | None = None,
    known: Mapping[str, Known] | None = None,
    lens: Lens | None = None,
) -> Layout:
    """Place cards in cells; the card `origin` is cell (0, 0) and its own top is up.

    Where the origin is not seen, cards whose cells are `known` from before anchor the lattice: one is enough
    when its quarter turn is known too, else two are needed. Without either the layout is relative. A
    tag that fits no cell within tolerance, or fits one that another tag fits too, is untold, never guessed.
    A `lens` undoes what the camera's does to straight lines; it must be for pictures of this size.
    """
    usable, untold = _sift(tags)
    if not usable:
        return Layout((), tuple(untold), anchored=False)
    plane = fit_plane([lens.straight(tag) for tag in usable] if lens else usable, pitch.code_mm)
    right_size = np.abs(plane.sizes - 1) <= OFF_SIZE
    cards = list(compress(usable, right_size))
    untold += [Untold(tag.text, "size", tag.corners) for tag in compress(usable, ~right_size)]
    if not cards:
        return Layout((), tuple(untold), anchored=False)
    growth = _growth(plane.poses[right_size], pitch)
    texts = [tag.text for tag in cards]
    anchored = settle(growth, anchored_starts(growth, texts, _anchors(texts, origin, known)))
    if not anchored:
        relative_start(growth)
    placed, doubted = _verdicts(cards, growth)
    spacing = growth.spacing()
    if not anchored:
        placed = _from_zero(placed, growth)
    grid = _cells_to_picture(plane, placed, texts, growth)
    told, doubts = tuple(placed), tuple(untold + doubted)
    return Layout(told, doubts, anchored, grid, pitch.shift, lens, spacing=spacing)


def _anchors(
    texts: Sequence[str], origin: str | None, known: Mapping[str, Known] | None
) -> Mapping[str, Known]:
    if origin is not None and origin in texts:
        return {origin: (0, 0, 0)}
    return known or {}


def _sift(tags: Sequence[Tag]) -> tuple[list[Tag], list[Untold]]:
    times = Counter(tag.text for tag in tags if tag.problem is None)
    usable: list[Tag] = []
    untold: list[Untold] = []
    for tag in tags:
        if tag.problem is not None:
            untold.append(Untold(tag.text, tag.problem, tag.corners))
        elif tag.is_mirrored:
            untold.append(Untold(tag.text, "mirrored", tag.corners))
        elif times[tag.text] > 1:
            untold.append(Untold(tag.text, "twice", tag.corners))
        else:
            usable.append(tag)
    return usable, untold


def _growth(poses: Matrix, pitch: Pitch) -> Growth:
    centres = np.array(
        [apply(rigid(x, y, angle), [(-pitch.sticker_dx, -pitch.sticker_dy)])[0] for x, y, angle in poses]
    )
    return Growth(centres, poses[:, 2], (pitch.x_mm, pitch.y_mm), 0.0, pitch.shift)


def _verdicts(cards: Sequence[Tag], growth: Growth) -> tuple[list[Placed], list[Untold]]:
    placed: list[Placed] = []
    untold = [
        Untold(tag.text, "between_cells", tag.corners)
        for index, tag in enumerate(cards)
        if index not in growth.cells
    ]
    taken = Counter(growth.cells.values())
    indices = list(growth.cells)
    judged = growth.judge(indices)
    doubts = np.where(np.isin(indices, list(growth.fixed)), 0.0, judged.off / judged.limit)
    for index, (turn, left_over), doubt in zip(indices, growth.turns(indices), doubts, strict=True):
        tag, cell = cards[index], growth.cells[index]
        if taken[cell] > 1 and index not in growth.fixed:
            untold.append(Untold(tag.text, "cell_taken", tag.corners))
        elif left_over > ASKEW_DEG:
            untold.append(Untold(tag.text, "askew", tag.corners))
        else:
            worst = max(float(doubt), left_over / ASKEW_DEG)
            placed.append(Placed(tag.text, *cell, turn, round(max(0.0, 1 - worst**2), 3), tag.corners))
    return placed, untold


def _from_zero(placed: list[Placed], growth: Growth) -> list[Placed]:
    """Count columns and rows from the least; shifted rows stay odd."""
    col = min((card.col for card in placed), default=0)
    row = min((card.row for card in placed), default=0)
    row -= row % 2 if growth.shift else 0
    growth.cells = {index: (c - col, r - row) for index, (c, r) in growth.cells.items()}
    return [replace(card, col=card.col - col, row=card.row - row) for card in placed]


def _cells_to_picture(plane: Plane, placed: list[Placed], texts: list[str], growth: Growth) -> Matrix | None:
    """Fit one lattice over all cards: good enough to point at a cell, not to tell one."""
    if not placed:
        return None
    to_mm = np.eye(3)
    to_mm[:2, :2], to_mm[:2, 2] = growth.fit([texts.index(card.text) for card in placed])
    result: Matrix = plane.to_picture @ to_mm
    return result


def rows(tags: Sequence[Tag]) -> tuple[tuple[Tag, ...], ...]:
    """Return tags in the rows that they lie in: rows from the top of the picture, each from the left."""
    if not tags:
        return ()
    gap = ROW_GAP * median(tag.side for tag in tags)
    found: list[list[Tag]] = []
    for tag in sorted(tags, key=lambda tag: tag.centre[1]):
        if found and tag.centre[1] - found[-1][-1].centre[1] < gap:
            found[-1].append(tag)
        else:
            found.append([tag])
    return tuple(tuple(sorted(row, key=lambda tag: tag.centre[0])) for row in found)
