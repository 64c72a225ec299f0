"""What the first reader leaves unread: found, read while the table rests, forgotten when it moves."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from tests.vision.codes import on_table, seen_by_camera
from vision.camera import CM3
from vision.cascade import Cascade
from vision.decode import Reader
from vision.decode_zxing import ZxingDecoder
from vision.finders import candidates, outlines
from vision.frame import Grey
from vision.geometry import contains
from vision.refine import corners_of
from vision.render import Picture, Piece, Scene, View, render
from vision.still_table import BLOCK
from vision.tag import Tag

SLANTED = np.array([(60.0, 40.0), (140.5, 55.0), (150.0, 150.0), (48.0, 141.0)])
SMALL = np.array([(60.0, 40.0), (91.5, 43.0), (88.5, 74.5), (57.0, 71.5)])
"""Corners of a code of 1.5 pixels a module, which zxing does not read."""
NEVER = 1e9


def unhurried() -> Reader:
    """Make a reader that takes the time it needs, on a busy machine too."""
    return Reader(clock=lambda: 0.0)


@dataclass
class Ticking:
    """Let every look at the clock take a second, so that a budget counts steps."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def small_codes(seed: int = 0, *, noise: float = 6.0, shift: float = 0.0) -> Picture:
    pieces = tuple(
        Piece(f"TC1AA{i:02d}", 60 + 75 * (i % 5) + shift, 60 + 95 * (i // 5), 37 * i, 63, 88)
        for i in range(15)
    )
    return render(Scene(400, 320, pieces), CM3, View(600, tilt_deg=20, noise=noise), seed=seed)


def texts(tags: tuple[Tag, ...]) -> set[str]:
    return {tag.text for tag in tags if tag.problem is None}


def covered(grey: Grey, share: float) -> Grey:
    finger = np.array([SLANTED[0], *(SLANTED[0] + (SLANTED[[1, 3]] - SLANTED[0]) * share)])
    finger += (finger - SLANTED.mean(0)) * 0.2
    return cv2.fillConvexPoly(grey.copy(), np.rint(finger).astype(np.int32), 90)  # type: ignore[return-value]


def test_stickers_are_outlined_and_their_codes_stood_upright() -> None:
    picture = small_codes()
    found = candidates(picture.grey, outlines(picture.grey), 0.5)
    hit = 0
    for true in picture.tags:
        near = [
            each
            for each in found
            if math.dist(np.mean(corners_of(each.pose, 21), 0), np.mean(true.corners, 0)) < 9
        ]
        off = [
            np.abs(np.subtract(corners_of(each.pose, 21), true.corners)).max() / true.module_px
            for each in near
            if each.version == 1
        ]
        hit += bool(off) and min(off) < 2.5
    assert hit >= 0.6 * len(picture.tags)


def test_a_still_table_is_read_whole_within_a_second() -> None:
    reader = unhurried()
    first = texts(reader.read(small_codes().grey))
    truth = {tag.payload for tag in small_codes().tags}
    assert len(first) < 0.8 * len(truth)
    read: tuple[Tag, ...] = ()
    for seed in range(6):
        read = reader.read(small_codes(seed).grey, still=True)
        assert texts(read) <= truth
        if texts(read) == truth:
            break
    assert texts(read) == truth


def test_the_next_frame_goes_on_where_time_ran_out() -> None:
    pictures = [small_codes(seed) for seed in range(8)]
    seen = [ZxingDecoder().decode(picture.grey) for picture in pictures]
    cascade = Cascade([ZxingDecoder()], Ticking())
    counts = [
        len(texts(cascade.look(picture.grey, tags, budget_s=12)))
        for picture, tags in zip(pictures, seen, strict=True)
    ]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    patient = Cascade([ZxingDecoder()], Ticking())
    assert len(texts(patient.look(pictures[0].grey, seen[0], budget_s=NEVER))) > counts[0]


def test_nothing_is_remembered_of_a_table_that_has_moved() -> None:
    before, after = small_codes(), small_codes(shift=12.0)
    cascade = Cascade([ZxingDecoder()], Ticking())
    assert texts(cascade.look(before.grey, (), budget_s=NEVER))
    assert cascade.look(after.grey, (), budget_s=0) == ()
    assert texts(cascade.look(before.grey, (), budget_s=NEVER))
    cascade.forget()
    assert cascade.look(before.grey, (), budget_s=0) == ()


def test_a_code_that_is_covered_while_all_else_rests_is_not_reported_any_more() -> None:
    grey = small_codes().grey
    cascade = Cascade([ZxingDecoder()], Ticking())
    before = cascade.look(grey, (), budget_s=NEVER)
    hidden = next(tag for tag in before if tag.text == "TC1AA07")
    (x0, y0), (x1, y1) = np.min(hidden.corners, 0).astype(int), np.max(hidden.corners, 0).astype(int)
    # As light as what it hides: only the pattern is gone.
    covered_now = grey.copy()
    covered_now[y0 : y1 + 1, x0 : x1 + 1] = cv2.blur(grey, (45, 45))[y0 : y1 + 1, x0 : x1 + 1]
    assert hidden.text not in texts(cascade.look(covered_now, (), budget_s=0))
    assert texts(cascade.look(covered_now, (), budget_s=NEVER)) == texts(before) - {hidden.text}


def test_a_card_exchanged_for_one_as_light_between_two_looks_is_read_and_never_the_one_before() -> None:
    cascade = Cascade([ZxingDecoder()], Ticking())
    shown = ["TC1AA01", "TC1AA02"] * 3
    for seed, text in enumerate(shown):
        lying = on_table(text, SMALL, size=14 * BLOCK)
        grey = seen_by_camera(lying, blur=0.8, noise=4, seed=seed)
        assert texts(cascade.look(grey, (), budget_s=NEVER)) == {text}


def test_when_the_only_code_is_covered_while_the_table_rests_it_is_gone_and_looks_go_on() -> None:
    grey = on_table("TC1AA01", SLANTED, size=14 * BLOCK)
    cascade = Cascade([ZxingDecoder()], Ticking())
    assert texts(cascade.look(grey, (), budget_s=NEVER)) == {"TC1AA01"}
    # Each block is turned about: all are as light as before, and the pattern is gone.
    gone = grey.reshape(14, BLOCK, 14, BLOCK)[:, ::-1, :, ::-1].reshape(grey.shape)
    assert cascade.look(gone, (), budget_s=0) == ()
    # Only the mean of all frames shows it still.
    assert texts(cascade.look(gone, (), budget_s=NEVER)) <= {"TC1AA01"}


def test_another_text_in_a_known_place_makes_all_begin_anew() -> None:
    grey = small_codes().grey
    cascade = Cascade([ZxingDecoder()], Ticking())
    known = cascade.look(grey, (), budget_s=NEVER)
    swapped = Tag.measured("TC1ZZ99", known[0].corners, 21, "zxing")
    assert texts(cascade.look(grey, (swapped,), budget_s=0)) == {"TC1ZZ99"}


def test_a_table_on_which_nothing_more_is_found_is_left_in_peace() -> None:
    cascade = Cascade([ZxingDecoder()], clock := Ticking())
    for seed in range(4):
        cascade.look(seen_by_camera(on_table("TC1AA01", SLANTED), noise=2, seed=seed), (), budget_s=NEVER)
    before = clock.now
    cascade.look(seen_by_camera(on_table("TC1AA01", SLANTED), noise=2, seed=9), (), budget_s=NEVER)
    assert clock.now - before <= 3


@pytest.mark.parametrize("share", [0.25, 0.33])
def test_a_finger_over_a_finder_pattern_hides_no_code(share: float) -> None:
    grey = covered(on_table("TC1AA01", SLANTED, margin=4), share)
    assert texts(ZxingDecoder().decode(grey)) == set()
    assert texts(unhurried().read(grey, thorough=True)) == {"TC1AA01"}


def test_a_code_whose_sticker_cannot_be_seen_is_read_where_it_was_known_to_lie() -> None:
    grey = on_table("TC1AA01", SLANTED, margin=4)
    outside = np.ones_like(grey)
    cv2.fillConvexPoly(outside, np.rint(SLANTED + (SLANTED - SLANTED.mean(0)) * 0.15).astype(np.int32), 0)
    rng = np.random.default_rng(0)
    blocks = cv2.resize(rng.integers(20, 240, (44, 44)).astype(np.uint8), (220, 220), interpolation=0)
    grey = np.where(covered(outside * 255, 0.3) != 0, np.asarray(blocks, np.uint8), grey)
    a, b, c, d = ((float(x) + 2, float(y) - 2) for x, y in SLANTED)
    assert texts(unhurried().read(grey, still=True)) == set()
    assert texts(unhurried().read(grey, still=True, places=[(a, b, c, d)])) == {"TC1AA01"}


def test_corners_are_fitted_to_a_part_of_a_pixel() -> None:
    off = []
    for seed in range(2):
        picture = small_codes(seed, noise=3.0)
        truth = {tag.payload: tag.corners for tag in picture.tags}
        for tag in unhurried().read(picture.grey, thorough=True):
            if tag.problem is None:
                off += [math.dist(a, b) for a, b in zip(tag.corners, truth[tag.text], strict=True)]
    assert np.median(off) < 0.2
    assert np.percentile(off, 95) < 0.5


def test_the_same_text_in_two_places_is_two_tags() -> None:
    left, right = on_table("TC1AA01", SLANTED), on_table("TC1AA01", SLANTED * 0.9 + 12)
    tags = unhurried().read(np.hstack([left, right]), thorough=True)
    assert [tag.text for tag in tags if tag.problem is None] == ["TC1AA01"] * 2
    assert sum(contains(tag.corners, (100, 95)) for tag in tags) == 1


def test_frames_of_another_size_begin_anew() -> None:
    reader = unhurried()
    for size in (220, 180, 260):
        corners = SLANTED * size / 260
        assert texts(reader.read(on_table("TC1AA01", corners, size=size), still=True)) == {"TC1AA01"}
