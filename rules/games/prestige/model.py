"""The table of Prestige: what lies where, as far as it is known."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.core.value import Cell, Msg, Value
from rules.core.zone import Zone
from rules.games.prestige.data import CENTER

SETUP, PLAY, REVEAL, OVER = "setup", "play", "reveal", "over"
GUIDED, SCOREKEEPER = "guided", "scorekeeper"


class Spot(Value, frozen=True):
    """A place of the city with the card on top and those that it covers."""

    cell: Cell
    piece: str
    down: int = 0
    """The number of the turn in which the card was destroyed; 0 while it lies face up."""
    under: tuple[str, ...] = ()

    @property
    def is_up(self) -> bool:
        """Tell whether the card lies face up."""
        return not self.down


class Seat(Value, frozen=True):
    """A place at the table."""

    hand: Zone = Zone()
    tribes: tuple[str, ...] = ()
    """The tribes of its identity cards, once they are known."""
    away: bool = False


class Pile(Value, frozen=True):
    """A draw pile; what is known of its top card is what somebody showed."""

    count: int
    up: bool = False
    """True for the pile that lies face up."""
    top: str = ""
    """The top card, where it was seen."""
    back: str = ""
    """The tribe on the back of the top card, where it was seen."""


class EventPile(Value, frozen=True):
    """A pile of Event Cards."""

    size: int
    left: int
    order: tuple[str, ...] = ()
    """The cards left, top first, where the companion holds the deck."""
    drawn: tuple[str, ...] = ()
    missed: int = 0
    """Cards drawn that nobody named."""
    seen: int = 0
    """So many on top have been looked at, where the companion holds the deck."""
    sunk: int = 0
    """So many at the bottom have been put there in sight of all, where the companion holds the deck."""

    def put(self, piece: str, *, below: bool) -> EventPile:
        """Put a drawn card back on top or under the others, as everybody sees."""
        drawn = tuple(each for each in self.drawn if each != piece)
        order = (*self.order, piece) if below else (piece, *self.order)
        seen, sunk = self.seen + (not below), self.sunk + below
        return replace(self, left=self.left + 1, order=order, drawn=drawn, seen=seen, sunk=sunk)

    def take(self) -> EventPile:
        """Take the top card off, known or not; it is counted nowhere yet."""
        seen, sunk = max(0, self.seen - 1), min(self.sunk, self.left - 1)
        return replace(self, left=self.left - 1, order=self.order[1:], seen=seen, sunk=sunk)

    @property
    def known(self) -> tuple[str, ...]:
        """The order as far as all have seen it, with an empty name for every other card."""
        middle = range(self.seen, len(self.order) - self.sunk)
        return tuple("" if at in middle else piece for at, piece in enumerate(self.order))

    @property
    def placed(self) -> dict[str, bool]:
        """Name the cards whose place is known to all: False for the top one, True for those at the bottom."""
        below = dict.fromkeys(self.order[len(self.order) - self.sunk :], True)
        return below | dict.fromkeys(self.order[: min(1, self.seen)], False)


class Table(Value, frozen=True):
    """Everything on the table."""

    seats: tuple[Seat, ...]
    tracks: tuple[int, ...]
    coffers: int
    piles: tuple[Pile, ...]
    events: tuple[EventPile, ...]
    city: tuple[Spot, ...] = (Spot(Cell(0, 0), CENTER),)
    units: tuple[str, ...] = ()
    discard: Zone = Zone()
    fallen: tuple[str, ...] = ()
    """Units that were active and have been discarded."""
    loose: tuple[str, ...] = ()
    """Cards known to be in the deck, though no longer where."""
    turn: int = 0
    turns: int = 0
    begun: bool = False
    """True once this turn has begun: hands that set level or seat mend the turn, and do not begin another."""
    phase: str = SETUP
    level: str = GUIDED
    unfollowed: bool = False
    """True once a turn has passed of which only the score was kept: cards may lie where nobody told."""
    digital: bool = False
    """True where the companion holds the event decks."""
    secret: bool = False
    """True where the companion holds the identities."""
    fallen_count: bool = False
    """True where units that were discarded count for their tribes."""
    hard: bool = False
    outcome: Msg | None = None
    """How the game ended, once it has."""
    tally: tuple[str, ...] = ()
    """Cards read at the end of a game whose city was not followed."""

    def seat(self, at: int, **new: Any) -> Table:
        """Change a seat."""
        return replace(self, seats=_changed(self.seats, at, new))

    def pile(self, at: int, **new: Any) -> Table:
        """Change a draw pile."""
        return replace(self, piles=_changed(self.piles, at, new))

    def event_pile(self, at: int, **new: Any) -> Table:
        """Change an event pile."""
        return replace(self, events=_changed(self.events, at, new))

    def with_events(self, at: int, pile: EventPile) -> Table:
        """Exchange an event pile."""
        return replace(self, events=(*self.events[:at], pile, *self.events[at + 1 :]))

    def spot(self, cell: Cell, **new: Any) -> Table:
        """Change the card on a cell of the city."""
        city = tuple(replace(spot, **new) if spot.cell == cell else spot for spot in self.city)
        return replace(self, city=city)

    def find(self, piece: str) -> Spot | None:
        """Find the card on top of its cell in the city."""
        return next((spot for spot in self.city if spot.piece == piece), None)

    @property
    def in_piles(self) -> int:
        """Count the cards of all draw piles."""
        return sum(pile.count for pile in self.piles)

    @property
    def starter(self) -> int:
        """Return who is on turn as the game begins: the seat chosen, or the next one at which somebody sits."""
        return self.next_seat(self.turn) if self.seats[self.turn].away else self.turn

    def next_seat(self, seat: int) -> int:
        """Return the next seat clockwise at which somebody sits."""
        order = [(seat + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        return next((each for each in order if not self.seats[each].away), seat)

    def forget(self, pieces: tuple[str, ...]) -> Table:
        """Keep that cards are in the deck, but not where."""
        return replace(self, loose=(*self.loose, *pieces)) if pieces else self

    def found(self, piece: str) -> Table:
        """Note that a card lies where all can see it."""
        if piece not in self.loose:
            return self
        return replace(self, loose=tuple(each for each in self.loose if each != piece))


def _changed(values: tuple[Any, ...], at: int, new: dict[str, Any]) -> tuple[Any, ...]:
    return (*values[:at], replace(values[at], **new), *values[at + 1 :])
