"""The state of a game: the table where the running script began, and the answers since."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import UNSET, UnsetType

from rules.core.commands import Command, Correct
from rules.core.value import Msg, Value

T = TypeVar("T")


class Setup(Value, frozen=True):
    """What is agreed before the first turn."""

    seats: int
    options: tuple[tuple[str, str], ...] = ()
    """Switch key and chosen word, for the switches that differ from their default."""
    level: str = "guided"
    first: int = 0
    """The seat of the start player."""

    def option(self, key: str, default: str = "") -> str:
        """Return the chosen word of a switch."""
        return dict(self.options).get(key, default)


class Mended(Value, frozen=True, tag="mended"):
    """Corrections that hold together: the first of them alone would have ended the game."""

    corrections: tuple[Correct, ...]
    asked: int
    """Questions go on from this number; those before it were used after the end that is taken back."""


class Slip(Value, Generic[T], frozen=True):
    """An end that a correction brought about, and where the game stood before; another may take it back."""

    base: T
    script: str
    asked: int
    answers: tuple[Command | Mended, ...]
    since: tuple[Correct, ...]
    """Corrections made since, the one that ended the game first; those of the running script not yet."""
    outcome: Msg
    """The end as it was told."""

    @property
    def stood(self) -> State[T]:
        """Return the state before the slip."""
        return State(self.base, self.script, self.asked, self.answers)


class State(Value, Generic[T], frozen=True):
    """Everything that is kept of a running game; one line of JSON."""

    base: T
    """The table on which the current script began."""
    script: str = ""
    """The running script's name; empty once the game is over."""
    asked: int = 0
    """How many questions had been asked when the script began; numbers the next ones."""
    answers: tuple[Command | Mended, ...] = ()
    """Commands since, each at its point; the script is run again over them."""
    slip: Slip[T] | UnsetType = UNSET
    """Where the game stood, if it has ended by a correction; not written otherwise."""
