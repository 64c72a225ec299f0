"""Positions for tests: who owns what where, and answers by a question's last word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest
from msgspec.structs import replace

from companion.games import find
from rules.core.asks import Ask
from rules.core.commands import Amount, Answer, Done, Picked, Reply
from rules.core.errors import RuleError
from rules.core.event import Event
from rules.core.referee import Referee
from rules.core.sighting import Observation, Seen, Sighting
from rules.core.state import Setup, State
from rules.core.value import Choice, Msg, PieceRef, Word
from rules.core.zone import Zone
from rules.games.dominion_guilds import GAME
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.model import PLAY, Now, Seat, Table
from rules.games.dominion_guilds.setup import lay, with_kinds

START = "copper*7 estate*3"
KINGDOM = "village smithy market moat"
ME, BIA, CAIO = 0, 1, 2


@cache
def box() -> DominionBox:
    found = find("dominion_guilds").box
    assert isinstance(found, DominionBox)
    return found


def cards(text: str) -> list[str]:
    """Read "copper*3 gold" as kinds."""
    found = []
    for word in text.split():
        kind, _, count = word.partition("*")
        assert kind in box().cards, kind
        found += [kind] * int(count or 1)
    return found


class Has:
    """What one player has; what lies hidden is written down here only to be owned."""

    def __init__(  # noqa: PLR0913 - the places of a player
        self,
        hand: str = "copper*5",
        deck: str = "",
        discard: str = "",
        *,
        top: str = "",
        lies: str = "",
        tokens: int = 0,
        turns: int = 0,
    ) -> None:
        self.hand, self.deck, self.discard = cards(hand), cards(deck), cards(discard)
        self.top, self.lies = cards(top), cards(lies)
        self.tokens, self.turns = tokens, turns

    def seat(self, kinds: tuple[str, ...]) -> Seat:
        owned = Counter([*self.hand, *self.deck, *self.discard, *self.top, *self.lies])
        return Seat(
            tuple(owned[kind] for kind in kinds),
            Zone(hidden=len(self.hand)),
            Zone(tuple(self.top), len(self.deck)),
            Zone(tuple(self.lies), len(self.discard)),
            tokens=self.tokens,
            turns=self.turns,
        )


def position(
    *players: Has, kingdom: str = KINGDOM, piles: str = "", level: str = "guided", **options: str
) -> Table:
    """Lay a table; ``piles`` are what is left of some piles ("curse*1"), the rest of them is in the trash."""
    named = {card for has in players for card in [*has.hand, *has.deck, *has.discard, *has.top, *has.lies]}
    wanted = [*cards(kingdom), *sorted(named)]
    kinds = (*box().basic, *dict.fromkeys(kind for kind in wanted if kind not in box().basic))
    setup = Setup(len(players), tuple(options.items()), level)
    table = with_kinds(box(), lay(box(), setup), kinds)
    seats = tuple(has.seat(kinds) for has in players)
    owned = [sum(seat.owned[at] for seat in seats) for at in range(len(kinds))]
    supply = tuple(box().total(kind, len(seats)) - owned[at] for at, kind in enumerate(kinds))
    table = replace(table, seats=seats, supply=supply, phase=PLAY, now=Now())
    for word in piles.split():
        kind, _, count = word.partition("*")
        more = table.left(kind) - int(count)
        table = table.piled(kind, -more).trashed(kind, more)
    assert GAME.invariants(box(), table) == ()
    return table


class Play:
    """A game from a position on."""

    def __init__(self, table: Table) -> None:
        self.referee: Referee[Table] = Referee(GAME, box())
        self.state: State[Table] = State(table, GAME.next_script(table))
        self.events: list[Event] = []

    # ---- looking -------------------------------------------------------------------
    @property
    def table(self) -> Table:
        return self.referee.table(self.state)

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.referee.asks(self.state)

    @property
    def open(self) -> list[str]:
        """Return the last words of the questions that must be answered."""
        return [short(ask) for ask in self.asks if ask.blocks]

    def ask(self, key: str, seat: int | None = None) -> Ask:
        found = [ask for ask in self.asks if short(ask) == key and seat in (None, ask.id.seat)]
        assert found, f"{key} is not open: {[short(ask) for ask in self.asks]}"
        return found[0]

    def is_open(self, key: str) -> bool:
        return any(short(ask) == key for ask in self.asks)

    def offered(self, key: str) -> list[str]:
        """Return what a question offers, kinds by name, words by their last part."""
        return [name(choice) for choice in getattr(self.ask(key), "options", ())]

    def seat(self, at: int = ME) -> Seat:
        return self.table.seats[at]

    def owns(self, kind: str, at: int = ME) -> int:
        return self.table.owns(at, kind)

    def trash(self, kind: str) -> int:
        return self.table.trash[self.table.at(kind)]

    def sizes(self, at: int = ME) -> tuple[int, int, int]:
        """Return how many cards are in hand, deck and discard pile."""
        seat = self.seat(at)
        return len(seat.hand), len(seat.deck), len(seat.discard)

    def told(self, key: str) -> list[Msg]:
        return [event.text for event in self.events if event.text.key == f"dominion_guilds.{key}"]

    def score(self) -> list[int]:
        return [each.total for each in self.referee.score(self.state).standings]

    # ---- playing -------------------------------------------------------------------
    def do(self, key: str, *given: str | int, seat: int | None = None) -> Play:
        """Answer a question: kinds or words to pick, a number, nothing to decline or to go on."""
        ask = self.ask(key, seat)
        self.state, events = self.referee.apply(self.state, Answer(ask.id, self.reply(ask, given)))
        self.events += events
        assert GAME.invariants(box(), self.table) == ()
        return self

    def reply(self, ask: Ask, given: tuple[str | int, ...]) -> Reply:
        if type(ask).__name__ == "Confirm":
            return Done()
        if type(ask).__name__ == "Number":
            return Amount(int(given[0]))
        options = {name(choice): choice for choice in getattr(ask, "options", ())}
        return Picked(tuple(options.get(str(each)) or self.choice(str(each)) for each in given))

    @staticmethod
    def choice(word: str) -> Choice:
        return PieceRef(word) if word in box().cards else Word(f"dominion_guilds.{word}")

    def refused(self, key: str, *given: str | int, seat: int | None = None) -> str:
        """Answer what must be refused; return the reason's last words."""
        ask, before = self.ask(key, seat), self.state
        with pytest.raises(RuleError) as caught:
            self.referee.apply(self.state, Answer(ask.id, self.reply(ask, given)))
        assert self.state == before
        return caught.value.key.removeprefix("dominion_guilds.")

    def treasures(self, text: str) -> Play:
        """Lay Treasures down."""
        return self.do("treasures", *cards(text))

    def see(
        self,
        view: str,
        pieces: Iterable[str],
        asked: str = "",
        seat: int | None = None,
        used: tuple[str, ...] = (),
        before: tuple[str, ...] = (),
    ) -> Observation:
        """Show cards to the camera, which people may have opened for one question; ``used`` answered the last one."""
        opened = self.ask(asked, seat).id if asked else None
        sighting = Sighting(
            view, tuple(Seen(piece) for piece in pieces), asked=opened, used=used, before=before
        )
        return self.referee.observe(self.state, sighting)


def play(*players: Has, **options: str) -> Play:
    """Begin at a position; whoever is left out has five Coppers."""
    who = players if len(players) > 1 else (*players, Has())
    game = Play(position(*who, **options))
    game.referee.table(game.state)
    return game


def short(ask: Ask) -> str:
    return ask.id.key.removeprefix("dominion_guilds.")


def name(choice: Choice) -> str:
    match choice:
        case PieceRef(id=kind):
            return kind
        case Word(key=key):
            return key.rpartition(".")[2]
        case _:
            return str(choice)
