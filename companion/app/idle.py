"""When the screen dims, and what the touch that wakes it does: nothing else."""

from __future__ import annotations

GRACE = 0.6
"""Seconds after waking in which the same finger, bouncing, still does nothing."""


class Idle:
    """Counts the seconds since the last touch."""

    def __init__(self, minutes: int, now: float) -> None:
        """Begin awake; 0 minutes never dims."""
        self.minutes, self._last, self._woken = minutes, now, float("-inf")
        self.is_dim = False

    def touch(self, now: float) -> bool:
        """Note a touch; True if it only woke the screen and must do nothing else."""
        self._last = now
        if self.is_dim:
            self.is_dim, self._woken = False, now
            return True
        return now - self._woken < GRACE

    def stir(self, now: float) -> bool:
        """Note that something happened at the table that people will look at; True if it woke the screen."""
        woke = self.is_dim
        self._last, self.is_dim = now, False
        return woke

    def age(self, now: float) -> float:
        """Return the seconds since somebody last touched the screen, or since it had something new to show."""
        return now - self._last

    def tick(self, now: float) -> bool:
        """Dim when it is time; True where that has just happened."""
        due = self.minutes > 0 and now - self._last >= 60 * self.minutes
        if due and not self.is_dim:
            self.is_dim = True
            return True
        return False
