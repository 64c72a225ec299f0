"""Tries a step out before anything is kept: its acts, then what the companion's own dice answer."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from companion import around
from companion.folding import Told, digest, perform
from companion.naming import name_step
from companion.players import Player
from companion.records import Act, Entry, text_of
from companion.undo import seated
from rules.core.commands import Answer, Correct
from rules.core.errors import RuleError, ScriptError
from rules.core.event import Event
from rules.core.referee import Referee
from rules.core.sighting import Deed
from rules.core.state import State
from rules.core.value import Msg

ROLLS = 1000
"""Draws in a row before it counts as a loop."""


class Attempt:
    """A step in the making; a refusal leaves everything outside as it was."""

    def __init__(self, referee: Referee[Any], before: State[Any], dice: random.Random) -> None:
        """Start from a state, with the dice of this step."""
        self._referee = referee
        self._dice = dice
        self._before = before
        self.state = before
        self.acts: list[Act] = []
        self.sums: list[str] = []
        self.events: list[Event] = []

    def do(self, acts: Iterable[Act]) -> Attempt:
        """Carry out acts, each with the draws it brings; raise ``RuleError`` where one is refused."""
        for act in acts:
            self._one(act)
            self.roll()
        return self

    def play(self, moves: Iterable[Deed]) -> Attempt:
        """Carry out moves, each as the answer to the question that is open when its turn comes."""
        for move in moves:
            if isinstance(move, Correct):
                self.do((move,))
                continue
            asks = self._referee.asks(self.state)
            ask = next((each for each in asks if (each.id.seat, each.id.key) == (move.seat, move.key)), None)
            if ask is None:
                raise RuleError("core.move_not_open", question=Msg(move.key))
            self.do((Answer(ask.id, move.reply),))
        return self

    def roll(self) -> Attempt:
        """Answer what the companion itself draws."""
        for _ in range(ROLLS):
            asks = self._referee.asks(self.state)
            ask = next((each for each in asks if each.chance == "digital"), None)
            if ask is None:
                return self
            self._one(Answer(ask.id, ask.sample(self._dice)))
        raise ScriptError("core.endless_dice")

    def settle(self, players: tuple[Player, ...]) -> Attempt:
        """Let the seats and the game agree on who is here; ``players`` sat there before the step."""
        for seating in tuple(around.heard(seated(players, self.acts), self.acts)):
            self._one(seating)
        seats = seated(players, self.acts)
        if self.acts and not all(player.here for player in (*players, *seats)):
            while act := around.untold(seats, self._referee.correctables(self.state)):
                self.do((act,))
        return self

    def told(self) -> Told:
        """Return what the step says, and its name."""
        return Told(
            tuple(self.events), name_step(self._referee, self._before, tuple(self.acts), tuple(self.events))
        )

    def entries(self) -> tuple[Entry, ...]:
        """Return what the journal is to keep."""
        over = self._referee.is_over(self.state)
        return tuple(
            Entry("do", text_of(act), total, over) for act, total in zip(self.acts, self.sums, strict=True)
        )

    def _one(self, act: Act) -> None:
        self.state, events = perform(self._referee, self.state, act)
        self.acts.append(act)
        self.sums.append(digest(self._referee, self.state))
        self.events.extend(events)


def dice(seed: int, seq: int) -> random.Random:
    """Return a step's own dice: the same after a resume, others after another step."""
    return random.Random(f"{seed}/{seq}")  # noqa: S311 - a game's shuffle guards no secret
