"""The virtual table draws what a robots' table says, through a documented camera."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.virtual.jitter import LIMIT, SHIFT_MM, jitter
from companion.virtual.stand import LEAST_PX_MODULE, stand
from companion.virtual.table import VirtualTable
from rules.core.game import Lying, ViewSpec
from tests.companion.paper_table import CITY, PIECES, PaperTabletop, game_of, payload
from vision.camera import CM3, STICKER_MM, WEBCAM, CameraModel
from vision.decode_zxing import ZxingDecoder
from vision.frame import Grey


def texts(grey: Grey) -> set[str]:
    return {tag.text for tag in ZxingDecoder().decode(grey) if tag.problem is None}


def table(tabletop: PaperTabletop, camera: CameraModel = CM3, seed: int = 3, **more: bool) -> VirtualTable:
    game, box = game_of()
    return VirtualTable(tabletop, game, box, camera, seed, payload=payload, **more)


def coarse(grey: Grey) -> NDArray[np.float64]:
    height, width = grey.shape
    blocks = grey.reshape(height // 16, 16, width // 16, 16).mean((1, 3))
    return np.asarray(blocks)


def row(*pieces: str | None, face_up: bool = True) -> PaperTabletop:
    tabletop = PaperTabletop()
    tabletop.lie["city"] = tuple(
        Lying(piece, 450.0 + 68 * index, 280.0, 0.0, face_up) for index, piece in enumerate(pieces)
    )
    return tabletop


def test_a_still_shows_the_stickers_of_the_pieces_that_lie_there() -> None:
    virtual = table(row("c00", "c01", "c02"))
    virtual.show("city")
    assert texts(virtual.photograph(True)) == {payload(PIECES[name]) for name in ("c00", "c01", "c02")}


def test_the_same_seed_gives_the_same_picture_and_another_seed_another_one() -> None:
    shots = []
    for seed in (3, 3, 4):
        virtual = table(row("c00", "c01"), seed=seed)
        virtual.show("city")
        shots.append(virtual.photograph(False))
    assert np.array_equal(shots[0], shots[1])
    assert not np.array_equal(shots[0], shots[2])


def test_a_card_lying_face_down_shows_no_sticker_of_its_face() -> None:
    virtual = table(row("c00", "c01", face_up=False))
    virtual.show("city")
    assert not texts(virtual.photograph(True))


def test_an_anonymous_sticker_on_a_back_is_shown() -> None:
    virtual = table(row("b00", face_up=False))
    virtual.show("city")
    assert texts(virtual.photograph(True)) == {payload(PIECES["b00"])}


def test_a_covered_lens_shows_nothing_at_all() -> None:
    virtual = table(row("c00"), is_dark=True)
    virtual.show("city")
    assert not virtual.photograph(True).any()


def test_a_hand_stays_for_the_photographs_asked_and_leaves() -> None:
    virtual = table(row("c00", "c01", "c02", "c03"))
    virtual.show("city", hands=1)
    with_hand, without, again = (coarse(virtual.photograph(False)) for _ in range(3))
    assert np.abs(with_hand - without).max() > 20
    assert np.abs(without - again).max() < 3


def test_a_piece_keeps_its_jitter_until_it_is_put_elsewhere() -> None:
    assert jitter(1, "c00", 10, 20) == jitter(1, "c00", 10, 20)
    assert jitter(1, "c00", 10, 20) != jitter(1, "c00", 80, 20)
    assert jitter(1, "c00", 10, 20) != jitter(2, "c00", 10, 20)
    worst = max(abs(jitter(seed, "c", 0, 0).dx_mm) for seed in range(500))
    assert SHIFT_MM < worst <= SHIFT_MM * LIMIT


@pytest.mark.parametrize("camera", [CM3, WEBCAM], ids=lambda camera: camera.name)
@pytest.mark.parametrize("view", [CITY, ViewSpec("card", 120, 100)], ids=lambda view: view.id)
def test_the_camera_hangs_where_a_module_is_large_enough(camera: CameraModel, view: ViewSpec) -> None:
    at = stand(camera, view)
    assert camera.px_per_module(at.height_mm, STICKER_MM, still=True) >= LEAST_PX_MODULE - 1e-6
    assert at.height_mm <= 800


def test_a_camera_that_cannot_take_the_whole_view_goes_to_what_has_changed() -> None:
    tabletop = row("c00")
    virtual = table(tabletop, WEBCAM)
    virtual.show("city")
    tabletop.lie["city"] = (*tabletop.lie["city"], Lying("c05", 100.0, 100.0))
    virtual.show("city")
    assert texts(virtual.photograph(True)) == {payload(PIECES["c05"])}


def test_the_camera_moves_on_to_every_changed_spot_and_round_again() -> None:
    tabletop = PaperTabletop()
    tabletop.lie["city"] = (Lying("c00", 100.0, 100.0), Lying("c01", 800.0, 480.0))
    virtual = table(tabletop, WEBCAM)
    virtual.show("city")
    seen = []
    for _ in range(3):
        seen.append(texts(virtual.photograph(True)))
        virtual.move_on()
    assert seen[0] | seen[1] == {payload(PIECES["c00"]), payload(PIECES["c01"])}
    assert seen[0] == seen[2] != seen[1]


def test_the_picture_tells_its_truth() -> None:
    virtual = table(row("c00", "c01"))
    virtual.show("city")
    virtual.photograph(True)
    assert virtual.picture is not None
    assert {tag.payload for tag in virtual.picture.tags} == {payload(PIECES["c00"]), payload(PIECES["c01"])}
    assert math.isclose(virtual.picture.px_per_module, LEAST_PX_MODULE, rel_tol=0.15)
