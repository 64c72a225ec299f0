"""Hand-laid grids: every tile in its own cell and quarter turn, or not told; never in a wrong one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.grids import CODE_MM, Grid, Hands, Tally, grid, lay, quad, shoot, tally, told
from vision.camera import CM3
from vision.geometry import apply, box, rigid
from vision.layout import Pitch, lattice
from vision.render import Scene, View, projection

HALF = Hands(off=0.08, off_deg=5, missing=0.0, noise_px=0.2)


def read(laid: Grid) -> Tally:
    return tally(told(lattice(laid.tags, laid.pitch, laid.origin)), laid.truth)


def test_tiles_a_fifth_of_the_pitch_and_twelve_degrees_off_are_told_right_or_not_at_all(full: bool) -> None:
    total = sum((read(grid(seed)) for seed in range(600 if full else 40)), Tally())
    assert total.wrong == 0
    assert total.untold <= 0.01 * total.tiles


@pytest.mark.parametrize(
    "hands",
    [Hands(missing=0.6), Hands(off=0.3, off_deg=15), Hands(noise_px=1.0)],
    ids=["gaps", "rough", "blurred"],
)
def test_what_is_worse_than_hands_do_is_rather_not_told(hands: Hands) -> None:
    total = sum((read(grid(seed, hands)) for seed in range(25)), Tally())
    assert total.wrong == 0
    assert total.right > 0.8 * total.tiles


def test_a_few_tiles_are_told_right_or_not_at_all() -> None:
    total = sum((read(grid(seed, least=2, most=9)) for seed in range(120)), Tally())
    assert total.wrong == 0
    assert total.untold <= 0.04 * total.tiles


def placed_at(cells: list[tuple[float, float]], pitch: Pitch) -> list[tuple[str, np.ndarray]]:
    return [(f"T{i:02d}", rigid(col * pitch.x_mm, row * pitch.y_mm, 0)) for i, (col, row) in enumerate(cells)]


def over(tilt_deg: float, tilt_to_deg: float = 0.0, roll_deg: float = 0.0) -> np.ndarray:
    return projection(Scene(0, 0, ()), CM3, View(900, tilt_deg, tilt_to_deg, roll_deg), still=True)


def test_an_island_half_a_cell_off_is_not_told_and_an_island_in_line_is() -> None:
    pitch = Pitch(40, 40)
    home = [(float(col), float(row)) for col in range(3) for row in range(3)]
    for gap, is_told in ((2.5, False), (3.0, True)):
        island = [(2 + gap, 0.0), (2 + gap, 1.0), (2 + gap, 2.0)]
        tags = shoot(np.random.default_rng(3), placed_at(home + island, pitch), over(20), 0.3)
        layout = lattice(tags, pitch, "T00")
        found = told(layout)
        assert {f"T{i:02d}" for i in range(9)} <= found.keys()
        assert all((f"T{i:02d}" in found) is is_told for i in (9, 10, 11))
        if is_told:
            assert found["T10"] == (5, 1, 0)


def test_rows_shifted_like_bricks_are_told_with_and_without_an_origin() -> None:
    pitch = Pitch(50, 42, shift=0.5)
    rng = np.random.default_rng(5)
    poses, truth, origin = lay(rng, pitch, 6, 5, Hands(off=0.12, off_deg=8))
    tags = shoot(rng, poses, over(25, 60, 140), 0.4)
    assert told(lattice(tags, pitch, origin)) == truth
    relative = told(lattice(tags, pitch))
    assert len(relative) == len(truth)
    steps = {(relative[text][1] - row) % 2 for text, (_, row, _) in truth.items()}
    turned = {(relative[text][2] - turn) % 4 for text, (_, _, turn) in truth.items()}
    assert len(steps) == len(turned) == 1
    assert min(row for _, row, _ in relative.values()) in (0, 1)


def test_a_brick_wall_is_pointed_at_where_it_lies() -> None:
    pitch = Pitch(50, 42, shift=0.5)
    poses, truth, origin = lay(np.random.default_rng(1), pitch, 5, 4, HALF)
    tags = shoot(np.random.default_rng(2), poses, over(10), 0.2)
    layout = lattice(tags, pitch, origin)
    for tag in tags:
        outline = layout.outline(*truth[tag.text][:2])
        assert outline is not None
        assert math.dist(np.mean(outline, 0), tag.centre) < 0.5 * tag.side


@settings(max_examples=25)
@given(
    tilt=st.floats(0, 40),
    to=st.floats(0, 360),
    roll=st.floats(0, 360),
    seed=st.integers(0, 10_000),
    shift=st.sampled_from([0.0, 0.5]),
)
def test_a_grid_has_the_same_cells_from_wherever_it_is_seen(
    tilt: float, to: float, roll: float, seed: int, shift: float
) -> None:
    pitch = Pitch(46, 58, 0, 12, shift=shift)
    poses, truth, origin = lay(np.random.default_rng(seed), pitch, 5, 4, Hands(off=0.15, off_deg=9))
    tags = shoot(np.random.default_rng(seed + 1), poses, over(tilt, to, roll), 0.4)
    found = told(lattice(tags, pitch, origin))
    assert found.items() <= truth.items()
    assert len(found) >= 0.9 * len(truth)


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), turn=st.integers(0, 3))
def test_a_grid_turned_by_quarters_keeps_its_cells_when_its_origin_turns_along(seed: int, turn: int) -> None:
    pitch = Pitch(44, 44)
    poses, truth, origin = lay(np.random.default_rng(seed), pitch, 4, 4, HALF)
    for angle in (0, 90 * turn):
        turned = [(text, rigid(0, 0, angle) @ pose) for text, pose in poses]
        assert (
            told(lattice(shoot(np.random.default_rng(seed), turned, over(15), 0.2), pitch, origin)) == truth
        )


def test_a_stated_pitch_a_fifth_too_small_still_tells_the_cells() -> None:
    poses, truth, origin = lay(np.random.default_rng(7), Pitch(48, 48), 6, 4, HALF)
    tags = shoot(np.random.default_rng(8), poses, over(20), 0.3)
    assert told(lattice(tags, Pitch(40, 40), origin)) == truth


def test_one_tag_is_the_origin_and_two_equal_distances_are_no_problem() -> None:
    lone = quad("A", apply(over(0), box(CODE_MM, CODE_MM)))
    assert told(lattice([lone], Pitch(40, 40), "A")) == {"A": (0, 0, 0)}
