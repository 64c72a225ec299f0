"""One button or one light on its pins; knows the pin port, not who makes the pins."""

from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from hardware.ports import PinPort
from hardware.roles import Role

PWM_HZ: Final = 200.0
"""Fast enough that no eye sees it, slow enough for software."""


class Edge(Struct, frozen=True):
    """Note that a contact closed or opened at `time` (s)."""

    role: Role
    time: float
    is_down: bool


class ButtonLine:
    """Listen to one button, wired from its pin to ground.

    Edges come in a thread of the pin library; they get their time there and go to `edges`, which
    another thread empties.
    """

    def __init__(self, role: Role, pin: PinPort, clock: Callable[[], float], edges: deque[Edge]) -> None:
        self.role = role
        self._pin, self._clock, self._edges = pin, clock, edges
        pin.function = "input"
        pin.pull = "up"
        pin.edges = "both"
        # gpiozero keeps this method weakly: it lives as long as the line does
        pin.when_changed = self._note

    def _note(self, _ticks: float, level: int) -> None:
        self._edges.append(Edge(self.role, self._clock(), not level))

    @property
    def is_down(self) -> bool:
        """Read the contact now."""
        return not self._pin.state

    def close(self) -> None:
        """Stop listening and give the pin back."""
        self._pin.when_changed = None
        self._pin.close()


class OutputLine:
    """Drive an LED, an RGB LED or a buzzer; off when made and off when closed."""

    def __init__(self, pins: tuple[PinPort, ...], *, on_high: bool = True) -> None:
        self._pins, self._on_high = pins, on_high
        self._has_pwm = len(pins) > 1
        self._given: tuple[float, ...] | None = None
        for pin in pins:
            pin.function = "output"
            if self._has_pwm:
                pin.frequency = PWM_HZ
        self.give(self._off)

    @property
    def _off(self) -> tuple[float, ...]:
        return (0.0,) * len(self._pins)

    @property
    def is_rgb(self) -> bool:
        """Tell whether it takes three shares instead of one."""
        return self._has_pwm

    def give(self, shares: tuple[float, ...]) -> None:
        """Let each pin be on for its share (0.0 to 1.0) of the time."""
        if shares == self._given:
            return
        self._given = None
        for pin, share in zip(self._pins, shares, strict=True):
            pin.state = share if self._on_high else 1.0 - share
        self._given = shares

    def close(self) -> None:
        """Turn it off and give the pins back."""
        self.give(self._off)
        for pin in self._pins:
            if self._has_pwm:
                pin.frequency = None
            pin.close()
