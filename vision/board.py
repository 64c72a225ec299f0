"""A board with codes printed or stuck at known places: any piece's place on it in millimetres, and its cell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.camera import code_side_mm
from vision.errors import GeometryError
from vision.geometry import Matrix, Points, apply, area, box, homography, rigid
from vision.lattice import OFF_CELL
from vision.layout import ASKEW_DEG, Doubt, Layout, Pitch, Placed, Untold
from vision.lens import Lens
from vision.tag import Tag

LEAST_MARKERS = 2
"""One marker alone says little about what lies a board's width away."""

OFF_PLACE = 0.25
"""A marker farther than this from its place, in sides of its code, was moved, or is not this board's."""

STUCK_MM = 1.0
STUCK_DEG = 2.0
"""A marker in its place is stuck on by hand, so far off (one standard deviation)."""

OFF_SQUARE = 0.02
"""A marker's corners lie so far off a square's, in its sides: by its print, the lens and the paper it lies on."""

STRAINED = 1.4
"""Markers fit together up to so much strain. Up to 1.3 was seen of markers stuck on by hand, from 1.5 of those whose
move by three quarters of a cell told cells wrong: the board can be stretched to fit them, they cannot."""

SMALL_CELL = 0.08
"""Cells smaller than this, as a share of the board's diagonal, are told wrong by smaller moves: less strain is borne."""

CLEARLY_BETTER = 2.0
"""Markers are believed rather than others as many that fit as well where theirs is so many times less strain."""

MOST_MOVED = 2
"""Markers that may be left out."""

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


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Hold some markers, the way from the picture to the board by them alone, and how badly it fits them."""

    used: tuple[str, ...]
    to_mm: Matrix
    strain: float


def _ways(quads: Mapping[str, Points], board: Board) -> tuple[Matrix, list[Matrix], tuple[str, ...]] | None:
    """Return the way from the picture to the board, some that it might be as well, and the markers it goes by.

    Where the markers contradict each other, as few as may be are left out, if it can be told which.
    """
    homes = {text: _home(board.markers[text], board) for text in sorted(quads)}
    for count in range(len(homes), max(LEAST_MARKERS, len(homes) - MOST_MOVED) - 1, -1):
        fits = [fit for used in combinations(homes, count) if (fit := _fit(used, quads, homes, board))]
        if not fits:
            continue
        best, *others = sorted(fits, key=lambda fit: fit.strain)
        if others and others[0].strain < CLEARLY_BETTER * best.strain:
            return None
        seen, wanted = (np.concatenate([each[text] for text in best.used]) for each in (quads, homes))
        noise = np.random.default_rng(0).normal(0, CORNER_PX, (TRIALS, *seen.shape))
        return best.to_mm, [homography(seen + off, wanted) for off in noise], best.used
    return None


def _fit(
    used: tuple[str, ...], quads: Mapping[str, Points], homes: Mapping[str, Points], board: Board
) -> _Fit | None:
    """Return how markers fit together; None if they do not."""
    try:
        to_mm = homography(*(np.concatenate([each[text] for text in used]) for each in (quads, homes)))
        to_picture = np.asarray(np.linalg.inv(to_mm), np.float64)
    except (GeometryError, np.linalg.LinAlgError):
        return None
    off = max(float(np.abs(apply(to_mm, quads[text]) - homes[text]).max()) for text in used)
    if off > OFF_PLACE * board.code_mm:
        return None
    strains = [_strain(quads[text], homes[text], to_picture) for text in used]
    fit = _Fit(used, to_mm, sum(strains) / (8 * len(used) - 8))
    return fit if fit.strain <= _bearable(board) else None


def _bearable(board: Board) -> float:
    """Return the strain that tells no cell wrong: it grows as the square of a move."""
    if board.cells is None:
        return STRAINED
    cell = min(board.cells.pitch.x_mm, board.cells.pitch.y_mm) / math.hypot(board.width_mm, board.height_mm)
    return STRAINED * min(1.0, (cell / SMALL_CELL) ** 2)


def _strain(quad: Points, home: Points, to_picture: Matrix) -> float:
    """Return by how much a marker is neither in its place nor a square of its size: chi square of its corners.

    The way to the picture bends to bring any two markers to their places; then it no longer leaves them square.
    """
    there, middle = apply(to_picture, home), home.mean(0)
    turned = middle + (home - middle) @ rigid(0, 0, STUCK_DEG)[:2, :2].T
    moves = [*(home + step for step in np.diag([STUCK_MM, STUCK_MM])), turned]
    stuck = np.stack([(apply(to_picture, moved) - there).ravel() for moved in moves], 1)
    each = CORNER_PX**2 + OFF_SQUARE**2 * area(quad)
    off = (quad - there).ravel()
    return float(off @ np.linalg.solve(each * np.eye(8) + stuck @ stuck.T, off))


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
