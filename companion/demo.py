"""Robots play a whole evening on the virtual table, through camera frames and button presses.

The table's truth is theirs alone. At the end it is compared with everything that the companion knows.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import msgspec

from companion.cli.console import print_json, print_line, say_error, say_progress
from companion.display import go_under_xvfb, lacks_desktop
from companion.errors import InputError
from companion.eyes import Sight
from companion.files import make_folder, scratch_folder
from companion.games import LoadedGame, find
from companion.players import default_players
from companion.report import Counts, Report, differences, from_frames, score_json, summary, write
from companion.session import Change, Session
from companion.sheets import sheet_lines
from companion.souvenirs import clear, commands, leave
from companion.store import Store
from companion.tags import Tags, encode
from companion.texts import Texts
from companion.virtual.hands import STEP_S, SessionHands, Wall
from companion.virtual.picture import board_picture
from companion.virtual.robots import Hands, Robots
from companion.virtual.table import VirtualTable
from rules.core.game import Tabletop
from rules.core.state import Setup
from rules.core.value import TABLE, SeatRef, msg
from vision.camera import CAMERAS, CM3
from vision.source_virtual import VirtualSource

BLACK = "black"
NONE = "none"
LEFT = 130
CAMERA_NAMES = (*CAMERAS, BLACK, NONE)
"""What `--camera` takes: a model, one with its lens covered, or no camera at all."""
NAMES = ("Ana", "Bruno", "Clara", "Davi", "Elisa", "Fábio")


@dataclass(frozen=True, slots=True)
class Plan:
    """Say what is to be played, and how."""

    game: str
    seats: int = 3
    seed: int = 7
    camera: str = CM3.name
    report: Path | None = None
    options: tuple[tuple[str, str], ...] = ()
    level: str = "guided"
    language: str = "pt_BR"
    is_spoiled: bool = False
    """True to swap one piece in the truth at the end, so that knowledge and truth cannot agree."""
    slips: bool = True
    """Whether robots now and then press UNDO by mistake."""


class Evening:
    """A session, the robots' table, and everything between them; use in a ``with`` statement."""

    def __init__(
        self, plan: Plan, session: Session, tabletop: Tabletop, counts: Counts | None = None
    ) -> None:
        """Sit down at a session that has been started, or that has been resumed at a table as it was left."""
        self.plan, self.session, self.tabletop = plan, session, tabletop
        self.loaded = session.loaded
        self.counts, self.clock = counts or Counts(), Wall()
        self.table = self._table()
        self.sight = None if plan.camera == NONE else self.new_sight()
        hands = SessionHands(
            session, self.counts, self.clock, table=self.table, sight=self.sight, seed=plan.seed
        )
        hands.heard = lambda change: self.robots.hear(change.events)
        self.give_hands(hands)

    @classmethod
    def begin(cls, plan: Plan, loaded: LoadedGame, store: Store) -> Self:
        """Begin a new evening. Raises ``InputError`` for an unknown camera, ``RuleError`` for a wrong setup."""
        if plan.camera not in CAMERA_NAMES:
            raise InputError("core.demo.camera", camera=plan.camera, known=", ".join(CAMERA_NAMES))
        setup = Setup(plan.seats, plan.options, plan.level, plan.seed % plan.seats)
        names = (*NAMES, *(str(seat + 1) for seat in range(len(NAMES), plan.seats)))
        players = default_players(*names[: plan.seats])
        session = Session.start(store, loaded, setup, players, plan.seed, plan.language)
        dice = random.Random(f"table:{plan.seed}")  # noqa: S311 - a toy table, not a secret
        evening = cls(plan, session, loaded.game.tabletop(loaded.box, setup, dice))
        evening.robots.hear(session.last_events)
        return evening

    def _table(self) -> VirtualTable:
        plan, game = self.plan, self.loaded.game
        camera = CAMERAS.get(plan.camera, CM3)
        return VirtualTable(
            self.tabletop,
            game,
            self.loaded.box,
            camera,
            plan.seed,
            payload=lambda piece: encode(game, piece),
            is_dark=plan.camera == BLACK,
        )

    def new_sight(self) -> Sight:
        """Return a pipeline that looks at this table; neither camera nor decoder runs yet."""
        return Sight(
            lambda: VirtualSource(self._photograph, self.clock),
            self.loaded,
            Tags([self.loaded]),
            clock=self.clock,
        )

    def _photograph(self, still: bool) -> Any:
        self.counts.frames += 1
        if not still:
            self.clock.wait(STEP_S)
        return self.table.photograph(still)

    def give_hands(self, hands: Hands) -> None:
        """Let robots reach the companion in another way."""
        self.hands = hands
        self.robots = Robots(self.tabletop, hands, self.counts, self.plan.seed, slips=self.plan.slips)

    def __enter__(self) -> Self:
        """Return the evening."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of camera, decoder and file."""
        if self.sight is not None:
            self.sight.close()
        self.session.close()

    def report(self, seconds: float) -> Report:
        """Compare knowledge with truth, and sum the evening up."""
        plan, counts = self.plan, self.counts
        if plan.is_spoiled:
            self.tabletop.spoil()
        known = self.session.referee.facts(self.session.state)
        differing = differences(known, self.tabletop.facts())
        return Report(
            game=self.loaded.id,
            seats=plan.seats,
            seed=plan.seed,
            camera=plan.camera,
            finished=self.session.is_over(),
            agrees=not differing,
            differences=differing,
            score=score_json(self.session, Texts(plan.language, [self.loaded])),
            commands=self.session.commands(),
            frames=counts.frames,
            tags_seen=counts.tags_seen,
            tags_missed=counts.tags_missed,
            re_asked=counts.re_asked,
            acts=counts.acts,
            taps=counts.taps,
            taps_per_turn=round(counts.taps / max(1, counts.turns), 2),
            acts_per_turn=round(counts.acts / max(1, counts.turns), 2),
            turns=counts.turns,
            presses=counts.presses,
            double_presses=counts.double_presses,
            undone=counts.undone,
            beyond_touch=counts.beyond_touch,
            seconds=round(seconds, 2),
            from_frames=from_frames(counts),
            px_per_module=self.hands.px_per_module,
        )


def play(plan: Plan, loaded: LoadedGame | None = None) -> Report:
    """Play an evening without a screen and return its report; written to `plan.report` where there is one."""
    began = time.monotonic()
    with store_of(plan) as store, Evening.begin(plan, loaded or find(plan.game), store) as evening:
        say_turns(evening, is_shown=False)
        evening.robots.play()
        return finish(evening, time.monotonic() - began)


def finish(evening: Evening, seconds: float) -> Report:
    """Make the report of an evening that is over, and write it where the plan says."""
    report = evening.report(seconds)
    try:
        if evening.plan.report is not None:
            _leave_files(evening, report, evening.plan.report)
    except InputError:
        # The evening is over: its score is told before what has no room.
        for line in sheet_lines(report.score):
            say_progress(line)
        raise
    return report


def _leave_files(evening: Evening, report: Report, folder: Path) -> None:
    texts = Texts(evening.plan.language, [evening.loaded])
    write(report, folder, board_picture(evening.table, evening.sight, texts))
    clear(folder)
    # A table that is not as the companion knows it cannot be scored from what it knows.
    if evening.sight is not None and not evening.table.is_dark and report.agrees:
        say_progress(texts.say("core.demo.photographs"))
        leave(evening.session, evening.tabletop, evening.table, folder)


@contextlib.contextmanager
def store_of(plan: Plan) -> Iterator[Store]:
    """Keep the evening beside the report, or nowhere for long."""
    if plan.report is not None:
        yield Store(plan.report / "evenings")
        return
    with scratch_folder() as folder:
        yield Store(Path(folder))


def main(args: argparse.Namespace, texts: Texts) -> int:
    """Play what the command line asks for; return the exit code.

    1 where truth and knowledge differ; 130, as after an interrupt, where people have closed the window.
    """
    plan = Plan(
        args.game,
        args.seats,
        args.seed,
        args.camera or CM3.name,
        args.report,
        tuple(args.option),
        args.level,
        texts.language,
        is_spoiled=args.spoil,
    )
    if plan.report is not None:
        make_folder(plan.report)
    report = play(plan) if args.headless else _play_shown(plan)
    if report is None:
        say_error(texts.say("core.demo.closed"))
        return LEFT
    if args.json:
        print_json(msgspec.to_builtins(report))
    else:
        for line in (*summary(report, plan.report, texts), *_to_try(plan, texts)):
            print_line(line)
    return 0 if report.finished and report.agrees != plan.is_spoiled else 1


def _to_try(plan: Plan, texts: Texts) -> Iterator[str]:
    if plan.report is not None:
        yield texts.say("core.demo.try")
        yield from (f"  {line}" for line in commands(plan.game, plan.report))


def say_turns(evening: Evening, *, is_shown: bool) -> None:
    """Say how long it will take, and every turn as it begins; on standard error, so that figures stay apart."""
    texts, began, counts = Texts(evening.plan.language, [evening.loaded]), time.monotonic(), evening.counts
    last = [0]

    def tell(change: Change) -> None:
        asked = {ask.id.seat for ask in evening.session.asks()} - {TABLE}
        if counts.turns == last[0] or change.kind != "step" or len(asked) != 1:
            return  # a slip is still in the turn before, and what all decide together is nobody's turn
        last[0], seconds = counts.turns, round(time.monotonic() - began)
        said = msg("core.demo.turn_of", turn=counts.turns, seconds=seconds, who=SeatRef(asked.pop()))
        say_progress(texts.say(said, evening.session.players))

    if evening.sight is not None or is_shown:
        say_progress(texts.say(f"core.demo.begins.{'shown' if is_shown else 'headless'}"))
        evening.session.subscribe(tell)


def _play_shown(plan: Plan) -> Report | None:
    from companion.virtual.window import play_in_window

    if lacks_desktop():
        go_under_xvfb()
        raise InputError("core.demo.no_display")
    return play_in_window(plan)
