"""What is in the boxes: the basic cards with their piles, and the kingdom cards, as their TOML files give them."""

from __future__ import annotations

from functools import cached_property

from rules.core.data import Header
from rules.core.game import Box
from rules.core.value import PieceRef, Value

BASIC, BASE, GUILDS = FILES = ("basic.toml", "base.toml", "guilds.toml")
ACTION, TREASURE, VICTORY, CURSE, ATTACK, REACTION = TYPES = (
    "action",
    "treasure",
    "victory",
    "curse",
    "attack",
    "reaction",
)
BOXES = ("first", "second", "guilds", "newer")
"""The two editions of the base game, Guilds of 2013, and its newer box."""
COPPER, SILVER, GOLD, DUCHY, PROVINCE, MOAT = "copper", "silver", "gold", "duchy", "province", "moat"
CURSE_CARD, ESTATE, MERCHANT_GUILD = "curse", "estate", "merchant_guild"
FEWEST = 2
"""Seats of the smallest game: the first figure in every list by number of players."""
SHORT = "short."
"""What the ids of names begin with that stand where there is little room."""
RANDOMIZERS, RANDOMIZER = "randomizers", "randomizer."
"""The sheet of the randomizer cards, and what their ids begin with."""


class Plus(Value, frozen=True):
    """What playing a card gives before anything else."""

    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    tokens: int = 0


class Card(Value, frozen=True):
    """A kind of card; what its figures do not say is in ``effects``."""

    id: str
    code: str
    names: dict[str, str]
    types: tuple[str, ...]
    cost: int
    boxes: tuple[str, ...] = ()
    overpay: bool = False
    plus: Plus = Plus()
    coins: int = 0
    """What a Treasure is worth when it is played."""
    points: int = 0
    per_cards: int = 0
    """One point for so many cards of the player, rounded down."""
    start: int = 0
    """How many every player begins with."""
    start_tokens: int = 0
    """Tokens for every player where the card is in the kingdom."""
    piles: tuple[int, ...] = ()
    """Size of the pile by number of players, where it is not that of its type."""

    def is_a(self, kind: str) -> bool:
        """Tell whether the card is of a type."""
        return kind in self.types


class Supply(Value, frozen=True):
    """Piles and hands; lists go by number of players."""

    victory: tuple[int, ...]
    kingdom: tuple[int, ...]
    ends: tuple[int, ...]
    """So many empty piles end the game."""
    hand: int
    kinds: int
    two_sets_from: int
    """From so many players on, a second set of basic cards is needed."""


class BasicFile(Value, frozen=True):
    """The file of the basic cards."""

    header: Header
    supply: Supply
    cards: tuple[Card, ...]


class KingdomFile(Value, frozen=True):
    """A file of kingdom cards."""

    header: Header
    cards: tuple[Card, ...]


class DominionBox(Box, frozen=True, dict=True):
    """Everything in the boxes."""

    supply: Supply
    cards: dict[str, Card]
    basic: tuple[str, ...]
    kingdom: tuple[str, ...]
    """All kinds that a kingdom may be made of, in the order of the files."""

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Return the kind of every card with a sticker; a randomizer stands for its kind too."""
        return {piece.id: piece.kind for piece in self.pieces if piece.kind}

    @cached_property
    def refs(self) -> dict[str, PieceRef]:
        """Return the choice that stands for each kind."""
        return {kind: PieceRef(kind) for kind in self.cards}

    @cached_property
    def costs(self) -> dict[str, int]:
        """Return what each kind costs; a plus sign beside it changes nothing."""
        return {kind: card.cost for kind, card in self.cards.items()}

    @cached_property
    def _within(self) -> dict[tuple[tuple[str, ...], int], tuple[PieceRef, ...]]:
        return {}

    def within(self, kinds: tuple[str, ...], coins: int) -> tuple[PieceRef, ...]:
        """Return the choices for kinds that cost no more than a sum; kept, for every buy of an evening asks for them."""
        found = self._within.get((kinds, coins))
        if found is None:
            found = tuple(self.refs[kind] for kind in kinds if self.costs[kind] <= coins)
            self._within[kinds, coins] = found
        return found

    @cached_property
    def treasures(self) -> dict[str, int]:
        """Return the coins of each kind of Treasure, the best first."""
        found = [(kind, card.coins) for kind, card in self.cards.items() if card.is_a(TREASURE)]
        return dict(sorted(found, key=lambda pair: -pair[1]))

    @cached_property
    def actions(self) -> frozenset[str]:
        """Return the kinds that are Actions."""
        return frozenset(kind for kind, card in self.cards.items() if card.is_a(ACTION))

    @cached_property
    def copies(self) -> dict[str, tuple[PieceRef, ...]]:
        """Return every card with a sticker, by its kind."""
        found: dict[str, list[PieceRef]] = {kind: [] for kind in self.cards}
        for piece in self.pieces:
            if piece.kind and piece.sheet != RANDOMIZERS:
                found[piece.kind].append(PieceRef(piece.id))
        return {kind: tuple(cards) for kind, cards in found.items()}

    def pile(self, kind: str, seats: int) -> int:
        """Return the size of a pile for so many players, dealt cards not counted."""
        card, at = self.cards[kind], seats - FEWEST
        if card.piles:
            return card.piles[at]
        return self.supply.victory[at] if card.is_a(VICTORY) else self.supply.kingdom[at]

    def total(self, kind: str, seats: int) -> int:
        """Return how many cards of a kind are in a game."""
        return self.pile(kind, seats) + self.cards[kind].start * seats

    def worth(self, kind: str) -> int:
        """Return the coins of a Treasure."""
        return self.cards[kind].coins

    def cost(self, kind: str) -> int:
        """Return what a card costs; a plus sign beside it changes nothing."""
        return self.costs[kind]
