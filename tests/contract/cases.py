"""Which games the contract is tried on: every game there is and the paper ones, by level and seats."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import ModuleType
from typing import Any

from companion.games import LoadedGame, discover
from rules.core.game import Box, Game
from rules.core.referee import Referee
from rules.core.state import Setup
from tests.contract import paper_city, paper_claim, paper_hand

PAPER = (paper_city, paper_claim, paper_hand)


class Case:
    """One game, played on one level by so many seats."""

    def __init__(self, game: Game[Any], box: Box, level: str, seats: int, *, is_paper: bool) -> None:
        self.game, self.box, self.level, self.seats, self.is_paper = game, box, level, seats, is_paper

    def __repr__(self) -> str:
        return f"{self.game.id}-{self.level}-{self.seats}"

    def setup(self, number: int = 0) -> Setup:
        """Return one of the set-ups: the number chooses the start player and the switches."""
        number, first = divmod(number, self.seats)
        chosen = []
        for spec in self.game.options:
            number, at = divmod(number, len(spec.words))
            chosen.append((spec.key, spec.words[at]))
        return Setup(self.seats, tuple(chosen), self.level, first)

    def referee(self) -> Referee[Any]:
        """Return a referee that remembers nothing."""
        return Referee(self.game, self.box)


def files_of(paper: ModuleType) -> Mapping[str, bytes]:
    """Return the data of a paper game: from its folder, or written in its one file."""
    if hasattr(paper, "FILES"):
        return dict(paper.FILES)
    return {name: files(paper).joinpath(name).read_bytes() for name in paper.GAME.files}


def _of(game: Game[Any], box: Box, *, is_paper: bool) -> list[Case]:
    low, high = game.seats
    tables = dict.fromkeys(
        (low, min(low + 1, high), high)
    )  # between these nothing new comes with a seat more
    return [Case(game, box, level, seats, is_paper=is_paper) for level in game.levels for seats in tables]


LOADED = tuple(each for each in discover() if isinstance(each, LoadedGame))
BROKEN = tuple(each for each in discover() if not isinstance(each, LoadedGame))
CASES = [
    *(case for each in LOADED for case in _of(each.game, each.box, is_paper=False)),
    *(case for each in PAPER for case in _of(each.GAME, each.GAME.load(files_of(each)), is_paper=True)),
]
