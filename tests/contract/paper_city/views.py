"""What the camera is shown, in millimetres: the card turned up, and each city."""

from __future__ import annotations

from rules.core.game import ViewSpec
from rules.core.value import Cell

from .data import HALL

PITCH_MM, PIECE_MM, EDGE_MM = 40.0, 36.0, 30.0
CARD = ViewSpec("card", 200.0, 140.0)
CITIES = tuple(
    ViewSpec(
        f"city{seat}",
        2 * PITCH_MM + 2 * EDGE_MM,
        PITCH_MM + 2 * EDGE_MM,
        "lattice",
        pitch_mm=(PITCH_MM, PITCH_MM),
        piece_mm=(PIECE_MM, PIECE_MM),
        origin=HALL,
    )
    for seat in range(4)
)
VIEWS = (*CITIES, CARD)


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell, from the top left corner of its city's view."""
    return EDGE_MM + PITCH_MM * cell.x, EDGE_MM + PITCH_MM * cell.y
