"""How a game looks on screen. A game without a look of its own gets the plain one."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Protocol, cast

from companion.viewmodels.parts import NO_MARK, Figure, Lattice, Line, Mark, Track
from companion.viewmodels.voice import Voice
from rules.core.event import Event
from rules.core.game import Game
from rules.core.score import ScoreSheet
from rules.core.value import Value


class Face(Value, frozen=True):
    """A piece as lists and large cards show it."""

    name: str
    group: str = ""
    """A key to filter by, such as a tribe."""
    group_text: str = ""
    mark: Mark = NO_MARK
    """Whose it is."""
    kind: Mark = NO_MARK
    """What it is."""
    note: str = ""
    """One short line: a cost, kinds."""
    lines: tuple[Line, ...] = ()
    """What it does, for the card shown large."""


class Board(Value, frozen=True):
    """What a game's table looks like now."""

    tracks: tuple[Track, ...] = ()
    figures: tuple[Figure, ...] = ()
    lattices: tuple[tuple[str, Lattice], ...] = ()
    """By area, the main one first."""
    leads: Line = Line("")
    notes: tuple[Line, ...] = ()


class Look(Protocol):
    """The functions of a game's look; a module with them serves."""

    def board(self, game: Game[Any], box: Any, table: Any, voice: Voice, sheet: ScoreSheet) -> Board:
        """Picture the table."""
        ...

    def face(self, box: Any, piece: str, voice: Voice) -> Face:
        """Picture a piece."""
        ...

    def group(self, box: Any, key: str, voice: Voice) -> Face:
        """Picture what score rows are grouped by."""
        ...

    def shown(self, box: Any, events: tuple[Event, ...]) -> str:
        """Name the card that has just been turned up for everybody, if one has."""
        ...


def find(game_id: str) -> Look:
    """Return the game's own look, or the plain one."""
    own = f"companion.viewmodels.looks.{game_id}"
    name = own if importlib.util.find_spec(own) else "companion.viewmodels.looks.plain"
    return cast("Look", importlib.import_module(name))
