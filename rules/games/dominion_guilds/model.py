"""The table of Dominion: what everybody owns, how many cards lie where, and what is known of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.core.value import Msg, Value
from rules.core.zone import Zone

SETUP, PLAY, COUNT, OVER = "setup", "play", "count", "over"
GUIDED, SCOREKEEPER = "guided", "scorekeeper"
OLD, NEW = "2013", "2021"
HAND, DECK, DISCARD = PLACES = ("hand", "deck", "discard")


class Seat(Value, frozen=True):
    """A place at the table. What a player owns is certain; where it lies is known as far as all have seen."""

    owned: tuple[int, ...] = ()
    """How many of each kind, in the order of the table's kinds."""
    hand: Zone = Zone()
    deck: Zone = Zone()
    """Known cards lie on top, the top one first."""
    discard: Zone = Zone()
    play: tuple[str, ...] = ()
    """Cards in play, each by its kind."""
    tokens: int = 0
    turns: int = 0
    missed: int = 0
    """Turns that passed by while nobody sat here: they break no tie."""
    away: bool = False
    tally: tuple[str, ...] = ()
    """Cards read at the end, each with its number."""
    told: tuple[str, ...] = ()
    """Kinds of further cards that people have said are there, beside those read: nobody knows their numbers."""

    @property
    def cards(self) -> int:
        """Count everything the player owns."""
        return sum(self.owned)


class Now(Value, frozen=True):
    """What the turn that is going on has left, and what later steps of it depend on."""

    actions: int = 1
    buys: int = 1
    coins: int = 0
    is_buying: bool = False
    typed: bool = False
    """True where the Treasures were given as a sum: they lie among the cards of the hand."""
    bought: int = 0
    gained: int = 0
    """Cards gained in the Buy phase, by the newer rules."""
    silvers: int = 0
    merchants: int = 0
    guilds: int = 0
    """How often a Merchant Guild was played."""


class Switches(Value, frozen=True):
    """What was agreed before the game."""

    year: str = OLD
    boxes: str = "guilds_second"
    need: str = "any"
    costs: str = "any"
    attacks: str = "any"
    taxman: int = 3
    open_scores: bool = False


class Table(Value, frozen=True):
    """Everything on the table."""

    seats: tuple[Seat, ...]
    kinds: tuple[str, ...]
    """Every kind with a pile, basic ones first."""
    supply: tuple[int, ...]
    trash: tuple[int, ...]
    turn: int
    level: str = GUIDED
    switches: Switches = Switches()
    phase: str = SETUP
    now: Now = Now()
    outcome: Msg | None = None
    spread: tuple[str, ...] = ()
    """Cards of the piles and of the trash that were read at the end, each with its number."""
    begun: bool = False
    """True once the turn going on is counted: one followed is when it begins, for which one handed on by hand may wait."""
    followed: bool = False
    """True once something of a guided turn has passed: what everybody owned then was known."""
    unfollowed: bool = False
    """True once a turn has passed, or a buy was noted, of which nothing else was: what was trashed is not known."""

    def seat(self, at: int, **new: Any) -> Table:
        """Change a seat."""
        seats = list(self.seats)
        seats[at] = replace(seats[at], **new)
        return replace(self, seats=tuple(seats))

    def at(self, kind: str) -> int:
        """Return the place of a kind in every list of counts."""
        return self.kinds.index(kind)

    def left(self, kind: str) -> int:
        """Return how many cards a pile has left."""
        return self.supply[self.kinds.index(kind)] if kind in self.kinds else 0

    def owns(self, seat: int, kind: str) -> int:
        """Return how many cards of a kind somebody owns."""
        return self.seats[seat].owned[self.kinds.index(kind)] if kind in self.kinds else 0

    def owned(self, seat: int, kind: str, more: int) -> Table:
        """Change how many cards of a kind somebody owns; where they lie is changed apart."""
        return self.seat(seat, owned=added(self.seats[seat].owned, self.at(kind), more))

    def piled(self, kind: str, more: int) -> Table:
        """Change a pile."""
        return replace(self, supply=added(self.supply, self.at(kind), more))

    def trashed(self, kind: str, more: int) -> Table:
        """Change how many cards of a kind lie in the trash."""
        return replace(self, trash=added(self.trash, self.at(kind), more))

    def next_seat(self, seat: int) -> int:
        """Return the next seat clockwise at which somebody sits."""
        following = (seat + 1) % len(self.seats)
        if not self.seats[following].away:
            return following
        return next((each for each in self.after(seat) if not self.seats[each].away), seat)

    def counted(self, seat: int) -> Table:
        """Count the turn of somebody, unless it was counted before its level was changed."""
        return self if self.begun else self.seat(seat, turns=self.seats[seat].turns + 1)

    def go_on(self) -> Table:
        """Give the turn to the next seat at which somebody sits; whoever is away misses one that passes by."""
        table, following = self, (self.turn + 1) % len(self.seats)
        while self.seats[following].away and following != self.turn:
            table = table.seat(following, missed=table.seats[following].missed + 1)
            following = (following + 1) % len(self.seats)
        return replace(table, turn=following, now=Now(), begun=False)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return everybody else at the table in turn order."""
        return tuple(each for each in self.after(seat) if not self.seats[each].away and each != seat)

    def after(self, seat: int) -> tuple[int, ...]:
        """Return all seats from the next one on, this one last."""
        count = len(self.seats)
        return tuple((seat + step) % count for step in range(1, count + 1))

    @property
    def is_known(self) -> bool:
        """Tell whether everything that anybody gained or lost was followed."""
        return not self.unfollowed and (self.followed or self.level == GUIDED)

    @property
    def empty(self) -> int:
        """Count the empty piles."""
        return self.supply.count(0)


def added(counts: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """Change one of several counts."""
    changed = list(counts)
    changed[at] += more
    return tuple(changed)
