"""Try the buttons and lights: `python -m hardware.try_panel`, with real pins or mock ones."""

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Final, TextIO

from hardware.errors import HardwareError, NoGpioError
from hardware.events import Held, PanelEvent, Pressed
from hardware.lights import Frame
from hardware.panel import GpioPanel, driven_pin, mock_factory, open_panel
from hardware.pins import Pins, find_pins, load_pins
from hardware.ports import PinFactory
from hardware.roles import BUZZER, Kind, Role, light, parse_role
from hardware.signals import SEAT_COLOURS, Rhythm, Signal

Clock = Callable[[], float]
Sleep = Callable[[float], object]
STEP: Final = 0.01
# A mock finger bounces as a real one does: level (down?) and the seconds after the touch.
BOUNCE: Final = ((0.0, True), (0.002, False), (0.003, True), (0.12, False), (0.122, True), (0.124, False))
HOLD: Final = ((0.0, True), (1.0, False))
RHYTHMS: Final = (Rhythm.TURN, Rhythm.WAITING, Rhythm.ERROR, Rhythm.WIN, Rhythm.STEADY, Rhythm.OFF)
MOCK_HELP: Final = (
    "mock pins: type a button (seat1.next, ok, undo, draw), 'hold ok' to hold it, 'end' to stop"
)


class MockFingers:
    """Press mock pins as lines of text say."""

    def __init__(self, pins: Pins, factory: PinFactory) -> None:
        self._pins = {button.role: driven_pin(factory, button.gpio) for button in pins.buttons}
        self._due: list[tuple[float, Role, bool]] = []
        self._free_at = 0.0

    def press(self, line: str, now: float) -> None:
        """Plan the press that a line names, after those planned before (ValueError if it names none)."""
        words = line.split()
        role = parse_role(words[-1] if words else "")
        if role not in self._pins:
            raise ValueError(f"{role} is not wired")
        train = HOLD if words[0] == "hold" else BOUNCE
        start = max(now, self._free_at)
        self._due += [(start + after, role, down) for after, down in train]
        self._free_at = start + train[-1][0] + 0.1

    def move(self, now: float) -> bool:
        """Bring the pins to their levels at `now`; tell whether anything is still to come."""
        while self._due and self._due[0][0] <= now:
            _, role, down = self._due.pop(0)
            (self._pins[role].drive_low if down else self._pins[role].drive_high)()
        return bool(self._due) or now < self._free_at


class Show:
    """Answer each press: the seat's light takes its next rhythm, a table button makes a beep."""

    def __init__(self) -> None:
        self._signals: dict[Role, Signal] = {}
        self._cues = count(1)
        self._steps: dict[Role, int] = {}

    def after(self, event: PanelEvent) -> dict[Role, Signal]:
        """Return what to show after this event."""
        if isinstance(event, Pressed) and event.role.kind is Kind.NEXT:
            step = self._steps.get(event.role, -1) + 1
            self._steps[event.role] = step
            seat = event.role.seat
            self._signals[light(seat)] = Signal(RHYTHMS[step % len(RHYTHMS)], SEAT_COLOURS[seat])
        elif isinstance(event, Pressed):
            self._signals[BUZZER] = Signal(Rhythm.TURN, cue=next(self._cues))
        return self._signals


def describe(event: PanelEvent) -> str:
    """Tell an event as one line: time, press ordinal, role, what happened."""
    what = "pressed" if isinstance(event, Pressed) else "held" if isinstance(event, Held) else "released"
    return f"{event.time:10.3f}  #{event.ordinal}  {event.role}  {what}"


def draw(frame: Frame) -> str:
    """Tell which lights are lit, as one line."""
    lights = " ".join(f"{role.seat + 1}{'*' if glow.is_lit else '.'}" for role, glow in frame.lights)
    return f"lights {lights}{'  beep' if frame.is_sounding else ''}"


def try_out(panel: GpioPanel, out: TextIO, moments: Iterable[float]) -> None:
    """Print events and lights at each of the moments (s)."""
    show, last = Show(), ""
    for now in moments:
        for event in panel.poll(now):
            print(describe(event), file=out, flush=True)
            panel.show(show.after(event))
        panel.tick(now)
        if (line := draw(panel.frame)) != last:
            print(line, file=out, flush=True)
            last = line


def real_moments(clock: Clock, sleep: Sleep, seconds: float) -> Iterator[float]:
    """Give the time again and again, until `seconds` have passed."""
    end = clock() + seconds
    while (now := clock()) < end:
        yield now
        sleep(STEP)


def mock_moments(
    fingers: MockFingers, lines: Iterable[str], moments: Iterable[float], out: TextIO
) -> Iterator[float]:
    """Give the moments while fingers do what the lines say, until the last has been lifted."""
    asked = _listen(lines)
    is_open = True
    for now in moments:
        while is_open and not asked.empty():
            is_open = (line := asked.get()) != "end"
            try:
                if line and is_open:
                    fingers.press(line, now)
            except ValueError as error:
                print(error, file=out, flush=True)
        if not fingers.move(now) and not is_open:
            return
        yield now


def _listen(lines: Iterable[str]) -> "SimpleQueue[str]":
    queue: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in lines:
            queue.put(line.strip())
        queue.put("end")

    threading.Thread(target=read, daemon=True).start()
    return queue


def main(
    argv: list[str] | None = None,
    *,
    lines: Iterable[str] = sys.stdin,
    out: TextIO = sys.stdout,
    clock: Clock = time.monotonic,
    sleep: Sleep = time.sleep,
) -> int:
    """Run the command; return 0, or 2 where the wiring file is wrong or there is no GPIO."""
    options = _options(argv)
    try:
        pins = load_pins(options.pins)
        factory = mock_factory() if options.mock else None
        with open_panel(pins, factory=factory, clock=clock) as panel, suppress(KeyboardInterrupt):
            if options.off:
                return 0
            moments = real_moments(clock, sleep, options.seconds)
            if factory is not None:
                print(MOCK_HELP, file=out, flush=True)
                moments = mock_moments(MockFingers(pins, factory), lines, moments, out)
            try_out(panel, out, moments)
    except HardwareError as error:
        has_no_gpio = isinstance(error, NoGpioError)
        sys.stderr.write(f"{error}{' (try --mock)' if has_no_gpio else ''}\n")
        return 0 if options.off and has_no_gpio else 2
    return 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hardware.try_panel", description=__doc__)
    parser.add_argument(
        "--pins",
        type=Path,
        default=find_pins(os.environ),
        help="your own wiring file (default: what COMPANION_PINS names, else the documented wiring)",
    )
    parser.add_argument("--mock", action="store_true", help="pins in memory, pressed by lines of input")
    parser.add_argument("--off", action="store_true", help="only turn every light off")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    return parser.parse_args(argv)


if __name__ == "__main__":
    raise SystemExit(main())
