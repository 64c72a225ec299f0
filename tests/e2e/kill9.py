"""Kill an evening at random instants, again and again; it must go on from the last acknowledged step.

    python tests/e2e/kill9.py 200 [--game prestige] [--seed 1] [--seats 3]

A child process plays by touch and buttons, and acknowledges every step on standard output once the session has
told of it. The parent kills it with SIGKILL, resumes the evening, and compares piles, questions and lights with
those of the same evening played without a break. Then another child goes on.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.demo import Evening, Plan
from companion.games import LoadedGame, find
from companion.report import Counts
from companion.session import Session
from companion.store import Store
from companion.texts import Texts
from companion.viewmodels.lights import signals
from companion.viewmodels.scene import look_at
from rules.core.game import Tabletop
from rules.core.value import to_json

ROOT = Path(__file__).resolve().parents[2]
MOST_ACKS = 60
"""A child lives for at most so many steps before it is killed."""
WITHIN_S = 0.02
"""And is killed within this time after the step's word was heard: often in the middle of the next one."""


def mark(session: Session) -> str:
    """Sum up what people see: the facts of piles and city, the open questions, the lights."""
    scene = look_at(session, Texts("en", [session.loaded]))
    lights = {str(role): str(told) for role, told in signals(scene, 0, sound=False).items()}
    facts = session.referee.facts(session.state)
    asks = [to_json(ask).decode() for ask in session.asks()]
    text = json.dumps([dict(sorted(facts.items())), asks, lights], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def steps(session: Session) -> int:
    """Count the steps in force."""
    return sum(not step.undone for step in session.log())


# ---- the child ---------------------------------------------------------------------------
class Reached(BaseException):
    """The robots' table is as it was; no ``Exception``, which a session keeps to itself."""


def play_up_to(plan: Plan, loaded: LoadedGame, wanted: int) -> tuple[Tabletop, Counts]:
    """Move the robots' pieces as they lay after so many steps: a power cut moves none of them."""
    with Evening.begin(plan, loaded, Store(None)) as evening:

        def stop(_change: object) -> None:
            if steps(evening.session) == wanted:
                raise Reached

        evening.session.subscribe(stop)
        try:
            if wanted > 1:
                evening.robots.play()
        except Reached:
            pass
        return evening.tabletop, evening.counts


def child(folder: Path, plan: Plan, session_id: str) -> None:
    """Play or go on, saying every step aloud once the session has told of it."""
    loaded, store = find(plan.game), Store(folder)
    if session_id:
        session = Session.resume(store, session_id, loaded=loaded)
        if session.redo_text() is not None:
            session.redo()
        evening = Evening(plan, session, *play_up_to(plan, loaded, steps(session)))
    else:
        evening = Evening.begin(plan, loaded, store)
    with evening:
        session = evening.session
        say(id=session.id, steps=steps(session))
        # Said before anything else is done with the step: from here on it must not be lost.
        session.subscribe(lambda _change: say(id=session.id, steps=steps(session)))
        evening.robots.play()
        report = evening.report(0.0)
        say(over=True, agrees=report.agrees, differences=report.differences[:5], id=session.id)


def say(**words: object) -> None:
    """Write one line at once."""
    os.write(1, json.dumps(words).encode() + b"\n")


# ---- the parent --------------------------------------------------------------------------
@dataclass
class Tally:
    """What was seen over all kills."""

    kills: int = 0
    evenings: int = 0
    one_further: int = 0
    """Kills after which the evening was one step further than its last word: on disk, not yet told."""
    problems: list[str] = field(default_factory=list)


def reference(plan: Plan, loaded: LoadedGame) -> dict[int, str]:
    """Play the evening without a break; return the mark after each number of steps."""
    marks: dict[int, str] = {}
    with Evening.begin(plan, loaded, Store(None)) as evening:
        session = evening.session
        marks[steps(session)] = mark(session)
        session.subscribe(lambda _change: marks.__setitem__(steps(session), mark(session)))
        evening.robots.play()
    return marks


class Child:
    """A child at play, and what it says."""

    def __init__(self, folder: Path, plan: Plan, session_id: str) -> None:
        args = [str(folder), plan.game, str(plan.seats), str(plan.seed), session_id or "-"]
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--child", *args],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self.process.stdout is not None
        self._pipe = self.process.stdout.fileno()
        self._rest = b""
        self.told: list[dict[str, Any]] = []

    def listen(self, end: float | None = None) -> bool:
        """Take in what is said next; False once the pipe has ended or the time is over."""
        wait = None if end is None else max(0.0, end - time.monotonic())
        if not select.select([self._pipe], [], [], wait)[0]:
            return False
        heard = os.read(self._pipe, 65536)
        *whole, self._rest = (self._rest + heard).split(b"\n")
        self.told += [json.loads(line) for line in whole]
        return bool(heard)

    def hear_out(self) -> None:
        """Take in everything up to the child's end."""
        while self.listen():
            pass
        self.process.communicate()

    @property
    def is_over(self) -> bool:
        """Whether it has said how the evening ended."""
        return bool(self.told) and "over" in self.told[-1]


def kill_once(folder: Path, plan: Plan, session_id: str, dice: random.Random) -> list[dict[str, Any]]:
    """Let a child play for a while, kill it, and return what it said; the whole evening if it got there."""
    child = Child(folder, plan, session_id)
    left = dice.randrange(MOST_ACKS)
    while len(child.told) <= left and not child.is_over and child.listen():
        pass
    end = time.monotonic() + dice.uniform(0, WITHIN_S)
    while not child.is_over and child.listen(end):
        pass
    child.process.send_signal(signal.SIGKILL)
    child.hear_out()
    return child.told


def check(session: Session, acknowledged: int, marks: dict[int, str], tally: Tally) -> None:
    """Compare a resumed evening with its last word and with the unbroken one."""
    now, undone = steps(session), session.redo_text() is not None
    if marks.get(now) != mark(session):
        tally.problems.append(f"evening {session.id}: other piles or lights after {now} steps")
    # One more step may be on disk than was told; an undo takes one away.
    if not acknowledged - undone <= now <= acknowledged + 1:
        tally.problems.append(f"evening {session.id}: {acknowledged} steps acknowledged, {now} resumed")
    tally.one_further += now != acknowledged


def play_evening(plan: Plan, kills: int, dice: random.Random, tally: Tally) -> None:
    """Play one evening to its end, killing it on the way until there were kills enough."""
    loaded = find(plan.game)
    marks = reference(plan, loaded)
    session_id, acknowledged = "", 0
    with tempfile.TemporaryDirectory(prefix="kill9-") as name:
        folder = Path(name)
        while True:
            left = tally.kills < kills
            told = kill_once(folder, plan, session_id, dice) if left else finish(folder, plan, session_id)
            if told and "over" in told[-1]:
                break
            tally.kills += 1
            if told:
                session_id, acknowledged = told[-1]["id"], told[-1]["steps"]
            session_id = session_id or begun(folder)
            if session_id:
                with contextlib.closing(Session.resume(Store(folder), session_id, loaded=loaded)) as session:
                    check(session, acknowledged, marks, tally)
                    acknowledged = steps(session)
    tally.evenings += 1
    if not told[-1]["agrees"]:
        tally.problems.append(f"seed {plan.seed}: {told[-1]['differences']}")


def begun(folder: Path) -> str:
    """Return the evening that was begun and not yet told of, if it got that far."""
    return next((evening.id for evening in Store(folder).evenings() if not evening.problem), "")


def finish(folder: Path, plan: Plan, session_id: str) -> list[dict[str, Any]]:
    """Let a child play to the end."""
    child = Child(folder, plan, session_id)
    child.hear_out()
    if not child.is_over:
        raise RuntimeError(f"the child ended with {child.process.returncode} before the evening did")
    return child.told


def run(game: str, kills: int, seed: int, seats: int) -> Tally:
    """Kill evenings so many times in all; each one is played to its end."""
    dice, tally = random.Random(seed), Tally()
    while tally.kills < kills:
        play_evening(Plan(game, seats, seed + tally.evenings, "none"), kills, dice, tally)
    return tally


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        folder, game, seats, seed, session_id = sys.argv[2:7]
        child(Path(folder), Plan(game, int(seats), int(seed), "none"), session_id.removeprefix("-"))
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kills", type=int)
    parser.add_argument("--game", default="prestige")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=3)
    args = parser.parse_args()
    tally = run(args.game, args.kills, args.seed, args.seats)
    sys.stdout.write(
        f"{tally.kills} kills over {tally.evenings} evenings; {tally.one_further} times one step further "
        f"than was told; {len(tally.problems)} problems\n"
    )
    sys.stdout.write("".join(f"{problem}\n" for problem in tally.problems))
    return 1 if tally.problems else 0


if __name__ == "__main__":
    sys.exit(main())
