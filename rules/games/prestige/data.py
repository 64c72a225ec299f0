"""What is in the box: the board, the cards and the events, as their TOML files give them."""

from __future__ import annotations

from functools import cached_property

from msgspec import field

from rules.core.data import Header
from rules.core.game import Box
from rules.core.value import Value

COINS = "coins"
"""The key of the coffers among effects; every other key is a track's."""
CENTER = "center"
"""The Tribal Center Card, on cell (0, 0) of every city."""
TRIBAL_CENTER = "tribal_center"
"""What an event calls the Tribal Center when it strikes at it."""
UNIT = "unit"
PLACEMENTS = ("standard", "below", "above", "water", UNIT)
SIDES = ("left", "right", "above", "below")
DECKS = ("favor_gained", "favor_lost", "invader")
GAINED, LOST, INVADER = DECKS
WALL, WATER = "wall", "water"
PROTECTIONS = ("", "between_walls", "adjacent_water", "any_wall_in_play")
MOMENTS = ("card_placed", "invader_drawn")
PILES = 3
SEATS = (2, 4)
LANGUAGES = ("en", "pt_BR")

Names = dict[str, str]
Effects = dict[str, int]


class Space(Value, frozen=True):
    """A space of a track with an icon; what it says happens at the start of a turn."""

    at: int
    event: str = ""
    then: Effects = field(default_factory=dict)
    """What follows the event."""
    lose: Effects = field(default_factory=dict)
    """Amounts taken away."""
    discard_unit: int = 0
    win: bool = False
    lose_game: bool = False

    @property
    def ends(self) -> bool:
        """Tell whether a marker on this space ends the game."""
        return self.win or self.lose_game


class Track(Value, frozen=True):
    """A track of the City Control Board."""

    id: str
    names: Names
    low: int
    high: int
    start: int
    spaces: tuple[Space, ...] = ()

    def space(self, value: int) -> Space | None:
        """Return the space with an icon at a value, if there is one."""
        return next((space for space in self.spaces if space.at == value), None)


class Board(Value, frozen=True):
    """The counts of the game."""

    coffers: int
    events: dict[str, int]
    unit_places: int = 5
    hand: int = 4
    per_tribe: int = 8
    communal: int = 10


class Hard(Value, frozen=True):
    """A harder start."""

    coffers: int
    starts: dict[str, int] = field(default_factory=dict)


class BoardFile(Value, frozen=True):
    """``board.toml``; tracks stand from top to bottom."""

    header: Header
    board: Board
    tracks: tuple[Track, ...]
    hard: Hard | None = None


class Tribe(Value, frozen=True):
    """A tribe, or the communal cards."""

    id: str
    names: Names
    communal: bool = False


class Kind(Value, frozen=True):
    """A type of card."""

    id: str
    names: Names


class Need(Value, frozen=True):
    """So many cards of a type that the city must have."""

    type: str
    count: int


class Adjacency(Value, frozen=True):
    """What a card does once when a card of a type lies on one side of it, or on any side."""

    type: str
    effects: Effects
    side: str = "any"


class BetweenWalls(Value, frozen=True):
    """What a wall does for each card of a type between it and the nearest wall in each direction."""

    type: str
    each: Effects


class Passive(Value, frozen=True):
    """What an active unit does whenever something happens."""

    when: str
    effects: Effects
    type: str = ""
    """The type that the placed card must have."""


class Unique(Value, frozen=True):
    """An action that anyone may take while the card is active."""

    effects: Effects
    pay: Effects = field(default_factory=dict)


class Card(Value, frozen=True):
    """A City Card. Everything after ``needs`` may be left out and done by hand."""

    id: str
    tribe: str
    types: tuple[str, ...]
    placement: str = "standard"
    leader: bool = False
    cost: int = 0
    needs: tuple[Need, ...] = ()
    code: str = ""
    names: Names = field(default_factory=dict)
    copies: int = 1
    effects: Effects = field(default_factory=dict)
    adjacency: tuple[Adjacency, ...] = ()
    between_walls: tuple[BetweenWalls, ...] = ()
    passive: Passive | None = None
    unique: Unique | None = None
    text: str = ""
    """An owner's words for what the other fields cannot say; people then do it by hand."""

    @property
    def by_hand(self) -> bool:
        """Tell whether people carry the card out themselves: it has a text, or nothing else at all."""
        told = self.effects or self.adjacency or self.between_walls or self.passive or self.unique
        return bool(self.text) or not told

    @property
    def is_unit(self) -> bool:
        """Tell whether it is placed as a Unit, beside the city."""
        return self.placement == UNIT

    @property
    def is_water(self) -> bool:
        """Tell whether it is a Water Card: it is placed as one, or is of that type."""
        return self.placement == WATER or WATER in self.types

    @property
    def counts(self) -> int:
        """Return how many cards it counts as for its tribe."""
        return 2 if self.leader else 1


class CardsFile(Value, frozen=True):
    """``cards.toml``."""

    header: Header
    tribes: tuple[Tribe, ...]
    types: tuple[Kind, ...]
    cards: tuple[Card, ...]


class Destroy(Value, frozen=True):
    """Cards that an event destroys: of a type, of any, or the Tribal Center."""

    match: str
    count: int = 1
    protect: str = ""


class Happening(Value, frozen=True):
    """An Event Card."""

    id: str
    deck: str
    code: str = ""
    names: Names = field(default_factory=dict)
    copies: int = 1
    cancel_if: dict[str, int] = field(default_factory=dict)
    """Track values that, all reached, turn the event away."""
    effects: Effects = field(default_factory=dict)
    destroy: Destroy | None = None
    discard_unit: int = 0
    text: str = ""

    @property
    def by_hand(self) -> bool:
        """Tell whether people carry the event out themselves."""
        return bool(self.text) or not (self.effects or self.destroy or self.discard_unit)


class EventsFile(Value, frozen=True):
    """``events.toml``."""

    header: Header
    events: tuple[Happening, ...]


class PrestigeBox(Box, frozen=True, dict=True):
    """Everything in the box, found by id."""

    board: Board
    tracks: tuple[Track, ...]
    tribes: tuple[Tribe, ...]
    cards: dict[str, Card]
    """Every physical City Card by piece id; copies of one card are pieces of their own."""
    events: dict[str, Happening]
    hard: Hard | None = None

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Name what effects may change, in the order in which they resolve: tracks, then coffers."""
        return (*(track.id for track in self.tracks), COINS)

    @cached_property
    def track_at(self) -> dict[str, int]:
        """Find a track's place on the board."""
        return {track.id: at for at, track in enumerate(self.tracks)}

    @cached_property
    def caps(self) -> dict[str, int]:
        """Count the cards of each tribe that are in every deck."""
        board = self.board
        return {each.id: board.communal if each.communal else board.per_tribe for each in self.tribes}

    @cached_property
    def deck_size(self) -> int:
        """Count the cards of the combined deck."""
        return sum(self.caps.values())

    @cached_property
    def claimable(self) -> tuple[str, ...]:
        """Name the tribes that a player may be."""
        return tuple(tribe.id for tribe in self.tribes if not tribe.communal)

    @cached_property
    def by_deck(self) -> dict[str, tuple[str, ...]]:
        """Name the events of each deck."""
        return {deck: tuple(i for i, e in self.events.items() if e.deck == deck) for deck in DECKS}

    @cached_property
    def backs(self) -> dict[str, str]:
        """Find the tribe that an anonymous sticker on a back tells."""
        found = {f"back-{tribe.id}": tribe.id for tribe in self.tribes}
        return {piece.id: found[piece.kind] for piece in self.pieces if piece.kind in found}
