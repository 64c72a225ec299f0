"""The table's plane in millimetres, from the known size of the codes lying on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.errors import GeometryError
from vision.geometry import Matrix, apply, box
from vision.tag import Tag

SLANT = 0.015
"""Expected change of a code's apparent size over its own side, as a camera 0.4 to 1 m high and 30 degrees
off sees it. Holds the plane steady while few tags are seen."""

SIZE_NOISE = 0.01
"""Expected relative error of a code's measured side."""

OFF_SIZE = 0.15
"""A code that differs more than this from the expected size is of another size, or misread."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Map the picture to millimetres on the table. The origin and turn are those of no card in particular.

    `poses` has a row (x, y, clockwise degrees) for each tag; `sizes` its side as a share of the expected.
    """

    to_mm: Matrix
    poses: NDArray[np.float64]
    sizes: NDArray[np.float64]

    @property
    def to_picture(self) -> Matrix:
        """The way back."""
        return np.asarray(np.linalg.inv(self.to_mm), np.float64)


def fit_plane(tags: Sequence[Tag], code_mm: float) -> Plane:
    """Return the plane in which all tags are squares of side `code_mm`, as nearly as may be.

    One tag is enough, with less certainty. Raises GeometryError without tags or for corners in one line.
    """
    if not tags:
        raise GeometryError("vision.geometry.too_few", points=0)
    quads = np.array([tag.corners for tag in tags], np.float64)
    if min(tag.side for tag in tags) < 1:
        raise GeometryError("vision.geometry.degenerate", points=len(tags))
    levelling, regular = _level(quads)
    flat = np.array([apply(levelling, quad) for quad in quads[regular]])
    to_mm: Matrix = _squaring(flat, code_mm) @ levelling
    return Plane(to_mm, *_poses(to_mm, quads, code_mm))


def _level(quads: NDArray[np.float64]) -> tuple[Matrix, NDArray[np.bool_]]:
    """Return a map that undoes the perspective, so that equal codes become equally large, and which are.

    The area of a small square falls with the third power of its distance from the horizon, so the cube
    root of the areas is a linear function of the place, and that function is the horizon.
    """
    centre = quads.mean((0, 1))
    x, y = quads[..., 0], quads[..., 1]
    ahead, behind = np.roll(x, -1, 1), np.roll(y, -1, 1)
    roots = np.cbrt(np.abs((x * behind - ahead * y).sum(1)) / 2)
    typical = float(np.median(roots))
    side = math.sqrt(typical**3)
    places = (quads.mean(1) - centre) / side
    heights = roots / typical
    design = np.column_stack([places, np.ones(len(places))])
    prior = np.diag([(SIZE_NOISE / SLANT) ** 2, (SIZE_NOISE / SLANT) ** 2, 1e-9])
    weights = np.ones(len(places))
    slope = np.zeros(3)
    for _ in range(8):
        weighted = design * weights[:, None]
        slope = np.linalg.solve(weighted.T @ design + prior, weighted.T @ heights + prior @ (0, 0, 1))
        off = np.abs(heights - design @ slope)
        weights = 1 / np.maximum(1, off / (2 * SIZE_NOISE)) ** 2
    horizon = slope / slope[2]
    away = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, side]]) / side
    regular = np.abs(heights / (design @ slope) - 1) < OFF_SIZE / 2
    return np.array([[1, 0, 0], [0, 1, 0], horizon]) @ away, regular if regular.any() else ~regular


def _squaring(flat: NDArray[np.float64], code_mm: float) -> Matrix:
    """Return the affine map that makes parallelograms squares: its M = AtA gives each edge its length."""
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    down = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
    rows, wanted = [], []
    for u, v in zip(across, down, strict=True):
        rows += [
            (u[0] ** 2, 2 * u[0] * u[1], u[1] ** 2),
            (v[0] ** 2, 2 * v[0] * v[1], v[1] ** 2),
            (u[0] * v[0], u[0] * v[1] + u[1] * v[0], u[1] * v[1]),
        ]
        wanted += [code_mm**2, code_mm**2, 0.0]
    m11, m12, m22 = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
    determinant = m11 * m22 - m12**2
    if m11 <= 0 or determinant <= 0:
        raise GeometryError("vision.geometry.degenerate", points=len(flat))
    a = math.sqrt(m11)
    return np.array([[a, m12 / a, 0], [0, math.sqrt(determinant) / a, 0], [0, 0, 1.0]])


def _poses(
    to_mm: Matrix, quads: NDArray[np.float64], code_mm: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each tag's pose and its relative size."""
    ideal = box(code_mm, code_mm)
    poses, sizes = [], []
    for quad in quads:
        corners = apply(to_mm, quad)
        x, y = corners.mean(0)
        # The best turn and scale of a square onto four points, as one complex number.
        z, w = (c[:, 0] + 1j * c[:, 1] for c in (ideal, corners - (x, y)))
        turn = (np.conj(z) * w).sum() / (np.abs(z) ** 2).sum()
        angle = math.degrees(math.atan2(turn.imag, turn.real))
        poses.append((x, y, angle % 360))
        sizes.append(abs(turn))
    return np.array(poses), np.array(sizes)
