"""An evening as it is played: owns the state, journals every step before anyone is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from companion.games import LoadedGame
from companion.players import Player
from companion.store import Store
from rules.core.asks import Ask
from rules.core.commands import Command
from rules.core.event import Event
from rules.core.game import Box, Game
from rules.core.referee import Referee
from rules.core.score import ScoreSheet
from rules.core.sighting import Move
from rules.core.state import Setup, State
from rules.core.value import Msg, Value

__all__ = ["Change", "Player", "Session", "Step"]


class Step(Value, frozen=True):
    """One entry of the log."""

    seq: int
    text: tuple[Event, ...]
    undone: bool = False
    correction: bool = False
    title: Msg = Msg("core.step.start")


class Change(Value, frozen=True):
    """What subscribers are told: a step taken, undone or redone, or something around the game."""

    kind: Literal["step", "undo", "redo", "around"]
    events: tuple[Event, ...] = ()
    text: Msg | None = None
    """The step's name."""


class Session:
    """A running evening. One thread; nothing here knows a screen."""

    id: str
    loaded: LoadedGame
    game: Game[Any]
    box: Box
    referee: Referee[Any]
    state: State[Any]
    players: tuple[Player, ...]
    setup: Setup
    language: str
    last_events: tuple[Event, ...]

    @classmethod
    def start(  # noqa: PLR0913, PLR0917 - what an evening begins with
        cls,
        store: Store,
        loaded: LoadedGame,
        setup: Setup,
        players: tuple[Player, ...],
        seed: int | None = None,
        language: str = "pt_BR",
    ) -> Session:
        """Begin an evening; raise ``RuleError`` for a setup that the game does not know."""
        raise NotImplementedError

    @classmethod
    def resume(
        cls, store: Store, session_id: str, *, loaded: LoadedGame | None = None, from_checkpoint: bool = False
    ) -> Session:
        """Go on with a kept evening; ``loaded`` is found by its id unless given."""
        raise NotImplementedError

    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions; digital chance never appears among them."""
        raise NotImplementedError

    def dispatch(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command; raise ``RuleError`` and change nothing where it is refused."""
        raise NotImplementedError

    def play(self, moves: tuple[Move, ...]) -> tuple[Event, ...]:
        """Carry out a sighting's moves as one step: all of them or none."""
        raise NotImplementedError

    def undo(self, seat: int | None = None) -> None:
        """Take back the last step; with a seat, that seat's own waiting answer."""
        raise NotImplementedError

    def redo(self) -> None:
        """Take the step again that was undone last."""
        raise NotImplementedError

    def undo_text(self) -> Msg | None:
        """Name the step that undo takes back, or None."""
        raise NotImplementedError

    def redo_text(self) -> Msg | None:
        """Name the step that redo takes again, or None."""
        raise NotImplementedError

    def rename(self, seat: int, name: str) -> None:
        """Call whoever sits there by another name."""
        raise NotImplementedError

    def swap(self, seat: int, other: int) -> None:
        """Let two people change places; what belongs to a seat stays there."""
        raise NotImplementedError

    def leave(self, seat: int) -> None:
        """Let somebody go home."""
        raise NotImplementedError

    def join(self, seat: int, player: Player) -> None:
        """Let somebody take a seat that is empty."""
        raise NotImplementedError

    def set_language(self, language: str) -> None:
        """Speak another language from now on."""
        raise NotImplementedError

    def set_level(self, level: str) -> None:
        """Change the assist level where the game allows it."""
        raise NotImplementedError

    def subscribe(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Tell a function of every change, after it is safe on disk; returns the way to stop."""
        raise NotImplementedError

    def log(self, seat: int | None = None, last: int | None = None) -> tuple[Step, ...]:
        """Return the steps, oldest first, with what a seat (None: the shared screen) may read."""
        raise NotImplementedError

    def score(self) -> ScoreSheet:
        """Score the table as it is now."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the file."""
        raise NotImplementedError
