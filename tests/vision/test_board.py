"""A board with four codes at its corners: where pieces lie on it, in millimetres and cells."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.grids import shoot, told
from vision.board import Board, BoardLayout, Cells, Marker, read_board
from vision.camera import CM3
from vision.geometry import Matrix, rigid
from vision.layout import Pitch
from vision.lens import Lens
from vision.render import Scene, View, projection
from vision.tag import Tag

MARKERS = {
    "B0": Marker(12, 12),
    "B1": Marker(288, 12, 90),
    "B2": Marker(288, 188, 180),
    "B3": Marker(12, 188, 270),
}
CELLS = Cells(50, 40, Pitch(40, 30, 0, 3), 6, 5)
BOARD = Board("green", 300, 200, MARKERS, CELLS)
PIECES = {"P0": (0, 0, 0), "P1": (5, 4, 1), "P2": (2, 3, 2), "P3": (4, 1, 3)}


def piece(col: float, row: float, turn: float) -> Matrix:
    pitch = CELLS.pitch
    middle = rigid(CELLS.x_mm + col * pitch.x_mm, CELLS.y_mm + row * pitch.y_mm, 90 * turn)
    return middle @ rigid(pitch.sticker_dx, pitch.sticker_dy, 0)


def seen(
    pieces: Mapping[str, tuple[float, float, float]],
    *,
    markers: Mapping[str, Marker] = MARKERS,
    view: View | None = None,
    noise_px: float = 0.4,
    at: Matrix | None = None,
) -> list[Tag]:
    view = view or View(420, 25, 40, 70)
    where = rigid(-150, -100, 0) if at is None else at
    poses = [(text, where @ rigid(m.x_mm, m.y_mm, m.turn_deg)) for text, m in markers.items()]
    poses += [(text, where @ piece(*lies)) for text, lies in pieces.items()]
    to_picture = projection(Scene(0, 0, ()), CM3, view, still=True)
    return shoot(np.random.default_rng(4), poses, to_picture, noise_px)


def read(tags: list[Tag], board: Board = BOARD) -> BoardLayout:
    found = read_board(tags, board)
    assert found is not None
    return found


@settings(max_examples=30)
@given(tilt=st.floats(0, 40), to=st.floats(0, 360), roll=st.floats(0, 360))
def test_pieces_lie_in_the_same_cells_from_wherever_the_board_is_seen(
    tilt: float, to: float, roll: float
) -> None:
    found = read(seen(PIECES, view=View(480, tilt, to, roll)))
    assert told(found.layout) == PIECES
    assert found.layout.anchored
    assert found.name == found.layout.name == "green"


def test_a_piece_s_place_is_known_to_a_millimetre() -> None:
    spots = {spot.text: spot for spot in read(seen(PIECES)).spots}
    for text, lies in PIECES.items():
        x, y = piece(*lies)[:2, 2]
        assert math.dist((spots[text].x_mm, spots[text].y_mm), (x, y)) < 1
        assert abs((spots[text].angle_deg - 90 * lies[2] + 180) % 360 - 180) < 3
        assert spots[text].sure_mm < 0.5


@pytest.mark.parametrize("hidden", list(MARKERS))
def test_three_corners_are_enough(hidden: str) -> None:
    found = read([tag for tag in seen(PIECES) if tag.text != hidden])
    assert told(found.layout) == PIECES
    assert hidden not in found.markers


def test_two_corners_tell_what_lies_near_and_nothing_wrong() -> None:
    found = read([tag for tag in seen(PIECES, noise_px=0.8) if tag.text not in {"B2", "B3"}])
    assert told(found.layout).items() <= PIECES.items()
    spots = {spot.text: spot.sure_mm for spot in found.spots}
    assert spots["P0"] < spots["P1"]


def test_one_corner_is_no_board() -> None:
    assert read_board([tag for tag in seen(PIECES) if tag.text[0] == "P" or tag.text == "B0"], BOARD) is None
    assert read_board([], BOARD) is None


def test_a_corner_tag_that_was_moved_is_left_out() -> None:
    moved = MARKERS | {"B1": Marker(250, 30, 75)}
    found = read(seen(PIECES, markers=moved))
    assert found.markers == ("B0", "B2", "B3")
    assert told(found.layout) == PIECES


def test_two_corners_that_contradict_each_other_tell_nothing() -> None:
    moved = {"B0": MARKERS["B0"], "B1": Marker(230, 60, 20)}
    assert read_board(seen(PIECES, markers=moved), BOARD) is None


FULL = {f"P{col}{row}": (col, row, (col + row) % 4) for col in range(CELLS.cols) for row in range(CELLS.rows)}


@pytest.mark.parametrize("shown", [("B0", "B1"), ("B0", "B3"), ("B0", "B1", "B2"), tuple(MARKERS)])
@pytest.mark.parametrize("off_mm", [(30, 0), (-40, 20), (0, 45), (60, 0), (0, 90)])
def test_no_cell_is_told_wrong_by_a_corner_that_was_moved(
    shown: tuple[str, ...], off_mm: tuple[float, float]
) -> None:
    moved = {text: MARKERS[text] for text in shown}
    moved["B0"] = Marker(MARKERS["B0"].x_mm + off_mm[0], MARKERS["B0"].y_mm + off_mm[1])
    found = read_board(seen(FULL, markers=moved), BOARD)
    assert found is None or told(found.layout).items() <= FULL.items()
    if len(shown) == len(MARKERS):
        assert found is not None
        assert found.markers == ("B1", "B2", "B3")
        assert len(found.layout.placed) > 0.9 * len(FULL)


@pytest.mark.parametrize("seed", range(6))
def test_corners_stuck_on_by_hand_are_believed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    stuck = {
        text: Marker(
            at.x_mm + rng.normal(0, 0.8), at.y_mm + rng.normal(0, 0.8), at.turn_deg + rng.normal(0, 1.5)
        )
        for text, at in MARKERS.items()
    }
    found = read(seen(PIECES, markers=stuck))
    assert found.markers == tuple(MARKERS)
    assert told(found.layout) == PIECES


def test_small_cells_are_told_wrong_by_smaller_moves_and_then_not_told() -> None:
    fine = Board("fine", 300, 200, MARKERS, Cells(50, 40, Pitch(16, 16, 0, 3), 12, 8))
    for at in range(8):
        off = 14 * np.exp(2j * math.pi * at / 8)
        moved = {"B0": Marker(12 + off.real, 12 + off.imag), "B1": MARKERS["B1"]}
        poses = {f"P{col}{row}": (col * 16 / 40, row * 16 / 30, 0.0) for col in (0, 5, 9) for row in (0, 7)}
        found = read_board(seen(poses, markers=moved), fine)
        cells = {} if found is None else told(found.layout)
        assert all(text == f"P{col}{row}" for text, (col, row, _) in cells.items())


def test_two_pairs_of_corners_that_contradict_each_other_tell_nothing() -> None:
    moved = MARKERS | {"B2": Marker(338, 188, 180), "B3": Marker(62, 188, 270)}
    assert read_board(seen(PIECES, markers=moved), BOARD) is None


def test_pieces_between_cells_askew_or_on_top_of_each_other_are_not_told() -> None:
    lies = {"P0": (0.5, 0.0, 0.0), "P1": (2.0, 2.0, 0.5), "P2": (4.0, 4.0, 0.0), "P3": (4.1, 4.1, 0.0)}
    found = read(seen(lies))
    assert {(each.text, each.reason) for each in found.layout.untold} == {
        ("P0", "between_cells"),
        ("P1", "askew"),
        ("P2", "cell_taken"),
        ("P3", "cell_taken"),
    }
    assert len(found.spots) == 4


def test_pieces_beside_the_board_are_not_on_it() -> None:
    found = read(seen(PIECES | {"P9": (8.0, 2.0, 0.0)}))
    assert "P9" not in {spot.text for spot in found.spots}
    assert told(found.layout) == PIECES


def test_two_boards_in_one_picture_hold_their_own_pieces() -> None:
    other = {f"C{text[1]}": marker for text, marker in MARKERS.items()}
    view = View(700, 20, 100, 30)
    tags = seen(PIECES, view=view, at=rigid(-320, -100, 0))
    tags += seen({"Q0": (3, 2, 0)}, markers=other, view=view, at=rigid(330, 120, 170))
    red = Board("red", 300, 200, other, CELLS)
    assert told(read(tags).layout) == PIECES
    assert told(read(tags, red).layout) == {"Q0": (3, 2, 0)}


def test_a_board_without_a_grid_tells_places_alone() -> None:
    found = read(seen(PIECES), Board("map", 300, 200, MARKERS))
    assert len(found.spots) == len(PIECES)
    assert found.layout.placed == ()
    assert found.layout.outline(0, 0) is None


def test_a_cell_can_be_pointed_at_through_a_bent_lens() -> None:
    lens = Lens(*CM3.still, CM3.focal_px(still=True), 2303.5, 1295.5, -0.2)
    bent = [
        Tag.measured(tag.text, tuple(map(tuple, lens.bend(np.array(tag.corners)).tolist())), 21, "truth")  # type: ignore[arg-type]
        for tag in seen({"P0": (2, 3, 0)})
    ]
    found = read_board(bent, BOARD, lens)
    assert found is not None
    assert told(found.layout) == {"P0": (2, 3, 0)}
    outline = found.layout.outline(2, 3)
    assert outline is not None
    middle = next(tag for tag in bent if tag.text == "P0")
    assert math.dist(np.mean(outline, 0), middle.centre) < middle.side
