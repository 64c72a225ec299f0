"""Walks through a game: legal commands, corrections, retractions and undos, chosen by numbers."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from rules.core.asks import Ask
from rules.core.commands import Command, Correct, Retract
from rules.core.event import Event
from rules.core.game import Correctable
from rules.core.referee import Referee
from rules.core.state import State
from tests.contract.cases import Case

VERBS = ("answer",) * 12 + ("correct", "correct", "retract", "retract", "undo")
Steps = list[tuple[str, int]]
T = TypeVar("T")
few = settings(max_examples=12 if settings().max_examples <= 100 else 200)
"""Many steps make a walk, so a few walks do; the profile for long runs takes more."""
CAP = 3000
"""Commands after which a game is long enough to stop looking."""


def walks(least: int = 15, most: int = 45) -> st.SearchStrategy[Steps]:
    """Draw what to do, step by step; the numbers choose among what is legal by then."""
    return st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 2**16)), min_size=least, max_size=most)


def some_of(things: Iterable[T], number: int, most: int = 16) -> list[T]:
    """Keep a few of many, so that big games are not slower than they must be."""
    found = list(things)
    return found if len(found) <= most else random.Random(number).sample(found, most)


def extremes(spec: Correctable) -> list[int | str]:
    """Return the values to try: both ends, or every word."""
    return [word for word, _ in spec.words] if spec.words else [spec.low, spec.high]


def sorts(specs: Iterable[Correctable]) -> list[list[Correctable]]:
    """Sort facts by the first word of their keys: hands, tracks, cards and so on."""
    found: dict[str, list[Correctable]] = {}
    for spec in specs:
        found.setdefault(spec.key.partition(".")[0], []).append(spec)
    return list(found.values())


def each_sort(specs: Iterable[Correctable], number: int, most: int = 3) -> list[Correct]:
    """Choose a few facts of every sort, each set to a few of its extremes."""
    return [
        Correct(spec.key, value)
        for sort in sorts(specs)
        for spec in some_of(sort, number, most)
        for value in some_of(extremes(spec), number, 2)
    ]


def correction(specs: Iterable[Correctable], number: int) -> Correct:
    """Choose a correction, each sort of fact as likely as any other: sixty cards do not hide one hand.

    Numbers are set by one up or down as people mend them, or to an end; words to any.
    """
    dice = random.Random(number)
    spec = dice.choice(dice.choice(sorts(specs)))
    values = extremes(spec)
    if isinstance(spec.value, int) and not spec.words:
        values += [near for near in (spec.value - 1, spec.value + 1) if spec.low <= near <= spec.high]
    return Correct(spec.key, dice.choice(values))


@dataclass
class Walk:
    """A game on its way: the state now, how it came about, and all that was told."""

    case: Case
    number: int = 0
    referee: Referee[Any] = field(init=False)
    state: State[Any] = field(init=False)
    journal: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.referee = self.case.referee()
        self.state, events = self.referee.new(self.case.setup(self.number))
        self.events += events

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.referee.asks(self.state)

    @property
    def table(self) -> Any:
        return self.referee.table(self.state)

    def choose(self, verb: str, number: int) -> Command | None:
        """Find the command that a step means here; an answer where the verb means nothing."""
        answered, specs = self.referee.answered(self.state), self.referee.correctables(self.state)
        if verb == "retract" and answered:
            return Retract(answered[number % len(answered)].id)
        if verb == "correct" and specs:
            return correction(specs, number)
        legal = self.referee.legal(self.state, random.Random(number), 16)
        return legal[number % len(legal)] if legal else None

    def do(self, command: Command) -> tuple[Event, ...]:
        """Apply a command and keep it."""
        self.state, events = self.referee.apply(self.state, command)
        self.journal.append(command)
        self.events += events
        return events

    def undo(self) -> None:
        """Go back one command, by playing the shorter game."""
        self.journal.pop()
        self.state = self.fold()

    def fold(self) -> State[Any]:
        """Play the journal from the start with a referee of its own."""
        referee = self.case.referee()
        state, _ = referee.new(self.case.setup(self.number))
        for command in self.journal:
            state, _ = referee.apply(state, command)
        return state

    def take(self, verb: str, number: int) -> None:
        """Take one step of a walk."""
        if verb == "undo" and self.journal:
            self.undo()
        elif command := self.choose(verb, number):
            self.do(command)

    def play_on(self, seed: int, most: int = CAP) -> None:
        """Answer by chance until the game is over."""
        dice = random.Random(seed)
        while not self.referee.is_over(self.state) and len(self.journal) < most:
            self.take("answer", dice.randrange(2**16))
