"""A clock for budgets: the work that was done, not the time that others took."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 3
"""On a busy machine, a budget may take so many times as long as on a quiet one."""


class Effort:
    """Tell the seconds of processor time that this thread has had, and at least a third of those that have passed.

    A busy machine then reads as much as a quiet one, a little later, and nobody waits for ever.
    """

    def __init__(
        self, work: Callable[[], float] = time.thread_time, wall: Callable[[], float] = time.perf_counter
    ) -> None:
        """Begin at nought."""
        self._work, self._wall = work, wall
        self._worked, self._passed, self._spent = work(), wall(), 0.0

    def __call__(self) -> float:
        """Return the seconds spent so far."""
        worked, passed = self._work(), self._wall()
        self._spent += max(worked - self._worked, (passed - self._passed) / PATIENCE)
        self._worked, self._passed = worked, passed
        return self._spent
