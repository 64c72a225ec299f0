"""The pieces that views are made of."""

from __future__ import annotations

from companion.viewmodels.actions import Action, Back
from rules.core.picture import NO_MARK, Mark
from rules.core.value import Cell, Value

__all__ = [
    "DANGER",
    "NO_MARK",
    "PLAIN",
    "PRIMARY",
    "QUIET",
    "Bar",
    "Button",
    "Figure",
    "Lattice",
    "Line",
    "Mark",
    "Spot",
    "Tile",
    "Track",
    "View",
]

PRIMARY, PLAIN, QUIET, DANGER = "primary", "plain", "quiet", "danger"


class Button(Value, frozen=True):
    """Something to touch."""

    text: str
    action: Action | None
    """None for what cannot be done now; ``note`` says why."""
    kind: str = PLAIN
    note: str = ""
    mark: Mark = NO_MARK
    chosen: bool = False
    badge: str = ""
    """A short figure at its right: an order, a count, a cost."""
    award: Mark = NO_MARK
    """A symbol before its figure: what it has earned."""


class Line(Value, frozen=True):
    """A line of text with a symbol before it."""

    text: str
    mark: Mark = NO_MARK
    strong: bool = False
    figure: str = ""
    """A number that stands at its right end."""


class Track(Value, frozen=True):
    """A value between two ends; marked spaces tell what happens there."""

    key: str
    text: str
    value: int
    low: int
    high: int
    mark: Mark = NO_MARK
    spots: tuple[tuple[int, str], ...] = ()
    """Space and what it is: "good", "bad", "event"."""
    warns: bool = False
    """True where the marker stands on a space that hurts."""
    here: str = ""
    """What waits on that space, in a word or two."""


class Figure(Value, frozen=True):
    """A count, such as a pile or the coffers."""

    key: str
    text: str
    figure: str
    mark: Mark = NO_MARK


class Deck(Value, frozen=True):
    """A deck that cards are drawn from, and what everybody has seen of it."""

    key: str
    text: str
    left: int
    drawn: tuple[str, ...] = ()
    """Piece ids, the oldest first."""
    seen: tuple[str, ...] = ()
    """Piece ids of cards on top that have been looked at, the top one first."""
    mark: Mark = NO_MARK


class Tile(Value, frozen=True):
    """A card or tile lying on a grid."""

    cell: Cell
    name: str
    mark: Mark = NO_MARK
    """Whose it is."""
    kind: Mark = NO_MARK
    """What it is."""
    piece: str = ""
    is_down: bool = False
    """Turned face down, or destroyed."""
    is_new: bool = False
    turn: int = 0


class Spot(Value, frozen=True):
    """A cell that may be picked."""

    cell: Cell
    text: str
    action: Action
    chosen: bool = False


class Lattice(Value, frozen=True):
    """A picture of what lies on a grid, and where the next piece may go."""

    tiles: tuple[Tile, ...] = ()
    spots: tuple[Spot, ...] = ()
    low: Cell = Cell(0, 0)
    high: Cell = Cell(0, 0)
    aspect: float = 1.0
    """Width of a cell over its height."""
    refused: Cell | None = None
    """A cell that was picked and may not be."""
    text: str = ""
    """Its name, where there are several boards."""


class Bar(Value, frozen=True):
    """The line at the top of a screen."""

    title: str
    mark: Mark = NO_MARK
    note: str = ""
    clock: str = ""
    """The time played, where people want a clock."""
    back: Button | None = Button("", Back(), QUIET, mark=Mark("back"))
    buttons: tuple[Button, ...] = ()
    large: bool = False
    """True where the title is the key fact of the screen."""


ONLY_BACK = Button("", Back(), PRIMARY, mark=Mark("back"))
"""The way back where people only look: the one thing to do next."""


class View(Value, frozen=True):
    """What every screen shows besides its own."""

    screen: str
    bar: Bar
    ok: Action | None = None
    """What the OK button does."""
    seat: int | None = None
    """Whose button at the table does the same."""
    notice: str = ""
    """A refusal or a warning, with the way on."""
