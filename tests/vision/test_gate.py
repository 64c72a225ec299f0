"""What counts as a change of the picture, block by block."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.gate import Gate, block_side, coarse, differing, footprint, grown, pieces

SCENE = np.kron(np.random.default_rng(1).integers(30, 180, (30, 40)), np.ones((12, 12))).astype(np.uint8)
GRAIN = np.random.default_rng(2).standard_normal((2, *SCENE.shape))


def taken(light: np.ndarray | float, noise: float, which: int) -> np.ndarray:
    return np.asarray(np.clip(SCENE * light + noise * GRAIN[which] + 0.5, 0, 255), np.uint8)


@settings(max_examples=40)
@given(
    light=st.floats(0.75, 1.25),
    flicker=st.floats(0, 0.08),
    phase=st.floats(0, 6.3),
    noise=st.floats(0, 8),
)
def test_another_light_its_bands_and_noise_are_no_change(
    light: float, flicker: float, phase: float, noise: float
) -> None:
    rows = 1 + flicker * np.sin(np.arange(SCENE.shape[0])[:, None] / 40 + phase)
    before, now = coarse(taken(1.0, noise, 0)), coarse(taken(light * rows, noise, 1))
    assert not differing(before, now).any()


@settings(max_examples=40)
@given(
    x=st.integers(0, 440), y=st.integers(0, 320), shade=st.sampled_from([0, 255]), light=st.floats(0.85, 1.15)
)
def test_something_the_size_of_a_code_is_a_change_and_only_where_it_lies(
    x: int, y: int, shade: int, light: float
) -> None:
    grey = taken(light, 2.0, 1)
    grey[y : y + 40, x : x + 40] = shade
    found = differing(coarse(taken(1.0, 2.0, 0)), coarse(grey))
    side = block_side(grey)
    rows, columns = footprint(np.array([(x, y), (x + 39, y + 39)]), side, found.shape)
    assert found[rows, columns].mean() > 0.5
    found[rows, columns] = False
    assert not found.any()


def test_a_picture_that_has_changed_all_over_is_no_noisy_one() -> None:
    other = np.roll(taken(1.0, 1.0, 0), 90, axis=1)
    assert differing(coarse(taken(1.0, 1.0, 0)), coarse(other)).mean() > 0.5


def test_a_gate_gets_used_to_slow_light_and_to_what_it_is_told_to_accept() -> None:
    gate = Gate()
    assert gate.update(taken(1.0, 1.0, 0)).unlike.all()
    across = np.linspace(-1, 1, SCENE.shape[1])
    for step in range(60):
        assert not gate.update(taken(1 + 0.003 * step * across, 1.0, step % 2)).unlike.any()
    changed = taken(1.0, 1.0, 0)
    changed[100:160, 100:160] = 250
    gate = Gate()
    gate.update(taken(1.0, 1.0, 0))
    first, second = gate.update(changed), gate.update(changed)
    assert first.unlike.any()
    assert first.moving.any()
    assert second.unlike.any()
    assert not second.moving.any()
    gate.accept(second.unlike)
    assert not gate.update(changed).unlike.any()
    assert gate.update(taken(1.0, 1.0, 1)).unlike.any()


def test_pieces_are_what_hangs_together() -> None:
    blocks = np.zeros((8, 10), np.bool_)
    blocks[1:3, 1:3] = blocks[6, 8] = True
    found = list(pieces(blocks))
    assert [box for _, box in found] == [(slice(1, 3), slice(1, 3)), (slice(6, 7), slice(8, 9))]
    assert sum(piece.sum() for piece, _ in found) == blocks.sum()
    assert grown(blocks).sum() == 16 + 9


def test_tiny_pictures_have_blocks_too() -> None:
    for shape in ((1, 1), (3, 3), (2, 500), (500, 2)):
        assert coarse(np.zeros(shape, np.uint8)).size > 0
        assert Gate().update(np.zeros(shape, np.uint8)).unlike.all()
