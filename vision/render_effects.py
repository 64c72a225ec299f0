"""What light, lens, sensor and people do to a picture. Pictures are float32, linear, 0..255."""

from __future__ import annotations

import functools
import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.geometry import Matrix, Points, apply, box, rigid
from vision.render_faces import INK, PAPER, value_noise

Light = NDArray[np.float32]

NOISE_SLACK = 64
SKIN = 92.0
COVERS = (0.06, 0.3, 0.55)
"""How light what covers a code may be: a sleeve, a hand, a card."""


@functools.lru_cache(maxsize=4)
def light_field(size: tuple[int, int], light: float, from_deg: float) -> Grey:
    """Return how much light falls where (255 = all): a slanted ramp and slow clouds."""
    width, height = size
    rng = np.random.default_rng(4242)
    angle = math.radians(from_deg)
    across = (np.arange(width, dtype=np.float32) / width - 0.5) * math.sin(angle)
    down = (np.arange(height, dtype=np.float32) / height - 0.5) * math.cos(angle)
    ramp = (across[None, :] + down[:, None]) / 0.7
    field = 1 - light * (0.5 + 0.5 * ramp)
    field *= 1 - 0.3 * light * value_noise(rng, size, (3, 3))
    return (np.clip(field, 0.03, 1) * 255).astype(np.uint8)


@functools.lru_cache(maxsize=3)
def _noise_field(size: tuple[int, int], sigma: float) -> NDArray[np.int8]:
    width, height = size
    rng = np.random.default_rng(9000)
    field = rng.standard_normal((height + NOISE_SLACK, width + NOISE_SLACK), np.float32)
    levels: NDArray[np.int8] = np.clip(np.rint(field * sigma), -127, 127).astype(np.int8)
    return levels


def add_noise(picture: Grey, sigma: float, rng: np.random.Generator) -> Grey:
    """Add sensor noise of `sigma` 8-bit levels."""
    if sigma <= 0:
        return picture
    height, width = picture.shape
    y, x = (int(v) for v in rng.integers(0, NOISE_SLACK, 2))
    field = _noise_field((width, height), round(sigma, 2))[y : y + height, x : x + width]
    return np.asarray(cv2.add(picture, field, dtype=cv2.CV_8U), np.uint8)


def add_glare(picture: Light, rng: np.random.Generator, near: Points) -> None:
    """Add one bright spot, mostly on one of the points `near`."""
    height, width = picture.shape
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    if len(near) and rng.random() < 0.8:
        x, y = near[int(rng.integers(len(near)))]
    sigma = float(rng.uniform(0.02, 0.08)) * min(width, height)
    reach = int(3 * sigma)
    x0, x1 = max(0, int(x) - reach), min(width, int(x) + reach)
    y0, y1 = max(0, int(y) - reach), min(height, int(y) + reach)
    across = np.exp(-((np.arange(x0, x1, dtype=np.float32) - x) ** 2) / (2 * sigma**2))
    down = np.exp(-((np.arange(y0, y1, dtype=np.float32) - y) ** 2) / (0.72 * sigma**2))
    picture[y0:y1, x0:x1] += np.float32(255 * rng.uniform(0.5, 1.6)) * np.outer(down, across)


def cover(picture: Light, corners: Points, share: float, rng: np.random.Generator) -> None:
    """Hide a share of a code under something flat: a strip along one edge, or one corner."""
    a, b, c, d = np.roll(corners, -int(rng.integers(4)), 0)
    reach = min(1.0, math.sqrt(2 * share))
    if rng.random() < 0.5:
        shape = np.array([a, b, b + (c - b) * share, a + (d - a) * share])
    else:
        shape = np.array([a, a + (b - a) * reach, a + (d - a) * reach])
    # A little larger than the code, so that its edge is hidden too.
    shape += (shape - corners.mean(0)) * 0.02
    shade = 255 * float(rng.choice(COVERS))
    mask = np.zeros(picture.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(shape * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    picture += (np.float32(shade) - picture) * (mask / np.float32(255))


def compress(grey: Grey, quality: int) -> Grey:
    """Pack a picture as JPEG of a quality of 1 to 100, and unpack it."""
    packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


def strew(picture: Light, rng: np.random.Generator, per_part: int = 12_000) -> None:
    """Strew a table with shapes, some of which look like parts of codes: one for so many pixels."""
    height, width = picture.shape
    for _ in range(width * height // per_part):
        _strew_one(picture, rng, min(width, height) // 24)


def _strew_one(table: Light, rng: np.random.Generator, largest: int) -> None:
    height, width = table.shape
    x, y, size = int(rng.integers(width)), int(rng.integers(height)), int(rng.integers(7, max(8, largest)))
    shade = 255 * float(rng.uniform(0, 0.8))
    kind = int(rng.integers(4))
    if kind == 0:
        cv2.circle(table, (x, y), size, shade, -1)
    elif kind == 1:
        cv2.rectangle(table, (x, y), (x + size, y + size // 2), shade, -1)
    elif kind == 2:  # squares within squares: they look like a finder pattern
        unit = max(1, size // 5)
        for near, far, level in ((0, 7, INK), (1, 6, PAPER), (2, 5, INK)):
            ends = (x + near * unit, y + near * unit), (x + far * unit, y + far * unit)
            cv2.rectangle(table, *ends, level, -1)
    else:  # random squares: they look like a code
        blocks = (rng.random((10, 10)) > 0.5).astype(np.float32) * 180 + 15
        drawn = np.kron(blocks, np.ones((max(1, size // 6),) * 2, np.float32))
        part = table[y : y + len(drawn), x : x + len(drawn)]
        part[:] = drawn[: part.shape[0], : part.shape[1]]


def expose(picture: Light, blur_px: float) -> Grey:
    """Blur as the lens does and turn linear light into 8-bit levels (a square-root tone curve)."""
    if blur_px > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.float32)
    toned = cv2.sqrt(np.maximum(picture, 0, out=picture))
    return np.asarray(cv2.convertScaleAbs(toned, alpha=math.sqrt(255)), np.uint8)


def hand_shape(rng: np.random.Generator, table: tuple[float, float]) -> tuple[Points, ...]:
    """Return the convex parts of a forearm, a palm and four fingers in table mm, reaching in from a side."""
    width, height = table
    side = int(rng.integers(4))
    along = float(rng.uniform(0.2, 0.8))
    start = ((along * width, height), (0.0, along * height), (along * width, 0.0), (width, along * height))[
        side
    ]
    reach = float(rng.uniform(0.25, 0.55)) * (height if side % 2 == 0 else width)
    pose = rigid(*start, 90.0 * side + float(rng.uniform(-20, 20)))
    wrist = -reach + 75.0
    parts: list[tuple[Points, Matrix]] = [
        (box(62, 460), rigid(0, wrist + 260, 0)),
        (box(84, 90), rigid(0, wrist + 10, 0)),
    ]
    for finger, spread in enumerate((-12, -4, 4, 12)):
        parts.append((box(17, 80), rigid(-31 + 21 * finger, wrist - 65, spread)))
    return tuple(apply(pose @ placed, part) for part, placed in parts)


def draw_hand(picture: Light, parts: tuple[Points, ...], to_frame: Matrix) -> Grey:
    """Draw a hand and its soft shadow; returns the hand's mask, 0..255, a quarter of the size."""
    height, width = picture.shape
    mask = np.zeros((height // 4, width // 4), np.uint8)
    for part in parts:
        corners = np.round(apply(to_frame, part) * 4).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 255, cv2.LINE_AA, 4)
    radius = max(3, width // 250) | 1
    mask = np.asarray(cv2.GaussianBlur(mask, (radius, radius), 0), np.uint8)
    mask = np.where(mask > 127, np.uint8(255), np.uint8(0))
    cover = cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR)
    shadow = cv2.resize(cv2.blur(mask, (width // 60, width // 60)), (width, height))
    picture *= 1 - np.float32(0.35 / 255) * shadow
    alpha = cover.astype(np.float32) / 255
    picture += alpha * (SKIN - picture)
    return mask
