"""What an evening's file holds: rows in order, each linked to the one before, and checkpoints."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any

import msgspec

from companion.errors import DamagedJournalError
from companion.players import Player
from companion.visible import visible
from rules.core.commands import Answer, Correct, Retract
from rules.core.state import Setup
from rules.core.value import Msg, Value, from_json, to_json

Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""What a column takes."""
GAME_ID = re.compile("[a-z][a-z0-9_]{0,63}")


class Header(Value, frozen=True):
    """What an evening began with."""

    game: str
    game_version: int
    setup: Setup
    players: tuple[Player, ...]
    language: str
    seed: int
    edition: str = ""


class Seating(Value, frozen=True, tag="seating"):
    """Says who sits where from now on, and in words what has changed."""

    players: tuple[Player, ...]
    text: Msg


Act = Answer | Retract | Correct | Seating
"""What a step is made of."""


class Entry(Value, frozen=True):
    """What is to be written: "start", "do", "undo", "redo", "rebase", "language" or "clock"."""

    kind: str
    data: str
    sum: str
    """Checksum of the state after it."""
    over: bool = False


class Row(Value, frozen=True):
    """A written entry."""

    seq: Int64
    step: Int64
    """The sequence number of the first row of its step."""
    left: Int64
    """How many rows of its step follow."""
    kind: str
    data: str
    sum: str
    over: bool
    at: str
    """Local time, ISO 8601; for people only, nothing is ordered by it."""
    link: Int64
    """CRC-32 over this row and the link before it."""


class Checkpoint(Value, frozen=True):
    """The whole state after a row."""

    seq: Int64
    state: str
    crc: Int64


def chain(row: Row, before: int) -> int:
    """Return the link that a row should have."""
    text = "\x1f".join((
        str(row.seq), str(row.step), str(row.left), row.kind, row.data, row.sum, str(int(row.over)), row.at
    ))  # fmt: skip
    return zlib.crc32(text.encode(), before)


def number(entries: tuple[Entry, ...], first: int, link: int) -> Iterator[Row]:
    """Make the rows of one step, from its first sequence number and the link before it."""
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    for index, entry in enumerate(entries):
        left = len(entries) - 1 - index
        row = Row(first + index, first, left, entry.kind, entry.data, entry.sum, entry.over, at, 0)
        link = chain(row, link)
        yield msgspec.structs.replace(row, link=link)


def good_prefix(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows up to the first that is missing or altered, whole steps only."""
    kept: list[Row] = []
    link = 0
    for row in rows:
        if row.seq != len(kept) + 1 or chain(row, link) != row.link:
            break
        kept.append(row)
        link = row.link
    while kept and kept[-1].left:
        kept.pop()
    return tuple(kept)


def checkpoint(seq: int, state: str) -> Checkpoint:
    """Seal a state's JSON."""
    return Checkpoint(seq, state, zlib.crc32(state.encode()))


def is_sound(mark: Checkpoint) -> bool:
    """Tell whether a checkpoint is as it was written."""
    return zlib.crc32(mark.state.encode()) == mark.crc


def header_of(rows: tuple[Row, ...], file: str) -> Header:
    """Read an evening's first row.

    Raises ``DamagedJournalError`` where there is none, or its game's id is one that no folder of a game has:
    files are named after it.
    """
    if not rows or rows[0].kind != "start":
        raise DamagedJournalError("core.journal.nothing_left", good=0, file=file)
    try:
        header = from_json(rows[0].data, Header)
    except msgspec.MsgspecError as error:
        raise DamagedJournalError("core.journal.nothing_left", good=0, file=file) from error
    if not GAME_ID.fullmatch(header.game):
        raise DamagedJournalError("core.journal.odd_game", good=0, file=file, game=header.game[:40])
    return header


def without_hidden(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows without hidden characters in names and texts, linked anew: they may come from anybody."""
    cleaned: list[Row] = []
    link = 0
    for row in rows:
        seen = msgspec.structs.replace(row, data=_seen_json(row.data))
        link = chain(seen, link)
        cleaned.append(msgspec.structs.replace(seen, link=link))
    return tuple(cleaned)


def _seen_json(text: str) -> str:
    if text.isascii() and "\\" not in text:
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    seen = _seen(value)
    return text if seen == value else json.dumps(seen, ensure_ascii=False, separators=(",", ":"))


def _seen(value: Any) -> Any:
    match value:
        case str():
            return visible(value) or (value and "?")
        case list():
            return [_seen(each) for each in value]
        case dict():
            return {key: _seen(each) for key, each in value.items()}
        case _:
            return value


def text_of(value: object) -> str:
    """Return a value's one-line JSON as text."""
    return to_json(value).decode()
