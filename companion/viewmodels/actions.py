"""What a touch asks for. Every button of a view carries one; the director carries it out."""

from __future__ import annotations

from rules.core.commands import Command
from rules.core.sighting import Deed
from rules.core.value import Cell, Value


class Go(Value, frozen=True, tag="go"):
    """Show another screen on top of this one."""

    screen: str
    about: str = ""
    """What it is about, where the screen needs to know: a piece, an evening, a seat."""


class Back(Value, frozen=True, tag="back"):
    """Leave this screen for the one below."""


class Home(Value, frozen=True, tag="home"):
    """Leave the table; the evening is kept."""


class Send(Value, frozen=True, tag="send"):
    """Give a command to the session."""

    command: Command


class PlayMoves(Value, frozen=True, tag="play"):
    """Give one reading of a sighting to the session, all or nothing."""

    moves: tuple[Deed, ...]


class Ignore(Value, frozen=True, tag="ignore"):
    """Say that a sighting is none of the readings offered."""


class Open(Value, frozen=True, tag="open"):
    """Show a question large: its number names it."""

    n: int
    scan: bool = False
    """True to answer it by camera."""


class Pick(Value, frozen=True, tag="pick"):
    """Pick, or take back, the option at this place of the open question."""

    index: int


class PickPiece(Value, frozen=True, tag="piece"):
    """Pick the piece to be placed; an empty id goes back to the list."""

    piece: str = ""


class PickCell(Value, frozen=True, tag="cell"):
    """Pick the cell for it."""

    cell: Cell


class Turn(Value, frozen=True, tag="turn"):
    """Turn the piece a quarter."""


class Filter(Value, frozen=True, tag="filter"):
    """Show only what begins with a letter or belongs to a group; empty for all."""

    group: str = ""
    letter: str = ""


class Nudge(Value, frozen=True, tag="nudge"):
    """Change a number that has not been given yet."""

    by: int


class Give(Value, frozen=True, tag="give"):
    """Give the answer that has been put together."""


class Decline(Value, frozen=True, tag="decline"):
    """Answer that nothing is picked."""


class Undo(Value, frozen=True, tag="undo"):
    """Undo the last step."""


class Redo(Value, frozen=True, tag="redo"):
    """Take the last undo back."""


class Set(Value, frozen=True, tag="set"):
    """Set a field of the screen's own form or of the settings."""

    field: str
    value: int | str


class Type(Value, frozen=True, tag="type"):
    """Type on the screen's keyboard; "<" rubs out."""

    text: str


class Do(Value, frozen=True, tag="do"):
    """Carry out what the screen is for, by name."""

    what: str
    about: str = ""


Action = (
    Go
    | Back
    | Home
    | Send
    | PlayMoves
    | Ignore
    | Open
    | Pick
    | PickPiece
    | PickCell
    | Turn
    | Filter
    | Nudge
    | Give
    | Decline
    | Undo
    | Redo
    | Set
    | Type
    | Do
)
