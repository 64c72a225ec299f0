"""Frames of a table at rest, added up: their mean has a tenth of the noise after a hundred frames."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.refine import Floats, Picture
from vision.stillness import difference

BLOCK = 16
"""Pixels a side over which two frames are compared."""

STIRRED = 6.0
"""Levels by which a patch of three by three blocks must change to count as motion."""

FARTHEST = 1.5
"""Pixels that a camera may tremble before the table counts as moved."""

MOST = 250
"""Frames that are added up at most: their sum fits 16 bits, and more would hardly help."""

ROWS, MOST_ROWS = 8, 160
"""Every so many rows are looked at for the tremble, of a large picture fewer: so many in all."""

LARGE = 4_000_000
"""Pixels from which the mean is kept in whole levels: a quarter of the memory, and noise is small there."""


class StillTable:
    """Hold the sum of all frames since the table came to rest."""

    def __init__(self) -> None:
        self.frames = 0
        self._first = np.zeros((0, 0), np.uint8)
        self._sum = np.zeros((0, 0), np.uint16)
        self._blocks = np.zeros((0, 0), np.float32)

    def take(self, grey: Grey) -> bool:
        """Add a frame, whole pixels aligned; start anew with it, and return False, where something has moved.

        What is left of a tremble blurs by a third of a pixel; shifting by less than a pixel would blur more.
        """
        blocks = _blocks(grey)
        is_same_size = self.frames > 0 and grey.shape == self._first.shape
        if is_same_size and difference(self._blocks, blocks) < STIRRED:
            if self.frames == 1:
                self._sum = self._first.astype(np.uint16)
            right, down = _tremble(self._sum, self.frames, grey)
            if max(abs(right), abs(down)) < FARTHEST:
                moved = np.roll(grey, (-round(down), -round(right)), (0, 1))
                if self.frames < MOST:
                    np.add(self._sum, moved, out=self._sum)
                    self.frames += 1
                return True
        self._first, self._blocks, self.frames = grey.copy(), blocks, 1
        return False

    def mean(self) -> Picture:
        """Return the mean of all frames taken: the first one itself, float32, or of large pictures 8 bits."""
        if self.frames <= 1:
            return self._first
        if self._sum.size > LARGE:
            return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.frames), np.uint8)
        return self._sum * np.float32(1 / self.frames)


def _blocks(grey: Grey) -> Floats:
    size = (max(1, grey.shape[1] // BLOCK), max(1, grey.shape[0] // BLOCK))
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def _tremble(total: NDArray[np.uint16], frames: int, grey: Grey) -> tuple[float, float]:
    """Return how far a frame lies right of and below the mean, in pixels: one step of Lucas and Kanade."""
    rows = np.arange(1, grey.shape[0] - 1, max(ROWS, grey.shape[0] // MOST_ROWS))
    if len(rows) < 2 or grey.shape[1] < 4:
        return 0.0, 0.0
    above, here, below = (total[rows + step] * np.float32(1 / frames) for step in (-1, 0, 1))
    across = (here[:, 2:] - here[:, :-2]).ravel() / 2
    down = (below - above)[:, 1:-1].ravel() / 2
    change = (here[:, 1:-1] - grey[rows, 1:-1]).ravel()
    normal = np.array([[across @ across, across @ down], [across @ down, down @ down]], np.float64)
    if np.linalg.det(normal) < 1.0:
        return 0.0, 0.0
    right, lower = np.linalg.solve(normal, np.array([across @ change, down @ change], np.float64))
    return float(right), float(lower)
