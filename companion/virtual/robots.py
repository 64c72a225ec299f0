"""Robots play an evening: each does what the companion asks, with the pieces of a table that it cannot see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from companion.errors import InputError
from companion.report import Counts
from rules.core.asks import Ask, Order, Some
from rules.core.commands import Amount, AskId, Done, Picked, Put, Reply, named
from rules.core.event import Event
from rules.core.game import Lying, Tabletop, Taker
from rules.core.sighting import Move, Reading
from rules.core.value import Choice

LONGEST = 20_000
"""Questions after which an evening will never end."""
SLIP = 1 / 40
"""How often somebody presses UNDO by mistake, and takes it back."""
SHOW = 1 / 4
"""How often robots show what lies openly, before the person on turn does anything."""


class Hands(Protocol):
    """How robots reach the companion: the camera, the screen, and the lit buttons."""

    @property
    def px_per_module(self) -> float:
        """Return the median size of the codes read."""
        ...

    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions."""
        ...

    def show(self, ask: Ask, reply: Reply) -> bool:
        """Let the camera look at what has just been laid out; False where it was not understood."""
        ...

    def touch(self, ask: Ask, reply: Reply) -> None:
        """Answer on the screen."""
        ...

    def press(self, ask: Ask) -> bool:
        """Answer with a button of the panel; False where no button does."""
        ...

    def slip(self) -> bool:
        """Press UNDO by mistake and take it back; False where nothing could be undone."""
        ...


class Robots:
    """Everybody at the table."""

    def __init__(
        self, tabletop: Tabletop, hands: Hands, counts: Counts, seed: int = 0, *, slips: bool = True
    ) -> None:
        self._tabletop, self._hands, self._counts = tabletop, hands, counts
        self._seed, self._slips = seed, slips
        self.moment: Callable[[Ask], None] = lambda _ask: None
        """Called before each question is answered: a place to take a picture."""

    def hear(self, events: Iterable[Event]) -> None:
        """Do what the companion has told hands to do."""
        for event in events:
            self._tabletop.hear(event)

    def play(self) -> None:
        """Play until nothing is asked any more; raise ``InputError`` if it never ends."""
        for _ in range(LONGEST):
            asks = self._hands.asks()
            ask = self._choose(asks)
            if ask is None:
                return
            self.moment(ask)
            self._answer(ask, asks)
            if self._slips and self._dice("slip").random() < SLIP and self._hands.slip():
                self._counts.undone += 1
        raise InputError("core.demo.endless", questions=LONGEST)

    def _choose(self, asks: tuple[Ask, ...]) -> Ask | None:
        """Take the first question that holds the game up; somebody may take an offer first, or show something."""
        table = self._tabletop
        if isinstance(table, Taker):
            taken = next((ask for ask in asks if not ask.blocks and table.takes(ask)), None)
            if taken is not None:
                return taken
        blocking = next((ask for ask in asks if ask.blocks), None)
        shows = [ask for ask in asks if not ask.blocks and ask.view and ask.chance == "seen"]
        dice = self._dice("choose")
        if blocking is not None and shows and dice.random() < SHOW:
            return shows[0]
        return blocking

    def _dice(self, what: str) -> random.Random:
        """Return dice that depend on how far the evening is, so that robots go on alike after a power cut."""
        return random.Random(f"{what}:{self._seed}:{self._counts.acts}")  # noqa: S311 - robots guard no secret

    def _answer(self, ask: Ask, asks: tuple[Ask, ...]) -> None:
        before = self._tabletop.picture(ask.view) if ask.view else ()
        reply = self._tabletop.act(ask, asks)
        self._counts.acts += 1
        if (
            self._is_for_camera(ask, reply, before)
            and self._hands.show(ask, reply)
            and not self._is_open(ask.id)
        ):
            return
        if isinstance(reply, Done) and self._hands.press(ask):
            return
        if self._is_open(ask.id):
            self._hands.touch(ask, reply)

    def _is_for_camera(self, ask: Ask, reply: Reply, before: tuple[Lying, ...]) -> bool:
        """Tell whether there is something to see: pieces were named, or have been moved."""
        return bool(ask.view) and (bool(named(reply)) or self._tabletop.picture(ask.view) != before)

    def _is_open(self, ask: AskId) -> bool:
        return any(each.id == ask for each in self._hands.asks())


def says(reading: Reading, ask: Ask, reply: Reply) -> bool:
    """Tell whether a reading is this answer to a question; an order counts only where one is asked for."""
    for deed in reading.moves:
        if isinstance(deed, Move) and (deed.seat, deed.key) == (ask.id.seat, ask.id.key):
            return deed.reply == reply or (isinstance(ask, Some) and _as_set(deed.reply) == _as_set(reply))
    return False


def _as_set(reply: Reply) -> frozenset[Choice] | Reply:
    return frozenset(reply.choices) if isinstance(reply, Picked) else reply


def taps(ask: Ask, reply: Reply) -> int:
    """Count the touches that an answer takes on the screen, once its question is shown."""
    match reply:
        case Picked(choices=choices):
            return len(choices) + 1 if isinstance(ask, Some | Order) else 1
        case Put():
            return 3
        case Amount():
            return 2
        case Done():
            return 1
