"""Roles name what a part of the panel is for, and whose."""

import pytest

from hardware.roles import BUTTONS, LIGHTS, OK, ROLES, TABLE, UNDO, Kind, Role, light, next_button, parse_role


def test_six_seats_have_a_button_and_a_light_each_and_the_table_the_rest() -> None:
    assert len(BUTTONS) == 9
    assert len(LIGHTS) == 6
    assert len(set(ROLES)) == 16


@pytest.mark.parametrize("role", ROLES, ids=str)
def test_a_role_survives_its_text_form(role: Role) -> None:
    assert parse_role(str(role)) == role


def test_seats_count_from_one_in_text_and_from_nought_in_code() -> None:
    assert str(next_button(0)) == "seat1.next"
    assert str(light(5)) == "seat6.light"
    assert str(OK) == "ok"


@pytest.mark.parametrize(
    ("kind", "seat"), [(Kind.NEXT, 6), (Kind.NEXT, TABLE), (Kind.LIGHT, -2), (Kind.OK, 0), (Kind.BUZZER, 3)]
)
def test_a_role_that_no_table_has_is_refused(kind: Kind, seat: int) -> None:
    with pytest.raises(ValueError, match="has no seat"):
        Role(kind, seat)


def test_an_unknown_text_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown role"):
        parse_role("seat7.next")


def test_only_buttons_can_be_pressed() -> None:
    assert {role for role in ROLES if role.is_button} == set(BUTTONS)
    assert UNDO.is_button
