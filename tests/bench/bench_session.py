"""Print what a command costs (check, apply, journal, view) and how long a 2,000-command evening takes to resume.

Run it as a program.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.games import LoadedGame, find
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from rules.core.commands import Answer
from rules.core.referee import Referee
from rules.core.state import Setup
from tests.bench.budget import budget

GAME, SEATS = "prestige", 3
LONG = 2000
BACK = 25
"""Steps that are taken back when a game ends before the evening is long enough."""


def begin(store: Store, loaded: LoadedGame) -> Session:
    """Begin an evening."""
    return Session.start(store, loaded, Setup(SEATS), default_players("Ana", "Bruno", "Clara"), 1)


def answers(session: Session, count: int, seed: int = 1) -> Iterator[Answer]:
    """Yield legal answers, undoing a little whenever the game is over."""
    dice = random.Random(seed)
    for _ in range(count):
        while session.is_over():
            for _ in range(BACK):
                if session.undo_text() is not None:
                    session.undo()
        asks = [ask for ask in session.asks() if ask.blocks]
        ask = asks[dice.randrange(len(asks))]
        yield Answer(ask.id, ask.sample(dice))


def play(session: Session, count: int) -> list[float]:
    """Give so many answers; return the seconds that each took."""
    spent = []
    for answer in answers(session, count):
        began = time.perf_counter()
        session.dispatch(answer)
        spent.append(time.perf_counter() - began)
    return spent


def rules_alone(loaded: LoadedGame, count: int) -> list[float]:
    """Check and apply without any session."""
    referee, dice, spent = Referee(loaded.game, loaded.box), random.Random(1), []
    state, _ = referee.new(Setup(SEATS))
    for _ in range(count):
        if referee.is_over(state):
            state, _ = referee.new(Setup(SEATS))
        asks = [ask for ask in referee.asks(state) if ask.blocks]
        ask = asks[dice.randrange(len(asks))]
        answer = Answer(ask.id, ask.sample(dice))
        began = time.perf_counter()
        state, _ = referee.apply(state, answer)
        spent.append(time.perf_counter() - began)
    return spent


def with_view(store: Store, loaded: LoadedGame, count: int) -> list[float]:
    """Give answers, and make the screen's view after each as the app does."""
    director = Director(store, (loaded,))
    session = begin(store, loaded)
    sit_down(director, session)
    spent = []
    for answer in answers(session, count, seed=2):
        began = time.perf_counter()
        session.dispatch(answer)
        director.view()
        spent.append(time.perf_counter() - began)
    session.close()
    return spent


def resumed(folder: Path, loaded: LoadedGame) -> tuple[float, int]:
    """Return the median seconds to resume an evening of 2,000 answers, and the rows of its journal."""
    store = Store(folder)
    session = begin(store, loaded)
    play(session, LONG)
    name, rows = session.id, session.log()[-1].seq
    session.close()
    spent = []
    for _ in range(5):
        began = time.perf_counter()
        Session.resume(store, name, loaded=loaded).close()
        spent.append(time.perf_counter() - began)
    return median(spent), rows


def measure(count: int = 300) -> dict[str, float]:
    """Return milliseconds a command, commands a second, and seconds to resume."""
    loaded = find(GAME)
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        apply_ms = 1000 * median(rules_alone(loaded, count))
        memory = begin(Store(None), loaded)
        memory_ms = 1000 * median(play(memory, count))
        disk = begin(Store(Path(name)), loaded)
        disk_ms = 1000 * median(play(disk, count))
        disk.close()
        view_ms = 1000 * median(with_view(Store(None), loaded, count))
        resume_s, rows = resumed(Path(name) / "long", loaded)
    return {
        "apply_ms": apply_ms,
        "command_ms": memory_ms,
        "command_fsync_ms": disk_ms,
        "command_view_ms": view_ms,
        "commands_per_s": 1000 / memory_ms,
        "commands_per_s_fsync": 1000 / disk_ms,
        "resume_s": resume_s,
        "resume_rows": rows,
    }


def lines(found: dict[str, float]) -> Iterator[str]:
    """Say it for people."""
    yield (
        f"a command: check and apply {found['apply_ms']:.2f} ms, with journal {found['command_ms']:.2f} ms, "
        f"on disk with fsync {found['command_fsync_ms']:.2f} ms "
        f"(x{found['command_fsync_ms'] / found['command_ms']:.1f})"
    )
    yield (
        f"a command with journal and view, fsync apart: {found['command_view_ms']:.2f} ms "
        f"{budget(found['command_view_ms'], 5, 'ms')}"
    )
    yield (
        f"commands a second: {found['commands_per_s']:.0f}, with fsync {found['commands_per_s_fsync']:.0f}"
    )
    yield (
        f"resume of {LONG} answers ({found['resume_rows']:.0f} rows): {found['resume_s']:.3f} s "
        f"{budget(found['resume_s'], 0.5, 's')}"
    )


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
