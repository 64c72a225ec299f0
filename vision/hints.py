"""What stands in the way of reading: a mirrored picture, codes too small, glare, blur, darkness."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Literal

import cv2
import numpy as np

from vision.frame import Grey, check_grey
from vision.tag import Tag

Hint = Literal["mirrored", "too_small", "glare", "blur", "dark"]

SMALL_PX = 2.0
"""Pixels a module below which many codes are lost: 65 % are read at 2.0, 97 % at 2.5."""

BLUR_MODULES = 0.42
"""Blur (standard deviation) in modules: 89 % are read at 0.38, 29 % at 0.5."""

BLUR_PX = 1.7
"""The same in pixels where no code was found at all; a blur of 2.0 is measured as 1.7 to 2.1, one of 1.5 as up to 1.7."""
BRIGHT = 250
GLARE_SHARE = 0.0008
DARK = 90
"""The brightest parts of a well-lit table are far above this level."""

TILE, LOOKED_AT = 64, 9
"""Without codes, blur is looked for in so many square tiles (of pixels): where there is most to be seen."""
COARSE = 480
"""Pixels across of the picture in which those tiles are found."""
WIDE = 1920
"""Pixels across beyond which glare is looked for in every second pixel, or third."""
BLOCK = 16
KERNEL_BLUR = 0.45
"""Variance that measuring the slope over neighbouring pixels itself adds, in square pixels."""


def hints(grey: Grey, tags: Sequence[Tag] = ()) -> tuple[Hint, ...]:
    """Return what to mend, worst first, from one picture and the tags in it, damaged ones too."""
    pixels = check_grey(grey)
    found: list[Hint] = []
    if tags and 2 * sum(tag.is_mirrored for tag in tags) > len(tags):
        found.append("mirrored")
    if is_dark(pixels, tags):
        found.append("dark")
    if glare_share(pixels) > GLARE_SHARE:
        found.append("glare")
    if _is_blurred(pixels, tags):
        found.append("blur")
    if tags and median(tag.module_px for tag in tags) < SMALL_PX:
        found.append("too_small")
    return tuple(found)


def is_dark(grey: Grey, tags: Sequence[Tag] = ()) -> bool:
    """Say whether the light is too weak: nothing in the picture is bright, nor the paper round the codes.

    A few stickers on a black cloth are too little of the picture to be among its brightest parts.
    """
    if float(np.percentile(grey[::8, ::8], 99.5)) >= DARK:
        return False
    papers = [float(np.percentile(patch, 90)) for tag in tags if (patch := _patch(grey, tag)).size]
    return not papers or median(papers) < DARK


def glare_share(grey: Grey) -> float:
    """Return the share of the picture that is white all over, in blocks too large to be print."""
    step = max(1, grey.shape[1] // WIDE)
    grey = np.ascontiguousarray(grey[::step, ::step])
    height, width = grey.shape
    size = (max(1, width // BLOCK), max(1, height // BLOCK))
    blocks = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return float((blocks >= BRIGHT).mean())


def _is_blurred(grey: Grey, tags: Sequence[Tag]) -> bool:
    measured = [(blur_px(_patch(grey, tag)), tag.module_px) for tag in tags]
    shares = [blur / module for blur, module in measured if blur is not None and module > 0]
    if shares:
        return median(shares) > BLUR_MODULES
    found = [blur for tile in liveliest(grey) if (blur := blur_px(tile)) is not None]
    return bool(found) and median(found) > BLUR_PX


def liveliest(grey: Grey) -> list[Grey]:
    """Return the tiles of a picture with the most contrast; a small picture is one tile."""
    down, across = (side // TILE for side in grey.shape)
    if down * across <= LOOKED_AT:
        return [grey]
    step = max(1, grey.shape[1] // COARSE)
    fine = TILE // step
    coarse = grey[::step, ::step][: down * fine, : across * fine]
    blocks = coarse.reshape(coarse.shape[0] // fine, fine, coarse.shape[1] // fine, fine)
    contrast = blocks.max((1, 3)).astype(int) - blocks.min((1, 3))
    best = np.argsort(contrast, axis=None)[-LOOKED_AT:]
    tops, lefts = (at * fine * step for at in np.unravel_index(best, contrast.shape))
    return [grey[y : y + TILE, x : x + TILE] for y, x in zip(tops, lefts, strict=True)]


def _patch(grey: Grey, tag: Tag) -> Grey:
    corners = np.asarray(tag.corners)
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    x1, y1 = np.ceil(corners.max(0)).astype(int) + 3
    return grey[y0:y1, x0:x1]


def blur_px(grey: Grey) -> float | None:
    """Estimate the blur of the sharpest edges as a Gaussian's standard deviation in pixels.

    An edge of height C has a slope of at most C / (sigma * sqrt(2 pi)). None where there is no contrast.
    """
    if min(grey.shape) < 5:
        return None
    low, high = np.percentile(grey, (2, 98))
    if high - low < 25:
        return None
    smooth = grey.astype(np.float32)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    slope = float(np.percentile(np.hypot(across, down), 99.5))
    if slope <= 0:
        return None
    variance = ((high - low) / slope) ** 2 / (2 * np.pi) - KERNEL_BLUR
    return float(np.sqrt(max(0.0, variance)))
