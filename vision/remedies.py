"""What may make a code readable that was not: pictures made from pictures, each by one function."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.decode import Decoder
from vision.frame import Grey
from vision.geometry import Points
from vision.tag import Tag

Remedy = Callable[[Grey], Grey]

MARGIN = 0.3
"""Share of its size by which a region reaches beyond the code in it."""

DEBLURRED = 1.3
"""Sigma, in pixels, of the blur that is taken back."""

FACTOR = 2
"""How much larger a region is read."""


def sharpened(grey: Grey) -> Grey:
    """Return the picture with soft edges made steep (unsharp mask)."""
    soft = cv2.GaussianBlur(grey, (0, 0), FACTOR * 1.2)
    return np.asarray(cv2.addWeighted(grey, 2.5, soft, -1.5, 0), np.uint8)


def deblurred(grey: Grey) -> Grey:
    """Return the picture with a Gaussian blur taken back (Richardson 1972, Lucy 1974; six steps)."""
    seen = grey.astype(np.float32) + 1
    guess = seen.copy()
    sigma = FACTOR * DEBLURRED
    for _ in range(6):
        blurred = np.maximum(np.asarray(cv2.GaussianBlur(guess, (0, 0), sigma)), 1)
        guess *= np.asarray(cv2.GaussianBlur(seen / blurred, (0, 0), sigma), np.float32)
    return np.clip(guess, 0, 255).astype(np.uint8)


def levelled(grey: Grey) -> Grey:
    """Return the picture with each part stretched to full contrast: for glare and shadow (CLAHE)."""
    return np.asarray(cv2.createCLAHE(2.0, (4, 4)).apply(grey), np.uint8)


def calmed(grey: Grey) -> Grey:
    """Return the picture with noise taken out and edges kept."""
    return np.asarray(cv2.bilateralFilter(grey, 7, 40, 3), np.uint8)


REMEDIES: tuple[Remedy, ...] = (sharpened, deblurred, levelled, calmed)


def read_region(decoder: Decoder, grey: Grey, corners: Points, remedy: Remedy) -> tuple[Tag, ...]:
    """Read the part of a picture round a code, enlarged, with one remedy; tags in the picture's pixels."""
    height, width = grey.shape
    reach = MARGIN * (corners.max(0) - corners.min(0)).max() + 2
    x0, y0 = np.maximum(np.floor(corners.min(0) - reach).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0) + reach).astype(int) + 1, (width, height))
    if x1 - x0 < 8 or y1 - y0 < 8:
        return ()
    part = cv2.resize(grey[y0:y1, x0:x1], None, fx=FACTOR, fy=FACTOR, interpolation=cv2.INTER_CUBIC)
    tags = decoder.decode(remedy(np.asarray(part, np.uint8)))
    return tuple(tag.scaled(1 / FACTOR).moved(float(x0), float(y0)) for tag in tags)
