"""What the camera may be shown, in millimetres."""

from __future__ import annotations

from rules.core.game import ViewSpec
from rules.games.prestige.data import CENTER, PrestigeBox

CARD_MM, STICKER_AT = (63.0, 88.0), (20.0, -32.0)
PITCH_MM = (68.0, 93.0)


def _spread(name: str, width_mm: float, height_mm: float) -> ViewSpec:
    return ViewSpec(name, width_mm, height_mm, piece_mm=CARD_MM, sticker_at_mm=STICKER_AT)


CITY = ViewSpec("city", 900, 560, "lattice", PITCH_MM, CARD_MM, STICKER_AT, CENTER)
CARDS = _spread("card", 360, 240)
EVENTS = _spread("events", 240, 160)
PILES = _spread("piles", 620, 240)
VIEWS = (CITY, CARDS, EVENTS, PILES)


def lies_in(box: PrestigeBox, view: str, piece: str) -> bool:
    """Tell whether a piece has a place in a view: Units and events that lie beside the city have none in it."""
    if view != CITY.id or piece == CENTER:
        return True
    return piece in box.cards and not box.cards[piece].is_unit
