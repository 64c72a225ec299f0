"""Works out the state after any step, from the nearest checkpoint, checking every step on the way."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from itertools import islice
from typing import Any

from companion.errors import DivergedError
from companion.games import LoadedGame
from companion.naming import name_step
from companion.records import Act, Seating
from companion.undo import Node
from rules.core.event import Event
from rules.core.referee import Referee
from rules.core.state import Setup, State
from rules.core.value import Msg, Value, to_json

CHECKPOINT_EVERY = 50
"""Steps that a resume has to take again at most."""
KEPT = 128
"""States kept at hand; older ones are worked out again from a checkpoint."""
AnyState = State[Any]


class Told(Value, frozen=True):
    """What a step said, and its name."""

    events: tuple[Event, ...]
    title: Msg


def digest(referee: Referee[Any], state: AnyState) -> str:
    """Return a checksum of the state and of what follows from it: the table and the open questions.

    The last two are there because a changed rule may turn the same answers into another table.
    """
    ids = tuple(ask.id for ask in referee.asks(state))
    return blake2b(to_json((state, referee.table(state), ids)), digest_size=8).hexdigest()


def perform(referee: Referee[Any], state: AnyState, act: Act) -> tuple[AnyState, tuple[Event, ...]]:
    """Carry out one act of a step; raise ``RuleError`` where it is refused."""
    if isinstance(act, Seating):
        return state, (Event(act.text),)
    return referee.apply(state, act)


class Fold:
    """The states and stories of a history's steps."""

    def __init__(self, loaded: LoadedGame, setup: Setup, marks: dict[Node, str]) -> None:
        """Fold with a game; ``marks`` gives the state's JSON after some of the steps."""
        self._referee = Referee(loaded.game, loaded.box)
        self._setup = setup
        self._marks = marks
        self._states: OrderedDict[Node, AnyState] = OrderedDict()
        self._told: dict[Node, Told] = {}

    def remember(self, node: Node, state: AnyState, told: Told) -> None:
        """Keep what is known of a step that has just been taken."""
        self._told[node] = told
        self._keep(node, state)

    def mark(self, node: Node, state: str) -> str:
        """Keep a checkpoint, and return it."""
        self._marks[node] = state
        return state

    def is_due(self, node: Node) -> bool:
        """Tell whether a step is so far from the last checkpoint on its line that it needs its own."""
        return not any(map(self.is_marked, islice(node.line(), CHECKPOINT_EVERY)))

    def is_marked(self, node: Node) -> bool:
        """Tell whether the state after a step is kept whole."""
        return node in self._marks or bool(node.state)

    def state(self, node: Node) -> AnyState:
        """Return the state after a step; raise ``DivergedError`` where a step means something else now."""
        waiting: list[Node] = []
        found: AnyState | None = None
        for each in node.line():
            if (found := self._known(each)) is not None:
                break
            waiting.append(each)
        for each in reversed(waiting):
            found = self._step(each, found)
        if found is None:
            raise DivergedError("core.journal.step_diverged", seq=node.seq)
        return found

    def told(self, node: Node) -> Told:
        """Return what a step said."""
        if node not in self._told:
            self._step(node, self.state(node.parent) if node.parent else None)
        return self._told[node]

    def told_since(self, node: Node) -> tuple[Event, ...]:
        """Return what a step said; who is called what, or sits where, leaves to be done what was told before it."""
        told = self.told(node).events
        while node.parent is not None and any(isinstance(act, Seating) for act in node.acts):
            node = node.parent
            told = (*self.told_or_lost(node).events, *told)
        return told

    def told_or_lost(self, node: Node) -> Told:
        """Return what a step said, or that it can no longer be told."""
        try:
            return self.told(node)
        except DivergedError:
            return Told((), Msg("core.step.lost"))

    def title(self, node: Node) -> Msg | None:
        """Name a step; None where it can no longer be told."""
        try:
            return self.told(node).title
        except DivergedError:
            return None

    def salvage(self, node: Node) -> tuple[Node, AnyState] | None:
        """Find the nearest checkpoint that today's rules can go on from, whatever they make of it."""
        for each in node.line():
            text = self._marks.get(each) or each.state
            if text and (state := self._decode(text)) is not None:
                return each, state
        return None

    # ---- inside ------------------------------------------------------------------------
    def _known(self, node: Node) -> AnyState | None:
        if node in self._states:
            return self._states[node]
        if (text := self._marks.get(node)) is None:
            return None
        state = self._decode(text)
        if state is None or digest(self._referee, state) != node.sum:
            return None
        self._keep(node, state)
        return state

    def _decode(self, text: str) -> AnyState | None:
        try:
            state = self._referee.decode(text)
            digest(self._referee, state)
        except Exception:  # noqa: BLE001 - whatever changed rules make of an old state, it cannot be used
            return None
        return state

    def _step(self, node: Node, before: AnyState | None) -> AnyState:
        try:
            return self._take(node, before)
        except DivergedError:
            raise
        except Exception as error:
            raise DivergedError("core.journal.step_diverged", seq=node.seq, problem=repr(error)) from error

    def _take(self, node: Node, before: AnyState | None) -> AnyState:
        events: list[Event] = []
        sums = node.sums
        if before is None:
            before, first = self._begin(node)
            events.extend(first)
            self._check(node, before, sums[0])
            sums = sums[1:]
        state = before
        for act, expected in zip(node.acts, sums, strict=True):
            state, more = perform(self._referee, state, act)
            events.extend(more)
            self._check(node, state, expected)
        title = name_step(self._referee, before, node.acts, events) if node.parent else Msg("core.step.start")
        self.remember(node, state, Told(tuple(events), title))
        return state

    def _begin(self, node: Node) -> tuple[AnyState, tuple[Event, ...]]:
        if node.state:
            return self._referee.decode(node.state), ()
        return self._referee.new(self._setup)

    def _check(self, node: Node, state: AnyState, expected: str) -> None:
        if digest(self._referee, state) != expected:
            raise DivergedError("core.journal.step_diverged", seq=node.seq)

    def _keep(self, node: Node, state: AnyState) -> None:
        self._states[node] = state
        self._states.move_to_end(node)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)
