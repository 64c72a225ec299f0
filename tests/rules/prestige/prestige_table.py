"""A table of Prestige in one line, and a way to play on from it."""

from __future__ import annotations

import random
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules.core.asks import Ask, Number, One, Order, Place, Some
from rules.core.commands import Amount, Answer, Correct, Done, Picked, Put, Reply
from rules.core.errors import RuleError
from rules.core.event import Event
from rules.core.referee import Referee
from rules.core.run import Run
from rules.core.sighting import Observation, Seen, Sighting
from rules.core.state import Setup, State
from rules.core.value import TABLE, Cell, Choice, Msg, PieceRef, Word
from rules.core.zone import Zone
from rules.games.prestige import GAME
from rules.games.prestige.data import CENTER, DECKS, PrestigeBox
from rules.games.prestige.facts import invariants
from rules.games.prestige.load import load
from rules.games.prestige.model import PLAY, EventPile, Pile, Seat, Spot, Table
from tests.rules.prestige.prestige_said import check_said, said_of

EDITION = {name: files("rules.games.prestige").joinpath(name).read_bytes() for name in GAME.files}
"""The files as they come; tests of what they say read these."""
FILES = {**EDITION, "board.toml": (Path(__file__).parent / "board.toml").read_bytes()}
"""With the tests' own board; tests of rules play on this."""
BOX = load(FILES)
CALM = {"happiness": 5, "population": 5, "defense": 5, "prestige": 4}
"""Markers on spaces without icons."""
DESTROYED_LONG_AGO = 1


def table(  # noqa: PLR0913 - a whole table in one line
    city: str = "",
    units: str = "",
    *,
    seats: int = 3,
    hand: Zone | int = 4,
    others: int = 4,
    coffers: int = 9,
    piles: tuple[int, int, int] | None = None,
    events: tuple[int, int, int] = (8, 8, 10),
    turns: int = 9,
    away: tuple[int, ...] = (),
    more: dict[str, Any] | None = None,
    markers: dict[str, int] | None = None,
    **tracks: int,
) -> Table:
    """Lay a table: ``city`` holds ``card@x,y``; ``units`` holds cards.

    A destroyed card is written ``-card@x,y``, one that covers another ``card/other@x,y``.
    """
    spots = (Spot(Cell(0, 0), CENTER), *(_spot(word) for word in city.split()))
    own = hand if isinstance(hand, Zone) else Zone(hidden=hand)
    hands = [own, *(Zone(hidden=others) for _ in range(seats - 1))]
    active, discard = tuple(units.split()), (more or {}).get("discard", Zone())
    lying = sum(1 + len(spot.under) for spot in spots) - 1
    rest = BOX.deck_size - lying - len(active) - len(discard) - sum(map(len, hands))
    counts = piles if piles is not None else (rest - 2 * (rest // 3), rest // 3, rest // 3)
    if piles is not None:
        discard = replace(discard, hidden=discard.hidden + rest - sum(piles))
    return replace(
        Table(
            seats=tuple(Seat(each, away=at in away) for at, each in enumerate(hands)),
            tracks=tuple({**CALM, **(markers or {}), **tracks}.values()),
            coffers=coffers,
            piles=tuple(Pile(count, up=not at) for at, count in enumerate(counts)),
            events=tuple(_events(deck, left) for deck, left in zip(DECKS, events, strict=True)),
            city=spots,
            units=active,
            turns=turns,
            phase=PLAY,
        ),
        **{**(more or {}), "discard": discard},
    )


def _events(deck: str, left: int) -> EventPile:
    size = BOX.board.events[deck]
    return EventPile(size, left, missed=size - left)


def _spot(word: str) -> Spot:
    card, _, at = word.partition("@")
    x, y = at.split(",")
    down = DESTROYED_LONG_AGO if card.startswith("-") else 0
    top, *under = card.lstrip("-").split("/")
    return Spot(Cell(int(x), int(y)), top, down, tuple(under))


def changed(name: str, old: str, new: str, count: int = 1) -> dict[str, bytes]:
    """The data files with one place changed; ``#`` stands for whatever number is there."""
    text = FILES[name].decode()
    wanted = re.escape(old).replace(r"\#", r"-?\d+")
    assert re.search(wanted, text), old
    return {**FILES, name: re.sub(wanted, lambda _: new, text, count=count).encode()}


class Play:
    """A game that goes on from a table; every step checks that nothing is created or lost."""

    def __init__(self, start: Table | Setup, seed: int = 0, box: PrestigeBox = BOX) -> None:
        self.box, self.referee = box, Referee(GAME, box)
        self.dice = random.Random(seed)
        self.told: list[Event] = []
        if isinstance(start, Setup):
            self.state, events = self.referee.new(start)
            self.told += events
        else:
            assert not invariants(box, start), invariants(box, start)
            run = Run(GAME, box, State(start, GAME.next_script(start)))
            self.state, events = self.referee._keep(run)
            self.told += events
        check_said(box, *(event.text for event in self.told), *(ask.text for ask in self.asks))
        self.before = start if isinstance(start, Table) else self.table

    # ---- looking -------------------------------------------------------------------
    @property
    def table(self) -> Table:
        return self.referee.table(self.state)

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.referee.asks(self.state)

    @property
    def keys(self) -> list[str]:
        """The keys of the open questions that block, without the game's name."""
        return [ask.id.key.removeprefix("prestige.") for ask in self.asks if ask.blocks]

    @property
    def said(self) -> list[str]:
        """The keys of everything told."""
        return [event.text.key.removeprefix("prestige.") for event in self.told]

    @property
    def outcome(self) -> str:
        """The key of how the game ended; empty while it goes on."""
        found = self.table.outcome
        return found.key.removeprefix("prestige.") if found else ""

    def ask(self, key: str) -> Ask:
        return next(ask for ask in self.asks if ask.id.key == f"prestige.{key}")

    def options(self, key: str) -> list[str]:
        """What a question offers, in words."""
        ask = self.ask(key)
        assert isinstance(ask, One | Some | Order)
        return [_plain(choice) for choice in ask.options]

    def cells(self, piece: str) -> set[tuple[int, int]]:
        """Where the open question lets a card go."""
        ask = self.ask("place")
        assert isinstance(ask, Place)
        return {(cell.x, cell.y) for group in ask.groups if piece in group.pieces for cell in group.cells}

    def moved(self) -> dict[str, int]:
        """How markers and coffers have changed since the start."""
        return changes(self.before, self.table)

    def facts(self) -> dict[str, int | str]:
        return dict(self.referee.facts(self.state))

    # ---- going on ------------------------------------------------------------------
    def reply(self, key: str, reply: Reply) -> Play:
        return self._do(Answer(self.ask(key).id, reply))

    def _do(self, command: Answer | Correct) -> Play:
        try:
            self.state, events = self.referee.apply(self.state, command)
        except RuleError as refusal:
            check_said(self.box, refusal.message)
            raise
        return self._checked(events)

    def _checked(self, events: tuple[Event, ...]) -> Play:
        self.told += events
        check_said(self.box, *(event.text for event in events), *(ask.text for ask in self.asks))
        assert not invariants(self.box, self.table), invariants(self.box, self.table)
        return self

    def correct(self, key: str, value: int | str) -> Play:
        return self._do(Correct(key, value))

    def pick(self, key: str, *pieces: str) -> Play:
        """Answer with pieces, or with words of the question."""
        return self.reply(key, Picked(tuple(_choice(key, piece) for piece in pieces)))

    def act(self, word: str) -> Play:
        return self.pick("action", word)

    def place(self, piece: str, x: int, y: int) -> Play:
        return self.act("place").reply("place", Put(piece, Cell(x, y)))

    def unit(self, piece: str) -> Play:
        return self.act("unit").pick("unit", piece)

    def discard(self, count: int) -> Play:
        return self.act("discard").reply("discard", Amount(count))

    def event(self, piece: str) -> Play:
        return self.pick(f"event.{self.box.events[piece].deck}", piece)

    def draw(self, *piles: int) -> Play:
        for pile in piles:
            self.reply("draw", Picked((Word(f"prestige.pile.{pile}"),)))
        return self

    def confirm(self, key: str) -> Play:
        return self.reply(key, Done())

    def see(self, view: str, *pieces: str, unsure: tuple[str, ...] = (), asked: str = "") -> Observation:
        """Show the camera ``card`` or ``card@x,y``; ``asked`` is the question that it was opened for."""
        seen = tuple(_seen(piece) for piece in pieces)
        opened = next((ask.id for ask in self.asks if ask.id.key == f"prestige.{asked}"), None)
        found = self.referee.observe(self.state, Sighting(view, seen, unsure, asked=opened))
        check_said(self.box, *said_of(found))
        return found

    def chance(self) -> Play:
        """Answer whatever the companion's own dice decide."""
        while found := [ask for ask in self.asks if ask.chance == "digital"]:
            self.state, events = self.referee.apply(
                self.state, Answer(found[0].id, found[0].sample(self.dice))
            )
            self.told += events
        return self


def _seen(word: str) -> Seen:
    piece, _, at = word.partition("@")
    return Seen(piece, Cell(*map(int, at.split(","))) if at else None)


def changes(before: Table, after: Table) -> dict[str, int]:
    """How markers and coffers differ."""
    named = zip((track.id for track in BOX.tracks), before.tracks, after.tracks, strict=True)
    found = {name: now - then for name, then, now in named if now != then}
    if after.coffers != before.coffers:
        found["coins"] = after.coffers - before.coffers
    return found


WORDS = {
    "action": "action",
    "discard.sure": "discard",
    "draw": "pile",
    "keep": "keep",
    "final.whole": "final.whole",
}


def _choice(key: str, piece: str) -> Choice:
    return Word(f"prestige.{WORDS[key]}.{piece}") if key in WORDS else PieceRef(piece)


def _plain(choice: Choice) -> str:
    if isinstance(choice, Word):
        return choice.key.removeprefix("prestige.")
    return choice.id if isinstance(choice, PieceRef) else str(choice)


def key_of(message: Msg | None) -> str:
    """A message's key without the game's name."""
    return message.key.removeprefix("prestige.") if message else ""


__all__ = [
    "BOX",
    "EDITION",
    "FILES",
    "GAME",
    "TABLE",
    "Number",
    "Play",
    "changed",
    "changes",
    "key_of",
    "table",
]
