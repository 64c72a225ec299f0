"""Frozen values, their one-line JSON form, and the messages that people read."""

from __future__ import annotations

from typing import Any, TypeGuard, TypeVar

import msgspec

TABLE = -1
"""The seat that stands for the table itself: shuffles, draws and what everybody sees."""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything that is stored or sent: immutable, hashable, plain data.

    Defaults are written too: left out, they would be told by identity, and equal values differ in JSON.
    """


class PieceRef(Value, frozen=True, tag="piece"):
    """One physical piece, by the id that its game's box gives it."""

    id: str


class SeatRef(Value, frozen=True, tag="seat"):
    """A place at the table; the screen shows the name of whoever sits there."""

    seat: int


class Word(Value, frozen=True, tag="word"):
    """A choice that is only a word, such as an action or a tribe."""

    key: str
    """The message key of its text."""


class Cell(Value, frozen=True, tag="cell"):
    """A place on a grid: x grows to the right, y grows downwards."""

    x: int
    y: int


class Msg(Value, frozen=True, tag="msg"):
    """A text for people as a key and named arguments; words are made at the screen."""

    key: str
    args: tuple[tuple[str, int | str | PieceRef | SeatRef | Word | Msg], ...] = ()


Arg = int | str | PieceRef | SeatRef | Word | Msg
Choice = PieceRef | SeatRef | Word | Cell
V = TypeVar("V")

_encoder = msgspec.json.Encoder(order="deterministic")


def msg(key: str, /, **args: Arg) -> Msg:
    """Make a message with its arguments in a stable order."""
    return Msg(key, tuple(sorted(args.items())))


def is_whole(value: object) -> TypeGuard[int]:
    """Tell whether a value is a whole number; JSON would keep True or 1.0 as something else."""
    return type(value) is int


def to_json(value: Any) -> bytes:
    """Encode a value as one stable line of JSON, without the line's end."""
    return _encoder.encode(value)


def from_json(data: bytes | str, kind: type[V]) -> V:
    """Decode a value; raise ``msgspec.ValidationError`` where the data do not fit the type."""
    return msgspec.json.decode(data, type=kind)
