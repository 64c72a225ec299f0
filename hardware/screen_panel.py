"""The panel drawn on the screen: presses come from the app, lights are read by it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Final

from hardware.debounce import Timing
from hardware.events import PanelEvent
from hardware.lights import Frame, LightBoard
from hardware.roles import ROLES, Kind, Role
from hardware.signals import Signal
from hardware.switchboard import Switchboard

TOUCH: Final = Timing(press=0.0)
"""A touch has no spikes to wait out, but some touch panels report it twice."""


class ScreenPanel:
    """Be a Panel without any GPIO.

    The app calls `press` and `release` as fingers touch the drawn buttons, and draws `frame`.
    `ordinals` may be shared with a panel on pins that is used beside it.
    """

    def __init__(
        self, roles: Iterable[Role] = ROLES, *, timing: Timing = TOUCH, ordinals: Iterator[int] | None = None
    ) -> None:
        self._roles = frozenset(roles)
        buttons = {role: False for role in sorted(self._roles) if role.is_button}
        self._switches = Switchboard(buttons, timing, count() if ordinals is None else ordinals)
        self._board = LightBoard(tuple(sorted(role for role in self._roles if role.kind is Kind.LIGHT)))

    @property
    def roles(self) -> frozenset[Role]:
        """Name what this panel has."""
        return self._roles

    @property
    def frame(self) -> Frame:
        """Return what the lights and the buzzer give since the last tick."""
        return self._board.last

    def press(self, role: Role, time: float) -> None:
        """Put a finger on a button at `time` (s); ValueError if the panel has no such button."""
        self._switches.edge(role, time, down=True)

    def release(self, role: Role, time: float) -> None:
        """Take the finger off a button at `time` (s); ValueError if the panel has no such button."""
        self._switches.edge(role, time, down=False)

    def poll(self, now: float) -> tuple[PanelEvent, ...]:
        """Return what happened up to `now` and was not told before, oldest first."""
        return self._switches.poll(now)

    def show(self, signals: Mapping[Role, Signal]) -> None:
        """Replace what the lights and the buzzer tell, from the next tick on."""
        self._board.show(signals)

    def tick(self, now: float) -> None:
        """Bring `frame` to what is shown at `now`."""
        self._board.frame(now)

    def close(self) -> None:
        """Turn everything off."""
        self._board = LightBoard(tuple(role for role, _ in self._board.last.lights))
