"""Runs any game: starts it, checks and applies commands, and answers every question about its state.

A reducer outside, generator scripts inside. The script that is running now is kept warm, so that the
next answer goes straight in; any other state is reached by running its script again over its answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from rules.core.asks import Ask
from rules.core.commands import Answer, Command, Correct, Reply, Retract
from rules.core.errors import DivergedError, RuleError, StaleAnswerError
from rules.core.event import Event
from rules.core.game import Box, Correctable, Facts, Game
from rules.core.run import Run
from rules.core.score import ScoreSheet
from rules.core.sighting import Observation, Sighting
from rules.core.slips import corrected
from rules.core.state import Setup, State
from rules.core.value import Msg, SeatRef, from_json

T = TypeVar("T")


class Referee(Generic[T]):
    """One game with one box; holds no state of the game but a warm copy of the last run."""

    def __init__(self, game: Game[T], box: Box) -> None:
        """Bind a game's functions to what is in its box."""
        self.game, self.box = game, box
        self.state_type: Any = State[game.table_type]  # type: ignore[name-defined]
        self._warm: tuple[State[T], Run[T]] | None = None

    # ---- playing -------------------------------------------------------------------
    def new(self, setup: Setup) -> tuple[State[T], tuple[Event, ...]]:
        """Start a game; raise ``RuleError`` for a setup that the game does not know."""
        self._check(setup)
        table = self.game.lay(self.box, setup)
        return self._keep(Run(self.game, self.box, State(table, self.game.next_script(table))))

    def apply(self, state: State[T], command: Command) -> tuple[State[T], tuple[Event, ...]]:
        """Check a command and carry it out; raise ``RuleError`` and change nothing if it is refused."""
        run = self._run(state)
        self._refuse(run, command)
        self._warm = None
        if isinstance(command, Correct):
            return self._keep(corrected(run, command))
        run.feed(command)
        return self._keep(run)

    def _check(self, setup: Setup) -> None:
        low, high = self.game.seats
        if not low <= setup.seats <= high:
            raise RuleError("core.seats", low=low, high=high, seats=setup.seats)
        if not 0 <= setup.first < setup.seats:
            raise RuleError("core.first_seat", seat=setup.first)
        if setup.level not in self.game.levels:
            raise RuleError("core.level", level=setup.level)
        known = {spec.key: spec.words for spec in self.game.options}
        for key, word in setup.options:
            if word not in known.get(key, ()):
                raise RuleError("core.option", option=key, word=word)

    def _refuse(self, run: Run[T], command: Command) -> None:
        if isinstance(command, Correct):
            run.check(command)
            return
        ask = run.open(command.ask)
        if ask is None:
            raise StaleAnswerError("core.not_open", question=command.ask.key)
        if isinstance(command, Retract):
            if ask.id not in run.replies:
                raise RuleError("core.nothing_to_retract", question=ask.text)
        elif ask.id in run.replies:
            raise StaleAnswerError("core.answered", question=ask.text, seat=SeatRef(ask.id.seat))
        else:
            self._check_reply(run, ask, command.reply)

    def _check_reply(self, run: Run[T], ask: Ask, reply: Reply) -> None:
        try:
            ask.check(reply)
        except RuleError as refusal:
            better = self.game.explain(self.box, run.desk.table, ask, reply)
            raise better or refusal from None

    # ---- looking -------------------------------------------------------------------
    def asks(self, state: State[T]) -> tuple[Ask, ...]:
        """Return the open questions, those already answered by their seat left out."""
        run = self._run(state)
        return tuple(ask for ask in run.batch if ask.id not in run.replies) if run.replies else run.batch

    def answered(self, state: State[T]) -> tuple[Ask, ...]:
        """Return the questions whose seat has answered while others still think; each can be retracted."""
        run = self._run(state)
        return tuple(ask for ask in run.batch if ask.id in run.replies)

    def table(self, state: State[T]) -> T:
        """Return the table as it is now, in the middle of the running script."""
        return self._run(state).desk.table

    def is_over(self, state: State[T]) -> bool:
        """Tell whether the game has ended."""
        return not state.script

    def legal(self, state: State[T], dice: random.Random, limit: int = 64) -> tuple[Command, ...]:
        """Return answers that apply now: all of a small question, a sample of a large one."""
        return tuple(command for ask in self.asks(state) for command in _legal(ask, dice, limit))

    def score(self, state: State[T]) -> ScoreSheet:
        """Score the table as it is now."""
        return self.game.score(self.box, self.table(state))

    def observe(self, state: State[T], sighting: Sighting) -> Observation:
        """Read a sighting as moves, as a question, or as nothing yet."""
        return self.game.observe(self.box, self.table(state), self.asks(state), sighting)

    def correctables(self, state: State[T]) -> tuple[Correctable, ...]:
        """Return what people may set by hand now."""
        return self.game.correctables(self.box, self.table(state))

    def facts(self, state: State[T]) -> Facts:
        """Return everything known of the table."""
        return self.game.facts(self.box, self.table(state))

    def view_for(self, state: State[T], seat: int | None) -> tuple[T, tuple[Ask, ...]]:
        """Return the table and questions that a seat (None: the shared screen) may see."""
        asks = self.asks(state)
        seen = tuple(ask for ask in asks if not ask.secret or ask.id.seat == seat)
        return self.game.cut(self.box, self.table(state), seat), seen

    def secrets(self, state: State[T], seat: int) -> tuple[Msg, ...]:
        """Return what a seat alone may look at again, made from nothing but what that seat may see."""
        return self.game.secrets(self.box, self.view_for(state, seat)[0], seat)

    def decode(self, data: bytes | str) -> State[T]:
        """Read a state back from its JSON."""
        return from_json(data, self.state_type)

    # ---- the warm run --------------------------------------------------------------
    def _run(self, state: State[T]) -> Run[T]:
        if self._warm is None or self._warm[0] is not state:
            run = Run(self.game, self.box, state)
            if run.start is not state:
                raise DivergedError("core.diverged", script=state.script)
            run.told.clear()
            self._warm = (state, run)
        return self._warm[1]

    def _keep(self, run: Run[T]) -> tuple[State[T], tuple[Event, ...]]:
        events = tuple(run.told)
        run.told.clear()
        state = run.state
        self._warm = (state, run)
        return state, events


def _legal(ask: Ask, dice: random.Random, limit: int) -> Iterator[Answer]:
    found: list[Reply] = []
    for reply in ask.replies():
        found.append(reply)
        if len(found) > limit:
            found = [ask.sample(dice) for _ in range(limit)]
            break
    yield from (Answer(ask.id, reply) for reply in dict.fromkeys(found))
