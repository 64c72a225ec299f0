"""People at the table."""

from __future__ import annotations

from rules.core.value import Value

COLOURS = ("blue", "orange", "green", "yellow", "sky", "vermillion", "purple", "black")
"""Okabe-Ito colours by key."""
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop")
"""Shapes that go with the colours, so that colour never stands alone."""


class Player(Value, frozen=True):
    """Who sits at a seat, and how the screen marks it."""

    name: str
    colour: str = "blue"
    shape: str = "circle"
    here: bool = True
    """False once the person has left; the others play the seat's turns."""


def default_players(*names: str) -> tuple[Player, ...]:
    """Seat people in order, each with a colour and a shape of their own."""
    return tuple(
        Player(name, COLOURS[seat % len(COLOURS)], SHAPES[seat % len(SHAPES)])
        for seat, name in enumerate(names)
    )
