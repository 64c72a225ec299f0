"""The one rule for double presses: one intention acts once."""

from typing import Final

from hardware.events import PanelEvent, Pressed
from hardware.roles import Role

DOUBLE: Final = 0.25
"""Two presses of one button closer than this (s) are one intention; and nobody reads a new question in less."""


class PressGate:
    """Decide which panel events act, for a panel on pins and one on screen alike.

    A press acts once: told again it does nothing, and neither does the second half of a double press,
    be it on the other panel, nor a finger that went down before anybody could read the present question: it was
    meant for the last one, which a touch, another button or the camera has just answered.
    """

    def __init__(self) -> None:
        self._acted_at: dict[Role, float] = {}
        self._asked_at = float("-inf")

    def ask(self, now: float) -> None:
        """Note that a new question came on screen at `now` (s)."""
        self._asked_at = now

    def is_meant(self, time: float) -> bool:
        """Tell whether a finger that went down then (s) was meant for the present question, on a button or on glass."""
        return time - self._asked_at >= DOUBLE

    def takes(self, event: PanelEvent) -> bool:
        """Tell whether this event is to act; holds and releases never do by themselves."""
        if not isinstance(event, Pressed) or not self.is_meant(event.time):
            return False
        if event.time - self._acted_at.get(event.role, float("-inf")) < DOUBLE:
            return False
        self._acted_at[event.role] = event.time
        return True
