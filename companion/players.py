"""People at the table."""

from __future__ import annotations

from companion.theme import COLOURS, SHAPES
from rules.core.value import Value


class Player(Value, frozen=True):
    """Who sits at a seat, and how the screen marks it."""

    name: str
    colour: str = "blue"
    shape: str = "circle"
    here: bool = True
    """False once the person has left; a game that can do without the seat skips its turns, else others play them."""


def default_players(*names: str) -> tuple[Player, ...]:
    """Seat people in order, each with a colour and a shape of their own."""
    colours = tuple(COLOURS)
    return tuple(
        Player(name, colours[seat % len(colours)], SHAPES[seat % len(SHAPES)])
        for seat, name in enumerate(names)
    )
