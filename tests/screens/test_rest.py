"""What the app does by itself: rest, count the seconds, look at its health, let a card slide in."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import Gallery
from companion.app.idle import Idle
from companion.app.pilot import AppPilot
from companion.doctor import Check, amber
from companion.eyes_protocol import OFF, WATCHING, EyesReport
from companion.session import Session
from companion.viewmodels import actions as a
from hardware.presses import PressGate
from hardware.screen_panel import ScreenPanel

FRAMES = 300
"""Frames in which a thread has its say at the latest."""


class Hours:
    """A clock that goes on when told."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hours(pilot: AppPilot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hours]:
    found = Hours(pilot.app.clock() + 1000)
    monkeypatch.setattr(pilot.app, "clock", found)
    monkeypatch.setattr(pilot.app, "idle", Idle(5, found.now))
    # Gate and panel remember times: those of this clock lie ahead of all other tests.
    monkeypatch.setattr(pilot.app, "gate", PressGate())
    monkeypatch.setattr(pilot.app, "panel", ScreenPanel())
    pilot.app.rebuild()
    yield found
    monkeypatch.undo()
    pilot.app.rebuild()


@pytest.fixture
def seated(pilot: AppPilot, director: Director, gallery: Gallery, hours: Hours) -> Session:
    session = gallery.moments["action"].session
    sit_down(director, session)
    director.prefs = msgspec.structs.replace(director.prefs, dim=5)
    pilot.app.follow(director)
    return session


def test_the_less_happens_the_slower_it_goes(pilot: AppPilot, seated: Session, hours: Hours) -> None:
    from companion.app.kivy_app import CALM, DIM, LINGER, LIVELY

    app = pilot.app
    app.idle.touch(hours.now)
    assert app.pace(hours.now) == LIVELY
    hours.now += LINGER + 1
    assert app.pace(hours.now) == CALM
    app.director.report = EyesReport(WATCHING)
    assert app.pace(hours.now) == LIVELY
    app.director.report = EyesReport(OFF)
    hours.now += 300
    app.tick()
    assert app.idle.is_dim
    assert app.pace(hours.now) == DIM
    app.idle.touch(hours.now)
    assert app.pace(hours.now) == LIVELY


def test_what_one_player_looks_at_is_put_away_when_the_screen_dims(
    pilot: AppPilot, seated: Session, hours: Hours
) -> None:
    app = pilot.app
    app.director.push("own", "1")
    app.refresh()
    assert app.manager.current == "ask"
    hours.now += 300
    app.tick()
    assert (app.idle.is_dim, app.director.screen, app.manager.current) == (True, "table", "table")


def test_a_step_that_the_camera_sees_wakes_the_dimmed_screen_with_its_light(
    pilot: AppPilot, seated: Session, hours: Hours
) -> None:
    hours.now += 300
    pilot.app.tick()
    pilot.idle(3)
    dark = int(pilot.picture().max())
    seated.undo()
    pilot.app.refresh()
    pilot.idle(3)
    assert not pilot.app.idle.is_dim
    assert int(pilot.picture().max()) > 2 * dark


def test_nothing_is_drawn_anew_on_a_table_where_nothing_happens(
    pilot: AppPilot, seated: Session, hours: Hours
) -> None:
    from kivy.core.window import Window

    pilot.idle(3)
    hours.now += 30
    pilot.app.tick()
    pilot.idle(3)
    drawn = 0
    for _ in range(20):
        hours.now += 0.1
        pilot.app.tick()
        drawn += Window.canvas.needs_redraw
    assert drawn == 0


def test_a_clock_that_runs_shows_every_second_and_a_paused_one_stays(
    pilot: AppPilot, seated: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(seated, "_now", lambda: now[0])
    monkeypatch.setattr(seated, "_since", 100.0)
    assert pilot.find(lambda tap: "Undo" in tap.button.text) is not None
    pilot.app.director.act(a.Do("clock"))
    shown = []
    for _ in range(3):
        now[0] += 1
        pilot.app.tick()
        shown.append(pilot.app.manager.current_screen.view.bar.clock)
    assert len(set(shown)) == 3
    pilot.app.director.act(a.Do("clock"))
    now[0] += 60
    pilot.app.tick()
    assert shown[-1].split()[-1] in pilot.app.manager.current_screen.view.bar.clock


@pytest.mark.parametrize("motion", [True, False])
def test_a_drawn_card_slides_in_unless_the_screen_is_to_be_calm(
    pilot: AppPilot, seated: Session, motion: bool
) -> None:
    director = pilot.app.director
    director.prefs = msgspec.structs.replace(director.prefs, motion=motion)
    card = next(iter(director.scene.board.decks)).drawn or director.scene.board.decks[-1].drawn
    director.push("event", card[-1])
    pilot.app.refresh()
    screen = pilot.app.manager.current_screen
    assert (screen.lift > 0) is motion
    for _ in range(FRAMES):
        if screen.lift == 0:
            break
        pilot.idle()
    assert screen.lift == 0
    assert screen.opacity == 1


def test_health_comes_from_the_background(pilot: AppPilot, director: Director) -> None:
    checks: tuple[Check, ...] = (amber("camera", "no_camera"),)
    director.examine = lambda: checks
    pilot.app.follow(director)
    director.act(a.Go("health"))
    for _ in range(FRAMES):
        if pilot.app.manager.current_screen.view.lines:
            break
        pilot.idle()
    assert len(pilot.app.manager.current_screen.view.lines) == 2
    assert director.checks == checks
