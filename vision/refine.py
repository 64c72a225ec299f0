"""Fit a code's pose to a picture, to a small part of a pixel.

A pose is the homography from modules, (0, 0) at the code's own top left and (side, side) at its bottom right, to
pixels. It is fitted by Gauss-Newton steps, inverse compositional (Baker and Matthews, "Lucas-Kanade 20 years on",
2004), to modules whose ink is known; brightness and contrast may slope across the code, and what does not agree (a
finger) loses its weight.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import Matrix
from vision.qr_code import Modules, patterns
from vision.tag import Corners

Floats = NDArray[np.float32]

Picture = NDArray[np.uint8] | Floats
"""A frame as it came, or the mean of several."""

RING = 1
"""Modules of the white margin that belong to a template."""

SAMPLES = 2
"""Samples a module in each direction."""

COARSE, FINE = 0.9, 0.45
"""Softness of a template in modules: the coarse one pulls from a module away, the fine one is exact."""

TRUSTED = 0.85
"""Least share of known modules under a softened sample."""

OUTLIER = 0.6
"""Misfit, as a share of half the contrast, at which a sample has lost half its weight."""

STIFFNESS = 3e-3
"""Pull towards the pose begun with: keeps what covers leave undecided from drifting."""

HORIZON = 1e-9
"""Depth below which a place lies on the horizon."""

HOPELESS = 0.2
"""Agreement with the coarse template below which no finer fit is tried."""

SETTLED = 0.02
"""Modules of movement below which a fit has come to rest."""


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """Hold what is known of a code: where to look (from -1 to 1 over it), what is there, how it changes."""

    side: int
    places: Floats
    ink: Floats
    slopes: Floats
    light: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Hold a pose and how well the known modules agree with it: 1 is perfect, 0 or less is none."""

    pose: Matrix
    agreement: float


def template(ink: Modules, known: Modules, softness: float) -> Template:
    """Make a template of known modules, given without the margin."""
    n = ink.shape[0]
    block = np.ones((SAMPLES, SAMPLES), np.float32)
    here = np.kron(np.pad(known, RING, constant_values=True).astype(np.float32), block)
    sign = np.kron(np.pad(np.where(ink, 1, -1), RING, constant_values=-1).astype(np.float32), block) * here
    sigma = softness * SAMPLES
    soft = cv2.GaussianBlur(sign, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    near = cv2.GaussianBlur(here, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    used = (here > 0) & (near > TRUSTED)
    scale = SAMPLES * n / 2
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=1, scale=0.5)[used] * scale
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=1, scale=0.5)[used] * scale
    centres = ((np.arange(len(sign)) + 0.5) / SAMPLES - RING) * 2 / n - 1
    u, v = (part[used] for part in np.meshgrid(centres, centres))
    one = np.ones_like(u)
    turn = across * u + down * v
    slopes = [across * u, across * v, across, down * u, down * v, down, -turn * u, -turn * v]
    plane = np.stack([one, u, v], 1).astype(np.float32)
    ink_there = np.asarray(soft[used], np.float32)
    light = np.concatenate([plane * ink_there[:, None], plane], 1)
    return Template(
        n,
        np.stack([u, v], 1)[:, None].astype(np.float32),
        ink_there,
        np.stack(slopes, 1).astype(np.float32),
        light,
    )


@functools.cache
def known_template(version: int, softness: float) -> Template:
    """Return the template of all that every code of a version has in common."""
    return template(*patterns(version), softness)


def locate(picture: Picture, pose: Matrix, version: int) -> Fit:
    """Fit a rough pose, up to a module off at each corner, by what all codes of a version have in common."""
    coarse = fit(picture, pose, known_template(version, COARSE), 5)
    if coarse.agreement < HOPELESS:
        return coarse
    return fit(picture, coarse.pose, known_template(version, FINE), 4)


def fit(picture: Picture, pose: Matrix, known: Template, steps: int) -> Fit:
    """Fit a pose in a picture of float32 pixels by at most so many steps."""
    half = known.side / 2
    centred = np.array([[half, 0, half], [0, half, half], [0, 0, 1.0]])
    placed = pose @ centred
    weights = np.ones(len(known.ink), np.float32)
    agreement = -1.0
    for _ in range(steps):
        seen = look(picture, known.places, placed)[:, 0]
        light, misfit, weights = _light(seen, known, weights)
        if light[0] > -1:
            return Fit(pose, -1.0)
        spread = seen - seen.mean()
        agreement = 1 - float(misfit @ misfit) / max(1e-6, float(spread @ spread))
        slopes = known.slopes * (known.light[:, 3:] @ light[:3])[:, None]
        step = _solve(slopes * weights[:, None], slopes, misfit, STIFFNESS)
        move = np.eye(3)
        move.flat[:8] += step
        if abs(cv2.determinant(move)) < 0.1:
            return Fit(pose, -1.0)
        placed = placed @ cv2.invert(move)[1]
        placed /= placed[2, 2]
        if float(np.abs(step).max()) * half < SETTLED:
            break
    return Fit(placed @ cv2.invert(centred)[1], agreement)


def look(picture: Picture, places: Floats, pose: Matrix, filtering: int = cv2.INTER_LINEAR) -> Floats:
    """Return the picture's levels at places (shape (rows, columns, 2)), mapped through a pose."""
    x, y = cv2.split(cv2.perspectiveTransform(places, pose))
    seen = cv2.remap(picture, x, y, filtering, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _light(seen: Floats, known: Template, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Fit contrast and brightness, each a slanted plane; return them, the misfit, and new weights."""
    light: Floats = known.light[0]
    misfit = seen
    for _ in range(2):
        light = _solve(known.light * weights[:, None], known.light, seen, 1e-4)
        misfit = seen - known.light @ light
        scale = OUTLIER * max(2.0, abs(float(light[0])))
        weights = 1 / (1 + np.square(misfit * np.float32(1 / scale)))
    return light, misfit, weights


def _solve(weighted: Floats, rows: Floats, target: Floats, stiffness: float) -> Floats:
    normal = weighted.T @ rows
    size = len(normal)
    normal.flat[:: size + 1] += stiffness * float(normal.trace()) / size
    # Many small systems: this takes a tenth of the time that numpy's way does.
    solved, answer = cv2.solve(normal, (weighted.T @ target)[:, None], flags=cv2.DECOMP_CHOLESKY)
    return np.asarray(answer[:, 0] if solved else np.zeros(size), np.float32)


def corners_of(pose: Matrix, modules: int) -> Corners:
    """Return where a code's corners lie, in pixels; far away where a pose has them beyond the horizon."""
    square = np.array([(0, 0, 1), (modules, 0, 1), (modules, modules, 1), (0, modules, 1.0)])
    mapped = square @ pose.T
    depths = np.where(np.abs(mapped[:, 2:]) < HORIZON, HORIZON, mapped[:, 2:])
    a, b, c, d = ((float(x), float(y)) for x, y in mapped[:, :2] / depths)
    return a, b, c, d


def pose_of(corners: ArrayLike, modules: int, margin: float = 0.0) -> Matrix:
    """Return the pose that puts the corners of a code, or of its margin, there."""
    near, far = -margin, modules + margin
    square = np.array([(near, near), (far, near), (far, far), (near, far)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32)), np.float64)
