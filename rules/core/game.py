"""The record of functions that makes a game, and the values it hands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from rules.core.asks import Ask
from rules.core.commands import Correct, Reply
from rules.core.desk import Desk, Script
from rules.core.errors import RuleError
from rules.core.event import Event
from rules.core.picture import Look
from rules.core.score import ScoreSheet
from rules.core.sighting import Observation, Sighting
from rules.core.state import Setup
from rules.core.value import Msg, Value

T = TypeVar("T")
Facts = Mapping[str, int | str]


class PieceInfo(Value, frozen=True):
    """A physical piece that may carry a sticker."""

    id: str
    code: str
    """Up to four characters 0-9 A-Z, unique in the game: the piece's code in its tag; empty for a mere name."""
    names: tuple[tuple[str, str], ...]
    """Language ("pt_BR", "en") and name."""
    copy: int = 1
    """Which of several equal pieces this is, from 1."""
    sheet: str = ""
    """The sticker sheet it belongs to."""
    anonymous: bool = False
    """True for a sticker that says less than the piece, such as the tribe on a card's back."""
    kind: str = ""
    """What several equal pieces share; the id where there is one only."""

    def name(self, language: str) -> str:
        """Return the name in a language, else the first one there is."""
        return dict(self.names).get(language, self.names[0][1])


class Box(Value, frozen=True):
    """What is in a game's box: pieces and data, loaded once. A game adds its own fields."""

    pieces: tuple[PieceInfo, ...]
    provenance: str
    """"published", "house" or "owner"."""
    edition: str
    source: str

    @property
    def stickered(self) -> tuple[PieceInfo, ...]:
        """The pieces that carry a sticker: where any names a sheet, those without one are mere names."""
        with_sheet = tuple(piece for piece in self.pieces if piece.sheet)
        return with_sheet or self.pieces


class OptionSpec(Value, frozen=True):
    """A switch of the rules; message keys are ``<game>.option.<key>`` and ``...<key>.<word>``."""

    key: str
    words: tuple[str, ...]
    """The first one is the default."""


class ViewSpec(Value, frozen=True):
    """A view that the camera may see, in millimetres."""

    id: str
    width_mm: float
    height_mm: float
    layout: str = "spread"
    """"lattice" for pieces on a grid, "spread" for loose ones, "held" for a card held up."""
    pitch_mm: tuple[float, float] = (0.0, 0.0)
    """From one lattice cell to the next, across and down."""
    piece_mm: tuple[float, float] = (0.0, 0.0)
    sticker_at_mm: tuple[float, float] = (0.0, 0.0)
    """The sticker's centre as an offset from the piece's centre."""
    origin: str = ""
    """The piece that lies on cell (0, 0)."""


class Correctable(Value, frozen=True):
    """A fact that people may set by hand: a number between two bounds, or one of some words."""

    key: str
    text: Msg
    value: int | str
    low: int = 0
    high: int = 0
    words: tuple[tuple[str, Msg], ...] = ()
    """Values that a word may take, with their texts; empty for a number."""


class Lying(Value, frozen=True):
    """A piece lying in a view of the virtual table, in millimetres from the view's top left corner."""

    piece: str | None
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    face_up: bool = True


class Tabletop(Protocol):
    """The physical table with everything on it, for robots: knows what the companion cannot."""

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        """Decide, move the real pieces, and return what people would say; ``asks`` are all open ones."""
        ...

    def hear(self, event: Event) -> None:
        """Do what an instruction says; told of every event there is to read, in order."""
        ...

    def picture(self, view: str) -> tuple[Lying, ...]:
        """Return what the camera would see in a view now."""
        ...

    def facts(self) -> Facts:
        """Return the truth in the words of the game's ``facts``."""
        ...

    def spoil(self) -> str:
        """Swap one piece for another in the truth, so that knowledge and truth differ; say what."""
        ...


@runtime_checkable
class Taker(Protocol):
    """What a table is besides, where robots take offers of their own accord, such as a Reaction to an attack."""

    def takes(self, offer: Ask) -> bool:
        """Tell whether somebody takes a standing offer now, before whatever holds the game up is answered."""
        ...


@dataclass(frozen=True, slots=True)
class Game(Generic[T]):
    """Everything that the rest of the product knows of a game."""

    id: str
    code: str
    """Two characters 0-9 A-Z, unique among games: the game's code in a tag."""
    version: int
    """Part of the save format: raised when old journals would mean something else."""
    seats: tuple[int, int]
    names: tuple[tuple[str, str], ...]
    table_type: type[T]
    box_type: type[Box]
    files: tuple[str, ...]
    """Data files in the game's folder."""
    load: Callable[[Mapping[str, bytes]], Box]
    """Make the box from the files' contents; raise ``DataError`` with one line an error."""
    lay: Callable[[Any, Setup], T]
    """Lay out the table before the first script."""
    desk: type[Desk[T]]
    scripts: Mapping[str, Callable[[Any], Script[None]]]
    """Scripts by name; each runs from one resting point of the game to the next (a turn). ``setup`` comes before play."""
    next_script: Callable[[T], str]
    """Name the script to run on this table; empty when the game is over."""
    score: Callable[[Any, T], ScoreSheet]
    observe: Callable[[Any, T, tuple[Ask, ...], Sighting], Observation]
    correctables: Callable[[Any, T], tuple[Correctable, ...]]
    correct: Callable[[Any, T, Correct], T]
    """Apply a correction already checked against ``correctables``; keep conservation."""
    cut: Callable[[Any, T, int | None], T]
    """Cut what a seat (None: the shared screen) may not see."""
    facts: Callable[[Any, T], Facts]
    """Name everything that is known of the table, in words that compare with the truth."""
    invariants: Callable[[Any, T], tuple[str, ...]]
    """Name what has been created or lost; empty when all is well."""
    tabletop: Callable[[Any, Setup, Any], Tabletop]
    """Make the robots' table from a box, a setup and a ``random.Random``."""
    explain: Callable[[Any, T, Ask, Reply], RuleError | None] = lambda _box, _table, _ask, _reply: None
    """Say why a reply is not on offer, better than "not offered"."""
    sensible: Callable[[Any, T, Ask, Any], Reply] | None = None
    """Answer as a sensible player would, for simulations; None for chance alone."""
    secrets: Callable[[Any, T, int], tuple[Msg, ...]] = lambda _box, _table, _seat: ()
    """Say what a seat alone may look at again whenever it likes, from the table cut for that seat. That it has
    something is known to all. The way there is called ``<game>.secrets``.
    """
    describe: Callable[[Any, str], tuple[Msg, ...]] = lambda _box, _piece: ()
    """Say in lines what a piece does, for "what is this card" and for events shown large."""
    look: Look[T] | None = None
    """How the game looks on a screen; None for a plain look made of its ``correctables``."""
    options: tuple[OptionSpec, ...] = ()
    levels: tuple[str, ...] = ("guided", "scorekeeper")
    views: tuple[ViewSpec, ...] = ()
    lies_in: Callable[[Any, str, str], bool] = lambda _box, _view, _piece: True
    """Tell whether a piece has a place in a view's grid: one that has none is nothing to wait for there."""
    joining: Mapping[str, Callable[[Any, T, Sighting], tuple[Correct, ...]]] = field(default_factory=dict)
    """Views to be shown, in this order, when a game is taken over that was begun without us, each with what a
    sighting of it sets by hand. Texts are ``<game>.join.<view>``; the set-up is left by an offer ``<game>.setup.skip``.
    """
    joining_ask: Callable[[Any, T, str], Ask | None] = lambda _box, _table, _view: None
    """Ask for what such a view would show, to be told by touch: a place for one piece, or some of the pieces. What is
    answered counts as a sighting of it. None where nothing can be told so; its number is below zero, for no script asks.
    """

    def name(self, language: str) -> str:
        """Return the game's name in a language."""
        return dict(self.names).get(language, self.names[0][1])
