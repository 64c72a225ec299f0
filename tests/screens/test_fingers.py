"""Impatient hands: one intention acts once, whatever two fingers or a double touch do to the glass."""

from __future__ import annotations

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.fingers import Fingers
from companion.app.pilot import AppPilot, Finger
from companion.demo import NONE, Evening, Plan
from companion.games import LoadedGame
from companion.session import Session
from companion.viewmodels import actions as a
from hardware.presses import DOUBLE, PressGate
from hardware.roles import OK
from rules.core.commands import Answer, Done

DIGITAL = (("events", "digital"), ("identities", "app"))


@pytest.fixture
def begun(pilot: AppPilot, director: Director, prestige: LoadedGame) -> Session:
    run = Evening.begin(Plan("prestige", 3, 4, camera=NONE, options=DIGITAL), prestige, director.store)
    sit_down(director, run.session)
    pilot.app.follow(director)
    pilot.resize((800, 480))
    return run.session


def at(pilot: AppPilot, action: a.Action) -> tuple[float, float]:
    found = pilot.find(action)
    assert found is not None, action
    x, y = found.to_window(found.center_x, found.center_y)
    return float(x), float(y)


def two_fingers(pilot: AppPilot, *places: tuple[float, float]) -> None:
    """Put fingers down together, and lift one after the other."""
    fingers = [
        Finger("two", number, (x / Window.width, y / Window.height)) for number, (x, y) in enumerate(places)
    ]
    for kind in ("begin", "end"):
        for finger in fingers:
            EventLoop.post_dispatch_input(kind, finger)
        pilot.idle(2)


def test_the_second_half_of_a_double_touch_answers_nothing_that_came_up_between(
    pilot: AppPilot, begun: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [pilot.app.clock() + 10]
    monkeypatch.setattr(pilot.app, "clock", lambda: now[0])
    place = at(pilot, a.Send(Answer(begun.asks()[0].id, Done())))
    steps = len(begun.log())
    pilot.touch(*place)
    assert len(begun.log()) == steps + 1
    now[0] += DOUBLE / 2
    pilot.touch(*place)
    assert len(begun.log()) == steps + 1
    now[0] += DOUBLE
    pilot.touch(*place)
    assert len(begun.log()) == steps + 2


def test_a_touch_and_a_button_for_one_question_do_not_answer_the_next_one(
    pilot: AppPilot, begun: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [pilot.app.clock() + 10]
    monkeypatch.setattr(pilot.app, "clock", lambda: now[0])
    pilot.app.rebuild()
    pilot.idle(2)
    now[0] += 1
    steps = len(begun.log())
    pilot.touch(*at(pilot, a.Send(Answer(begun.asks()[0].id, Done()))))
    now[0] += DOUBLE / 2
    pilot.press(OK)
    assert len(begun.log()) == steps + 1
    now[0] += 2 * DOUBLE
    pilot.press(OK)
    assert len(begun.log()) == steps + 2


def test_a_double_touch_does_not_put_away_an_identity_that_nobody_has_read(
    pilot: AppPilot, begun: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip = next(ask.id for ask in begun.asks() if ask.id.key == "prestige.setup.skip")
    begun.dispatch(Answer(skip, Done()))
    pilot.app.director.act(a.Go("secret", "0"))
    pilot.resize((800, 480))
    now = [pilot.app.clock() + 10]
    monkeypatch.setattr(pilot.app, "clock", lambda: now[0])
    place = at(pilot, a.Do("reveal", "0"))
    pilot.touch(*place)
    now[0] += DOUBLE / 2
    pilot.touch(*place)
    assert pilot.app.director.screen == "ask"


def test_of_two_fingers_on_one_button_one_acts(pilot: AppPilot, director: Director) -> None:
    pilot.app.follow(director)
    pilot.resize((800, 480))
    director.act(a.Do("new", "prestige"))
    director.act(a.Go("name", "0"))
    director.act(a.Type("Z"))
    pilot.idle(2)
    place = at(pilot, a.Do("named"))
    pilot.look()
    two_fingers(pilot, place, place)
    assert director.screen == "setup"


def test_of_two_fingers_that_lift_one_after_the_other_the_first_has_its_way(
    pilot: AppPilot, begun: Session
) -> None:
    places = at(pilot, a.Home()), at(pilot, a.Go("more"))
    pilot.look()
    two_fingers(pilot, *places)
    assert pilot.app.director.screen == "home"


def test_letters_and_sums_may_be_touched_as_fast_as_fingers_go() -> None:
    fingers, touch = Fingers(PressGate()), Finger("fast", 1, (0.5, 0.5))
    state = object()
    fingers.show(("name",), state, 10.0)
    for now in (11.0, 11.05, 11.1):
        fingers.show(("name",), state, now)
        fingers.come(touch, now)
        assert fingers.mean(touch)
