"""Lights tell by colour, place and rhythm, and never flash more than three times a second."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights import LightBoard, duties, is_beeping, is_lit
from hardware.roles import BUZZER, LIGHTS, Role, light
from hardware.signals import (
    DARK,
    ORANGE,
    SEAT_COLOURS,
    SKY_BLUE,
    WHITE,
    Glow,
    Rgb,
    Rhythm,
    Signal,
)

SIGNALS = st.builds(Signal, st.sampled_from(Rhythm), st.sampled_from(SEAT_COLOURS), st.integers(0, 2))
SHOWS = st.dictionaries(st.sampled_from((*LIGHTS[:3], BUZZER)), SIGNALS, max_size=4)
STEPS = st.lists(st.tuples(st.floats(0.001, 0.4), st.none() | SHOWS), max_size=150)


def samples(rhythm: Rhythm) -> str:
    """Two seconds of a light, every 50 ms."""
    return "".join("#" if is_lit(rhythm, (n + 0.5) / 20) else "." for n in range(40))


@given(STEPS)
def test_never_more_than_three_flashes_in_any_second(
    steps: list[tuple[float, Mapping[Role, Signal] | None]],
) -> None:
    board, now, before = LightBoard(LIGHTS[:3]), 0.0, dict.fromkeys(LIGHTS[:3], DARK)
    flashes: list[float] = []
    for wait, signals in steps:
        now += wait
        if signals is not None:
            board.show(signals)
        after = dict(board.frame(now).lights)
        if any(after[role].is_lit and after[role] != before[role] for role in after):
            flashes.append(now)
        before = after
    for first, fourth in zip(flashes, flashes[3:], strict=False):
        assert fourth - first >= 1.0


@given(STEPS, st.sampled_from(Rhythm))
def test_a_light_held_back_comes_round_to_what_it_has_to_tell(
    steps: list[tuple[float, Mapping[Role, Signal] | None]], rhythm: Rhythm
) -> None:
    board, now = LightBoard(LIGHTS[:3]), 0.0
    for wait, signals in steps:
        now += wait
        board.show(signals or {})
        board.frame(now)
    board.show({light(0): Signal(rhythm, ORANGE, cue=9)})
    board.frame(began := now + 0.001)
    for n in range(1, 160):
        frame = dict(board.frame(began + (n + 0.5) / 40).lights)
        if n > 100:
            assert frame[light(0)].is_lit == is_lit(rhythm, (n + 0.5) / 40)


@pytest.mark.parametrize("rhythm", Rhythm)
def test_every_rhythm_makes_at_most_two_flashes_a_second_by_itself(rhythm: Rhythm) -> None:
    steps = [is_lit(rhythm, n / 200) for n in range(2000)]
    rises = [n / 200 for n, (a, b) in enumerate(pairwise(steps)) if b and not a]
    assert all(third - first >= 0.99 for first, third in zip(rises, rises[2:], strict=False))


def test_rhythms_differ_even_for_somebody_who_looks_up_in_the_middle() -> None:
    looks = {rhythm: samples(rhythm) for rhythm in Rhythm}
    for one in Rhythm:
        for other in Rhythm:
            turned = {looks[other][n:] + looks[other][:n] for n in range(40)}
            assert (one is other) == (looks[one] in turned)


def test_the_rhythms_are_these() -> None:
    assert samples(Rhythm.TURN) == "#" * 30 + "." * 10
    assert samples(Rhythm.WAITING) == "#####.....#####" + "." * 25
    assert samples(Rhythm.ERROR) == "#####....." * 4
    assert samples(Rhythm.WIN) == "#" * 16 + "." * 4 + "#####.....#####....."
    assert samples(Rhythm.STEADY) == "#" * 40
    assert samples(Rhythm.OFF) == "." * 40


def test_a_signal_begins_with_the_frame_after_it_and_in_its_colour() -> None:
    board = LightBoard(LIGHTS)
    board.show({light(2): Signal(Rhythm.WAITING, SKY_BLUE)})
    assert dict(board.last.lights)[light(2)] == DARK
    frame = dict(board.frame(7.3).lights)
    assert frame[light(2)] == Glow(SKY_BLUE, is_lit=True)
    assert {glow for role, glow in frame.items() if role != light(2)} == {DARK}


def test_the_same_signal_shown_again_goes_on_unbroken_and_a_new_cue_starts_it_afresh() -> None:
    board = LightBoard(LIGHTS)
    told = {light(0): Signal(Rhythm.TURN), BUZZER: Signal(Rhythm.TURN)}
    board.show(told)
    board.frame(0.0)
    board.show(dict(told))
    assert not dict(board.frame(1.6).lights)[light(0)].is_lit
    board.show({**told, BUZZER: Signal(Rhythm.TURN, cue=1)})
    assert board.frame(1.7).is_sounding
    assert not dict(board.last.lights)[light(0)].is_lit
    board.show({light(0): Signal(Rhythm.TURN, cue=1)})
    assert dict(board.frame(1.75).lights)[light(0)].is_lit


def test_a_signal_shown_twice_before_a_frame_begins_with_that_frame() -> None:
    board = LightBoard(LIGHTS)
    board.show({light(0): Signal(Rhythm.TURN)})
    board.frame(0.0)
    for _ in range(2):
        board.show({light(0): Signal(Rhythm.WAITING), BUZZER: Signal(Rhythm.TURN)})
    assert dict(board.frame(1.7).lights)[light(0)].is_lit
    assert board.last.is_sounding


def test_lights_blink_in_step_whenever_each_began() -> None:
    board = LightBoard(LIGHTS)
    board.show({light(0): Signal(Rhythm.ERROR)})
    board.frame(0.0)
    board.show({light(0): Signal(Rhythm.ERROR), light(1): Signal(Rhythm.ERROR)})
    for n in range(40):
        frame = dict(board.frame(0.13 + n / 20).lights)
        assert frame[light(0)] == frame[light(1)]


def test_the_buzzer_sounds_once_a_cue() -> None:
    for rhythm in Rhythm:
        assert is_beeping(rhythm, 0.0) == (rhythm is not Rhythm.OFF)
        assert not any(is_beeping(rhythm, 1.0 + n / 50) for n in range(500))


def test_the_seat_colours_differ_on_an_led_too() -> None:
    shares = [duties(Glow(colour, is_lit=True)) for colour in SEAT_COLOURS]
    for n, one in enumerate(shares):
        assert max(one) == 1.0
        for other in shares[:n]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.25
    assert duties(DARK) == (0.0, 0.0, 0.0)
    assert duties(Glow(WHITE, is_lit=True)) == (1.0, 1.0, 1.0)
    assert duties(Glow(Rgb(0, 0, 0), is_lit=True)) == (0.0, 0.0, 0.0)


def test_a_colour_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="not a colour"):
        Rgb(0, 256, 0)
