"""The cards of a real table: what hands move and cameras see. Knows no rules and no companion.

Where this and the companion's table differ, one of them is wrong: nothing here may use the rules' own code.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from rules.core.game import Facts, Lying
from rules.games.prestige.data import CENTER, DECKS, PILES, PrestigeBox
from rules.games.prestige.views import CITY, PITCH_MM

ROW_MM = 72.0
EDGE_MM = 45.0
Stack = list[tuple[str, bool]]
"""The cards on one cell, the lowest first, each with whether it lies face up."""


class Cards:
    """Every physical card, where it lies, and which way up."""

    def __init__(self, box: PrestigeBox, seats: int, hard: bool, rng: random.Random) -> None:
        """Build the deck, deal, and part it into piles, as hands do by the set-up list."""
        self.box, self.rng = box, rng
        deck = [card for tribe, count in box.caps.items() for card in rng.sample(self._of(tribe), count)]
        rng.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(box.board.hand)] for _ in range(seats)]
        self.piles = _part(deck)
        self.city: dict[tuple[int, int], Stack] = {(0, 0): [(CENTER, True)]}
        self.units: list[str] = []
        self.discard: list[str] = []
        self.events = {deck: rng.sample(box.by_deck[deck], box.board.events[deck]) for deck in DECKS}
        self.drawn: list[str] = []
        self.tribes = self._deal_tribes(seats)
        starts = box.hard.starts if hard and box.hard else {}
        self.markers = {track.id: starts.get(track.id, track.start) for track in box.tracks}
        self.coffers = box.hard.coffers if hard and box.hard else box.board.coffers
        self.held: list[str] = []
        """Cards held up or laid under the camera."""
        self.tally: list[str] = []
        self.fallen: list[str] = []
        """Units that were active and have been discarded."""
        self.backs = dict(self._match_backs())

    def _of(self, tribe: str) -> list[str]:
        return [piece for piece, card in self.box.cards.items() if card.tribe == tribe]

    def _deal_tribes(self, seats: int) -> list[list[str]]:
        each = 2 if seats == 2 else 1
        dealt = self.rng.sample(self.box.claimable, seats * each)
        return [dealt[at * each : (at + 1) * each] for at in range(seats)]

    def _match_backs(self) -> Iterator[tuple[str, str]]:
        """Yield every card with the sticker on its back."""
        for tribe in self.box.tribes:
            stickers = [piece for piece, told in self.box.backs.items() if told == tribe.id]
            yield from zip(self._of(tribe.id), stickers, strict=True)

    # ---- hands ---------------------------------------------------------------------
    def put_in_city(self, seat: int, card: str, cell: tuple[int, int]) -> None:
        """Lay a card of a hand down in the city, over what lies there."""
        self.hands[seat].remove(card)
        self.city.setdefault(cell, []).append((card, True))

    def put_in_units(self, seat: int, card: str) -> None:
        """Lay a unit of a hand on the board."""
        self.hands[seat].remove(card)
        self.units.append(card)

    def throw(self, seat: int, cards: list[str]) -> None:
        """Put cards of a hand on the discard pile."""
        for card in cards:
            self.hands[seat].remove(card)
        self.discard += cards

    def throw_unit(self, card: str) -> None:
        """Take a unit off the board, unless hands have already."""
        if card in self.units:
            self.units.remove(card)
            self.discard.append(card)
            self.fallen.append(card)

    def turn(self, card: str, *, up: bool) -> None:
        """Turn a card of the city."""
        for stack in self.city.values():
            if stack[-1][0] == card:
                stack[-1] = (card, up)

    def draw(self, seat: int, pile: int) -> None:
        """Take a pile's top card into a hand."""
        self.hands[seat].append(self.piles[pile].pop())

    def draw_event(self, deck: str) -> str:
        """Turn over the top card of an event pile."""
        card = self.events[deck].pop()
        self.drawn.append(card)
        return card

    def top(self, pile: int) -> str:
        """Look at a pile's top card; empty where there is none."""
        return self.piles[pile][-1] if self.piles[pile] else ""

    def tops(self) -> Iterator[tuple[tuple[int, int], str, bool]]:
        """Yield the top card of every stack of the city."""
        for cell, stack in self.city.items():
            yield cell, *stack[-1]

    # ---- what can be seen ----------------------------------------------------------
    def picture(self, view: str) -> tuple[Lying, ...]:
        """Return what lies in a view, in millimetres from its top left corner."""
        match view:
            case "city":
                return tuple(self._in_city())
            case "piles":
                return (*self._on_piles(), *_row(self.units, 175))
            case "events":
                return tuple(_row(self.drawn[-1:], 80))
            case "card":
                return tuple(_row(self.held, 75))
            case _:
                return ()

    def _in_city(self) -> Iterator[Lying]:
        for (x, y), card, up in self.tops():
            at_x, at_y = CITY.width_mm / 2 + x * PITCH_MM[0], CITY.height_mm / 2 + y * PITCH_MM[1]
            yield Lying(card if up else self.backs.get(card), at_x, at_y, face_up=up)

    def _on_piles(self) -> Iterator[Lying]:
        for at, pile in enumerate(self.piles):
            if pile:
                card = pile[-1] if not at else self.backs[pile[-1]]
                yield Lying(card, EDGE_MM + at * ROW_MM, 65, face_up=not at)

    # ---- the truth -----------------------------------------------------------------
    def facts(self) -> Facts:
        """Return the truth in the words of the game's facts."""
        return dict(self._facts())

    def _facts(self) -> Iterator[tuple[str, int | str]]:
        yield from ((f"track.{key}", value) for key, value in self.markers.items())
        yield "coffers", self.coffers
        yield from ((f"events.{deck}", len(cards)) for deck, cards in self.events.items())
        yield from ((f"drawn.{card}", "yes") for card in self.drawn)
        yield from ((f"tribes.{at}", ",".join(sorted(own))) for at, own in enumerate(self.tribes))
        lying = [card for _, card, up in self.tops() if up and card != CENTER]
        yield from ((f"counted.{card}", "yes") for card in (*lying, *self.units))
        yield "counted", len(lying) + len(self.units)
        for at, pile in enumerate(self.piles):
            yield f"pile.{at}", len(pile)
            if pile:
                yield f"pile.{at}.top", pile[-1]
                yield f"pile.{at}.back", self.box.cards[pile[-1]].tribe
        for at, hand in enumerate(self.hands):
            yield f"hand.{at}", len(hand)
            yield from ((f"hand.{at}.{card}", "yes") for card in hand)
        yield from self._city_facts()
        yield "units", ",".join(sorted(self.units))
        yield "discard", len(self.discard)
        yield from ((f"discard.{card}", "yes") for card in self.discard)
        yield from ((f"deck.{card}", "yes") for card in self._whole_deck())

    def _city_facts(self) -> Iterator[tuple[str, str]]:
        for (x, y), stack in self.city.items():
            card, up = stack[-1]
            yield f"city.{x},{y}", card if up else f"{card} destroyed"
            if under := [below for below, _ in stack[:-1]]:
                yield f"under.{x},{y}", ",".join(under)

    def _whole_deck(self) -> Iterator[str]:
        for place in (*self.hands, *self.piles, self.units, self.discard):
            yield from place
        for stack in self.city.values():
            yield from (card for card, _ in stack if card != CENTER)

    def spoil(self) -> str:
        """Swap a card that lies face up with one that lies hidden; say which."""
        lying = [cell for cell, card, up in self.tops() if up and card != CENTER]
        hidden = next((cards for cards in (*self.piles, *self.hands, self.discard) if cards), [])
        if lying and hidden:
            cell = lying[self.rng.randrange(len(lying))]
            card, hidden[0] = hidden[0], self.city[cell][-1][0]
            self.city[cell][-1] = (card, True)
            return f"{hidden[0]} at {cell[0]},{cell[1]} is {card}"
        first = self.box.tracks[0]
        self.markers[first.id] += 1 if self.markers[first.id] < first.high else -1
        return f"marker of {first.id}"


def _part(deck: list[str]) -> list[list[str]]:
    """Part a deck into piles as equal as can be, the first ones higher."""
    piles = []
    for left in range(PILES, 0, -1):
        count = -(-len(deck) // left)
        piles.append(deck[:count])
        deck = deck[count:]
    return piles


def _row(cards: list[str], y_mm: float) -> Iterator[Lying]:
    for at, card in enumerate(cards):
        yield Lying(card, EDGE_MM + at * ROW_MM, y_mm)
