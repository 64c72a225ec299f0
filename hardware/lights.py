"""Light patterns: what every light shows and whether the buzzer sounds at time t; pure code."""

from collections import deque
from collections.abc import Mapping
from itertools import accumulate
from typing import Final

import msgspec
from msgspec import Struct

from hardware.roles import BUZZER, Kind, Role
from hardware.signals import DARK, Glow, Rhythm, Signal

FLASHES: Final = 3
"""Flashes that any second may hold, over the whole table."""
GUARD: Final = 1.05
"""The second in which flashes are counted, with room for a late write to a pin."""

# Seconds lit, dark, lit, dark ... Every light starts on the same half-second beat, so that lights
# which blink together make at most two flashes a second between them.
BEATS: Final[Mapping[Rhythm, tuple[float, ...]]] = {
    Rhythm.TURN: (1.5, 0.5),
    Rhythm.WAITING: (0.25, 0.25, 0.25, 1.25),
    Rhythm.ERROR: (0.25, 0.25),
    Rhythm.WIN: (0.8, 0.2, 0.25, 0.25, 0.25, 0.25),
}
BEEPS: Final[Mapping[Rhythm, tuple[float, ...]]] = {
    Rhythm.STEADY: (0.06,),
    Rhythm.TURN: (0.12,),
    Rhythm.WAITING: (0.12, 0.12, 0.12),
    Rhythm.ERROR: (0.5,),
    Rhythm.WIN: (0.12, 0.12, 0.12, 0.12, 0.4),
}


class Frame(Struct, frozen=True):
    """Hold what the whole panel gives at one instant."""

    lights: tuple[tuple[Role, Glow], ...] = ()
    is_sounding: bool = False


def is_lit(rhythm: Rhythm, age: float) -> bool:
    """Tell whether a light in this rhythm is lit, `age` seconds (>= 0) after it began."""
    if rhythm not in BEATS:
        return rhythm is Rhythm.STEADY
    return _is_on(BEATS[rhythm], age % sum(BEATS[rhythm]))


def is_beeping(rhythm: Rhythm, age: float) -> bool:
    """Tell whether the buzzer sounds, `age` seconds (>= 0) after its cue; it never repeats itself."""
    return _is_on(BEEPS.get(rhythm, ()), age)


def _is_on(spans: tuple[float, ...], age: float) -> bool:
    passed = sum(end <= age for end in accumulate(spans))
    return passed < len(spans) and passed % 2 == 0


def duties(glow: Glow) -> tuple[float, float, float]:
    """Return how long red, green and blue of a lit LED are on, each 0.0 to 1.0.

    LEDs are linear in time and sRGB is not (IEC 61966-2-1); the strongest part is raised to 1.0,
    for an LED tells a hue and needs all the light it has.
    """
    if not glow.is_lit:
        return 0.0, 0.0, 0.0
    red, green, blue = (_linear(part / 255) for part in msgspec.structs.astuple(glow.colour))
    top = max(red, green, blue) or 1.0
    return red / top, green / top, blue / top


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


class LightBoard:
    """Keep what every light is to tell, and give what it shows; at most three flashes a second.

    Whatever is asked of it, and however fast, a rise of light that would be one flash too many
    waits in the dark until its second has passed.
    """

    def __init__(self, lights: tuple[Role, ...]) -> None:
        self._lights = lights
        self._signals: Mapping[Role, Signal] = {}
        self._lights_changed = self._buzzer_changed = False
        self._began = self._cued = float("-inf")
        self._frame = Frame(tuple((role, DARK) for role in lights))
        self._rises: deque[float] = deque(maxlen=FLASHES)

    @property
    def last(self) -> Frame:
        """Return the frame given last."""
        return self._frame

    def show(self, signals: Mapping[Role, Signal]) -> None:
        """Replace what is told, from the next frame on; a role left out goes dark.

        Any change of a light starts the beat of the whole table afresh, so that lights stay in step.
        """
        self._lights_changed |= _of_lights(signals) != _of_lights(self._signals)
        self._buzzer_changed |= signals.get(BUZZER) != self._signals.get(BUZZER)
        self._signals = dict(signals)

    def frame(self, now: float) -> Frame:
        """Return what the panel gives at `now` (s); times must not run backwards."""
        self._began = now if self._lights_changed else self._began
        self._cued = now if self._buzzer_changed else self._cued
        self._lights_changed = self._buzzer_changed = False
        buzzer = self._signals.get(BUZZER, Signal())
        self._frame = Frame(self._limited(now), is_beeping(buzzer.rhythm, now - self._cued))
        return self._frame

    def _limited(self, now: float) -> tuple[tuple[Role, Glow], ...]:
        before = dict(self._frame.lights)
        wanted = {role: self._wanted(role, now) for role in self._lights}
        rising = [role for role, glow in wanted.items() if glow.is_lit and glow != before[role]]
        if rising and self._may_rise(now):
            self._rises.append(now)
        else:
            wanted |= {role: before[role] for role in rising}
        return tuple(wanted.items())

    def _wanted(self, role: Role, now: float) -> Glow:
        signal = self._signals.get(role, Signal())
        return Glow(signal.colour, is_lit=True) if is_lit(signal.rhythm, now - self._began) else DARK

    def _may_rise(self, now: float) -> bool:
        return len(self._rises) < FLASHES or now - self._rises[0] >= GUARD


def _of_lights(signals: Mapping[Role, Signal]) -> dict[Role, Signal]:
    return {role: signal for role, signal in signals.items() if role.kind is Kind.LIGHT}
