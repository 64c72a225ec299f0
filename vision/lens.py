"""What a lens does to straight lines, and its undoing, kept in a small file that people may look at."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from vision.errors import LensError
from vision.geometry import Points, as_points
from vision.tag import Tag

ROUNDS = 20
"""Steps of undoing the bend; each leaves about a fifth of what the last one left."""

SAME_SHAPE = 0.01
"""Pictures whose width over height differs more than this do not show the same field."""


HEAD = "# A camera's lens, as calibrated.\n"
"""The first line of a lens's file."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Describe a camera's lens: focal length and middle in pixels of a picture of `width` x `height`.

    A ray at the distance r from the middle, in focal lengths, is bent to r (1 + k1 r^2 + k2 r^4), as OpenCV has it.
    `error_px` is the root mean square of what the calibration left over `pictures` pictures.
    """

    width: int
    height: int
    focal_px: float
    centre_x: float
    centre_y: float
    k1: float = 0.0
    k2: float = 0.0
    error_px: float = 0.0
    pictures: int = 0

    def for_size(self, size: tuple[int, int]) -> Lens:
        """Return the same lens for pictures of another size. Raises LensError unless they have the same shape."""
        width, height = size
        if abs(width * self.height / (height * self.width) - 1) > SAME_SHAPE:
            raise LensError("vision.lens.other_shape", found=size, lens=(self.width, self.height))
        scale = width / self.width
        return replace(
            self,
            width=width,
            height=height,
            focal_px=self.focal_px * scale,
            centre_x=(self.centre_x + 0.5) * scale - 0.5,
            centre_y=(self.centre_y + 0.5) * scale - 0.5,
            error_px=self.error_px * scale,
        )

    def bend(self, points: Points) -> Points:
        """Return where the lens puts points of a straight picture. Shape (n, 2), in pixels."""
        middle = np.array([self.centre_x, self.centre_y])
        rays = (as_points(points) - middle) / self.focal_px
        return np.asarray(rays * self._bent(rays) * self.focal_px + middle)

    def straighten(self, points: Points) -> Points:
        """Return where points would lie if the lens kept straight lines straight. Shape (n, 2), in pixels."""
        middle = np.array([self.centre_x, self.centre_y])
        seen = (as_points(points) - middle) / self.focal_px
        rays = seen
        for _ in range(ROUNDS):
            rays = seen / self._bent(rays)
        return np.asarray(rays * self.focal_px + middle)

    def straight(self, tag: Tag) -> Tag:
        """Return a tag as a lens without faults would show it."""
        a, b, c, d = ((float(x), float(y)) for x, y in self.straighten(np.array(tag.corners)))
        return replace(tag, corners=(a, b, c, d))

    def _bent(self, rays: Points) -> Points:
        square = (rays**2).sum(1, keepdims=True)
        # Beyond the picture a polynomial may turn back; nothing is looked at there.
        return np.asarray(np.maximum(1 + self.k1 * square + self.k2 * square**2, 0.2), np.float64)


def save_lens(lens: Lens, path: Path) -> None:
    """Write a lens as TOML. Raises LensError where the file cannot be written."""
    lines = [f"{field.name} = {getattr(lens, field.name)!r}\n" for field in fields(lens)]
    try:
        path.write_text(HEAD + "".join(lines), "utf-8")
    except OSError as error:
        raise LensError("vision.lens.unwritten", path=str(path), reason=error.strerror) from error


def load_lens(path: Path) -> Lens:
    """Read a lens. Raises LensError for a file that is missing, is no TOML, or lacks or spoils a value."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise LensError("vision.lens.unread", path=str(path), reason=error.strerror) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LensError("vision.lens.unread", path=str(path), reason=str(error)) from error
    known = {field.name: field.type for field in fields(Lens)}
    for name in (*values, *known):
        if name not in known or name not in values:
            raise LensError("vision.lens.wrong_value", path=str(path), name=name)
        whole = known[name] == "int"
        value = values[name]
        is_number = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not is_number or not abs(value) < math.inf:
            raise LensError("vision.lens.wrong_value", path=str(path), name=name)
    lens = Lens(**values)
    for name in ("width", "height", "focal_px"):
        if not 0 < getattr(lens, name) < 1e6:
            raise LensError("vision.lens.wrong_value", path=str(path), name=name)
    return lens
