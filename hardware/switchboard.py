"""The buttons of a panel together: edges by role in, events in order out."""

from collections.abc import Iterator, Mapping

from hardware.debounce import Debouncer, Timing
from hardware.events import PanelEvent
from hardware.roles import Role


class Switchboard:
    """Debounce every button of a panel and keep what was not told yet.

    `down` names the buttons and whether each is down at the start; `ordinals` counts the presses and
    may be shared by several panels.
    """

    def __init__(self, down: Mapping[Role, bool], timing: Timing, ordinals: Iterator[int]) -> None:
        self._buttons = {
            role: Debouncer(role, ordinals, timing, down=is_down) for role, is_down in down.items()
        }
        self._untold: list[PanelEvent] = []

    def edge(self, role: Role, time: float, down: bool) -> None:
        """Take one edge of a button (ValueError if the panel has no such button)."""
        if role not in self._buttons:
            raise ValueError(f"this panel has no button {role}")
        self._untold += self._buttons[role].edge(time, down)

    def level(self, role: Role) -> bool:
        """Tell the last level seen of a button."""
        return self._buttons[role].level

    def poll(self, now: float) -> tuple[PanelEvent, ...]:
        """Return what happened up to `now` and was not told before, oldest first."""
        for button in self._buttons.values():
            self._untold += button.tick(now)
        told = sorted(self._untold, key=lambda event: event.time)
        self._untold.clear()
        return tuple(told)
