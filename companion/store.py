"""Where evenings are kept: one file an evening, numbered in the order they began."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.players import Player
from rules.core.state import Setup
from rules.core.value import Value


class Header(Value, frozen=True):
    """What an evening began with."""

    game: str
    game_version: int
    setup: Setup
    players: tuple[Player, ...]
    language: str
    seed: int
    edition: str = ""


class Evening(Value, frozen=True):
    """A kept evening, for lists."""

    id: str
    game: str = ""
    players: tuple[Player, ...] = ()
    steps: int = 0
    over: bool = False
    saved_at: str = ""
    """Local time of the last step, ISO 8601; a clock may be wrong, so nothing is ordered by it."""
    problem: str = ""
    """The key of what is wrong with the file, if anything is."""


class Store:
    """A folder of evenings; None keeps them in memory."""

    def __init__(self, folder: Path | None) -> None:
        """Use a folder, made when the first evening begins."""
        self.folder = folder

    def evenings(self) -> tuple[Evening, ...]:
        """List what is kept, the newest first."""
        raise NotImplementedError

    def export(self, evening_id: str) -> Iterator[str]:
        """Yield an evening as JSON lines."""
        raise NotImplementedError

    def import_(self, lines: Iterable[str]) -> str:
        """Keep an exported evening under a new id."""
        raise NotImplementedError

    def recover(self, evening_id: str) -> str:
        """Copy what is good of a damaged evening into a new one; return its id."""
        raise NotImplementedError

    def delete(self, evening_id: str) -> None:
        """Throw an evening away."""
        raise NotImplementedError
