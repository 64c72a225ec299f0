"""The cards of a real table: what hands move and cameras see. Knows no rules and no companion.

Where this and the companion's table differ, one of them is wrong: nothing here may use the rules' own code.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from rules.core.game import Facts, Lying
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.views import CARD, CARD_MM, CARDS, COLUMN_MM, PLAY, STEP_MM

EDGE_MM = 5.0


def kind_of(card: str) -> str:
    """Return the kind of a physical card."""
    return card.rpartition(".")[0]


class Place:
    """One player's cards; the top of a deck is its end."""

    def __init__(self) -> None:
        self.deck: list[str] = []
        self.hand: list[str] = []
        self.discard: list[str] = []
        self.play: list[str] = []
        self.tokens = self.turns = 0

    @property
    def all(self) -> list[str]:
        """Return everything that the player owns."""
        return [*self.deck, *self.hand, *self.discard, *self.play]

    def copy(self) -> Place:
        """Return the same cards at the same places."""
        found = Place()
        found.deck, found.hand, found.discard, found.play = map(
            list, (self.deck, self.hand, self.discard, self.play)
        )
        found.tokens, found.turns = self.tokens, self.turns
        return found


class Cards:
    """Every physical card, and where it lies."""

    def __init__(self, box: DominionBox, seats: int, rng: random.Random) -> None:
        self.box, self.rng = box, rng
        self.seats = [Place() for _ in range(seats)]
        self.piles: dict[str, list[str]] = {}
        self.trash: list[str] = []
        self.held: list[str] = []
        """Cards held up or laid under the camera."""
        self.spread: list[str] = []
        """Cards spread out to be counted."""
        self.turn = 0
        self.before: list[Place] = []
        """How everybody's cards lay before the latest attack, which may have to be taken back."""

    # ---- hands ---------------------------------------------------------------------
    def put_out(self, kind: str, count: int) -> None:
        """Put a pile out."""
        self.piles[kind] = [f"{kind}.{copy}" for copy in range(count, 0, -1)]

    def deal(self, kind: str, count: int) -> None:
        """Give everybody cards from the box."""
        copy = len(self.piles[kind])
        for place in self.seats:
            for _ in range(count):
                copy += 1
                place.deck.append(f"{kind}.{copy}")

    def begin(self, hand: int) -> None:
        """Shuffle every deck and draw the first hands."""
        for at, place in enumerate(self.seats):
            self.rng.shuffle(place.deck)
            self.draw(at, hand)

    def top(self, at: int, count: int = 1) -> list[str]:
        """Look at the top cards of a deck, the top one first; the discards are shuffled under it where it is too small."""
        if len(self.seats[at].deck) < count:
            self.shuffle(at)
        return self.seats[at].deck[::-1][:count]

    def shuffle(self, at: int) -> None:
        """Shuffle the discards and put them under the deck."""
        place = self.seats[at]
        self.rng.shuffle(place.discard)
        place.deck = [*place.discard, *place.deck]
        place.discard = []

    def draw(self, at: int, count: int) -> None:
        """Draw cards."""
        for card in self.top(at, count):
            self.seats[at].deck.remove(card)
            self.seats[at].hand.append(card)

    def lay_off(self, at: int, count: int) -> None:
        """Discard cards off a deck."""
        for card in self.top(at, count):
            self.seats[at].deck.remove(card)
            self.seats[at].discard.append(card)

    def clean_up(self, at: int) -> None:
        """Discard hand and play area."""
        place = self.seats[at]
        place.discard += [*place.play, *place.hand]
        place.hand, place.play = [], []

    def gain(self, at: int, kind: str, place: str) -> None:
        """Take a pile's top card."""
        getattr(self.seats[at], place).append(self.piles[kind].pop())

    def throw(self, at: int, cards: list[str]) -> None:
        """Discard cards of a hand."""
        for card in cards:
            self.seats[at].hand.remove(card)
        self.seats[at].discard += cards

    def destroy(self, at: int, cards: list[str], place: str) -> None:
        """Put cards into the trash."""
        for card in cards:
            getattr(self.seats[at], place).remove(card)
        self.trash += cards

    def move(self, at: int, card: str, source: str, goal: str) -> None:
        """Move a card between the places of a player."""
        getattr(self.seats[at], source).remove(card)
        getattr(self.seats[at], goal).append(card)

    def remember(self) -> None:
        """Keep in mind how everybody's cards lie."""
        self.before = [place.copy() for place in self.seats]

    def take_back(self, at: int) -> None:
        """Put a player's cards back as they lay; what has been gained since goes back to its pile."""
        owned = self.before[at].all
        for card in self.seats[at].all:
            if card not in owned:
                self.piles[kind_of(card)].append(card)
        self.seats[at] = self.before[at].copy()

    def find(self, cards: list[str], kind: str) -> str:
        """Return one card of a kind among some."""
        return next(card for card in cards if kind_of(card) == kind)

    # ---- what can be seen ----------------------------------------------------------
    def picture(self, view: str) -> tuple[Lying, ...]:
        """Return what lies in a view, in millimetres from its top left corner."""
        match view:
            case CARD.id:
                return tuple(_columns(self.held[:4], 1))
            case PLAY.id:
                return tuple(_columns(self.seats[self.turn].play[:24], 4))
            case CARDS.id:
                return tuple(_columns(self.spread[:60], 10))
            case _:
                return ()

    # ---- the truth -----------------------------------------------------------------
    def facts(self) -> Facts:
        """Return the truth in the words of the game's facts."""
        return dict(self._facts())

    def _facts(self) -> Iterator[tuple[str, int | str]]:
        for kind, pile in self.piles.items():
            yield f"pile.{kind}", len(pile)
            yield f"trash.{kind}", sum(kind_of(card) == kind for card in self.trash)
        for at, place in enumerate(self.seats):
            yield f"turns.{at}", place.turns
            yield f"tokens.{at}", place.tokens
            owned = Counter(map(kind_of, place.all))
            yield from ((f"owned.{at}.{kind}", owned[kind]) for kind in self.piles)
            for name in ("deck", "hand", "discard"):
                yield f"{name}.{at}", len(getattr(place, name))
            for name in ("hand", "discard"):
                for kind, count in Counter(map(kind_of, getattr(place, name))).items():
                    yield from ((f"{name}.{at}.{kind}.{nth}", "yes") for nth in range(1, count + 1))
            yield from (
                (f"top.{at}.{nth}", kind_of(card)) for nth, card in enumerate(place.deck[::-1], start=1)
            )
            yield f"play.{at}", ",".join(sorted(map(kind_of, place.play)))

    def spoil(self) -> str:
        """Swap a card of a player with one of another kind from a pile; say which."""
        place = next(place for place in self.seats if place.all)
        for name in ("deck", "discard", "hand", "play"):
            cards: list[str] = getattr(place, name)
            pile = next(
                (
                    pile
                    for pile in self.piles.values()
                    if pile and cards and kind_of(pile[-1]) != kind_of(cards[0])
                ),
                None,
            )
            if pile:
                cards[0], pile[-1] = pile[-1], cards[0]
                return f"{pile[-1]} is {cards[0]}"
        return ""


def _columns(cards: list[str], rows: int) -> Iterator[Lying]:
    """Lay cards in columns, each over the lower part of the one before."""
    for at, card in enumerate(cards):
        column, row = divmod(at, rows)
        x_mm = EDGE_MM + CARD_MM[0] / 2 + column * COLUMN_MM
        yield Lying(card, x_mm, EDGE_MM + CARD_MM[1] / 2 + row * STEP_MM)
