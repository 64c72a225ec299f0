"""Codes read at a known or nearly known place: covered, blurred, noisy; and never guessed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.codes import modules_of, on_table, seen_by_camera
from vision.frame import Grey
from vision.geometry import Points
from vision.refine import FINE, corners_of, fit, locate, pose_of, template
from vision.sampler import EVIDENCE, decode, read_symbol, soft_modules

TEXT = "TC1AA01"
SLANTED = np.array([(60.0, 40.0), (140.5, 55.0), (150.0, 150.0), (48.0, 141.0)])


def light(grey: Grey) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return grey.astype(np.float32)


def square(module_px: float) -> Points:
    side = 21 * module_px
    return np.array([(60.3, 70.6), (60.3 + side, 70.6), (60.3 + side, 70.6 + side), (60.3, 70.6 + side)])


def test_all_modules_of_a_sharp_code_are_told() -> None:
    picture = light(on_table(TEXT, SLANTED))
    soft = soft_modules(picture, pose_of(SLANTED, 21), 1)
    assert ((soft > 0) == modules_of(TEXT)).all()
    symbol = read_symbol(picture, pose_of(SLANTED, 21), 1)
    assert symbol is not None
    assert symbol.text == TEXT
    assert (symbol.modules == modules_of(TEXT)).all()


@pytest.mark.parametrize(
    ("module_px", "blur", "noise"), [(1.75, 0.7, 4.0), (4.0, 2.0, 4.0), (3.0, 0.7, 24.0), (6.0, 3.0, 2.0)]
)
def test_small_blurred_and_noisy_codes_are_read(module_px: float, blur: float, noise: float) -> None:
    read = 0
    for seed in range(8):
        corners = square(module_px)
        picture = light(seen_by_camera(on_table(TEXT, corners), blur=blur, noise=noise, seed=seed))
        symbol = read_symbol(picture, pose_of(corners, 21), 1)
        assert symbol is None or symbol.text == TEXT
        read += symbol is not None
    assert read >= 7


@pytest.mark.parametrize("shade", [10, 110, 200])
@pytest.mark.parametrize("corner", range(4))
def test_a_code_with_a_covered_corner_is_read_from_a_rough_place(shade: int, corner: int) -> None:
    grey = on_table(TEXT, SLANTED)
    others = SLANTED[[(corner + 1) % 4, corner - 1]]
    finger = np.array([SLANTED[corner], *(SLANTED[corner] + (others - SLANTED[corner]) * 0.3)])
    cv2.fillConvexPoly(grey, np.rint(finger).astype(np.int32), shade)
    off = np.array([(2.0, -2.5), (-3.0, 1.0), (1.5, 3.0), (-1.0, -2.0)])
    found = locate(light(grey), pose_of(SLANTED + off, 21), 1)
    symbol = read_symbol(light(grey), found.pose, 1)
    assert symbol is not None
    assert symbol.text == TEXT


@pytest.mark.parametrize("version", [1, 2])
def test_a_rough_place_is_fitted_to_a_tenth_of_a_pixel(version: int) -> None:
    modules = 17 + 4 * version
    picture = light(seen_by_camera(on_table(TEXT, SLANTED, version=version), blur=0.7, noise=3.0))
    off = np.array([(3.0, -2.0), (-2.5, -2.0), (2.0, 2.5), (-3.0, 2.0)])
    rough = locate(picture, pose_of(SLANTED + off, modules), version)
    ink = modules_of(TEXT, version=version)
    exact = fit(picture, rough.pose, template(ink, np.ones_like(ink), FINE), 4)
    assert exact.agreement > 0.8
    assert np.abs(np.subtract(corners_of(exact.pose, modules), SLANTED)).max() < 0.2


def test_a_place_without_a_code_agrees_with_none() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        blocks = rng.integers(0, 256, (32, 32)).astype(np.uint8)
        picture = light(np.asarray(cv2.resize(blocks, (220, 220), interpolation=cv2.INTER_NEAREST), np.uint8))
        found = locate(picture, pose_of(SLANTED, 21), 1)
        assert found.agreement < 0.5
        assert read_symbol(picture, found.pose, 1) is None
    flat = np.full((220, 220), 128, np.float32)
    assert locate(flat, pose_of(SLANTED, 21), 1).agreement <= 0
    assert read_symbol(flat, pose_of(SLANTED, 21), 1) is None


def test_random_modules_within_true_patterns_are_never_a_text() -> None:
    rng = np.random.default_rng(7)
    for _ in range(150):
        soft = np.where(modules_of(TEXT), 1, -1).astype(np.float32)
        soft[9:, 9:] = rng.normal(0, 1, (12, 12))
        soft[9:13, :] = rng.normal(0, 1, (4, 21))
        assert decode(soft, 1) is None


def test_what_is_read_is_far_better_than_chance() -> None:
    rng = np.random.default_rng(3)
    for doubt in np.linspace(0, 1.2, 40):
        soft = np.where(modules_of(TEXT), 1, -1) + rng.normal(0, doubt, (21, 21))
        symbol = decode(soft.astype(np.float32), 1)
        assert symbol is None or (symbol.text == TEXT and symbol.evidence >= EVIDENCE)


def test_a_pose_that_reaches_the_horizon_has_corners_far_away_and_breaks_nothing() -> None:
    pose = np.array([[3.0, 0, 10], [0, 3.0, 10], [-1 / 21, 0, 1]])
    corners = np.array(corners_of(pose, 21))
    assert np.isfinite(corners).all()
    assert corners[0] == pytest.approx((10, 10))
    assert corners[1:3].max() > 1e6
