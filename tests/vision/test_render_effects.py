"""What spoils pictures: each effect does what it is named after, and the truth about the codes follows it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.camera import WEBCAM
from vision.decode import Reader
from vision.frame import Grey
from vision.lens import Lens
from vision.render import Picture, Piece, Scene, View, render
from vision.render_lens import bent

CARDS = tuple(
    Piece(f"TC1AA{i:02d}", 60 + 75 * (i % 4), 60 + 95 * (i // 4), 37.0 * i, sticker_mm=20) for i in range(8)
)
PLAIN = View(330, noise=0, light=0)


def photo(view: View = PLAIN, seed: int = 0) -> Picture:
    return render(Scene(345, 215, CARDS), WEBCAM, view, seed=seed)


def inside(grey: Grey, picture: Picture, index: int = 1) -> Grey:
    corners = np.array(picture.tags[index].corners)
    x0, y0 = corners.min(0).astype(int)
    x1, y1 = corners.max(0).astype(int)
    return grey[y0:y1, x0:x1]


def steepness(grey: Grey) -> tuple[float, float]:
    level = grey.astype(float)
    return float((np.diff(level, axis=1) ** 2).mean()), float((np.diff(level, axis=0) ** 2).mean())


@pytest.mark.parametrize("k1", [-0.06, 0.06])
def test_codes_in_a_bent_picture_lie_where_the_truth_says(k1: float) -> None:
    picture = photo(replace(PLAIN, k1=k1))
    truth = {tag.payload: tag for tag in picture.tags}
    unhurried = Reader(clock=lambda: 0.0)
    read = [tag for tag in unhurried.read(picture.grey, thorough=True) if tag.problem is None]
    assert {tag.text for tag in read} == set(truth)
    for tag in read:
        gaps = [math.dist(a, b) for a, b in zip(tag.corners, truth[tag.text].corners, strict=True)]
        assert np.mean(gaps) < 0.5


def test_a_lens_that_knows_the_bend_makes_it_straight() -> None:
    curved, straight = photo(replace(PLAIN, k1=-0.15)), photo()
    lens = Lens(1920, 1080, WEBCAM.focal_px(still=False), 959.5, 539.5, -0.15)
    there = {tag.payload: np.array(tag.corners) for tag in straight.tags}
    moved = []
    for tag in curved.tags:
        assert lens.straighten(np.array(tag.corners)) == pytest.approx(there[tag.payload], abs=0.05)
        moved.append(np.abs(np.array(tag.corners) - there[tag.payload]).max())
    assert max(moved) > 5


@pytest.mark.parametrize("k1", [-0.2, -0.1, 0.1])
def test_every_pixel_of_a_bent_picture_comes_from_where_the_lens_says(k1: float) -> None:
    lens = Lens(960, 540, 640, 479.5, 269.5, k1)
    y, x = np.mgrid[0:540, 0:960].astype(np.float32)
    found = np.stack([bent(axis, lens) for axis in (x, y)], 2)[50:-50, 50:-50]
    true = lens.straighten(np.stack([x, y], 2)[50:-50, 50:-50].reshape(-1, 2)).reshape(found.shape)
    within = (true > 0).all(2) & (true < (959, 539)).all(2)
    assert within.mean() > 0.6
    assert np.abs(found - true)[within].max() < 0.1


@pytest.mark.parametrize(("towards", "flat"), [(0.0, 0), (90.0, 1)])
def test_motion_smears_along_its_way_alone(towards: float, flat: int) -> None:
    sharp, smeared = photo(), photo(replace(PLAIN, motion_px=5, motion_deg=towards))
    # An upright card: its modules' edges lie along rows and columns.
    before, after = (steepness(inside(picture.grey, sharp, 0)) for picture in (sharp, smeared))
    assert after[flat] < 0.35 * before[flat]
    assert after[1 - flat] > 0.5 * before[1 - flat]


def test_corners_get_less_light_and_the_middle_as_much_as_before() -> None:
    even, dim = photo().grey, photo(replace(PLAIN, dim_corners=0.75)).grey
    assert dim[540, 960] == pytest.approx(even[540, 960], abs=2)
    # A quarter of the light is half the level: the tone curve is a square root.
    for y, x in ((0, 0), (0, 1900), (1060, 0), (1060, 1900)):
        part = np.s_[y : y + 20, x : x + 20]
        assert dim[part].mean() == pytest.approx(even[part].mean() / 2, rel=0.05)


def test_covers_hide_their_share_of_the_codes_they_are_meant_for() -> None:
    view = replace(PLAIN, cover=0.1, covered=0.5, lamp=3)
    free, picture = photo(), photo(view)
    hidden = [tag for tag in picture.tags if tag.covered > 0]
    assert 0 < len(hidden) < len(picture.tags)
    assert {tag.covered for tag in hidden} == {0.1}
    for index, tag in enumerate(picture.tags):
        changed = (inside(picture.grey, picture, index) != inside(free.grey, free, index)).mean()
        assert (changed > 0.02) == (tag.covered > 0)
    again = photo(view, seed=1)
    assert [tag.covered for tag in again.tags] == [tag.covered for tag in picture.tags]
    assert np.array_equal(again.grey, picture.grey)


def test_ink_that_has_grown_is_darker_and_ink_that_has_shrunk_lighter() -> None:
    levels = [
        float(inside((shot := photo(replace(PLAIN, ink_gain=gain))).grey, shot).mean())
        for gain in (-0.2, 0.0, 0.2)
    ]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] - levels[2] > 20


def test_a_busy_table_hides_no_code_and_adds_none() -> None:
    busy = photo(replace(PLAIN, busy=True))
    assert (np.abs(busy.grey.astype(int) - photo().grey) > 20).mean() > 0.02
    read = {tag.text for tag in Reader().read(busy.grey) if tag.problem is None}
    assert read == {tag.payload for tag in busy.tags}


def test_a_poorly_packed_picture_is_the_same_picture_with_less_in_it() -> None:
    whole, packed = photo(), photo(replace(PLAIN, jpeg=10))
    off = np.abs(whole.grey.astype(int) - packed.grey)
    assert 0.5 < off.mean() < 6
    assert packed.tags == whole.tags
