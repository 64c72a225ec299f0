"""What lens and motion do to a picture before it is exposed. Pictures are float32, linear, 0..255."""

from __future__ import annotations

import functools
import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.render_effects import Light

BLOCK = 8
"""Pixels between places at which a lens's bend is worked out; between them straight lines are a twentieth of a pixel off."""

FINE = 4
"""How much finer a smear is drawn than the picture's pixels."""


def smear(picture: Light, length_px: float, towards_deg: float) -> Light:
    """Blur along a line, as a camera or a hand in motion does; 0 degrees is along the rows."""
    reach = math.ceil(length_px / 2) + 1
    side = 2 * reach + 1
    kernel = np.zeros((side * FINE,) * 2, np.float32)
    middle = side * FINE / 2 - 0.5
    angle = math.radians(towards_deg)
    half = length_px * FINE / 2
    ends = [
        (
            round((middle + sign * half * math.cos(angle)) * 16),
            round((middle + sign * half * math.sin(angle)) * 16),
        )
        for sign in (-1, 1)
    ]
    cv2.line(kernel, ends[0], ends[1], 1.0, FINE, cv2.LINE_AA, 4)
    coarse = np.asarray(cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(cv2.filter2D(picture, -1, coarse / coarse.sum()), np.float32)


@functools.lru_cache(maxsize=4)
def fall_off(size: tuple[int, int], share: float) -> Light:
    """Return how much light a lens lets through (1 = all): less by `share` in the corners, as the square of the way."""
    width, height = size
    across = (np.arange(width, dtype=np.float32) + 0.5) * 2 / width - 1
    down = (np.arange(height, dtype=np.float32) + 0.5) * 2 / height - 1
    far = (across[None, :] * width) ** 2 + (down[:, None] * height) ** 2
    return np.asarray(1 - share * far / (width**2 + height**2), np.float32)


def bent(picture: Light, lens: Lens) -> Light:
    """Return a picture as a lens bends it."""
    x, y = _sources(lens)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


@functools.lru_cache(maxsize=2)
def _sources(lens: Lens) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return for each pixel where it comes from in the straight picture."""
    across, down = (math.ceil(side / BLOCK) + 2 for side in (lens.width, lens.height))
    x, y = np.meshgrid(*((np.arange(count) - 0.5) * BLOCK - 0.5 for count in (across, down)))
    straight = lens.straighten(np.stack([x.ravel(), y.ravel()], 1)).reshape(down, across, 2)
    whole = cv2.resize(straight, None, fx=BLOCK, fy=BLOCK, interpolation=cv2.INTER_LINEAR)
    part = np.asarray(whole[BLOCK : BLOCK + lens.height, BLOCK : BLOCK + lens.width], np.float32)
    return np.ascontiguousarray(part[..., 0]), np.ascontiguousarray(part[..., 1])
