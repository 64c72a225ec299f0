"""How crooked people lay things: the same piece on the same spot always lies the same."""

from __future__ import annotations

import random
from dataclasses import dataclass

SHIFT_MM = 1.1
"""Standard deviation of a hand-laid card's place; two cards 5 mm apart hardly ever touch."""
TURN_DEG = 1.5
LIMIT = 2.2
"""People straighten what lies worse than this many deviations."""


@dataclass(frozen=True, slots=True)
class Jitter:
    """Hold how far from its due place a piece lies: millimetres and degrees clockwise."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0
    turn_deg: float = 0.0


def jitter(seed: int, piece: str, x_mm: float, y_mm: float) -> Jitter:
    """Return how a piece lies that somebody put down at a place of a view."""
    hand = random.Random(f"{seed}:{piece}:{x_mm:.0f}:{y_mm:.0f}")  # noqa: S311 - a toy table, not a secret
    return Jitter(_near(hand, SHIFT_MM), _near(hand, SHIFT_MM), _near(hand, TURN_DEG))


def _near(hand: random.Random, sigma: float) -> float:
    return max(-LIMIT, min(LIMIT, hand.gauss(0, 1))) * sigma
