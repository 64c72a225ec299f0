"""The real tables of the paper games, for robots: what lies where, known without the companion."""

from __future__ import annotations

import random

from rules.core.asks import Ask
from rules.core.commands import Amount, Done, Picked, Reply
from rules.core.desk import picked
from rules.core.event import Event
from rules.core.game import Facts, Lying
from rules.core.state import Setup
from rules.core.value import PieceRef, SeatRef
from tests.contract.paper import PaperBox

EVENTS, MARKET, SPENT = ("boon", "tax", "calm"), "market", "spent"


class ClaimTable:
    """The real goods, and who has them."""

    def __init__(self, box: PaperBox, _setup: Setup, dice: random.Random) -> None:
        self.dice, self.owners = dice, {each.id: MARKET for each in box.pieces}

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        reply = ask.sample(self.dice)
        if not isinstance(reply, Amount | Done):
            where = SPENT if ask.id.key == "paper_claim.pay" else str(ask.id.seat)
            self.owners |= {each.id: where for each in picked(reply) if isinstance(each, PieceRef)}
        return reply

    def hear(self, event: Event) -> None:
        """Hear nothing new: whoever moves a piece here was asked."""

    def picture(self, view: str) -> tuple[Lying, ...]:
        lying = [good for good, where in self.owners.items() if where == view]
        return tuple(Lying(good, 30.0 * n, 0.0) for n, good in enumerate(lying))

    def facts(self) -> Facts:
        return dict(self.owners)

    def spoil(self) -> str:
        self.owners["amber"] = "1" if self.owners["amber"] == "0" else "0"
        return "amber"


class HandTable:
    """The real cards, each in its place, the deck in its order."""

    def __init__(self, box: PaperBox, setup: Setup, dice: random.Random) -> None:
        self.dice, self.seats = dice, setup.seats
        cards = [each.id for each in box.pieces if not each.id.startswith(EVENTS)]
        order = dice.sample(cards, k=len(cards))
        self.place = {
            card: f"hand{n // 2}" if n < 2 * setup.seats else "deck" for n, card in enumerate(order)
        }

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        if ask.id.key == "paper_hand.draw":
            card = next(card for card, place in self.place.items() if place == "deck")
            who = next(arg.seat for _, arg in ask.args if isinstance(arg, SeatRef))
            self.place[card] = f"hand{who}"
            return Picked((PieceRef(card),))
        real = [card for card, place in self.place.items() if place == f"hand{ask.id.seat}"]
        fitting = [reply for reply in ask.replies() if self.is_true(reply, real)]
        reply = self.dice.choice(fitting)
        to = f"aside{ask.id.seat}" if ask.id.key == "paper_hand.aside" else "discard"
        self.place |= {p.id: to for p in picked(reply) if isinstance(p, PieceRef) and p.id in real}
        return reply

    @staticmethod
    def is_true(reply: Reply, real: list[str]) -> bool:
        named = [pick.id for pick in picked(reply) if isinstance(pick, PieceRef)]
        return all(card in real or card.startswith(EVENTS) for card in named)

    def hear(self, event: Event) -> None:
        """Hear nothing new: whoever moves a card here was asked."""

    def picture(self, view: str) -> tuple[Lying, ...]:
        return tuple(Lying(card, 0.0, 0.0) for card, place in self.place.items() if place == view)

    def facts(self) -> Facts:
        spots = ["deck", "discard", *(f"{z}{n}" for z in ("hand", "aside") for n in range(self.seats))]
        return {spot: list(self.place.values()).count(spot) for spot in spots} | self.place

    def spoil(self) -> str:
        card = next(card for card, place in self.place.items() if place != "deck")
        self.place[card] = "deck"
        return card
