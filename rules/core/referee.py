"""Runs any game: starts it, checks and applies commands, and answers every question about its state.

A reducer outside, generator scripts inside. The script that is running now is kept warm, so that the
next answer goes straight in; any other state is reached by running its script again over its answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from rules.core.asks import Ask
from rules.core.commands import Answer, AskId, Command, Correct, Reply, Retract
from rules.core.desk import GameEnded, Replies, Script
from rules.core.errors import DivergedError, RuleError, ScriptError, StaleAnswerError
from rules.core.event import Event
from rules.core.game import Box, Correctable, Facts, Game
from rules.core.score import ScoreSheet
from rules.core.sighting import Observation, Sighting
from rules.core.state import Setup, State
from rules.core.value import SeatRef, from_json, is_whole, msg

T = TypeVar("T")
IDLE_LIMIT = 200
"""Scripts that may follow each other without asking anything before it counts as a loop."""


class Run(Generic[T]):
    """A script in the middle of its work."""

    def __init__(self, game: Game[T], box: Box, state: State[T]) -> None:
        """Run the state's script over its answers, up to the questions open now."""
        self.game, self.box = game, box
        self.told: list[Event] = []
        self.batch: tuple[Ask, ...] = ()
        self.replies: dict[AskId, Reply] = {}
        self._open(state)
        if state.script:
            self._resume(None)
        for command in state.answers:
            if not self._takes(command):
                raise DivergedError("core.diverged", script=state.script)
            self.feed(command)

    def _open(self, state: State[T]) -> None:
        """Sit down at the table on which a script begins."""
        self.start = state
        self.answers: tuple[Command, ...] = ()
        self.parked: dict[AskId, Reply] = {}
        self.used: set[AskId] = set()
        self.desk = self.game.desk(self.box, state.base, state.asked)
        self.desk.events = self.told
        self.script = self.game.scripts[state.script](self.desk) if state.script else _rest()

    @property
    def state(self) -> State[T]:
        """The state to keep: where the script began, and the answers since."""
        return State(self.start.base, self.start.script, self.start.asked, self.answers)

    def feed(self, command: Command) -> None:
        """Take a command that has been checked."""
        self.answers = (*self.answers, command)
        match command:
            case Answer(ask=ask, reply=reply):
                self.replies[ask] = reply
                self._go_on()
            case Retract(ask=ask):
                del self.replies[ask]
            case Correct():
                self._correct(command)

    def _takes(self, command: Command) -> bool:
        """Tell whether a command kept earlier still means something at this point."""
        if isinstance(command, Correct):
            specs = self.game.correctables(self.box, self.desk.table)
            return any(spec.key == command.key for spec in specs)
        if isinstance(command, Retract):
            return command.ask in self.replies
        ask = next((ask for ask in self.batch if ask.id == command.ask), None)
        return command.ask not in self.replies and _fits(ask, command.reply)

    def _go_on(self) -> None:
        """Resume the script as often as an offer is taken or every blocking question has its answer."""
        while taken := self._taken():
            self.parked |= {name: reply for name, reply in self.replies.items() if name not in taken}
            self.used |= taken
            self._resume(dict(self.replies))
            self._reopen()

    def _taken(self) -> set[AskId]:
        """Name what is used up now: offers taken, or the whole batch once nothing blocks any more."""
        if not self.replies:
            return set()
        offers = {ask.id for ask in self.batch if not ask.blocks and ask.id in self.replies}
        blocking = {ask.id for ask in self.batch if ask.blocks}
        return offers or (set(self.replies) if blocking <= self.replies.keys() else set())

    def _reopen(self) -> None:
        """Give questions that are asked again the replies they had before, where those still fit."""
        for ask in self.batch:
            if ask.id in self.used:
                raise ScriptError("core.repeated_question", question=ask.id.key)
            reply = self.parked.pop(ask.id, None)
            if reply is not None and _fits(ask, reply):
                self.replies[ask.id] = reply

    def _correct(self, command: Correct) -> None:
        """Set the fact, ask again what is open, and keep the waiting replies that still fit."""
        specs = self.game.correctables(self.box, self.desk.table)
        spec = next(spec for spec in specs if spec.key == command.key)
        self.desk.table = self.game.correct(self.box, self.desk.table, command)
        value = dict(spec.words).get(str(command.value), command.value)
        told = msg(f"{spec.text.key}.told", **dict(spec.text.args), value=value)
        self.desk.tell("core.corrected", fact=spec.text, value=value, told=told)
        self.parked |= self.replies
        self._resume(None)
        self._reopen()
        self._go_on()

    def _resume(self, replies: Replies | None) -> None:
        """Go on to the next open question, through as many scripts as it takes."""
        for _ in range(IDLE_LIMIT):
            self.replies = {}
            try:
                self.batch = self.script.send(replies)
            except (StopIteration, GameEnded):
                self.batch, replies = (), None
                table = self.desk.table
                self._open(State(table, self.game.next_script(table), self.desk.asked))
                if not self.start.script:
                    return
            else:
                return
        raise ScriptError("core.idle_scripts", script=self.start.script)


def _rest() -> Script[None]:
    """Stand in for a script when the game is over: ends at once."""
    yield from ()


def _fits(ask: Ask | None, reply: Reply) -> bool:
    if ask is None:
        return False
    try:
        ask.check(reply)
    except RuleError:
        return False
    return True


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
            self._refuse_correction(run, command)
            return
        ask = next((ask for ask in run.batch if ask.id == command.ask), None)
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

    def _refuse_correction(self, run: Run[T], command: Correct) -> None:
        found = {each.key: each for each in self.game.correctables(self.box, run.desk.table)}
        spec = found.get(command.key)
        if spec is None:
            raise RuleError("core.not_correctable", fact=command.key)
        if spec.words:
            if command.value not in dict(spec.words):
                raise RuleError("core.correction_word", fact=spec.text, value=command.value)
        elif not is_whole(command.value) or not spec.low <= command.value <= spec.high:
            raise RuleError(
                "core.correction_number",
                fact=spec.text,
                value=command.value,
                low=spec.low,
                high=spec.high,
            )

    # ---- looking -------------------------------------------------------------------
    def asks(self, state: State[T]) -> tuple[Ask, ...]:
        """Return the open questions, those already answered by their seat left out."""
        run = self._run(state)
        return tuple(ask for ask in run.batch if ask.id not in run.replies)

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
