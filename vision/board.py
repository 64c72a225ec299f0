"""A board with codes printed or stuck at known places: any piece's place on it in millimetres, and its cell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import code_side_mm
from vision.errors import GeometryError
from vision.geometry import Matrix, Points, apply, box, homography, rigid
from vision.lattice import OFF_CELL
from vision.layout import ASKEW_DEG, Doubt, Layout, Pitch, Placed, Untold
from vision.lens import Lens
from vision.tag import Tag

LEAST_MARKERS = 2
"""One marker alone says little about what lies a board's width away."""

OFF_PLACE = 0.25
"""A marker farther than this from its place, in sides of its code, was moved, or is not this board's."""

CORNER_PX = 0.5
TRIALS = 16
"""Corners are so far off (one standard deviation); so many times this is tried out, to know how sure a place is."""

SURE = 2.0
"""Standard deviations of its place by which a piece must still lie in its cell."""


@dataclass(frozen=True, slots=True)
class Marker:
    """Say where a code's middle lies on the board, from its top left, and how it is turned clockwise."""

    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Cells:
    """Describe a board's grid: the middle of its first cell, the pitch, and how many columns and rows there are."""

    x_mm: float
    y_mm: float
    pitch: Pitch
    cols: int
    rows: int


@dataclass(frozen=True, slots=True)
class Board:
    """Describe a board: its size and markers, and its grid if it has one."""

    name: str
    width_mm: float
    height_mm: float
    markers: Mapping[str, Marker]
    cells: Cells | None = None
    code_mm: float = code_side_mm()


@dataclass(frozen=True, slots=True)
class Spot:
    """Say where a piece's sticker lies on the board, and how it is turned clockwise; `sure_mm` is one standard deviation."""

    text: str
    x_mm: float
    y_mm: float
    angle_deg: float
    sure_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class BoardLayout:
    """Hold what lies on a board: every piece's spot, and where there is a grid its cell or why it has none.

    `layout.cells_to_picture` points at cells; pieces beside the board are in neither.
    """

    name: str
    spots: tuple[Spot, ...]
    layout: Layout
    to_mm: Matrix
    markers: tuple[str, ...]


def read_board(tags: Sequence[Tag], board: Board, lens: Lens | None = None) -> BoardLayout | None:
    """Find a board by its markers and say what lies on it; None where too few of them are seen in their places."""
    sound = [tag for tag in tags if tag.problem is None and not tag.is_mirrored]
    quads = {tag.text: _quad(tag, lens) for tag in sound if tag.text in board.markers}
    ways = _ways(quads, board)
    if ways is None:
        return None
    to_mm, trials, used = ways
    own = [tag for tag in sound if tag.text not in board.markers]
    spots = [(tag, _spot(tag, _quad(tag, lens), to_mm, trials)) for tag in own]
    on_it = [(tag, spot) for tag, spot in spots if _is_on(spot, board)]
    placed, untold = _cells(on_it, board)
    grid = None
    if board.cells is not None:
        cells = board.cells
        scale = np.diag([cells.pitch.x_mm, cells.pitch.y_mm, 1.0])
        grid = np.asarray(np.linalg.inv(to_mm) @ rigid(cells.x_mm, cells.y_mm, 0) @ scale, np.float64)
    shift = board.cells.pitch.shift if board.cells else 0.0
    layout = Layout(placed, untold, True, grid, shift, lens, board.name)
    return BoardLayout(board.name, tuple(spot for _, spot in on_it), layout, to_mm, used)


def _quad(tag: Tag, lens: Lens | None) -> Points:
    return np.array((lens.straight(tag) if lens else tag).corners)


def _home(marker: Marker, board: Board) -> Points:
    """Return where a marker's corners ought to lie, in mm."""
    pose = rigid(marker.x_mm, marker.y_mm, marker.turn_deg)
    return apply(pose, box(board.code_mm, board.code_mm))


def _ways(quads: Mapping[str, Points], board: Board) -> tuple[Matrix, list[Matrix], tuple[str, ...]] | None:
    """Return the way from the picture to the board, some that it might be as well, and the markers it goes by.

    Markers that do not fit are left out one by one, the worst first.
    """
    used = sorted(quads)
    homes = {text: _home(board.markers[text], board) for text in used}
    while len(used) >= LEAST_MARKERS:
        seen, wanted = (np.concatenate([each[text] for text in used]) for each in (quads, homes))
        try:
            to_mm = homography(seen, wanted)
            noise = np.random.default_rng(0).normal(0, CORNER_PX, (TRIALS, *seen.shape))
            trials = [homography(seen + off, wanted) for off in noise]
        except GeometryError:
            return None
        off = {text: float(np.abs(apply(to_mm, quads[text]) - homes[text]).max()) for text in used}
        worst = max(used, key=lambda text: off[text])
        if off[worst] <= OFF_PLACE * board.code_mm:
            return to_mm, trials, tuple(used)
        # With two that disagree nobody knows which one was moved.
        used = [text for text in used if text != worst] if len(used) > LEAST_MARKERS else []
    return None


def _spot(tag: Tag, quad: Points, to_mm: Matrix, trials: Sequence[Matrix]) -> Spot:
    corners = apply(to_mm, quad)
    x, y = corners.mean(0)
    across = corners[1] - corners[0] + corners[2] - corners[3]
    angle = math.degrees(math.atan2(across[1], across[0])) % 360
    middles: NDArray[np.float64] = np.array([apply(trial, quad).mean(0) for trial in trials])
    return Spot(tag.text, float(x), float(y), angle, float(middles.std(0).max()))


def _is_on(spot: Spot, board: Board) -> bool:
    return 0 <= spot.x_mm <= board.width_mm and 0 <= spot.y_mm <= board.height_mm


def _cells(found: Sequence[tuple[Tag, Spot]], board: Board) -> tuple[tuple[Placed, ...], tuple[Untold, ...]]:
    if board.cells is None:
        return (), ()
    judged = [(tag, _cell(tag, spot, board.cells)) for tag, spot in found]
    taken = [(each.col, each.row) for _, each in judged if isinstance(each, Placed)]
    placed, untold = [], []
    for tag, each in judged:
        if not isinstance(each, Placed):
            untold.append(Untold(tag.text, each, tag.corners))
        elif taken.count((each.col, each.row)) > 1:
            untold.append(Untold(tag.text, "cell_taken", tag.corners))
        else:
            placed.append(each)
    return tuple(placed), tuple(untold)


def _cell(tag: Tag, spot: Spot, cells: Cells) -> Placed | Doubt:
    """Return the piece in its cell, or why it cannot be told."""
    pitch = cells.pitch
    middle = apply(rigid(spot.x_mm, spot.y_mm, spot.angle_deg), [(-pitch.sticker_dx, -pitch.sticker_dy)])[0]
    col_at, row_at = (middle - (cells.x_mm, cells.y_mm)) / (pitch.x_mm, pitch.y_mm)
    row = round(float(row_at))
    col_at -= pitch.shift * (row % 2)
    col, turn = round(float(col_at)), round(spot.angle_deg / 90)
    off = max(abs(col_at - col), abs(row_at - row)) + SURE * spot.sure_mm / min(pitch.x_mm, pitch.y_mm)
    left_over = abs(spot.angle_deg - 90 * turn)
    if not (0 <= col < cells.cols and 0 <= row < cells.rows) or off > OFF_CELL:
        return "between_cells"
    if left_over > ASKEW_DEG:
        return "askew"
    doubt = max(float(off) / OFF_CELL, left_over / ASKEW_DEG)
    return Placed(tag.text, col, row, turn % 4, round(1 - doubt**2, 3), tag.corners)
