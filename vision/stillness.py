"""Is the table still? Then a high-resolution photo is worth taking."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.gate import coarse, relit

STIRRED = 4.0
"""Levels by which a patch of blocks must change to count as motion."""

STILL_S = 0.5

FLICKER = 0.3
"""Share by which a lamp's bands may differ: what hides most of a row does not hide its ends, and they tell of it."""


def difference(before: NDArray[np.float32], after: NDArray[np.float32]) -> float:
    """Return the largest change of any patch, in levels, after taking out what light does: over all, and in bands."""
    if before.shape != after.shape:
        return 255.0
    return float(np.abs(cv2.blur(after - relit(before, after, FLICKER), (3, 3))).max())


class Stillness:
    """Tell when nothing has moved for a while."""

    def __init__(self, *, still_s: float = STILL_S, stirred: float = STIRRED) -> None:
        self._still_s, self._stirred = still_s, stirred
        self._before: NDArray[np.float32] | None = None
        self._since = 0.0

    def update(self, frame: Frame) -> bool:
        """Take a video frame; say whether the table has been still for `still_s`."""
        now = coarse(frame.grey)
        if self._before is None or difference(self._before, now) > self._stirred:
            self._before = now
            self._since = frame.time
        # The picture of the last motion is kept to compare with, so that slow motion adds up.
        return frame.time - self._since >= self._still_s
