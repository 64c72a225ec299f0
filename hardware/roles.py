"""Roles: what a button, light or buzzer is for, whatever pin it hangs on."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

SEATS: Final = 6
"""Places that a panel can serve; seats are counted from 0."""
TABLE: Final = -1
"""The seat of whatever belongs to everybody."""


class Kind(StrEnum):
    """Name the jobs a part of the panel can have."""

    NEXT = "next"
    LIGHT = "light"
    OK = "ok"
    UNDO = "undo"
    DRAW = "draw"
    BUZZER = "buzzer"


class Role(Struct, frozen=True, order=True):
    """Name one part of the panel: its job, and whose it is.

    `seat` is 0 to 5 for NEXT and LIGHT, and TABLE for the rest.
    """

    kind: Kind
    seat: int = TABLE

    def __post_init__(self) -> None:
        seats = range(SEATS) if self.kind in (Kind.NEXT, Kind.LIGHT) else (TABLE,)
        if self.seat not in seats:
            raise ValueError(f"{self.kind} has no seat {self.seat}")

    def __str__(self) -> str:
        return self.kind if self.seat == TABLE else f"seat{self.seat + 1}.{self.kind}"

    @property
    def is_button(self) -> bool:
        """Tell whether people can press it."""
        return self.kind not in (Kind.LIGHT, Kind.BUZZER)


def next_button(seat: int) -> Role:
    """Name the button at a seat (0-based)."""
    return Role(Kind.NEXT, seat)


def light(seat: int) -> Role:
    """Name the light at a seat (0-based)."""
    return Role(Kind.LIGHT, seat)


OK: Final = Role(Kind.OK)
UNDO: Final = Role(Kind.UNDO)
DRAW: Final = Role(Kind.DRAW)
BUZZER: Final = Role(Kind.BUZZER)
BUTTONS: Final = (*map(next_button, range(SEATS)), OK, UNDO, DRAW)
LIGHTS: Final = tuple(map(light, range(SEATS)))
ROLES: Final = (*BUTTONS, *LIGHTS, BUZZER)


def parse_role(text: str) -> Role:
    """Read a role from its text form, such as "seat1.next" or "undo" (ValueError if unknown)."""
    for role in ROLES:
        if str(role) == text:
            return role
    raise ValueError(f"unknown role {text!r}")
