"""Where a lamp shines off the paper: find it, and give what it leaves of a print its full contrast back.

Glare adds light, up to what the sensor holds. In levels, which are about the square root of light, print then fades;
in light itself it does not: ink is darker than paper by the same amount wherever glare has left room for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Grey
from vision.geometry import Points
from vision.refine import Picture

WHITE = 248
"""Level from which a pixel may have lost what was there: with some noise, a lost one is seldom darker."""

SPECK = 5
"""Pixels a side of a patch that is as white on the mean before it counts as glare."""

LEAST_PX = 40
"""Pixels of glare in a picture below which it has none worth looking at."""

MODULES = 5.0
"""Modules a side over which light and dark are told apart: few, for glare is steep."""

MODULE_PX = 3.0
"""Pixels of a module where no code tells."""

FADED = 30
"""Contrast, in 255ths of the most light, below which print is left as faint as it is: lost, not made up."""

FULL = 200
"""Levels between light and dark in the picture without glare."""


STRIP = 256
"""Rows of a picture from which glare is taken at a time: a whole still of 12 megapixels would need 200 MB for it."""


def glare(grey: Grey) -> Grey:
    """Return where the picture is white with light, 255 or 0."""
    return np.asarray(cv2.inRange(cv2.blur(grey, (SPECK, SPECK)), WHITE, 255), np.uint8)


def glared(white: Grey, quads: Sequence[Points]) -> list[Points]:
    """Return the quads in whose bounds there is glare."""
    found = []
    for quad in quads:
        (x0, y0), (x1, y1) = np.maximum(quad.min(0), 0).astype(int), quad.max(0).astype(int) + 1
        if white[y0:y1, x0:x1].any():
            found.append(quad)
    return found


def flattened(picture: Picture, module_px: float = MODULE_PX) -> Grey:
    """Return the picture with light and dark brought to the same two levels everywhere, what is lost between them."""
    side = max(5, round(MODULES * module_px) | 1)
    flat = np.empty(picture.shape, np.uint8)
    for top in range(0, len(flat), STRIP):
        above = min(top, side)
        seen = picture[top - above : top + STRIP + side]
        flat[top : top + STRIP] = _flattened(seen, side)[above : above + STRIP]
    return flat


def _flattened(picture: Picture, side: int) -> Grey:
    light = cv2.multiply(picture, picture, scale=1 / 255, dtype=cv2.CV_8U)
    kernel, window = np.ones((side, side), np.uint8), (side, side)
    low, high = cv2.blur(cv2.erode(light, kernel), window), cv2.blur(cv2.dilate(light, kernel), window)
    middle = cv2.addWeighted(low, 0.5, high, 0.5, 0)
    contrast = np.maximum(cv2.subtract(high, low), FADED)
    off = cv2.subtract(light, middle, dtype=cv2.CV_16S)
    told = cv2.divide(off, contrast, scale=FULL, dtype=cv2.CV_32F)
    return np.asarray(np.clip(told + np.float32(128.5), 0, 255), np.uint8)
