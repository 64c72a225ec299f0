"""A game of one script, to try what desk and referee do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.core.commands import Answer, Correct, Picked, Reply
from rules.core.desk import Desk, Script
from rules.core.game import Box, Correctable, Game
from rules.core.referee import Referee
from rules.core.score import ScoreSheet, Standing
from rules.core.sighting import Wait
from rules.core.state import Setup, State
from rules.core.value import PieceRef, Value, msg

BOX = Box((), "house", "tiny", "made for tests")
IN, OUT = "in", "out"


class Tray(Value, frozen=True):
    """Some coins, some cards, and a diary of what came of it."""

    coins: int = 3
    cards: tuple[str, ...] = ("a", "b", "c")
    seats: tuple[int, ...] = (0, 1, 2)
    diary: tuple[str, ...] = ()
    runs: int = 0
    over: bool = False


class TinyDesk(Desk[Tray]):
    """A desk with a diary."""

    def note(self, entry: object) -> None:
        self.table = replace(self.table, diary=(*self.table.diary, str(entry)))

    def cards(self) -> tuple[PieceRef, ...]:
        return tuple(map(PieceRef, self.table.cards))


Play = Callable[[TinyDesk], Script[None]]


def correctables(_box: Box, table: Tray) -> tuple[Correctable, ...]:
    words = ((IN, msg("tiny.in")), (OUT, msg("tiny.out")))
    cards = [
        Correctable(card, msg("tiny.card"), IN if card in table.cards else OUT, words=words) for card in "abc"
    ]
    seats = [
        Correctable(f"seat.{n}", msg("tiny.seat"), IN if n in table.seats else OUT, words=words)
        for n in range(3)
    ]
    return (Correctable("coins", msg("tiny.coins"), table.coins, 0, 9), *cards, *seats)


def correct(_box: Box, table: Tray, command: Correct) -> Tray:
    if command.key == "coins":
        return replace(table, coins=command.value)
    if command.key.startswith("seat."):
        seat = int(command.key[-1])
        kept = [*(n for n in table.seats if n != seat), *([seat] if command.value == IN else [])]
        return replace(table, seats=tuple(sorted(kept)))
    kept_cards = [
        *(c for c in table.cards if c != command.key),
        *([command.key] if command.value == IN else []),
    ]
    return replace(table, cards=tuple(sorted(kept_cards)))


class NoTable:
    """No robots play a tiny game."""

    def __init__(self, *_: object) -> None:
        raise NotImplementedError


def game(script: Play, times: int = 1, scripts: Mapping[str, Play] | None = None) -> Game[Tray]:
    """Make a game that runs the script so many times and is over then, or when a script says so."""

    def counted(desk: TinyDesk) -> Script[None]:
        desk.table = replace(desk.table, runs=desk.table.runs + 1)
        yield from script(desk)

    named = {"main": counted, **(scripts or {})}
    return Game(
        id="tiny",
        code="TI",
        version=1,
        seats=(1, 3),
        names=(("en", "Tiny"),),
        table_type=Tray,
        box_type=Box,
        files=(),
        load=lambda _files: BOX,
        lay=lambda _box, _setup: Tray(),
        desk=TinyDesk,
        scripts=named,
        next_script=lambda table: "" if table.over or table.runs >= times else "main",
        score=lambda _box, table: ScoreSheet((), (Standing(0, table.coins, 1),)),
        observe=lambda _box, _table, _asks, _sighting: Wait(),
        correctables=correctables,
        correct=correct,
        cut=lambda _box, table, _seat: table,
        facts=lambda _box, table: {"coins": table.coins},
        invariants=lambda _box, _table: (),
        tabletop=NoTable,  # type: ignore[arg-type]
    )


class Table:
    """A tiny game being played: answers by the key of the question."""

    def __init__(self, script: Play, times: int = 1) -> None:
        self.game = game(script, times)
        self.referee: Referee[Tray] = Referee(self.game, BOX)
        self.state, self.events = self.referee.new(Setup(3))

    @property
    def tray(self) -> Tray:
        return self.referee.table(self.state)

    @property
    def open(self) -> list[str]:
        """Show the open questions as seat and key."""
        return [f"{ask.id.seat}:{ask.id.key}" for ask in self.referee.asks(self.state)]

    def ask(self, which: str) -> Any:
        return self.referee.asks(self.state)[self.open.index(which)]

    def do(self, command: Any) -> None:
        self.state, events = self.referee.apply(self.state, command)
        self.events += events
        self.check_cold()

    def say(self, which: str, reply: Reply) -> None:
        self.do(Answer(self.ask(which).id, reply))

    def pick(self, which: str, *cards: str) -> None:
        self.say(which, Picked(tuple(map(PieceRef, cards))))

    def check_cold(self) -> None:
        """See the same game without the warm run."""
        cold: Referee[Tray] = Referee(self.game, BOX)
        state: State[Tray] = cold.decode(self.json)
        assert (cold.asks(state), cold.table(state)) == (self.referee.asks(self.state), self.tray)

    @property
    def json(self) -> bytes:
        from rules.core.value import to_json

        return to_json(self.state)
