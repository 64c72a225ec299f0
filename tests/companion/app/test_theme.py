"""Colours that can be read, and sizes that can be touched."""

from __future__ import annotations

import pytest

from companion.screens.glyphs import GLYPHS
from companion.theme import (
    COLOURS,
    ENOUGH,
    INK,
    SHAPES,
    TARGET,
    TEXT_PAIRS,
    contrast,
    density,
    ink_on,
    width_mm,
)


@pytest.mark.parametrize(("front", "back"), TEXT_PAIRS)
def test_every_text_stands_out_from_its_ground(front: str, back: str) -> None:
    assert contrast(getattr(INK, front), getattr(INK, back)) >= ENOUGH


@pytest.mark.parametrize("name", COLOURS)
def test_a_symbol_on_a_players_colour_stands_out(name: str) -> None:
    assert contrast(ink_on(COLOURS[name]), COLOURS[name]) >= ENOUGH


@pytest.mark.parametrize("name", COLOURS)
def test_a_players_colour_stands_out_from_the_screen(name: str) -> None:
    assert contrast(COLOURS[name], INK.surface) >= 3


def test_black_and_white_have_the_highest_contrast_there_is() -> None:
    assert contrast(INK.black, INK.white) == pytest.approx(21)


def test_every_seat_has_a_shape_of_its_own_and_each_can_be_drawn() -> None:
    assert len(set(SHAPES)) == len(SHAPES) == len(COLOURS)
    assert set(SHAPES) <= set(GLYPHS)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_a_target_is_nine_millimetres_on_the_glass(size: tuple[int, int]) -> None:
    pixels = TARGET * density(size)
    assert pixels / (size[0] / width_mm(size)) >= 9.0


def test_a_measured_width_takes_the_place_of_the_documented_one() -> None:
    assert density((800, 480), 200.0) < density((800, 480))
