"""Robots' hands at the real app: touches in its window, presses of its panel, cards under its camera."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import ceil, dist
from pathlib import Path
from statistics import median
from typing import Any, Final

from companion.app.director import Director
from companion.app.pilot import AppPilot
from companion.eyes_protocol import EyesLike, EyesReport
from companion.files import make_folder
from companion.report import Counts
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels import draft as drafts
from companion.virtual.hands import FRAMES, HAND, PATIENCE
from companion.virtual.robots import says
from companion.virtual.table import VirtualTable
from companion.virtual.trust import Trust
from hardware.roles import OK, UNDO
from rules.core.asks import Ask, Confirm, Place
from rules.core.commands import Amount, Answer, AskId, Done, Picked, Put, Reply, named
from rules.core.sighting import Ambiguous, Mismatch
from rules.core.value import Cell

REACH: Final = 12
"""Screens that lead to a question at most."""
TRIES: Final = 3
"""Times that an answer is touched anew where the first touch went astray."""
OFFERS: Final = a.Go("offers")
"""The way to what may be left alone, where there is more of it than the table shows."""
GLANCE: Final = 3
"""Frames in which a new screen finds its places; an eye needs longer to see it, and a finger comes after that."""
NEAR: Final = 8.0
"""Pixels of the screen's picture by which an outline may be off in a picture that is kept."""
SCROLLS: Final = 12
"""Parts of a long list that are looked through for a button, at least; never less than two to a screenful."""


class Witness:
    """Be eyes to the app, and remember the last picture in which anything was read."""

    def __init__(self, eyes: EyesLike) -> None:
        self._eyes = eyes
        self.last = EyesReport()

    def start(self, view: str, expected: tuple[str, ...] = ()) -> None:
        """Begin to watch a view."""
        self.last = EyesReport()
        self._eyes.start(view, expected)

    def stop(self) -> None:
        """Let the camera go."""
        self._eyes.stop()

    def poll(self) -> EyesReport:
        """Return the latest report."""
        report = self._eyes.poll()
        if report.sighting is not None:
            self.last = report
        return report

    def close(self) -> None:
        """Let everything go."""
        self._eyes.close()


class PilotHands:
    """Answer through the app's own screens."""

    def __init__(
        self,
        pilot: AppPilot,
        director: Director,
        counts: Counts,
        table: VirtualTable | None,
        *,
        seed: int = 0,
        pictures: Path | None = None,
    ) -> None:
        """Sit down before a running app; pictures of every new kind of screen go into a folder."""
        self._pilot, self._director, self._counts, self._table = pilot, director, counts, table
        self._dice = random.Random(f"hands:{seed}")  # noqa: S311 - robots guard no secret
        self._pictures = pictures
        self._shot: dict[str, None] = {}
        self._modules: list[float] = []
        self._trust = Trust(counts)
        self.unreachable: list[a.Action] = []
        """What no touch in the window could do, so that it was done without one."""

    @property
    def px_per_module(self) -> float:
        """Return the median over the pictures that were read."""
        return round(median(self._modules), 2) if self._modules else 0.0

    @property
    def _session(self) -> Session:
        session = self._director.session
        if session is None:
            raise RuntimeError("nobody has sat down yet")
        return session

    # ---- what robots do --------------------------------------------------------------
    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions."""
        self._picture()
        return self._session.asks()

    def touch(self, ask: Ask, reply: Reply) -> None:
        """Answer on the screen."""
        if ask.view:
            self._counts.pieces_by_touch += len(named(reply))
        for _ in range(TRIES):
            for action in self._way(ask, reply):
                self._tap(action)
            if not self._is_open(ask.id):
                return
        self._do(a.Send(Answer(ask.id, reply)))

    def press(self, ask: Ask) -> bool:
        """Answer a go-on with OK; now and then the finger trembles."""
        if not isinstance(ask, Confirm) or not self._go_to_table():
            return False
        self._counts.presses += 1
        trembles = self._dice.random() < 0.15
        self._counts.double_presses += trembles
        for again in range(1 + trembles):
            self._pilot.press(OK, hasty=bool(again))
        self._pilot.idle(2)
        return not self._is_open(ask.id)

    def slip(self) -> bool:
        """Press UNDO by mistake, see it, and touch redo in the log."""
        if self._session.undo_text() is None or not self._session.asks() or not self._go_to_table():
            return False
        self._counts.presses += 1
        self._pilot.press(UNDO)
        self._pilot.idle(2)
        if self._session.redo_text() is None:
            return False
        self._tap(a.Go("more"))
        self._tap(a.Go("log"))
        self._picture()
        self._tap(a.Redo())
        self._go_to_table()
        return True

    # ---- the camera ------------------------------------------------------------------
    def show(self, ask: Ask, reply: Reply) -> bool:
        """Open the camera's screen and wait until it has understood; False after so many pictures."""
        table = self._table
        if table is None or self._director.eyes is None or self._trust.gives_up():
            return False
        if not self._reach(ask, scan=True):
            return False
        table.show(ask.view, hands=self._dice.choice(HAND))
        begun, moved_on = self._counts.frames, self._counts.frames
        while self._counts.frames - begun < FRAMES:
            self._pilot.idle(1)
            self._picture()
            if not self._is_open(ask.id):
                return self._understood(table, reply)
            self._pick(ask, reply)
            if self._counts.frames - moved_on >= PATIENCE:
                table.move_on()
                moved_on = self._counts.frames
        self._trust.lose()
        return False

    def _understood(self, table: VirtualTable, reply: Reply) -> bool:
        self._trust.regain()
        self._counts.pieces_by_frame += max(1, len(named(reply)))
        if table.picture is not None and isinstance(self._director.eyes, Witness):
            read = {outline.text for outline in self._director.eyes.last.outlines}
            true = {tag.payload for tag in table.picture.tags}
            self._counts.tags_seen += len(true & read)
            self._counts.tags_missed += len(true - read)
            self._modules.append(table.picture.px_per_module)
        return True

    def _pick(self, ask: Ask, reply: Reply) -> None:
        """Touch the reading that is true, where the screen asks which one is."""
        made = self._director.made
        if not isinstance(made, Ambiguous | Mismatch):
            return
        right = next((each for each in made.readings if says(each, ask, reply)), None)
        if right is not None:
            self._counts.re_asked += 1
            self._tap(a.PlayMoves(right.moves))

    # ---- the screens -----------------------------------------------------------------
    def _is_open(self, ask: AskId) -> bool:
        return any(each.id == ask for each in self._session.asks())

    def _go_to_table(self) -> bool:
        """Leave whatever lies over the table."""
        for _ in range(REACH):
            if self._director.screen == "table":
                return True
            self._tap(a.Back())
        return False

    def _reach(self, ask: Ask, *, scan: bool) -> bool:
        """Open a question's own screen, or the camera's; False where no way leads there."""
        for _ in range(REACH):
            screen, about = self._director.stack[-1].screen, self._director.stack[-1].about
            here = about == str(ask.id.n)
            if here and (screen == "scan" if scan else screen in {"ask", "place"}):
                return True
            if not self._step(ask, screen, scan=scan, here=here):
                return False
        return False

    def _step(self, ask: Ask, screen: str, *, scan: bool, here: bool) -> bool:
        """Go one screen further towards a question."""
        by_camera, by_touch = a.Open(ask.id.n, scan=True), a.Open(ask.id.n)
        reveal, hand_over = a.Do("reveal", str(ask.id.seat)), a.Go("secret", str(ask.id.seat))
        if screen in {"table", "offers"} or here:
            besides = a.Back() if screen == "offers" else OFFERS
            ways: tuple[a.Action, ...] = (*((by_camera,) if scan else ()), by_touch, hand_over, besides)
        elif screen == "secret":
            ways = (reveal,)
        else:
            ways = (a.Back(),)
        way = next((way for way in ways if self._finds(way)), None)
        if way is None:
            return False
        self._tap(way)
        return True

    def _way(self, ask: Ask, reply: Reply) -> Iterator[a.Action]:
        """Yield the touches that give an answer; each is made before the next is asked for."""
        send = a.Send(Answer(ask.id, reply))
        if self._director.screen != "table" and self._director.stack[-1].about != str(ask.id.n):
            self._go_to_table()
        if self._director.screen == "table" and self._finds(send):
            yield send
            return
        if isinstance(ask, Confirm) and self._director.screen == "table" and self._finds(OFFERS):
            yield from (OFFERS, send)
            return
        if not self._reach(ask, scan=False):
            yield send
            return
        yield from _touches(ask, reply)

    def _tap(self, action: a.Action) -> None:
        """Touch what does this; where nothing on screen does, do it all the same, and remember."""
        self._counts.taps += 1
        self._pilot.idle(GLANCE)
        if isinstance(action, a.PickCell) and self._pilot.tap_cell(action.cell):
            return
        if not (self._finds(action) and self._pilot.tap(action)):
            self._do(action)

    def _do(self, action: a.Action) -> None:
        """Do without a finger what no finger could."""
        self._counts.beyond_touch += 1
        self.unreachable.append(action)
        self._director.act(action)
        self._pilot.idle(2)

    def _finds(self, action: a.Action) -> bool:
        return self._sees(action) or any(self._scroll_to(action, each) for each in self._lists())

    def _lists(self) -> list[Any]:
        """Return the long lists on screen, of which only a part is there to be touched."""
        return [each for each in self._pilot.widgets() if hasattr(each, "scroll_y") and hasattr(each, "data")]

    def _scroll_to(self, action: a.Action, long: Any) -> bool:
        content = max((each.height for each in long.children), default=0.0)
        parts = max(SCROLLS, ceil(2 * content / max(long.height, 1)))
        for part in range(parts + 1):
            long.scroll_y = 1 - part / parts
            self._pilot.idle(2)
            if self._sees(action):
                return True
        return False

    def _sees(self, action: a.Action) -> bool:
        """Tell whether something does this, with most of it inside whatever list it lies in."""
        found = self._pilot.find(action)
        if found is None:
            return False
        for long in self._lists():
            if found in long.walk(restrict=True):
                low, middle = long.to_window(long.x, long.y)[1], found.to_window(*found.center)[1]
                room = found.height / 3
                return bool(low + room <= middle <= low + long.height - room)
        return True

    def _picture(self) -> None:
        """Keep a picture of every kind of screen, the first time that it is shown with all that belongs to it."""
        screen = self._director.screen
        if self._pictures is None or screen in self._shot or (screen == "scan" and not self._is_in_sight()):
            return
        self._pilot.idle(2)
        # The camera goes on meanwhile: it may have been understood by now, or be held over another spot.
        if self._director.screen == screen and (screen != "scan" or self._is_in_sight()):
            self._shoot(screen)

    def _is_in_sight(self) -> bool:
        """Tell whether the camera's screen shows codes, all of them read, and each where it lies in the picture."""
        report, shown = self._director.report, self._table.picture if self._table is not None else None
        if shown is None or report.picture is None or report.hints:
            return False
        scale = report.picture.shape[1] / shown.grey.shape[1]
        lie = {tag.payload: [(x * scale, y * scale) for x, y in tag.corners] for tag in shown.tags}
        return bool(report.outlines) and all(
            each.text in lie and dist(each.corners[0], lie[each.text][0]) < NEAR for each in report.outlines
        )

    def keep(self, name: str) -> None:
        """Take a picture of the window."""
        if self._pictures is not None and name not in self._shot:
            self._pilot.idle(2)
            self._shoot(name)

    def _shoot(self, name: str) -> None:
        if self._pictures is None:
            return
        self._shot[name] = None
        make_folder(self._pictures)
        self._pilot.screenshot(str(self._pictures / f"{len(self._shot):02d}-{name}.png"))


def _touches(ask: Ask, reply: Reply) -> Iterator[a.Action]:
    """Yield what is touched on a question's own screen."""
    match reply:
        case Picked(choices=()):
            yield a.Give() if _takes_none(ask) else a.Decline()
        case Picked(choices=choices):
            places = list(drafts.options(ask))
            for choice in choices:
                yield a.Pick(places.index(choice))
            if not drafts.is_instant(ask):
                yield a.Give()
        case Put(piece=piece, cell=cell, turn=turn):
            yield from _placing(ask, piece, cell, turn)
        case Amount(value=value):
            low = getattr(ask, "low", 0)
            yield from [a.Nudge(1)] * (value - low)
            yield a.Give()
        case Done():
            yield a.Give()


def _takes_none(ask: Ask) -> bool:
    return getattr(ask, "low", None) == 0


def _placing(ask: Ask, piece: str, cell: Cell, turn: int) -> Iterator[a.Action]:
    if isinstance(ask, Place):
        if len(drafts.pieces_of(ask)) > 1:
            yield a.PickPiece(piece)
        yield a.PickCell(cell)
        turns = drafts.turns_of(ask, piece)
        yield from [a.Turn()] * (turns.index(turn) if turn in turns else 0)
        yield a.Give()
