"""The owner's lens: calibrated from pictures, kept beside the settings, used by the eyes and looked at by the doctor."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import doctor
from companion.app.outfit import eyes_for
from companion.config import Config, load_config
from companion.eyes import Eyes
from companion.eyes_gaze import Glance
from companion.eyes_protocol import EyesReport
from companion.eyes_report import Adviser, describe
from companion.eyes_view import ViewReader
from companion.lenses import own_code_mm, own_lens
from companion.reading import Found, Photo
from companion.shown import Shown
from companion.texts import Texts
from rules.core.value import Cell, msg
from tests.companion.calls import as_json, call
from tests.companion.paper_table import LOADED, PIECES, TAGS, at_mm, payload
from vision.camera import CameraModel, code_side_mm
from vision.frame import Frame
from vision.geometry import apply, box, rigid
from vision.lens import Lens, load_lens, save_lens
from vision.render import Piece, Scene, View, projection, render
from vision.tag import Tag

pytestmark = pytest.mark.usefixtures("home")

SMALL = CameraModel("small", (960, 540), (960, 540), 60.0)
LENS = Lens(1920, 1080, 1400.0, 959.5, 539.5, -0.3)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Six pictures of one sheet of stickers."""
    folder = tmp_path_factory.mktemp("sheets")
    pieces = tuple(
        Piece(f"TC1AA{i:02d}", 25 + 34 * (i % 5), 20 + 34 * (i // 5), 0, 30, 30, sticker_mm=28)
        for i in range(20)
    )
    scene = Scene(190, 145, pieces)
    paths = []
    for i in range(6):
        shot = render(scene, SMALL, View(200 + 10 * (i % 2), 12 + 14 * (i % 2), 62 * i, 55 * i), seed=i)
        paths.append(folder / f"{i}.png")
        cv2.imwrite(str(paths[-1]), shot.grey)
    return paths


def test_pictures_of_a_sticker_sheet_become_the_owner_s_lens(
    sheets: list[Path], capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    assert own_lens() is None
    told = as_json(capsys, "calibrate", *sheets)
    assert told["focal_px"] == pytest.approx(SMALL.focal_px(), rel=0.04)
    assert told["pictures"] == len(sheets)
    found = own_lens()
    assert found is not None
    assert found == load_lens(home / "lens.toml")
    assert np.abs(found.bend(np.array([(100.0, 80.0)])) - (100, 80)).max() < 4


def test_a_lens_may_be_written_elsewhere_and_people_are_told(
    sheets: list[Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = call(capsys, "--language", "pt_BR", "calibrate", *sheets, "-o", tmp_path / "my.toml")
    assert (code, err) == (0, "")
    assert "lente" in out
    assert own_lens() is None
    assert load_lens(tmp_path / "my.toml").width == 960


def test_a_lens_does_not_take_the_place_of_a_photo_that_was_named_by_mistake(
    sheets: list[Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(sheets[0].read_bytes())
    code, _, err = call(capsys, "calibrate", "-o", photo, *sheets)
    assert code == 2
    assert str(photo) in err
    assert photo.read_bytes() == sheets[0].read_bytes()
    assert call(capsys, "calibrate", "-o", photo, *sheets, "--force")[0] == 0
    assert call(capsys, "calibrate", "-o", photo, *sheets)[0] == 0
    assert load_lens(photo).width == 960


def test_too_few_pictures_and_pictures_of_two_sizes_are_refused(
    sheets: list[Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = call(capsys, "calibrate", *sheets[:2])
    assert code == 2
    assert len(err.splitlines()) == 1
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.full((100, 100), 200, np.uint8))
    code, _, err = call(capsys, "calibrate", sheets[0], other)
    assert code == 2
    assert str(other) in err


def test_a_spoilt_lens_is_named_by_the_doctor_and_the_eyes_go_on(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    assert list(doctor.check_lens()) == []
    (home / "lens.toml").write_text("k1 = ?")
    assert [(each.check, each.status) for each in doctor.check_lens()] == [("lens", "amber")]
    assert eyes_for(LOADED, Config(camera="folder:/nowhere")) is not None


CITY = {
    "c00": (0, 0),
    "c01": (1, 0),
    "c02": (-1, 0),
    "c03": (0, 1),
    "c04": (1, -1),
    "c05": (2, 0),
    "c06": (-2, 1),
}


def bent_city(lens: Lens, code_mm: float = code_side_mm()) -> list[Tag]:
    """Return the tags of a small city as a lens bends them, in pictures of its size."""
    view = next(view for view in LOADED.game.views if view.id == "city")
    x, y = at_mm(Cell(0, 0))
    camera = CameraModel("bent", (lens.width, lens.height), (lens.width, lens.height), 69.0)
    to_picture = projection(Scene(0, 0, ()), camera, View(450, 10)) @ rigid(-x, -y, 0)
    tags = []
    for piece, cell in CITY.items():
        pose = rigid(*at_mm(Cell(*cell)), 0) @ rigid(*view.sticker_at_mm, 0)
        corners = lens.bend(apply(to_picture @ pose, box(code_mm, code_mm)) - 0.5)
        a, b, c, d = ((float(px), float(py)) for px, py in corners)
        tags.append(Tag.measured(payload(PIECES[piece]), (a, b, c, d), 21, "truth"))
    return tags


@pytest.mark.parametrize("sticker_mm", [10.0, 20.0, 25.0])
def test_cells_are_told_from_stickers_of_the_size_that_the_owner_names(sticker_mm: float, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(f"sticker_mm = {sticker_mm}")
    code_mm = own_code_mm(load_config()[0])
    assert code_mm == code_side_mm(sticker_mm)
    view = next(view for view in LOADED.game.views if view.id == "city")
    plain = Lens(1920, 1080, 1400.0, 959.5, 539.5)
    reading = ViewReader(view, LOADED, TAGS, code_mm=code_mm).read(bent_city(plain, code_mm), (1920, 1080))
    assert {seen.piece: seen.cell for seen in reading.sighting.seen} == {
        piece: Cell(*cell) for piece, cell in CITY.items()
    }


def test_the_eyes_are_told_how_large_the_stickers_are(home: Path) -> None:
    eyes = eyes_for(LOADED, Config(camera="folder:/nowhere", sticker_mm=20))
    assert isinstance(eyes, Eyes)
    assert {reader.code_mm for reader in eyes._make()._readers.values()} == {code_side_mm(20)}


@pytest.mark.parametrize("size", [15, 20])
def test_who_prints_stickers_of_another_size_is_told_what_the_camera_must_know(
    size: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "s.pdf"
    code, out, _ = call(capsys, "stickers", "prestige", "-o", path, "--size", str(size))
    assert code == 0, out
    assert (f"sticker_mm = {size}" in out) == (size != 15)


def test_cells_are_told_through_the_lens_and_other_shapes_of_picture_without() -> None:
    view = next(view for view in LOADED.game.views if view.id == "city")
    tags, size = bent_city(LENS), (LENS.width, LENS.height)
    plain, mended = (ViewReader(view, LOADED, TAGS, lens).read(tags, size) for lens in (None, LENS))
    assert {seen.piece: seen.cell for seen in mended.sighting.seen} == {
        piece: Cell(*cell) for piece, cell in CITY.items()
    }
    sure = [min(seen.confidence for seen in each.sighting.seen) for each in (plain, mended)]
    assert sure[0] < 0.99 < sure[1]
    other = ViewReader(view, LOADED, TAGS, LENS).read(tags, (640, 480))
    assert other.sighting == plain.sighting


def test_a_kept_lens_comes_back_as_it_was(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    save_lens(LENS, home / "lens.toml")
    assert own_lens() == LENS


def test_stickers_that_are_not_as_large_as_the_owner_says_are_named_with_the_way_on(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text("sticker_mm = 25")
    view = next(view for view in LOADED.game.views if view.id == "city")
    plain = Lens(1920, 1080, 1400.0, 959.5, 539.5)
    reader = ViewReader(view, LOADED, TAGS, code_mm=own_code_mm(load_config()[0]))
    reading = reader.read(bent_city(plain), (1920, 1080))
    assert {seen.piece: seen.cell for seen in reading.sighting.seen} == {
        piece: Cell(*cell) for piece, cell in CITY.items()
    }
    assert reading.notice is not None
    file = str(home / "config.toml")
    assert reading.notice == msg("core.sticker_seems", seems="15", told="25", file=file)
    for language in ("en", "pt_BR"):
        said = Texts(language).say(reading.notice)
        assert "sticker_mm = 15" in said
        assert file in said
    frame = Frame(np.full((1080, 1920), 140, np.uint8), 0.0)
    glance = Glance(frame, reading=reading, is_fresh=True)
    report = describe(glance, reader, (), EyesReport(), Adviser())
    assert report.hints[0] == reading.notice


def test_nothing_is_said_of_stickers_that_are_as_large_as_is_set(home: Path) -> None:
    view = next(view for view in LOADED.game.views if view.id == "city")
    plain = Lens(1920, 1080, 1400.0, 959.5, 539.5)
    assert ViewReader(view, LOADED, TAGS).read(bent_city(plain), (1920, 1080)).notice is None


def test_a_score_from_photos_says_once_that_the_stickers_are_not_as_large_as_is_set(home: Path) -> None:
    view = next(view for view in LOADED.game.views if view.id == "city")
    found = tuple(
        Found(tag, TAGS.read(tag.text)) for tag in bent_city(Lens(1920, 1080, 1400.0, 959.5, 539.5))
    )
    grey = np.full((1080, 1920), 140, np.uint8)
    photos = [(0, Photo(home / name, grey, found)) for name in ("a.jpg", "b.jpg")]
    shown = Shown(LOADED, photos, code_side_mm(25))
    assert {each.piece: each.cell for each in shown.sighting(0, view, frozenset())[0].seen} == {
        piece: Cell(*cell) for piece, cell in CITY.items()
    }
    assert [warning.key for warning in shown.warnings()].count("core.sticker_seems") == 1
