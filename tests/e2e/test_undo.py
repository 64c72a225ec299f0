"""Undo over every kind of border leads back to the shorter evening; a double press counts once."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from companion.demo import Evening, Plan
from companion.games import find
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from hardware.presses import DOUBLE, PressGate
from hardware.roles import OK
from hardware.screen_panel import ScreenPanel
from rules.core.asks import Confirm
from rules.core.commands import Answer, Done
from rules.core.errors import StaleAnswerError
from tests.companion.paper_table import LOADED, setup
from tests.e2e.kill9 import mark

OPTIONS = ((), (("events", "digital"), ("identities", "app")))


def played(
    folder: Path | None, seed: int, options: tuple[tuple[str, str], ...] = ()
) -> tuple[Evening, list[str]]:
    """Play an evening without slips; return it and the mark after each step."""
    evening = Evening.begin(
        Plan("prestige", 3, seed, "none", options=options, slips=False), find("prestige"), Store(folder)
    )
    marks = [mark(evening.session)]
    stop = evening.session.subscribe(lambda _change: marks.append(mark(evening.session)))
    evening.robots.play()
    stop()
    return evening, marks


def borders(session: Session) -> dict[str, int]:
    """Name kinds of border and count them: steps that ended a turn, told of an event, or stopped in mid-effect."""
    found = {"turn": 0, "event": 0, "mid-effect": 0}
    for step in session.log()[1:]:
        keys = [event.text.key for event in step.text]
        found["turn"] += any(key.endswith("turn.began") for key in keys)
        found["event"] += any(key.endswith((".drawn", ".taken")) for key in keys)
        found["mid-effect"] += not any(key.endswith("turn.began") for key in keys)
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=["cards", "digital"])
@pytest.mark.parametrize("seed", [1, 2])
def test_undoing_step_by_step_goes_back_through_every_shorter_evening(
    seed: int, options: tuple[tuple[str, str], ...]
) -> None:
    evening, marks = played(None, seed, options)
    session = evening.session
    assert min(borders(session).values()) > 0
    for shorter in reversed(marks[:-1]):
        session.undo()
        assert mark(session) == shorter
    assert session.undo_text() is None
    for longer in marks[1:]:
        session.redo()
        assert mark(session) == longer


def test_undo_after_a_resume_equals_the_shorter_evening(tmp_path: Path) -> None:
    evening, marks = played(tmp_path, 2)
    session_id = evening.session.id
    evening.session.close()
    for back in range(1, len(marks)):
        with contextlib.closing(Session.resume(Store(tmp_path), session_id)) as session:
            session.undo()
            assert mark(session) == marks[-1 - back]


# ---- double presses ----------------------------------------------------------------------
def confirm_of(session: Session) -> Confirm:
    return next(ask for ask in session.asks() if isinstance(ask, Confirm))


@pytest.fixture
def paper() -> Session:
    session = Session.start(Store(None), LOADED, setup(), default_players("Ana", "Bruno"), 1)
    dice = random.Random(1)
    while not any(isinstance(ask, Confirm) for ask in session.asks()):
        ask = session.asks()[0]
        session.dispatch(Answer(ask.id, ask.sample(dice)))
    return session


def test_a_touch_and_a_button_on_the_same_question_count_once(paper: Session) -> None:
    answer = Answer(confirm_of(paper).id, Done())
    taken = len(paper.log())
    paper.dispatch(answer)
    with pytest.raises(StaleAnswerError):
        paper.dispatch(answer)
    assert len(paper.log()) == taken + 1


def test_a_trembling_finger_presses_once() -> None:
    panel, gate = ScreenPanel(), PressGate()
    for time in (1.0, 1.0 + DOUBLE / 2):
        panel.press(OK, time)
        panel.release(OK, time + 0.05)
    assert sum(gate.takes(event) for event in panel.poll(3.0)) == 1


def test_a_press_from_before_the_question_was_on_screen_does_nothing() -> None:
    panel, gate = ScreenPanel(), PressGate()
    panel.press(OK, 1.0)
    gate.ask(1.01)
    panel.release(OK, 1.1)
    assert not any(gate.takes(event) for event in panel.poll(2.0))
