"""Frames of a table at rest are added up; a table that moves begins anew."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.codes import INK, PAPER, on_table, seen_by_camera
from tests.vision.codes import TABLE as TABLE_LEVEL
from vision.frame import Grey
from vision.still_table import MOST, StillTable

CORNERS = np.array([(60.0, 40.0), (140.5, 55.0), (150.0, 150.0), (48.0, 141.0)])
TABLE = on_table("TC1AA01", CORNERS)


def frame(seed: int, noise: float = 20.0) -> Grey:
    return seen_by_camera(TABLE, blur=0.7, noise=noise, seed=seed)


def off(table: StillTable) -> float:
    return float(np.std(np.subtract(table.mean(), frame(0, 0.0).astype(np.float32))))


def test_the_mean_of_many_frames_has_little_noise() -> None:
    table = StillTable()
    assert not table.take(frame(1))
    single = off(table)
    assert all(table.take(frame(seed)) for seed in range(2, 26))
    assert table.frames == 25
    assert off(table) < single / 3


def test_a_camera_that_trembles_by_a_pixel_is_followed() -> None:
    table = StillTable()
    table.take(frame(1, 2.0))
    for seed, (right, down) in enumerate([(1, 0), (0, -1), (-1, 1), (0, 0)]):
        shift = np.array([[1, 0, right], [0, 1, down]], np.float32)
        size = (TABLE.shape[1], TABLE.shape[0])
        moved = cv2.warpAffine(frame(seed + 2, 2.0), shift, size, borderMode=cv2.BORDER_REPLICATE)
        assert table.take(np.asarray(moved, np.uint8))
    assert off(table) < 2.0


def test_a_card_put_down_or_another_picture_size_begins_anew() -> None:
    table = StillTable()
    table.take(frame(1))
    table.take(frame(2))
    changed = frame(3)
    changed[180:, 180:] = 40
    assert not table.take(changed)
    assert table.frames == 1
    assert (table.mean() == changed).all()
    assert not table.take(changed[:100])
    assert not table.take(changed[:99])


@pytest.mark.parametrize("px", [1.5, 2.0, 3.0])
@pytest.mark.parametrize(("paper", "ink", "noise"), [(225, 40, 4), (150, 105, 2), (225, 40, 16)])
def test_another_code_in_the_place_of_one_begins_anew_and_trembling_does_not(
    px: float, paper: int, ink: int, noise: float
) -> None:
    rng = np.random.default_rng(3)

    def lying(text: str) -> Grey:
        """Draw a code of almost the same text, half a tremble off."""
        corners = (np.array([(0, 0), (21, 2), (19, 23), (-2, 21.0)]) * px) + 40 + rng.uniform(-0.3, 0.3, 2)
        drawn = on_table(text, corners, size=160)
        levels = np.where(drawn == TABLE_LEVEL, drawn, ink + (drawn - INK) * ((paper - ink) / (PAPER - INK)))
        return seen_by_camera(levels.astype(np.uint8), blur=0.7, noise=noise, seed=int(rng.integers(99)))

    table = StillTable()
    table.take(lying("TC1PR0001X"))
    assert all(table.take(lying("TC1PR0001X")) for _ in range(6))
    assert not table.take(lying("TC1PR0002K"))


def test_print_that_trembles_across_the_edge_of_the_picture_is_the_same() -> None:
    rng = np.random.default_rng(0)
    cloth = cv2.GaussianBlur(rng.integers(0, 255, (240, 320)).astype(np.float32), (0, 0), 4)
    cloth = np.clip((cloth - 127) * 10 + 127, 0, 255)
    table = StillTable()
    for seed in range(10):
        right, down = rng.uniform(-0.9, 0.9, 2)
        shift = np.array([[1, 0, right], [0, 1, down]], np.float32)
        seen = cv2.warpAffine(cloth, shift, (320, 240))[5:-5, 5:-5].astype(np.uint8)
        assert table.take(seen_by_camera(seen, noise=4, seed=seed)) is (seed > 0)


def test_a_light_that_is_turned_up_is_no_motion() -> None:
    table = StillTable()
    table.take(frame(1, 2.0))
    assert table.take(np.minimum(frame(2, 2.0), 250) + np.uint8(5))


def test_sums_never_overflow() -> None:
    table = StillTable()
    white = np.full((48, 48), 255, np.uint8)
    for _ in range(MOST + 20):
        table.take(white)
    assert table.frames == MOST
    assert (np.rint(table.mean()) == 255).all()
