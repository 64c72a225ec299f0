"""What people and the camera may tell the rules."""

from __future__ import annotations

from rules.core.value import Cell, Choice, PieceRef, Value


class AskId(Value, frozen=True):
    """Names one question of one game: the seat asked, its key, and a number never used twice."""

    seat: int
    key: str
    n: int

    def __str__(self) -> str:
        """Show the id as logs and the journal's readers see it."""
        return f"{self.seat}:{self.key}:{self.n}"


class Picked(Value, frozen=True, tag="picked"):
    """The choices made, in order where order matters; empty to decline."""

    choices: tuple[Choice, ...] = ()


class Amount(Value, frozen=True, tag="amount"):
    """A number."""

    value: int


class Put(Value, frozen=True, tag="put"):
    """A piece put down: in which area, on which cell, turned how many quarters clockwise."""

    piece: str
    cell: Cell
    area: str = ""
    turn: int = 0


class Done(Value, frozen=True, tag="done"):
    """A go-on."""


Reply = Picked | Amount | Put | Done


def named(reply: Reply) -> tuple[str, ...]:
    """Return the pieces that a reply names."""
    match reply:
        case Put(piece=piece):
            return (piece,)
        case Picked(choices=choices):
            return tuple(choice.id for choice in choices if isinstance(choice, PieceRef))
        case _:
            return ()


class Answer(Value, frozen=True, tag="answer"):
    """Answers the open question of that id."""

    ask: AskId
    reply: Reply


class Retract(Value, frozen=True, tag="retract"):
    """Takes back one's own answer while others are still thinking about theirs."""

    ask: AskId


class Correct(Value, frozen=True, tag="correct"):
    """Sets one correctable fact by hand."""

    key: str
    value: int | str


Command = Answer | Retract | Correct
