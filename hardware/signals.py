"""Signals: what the table is told by a light or the buzzer, and in which colour."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Rhythm(StrEnum):
    """Name what a light means; each has its own rhythm, so that colour is never needed."""

    OFF = "off"
    STEADY = "steady"
    TURN = "turn"
    WAITING = "waiting"
    ERROR = "error"
    WIN = "win"


class Rgb(Struct, frozen=True):
    """Hold an sRGB colour, each part 0 to 255."""

    red: int
    green: int
    blue: int

    def __post_init__(self) -> None:
        if not all(0 <= part <= 255 for part in (self.red, self.green, self.blue)):
            raise ValueError(f"not a colour: {self}")


# Okabe and Ito, "Color Universal Design" (2008); black cannot be lit, white stands in.
ORANGE: Final = Rgb(230, 159, 0)
SKY_BLUE: Final = Rgb(86, 180, 233)
BLUISH_GREEN: Final = Rgb(0, 158, 115)
YELLOW: Final = Rgb(240, 228, 66)
BLUE: Final = Rgb(0, 114, 178)
VERMILLION: Final = Rgb(213, 94, 0)
REDDISH_PURPLE: Final = Rgb(204, 121, 167)
WHITE: Final = Rgb(255, 255, 255)
SEAT_COLOURS: Final = (ORANGE, SKY_BLUE, BLUISH_GREEN, REDDISH_PURPLE, BLUE, YELLOW)
"""One colour a seat, for a table that has not chosen; vermillion is left out, so near to orange."""


class Signal(Struct, frozen=True):
    """Say what one light or the buzzer is to tell.

    A new `cue` starts the rhythm afresh: without it a signal that is shown again goes on unbroken,
    and the buzzer, which sounds once a cue, stays silent.
    """

    rhythm: Rhythm = Rhythm.OFF
    colour: Rgb = WHITE
    cue: int = 0


class Glow(Struct, frozen=True):
    """Hold what a light gives at one instant: a colour, lit or dark."""

    colour: Rgb = WHITE
    is_lit: bool = False


DARK: Final = Glow()
