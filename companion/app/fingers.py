"""Which touches act: what a finger means is what was on screen before it came down."""

from __future__ import annotations

from typing import Any

from hardware.presses import DOUBLE

CAME = "came"
"""Where a touch keeps the time at which it came down."""


class Fingers:
    """Counts one intention once, as ``hardware.presses`` does for buttons.

    A finger that came down before the present screen or question did nothing to it, be it one of two on the same
    glass; and neither does the second half of a double touch, which nobody has read anything for.
    """

    def __init__(self) -> None:
        """Begin with nothing on screen."""
        self._shown: tuple[object, object] = (None, None)
        self._since = float("-inf")

    def show(self, place: object, state: object, now: float) -> bool:
        """Note what is on screen now: a place among the screens, and the state of the game, told by identity.

        True where that is new.
        """
        if place == self._shown[0] and state is self._shown[1]:
            return False
        self._shown, self._since = (place, state), now
        return True

    def come(self, touch: Any, now: float) -> None:
        """Note when a finger comes down."""
        touch.ud[CAME] = now

    def mean(self, touch: Any) -> bool:
        """Tell whether a finger that lifts is to act."""
        return float(touch.ud.get(CAME, "inf")) - self._since >= DOUBLE
