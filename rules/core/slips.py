"""Corrections as people make them: where one ends the game, and where one takes such an end back."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from rules.core.commands import Correct
from rules.core.errors import RuleError
from rules.core.run import Run
from rules.core.state import Mended, Slip

T = TypeVar("T")


def corrected(run: Run[T], command: Correct) -> Run[T]:
    """Set a fact that has been checked; return the run that goes on from there."""
    return _taken_back(run, command) or _set(run, command)


def _set(run: Run[T], command: Correct) -> Run[T]:
    """Set the fact, and end the game if the table is one of an end now."""
    stood = run.state
    run.put(command)
    if (outcome := run.verdict()) is None:
        run.look_again(command)
    else:
        run.leave(Slip(stood.base, stood.script, stood.asked, stood.answers, (command,), outcome))
    return run


def _taken_back(run: Run[T], command: Correct) -> Run[T] | None:
    """Make the corrections since the slip all at once, where it came; None where it ends the same way.

    The numbers of questions asked meanwhile are not used again: an answer to one of them stays stale.
    """
    if (slip := run.start.slip) is UNSET:
        return None
    before = Run(run.game, run.box, slip.stood)
    since = tuple(each for each in (*slip.since, *run.corrections, command) if _puts(before, each))
    if command not in since[-1:]:
        return None
    del before.told[:-1]
    outcome = before.verdict()
    if outcome == slip.outcome:
        return None
    before.desk.asked = run.desk.asked
    if outcome is None:
        before.desk.tell("core.reopened")
        before.look_again(Mended(since, run.desk.asked))
    else:
        before.leave(replace(slip, since=since, outcome=outcome))
    return before


def _puts(run: Run[T], command: Correct) -> bool:
    """Set a fact if it can be set there; others were set only for what came after the end."""
    try:
        run.check(command)
    except RuleError:
        return False
    run.put(command)
    return True
