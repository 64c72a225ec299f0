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
from tests.contract.paper import PaperBox


class CityTable:
    """The real table: a shuffled pile of cards and what lies in each city."""

    def __init__(self, box: PaperBox, setup: Setup, dice: random.Random) -> None:
        self.dice, self.level = dice, setup.level
        self.pile = dice.sample([each.id for each in box.pieces], k=len(box.pieces))
        self.truth: dict[str, int | str] = {
            f"{seat}.{what}": 0 for seat in range(setup.seats) for what in ("passes", "points")
        }

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        if ask.id.seat == TABLE:
            return Picked((PieceRef(self.pile.pop()),))
        reply = ask.sample(self.dice)
        seat = ask.id.seat
        if isinstance(reply, Put):
            self.truth[f"{seat}.{reply.cell.x}.{reply.cell.y}"] = reply.piece
        elif isinstance(reply, Amount):
            self.truth[f"{seat}.points"] = reply.value
        elif isinstance(reply, Picked) and not picked(reply):
            self.truth[f"{seat}.passes"] = int(self.truth[f"{seat}.passes"]) + 1
        return reply

    def hear(self, event: Event) -> None:
        """Hear nothing new: whoever moves a piece here was asked."""

    def picture(self, view: str) -> tuple[Lying, ...]:
        seat = view.removeprefix("city")
        return tuple(
            Lying(str(piece), 40.0 * int(key.split(".")[1]), 40.0 * int(key.split(".")[2]))
            for key, piece in self.truth.items()
            if key.startswith(f"{seat}.") and key.count(".") == 2
        )

    def facts(self) -> Facts:
        return self.truth

    def spoil(self) -> str:
        self.truth["0.passes"] = int(self.truth["0.passes"]) + 1
        return "0.passes"
