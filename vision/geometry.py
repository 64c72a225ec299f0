"""Plane geometry with numpy alone: homographies, quads, turns.

Everywhere x goes right and y goes down, so positive angles turn clockwise as people see them.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import GeometryError

Matrix = NDArray[np.float64]
Points = NDArray[np.float64]
"""Shape (n, 2)."""


def as_points(points: ArrayLike) -> Points:
    """Return points as an (n, 2) array. Raises GeometryError for other shapes and for NaN."""
    array = np.asarray(points, np.float64)
    if array.ndim != 2 or array.shape[1] != 2 or not np.isfinite(array).all():
        raise GeometryError("vision.geometry.not_points", shape=array.shape)
    return array


def _normaliser(points: Points) -> Matrix:
    centre = points.mean(0)
    spread = float(np.sqrt(((points - centre) ** 2).sum(1)).mean())
    if spread == 0:
        raise GeometryError("vision.geometry.degenerate", points=len(points))
    scale = math.sqrt(2) / spread
    return np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1]])


def homography(source: ArrayLike, target: ArrayLike) -> Matrix:
    """Return the 3x3 matrix that maps source points to target points, best in the least squares sense.

    Takes four pairs or more. Raises GeometryError when they do not fix a plane.
    """
    src, dst = as_points(source), as_points(target)
    if len(src) < 4 or len(src) != len(dst):
        raise GeometryError("vision.geometry.too_few", points=min(len(src), len(dst)))
    norm_src, norm_dst = _normaliser(src), _normaliser(dst)
    x, y = apply(norm_src, src).T
    u, v = apply(norm_dst, dst).T
    one, nil = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.stack([x, y, one, nil, nil, nil, -u * x, -u * y, -u], 1),
            np.stack([nil, nil, nil, x, y, one, -v * x, -v * y, -v], 1),
        ]
    )
    _, singular, vectors = np.linalg.svd(rows)
    if singular[7] < 1e-9 * singular[0]:
        raise GeometryError("vision.geometry.degenerate", points=len(src))
    matrix: Matrix = np.linalg.inv(norm_dst) @ vectors[-1].reshape(3, 3) @ norm_src
    scale = matrix[2, 2] if abs(matrix[2, 2]) > 1e-12 else float(np.abs(matrix).max())
    return matrix / scale


def apply(matrix: Matrix, points: ArrayLike) -> Points:
    """Map (n, 2) points through a homography."""
    array = as_points(points)
    mapped = array @ matrix[:, :2].T + matrix[:, 2]
    result: Points = mapped[:, :2] / mapped[:, 2:3]
    return result


def rigid(x: float, y: float, angle_deg: float) -> Matrix:
    """Return the matrix that turns clockwise by an angle and then shifts by (x, y)."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1.0]])


def box(width: float, height: float) -> Points:
    """Return the corners of a rectangle around (0, 0): top left, top right, bottom right, bottom left."""
    x, y = width / 2, height / 2
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def area(polygon: ArrayLike) -> float:
    """Return the area of a simple polygon."""
    x, y = as_points(polygon).T
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def contains(quad: ArrayLike, point: tuple[float, float]) -> bool:
    """Say whether a point lies inside a convex polygon or on its edge."""
    corners = as_points(quad)
    edges = np.roll(corners, -1, 0) - corners
    to_point = np.asarray(point) - corners
    cross = edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0]
    return bool((cross >= 0).all() or (cross <= 0).all())


def signed_deg(angle: float) -> float:
    """Bring an angle into -180 <= a < 180."""
    return (angle + 180) % 360 - 180
