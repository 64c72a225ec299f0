"""The panel on screen is the same panel, with fingers and eyes of the app."""

from collections.abc import Callable
from itertools import count

import pytest

from hardware.events import Held, PanelEvent, Pressed, Released
from hardware.panel import driven_pin, mock_factory, open_panel
from hardware.pins import load_pins
from hardware.ports import Panel
from hardware.roles import BUZZER, DRAW, OK, ROLES, UNDO, Role, light, next_button
from hardware.screen_panel import ScreenPanel
from hardware.signals import ORANGE, Glow, Rhythm, Signal

Finger = Callable[[Role, bool, float], None]


def on_screen() -> tuple[Panel, Finger]:
    panel = ScreenPanel()

    def finger(role: Role, down: bool, at: float) -> None:
        (panel.press if down else panel.release)(role, at)

    return panel, finger


def on_pins() -> tuple[Panel, Finger]:
    now, pins, factory = [0.0], load_pins(), mock_factory()
    gpio = {button.role: button.gpio for button in pins.buttons}

    def finger(role: Role, down: bool, at: float) -> None:
        now[0] = at
        pin = driven_pin(factory, gpio[role])
        (pin.drive_low if down else pin.drive_high)()

    return open_panel(pins, factory=factory, clock=lambda: now[0]), finger


@pytest.fixture(params=[on_screen, on_pins])
def made(request: pytest.FixtureRequest) -> tuple[Panel, Finger]:
    made: tuple[Panel, Finger] = request.param()
    request.addfinalizer(made[0].close)  # noqa: PT021 - the panel is the parameter's, not the fixture's
    return made


def test_both_panels_tell_the_same_story_of_the_same_fingers(made: tuple[Panel, Finger]) -> None:
    panel, finger = made
    told: list[PanelEvent] = []
    for role, down, at in [
        (next_button(1), True, 1.0),
        (next_button(1), False, 1.2),
        (OK, True, 2.0),
        (OK, False, 3.0),
        (OK, True, 3.01),
        (OK, False, 3.02),
        (UNDO, True, 4.0),
    ]:
        finger(role, down, at)
        told += panel.poll(at)
    assert [*told, *panel.poll(5.0)] == [
        Pressed(next_button(1), 0, 1.0),
        Released(next_button(1), 0, 1.2),
        Pressed(OK, 1, 2.0),
        Held(OK, 1, 2.8),
        Released(OK, 1, 3.02),
        Pressed(UNDO, 2, 4.0),
        Held(UNDO, 2, 4.8),
    ]


def test_both_panels_give_the_same_light(made: tuple[Panel, Finger]) -> None:
    panel, _ = made
    panel.show({light(3): Signal(Rhythm.WAITING, ORANGE), BUZZER: Signal(Rhythm.ERROR)})
    panel.tick(1.0)
    assert dict(panel.frame.lights)[light(3)] == Glow(ORANGE, is_lit=True)
    assert panel.frame.is_sounding
    panel.tick(1.3)
    assert not dict(panel.frame.lights)[light(3)].is_lit
    panel.tick(1.6)
    assert dict(panel.frame.lights)[light(3)].is_lit
    assert not panel.frame.is_sounding


def test_both_panels_have_every_role(made: tuple[Panel, Finger]) -> None:
    assert made[0].roles == frozenset(ROLES)


def test_both_panels_are_dark_once_closed(made: tuple[Panel, Finger]) -> None:
    panel, _ = made
    panel.show({role: Signal(Rhythm.STEADY) for role in panel.roles})
    panel.tick(1.0)
    panel.close()
    panel.close()
    assert not any(glow.is_lit for _, glow in panel.frame.lights)
    assert not panel.frame.is_sounding


def test_a_touch_is_told_at_the_very_next_look() -> None:
    panel = ScreenPanel()
    panel.press(OK, 1.0)
    assert panel.poll(1.0) == (Pressed(OK, 0, 1.0),)


def test_a_touch_panel_that_reports_twice_makes_one_press() -> None:
    panel = ScreenPanel()
    for at in (1.0, 1.004):
        panel.press(OK, at)
    for at in (1.1, 1.104):
        panel.release(OK, at)
    panel.press(OK, 1.106)
    panel.release(OK, 1.108)
    assert [type(event) for event in panel.poll(2.0)] == [Pressed, Released]


def test_two_panels_that_share_a_counter_never_give_an_ordinal_twice() -> None:
    ordinals = count()
    left, right = ScreenPanel(ordinals=ordinals), ScreenPanel(ordinals=ordinals)
    for panel in (left, right):
        panel.press(OK, 1.0)
        panel.release(OK, 1.1)
    left.press(DRAW, 1.2)
    told = [*left.poll(1.3), *right.poll(1.3)]
    assert sorted(event.ordinal for event in told if isinstance(event, Pressed)) == [0, 1, 2]


def test_a_button_that_is_not_there_cannot_be_pressed() -> None:
    panel = ScreenPanel(roles=[OK, light(0)])
    with pytest.raises(ValueError, match="no button draw"):
        panel.press(DRAW, 1.0)
    with pytest.raises(ValueError, match=r"no button seat1\.light"):
        panel.press(light(0), 1.0)
