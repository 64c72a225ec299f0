"""A lens found out from pictures of stickers, kept in a file, and undone before anything is laid out."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.vision.grids import CODE_MM, Hands, lay, quad, shoot, tally, told
from vision.calibrate import BLURRED_PX, calibrate
from vision.camera import CM3_WIDE, WEBCAM, CameraModel
from vision.errors import LensError
from vision.geometry import Matrix, apply, box, homography, rigid
from vision.layout import Pitch, lattice
from vision.lens import Lens, load_lens, save_lens
from vision.render import Scene, View, projection
from vision.tag import Tag

SIZE = WEBCAM.video
FOCAL = WEBCAM.focal_px()
WIDE = CameraModel("wide", SIZE, SIZE, 95)
BARREL = Lens(*SIZE, FOCAL, 959.5, 539.5, -0.22, 0.06)
PILLOW = Lens(*SIZE, FOCAL, 959.5, 539.5, 0.1)
SHEET = {f"S{col}{row}": rigid((col - 2.5) * 24, (row - 3.5) * 24, 0) for col in range(6) for row in range(8)}
PLACES = np.array([(x, y) for x in range(200, 1800, 200) for y in range(150, 1000, 150)], np.float64)


def seen(
    lens: Lens,
    poses: dict[str, Matrix],
    view: View,
    noise_px: float,
    seed: int = 0,
    camera: CameraModel = WEBCAM,
) -> list[Tag]:
    """Return the tags of a sheet as a lens bends them, those inside the picture."""
    rng = np.random.default_rng(seed)
    to_picture = projection(Scene(0, 0, ()), camera, view)
    tags = []
    for text, pose in poses.items():
        corners = lens.bend(apply(to_picture @ pose, box(CODE_MM, CODE_MM)) - 0.5)
        if corners.min() > 0 and (corners < SIZE).all():
            tags.append(quad(text, corners + rng.normal(0, noise_px, (4, 2))))
    return tags


def pictures(lens: Lens, count: int = 8, tilt: float = 35, noise_px: float = 0.4) -> list[list[Tag]]:
    """Photograph the sheet from all round."""
    return [
        seen(lens, SHEET, View(250 + 10 * i, tilt * (0.4 + 0.6 * (i % 2)), 83 * i, 131 * i), noise_px, i)
        for i in range(count)
    ]


@pytest.mark.parametrize("true", [BARREL, PILLOW], ids=["barrel", "pillow"])
@pytest.mark.parametrize("is_charted", [True, False])
def test_a_lens_is_found_from_an_uncut_sticker_sheet(true: Lens, is_charted: bool) -> None:
    chart = {text: apply(pose, box(CODE_MM, CODE_MM)) for text, pose in SHEET.items()}
    found = calibrate(pictures(true), SIZE, CODE_MM, chart if is_charted else None)
    assert found.focal_px == pytest.approx(FOCAL, rel=0.01)
    assert (found.width, found.height, found.pictures) == (*SIZE, 8)
    assert found.error_px < 1
    off = np.abs(found.straighten(true.bend(PLACES)) - PLACES - (found.centre_x - true.centre_x, 0))
    assert np.median(off) < 3
    assert np.abs(true.bend(PLACES) - PLACES).max() > 20


@pytest.mark.parametrize(("k1", "k2"), [(-0.2, 0.03), (-0.3, 0.08)])
def test_a_strongly_bent_lens_is_found_to_a_few_pixels(k1: float, k2: float) -> None:
    true = Lens(*SIZE, WIDE.focal_px(), 959.5, 539.5, k1, k2)
    shots = [
        seen(true, SHEET, View(150 + 10 * i, 10 + 15 * (i % 2), 45 * i, 131 * i), 0.3, i, WIDE)
        for i in range(8)
    ]
    straight = calibrate(shots, SIZE, CODE_MM).straighten(true.bend(PLACES))
    off = np.abs(apply(homography(straight, PLACES), straight) - PLACES)
    assert off.max() < 4
    assert np.median(off) < 0.5


@pytest.mark.parametrize("k1", [-0.05, -0.08])
def test_a_mild_bend_is_undone_for_the_better_part(k1: float) -> None:
    true = Lens(*SIZE, FOCAL, 962.5, 535.5, k1)
    rng = np.random.default_rng(3)
    few = [
        [tag for tag in tags if rng.random() < 0.4] for tags in pictures(true, count=5, tilt=40, noise_px=0.3)
    ]
    lens = calibrate(few, SIZE, CODE_MM)
    bent = true.bend(PLACES)
    left = {name: lens_off(places) for name, places in (("none", bent), ("found", lens.straighten(bent)))}
    assert left["found"] < 0.5 * left["none"]


def lens_off(places: NDArray[np.float64]) -> float:
    """Return how far places are off those on a flat table, seen from anywhere."""
    return float(np.abs(apply(homography(places, PLACES), places) - PLACES).max())


@pytest.mark.parametrize("order", ["bbbbssss", "bsbsbsbs"])
def test_no_lens_is_found_that_fits_pictures_of_two_lenses_badly(order: str) -> None:
    bent, straight = (Lens(*SIZE, WIDE.focal_px(), 959.5, 539.5, *k) for k in ((-0.2, 0.03), (0, 0)))
    shots = [
        seen(
            bent if which == "b" else straight,
            SHEET,
            View(150 + 10 * i, 8 + 16 * (i % 2), 45 * i, 131 * i),
            0.3,
            i,
            WIDE,
        )
        for i, which in enumerate(order)
    ]
    with suppress(LensError):
        assert calibrate(shots, SIZE, CODE_MM).error_px <= BLURRED_PX * SIZE[0]


def test_pictures_that_do_not_tell_the_lens_are_refused() -> None:
    with pytest.raises(LensError) as few:
        calibrate(pictures(BARREL, 3), SIZE, CODE_MM)
    assert few.value.key == "vision.lens.too_few"
    straight_down = [seen(BARREL, SHEET, View(250 + i, 0, 0, 20 * i), 0.4, i) for i in range(6)]
    with pytest.raises(LensError) as alike:
        calibrate(straight_down, SIZE, CODE_MM)
    assert alike.value.key == "vision.lens.too_alike"


def test_a_sheet_that_was_bent_or_moved_is_refused() -> None:
    rng = np.random.default_rng(2)
    moved = [
        [quad(tag.text, np.array(tag.corners) + rng.normal(0, 40, 2)) for tag in tags]
        for tags in pictures(BARREL)
    ]
    with pytest.raises(LensError) as unfitting:
        calibrate(moved, SIZE, CODE_MM)
    assert unfitting.value.key in {"vision.lens.unfitting", "vision.lens.too_alike"}


@settings(max_examples=50)
@given(x=st.floats(0, 1919), y=st.floats(0, 1079), lens=st.sampled_from([BARREL, PILLOW]))
def test_straightening_undoes_bending(x: float, y: float, lens: Lens) -> None:
    point = np.array([(x, y)])
    assert np.abs(lens.straighten(lens.bend(point)) - point).max() < 0.01


def test_a_lens_is_the_same_in_a_still_of_the_same_shape() -> None:
    double = BARREL.for_size((3840, 2160))
    doubled = double.straighten((PLACES + 0.5) * 2 - 0.5)
    assert np.abs((doubled + 0.5) / 2 - 0.5 - BARREL.straighten(PLACES)).max() < 1e-6
    with pytest.raises(LensError) as other:
        BARREL.for_size((1640, 1232))
    assert other.value.key == "vision.lens.other_shape"


def test_a_lens_is_kept_in_a_file_that_people_can_read(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    save_lens(BARREL, path)
    assert load_lens(path) == BARREL
    assert "k1 = -0.22" in path.read_text()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (None, "vision.lens.unread"),
        ("k1 = ", "vision.lens.unread"),
        ("\x00\xff", "vision.lens.unread"),
        ("k1 = 0.1", "vision.lens.wrong_value"),
        ("extra", "vision.lens.wrong_value"),
        ("word", "vision.lens.wrong_value"),
        ("zero", "vision.lens.wrong_value"),
        ("nan", "vision.lens.wrong_value"),
        ("endless", "vision.lens.wrong_value"),
    ],
)
def test_a_spoilt_file_says_what_is_wrong(tmp_path: Path, text: str | None, key: str) -> None:
    path = tmp_path / "lens.toml"
    save_lens(BARREL, path)
    good = path.read_text()
    spoilt = {
        "extra": good + "k9 = 1.0\n",
        "word": good.replace("k1 = -0.22", 'k1 = "much"'),
        "zero": good.replace("width = 1920", "width = 0"),
        "nan": good.replace("k1 = -0.22", "k1 = nan"),
        "endless": good.replace("width = 1920", f"width = 1{'0' * 400}"),
    }
    if text is None:
        path.unlink()
    else:
        path.write_text(spoilt.get(text, text), "latin-1")
    with pytest.raises(LensError) as error:
        load_lens(path)
    assert error.value.key == key
    assert error.value.arguments["path"] == str(path)


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(LensError) as error:
        save_lens(BARREL, tmp_path / "nowhere" / "lens.toml")
    assert error.value.key == "vision.lens.unwritten"


def test_a_wide_lens_costs_cells_unless_it_is_undone() -> None:
    pitch = Pitch(42, 42)
    wide = Lens(*CM3_WIDE.still, CM3_WIDE.focal_px(still=True), 2303.5, 1295.5, -0.18, 0.02)
    bent_right = straight_right = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        poses, truth, origin = lay(rng, pitch, 12, 7, Hands(missing=0.1))
        to_picture = projection(Scene(0, 0, ()), CM3_WIDE, View(330, 15, 90 * seed, 10), still=True)
        tags = [
            quad(tag.text, wide.bend(np.array(tag.corners))) for tag in shoot(rng, poses, to_picture, 0.4)
        ]
        bent = tally(told(lattice(tags, pitch, origin)), truth)
        straight = tally(told(lattice(tags, pitch, origin, lens=wide)), truth)
        assert straight.wrong == 0
        assert straight.untold <= 0.02 * straight.tiles
        bent_right, straight_right = bent_right + bent.right, straight_right + straight.right
    assert straight_right > bent_right


def test_what_is_pointed_at_lies_where_the_lens_shows_it() -> None:
    pitch = Pitch(30, 30)
    grid = {f"T{col}{row}": rigid((col - 2) * 30, (row - 1) * 30, 0) for col in range(5) for row in range(3)}
    tags = seen(BARREL, grid, View(200, 10, 40, 5), 0.1)
    layout = lattice(tags, pitch, "T00", lens=BARREL)
    for tag in tags:
        outline = layout.outline(int(tag.text[1]), int(tag.text[2]))
        assert outline is not None
        assert math.dist(np.mean(outline, 0), tag.centre) < 4
        assert tag.corners in {placed.corners for placed in layout.placed}


@pytest.mark.parametrize("seed", range(6))
def test_a_sheet_in_the_middle_of_the_pictures_leaves_no_lens_worse_than_none_at_their_edges(
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    true = Lens(*SIZE, FOCAL, 985.0, 552.0, -0.22, 0.03)
    shots = []
    for at in range(5):
        tilt, to, roll = float(rng.uniform(8, 35)), *(float(angle) for angle in rng.uniform(0, 360, 2))
        shots.append(
            seen(true, SHEET, View(float(rng.uniform(350, 500)), tilt, to, roll), 0.6, 10 * seed + at)
        )
    bent = true.bend(PLACES)

    def off(places: NDArray[np.float64]) -> float:
        return float(np.abs(apply(homography(places, PLACES), places) - PLACES).max())

    assert off(calibrate(shots, SIZE, CODE_MM).straighten(bent)) < off(bent) / 2
