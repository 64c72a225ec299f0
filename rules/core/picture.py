"""What a game looks like on a screen, as values: texts are messages, colours and symbols go by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar

from rules.core.event import Event
from rules.core.score import ScoreSheet
from rules.core.value import Cell, Msg, PieceRef, SeatRef, Value, Word, msg

T = TypeVar("T")
Text = Msg | PieceRef | SeatRef | Word
Part = tuple[str, tuple[float, ...], float]
"""A stroke of a symbol on a grid of 24 x 24, y upwards: ("area", corners, 0), ("line", points, width),
("loop", corners, width), or ("disc" / "ring", (x, y, radius), width)."""
STROKES = ("area", "line", "loop", "disc", "ring")
SPOTS = ("good", "bad", "event")


class Mark(Value, frozen=True):
    """A symbol with its colour: never one without the other."""

    shape: str
    """A key of ``companion.screens.glyphs.GLYPHS``, or the name of a symbol that ``parts`` draw."""
    colour: str = "text"
    """A key of ``companion.theme.COLOURS`` or a field of its ``Ink``."""
    parts: tuple[Part, ...] = ()
    """A symbol of the game's own; empty for one that the companion has."""


NO_MARK = Mark("")


class Line(Value, frozen=True):
    """A line of text with a symbol before it."""

    text: Text
    mark: Mark = NO_MARK
    strong: bool = False
    figure: str = ""
    """A number that stands at its right end."""


class Track(Value, frozen=True):
    """A value between two ends; marked spaces tell what happens there."""

    key: str
    text: Text
    value: int
    low: int
    high: int
    mark: Mark = NO_MARK
    spots: tuple[tuple[int, str], ...] = ()
    """Space and what it is: one of ``SPOTS``."""
    warns: bool = False
    """True where the marker stands on a space that hurts."""
    here: Text | None = None
    """What waits on that space, in a word or two."""


class Figure(Value, frozen=True):
    """A count, such as a pile or the coffers."""

    key: str
    text: Text
    figure: str
    mark: Mark = NO_MARK


class Tile(Value, frozen=True):
    """A card or tile lying on a grid."""

    cell: Cell
    piece: str
    mark: Mark = NO_MARK
    """Whose it is."""
    kind: Mark = NO_MARK
    """What it is."""
    is_down: bool = False
    """Turned face down, or destroyed."""
    is_new: bool = False
    turn: int = 0
    """Quarters clockwise."""


class Lattice(Value, frozen=True):
    """What lies on a grid."""

    tiles: tuple[Tile, ...] = ()
    area: str = ""
    """The area of the questions that place a piece here."""
    aspect: float = 1.0
    """Width of a cell over its height."""
    ends: tuple[Cell, Cell] | None = None
    """Top left and bottom right cell of a grid of fixed size; None for one that grows with its tiles."""
    text: Text | None = None
    """Its name where a game has several boards, such as one a seat, and a screen shows one of them at a time."""


class Deck(Value, frozen=True):
    """A deck that cards are drawn from one by one, and what everybody has seen of it.

    People may look at its top cards where the fact ``seen.<key>``, a number, can be corrected, and put a card back
    where ``back.<piece>``, a word, can.
    """

    key: str
    text: Text
    left: int
    drawn: tuple[str, ...] = ()
    """The oldest first."""
    seen: tuple[str, ...] = ()
    """Cards that still lie on top and have been looked at, the top one first."""
    mark: Mark = NO_MARK


class Board(Value, frozen=True):
    """What a game's table looks like now."""

    tracks: tuple[Track, ...] = ()
    figures: tuple[Figure, ...] = ()
    lattices: tuple[Lattice, ...] = ()
    """The main one first."""
    leads: Line | None = None
    """Who or what is ahead."""
    notes: tuple[Line, ...] = ()
    decks: tuple[Deck, ...] = ()
    turn: int | None = None
    """Whose turn it is, in a game that asks others meanwhile; TABLE's where it is nobody's."""


class Face(Value, frozen=True):
    """A piece as lists and large cards show it."""

    name: Text
    group: str = ""
    """A key to filter by, such as a tribe."""
    group_text: Text | None = None
    mark: Mark = NO_MARK
    """Whose it is."""
    kind: Mark = NO_MARK
    """What it is."""
    notes: tuple[Text, ...] = ()
    """A word or two each, such as its kinds and its cost."""
    lines: tuple[Line, ...] = ()
    """What it does, for the card shown large; empty for the lines of the game's ``describe``."""


@dataclass(frozen=True, slots=True)
class Look(Generic[T]):
    """How a game looks on a screen; tables are cut to what may be seen before they come here."""

    board: Callable[[Any, T, ScoreSheet], Board]
    """Picture the table of a box; the score sheet is that of the same table."""
    face: Callable[[Any, str], Face] = lambda _box, piece: Face(PieceRef(piece))
    """Picture a piece."""
    group: Callable[[Any, str], Face] = lambda _box, key: Face(PieceRef(key), key)
    """Picture what score rows are grouped by."""
    shown: Callable[[Any, tuple[Event, ...]], str] = lambda _box, _events: ""
    """Name the card that has just been turned up for everybody, if one has."""


def listed(texts: Iterable[Text]) -> Text:
    """Make one text of several, with commas; raise ``TypeError`` for none."""
    return reduce(lambda first, following: msg("core.list", first=first, next=following), texts)


def named(texts: Iterable[Text]) -> Text:
    """Make one text of several, with "and" before the last; raise ``ValueError`` for none."""
    *others, last = texts
    return msg("core.list_last", first=listed(others), next=last) if others else last
