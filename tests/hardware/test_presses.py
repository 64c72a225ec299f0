"""One intention acts once, from whichever panel it comes."""

from hardware.events import Held, Pressed, Released
from hardware.presses import PressGate
from hardware.roles import OK, UNDO


def test_a_press_acts_once_however_often_it_is_told() -> None:
    gate = PressGate()
    assert gate.takes(Pressed(OK, 0, 1.0))
    assert not gate.takes(Pressed(OK, 0, 1.0))


def test_the_second_half_of_a_double_press_does_nothing() -> None:
    gate = PressGate()
    assert gate.takes(Pressed(OK, 0, 1.0))
    assert not gate.takes(Pressed(OK, 1, 1.2))
    assert gate.takes(Pressed(OK, 2, 1.3))


def test_two_buttons_pressed_together_both_act_in_either_order() -> None:
    gate = PressGate()
    assert gate.takes(Pressed(OK, 1, 1.01))
    assert gate.takes(Pressed(UNDO, 0, 1.0))


def test_the_same_button_on_screen_and_on_the_table_at_once_acts_once() -> None:
    gate = PressGate()
    assert gate.takes(Pressed(OK, 4, 1.1))
    assert not gate.takes(Pressed(OK, 3, 1.0))


def test_a_finger_that_was_down_before_the_question_does_not_answer_it() -> None:
    gate = PressGate()
    gate.ask(5.0)
    assert not gate.takes(Pressed(OK, 0, 4.99))
    assert gate.takes(Pressed(OK, 1, 5.3))


def test_a_press_too_soon_after_a_new_question_was_meant_for_the_last_one() -> None:
    gate = PressGate()
    gate.ask(5.0)
    assert not gate.takes(Pressed(OK, 0, 5.1))
    assert gate.takes(Pressed(OK, 1, 5.3))


def test_holds_and_releases_never_act_by_themselves() -> None:
    gate = PressGate()
    assert not gate.takes(Held(OK, 0, 1.0))
    assert not gate.takes(Released(OK, 0, 1.0))
    assert gate.takes(Pressed(OK, 0, 1.0))
