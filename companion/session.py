"""An evening as it is played: owns the state, journals every step before anyone is told."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import takewhile
from typing import Any, Literal

from msgspec.structs import replace

from companion import around
from companion.attempt import Attempt, dice
from companion.clock import Clock, charged
from companion.errors import DivergedError, JournalError
from companion.folding import Fold, Told, digest
from companion.games import LoadedGame, find_played
from companion.journal import Journal
from companion.players import Player
from companion.recall import Recalled, recall, refuse_newer
from companion.records import Act, Entry, Header, text_of
from companion.store import Store
from companion.texts import check_language
from companion.undo import History, Node, seated
from rules.core.asks import Ask
from rules.core.commands import Answer, Command, Correct, Retract
from rules.core.errors import RuleError
from rules.core.event import Event
from rules.core.referee import Referee
from rules.core.score import ScoreSheet
from rules.core.sighting import Deed
from rules.core.state import Setup, State
from rules.core.value import Msg, Value

__all__ = ["Change", "Player", "Session", "Step"]
LOG = logging.getLogger(__name__)


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

    def __init__(  # noqa: PLR0913 - made by start and resume alone
        self,
        store: Store,
        session_id: str,
        journal: Journal,
        recalled: Recalled,
        loaded: LoadedGame,
        *,
        fold: Fold,
        referee: Referee[Any],
        state: State[Any],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Put the parts together; use ``start`` or ``resume``."""
        self.id = session_id
        self.loaded, self.game, self.box, self.referee = loaded, loaded.game, loaded.box, referee
        self.state = state
        self.setup = recalled.header.setup
        self._views = {"", *(view.id for view in loaded.game.views)}
        self.language = recalled.language
        self._store, self._journal, self._header = store, journal, recalled.header
        self._history: History = recalled.history
        self._fold = fold
        self._clock = recalled.clock.switched(running=False)
        self._now, self._since = now, now()
        self._callbacks: list[Callable[[Change], None]] = []

    # ---- beginning and going on -----------------------------------------------------
    @classmethod
    def start(
        cls,
        store: Store,
        loaded: LoadedGame,
        setup: Setup,
        players: tuple[Player, ...],
        seed: int | None = None,
        language: str = "pt_BR",
    ) -> Session:
        """Begin an evening; raise ``RuleError`` for a setup that the game does not know, or names that clash."""
        if len(players) != setup.seats:
            raise RuleError("core.players_seats", players=len(players), seats=setup.seats)
        players, language = around.sit(players), check_language(language)
        game, referee = loaded.game, Referee(loaded.game, loaded.box)
        seed = secrets.randbits(48) if seed is None else seed
        header = Header(game.id, game.version, setup, players, language, seed, loaded.box.edition)
        state, events = referee.new(setup)
        first = digest(referee, state)
        attempt = Attempt(referee, state, dice(seed, 1)).roll()
        opening = Entry("start", text_of(header), first, referee.is_over(state))
        final = attempt.state
        whole = text_of(final)
        evening, journal = store.begin(game.id, (opening, *attempt.entries()), whole)
        root = Node(1, None, tuple(attempt.acts), (first, *attempt.sums), players)
        history = History(root, root, [root])
        fold = Fold(loaded, setup, {root: whole})
        fold.remember(root, final, Told((*events, *attempt.events), Msg("core.step.start")))
        recalled = Recalled(header, history, {}, language, Clock())
        return cls(store, evening, journal, recalled, loaded, fold=fold, referee=referee, state=final)

    @classmethod
    def resume(
        cls, store: Store, session_id: str, *, loaded: LoadedGame | None = None, from_checkpoint: bool = False
    ) -> Session:
        """Go on with a kept evening; ``loaded`` is found by its id unless given.

        Raises ``JournalError`` of the kind that fits, with the file untouched. After a ``DivergedError``,
        ``from_checkpoint`` goes on from the last whole state, once people have chosen to lose as many steps
        as its argument ``count`` says.
        """
        contents = store.read(session_id).require_whole()
        recalled = recall(contents.rows, contents.checkpoints, contents.file)
        header = recalled.header
        loaded = loaded or find_played(header.game, contents.file)
        refuse_newer(header, loaded.game, contents.file)
        fold = Fold(loaded, header.setup, recalled.marks)
        state, is_anew = _find(fold, recalled, contents.file, from_checkpoint)
        referee = Referee(loaded.game, loaded.box)
        journal = store.go_on(session_id, contents)
        session = cls(store, session_id, journal, recalled, loaded, fold=fold, referee=referee, state=state)
        try:
            if is_anew:
                session._rebase(state)
        except Exception:
            session.close()
            raise
        return session

    def close(self) -> None:
        """Keep the position whole, for rules may change, and let go of the file; may be called twice."""
        if not self._fold.is_marked(self._history.head):
            whole = self._fold.mark(self._history.head, text_of(self.state))
            with suppress(JournalError):  # the steps are safe already
                self._journal.keep(whole)
        self._store.release(self._journal)

    # ---- looking ---------------------------------------------------------------------
    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return self._history.head.players

    @property
    def seed(self) -> int:
        """What the companion's own draws come from."""
        return self._header.seed

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last step said, and after a change of seats alone what was said before it."""
        return self._fold.told_since(self._history.head)

    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions; digital chance never appears among them, nor a view that the game lacks."""
        return tuple(map(self._seeable, self.referee.asks(self.state)))

    def score(self) -> ScoreSheet:
        """Score the table as it is now."""
        return self.referee.score(self.state)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.referee.is_over(self.state)

    def log(self, seat: int | None = None, last: int | None = None) -> tuple[Step, ...]:
        """Return the steps, oldest first, with what a seat (None: the shared screen) may read."""
        nodes = self._history.nodes[-last:] if last else self._history.nodes
        in_force = set(self._history.head.line())
        return tuple(self._entry(node, seat, undone=node not in in_force) for node in nodes)

    def commands(self) -> int:
        """Count all that was ever answered or set, by hands, camera and dice; what has been undone counts too."""
        return sum(len(node.acts) for node in self._history.nodes)

    def undo_text(self) -> Msg | None:
        """Name the step that undo takes back, or None."""
        return self._fold.title(self._history.head) if self._history.head.parent else None

    def redo_text(self) -> Msg | None:
        """Name the step that redo takes again, or None."""
        return self._fold.title(self._history.undone[-1]) if self._history.undone else None

    def undone_texts(self) -> tuple[Msg, ...]:
        """Name the steps that have been taken back and can be taken again, the one undone first before the others."""
        return tuple(title for node in self._history.undone if (title := self._fold.title(node)))

    def subscribe(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Tell a function of every change, after it is safe on disk; returns the way to stop.

        One that raises is logged and passed over.
        """
        self._callbacks.append(callback)

        def stop() -> None:
            with suppress(ValueError):
                self._callbacks.remove(callback)

        return stop

    # ---- playing ---------------------------------------------------------------------
    def dispatch(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command; raise ``RuleError`` and change nothing where it is refused.

        A second press on the same question is a ``StaleAnswerError``.
        """
        return self._take(self._attempt().do((command,)))

    def mend(self, corrections: Iterable[Correct]) -> tuple[Event, ...]:
        """Set several facts by hand as one step: all of them or none."""
        return self._take(self._attempt().do(corrections))

    def play(self, moves: tuple[Deed, ...]) -> tuple[Event, ...]:
        """Carry out what a sighting was taken for, as one step: all of it or nothing."""
        return self._take(self._attempt().play(moves)) if moves else ()

    def undo(self, seat: int | None = None) -> None:
        """Take back the last step; with a seat, that seat's own answer while others still think.

        Raises ``RuleError`` where there is nothing to take back.
        """
        if seat is not None:
            for ask in self.referee.answered(self.state):
                if ask.id.seat == seat:
                    self.dispatch(Retract(ask.id))
                    return
            if not _is_by(self._history.head, seat):
                raise RuleError("core.nothing_to_undo")
        head, target = self._history.head, self._history.head.parent
        if target is None:
            raise RuleError("core.nothing_to_undo")
        self._walk("undo", head, target, self._history.undo)

    def redo(self) -> None:
        """Take the step again that was undone last; raise ``RuleError`` where there is none."""
        if not self._history.undone:
            raise RuleError("core.nothing_to_redo")
        target = self._history.undone[-1]
        self._walk("redo", target, target, self._history.redo)

    # ---- around the game -------------------------------------------------------------
    def rename(self, seat: int, name: str) -> None:
        """Call whoever sits there by another name."""
        self._around(around.rename(self.players, seat, name))

    def swap(self, seat: int, other: int) -> None:
        """Let two people change places; what belongs to a seat stays there, who is away goes along."""
        self._around(around.swap(self.players, seat, other))

    def leave(self, seat: int) -> None:
        """Let somebody go home; the game is told where it can do without the seat."""
        self._around(around.leave(self.players, seat))

    def join(self, seat: int, player: Player) -> None:
        """Let somebody take a seat that has been left."""
        self._around(around.join(self.players, seat, player))

    def set_level(self, level: str) -> None:
        """Change the assist level; raise ``RuleError`` where the game does not allow it in play."""
        self._around(around.level(level, self.referee.correctables(self.state)))

    def set_language(self, language: str) -> None:
        """Speak another language from now on; raise ``InputError`` for one that we do not speak."""
        self._journal.append((self._aside("language", text_of(check_language(language))),))
        self.language = language
        self._tell(Change("around"))

    # ---- the clock ---------------------------------------------------------------------
    def clock(self) -> Clock:
        """Return the clock as it stands now; it is off until started."""
        return self._clock.add(self._charged(), self._now() - self._since)

    def run_clock(self, running: bool) -> None:
        """Start or pause the clock; kept with the evening, paused after a resume."""
        clock = self.clock().switched(running=running)
        self._journal.append((self._aside("clock", text_of(clock)),))
        self._clock, self._since = clock, self._now()
        self._tell(Change("around"))

    # ---- inside ------------------------------------------------------------------------
    def _attempt(self) -> Attempt:
        return Attempt(self.referee, self.state, dice(self.seed, self._journal.seq + 1))

    def _around(self, *acts: Act) -> None:
        self._take(self._attempt().do(acts), "around")

    def _take(self, attempt: Attempt, kind: Literal["step", "around"] = "step") -> tuple[Event, ...]:
        """Put a step on disk, then in force, then tell."""
        parent = self._history.head
        told = attempt.settle(parent.players).told()
        # An end is kept whole: its score is to be read even under rules to which the steps no longer lead.
        is_kept = self.referee.is_over(attempt.state) or self._fold.is_due(parent)
        whole = text_of(attempt.state) if is_kept else ""
        first = self._journal.append((*attempt.entries(), *self._tick(attempt.state)), whole)
        acts, sums = tuple(attempt.acts), tuple(attempt.sums)
        node = Node(first, parent, acts, sums, seated(parent.players, acts))
        self._history.take(node)
        self.state = attempt.state
        self._fold.remember(node, self.state, told)
        if whole:
            self._fold.mark(node, whole)
        self._tell(Change(kind, told.events, told.title))
        return told.events

    def _walk(
        self, kind: Literal["undo", "redo"], step: Node, target: Node, move: Callable[[], None]
    ) -> None:
        state, title = self._fold.state(target), self._fold.title(step)
        over = self.referee.is_over(state)
        whole = text_of(state) if self._fold.is_due(target) else ""
        self._journal.append((Entry(kind, "", target.sum, over), *self._tick(state)), whole)
        move()
        self.state = state
        if whole:
            self._fold.mark(target, whole)
        events = self._fold.told(target).events if kind == "redo" else ()
        self._tell(Change(kind, events, title))

    def _rebase(self, state: State[Any]) -> None:
        text = text_of(state)
        total = digest(self.referee, state)
        first = self._journal.append((Entry("rebase", text, total, self.referee.is_over(state)),))
        self._history.start_anew(Node(first, None, (), (total,), self.players, text))

    def _aside(self, kind: str, data: str, state: State[Any] | None = None) -> Entry:
        return Entry(kind, data, "", self.referee.is_over(self.state if state is None else state))

    def _tick(self, state: State[Any]) -> Iterable[Entry]:
        """Keep the clock with the step, while it runs."""
        if not self._clock.running:
            return ()
        self._clock, self._since = self.clock(), self._now()
        return (self._aside("clock", text_of(self._clock), state),)

    def _seeable(self, ask: Ask) -> Ask:
        """Leave a question to the screen where no camera could be held over its view."""
        return ask if ask.view in self._views else replace(ask, view="")

    def _charged(self) -> int:
        return charged(tuple(ask.id.seat for ask in self.asks() if ask.blocks))

    def _entry(self, node: Node, seat: int | None, *, undone: bool) -> Step:
        told = self._fold.told_or_lost(node)
        events = tuple(event for event in told.events if event.private in {None, seat})
        correction = any(isinstance(act, Correct) for act in node.acts)
        return Step(node.seq, events, undone, correction, told.title)

    def _tell(self, change: Change) -> None:
        """Tell everybody; the step is taken whatever one of them makes of it."""
        for callback in tuple(self._callbacks):
            try:
                callback(change)
            except Exception:  # their fault is no refusal, and keeps no news from the others
                LOG.exception("%r failed to take in %s", callback, change.kind)


def _is_by(node: Node, seat: int) -> bool:
    first = node.acts[0] if node.acts else None
    return isinstance(first, Answer | Retract) and first.ask.seat == seat


def _find(fold: Fold, recalled: Recalled, file: str, from_checkpoint: bool) -> tuple[State[Any], bool]:
    """Find the state to go on from, and whether people chose a checkpoint because the steps differ now."""
    head = recalled.history.head
    try:
        return fold.state(head), False
    except DivergedError as error:
        found = fold.salvage(head)
        if found is None:
            raise JournalError("core.journal.no_checkpoint", file=file, seq=error.seq) from error
        node, state = found
        if not from_checkpoint:
            lost = sum(1 for _ in takewhile(lambda each: each is not node, head.line()))
            if not lost:
                raise DivergedError("core.journal.diverged_whole", seq=error.seq) from error
            raise DivergedError("core.journal.diverged", seq=error.seq, count=lost) from error
    recalled.history.head = node
    return state, True
