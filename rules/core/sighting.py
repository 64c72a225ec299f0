"""What the camera saw, in the words of the rules, and what a game makes of it."""

from __future__ import annotations

from rules.core.commands import AskId, Correct, Reply
from rules.core.value import Cell, Msg, Value


class Seen(Value, frozen=True):
    """One piece in a picture; cell and quarter turn are None where they could not be told."""

    piece: str
    cell: Cell | None = None
    turn: int | None = None
    confidence: float = 1.0
    row: int | None = None
    """In a spread, the row of the picture that it lies in, from the top; pieces come row by row, from the left."""


class Sighting(Value, frozen=True):
    """The pieces seen in one of the game's views; ``unsure`` lists those read but not placed."""

    view: str
    seen: tuple[Seen, ...]
    unsure: tuple[str, ...] = ()
    earlier: tuple[Seen, ...] = ()
    """Pieces placed in an earlier picture of the same look that this one does not show: a camera need not take the
    whole view at once. They may have been moved since."""
    asked: AskId | None = None
    """The question that people have opened the camera for, where they have opened it for one."""
    used: tuple[str, ...] = ()
    """Loose pieces that lie there since they answered the question before: a card held up is answer to one alone."""
    before: tuple[str, ...] = ()
    """Loose pieces that have answered a question at any time since people sat down: none of them is new to the table."""
    lately: tuple[str, ...] = ()
    """Those of them that have answered in the script that runs, as in this turn: they may lie there still."""
    rests: bool = True
    """False where hands still move, or a harder look may read more: further loose pieces may be on their way."""


class Move(Value, frozen=True, tag="move"):
    """An answer to whichever question with this seat and key is open when its turn comes."""

    seat: int
    key: str
    reply: Reply


Deed = Move | Correct
"""What people may make of a picture; only they may decide that it sets right what is known."""


class Moves(Value, frozen=True, tag="moves"):
    """The sighting is one or several moves in this order."""

    moves: tuple[Move, ...]


class Wait(Value, frozen=True, tag="wait"):
    """Nothing to do yet: half a move, or no change."""

    text: Msg | None = None


class Reading(Value, frozen=True):
    """One way to read an unclear sighting."""

    text: Msg
    moves: tuple[Deed, ...] = ()
    """Played as one step; corrections among them take the table as it was seen."""


class Ambiguous(Value, frozen=True, tag="ambiguous"):
    """Several readings fit, the likelier first: a question for people."""

    readings: tuple[Reading, ...]


class Mismatch(Value, frozen=True, tag="mismatch"):
    """A reading that the rules forbid: the reason, and the likely truths to choose from."""

    text: Msg
    readings: tuple[Reading, ...] = ()


Observation = Moves | Wait | Ambiguous | Mismatch
