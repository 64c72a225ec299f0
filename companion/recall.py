"""Turns an evening's rows back into its history."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.clock import Clock
from companion.errors import DivergedError, NewerJournalError
from companion.players import Player
from companion.records import Act, Checkpoint, Header, Row, header_of, is_sound
from companion.undo import History, Node, seated
from rules.core.game import Game
from rules.core.value import from_json

_acts: msgspec.json.Decoder[Act] = msgspec.json.Decoder(Act)


@dataclass(slots=True)
class Recalled:
    """An evening as its file tells it; no rule has been run yet."""

    header: Header
    history: History
    marks: dict[Node, str]
    language: str
    clock: Clock


@dataclass(slots=True)
class _Building:
    """A step whose rows are still coming."""

    acts: list[Act] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)


def recall(rows: tuple[Row, ...], checkpoints: dict[int, Checkpoint], file: str) -> Recalled:
    """Rebuild the tree of steps.

    Raises ``DamagedJournalError`` where there is no beginning and ``DivergedError`` for a row that this
    program cannot read.
    """
    header = header_of(rows, file)
    found = _Reader(header, checkpoints)
    for row in rows:
        try:
            found.read(row)
        except (msgspec.MsgspecError, IndexError) as error:
            raise DivergedError("core.journal.step_diverged", seq=row.seq, problem=str(error)) from error
    return found.recalled()


def refuse_newer(header: Header, game: Game[Any], file: str) -> None:
    """Raise ``NewerJournalError`` for an evening of a newer version of its game."""
    if header.game_version > game.version:
        raise NewerJournalError("core.journal.newer_game", file=file, game=header.game)


class _Reader:
    """Goes through rows one by one."""

    def __init__(self, header: Header, checkpoints: dict[int, Checkpoint]) -> None:
        self.header = header
        self.language = header.language
        self.clock = Clock()
        self.marks: dict[Node, str] = {}
        self._checkpoints = checkpoints
        self._building = _Building()
        self._history: History | None = None

    def recalled(self) -> Recalled:
        """Return what the rows told."""
        return Recalled(self.header, self.history, self.marks, self.language, self.clock)

    @property
    def history(self) -> History:
        """The tree so far."""
        if self._history is None:
            raise IndexError("a row before the start")
        return self._history

    def read(self, row: Row) -> None:
        """Take one row."""
        match row.kind:
            case "start":
                self._building.sums.append(row.sum)
            case "do":
                self._building.acts.append(_acts.decode(row.data))
                self._building.sums.append(row.sum)
            case "undo":
                self.history.undo()
            case "redo":
                self.history.redo()
            case "rebase":
                self.history.start_anew(Node(row.seq, None, (), (row.sum,), self._players(), row.data))
            case "language":
                self.language = from_json(row.data, str)
            case "clock":
                self.clock = from_json(row.data, Clock)
            case _:
                raise IndexError(f"unknown row {row.kind}")
        if row.left == 0:
            self._finish(row)

    def _finish(self, row: Row) -> None:
        built, self._building = self._building, _Building()
        if built.sums:
            self._take(row.step, tuple(built.acts), tuple(built.sums))
        mark = self._checkpoints.get(row.seq)
        if mark is not None and is_sound(mark):
            self.marks[self.history.head] = mark.state

    def _take(self, seq: int, acts: tuple[Act, ...], sums: tuple[str, ...]) -> None:
        parent = self._history.head if self._history else None
        node = Node(seq, parent, acts, sums, seated(self._players(), acts))
        if self._history:
            self._history.take(node)
        else:
            self._history = History(node, node, [node])

    def _players(self) -> tuple[Player, ...]:
        return self._history.head.players if self._history else self.header.players
