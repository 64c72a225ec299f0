"""What an effect is told of the card that is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.desk import Script


class Played:
    """One play of a card, or several of the same card by a Throne Room."""

    def __init__(self, kind: str, *, lies: bool = True) -> None:
        """Play a card; ``lies`` tells whether it is in play, where it may still trash itself."""
        self.kind, self.lies = kind, lies


Effect = Callable[[Any, int, Played], Script[None]]
"""Takes the desk, the seat and the play."""
