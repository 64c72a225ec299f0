"""Debounce and hold detection: pure code over timestamped edges of one button."""

from collections.abc import Iterator

from msgspec import Struct

from hardware.events import Held, PanelEvent, Pressed, Released
from hardware.roles import Role


class Timing(Struct, frozen=True):
    """How long a contact must rest to be believed, and how long a hold takes; all in seconds.

    Closing is believed sooner than opening: a spike is shorter than `press`, while a worn contact
    may open for some milliseconds under a finger that never left.
    """

    press: float = 0.005
    release: float = 0.03
    hold: float = 0.8


class Debouncer:
    """Turn the edges of one button into one Pressed, at most one Held, and one Released a press.

    What comes out depends on the edges alone, never on how often `tick` is called. A button that is
    already down at the start is jammed or leaned on: it says nothing until it has been let go.
    """

    def __init__(
        self, role: Role, ordinals: Iterator[int], timing: Timing | None = None, *, down: bool = False
    ) -> None:
        self._role = role
        self._ordinals = ordinals
        self._timing = timing or Timing()
        self._believed = self._raw = down
        self._since = self._now = float("-inf")
        self._press: Pressed | None = None
        self._is_held = False

    @property
    def level(self) -> bool:
        """Tell the last level seen, down or not, believed or not."""
        return self._raw

    def edge(self, time: float, down: bool) -> tuple[PanelEvent, ...]:
        """Take one edge and return what it, and the time before it, make certain.

        A repeated level is a phantom edge and changes nothing; a time that runs backwards counts
        as the latest time seen.
        """
        time = max(time, self._now)
        events = self.tick(time)
        if down != self._raw:
            self._raw, self._since = down, time
        return events + self.tick(time)

    def tick(self, time: float) -> tuple[PanelEvent, ...]:
        """Return what has become certain by `time` with no new edge."""
        self._now = max(time, self._now)
        events: list[PanelEvent] = []
        if self._raw and not self._believed and self._rested(self._timing.press):
            events.append(self._begin())
        events += self._holds()
        if self._believed and not self._raw and self._rested(self._timing.release):
            events += self._end()
        return tuple(events)

    def _rested(self, span: float) -> bool:
        return self._now - self._since >= span

    def _begin(self) -> PanelEvent:
        self._believed, self._is_held = True, False
        self._press = Pressed(self._role, next(self._ordinals), self._since)
        return self._press

    def _holds(self) -> tuple[PanelEvent, ...]:
        if self._press is None or self._is_held:
            return ()
        reached = self._press.time + self._timing.hold
        if (self._now if self._raw else self._since) < reached:
            return ()
        self._is_held = True
        return (Held(self._role, self._press.ordinal, reached),)

    def _end(self) -> tuple[PanelEvent, ...]:
        press, self._press, self._believed = self._press, None, False
        return () if press is None else (Released(self._role, press.ordinal, self._since),)
