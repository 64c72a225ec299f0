"""The scenes that readers are measured on tell the truth, and misreadings are counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.bench.bench_reading import WANTED, Tally, lines, watch
from tests.bench.scenes import BASE, SUITES, mixed, photograph
from vision.decode_zxing import ZxingDecoder

SMALL = replace(BASE, size=(960, 540), codes=4)


def test_the_truth_about_a_scene_is_what_a_reader_finds() -> None:
    scene = photograph(SMALL, 3)
    tags = {tag.text: tag for tag in ZxingDecoder().decode(scene.frame(0))}
    assert len(scene.codes) == 4
    assert tags.keys() == {code.text for code in scene.codes}
    for code in scene.codes:
        assert np.abs(np.subtract(tags[code.text].corners, code.corners)).max() < 2


def test_the_same_seed_gives_the_same_frames_and_each_frame_its_own_noise() -> None:
    first, again = photograph(SMALL, 1), photograph(SMALL, 1)
    assert (first.frame(2) == again.frame(2)).all()
    assert (first.frame(2) != first.frame(3)).any()
    assert (first.frame(1) != photograph(SMALL, 2).frame(1)).any()


@pytest.mark.parametrize(
    "worse",
    [
        {"blur_px": 3.0},
        {"motion_px": 12.0},
        {"noise": 60.0},
        {"exposure": 0.02},
        {"cover": 0.3},
        {"ink_gain": 0.45},
        {"jpeg": 4},
        {"module_px": 1.2},
        {"tilt_deg": 65.0},
    ],
)
def test_every_trouble_makes_reading_harder(worse: dict[str, float]) -> None:
    hard = replace(SMALL, **worse)  # type: ignore[arg-type]
    seen = (ZxingDecoder().decode(photograph(each, 3).frame(1)) for each in (SMALL, hard))
    easily, hardly = (sum(tag.problem is None for tag in tags) for tags in seen)
    assert hardly < easily == 4


def test_mixed_scenes_differ_and_busy_tables_hold_no_codes() -> None:
    assert len({mixed(seed) for seed in range(12)}) == 12
    assert photograph(SUITES["no codes"](0), 0).codes == ()


def test_texts_in_the_wrong_place_are_false() -> None:
    scene = photograph(SMALL, 1)
    right = [
        (code.text, (float(code.corners[:, 0].mean()), float(code.corners[:, 1].mean())))
        for code in scene.codes
    ]
    tally = Tally()
    tally.count(scene.codes, [*right, (right[0][0], right[1][1]), ("MADE UP", right[2][1])])
    assert (tally.hit, tally.asked, tally.false) == (4, 4, 2)
    assert tally.share == 1.0


def test_what_falls_short_of_a_goal_is_said_aloud() -> None:
    figures = {
        "read": {"frame": 0.5, "second": 0.7, "zxing": 0, "pyzbar": 0, "OpenCV": 0},
        "ms": {"frame": 1.0},
    }
    found = {"mixed": figures | {"codes": 10, "false": 1, "corners_px": [0.1, 0.9]}}
    assert WANTED["mixed"] == 0.9
    assert sum("OVER" in line for line in lines(found)) == 3


def test_a_busy_table_without_codes_is_read_as_empty() -> None:
    tallies = {"frame": Tally(), "second": Tally()}
    watch(photograph(replace(SMALL, codes=0, busy=True), 0), tallies)
    assert [tally.false for tally in tallies.values()] == [0, 0]
