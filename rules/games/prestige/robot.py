"""How a robot player thinks: with the cards in its own hand, and by its own reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.games.prestige.data import CENTER, WATER, Card, Effects, PrestigeBox
from rules.games.prestige.lying import Cards

Cell = tuple[int, int]
WIDE, HIGH = 6, 2
"""As far as the camera's view of the city goes."""
SIDES: dict[str, Cell] = {"left": (-1, 0), "right": (1, 0), "above": (0, -1), "below": (0, 1)}


class Mind:
    """What one robot makes of the table in front of it."""

    def __init__(self, cards: Cards, seat: int) -> None:
        self.cards, self.seat = cards, seat
        self.box: PrestigeBox = cards.box
        self.shown = {cell: (card, up) for cell, card, up in cards.tops()}

    def kinds(self) -> Counter[str]:
        """Count the types in play."""
        lying = [card for card, up in self.shown.values() if up and card != CENTER]
        return Counter(kind for card in (*lying, *self.cards.units) for kind in self.box.cards[card].types)

    def affords(self, card: Card) -> bool:
        """Tell whether coins and needs suffice."""
        kinds = self.kinds()
        return card.cost <= self.cards.coffers and all(kinds[n.type] >= n.count for n in card.needs)

    def best_unit(self) -> str:
        """Choose a unit of the hand; empty where none can be paid for."""
        units = [self.box.cards[card] for card in self.cards.hands[self.seat]]
        fitting = [card for card in units if card.is_unit and self.affords(card)]
        return max(fitting, key=lambda card: (card.leader, self.worth(card.effects)), default=_NONE).id

    def best_spot(self) -> tuple[str, Cell] | None:
        """Choose a card of the hand and a place for it, by what they bring."""
        spots = [
            (self.value(card, cell), -abs(cell[0]), name, cell)
            for name in self.cards.hands[self.seat]
            if not (card := self.box.cards[name]).is_unit and self.affords(card)
            for cell in self.cells(card)
        ]
        return max(spots)[2:] if spots else None

    def cells(self, card: Card) -> Iterator[Cell]:
        """Yield the places for a card that the camera can see."""
        ruins = [cell for cell, (_, up) in self.shown.items() if not up]
        yield from ruins
        for cell in dict.fromkeys(self._near(card)):
            inside = abs(cell[0]) <= WIDE and abs(cell[1]) <= HIGH
            if inside and cell not in self.shown and not any(near in ruins for near in around(cell)):
                yield cell

    def _near(self, card: Card) -> Iterator[Cell]:
        for (x, y), (name, up) in self.shown.items():
            if card.placement in ("standard", "water"):
                yield from ((x - 1, y), (x + 1, y))
            if card.placement == "below":
                yield x, y + 1
            if card.placement == "above":
                yield x, y - 1
            if card.placement == WATER and up and name != CENTER and self.box.cards[name].is_water:
                yield from ((x, y - 1), (x, y + 1))

    def value(self, card: Card, cell: Cell) -> int:
        """Weigh a card on a place."""
        total = 2 * self.worth(card.effects) - card.cost
        for clause in card.adjacency:
            near = around(cell) if clause.side == "any" else (_step(cell, clause.side),)
            if any(clause.type in self._types(at) for at in near):
                total += 2 * self.worth(clause.effects)
        return total

    def _types(self, cell: Cell) -> tuple[str, ...]:
        card, up = self.shown.get(cell, (CENTER, False))
        return self.box.cards[card].types if up and card != CENTER else ()

    def worth(self, effects: Effects) -> int:
        """Weigh changes: what the city is short of counts more."""
        short = {key: value for key, value in self.cards.markers.items() if value <= 3}
        return sum(
            amount * (3 if key in short or key == "prestige" else 1) for key, amount in effects.items()
        )


def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the four places next to a place."""
    return tuple(_step(cell, side) for side in SIDES)


def _step(cell: Cell, side: str) -> Cell:
    dx, dy = SIDES[side]
    return cell[0] + dx, cell[1] + dy


_NONE = Card("", "", ())
