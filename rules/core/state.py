"""The state of a game: the table where the running script began, and the answers since."""

from __future__ import annotations

from typing import Generic, TypeVar

from rules.core.commands import Command
from rules.core.value import Value

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


class State(Value, Generic[T], frozen=True):
    """Everything that is kept of a running game; one line of JSON."""

    base: T
    """The table on which the current script began."""
    script: str = ""
    """The running script's name; empty once the game is over."""
    asked: int = 0
    """How many questions had been asked when the script began; numbers the next ones."""
    answers: tuple[Command, ...] = ()
    """Commands since, each at its point; the script is run again over them."""
