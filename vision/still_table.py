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

CELL = 3
"""Pixels a side of the finest thing compared: another code in the place of one is no lighter or darker as a whole."""

WINDOW = 5
"""Cells a side over which print is the same or another: so much lies within the words of a small code."""

EDGE = WINDOW // 2 + 1
"""Cells along the picture's edges that are not compared: a frame moved back has nothing of its own there."""

OTHER = 0.45
"""Share of print's variance that two frames do not share, from which it is other print: trembling leaves 0.2, and
another code with nearly the same text in the same place 0.6."""

LEAST_PRINT, ABOVE_NOISE = 9.0, 8.0
"""Variance (levels squared) from which a window shows print at all, and how many times that of noise it must be."""

STEADY, FARTHEST = 0.1, 1.5
"""Pixels of a camera's tremble that change nothing, and from which the table counts as moved."""

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
            if max(abs(right), abs(down)) < FARTHEST and not self._is_other(grey, right, down):
                moved = np.roll(grey, (-round(down), -round(right)), (0, 1))
                if self.frames < MOST:
                    np.add(self._sum, moved, out=self._sum)
                    self.frames += 1
                return True
        self._first, self._blocks, self.frames = grey.copy(), blocks, 1
        return False

    def _is_other(self, grey: Grey, right: float, down: float) -> bool:
        """Say whether other print lies somewhere in a frame than in the mean, from which it trembles so far off."""
        before, now = _cells(self._sum) * np.float32(1 / self.frames), _cells(_moved_back(grey, right, down))
        off, shared = _variance(before - now), _variance(before) + _variance(now)
        noise = float(np.median(off[::4, ::4]))
        shown = shared - noise > max(LEAST_PRINT, ABOVE_NOISE * noise)
        other = shown & (off - noise > OTHER * (shared - noise))
        return bool(other[EDGE:-EDGE, EDGE:-EDGE].any())

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


def _moved_back(grey: Grey, right: float, down: float) -> Grey:
    """Return the frame as it would be had the camera not trembled; a steady one's as it is, which is quicker."""
    if max(abs(right), abs(down)) < STEADY:
        return grey
    back = np.array([[1, 0, right], [0, 1, down]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(grey, back, grey.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _cells(picture: NDArray[np.uint8] | NDArray[np.uint16]) -> Floats:
    height, width = (max(1, side // CELL) for side in picture.shape)
    whole = picture[: height * CELL, : width * CELL]
    return cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)


def _variance(cells: Floats) -> Floats:
    """Return how much cells vary in the window round each."""
    mean = cv2.blur(cells, (WINDOW, WINDOW))
    return np.asarray(cv2.blur(cells * cells, (WINDOW, WINDOW)) - mean * mean, np.float32)


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
