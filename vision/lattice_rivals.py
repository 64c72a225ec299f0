"""Whether another reading of a lattice fits as well: then what it reads differently is not told.

A lattice grown from neighbour to neighbour can carry a column, or an island beyond a gap, off by a cell and look neat
after. So it is compared as a whole: one smooth lattice is fitted to all cards by least squares, and again with each part
of it shifted by a cell. What lies that far apart in likelihood is told.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points

Cells = NDArray[np.int64]
"""Shape (n, 2): column and row."""

Masks = NDArray[np.bool_]
"""Shape (k, n): which cards each part has."""

LAID_OFF = 0.115
"""How far off a cell's middle hands lay a card, in cells: one standard deviation of a fifth either way."""

BELIEF = 6
"""How many coordinates it takes to outweigh that belief."""

NEAT = 0.1
"""Cards that lie neater than this are not believed to: a few may do so by chance."""

TURN_OFF = 0.12
"""How far one card's turn is off the lattice's, in radians (one standard deviation of 12 degrees either way)."""

STRETCH = 0.02
"""How far steps differ from the measured pitch, and from right angles, because the plane is not exact."""

BEND = 0.007
"""How far rows and columns bend, in cells over the square of the distance in cells."""

CLEAR, FEW = 3.0, 6.0
"""Log-likelihood by which a reading must lie ahead of its rivals, and how much more where it is shared by all cards."""

ROUGH = 0.135
"""Cards laid worse than this, in cells, need more: then hands have no measure at all."""

BETTER = 1.0
"""Log-likelihood from which a rival is taken up instead."""

ROUNDS = 12

STRANGE = 2.0
"""Log-likelihood, beyond one a card, from which cards do not belong to the lattice at all."""

SHIFTS = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])


@dataclass(frozen=True, slots=True)
class Brick:
    """Describe a cell: its width over its height, and by how many columns odd rows are shifted."""

    aspect: float = 1.0
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold the cells of the best reading, and which cards it tells for certain."""

    cells: Cells
    told: NDArray[np.bool_]


def middles(cells: Cells, shift: float) -> Points:
    """Return where cells lie, in pitches: odd rows are shifted by `shift` columns. Shape (..., 2)."""
    points = cells.astype(np.float64)
    points[..., 0] += shift * (cells[..., 1] & 1)
    return points


def misfits(cells: NDArray[np.float64], places: Points, aspect: float) -> NDArray[np.float64]:
    """Return the sum of squares that each reading leaves, in pitches, shape (k,).

    Takes middles (k, n, 2) and places (n, 2). The lattice may turn, stretch and bend a little, at a price (ridge
    regression towards the regular one), which is in the sum.
    """
    at = cells - cells.mean(1, keepdims=True)
    off = places - cells
    off = off - off.mean(1, keepdims=True)
    x, y = at[..., 0], at[..., 1]
    features = np.stack([x, y, x * x, x * y, y * y], -1)
    features[..., 2:] -= features[..., 2:].mean(1, keepdims=True)
    across = features.transpose(0, 2, 1)
    pulled = (across @ off).transpose(0, 2, 1).reshape(len(cells), 10)
    normal = np.zeros((len(cells), 10, 10))
    normal[:, :5, :5] = normal[:, 5:, 5:] = across @ features
    bent = np.linalg.solve(normal + _price(cells.shape[1], aspect), pulled[..., None])[..., 0]
    left: NDArray[np.float64] = (off**2).sum((1, 2)) - (bent * pulled).sum(1)
    return left


def _price(count: int, aspect: float) -> NDArray[np.float64]:
    """Return what it costs to turn, stretch and bend the lattice: the inverse of how much each is expected, (10, 10).

    The first five rows are what x takes from x, y, xx, xy and yy, the others what y takes.
    """
    spread = np.diag([STRETCH**2, STRETCH**2, *[BEND**2] * 3] * 2)
    turn = np.zeros(10)
    # A turn by one radian, where cells are not square: x falls by y and y grows by x.
    turn[1], turn[5] = -1 / aspect, aspect
    spread += TURN_OFF**2 / count * np.outer(turn, turn)
    price: NDArray[np.float64] = LAID_OFF**2 * np.linalg.inv(spread)
    return price


def contest(cells: Cells, places: Points, fixed: NDArray[np.bool_], brick: Brick) -> Verdict:
    """Return the best reading near the given one, and which of its cards no rival reads otherwise.

    `places` are in pitches along the lattice's own directions; `fixed` cards keep their cells.
    """
    told = np.ones(len(cells), np.bool_)
    for _ in range(ROUNDS):
        ahead, clear, parts, rivals = _margins(cells, places, fixed, brick)
        best = int(ahead.argmin()) if len(ahead) else None
        if best is None or ahead[best] > -BETTER:
            told &= ~parts[ahead < clear].any(0)
            break
        cells = rivals[best]
    else:
        told &= fixed
    return Verdict(cells, told)


def strangers(cells: Cells, places: Points, doubtful: NDArray[np.bool_], brick: Brick) -> NDArray[np.bool_]:
    """Return which doubtful cards lie where no hand would have laid them in their cells: by what the others tell.

    Those that lie side by side stand or fall together.
    """
    odd = np.zeros(len(cells), np.bool_)
    at = middles(cells, brick.shift)
    whole = misfits(at[None], places, brick.aspect)[0]
    near = np.abs(cells[:, None] - cells).max(2) <= 1
    for piece in _pieces(near & doubtful & doubtful[:, None]):
        if piece.any() and not piece.all():
            rest = misfits(at[None, ~piece], places[~piece], brick.aspect)[0]
            odd |= piece & bool((whole - rest) / (2 * LAID_OFF**2) > STRANGE + piece.sum())
    return odd


def _margins(
    cells: Cells, places: Points, fixed: NDArray[np.bool_], brick: Brick
) -> tuple[NDArray[np.float64], float, Masks, NDArray[np.int64]]:
    """Return by how much the reading is likelier than each rival, and ought to be, and each rival's part and cells."""
    parts = np.repeat(_parts(cells, fixed), len(SHIFTS), 0)
    shifts = np.tile(SHIFTS, (len(parts) // len(SHIFTS), 1))
    rivals = cells + parts[..., None] * shifts[:, None]
    keys = np.sort(rivals[..., 0] * 65536 + rivals[..., 1], 1)
    own = len(np.unique(cells, axis=0))
    apart = (np.diff(keys, axis=1) != 0).sum(1) + 1 >= own
    parts, rivals = parts[apart], rivals[apart]
    left = misfits(middles(np.concatenate([cells[None], rivals]), brick.shift), places, brick.aspect)
    freedoms = max(0, 2 * len(cells) - 4)
    variance = max((left[0] + BELIEF * LAID_OFF**2) / (freedoms + BELIEF), NEAT**2)
    clear = (CLEAR + FEW / len(cells)) * max(1.0, variance / ROUGH**2)
    return (left[1:] - left[0]) / (2 * variance), clear, parts, rivals


def _parts(cells: Cells, fixed: NDArray[np.bool_]) -> Masks:
    """Return what may be off together: all beyond a line, its pieces, ends of columns and rows, single cards."""
    sides = [cells[:, axis] >= line for axis in (0, 1) for line in np.unique(cells[:, axis])]
    sides = [side for side in sides if not side.all()]
    near = np.abs(cells[:, None] - cells).max(2) <= 1
    halves = [half for side in sides for half in (side, ~side)]
    found = [np.eye(len(cells), dtype=np.bool_), *([np.array(halves)] if halves else [])]
    found += [_pieces(near & half & half[:, None]) for half in [np.ones(len(cells), np.bool_), *halves]]
    found += [
        (cells[:, None, axis] == cells[:, axis])
        & (way * cells[:, None, 1 - axis] <= way * cells[:, 1 - axis])
        for axis in (0, 1)
        for way in (1, -1)
    ]
    masks = np.unique(np.concatenate(found), axis=0)
    return masks[~(masks & fixed).any(1) & masks.any(1)]


def _pieces(linked: Masks) -> Masks:
    """Return the connected pieces of a graph given as a matrix."""
    reach = linked
    while True:
        further = (reach.astype(np.float32) @ reach.astype(np.float32)) > 0
        if (further == reach).all():
            return np.unique(reach, axis=0)
        reach = further
