"""The seam between the panel and those who use it, and between the panel and the pins."""

from collections.abc import Callable, Mapping
from typing import Protocol

from hardware.events import PanelEvent
from hardware.lights import Frame
from hardware.roles import Role
from hardware.signals import Signal


class Panel(Protocol):
    """Buttons, lights and a buzzer by role; all times in seconds of one monotonic clock.

    `poll`, `show` and `tick` belong to one thread, about 30 times a second. A panel that fails
    raises PanelLostError, after which only `close` may be called.
    """

    @property
    def roles(self) -> frozenset[Role]:
        """Name what this panel has; every role may be absent."""
        ...

    @property
    def frame(self) -> Frame:
        """Return what the lights and the buzzer give since the last tick."""
        ...

    def poll(self, now: float) -> tuple[PanelEvent, ...]:
        """Return what happened up to `now` and was not told before, oldest first."""
        ...

    def show(self, signals: Mapping[Role, Signal]) -> None:
        """Replace what the lights and the buzzer tell, from the next tick on; a role left out is off."""
        ...

    def tick(self, now: float) -> None:
        """Bring lights and buzzer to what they show at `now`."""
        ...

    def close(self) -> None:
        """Turn everything off and let go of it; closing twice does nothing more."""
        ...


class PinPort(Protocol):
    """The part of a gpiozero pin that a panel needs."""

    function: str
    pull: str
    edges: str
    state: float
    frequency: float | None
    when_changed: Callable[[float, int], None] | None

    def close(self) -> None:
        """Give the pin back."""
        ...


class PinFactory(Protocol):
    """Whatever makes pins by name: gpiozero's factories, real and mock."""

    def pin(self, name: str) -> PinPort:
        """Return the pin called "GPIO17" and the like."""
        ...

    def close(self) -> None:
        """Give all pins back."""
        ...


class DrivenPin(Protocol):
    """A mock pin, whose level a program sets in place of a finger."""

    def drive_low(self) -> None:
        """Close the contact of a button wired to ground."""
        ...

    def drive_high(self) -> None:
        """Open it."""
        ...
