"""Is the table still? Then a high-resolution photo is worth taking."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.gate import Mask, coarse, relit

STIRRED = 4.0
"""Levels by which a patch of blocks must change to count as motion."""

STILL_S = 0.5

FLICKER = 0.3
"""Share by which a lamp's bands may differ: what hides most of a row does not hide its ends, and they tell of it."""

RESTLESS_S, CALM_S = 10.0, 0.75
"""So long a place must stir, never calm for so long, until it counts as restless: a clock, a candle, a screen."""

MOST_RESTLESS = 0.04
"""Share of the picture that may be restless: an arm and its hand cover more."""

STEP_S = 0.5
"""A frame later than this after the one before says no more of what was calm meanwhile."""

ROOM = np.ones((5, 5), np.uint8)
"""Blocks round a restless place that may stir with it."""


def difference(before: NDArray[np.float32], after: NDArray[np.float32], where: Mask | None = None) -> float:
    """Return the largest change of any patch, in levels, after taking out what light does: over all, and in bands.

    Where only some blocks count, that of the patches round these.
    """
    if before.shape != after.shape:
        return 255.0
    change = _changes(before, after)
    return float(np.max(change if where is None else change[where], initial=0.0))


def _changes(before: NDArray[np.float32], after: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.abs(cv2.blur(after - relit(before, after, FLICKER), (3, 3)))


class _Restless:
    """Find small places that stir all the time while all else rests."""

    def __init__(self, first: Frame, blocks: NDArray[np.float32]) -> None:
        self._before, self._at, self._time = blocks, first.time, 0.0
        self._began = np.zeros(blocks.shape)
        self._stirred_at = np.full(blocks.shape, -np.inf)

    def update(self, time: float, now: NDArray[np.float32], stirred: float) -> Mask | None:
        """Take the blocks of a frame; return those that are not restless, None where all count."""
        self._time += min(max(0.0, time - self._at), STEP_S)
        stirs = _changes(self._before, now) > stirred
        self._began[stirs & (self._time - self._stirred_at > CALM_S)] = self._time
        self._stirred_at[stirs] = self._time
        self._before, self._at = now, time
        never_calm = self._stirred_at - self._began >= RESTLESS_S
        restless = never_calm & (self._time - self._stirred_at <= CALM_S)
        if not restless.any() or restless.mean() > MOST_RESTLESS:
            return None
        return np.asarray(cv2.dilate(restless.astype(np.uint8), ROOM) == 0, np.bool_)


class Stillness:
    """Tell when nothing has moved for a while.

    What never stops, as a clock or a candle, is left out after some seconds, as long as it is small.
    """

    def __init__(self, *, still_s: float = STILL_S, stirred: float = STIRRED) -> None:
        self._still_s, self._stirred = still_s, stirred
        self._before: NDArray[np.float32] | None = None
        self._since = 0.0
        self._restless: _Restless | None = None

    def update(self, frame: Frame) -> bool:
        """Take a video frame; say whether the table has been still for `still_s`."""
        now = coarse(frame.grey)
        if self._before is None or self._restless is None or self._before.shape != now.shape:
            self._before, self._since, self._restless = now, frame.time, _Restless(frame, now)
        where = self._restless.update(frame.time, now, self._stirred)
        if difference(self._before, now, where) > self._stirred:
            self._before = now
            self._since = frame.time
        # The picture of the last motion is kept to compare with, so that slow motion adds up.
        return frame.time - self._since >= self._still_s
