"""What is measured while a stand is set up: focus, light, size."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera import CM3, WEBCAM, CameraModel
from vision.decode import Reader
from vision.frame import Grey
from vision.meter import measure
from vision.render import Piece, Scene, View, render

CARDS = tuple(Piece(f"TC1AA{i:02d}", 60 + 75 * (i % 4), 60 + 95 * (i // 4), 31.0 * i) for i in range(8))


def photo(view: View, camera: CameraModel = WEBCAM, cards: tuple[Piece, ...] = CARDS) -> Grey:
    return render(Scene(345, 215, cards), camera, view).grey


@pytest.mark.parametrize("camera", [CM3, WEBCAM], ids=lambda camera: camera.name)
@pytest.mark.parametrize("light", [0.0, 0.6])
def test_the_figure_of_focus_grows_with_every_turn_towards_sharpness(
    camera: CameraModel, light: float
) -> None:
    turns = (5.0, 3.0, 2.2, 1.7, 1.3, 1.0, 0.7)
    figures = [measure(photo(View(400, blur_px=blur, light=light), camera)).focus or 0 for blur in turns]
    assert figures == sorted(figures)
    assert len(set(figures)) == len(turns)
    assert figures[0] < 15
    assert figures[-1] > 60


def test_a_bare_wall_has_no_focus() -> None:
    assert measure(np.full((480, 640), 120, np.uint8)).focus is None


@pytest.mark.parametrize(
    ("view", "light"),
    [
        (View(400), "good"),
        (View(400, light=0.5), "good"),
        (View(400, light=0.95), "uneven"),
        (View(400, light=0.95, light_from_deg=190), "uneven"),
        (View(400, exposure=0.08), "dark"),
        (View(400, exposure=9.0), "bright"),
        (View(400, glare=3), "glare"),
    ],
)
def test_the_light_is_called_what_it_is(view: View, light: str) -> None:
    assert measure(photo(view)).light == light


def test_a_table_half_full_of_cards_is_not_taken_for_uneven_light() -> None:
    left = tuple(card for card in CARDS if card.x_mm < 150)
    assert measure(photo(View(400), cards=left)).light == "good"


@pytest.mark.parametrize(("height_mm", "size"), [(250, "good"), (380, "close"), (520, "small")])
def test_the_size_of_codes_is_told_by_their_modules(height_mm: float, size: str) -> None:
    grey = photo(View(height_mm), cards=(Piece("TC1AA01", 172, 107),))
    found = measure(grey, Reader().read(grey, thorough=True))
    assert found.codes == 1
    assert found.module_px == pytest.approx(WEBCAM.px_per_module(height_mm, 15), rel=0.03)
    assert found.size == size


def test_without_codes_there_is_no_size() -> None:
    found = measure(photo(View(400), cards=()))
    assert (found.module_px, found.codes, found.size) == (None, 0, "none")
