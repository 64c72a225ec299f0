"""The companion for people who script: a game in five lines, with no screen and no file.

>>> from companion import api
>>> game = api.new("prestige", seats=3, options={"events": "digital"}, seed=7)
>>> while not game.is_over() and len(game.log()) < 40:
...     _ = game.answer(game.asks()[0], game.choices()[0])
>>> game.undo(); print(game.score().standings[0].rank)
1
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import LoadedGame, find
from companion.players import default_players
from companion.session import Session, Step
from companion.store import Store
from rules.core.asks import Ask
from rules.core.commands import Answer, AskId, Correct, Reply
from rules.core.event import Event
from rules.core.score import ScoreSheet
from rules.core.state import Setup, State


class Scripted:
    """A running game."""

    def __init__(self, session: Session) -> None:
        """Drive a session; ``session`` stays within reach for everything else."""
        self.session = session

    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions."""
        return self.session.asks()

    def choices(self, ask: Ask | None = None, limit: int = 64) -> tuple[Reply, ...]:
        """Return replies that fit a question (the first open one unless given), at most ``limit``."""
        asks = (ask,) if ask else self.asks()[:1]
        return tuple(reply for each in asks for reply, _ in zip(each.replies(), range(limit), strict=False))

    def answer(self, ask: Ask | AskId, reply: Reply) -> tuple[Event, ...]:
        """Answer a question and return what happened; raise ``RuleError`` where it does not fit."""
        return self.session.dispatch(Answer(ask if isinstance(ask, AskId) else ask.id, reply))

    def correct(self, key: str, value: int | str) -> tuple[Event, ...]:
        """Set a fact by hand."""
        return self.session.dispatch(Correct(key, value))

    def undo(self) -> None:
        """Take back the last step."""
        self.session.undo()

    def redo(self) -> None:
        """Take it again."""
        self.session.redo()

    def score(self) -> ScoreSheet:
        """Score the table as it is now."""
        return self.session.score()

    def state(self) -> State[Any]:
        """Return the state: frozen, and one line of JSON by ``rules.core.value.to_json``."""
        return self.session.state

    def table(self) -> Any:
        """Return the table as it is now, of the game's own type."""
        return self.session.referee.table(self.session.state)

    def log(self) -> tuple[Step, ...]:
        """Return the steps so far."""
        return self.session.log()

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.session.is_over()


def new(
    game: str | LoadedGame,
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    level: str = "guided",
) -> Scripted:
    """Start a game in memory; raise ``InputError`` for an unknown game, ``RuleError`` for a wrong setup."""
    loaded = game if isinstance(game, LoadedGame) else find(game)
    setup = Setup(seats, tuple(sorted((options or {}).items())), level)
    names = default_players(*(f"Player {seat + 1}" for seat in range(seats)))
    return Scripted(Session.start(Store(None), loaded, setup, names, seed))
