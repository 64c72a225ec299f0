"""Hand-laid grids of tiles and cards, photographed at true corners with a decoder's errors, and the truth about them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import CM3, code_side_mm
from vision.geometry import Matrix, apply, box, rigid
from vision.layout import Layout, Pitch
from vision.render import Scene, View, projection
from vision.tag import Tag

Truth = dict[str, tuple[int, int, int]]
"""Text to column, row and quarter turn against the origin tile."""

CODE_MM = code_side_mm()
NOISE_PX = 0.42
"""Each axis of each corner: half a pixel median off, as zxing-cpp's corners are; 0.95 px the 95th percentile."""


@dataclass(frozen=True)
class Hands:
    """How the tiles are laid: `off` in pitches and `off_deg` at most, `missing` the share without a reading."""

    off: float = 0.2
    off_deg: float = 12.0
    missing: float = 0.15
    noise_px: float = NOISE_PX


@dataclass(frozen=True)
class Grid:
    """What a decoder reads of one grid, and the truth."""

    tags: tuple[Tag, ...]
    truth: Truth
    origin: str
    pitch: Pitch


def quad(text: str, corners: NDArray[np.float64]) -> Tag:
    """Make a tag from four corners."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Tag.measured(text, (a, b, c, d), 21, "truth")


def lay(  # noqa: PLR0913 each is one way in which tables differ
    rng: np.random.Generator,
    pitch: Pitch,
    cols: int,
    rows: int,
    hands: Hands,
    *,
    name: str = "T",
    count: int | None = None,
) -> tuple[list[tuple[str, Matrix]], Truth, str]:
    """Return where the stickers that are read lie (mm, the grid's middle at 0), the truth, and the origin."""
    count = cols * rows if count is None else count
    every = [divmod(i, cols) for i in range(count)]
    read = [cell for cell in every if rng.random() >= hands.missing] or every[:1]
    home = read[int(rng.integers(len(read)))]
    if pitch.shift and home[0] % 2:
        home = next((cell for cell in read if cell[0] % 2 == 0), home)
    poses, truth = [], {}
    for row, col in read:
        turn = 0 if (row, col) == home else int(rng.integers(4))
        dx, dy, spin = rng.uniform(-1, 1, 3)
        x = (col - (cols - 1) / 2 + pitch.shift * (row % 2) + dx * hands.off) * pitch.x_mm
        y = (row - (rows - 1) / 2 + dy * hands.off) * pitch.y_mm
        text = f"{name}{col:02d}{row:02d}"
        tile = rigid(x, y, 90 * turn + spin * hands.off_deg)
        poses.append((text, tile @ rigid(pitch.sticker_dx, pitch.sticker_dy, 0)))
        truth[text] = (col - home[1], row - home[0], turn)
    return poses, truth, f"{name}{home[1]:02d}{home[0]:02d}"


def camera_over(rng: np.random.Generator, size_mm: tuple[float, float], tilt_deg: float) -> Matrix:
    """Return the way from millimetres to a still's pixels, from wherever the camera happens to hang."""
    scene = Scene(*size_mm, ())
    high = max(300.0, CM3.height_for(math.hypot(*size_mm), math.hypot(*size_mm) * 0.7))
    to, roll = (float(angle) for angle in rng.uniform(0, 360, 2))
    view = View(high * float(rng.uniform(1.0, 1.3)), tilt_deg, to, roll)
    return projection(scene, CM3, view, still=True) @ rigid(size_mm[0] / 2, size_mm[1] / 2, 0)


def shoot(
    rng: np.random.Generator,
    poses: list[tuple[str, Matrix]],
    to_picture: Matrix,
    noise_px: float,
    code_mm: float = CODE_MM,
) -> list[Tag]:
    """Return the tags as a decoder reads them."""
    side = box(code_mm, code_mm)
    return [
        quad(text, apply(to_picture @ pose, side) - 0.5 + rng.normal(0, noise_px, (4, 2)))
        for text, pose in poses
    ]


PITCHES = (
    Pitch(45, 45),
    Pitch(32, 32),
    Pitch(70, 96, 0, 30),
    Pitch(60, 90, 0, -25),
    Pitch(90, 55, 25, 0),
    Pitch(52, 45, shift=0.5),
)


def grid(
    seed: int, hands: Hands | None = None, *, most: int = 60, least: int = 5, code_mm: float = CODE_MM
) -> Grid:
    """Lay and shoot one grid of 5 to 60 tiles, tilted by up to 40 degrees; its pitch states codes of the usual size."""
    rng = np.random.default_rng([seed, 771])
    hands = hands or Hands()
    pitch = PITCHES[int(rng.integers(len(PITCHES)))]
    count = int(rng.integers(least, most + 1))
    cols = max(2, math.ceil(math.sqrt(count * float(rng.uniform(0.6, 2.2)))))
    rows = math.ceil(count / cols)
    poses, truth, origin = lay(rng, pitch, cols, rows, hands, count=count)
    to_picture = camera_over(rng, (cols * pitch.x_mm, rows * pitch.y_mm), float(rng.uniform(0, 40)))
    return Grid(tuple(shoot(rng, poses, to_picture, hands.noise_px, code_mm)), truth, origin, pitch)


@dataclass(frozen=True)
class Tally:
    """How many tiles were told right, wrong, and not told."""

    right: int = 0
    wrong: int = 0
    untold: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.wrong + other.wrong, self.untold + other.untold)

    @property
    def tiles(self) -> int:
        """All that were read."""
        return self.right + self.wrong + self.untold


def told(layout: Layout) -> Truth:
    """Return the cells that a layout tells."""
    return {each.text: (each.col, each.row, each.turn) for each in layout.placed}


def tally(found: Truth, truth: Truth) -> Tally:
    """Compare cells with the truth."""
    right = sum(found.get(text) == cell for text, cell in truth.items())
    return Tally(right, len(found) - right, len(truth) - len(found))
