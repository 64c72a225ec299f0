"""Which touches act: what a finger means is what was on screen before it came down."""

from __future__ import annotations

from typing import Any

from hardware.presses import PressGate

CAME = "came"
"""Where a touch keeps the time at which it came down."""


class Fingers:
    """Counts one intention once, by the same gate as buttons, which hears from here of every new screen and question.

    A finger that came down before the present screen or question did nothing to it, be it one of two on the same
    glass; and neither does the second half of a double touch, which nobody has read anything for.
    """

    def __init__(self, gate: PressGate) -> None:
        """Begin with nothing on screen."""
        self._gate = gate
        self._shown: tuple[object, object] = (None, None)

    def show(self, place: object, state: object, now: float) -> None:
        """Note what is on screen now: a place among the screens, and the state of the game, told by identity."""
        if place != self._shown[0] or state is not self._shown[1]:
            self._shown = place, state
            self._gate.ask(now)

    def come(self, touch: Any, now: float) -> None:
        """Note when a finger comes down."""
        touch.ud[CAME] = now

    def mean(self, touch: Any) -> bool:
        """Tell whether a finger that lifts is to act."""
        return self._gate.is_meant(float(touch.ud.get(CAME, "inf")))
