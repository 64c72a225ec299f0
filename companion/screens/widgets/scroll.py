"""Lists and pages that scroll, and hand a tap on at once."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.recycleview import RecycleView
from kivy.uix.scrollview import ScrollView


class Quick:
    """Lets go of a tapped child in the next frame.

    Kivy's own scroll view holds the release back for 0.2 s, so that the child can be seen pressed.
    """

    _lifted: Any = None

    def on_touch_up(self, touch: Any) -> Any:
        """Remember which finger has left."""
        self._lifted = touch
        try:
            return super().on_touch_up(touch)  # type: ignore[misc]
        finally:
            self._lifted = None

    def simulate_touch_down(self, touch: Any) -> Any:
        """Press what is under a finger; one that has left already lets go as well."""
        found = super().simulate_touch_down(touch)  # type: ignore[misc]
        if self._lifted is touch:
            Clock.schedule_once(partial(self._do_touch_up, touch))  # type: ignore[attr-defined]
        return found


class Scroll(Quick, ScrollView):
    """A page that scrolls up and down."""


class QuickRecycle(Quick, RecycleView):
    """A long list."""
