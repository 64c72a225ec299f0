"""Legal games by the rules alone: how they end, how fast they go, and whether anything is created or lost."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any, Literal

from companion.games import LoadedGame
from rules.core.asks import Ask
from rules.core.commands import Answer, Reply
from rules.core.referee import Referee
from rules.core.state import Setup, State
from rules.core.value import Msg, Value

CAP = 3000
"""Commands after which a game counts as unfinished."""
OFFER_EVERY = 6
"""A standing offer is taken about every so many commands."""
LISTED = 20
"""Violations that are told in full."""
Policy = Literal["random", "sensible"]
POLICIES: tuple[Policy, ...] = ("random", "sensible")


class Simulated(Value, frozen=True):
    """What a number of games came to; the names are stable."""

    game: str
    games: int
    finished: int
    commands: int
    commands_per_s: float
    seconds: float
    outcomes: dict[str, int]
    """How many games ended how, by message key, ``unfinished`` among them."""
    violations: tuple[str, ...]
    invariants_checked: int
    endings: tuple[tuple[Msg, int], ...] = ()
    """The same as ``outcomes`` in whole sentences: each with how many games ended so."""


def simulate(
    loaded: LoadedGame, setup: Setup, games: int, seed: int, policy: Policy = "random", cap: int = CAP
) -> Simulated:
    """Play games and count; raise ``RuleError`` for a setup that the game does not know."""
    robots = _Robots(loaded, policy)
    began = time.perf_counter()
    outcomes = Counter(robots.play(setup, number, seed, cap) for number in range(games))
    seconds = time.perf_counter() - began
    return Simulated(
        loaded.id,
        games,
        games - outcomes["unfinished"],
        robots.commands,
        round(robots.commands / seconds, 1) if seconds else 0.0,
        round(seconds, 3),
        dict(sorted(outcomes.items())),
        tuple(robots.violations),
        robots.checks,
        tuple(robots.endings.most_common()),
    )


class _Robots:
    """Players by the rules alone, who count as they go."""

    def __init__(self, loaded: LoadedGame, policy: Policy) -> None:
        self._loaded, self._policy = loaded, policy
        self._referee = Referee(loaded.game, loaded.box)
        self.commands = self.checks = 0
        self.violations: list[str] = []
        self.endings: Counter[Msg] = Counter()

    def play(self, setup: Setup, number: int, seed: int, cap: int) -> str:
        """Play one game and say how it ended."""
        dice = random.Random(f"{seed}/{number}")  # noqa: S311 - a simulation guards no secret
        state, _ = self._referee.new(setup)
        for _ in range(cap):
            asks = self._referee.asks(state)
            if not asks:
                break
            ask = _choose(asks, dice)
            state, _ = self._referee.apply(state, Answer(ask.id, self._reply(state, ask, dice)))
            self.commands += 1
            self._check(state, number)
        return self._ended(state)

    def _ended(self, state: State[Any]) -> str:
        is_over = self._referee.is_over(state)
        outcome = self._referee.score(state).outcome if is_over else None
        self.endings[outcome or Msg(f"core.simulate.{'over' if is_over else 'unfinished'}")] += 1
        return outcome.key if outcome else "over" if is_over else "unfinished"

    def _reply(self, state: State[Any], ask: Ask, dice: random.Random) -> Reply:
        sensible = self._loaded.game.sensible
        if self._policy == "random" or ask.chance or sensible is None:
            return ask.sample(dice)
        return sensible(self._loaded.box, self._referee.table(state), ask, dice)

    def _check(self, state: State[Any], number: int) -> None:
        self.checks += 1
        for broken in self._loaded.game.invariants(self._loaded.box, self._referee.table(state)):
            if len(self.violations) < LISTED:
                self.violations.append(f"game {number}, command {self.commands}: {broken}")


def _choose(asks: tuple[Ask, ...], dice: random.Random) -> Ask:
    blocking = [ask for ask in asks if ask.blocks]
    offers = [ask for ask in asks if not ask.blocks]
    if offers and (not blocking or not dice.randrange(OFFER_EVERY)):
        return dice.choice(offers)
    return dice.choice(blocking)
