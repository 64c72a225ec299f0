"""What the camera may be shown, in millimetres."""

from __future__ import annotations

from rules.core.game import ViewSpec

CARD_MM, STICKER_AT = (63.0, 88.0), (20.0, -32.0)
COLUMN_MM, STEP_MM = 68.0, 24.0
"""From one column of overlapping cards to the next, and from a card to the next one down its column."""


def _spread(name: str, columns: int, rows: int) -> ViewSpec:
    width, height = COLUMN_MM * columns + 10, STEP_MM * (rows - 1) + CARD_MM[1] + 20
    return ViewSpec(name, width, height, piece_mm=CARD_MM, sticker_at_mm=STICKER_AT)


CARD = _spread("card", 4, 1)
PLAY = _spread("play", 6, 4)
CARDS = _spread("cards", 6, 10)
VIEWS = (CARD, PLAY, CARDS)
"""A card held up or laid under the camera; the play area; a spread of overlapping cards."""
