"""Where the picture has changed, told on a small grid of means: noise, flicker and slow light are no change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.geometry import Points

BLOCKS = 144
"""Blocks across a picture, or a few more: about 5 mm each, so that a finger covers several and noise averages out."""

CHANGED, MOST_CHANGED = 5.0, 15.0
"""Levels by which a block must differ from what it was, and in noisy pictures; where most has changed it only looks noisy."""

NOISES = 6.0
"""So many standard deviations of what the quiet half of the blocks does."""

BLACK = 12.0
"""Levels added before pictures are compared by their ratio: in the dark a ratio says nothing."""

FLICKER = 0.12
"""Share by which a lamp's bands, or the light along one row, may differ from the whole picture's."""

DRIFT = 0.1
"""Share of the difference that a quiet block takes over with every frame: so light may wander."""

Mask = NDArray[np.bool_]
"""Shape (rows, columns) of blocks."""

Box = tuple[slice, slice]
"""Rows and columns, of blocks or of pixels."""


def block_side(grey: Grey) -> int:
    """Return the side of a block in pixels."""
    width: int = grey.shape[1]
    return max(1, width // BLOCKS)


def coarse(grey: Grey) -> NDArray[np.float32]:
    """Return the picture in blocks, each the mean of its pixels; what is left over at the far edges is not looked at."""
    side = block_side(grey)
    height, width = max(1, grey.shape[0] // side), max(1, grey.shape[1] // side)
    whole = grey[: height * side, : width * side]
    # Whole numbers of pixels make this ten times quicker than any other scale.
    return cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)


def relit(
    before: NDArray[np.float32], now: NDArray[np.float32], flicker: float = FLICKER
) -> NDArray[np.float32]:
    """Return a picture as it would be in the light of another, which may have a lamp's bands along its rows."""
    ratio = (now + BLACK) / (before + BLACK)
    whole = float(np.median(ratio))
    bands = np.clip(np.median(ratio, 1, keepdims=True) / whole, 1 - flicker, 1 + flicker)
    return np.asarray(np.minimum((before + BLACK) * (whole * bands) - BLACK, 255.0), np.float32)


def differing(before: NDArray[np.float32], now: NDArray[np.float32]) -> Mask:
    """Return which blocks differ by more than light and noise, between pictures of one size."""
    change = np.abs(now - relit(before, now))
    noise = 1.5 * float(np.median(change))
    return np.asarray(change > min(max(CHANGED, NOISES * noise), MOST_CHANGED))


@dataclass(frozen=True, slots=True, eq=False)
class Stir:
    """Say which blocks are unlike what is remembered, and which differ from the frame before."""

    unlike: Mask
    moving: Mask


class Gate:
    """Compare frames with a remembered picture that follows the light."""

    def __init__(self) -> None:
        self._remembered: NDArray[np.float32] | None = None
        self._before: NDArray[np.float32] | None = None

    def update(self, grey: Grey) -> Stir:
        """Take a frame; the first one, and any of another size, is unlike and moving all over."""
        now = coarse(grey)
        if self._remembered is None or self._before is None or self._remembered.shape != now.shape:
            self._remembered, self._before = now.copy(), now
            return Stir(np.ones(now.shape, np.bool_), np.ones(now.shape, np.bool_))
        stir = Stir(differing(self._remembered, now), differing(self._before, now))
        self._before = now
        quiet = ~stir.unlike
        self._remembered[quiet] += DRIFT * (now - self._remembered)[quiet]
        return stir

    def accept(self, blocks: Mask) -> None:
        """Remember blocks as they are in the latest frame."""
        if self._remembered is not None and self._before is not None:
            self._remembered[blocks] = self._before[blocks]


def grown(blocks: Mask) -> Mask:
    """Add the blocks next to those given: what lies half in one."""
    return cv2.dilate(blocks.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)


def pieces(blocks: Mask) -> Iterator[tuple[Mask, Box]]:
    """Yield each connected piece, and the box it fills."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(blocks.astype(np.uint8))
    for label in range(1, count):
        left, top, width, height = (int(value) for value in stats[label][:4])
        yield labels == label, (slice(top, top + height), slice(left, left + width))


def footprint(corners: Points, side: int, shape: tuple[int, ...]) -> Box:
    """Return the box of blocks that a code covers."""
    (left, top), (right, bottom) = corners.min(0) // side, corners.max(0) // side
    rows, columns = shape
    low = min(max(0, int(top)), rows - 1), min(max(0, int(left)), columns - 1)
    return slice(low[0], max(low[0], int(bottom)) + 1), slice(low[1], max(low[1], int(right)) + 1)
