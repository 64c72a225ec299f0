"""Homographies, angles, quads, and the arithmetic of cameras."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera import CAMERAS, CM2, CM3, CM3_WIDE, WEBCAM, CameraModel, code_side_mm
from vision.errors import GeometryError
from vision.geometry import apply, area, box, contains, homography, rigid, signed_deg
from vision.tag import Tag


def test_a_homography_is_recovered_from_four_points_and_from_many() -> None:
    true = np.array([[1.2, 0.1, 30], [-0.2, 0.9, 12], [1e-4, 3e-4, 1]])
    for count in (4, 40):
        points = np.random.default_rng(1).uniform(0, 500, (count, 2))
        found = homography(points, apply(true, points))
        np.testing.assert_allclose(found, true, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("points", [[(0, 0), (1, 1), (2, 2), (3, 3)], [(5, 5)] * 4, [(0, 0), (1, 0), (0, 1)]])
def test_points_that_fix_no_plane_are_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(GeometryError):
        homography(points, points)


def test_angles_turn_clockwise_as_seen() -> None:
    np.testing.assert_allclose(apply(rigid(10, 20, 90), [(1, 0)]), [(10, 21)], atol=1e-9)
    assert signed_deg(350) == -10


def test_quads() -> None:
    assert area(box(3, 4)) == pytest.approx(12)
    assert contains(box(3, 4), (1.4, -1.9))
    assert not contains(box(3, 4), (1.6, 0))


def test_a_tag_knows_its_middle_turn_and_size() -> None:
    corners = tuple((float(x), float(y)) for x, y in apply(rigid(100, 50, 90), box(42, 42)))
    tag = Tag.measured("A", corners, 0, "test")  # type: ignore[arg-type]
    assert tag.centre == pytest.approx((100, 50))
    assert tag.rotation_deg == pytest.approx(90)
    assert tag.module_px == pytest.approx(2)
    twice = tag.scaled(2)
    assert twice.centre == pytest.approx((200.5, 100.5))
    assert twice.module_px == pytest.approx(4)


@pytest.mark.parametrize(
    ("camera", "height_mm", "still", "px_per_mm"),
    [
        (CM3, 600, True, 5.91),
        (CM3, 600, False, 2.96),
        (CM3, 1000, True, 3.55),
        (CM3_WIDE, 600, True, 3.11),
        (CM2, 600, True, 4.53),
        (WEBCAM, 600, False, 2.29),
    ],
)
def test_pixels_a_millimetre_as_documented(
    camera: CameraModel, height_mm: float, still: bool, px_per_mm: float
) -> None:
    assert camera.px_per_mm(height_mm, still=still) == pytest.approx(px_per_mm, abs=0.02)


def test_the_recommended_sticker_has_three_and_a_half_pixels_a_module() -> None:
    assert code_side_mm() == pytest.approx(12.6)
    assert CM3.px_per_module(600, still=True) == pytest.approx(3.55, abs=0.05)
    width, height = CM3.field_mm(600)
    assert (round(width), round(height)) == (779, 438)
    assert CM3.height_for(width, 100) == pytest.approx(600)
    assert all(name == model.name for name, model in CAMERAS.items())
