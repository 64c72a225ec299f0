"""A script in the middle of its work: takes commands that have been checked, one after the other."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rules.core.asks import Ask
from rules.core.commands import Answer, AskId, Command, Correct, Reply, Retract
from rules.core.desk import GameEnded, Replies, Script
from rules.core.errors import DivergedError, RuleError, ScriptError
from rules.core.event import Event
from rules.core.game import Box, Correctable, Game
from rules.core.state import Mended, Slip, State
from rules.core.value import Msg, is_whole, msg

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
        self.answers: tuple[Command | Mended, ...] = ()
        self.parked: dict[AskId, Reply] = {}
        self.used: set[AskId] = set()
        self.desk = self.game.desk(self.box, state.base, state.asked)
        self.desk.events = self.told
        self.script = self.game.scripts[state.script](self.desk) if state.script else _rest()

    @property
    def state(self) -> State[T]:
        """The state to keep: where the script began, and the answers since."""
        return replace(self.start, answers=self.answers)

    def feed(self, command: Command | Mended) -> None:
        """Take a command that has been checked."""
        match command:
            case Answer(ask=ask, reply=reply):
                self.answers = (*self.answers, command)
                self.replies[ask] = reply
                self._go_on()
            case Retract(ask=ask):
                self.answers = (*self.answers, command)
                del self.replies[ask]
            case Correct():
                self.put(command)
                self.look_again(command)
            case Mended(corrections=corrections, asked=asked):
                for each in corrections:
                    self.put(each)
                self.desk.asked = asked
                self.look_again(command)

    def open(self, name: AskId) -> Ask | None:
        """Find an open question, whether or not it has a waiting reply."""
        for ask in self.batch:
            if ask.id == name:
                return ask
        return None

    def _takes(self, command: Command | Mended) -> bool:
        """Tell whether a command kept earlier still means something at this point.

        What a correction among several sets may be there only after those before it: that shows as they are put.
        """
        if isinstance(command, Mended):
            return True
        if isinstance(command, Correct):
            return self.spec(command.key) is not None
        if isinstance(command, Retract):
            return command.ask in self.replies
        ask = self.open(command.ask)
        return command.ask not in self.replies and _fits(ask, command.reply)

    def _go_on(self) -> None:
        """Resume the script as often as an offer is taken or every blocking question has its answer."""
        while self.replies and (taken := self._taken()):
            if len(taken) < len(self.replies):
                self.parked |= {name: reply for name, reply in self.replies.items() if name not in taken}
            self.used |= taken
            self._resume(dict(self.replies))
            self._reopen()

    def _taken(self) -> set[AskId]:
        """Name what is used up now: offers taken, or the whole batch once nothing blocks any more."""
        offers, is_whole = set[AskId](), True
        for ask in self.batch:
            if ask.id in self.replies:
                if not ask.blocks:
                    offers.add(ask.id)
            elif ask.blocks:
                is_whole = False
        return offers or (set(self.replies) if is_whole else set())

    def _reopen(self) -> None:
        """Give questions that are asked again the replies they had before, where those still fit."""
        for ask in self.batch:
            if ask.id in self.used:
                raise ScriptError("core.repeated_question", question=ask.id.key)
            if self.parked:
                reply = self.parked.pop(ask.id, None)
                if reply is not None and _fits(ask, reply):
                    self.replies[ask.id] = reply

    # ---- corrections ---------------------------------------------------------------
    def spec(self, key: str) -> Correctable | None:
        """Find a fact that people may set by hand now."""
        specs = self.game.correctables(self.box, self.desk.table)
        return next((spec for spec in specs if spec.key == key), None)

    def check(self, command: Correct) -> None:
        """Raise ``RuleError`` for a fact that cannot be set now, or not to that value."""
        spec = self.spec(command.key)
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

    def put(self, command: Correct) -> None:
        """Set the fact on the table and tell it; the script has yet to look."""
        spec = self.spec(command.key)
        if spec is None:
            raise DivergedError("core.diverged", script=self.start.script)
        self.desk.table = self.game.correct(self.box, self.desk.table, command)
        value = dict(spec.words).get(str(command.value), command.value)
        told = msg(f"{spec.text.key}.told", **dict(spec.text.args), value=value)
        self.desk.tell("core.corrected", fact=spec.text, value=value, told=told)

    def verdict(self) -> Msg | None:
        """Let the desk end the game if the table as it stands does; return how."""
        try:
            self.desk.see_ends()
        except GameEnded:
            return self.told[-1].text
        return None

    def look_again(self, command: Correct | Mended) -> None:
        """Ask again what is open, and keep the waiting replies that still fit."""
        self.answers = (*self.answers, command)
        self.parked |= self.replies
        self._resume(None)
        self._reopen()
        self._go_on()

    def leave(self, slip: Slip[T]) -> None:
        """Leave the script for what comes after the end that the desk has just brought about."""
        self.batch, self.replies = (), {}
        self._follow(slip)
        if self.start.script:
            self._resume(None)

    def _slip(self) -> Slip[T] | UnsetType:
        """Return the slip that led here, with the corrections made since."""
        if (slip := self.start.slip) is UNSET:
            return UNSET
        return replace(slip, since=(*slip.since, *self.corrections))

    @property
    def corrections(self) -> tuple[Correct, ...]:
        """The corrections made since the script began."""
        return tuple(each for each in self.answers if isinstance(each, Correct))

    # ---- going on ------------------------------------------------------------------
    def _follow(self, slip: Slip[T] | UnsetType) -> None:
        """Open the script that follows on this table, if any."""
        table = self.desk.table
        self._open(State(table, self.game.next_script(table), self.desk.asked, slip=slip))

    def _resume(self, replies: Replies | None) -> None:
        """Go on to the next open question, through as many scripts as it takes."""
        for _ in range(IDLE_LIMIT):
            self.replies = {}
            try:
                self.batch = self.script.send(replies)
            except (StopIteration, GameEnded):
                self.batch, replies = (), None
                self._follow(self._slip())
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
