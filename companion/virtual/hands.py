"""Robots' hands without a screen: straight at the session, through camera frames and button presses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Final

from msgspec.structs import replace

from companion.eyes import Sight
from companion.eyes_gaze import Glance
from companion.report import Counts
from companion.session import Change, Session
from companion.virtual.robots import says, taps
from companion.virtual.table import VirtualTable
from companion.virtual.trust import Trust
from hardware.events import Pressed
from hardware.presses import PressGate
from hardware.roles import OK, UNDO, Role
from hardware.screen_panel import ScreenPanel
from rules.core.asks import Ask, Confirm
from rules.core.commands import Answer, AskId, Done, Reply, named
from rules.core.errors import RuleError, StaleAnswerError
from rules.core.sighting import Ambiguous, Deed, Mismatch, Move, Moves, Reading
from rules.core.value import TABLE

FRAMES: Final = 45
"""Pictures that people wait for before they touch the screen: about four seconds."""
PATIENCE: Final = 14
"""Pictures of one spot before the camera is held over the next one."""
TREMBLE: Final = 0.15
"""How often a press of a button comes twice."""
LOOK: Final = 0.3
"""Seconds for which a question is read before a button is pressed."""
HAND: Final = (0, 0, 1, 2, 3)
"""For how many pictures the hand that laid a card is still in the way."""
STEP_S: Final = 0.1
"""Seconds from one video frame to the next."""


class Wall:
    """The evening's own clock: it goes on with every picture and every press, never by itself."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


class SessionHands:
    """Answer a session: show it cards where a camera can see them, press buttons, touch where nothing else does.

    Without a `sight` everything goes by touch.
    """

    def __init__(
        self,
        session: Session,
        counts: Counts,
        clock: Wall,
        *,
        table: VirtualTable | None = None,
        sight: Sight | None = None,
        seed: int = 0,
    ) -> None:
        self._session, self._counts, self._clock = session, counts, clock
        self._table, self._sight = table, sight
        self._dice = random.Random(f"hands:{seed}")  # noqa: S311 - robots guard no secret
        self.panel, self._gate = ScreenPanel(), PressGate()
        self._modules: list[float] = []
        self._trust = Trust(counts)
        self._base = session.state.base
        self._begins, self._begun = "", Counter[str]()
        self.heard: Callable[[Change], None] = lambda _change: None
        session.subscribe(self._note)

    @property
    def px_per_module(self) -> float:
        """Return the median over every code read."""
        return round(median(self._modules), 2) if self._modules else 0.0

    # ---- what robots do --------------------------------------------------------------
    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions."""
        return self._session.asks()

    def touch(self, ask: Ask, reply: Reply) -> None:
        """Answer on the screen."""
        self._counts.taps += taps(ask, reply)
        if ask.view:
            self._counts.pieces_by_touch += len(named(reply))
        self._answer(ask.id, reply)

    def press(self, ask: Ask) -> bool:
        """Answer a go-on with OK."""
        if not isinstance(ask, Confirm):
            return False
        self._push(OK, ask.id)
        return True

    def slip(self) -> bool:
        """Press UNDO by mistake, see it, and touch redo."""
        if self._session.undo_text() is None or not self._session.asks():
            return False
        self._push(UNDO, None)
        self._counts.taps += 1
        self._session.redo()
        return True

    def _answer(self, ask: AskId, reply: Reply) -> None:
        self._session.dispatch(Answer(ask, reply))

    # ---- the panel -------------------------------------------------------------------
    def _push(self, role: Role, ask: AskId | None) -> None:
        """Press a button, now and then with a trembling finger; only what the gate lets through acts."""
        self._counts.presses += 1
        self._clock.wait(LOOK)
        trembles = self._dice.random() < TREMBLE
        for _ in range(1 + trembles):
            self.panel.press(role, self._clock())
            self._clock.wait(0.07)
            self.panel.release(role, self._clock())
            self._clock.wait(0.06)
        self._counts.double_presses += trembles
        for event in self.panel.poll(self._clock() + 0.1):
            if isinstance(event, Pressed) and self._gate.takes(event):
                self._act(event.role, ask)
        self._clock.wait(0.5)

    def _act(self, role: Role, ask: AskId | None) -> None:
        if role == UNDO:
            self._session.undo()
        elif ask is not None:
            self._answer(ask, Done())

    # ---- the camera ------------------------------------------------------------------
    def show(self, ask: Ask, reply: Reply) -> bool:
        """Wait for the camera to understand; False after so many pictures."""
        table, sight = self._table, self._sight
        if table is None or sight is None or self._trust.gives_up():
            return False
        table.show(ask.view, hands=self._dice.choice(HAND))
        sight.watch(ask.view)
        for shot in range(1, FRAMES + 1):
            glance = sight.step(0.0)
            if glance is not None and glance.reading is not None and self._take(glance, ask, reply):
                self._tally(glance, table)
                self._trust.regain()
                return True
            if shot % PATIENCE == 0:
                table.move_on()
        self._trust.lose()
        return False

    def _take(self, glance: Glance, ask: Ask, reply: Reply) -> bool:
        """Do what the app does with a sighting; True once the question is answered."""
        if glance.reading is None:
            return False
        asked = replace(glance.reading.sighting, asked=ask.id)
        seen = self._session.referee.observe(self._session.state, asked)
        match seen:
            case Moves(moves=moves):
                return self._play(moves) and not self._is_open(ask.id)
            case Ambiguous(readings=readings) | Mismatch(readings=readings):
                return self._pick(readings, ask, reply)
            case _:
                return False

    def _pick(self, readings: tuple[Reading, ...], ask: Ask, reply: Reply) -> bool:
        """Touch the reading that is true, if it is offered."""
        right = next((each for each in readings if says(each, ask, reply)), None)
        if right is None or not self._play(right.moves):
            return False
        self._counts.taps += 1
        self._counts.re_asked += 1
        return True

    def _play(self, moves: tuple[Deed, ...]) -> bool:
        try:
            self._session.play(moves)
        except StaleAnswerError:
            return False
        except RuleError:
            # The rules refuse what was seen after all: the screen says why, and people go on.
            return False
        self._counts.pieces_by_frame += sum(
            len(named(move.reply)) for move in moves if isinstance(move, Move)
        )
        return True

    def _is_open(self, ask: AskId) -> bool:
        return any(each.id == ask for each in self._session.asks())

    def _tally(self, glance: Glance, table: VirtualTable) -> None:
        """Compare what was read with what truly lay in the picture."""
        read = {tag.text for tag in glance.tags}
        true = {tag.payload for tag in table.picture.tags} if table.picture else set()
        self._counts.tags_seen += len(true & read)
        self._counts.tags_missed += len(true - read)
        self._modules += [tag.module_px for tag in glance.tags if tag.problem is None]

    # ---- what the session tells ------------------------------------------------------
    def _note(self, change: Change) -> None:
        self._gate.ask(self._clock())
        base, self._base = self._base, self._session.state.base
        if change.kind == "step":
            self._count(is_new=self._base is not base)
            self.heard(change)

    def _count(self, *, is_new: bool) -> None:
        """Count a turn once somebody is asked in it; set-up and reckoning come once, a turn again and again."""
        if is_new:
            self._begins = self._session.state.script
        if self._begins and any(ask.id.seat != TABLE for ask in self._session.asks()):
            self._begun[self._begins] += 1
            self._begins = ""
            self._counts.turns = max(self._begun.values())
