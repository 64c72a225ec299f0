"""The panel on the pins of a Raspberry Pi; the only place that knows gpiozero."""

import atexit
import os
import shutil
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, Self, cast

from hardware.errors import NoGpioError, PanelLostError
from hardware.events import PanelEvent
from hardware.lights import Frame, LightBoard, duties
from hardware.lines import ButtonLine, Edge, OutputLine
from hardware.pins import Pins
from hardware.ports import DrivenPin, PinFactory
from hardware.roles import Role
from hardware.signals import Signal
from hardware.switchboard import Switchboard

MEMORY: Final = "/dev/shm"  # noqa: S108 - not a guessable name: a folder of our own is made in it
LOOK_EVERY: Final = 0.1
"""Seconds between two looks at the real levels, for an edge may be lost on its way."""


class GpioPanel:
    """Be a Panel on pins; `open_panel` makes it.

    Everything is off before the first `tick`, after `close`, when an exception leaves a `with`, and
    when the interpreter ends.
    """

    def __init__(
        self,
        pins: Pins,
        factory: PinFactory,
        clock: Callable[[], float],
        ordinals: Iterator[int],
        *,
        owns_factory: bool = False,
    ) -> None:
        self._roles = pins.roles
        self._edges: deque[Edge] = deque()
        self._looked_at = float("-inf")
        self._doubted: set[Role] = set()
        self._buttons: list[ButtonLine] = []
        self._lights: dict[Role, OutputLine] = {}
        self._buzzer: OutputLine | None = None
        with ExitStack() as opened:
            if owns_factory:
                opened.callback(factory.close)
            self._open(pins, factory, clock, opened)
            down = {line.role: line.is_down for line in self._buttons}
            self._closing = opened.pop_all()
        self._board = LightBoard(tuple(self._lights))
        self._switches = Switchboard(down, pins.timing, ordinals)
        atexit.register(self.close)

    def _open(self, pins: Pins, factory: PinFactory, clock: Callable[[], float], opened: ExitStack) -> None:
        for button in pins.buttons:
            line = ButtonLine(button.role, factory.pin(f"GPIO{button.gpio}"), clock, self._edges)
            self._buttons.append(opened.enter_context(closing(line)))
        for wired in pins.lights:
            lamp = OutputLine(
                tuple(factory.pin(f"GPIO{gpio}") for gpio in wired.gpios), on_high=pins.lights_on_high
            )
            self._lights[wired.role] = opened.enter_context(closing(lamp))
        if pins.buzzer is not None:
            self._buzzer = opened.enter_context(closing(OutputLine((factory.pin(f"GPIO{pins.buzzer}"),))))

    @property
    def roles(self) -> frozenset[Role]:
        """Name what this panel has."""
        return self._roles

    @property
    def frame(self) -> Frame:
        """Return what the lights and the buzzer give since the last tick."""
        return self._board.last

    def poll(self, now: float) -> tuple[PanelEvent, ...]:
        """Return what happened up to `now` and was not told before, oldest first."""
        with self._obeying():
            while self._edges:
                edge = self._edges.popleft()
                self._switches.edge(edge.role, edge.time, edge.is_down)
            if self._doubted or now - self._looked_at >= LOOK_EVERY:
                self._look(now)
        return self._switches.poll(now)

    def _look(self, now: float) -> None:
        # One look may catch a spike; only a level that two looks agree on stands for a lost edge.
        self._looked_at = now
        differ = {line for line in self._buttons if line.is_down != self._switches.level(line.role)}
        for line in differ:
            if line.role in self._doubted:
                self._switches.edge(line.role, now, line.is_down)
        self._doubted = {line.role for line in differ} - self._doubted

    def show(self, signals: Mapping[Role, Signal]) -> None:
        """Replace what the lights and the buzzer tell, from the next tick on."""
        self._board.show(signals)

    def tick(self, now: float) -> None:
        """Bring lights and buzzer to what they show at `now`."""
        frame = self._board.frame(now)
        with self._obeying():
            for role, glow in frame.lights:
                line = self._lights[role]
                line.give(duties(glow) if line.is_rgb else (float(glow.is_lit),))
            if self._buzzer is not None:
                self._buzzer.give((float(frame.is_sounding),))

    @contextmanager
    def _obeying(self) -> Iterator[None]:
        try:
            yield
        except _faults() as error:
            self.close()
            raise PanelLostError("hardware.gpio.lost", reason=error) from error

    def close(self) -> None:
        """Turn everything off and give the pins back, as far as they still obey."""
        atexit.unregister(self.close)
        self._board = LightBoard(tuple(self._lights))
        with suppress(*_faults()):
            self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_panel(
    pins: Pins,
    *,
    factory: PinFactory | None = None,
    clock: Callable[[], float] = time.monotonic,
    ordinals: Iterator[int] | None = None,
) -> GpioPanel:
    """Open the panel on this machine's GPIO, or on the pins that `factory` makes.

    `clock` (s) must be the one that gives `poll` and `tick` their times; `ordinals` may be shared
    with a screen panel. Raises NoGpioError without GPIO, without permission, or if a pin is in use.
    """
    owns = factory is None
    made = lgpio_factory() if factory is None else factory
    try:
        return GpioPanel(pins, made, clock, count() if ordinals is None else ordinals, owns_factory=owns)
    except _faults() as error:
        raise NoGpioError("hardware.gpio.missing", reason=error) from error


def lgpio_factory() -> PinFactory:
    """Make the pins of this machine; lgpio is the one library that works on every Raspberry Pi."""
    try:
        with _lgpio_home():
            from gpiozero.pins.lgpio import LGPIOFactory
        return cast("PinFactory", LGPIOFactory())
    except ImportError as error:
        raise NoGpioError("hardware.gpio.missing", reason=error) from error
    except _faults() as error:
        raise NoGpioError("hardware.gpio.missing", reason=error) from error


def mock_factory() -> PinFactory:
    """Make pins in memory, to try a panel on a laptop and to test it."""
    try:
        from gpiozero.pins.mock import MockFactory, MockPWMPin
    except ImportError as error:
        raise NoGpioError("hardware.gpio.missing", reason=error) from error
    return cast("PinFactory", MockFactory(pin_class=MockPWMPin))


def driven_pin(factory: PinFactory, gpio: int) -> DrivenPin:
    """Return a pin of `mock_factory` as a finger has it: it sets the level."""
    return cast("DrivenPin", factory.pin(f"GPIO{gpio}"))


@contextmanager
def _lgpio_home() -> Iterator[None]:
    # On import lgpio makes a pipe in LG_WD, the working directory if unset, and moves the whole
    # process there: without this, relative paths would mean something else ever after.
    if not Path(os.environ.get("LG_WD", "")).is_absolute() or not Path(os.environ["LG_WD"]).is_dir():
        os.environ["LG_WD"] = _folder_for_pipe()
        atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
    try:
        here = os.open(".", os.O_RDONLY)
    except OSError:  # somebody else's home: nothing in it could be named from here anyway
        yield
        return
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _folder_for_pipe() -> str:
    try:
        return tempfile.mkdtemp(prefix="companion-gpio-")
    except OSError:  # a full disk must not take the buttons away
        return tempfile.mkdtemp(prefix="companion-gpio-", dir=MEMORY)


def _faults() -> tuple[type[Exception], ...]:
    # lgpio's own error is a bare Exception, and naming it must not import lgpio
    gpiozero, lgpio = sys.modules.get("gpiozero"), sys.modules.get("lgpio")
    return (OSError, getattr(gpiozero, "GPIOZeroError", OSError), getattr(lgpio, "error", OSError))
