"""The real table, for robots: a pile of cards in its order, and what lies in each city."""

from __future__ import annotations

import random

from rules.core.asks import Ask
from rules.core.commands import Amount, Picked, Put, Reply
from rules.core.desk import picked
from rules.core.event import Event
from rules.core.game import Facts, Lying
from rules.core.state import Setup
from rules.core.value import TABLE, PieceRef

from .data import HALL, CityBox
from .model import CENTER
from .views import CARD, middle

QUARTER_DEG = 90.0


class CityTable:
    """A shuffled pile of cards, and a board with its buildings before each seat."""

    def __init__(self, box: CityBox, setup: Setup, dice: random.Random) -> None:
        self.dice = dice
        self.pile = dice.sample(box.buildings, k=len(box.buildings))
        self.card = ""
        self.built: tuple[Put, ...] = ()
        self.numbers: dict[str, int | str] = {
            f"{seat}.{what}": 0 for seat in range(setup.seats) for what in ("passes", "points")
        }

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        """Turn the next card up, or do in one's own city what chance says."""
        if ask.id.seat == TABLE:
            self.card = self.pile.pop()
            return Picked((PieceRef(self.card),))
        reply = ask.sample(self.dice)
        seat = ask.id.seat
        if isinstance(reply, Put):
            self.built = (*self.built, reply)
        elif isinstance(reply, Amount):
            self.numbers[f"{seat}.points"] = reply.value
        elif isinstance(reply, Picked) and not picked(reply):
            self.numbers[f"{seat}.passes"] = int(self.numbers[f"{seat}.passes"]) + 1
        return reply

    def hear(self, event: Event) -> None:
        """Hear nothing new: whoever moves a piece here was asked."""

    def picture(self, view: str) -> tuple[Lying, ...]:
        """Show the card turned up, or a city round its hall."""
        if view == CARD.id:
            return (Lying(self.card, CARD.width_mm / 2, CARD.height_mm / 2),) if self.card else ()
        built = (Put(HALL, CENTER, view), *(put for put in self.built if put.area == view))
        return tuple(Lying(put.piece, *middle(put.cell), QUARTER_DEG * put.turn) for put in built)

    def facts(self) -> Facts:
        """Return the truth."""
        return self.numbers | {
            f"{put.area.removeprefix('city')}.{put.cell.x}.{put.cell.y}": put.piece for put in self.built
        }

    def spoil(self) -> str:
        """Count a pass too many."""
        self.numbers["0.passes"] = int(self.numbers["0.passes"]) + 1
        return "0.passes"
