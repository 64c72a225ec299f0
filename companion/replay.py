"""Folds a kept evening from beginning to end, every step checked, without touching it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import DivergedError
from companion.folding import Fold
from companion.games import LoadedGame, find_played
from companion.lines import from_lines
from companion.players import Player
from companion.recall import Recalled, recall, refuse_newer
from companion.records import Checkpoint, Row, header_of
from companion.sheets import sheet_json, sheet_lines
from companion.texts import Texts
from companion.undo import Node
from rules.core.referee import Referee
from rules.core.state import State


@dataclass(frozen=True, slots=True)
class Replayed:
    """An evening folded: the state it came to, and how to tell its story."""

    loaded: LoadedGame
    recalled: Recalled
    fold: Fold
    state: State[Any]
    rows: tuple[Row, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sat where at the end."""
        return self.recalled.history.head.players

    @property
    def referee(self) -> Referee[Any]:
        """A referee to look at the state with."""
        return self.loaded.referee


def replay_lines(lines: Iterable[str], file: str = "", loaded: LoadedGame | None = None) -> Replayed:
    """Fold an exported evening from its first step; raise ``JournalError`` of the kind that fits."""
    rows, _ = from_lines(lines, file)
    return replay_rows(rows, {}, file, loaded)


def replay_rows(
    rows: tuple[Row, ...],
    checkpoints: dict[int, Checkpoint],
    file: str,
    loaded: LoadedGame | None = None,
) -> Replayed:
    """Fold rows from the nearest checkpoint, or from the first row where none is given.

    Raises ``NewerJournalError`` for a newer game, and ``DivergedError`` where a step means something else now.
    """
    header = header_of(rows, file)
    loaded = loaded or find_played(header.game, file)
    refuse_newer(header, loaded.game, file)
    try:
        recalled = recall(rows, checkpoints, file)
        fold = Fold(loaded, header.setup, recalled.marks)
        state = fold.state(recalled.history.head)
    except DivergedError as error:
        raise DivergedError("core.journal.replay_diverged", seq=error.seq, file=file) from error
    return Replayed(loaded, recalled, fold, state, rows)


def replay_json(replayed: Replayed, texts: Texts) -> dict[str, Any]:
    """Return game, number of commands, state, score and log as plain values."""
    game = replayed.loaded.game
    sheet = replayed.referee.score(replayed.state)
    in_force = set(replayed.recalled.history.head.line())
    return {
        "game": game.id,
        "commands": sum(row.kind == "do" for row in replayed.rows),
        "state": msgspec.to_builtins(replayed.state),
        "score": sheet_json(game, sheet, replayed.players, replayed.loaded.box, texts),
        "log": [
            _node_json(node, node in in_force, replayed, texts) for node in replayed.recalled.history.nodes
        ],
    }


def evening_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield what ``replay_json`` tells for people: the log, a line a step, then the score."""
    for step in told["log"]:
        yield f"{step['seq']:5d} {'-' if step['undone'] else ' '} {step['title']}"
    yield from sheet_lines(told["score"])


def _node_json(node: Node, is_in_force: bool, replayed: Replayed, texts: Texts) -> dict[str, Any]:
    told = replayed.fold.told_or_lost(node)

    def say(message: Any) -> str:
        return texts.say(message, node.players, replayed.loaded.box)

    return {
        "seq": node.seq,
        "title": say(told.title),
        "text": [say(event.text) for event in told.events if event.private is None],
        "undone": not is_in_force,
    }
