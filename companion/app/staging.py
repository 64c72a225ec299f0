"""What the virtual camera sees for a picture: the robots' table as it is, partly covered, or against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from companion.demo import Evening, Plan
from companion.eyes_protocol import EyesReport, StandReport
from companion.eyes_report import Adviser, describe
from companion.eyes_stand import weigh
from companion.games import LoadedGame
from companion.session import Session
from companion.tags import encode
from rules.core.event import Event
from rules.core.game import Lying, ViewSpec
from rules.core.grid import neighbours
from rules.core.sighting import Mismatch, Seen, Sighting
from rules.core.value import Cell
from vision.camera import WEBCAM
from vision.decode import Reader
from vision.frame import Frame
from vision.render import Piece, Scene, View, render

FRAMES, FRAME_S = 60, 1 / 15
CARDS = 8
"""Cards under a camera that is being set up."""


@dataclass
class Moment:
    """An evening stopped at a question, with the table it is played on."""

    session: Session
    tabletop: Any


class Staged:
    """The robots' table for a picture: some stickers covered, some cards put down that nobody has told of."""

    def __init__(self, tabletop: Any) -> None:
        """Begin with the table as it is."""
        self.tabletop = tabletop
        self.covered: frozenset[str] = frozenset()
        self.more: tuple[Lying, ...] = ()

    def hear(self, event: Event) -> None:
        """Leave the real pieces to those who play."""

    def picture(self, view: str) -> tuple[Lying, ...]:
        """Return what lies in a view, as it is staged."""
        lying = (*self.tabletop.picture(view), *self.more)
        return tuple(
            msgspec.structs.replace(each, piece=None) if each.piece in self.covered else each
            for each in lying
        )


def camera_report(
    loaded: LoadedGame,
    moment: Moment,
    view: str,
    expected: tuple[str, ...],
    *,
    covered: tuple[str, ...] = (),
    more: tuple[Lying, ...] = (),
) -> EyesReport:
    """Look at the robots' table through the virtual camera until all was tried.

    ``covered`` are stickers that a second look can no longer see; ``more`` are cards put down before it.
    """
    session, staged = moment.session, Staged(moment.tabletop)
    table: Any = staged
    looking = Evening(Plan(loaded.id, session.setup.seats, session.setup.first), session, table)
    if looking.sight is None:
        return EyesReport()
    try:
        report = _look(looking, view, expected)
        if covered or more:
            staged.covered, staged.more = frozenset(covered), more
            report = _look(looking, view, expected)
    finally:
        looking.sight.close()
    return report


def _look(looking: Evening, view: str, expected: tuple[str, ...]) -> EyesReport:
    """Watch a view until something was read and every way to read it has been tried."""
    report, sight, adviser = EyesReport(), looking.sight, Adviser()
    if sight is None:
        return report
    looking.table.show(view)
    sight.watch(view, expected)
    for _ in range(FRAMES):
        looking.clock.wait(FRAME_S)
        glance = sight.step(0.0)
        if glance is not None and sight.reader is not None:
            report = describe(glance, sight.reader, expected, report, adviser)
        if report.sighting is not None and report.done:
            break
    return report


def beside_the_rules(session: Session, tabletop: Any, view: ViewSpec) -> tuple[Lying, ...]:
    """Return a card laid where the rules do not allow it, and where they can guess what was meant."""
    referee, state = session.referee, session.state
    lying = tabletop.picture(view.id)
    middle = next(each for each in lying if each.piece == view.origin)
    across, down = view.pitch_mm
    known = tuple(
        Seen(
            each.piece,
            Cell(round((each.x_mm - middle.x_mm) / across), round((each.y_mm - middle.y_mm) / down)),
        )
        for each in lying
        if each.piece and each.face_up
    )
    there = {seen.piece for seen in known}
    taken = {seen.cell for seen in known}
    near = dict.fromkeys(cell for seen in known if seen.cell for _, cell in neighbours(seen.cell))
    cells = [cell for cell in near if cell not in taken]
    best: tuple[Lying, ...] = ()
    most = 1
    for piece in (each.id for each in session.box.pieces if not each.anonymous and each.id not in there):
        for cell in cells:
            made = referee.observe(state, Sighting(view.id, (*known, Seen(piece, cell, 0))))
            if isinstance(made, Mismatch) and len(made.readings) > most:
                at = middle.x_mm + across * cell.x, middle.y_mm + down * cell.y
                best, most = (Lying(piece, *at),), len(made.readings)
    return best


class StillEyes:
    """Eyes that see one picture and nothing else."""

    def __init__(self, report: EyesReport) -> None:
        """Keep the report."""
        self.report, self.view = report, ""

    def start(self, view: str, expected: tuple[str, ...] = ()) -> None:
        """Note which view is watched."""
        self.view = view

    def stop(self) -> None:
        """Watch nothing."""
        self.view = ""

    def poll(self) -> EyesReport:
        """Return the report while something is watched."""
        return self.report if self.view else EyesReport()

    def close(self) -> None:
        """Watch nothing."""
        self.stop()


class StillStand:
    """A camera being set up that sees one picture and nothing else."""

    def __init__(self, report: StandReport) -> None:
        """Keep the report."""
        self.report = report

    def start(self) -> None:
        """Begin with the report as it is."""

    def stop(self) -> None:
        """Let nothing go."""

    def poll(self) -> StandReport:
        """Return the report."""
        return self.report


def stand_report(loaded: LoadedGame, *blurs: float) -> StandReport:
    """Look at some cards through the virtual camera while its lens is turned, blurred by so many pixels each time."""
    pieces = [piece for piece in loaded.box.stickered if not piece.anonymous]
    cards = tuple(
        Piece(encode(loaded.game, piece), 60.0 + 75 * (at % 4), 60.0 + 95 * (at // 4), 3.0 * at - 12)
        for at, piece in enumerate(pieces[:CARDS])
    )
    report, reader = StandReport(), Reader()
    for blur in blurs:
        grey = render(Scene(345, 215, cards), WEBCAM, View(360, blur_px=blur)).grey
        report = weigh(Frame(grey, 0.0), reader.read(grey), report)
    return report
