"""A clock for those who want one: off until started, paused at will, kept with the evening."""

from __future__ import annotations

import msgspec

from rules.core.value import TABLE, Value


class Clock(Value, frozen=True):
    """How long each seat has been asked something, in seconds."""

    running: bool = False
    used: tuple[tuple[int, float], ...] = ()
    """Seat (TABLE where several were asked, or none) and seconds."""

    @property
    def total(self) -> float:
        """Seconds of the whole evening."""
        return sum(seconds for _, seconds in self.used)

    def seconds(self, seat: int) -> float:
        """Return one seat's seconds."""
        return dict(self.used).get(seat, 0.0)

    def add(self, seat: int, seconds: float) -> Clock:
        """Charge a seat; a paused clock stays as it is."""
        if not self.running or seconds <= 0:
            return self
        used = dict(self.used)
        used[seat] = round(used.get(seat, 0.0) + seconds, 3)
        return msgspec.structs.replace(self, used=tuple(sorted(used.items())))

    def switched(self, running: bool) -> Clock:
        """Start or pause it."""
        return msgspec.structs.replace(self, running=running)


def charged(seats: tuple[int, ...]) -> int:
    """Say whom the time is charged to while these seats are asked."""
    asked = set(seats)
    return asked.pop() if len(asked) == 1 else TABLE
