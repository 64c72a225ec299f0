"""Stickers of another size than stated: cells are told right or not at all, and the size is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.grids import Grid, Hands, Tally, Truth, camera_over, grid, lay, shoot, tally, told
from tests.vision.test_lattice import over
from vision.camera import code_side_mm
from vision.geometry import Matrix, rigid
from vision.layout import Layout, Pitch, lattice
from vision.sizes import FEWEST, USUAL_MM, sized_lattice

WRONG = [(told, true) for told in USUAL_MM for true in USUAL_MM if told != true]


def stated(laid: Grid, sticker_mm: float) -> Pitch:
    return replace(laid.pitch, code_mm=code_side_mm(sticker_mm))


def read(laid: Grid, sticker_mm: float, *, by_size: bool = True) -> Tally:
    pitch = stated(laid, sticker_mm)
    layout = (
        sized_lattice(laid.tags, pitch, laid.origin)[0] if by_size else lattice(laid.tags, pitch, laid.origin)
    )
    return tally(told(layout), laid.truth)


def test_a_wrong_size_tells_no_wrong_cell_and_most_of_the_right_ones(full: bool) -> None:
    hands = Hands(off=0.1, off_deg=6, missing=0.05)
    plain, sized = Tally(), Tally()
    for size, true in WRONG:
        for seed in range(10 if full else 2):
            laid = grid(seed, hands, least=2 * FEWEST, most=30, code_mm=code_side_mm(true))
            plain += read(laid, size, by_size=False)
            sized += read(laid, size)
    assert plain.wrong > 0.03 * plain.tiles
    assert sized.wrong == 0
    assert sized.right > 0.9 * sized.tiles


def test_a_wrong_size_tells_no_wrong_cell_either_where_people_leave_wide_gaps() -> None:
    plain, sized = Tally(), Tally()
    for size, true in WRONG:
        laid = grid(
            int(size + 100 * true), Hands(off=0.1, off_deg=6), least=8, most=20, code_mm=code_side_mm(true)
        )
        gappy = replace(
            laid, pitch=replace(laid.pitch, x_mm=laid.pitch.x_mm / 1.18, y_mm=laid.pitch.y_mm / 1.18)
        )
        plain += read(gappy, size, by_size=False)
        sized += read(gappy, size)
    assert plain.wrong > 0.03 * plain.tiles
    assert sized.wrong == 0


@pytest.mark.parametrize(("size", "true"), [(15, 20), (15, 10), (25, 15), (15, 25), (25, 12)])
def test_the_size_that_fits_is_named(size: float, true: float) -> None:
    pitch = Pitch(63, 88, 20, -30, code_mm=code_side_mm(size))
    rng = np.random.default_rng(4)
    poses, truth, origin = lay(rng, pitch, 5, 3, Hands(off=0.05, off_deg=4, missing=0))
    tags = shoot(rng, poses, over(10), 0.3, code_side_mm(true))
    layout, seems = sized_lattice(tags, pitch, origin)
    assert seems == true
    assert told(layout) == truth


def test_a_size_with_which_cards_only_seem_to_lie_wider_apart_tells_their_cells_and_is_not_doubted() -> None:
    rng = np.random.default_rng(4)
    poses, truth, origin = lay(rng, Pitch(63, 88), 5, 3, Hands(off=0.05, off_deg=4, missing=0))
    tags = shoot(rng, poses, over(10), 0.3, code_side_mm(12))
    layout, seems = sized_lattice(tags, Pitch(63, 88), origin)
    assert told(layout) == truth
    assert seems is None


def test_the_right_size_is_not_doubted_however_carelessly_cards_are_laid(full: bool) -> None:
    plain, sized = Tally(), Tally()
    for seed in range(60 if full else 15):
        laid = grid(seed, Hands(off=0.25, off_deg=14), most=25)
        assert sized_lattice(laid.tags, laid.pitch, laid.origin)[1] is None
        plain += read(laid, 15, by_size=False)
        sized += read(laid, 15)
    assert sized.wrong == 0
    assert sized.right > 0.98 * plain.right


def beside(rng: np.random.Generator, left_mm: float, top_mm: float) -> list[tuple[str, Matrix]]:
    """Return a row of piles or Units that lie beside a city, each in its own way."""
    step, turn = float(rng.uniform(66, 80)), 90 * int(rng.integers(4))
    left, top = left_mm - float(rng.uniform(0, 60)), top_mm + float(rng.uniform(55, 90))
    sways = rng.uniform(-5, 5, (int(rng.integers(3, 9)), 3))
    return [
        (f"P{i}", rigid(left + i * step + x, top + y, turn + spin) @ rigid(20, -32, 0))
        for i, (x, y, spin) in enumerate(sways)
    ]


def test_the_right_size_is_not_doubted_for_piles_that_lie_beside_the_city(full: bool) -> None:
    pitch, plain, sized, doubted = Pitch(68, 93, 20, -32), Tally(), Tally(), 0
    seeds = 200 if full else 40
    for seed in range(seeds):
        rng = np.random.default_rng([seed, 5])
        cols, rows = int(rng.integers(2, 6)), int(rng.integers(1, 4))
        poses, truth, origin = lay(rng, pitch, cols, rows, Hands(off=0.15, off_deg=10, missing=0.1))
        poses += beside(rng, -cols * 34, rows * 46.5)
        tags = shoot(rng, poses, camera_over(rng, (900, 560), float(rng.uniform(0, 30))), 0.3)
        layout, seems = sized_lattice(tags, pitch, origin)
        doubted += seems is not None
        sized += of_city(layout, truth)
        plain += of_city(lattice(tags, pitch, origin), truth)
    assert doubted <= 0.03 * seeds
    assert sized.wrong == 0
    assert sized.right > 0.97 * plain.right


def of_city(layout: Layout, truth: Truth) -> Tally:
    return tally({text: cell for text, cell in told(layout).items() if text in truth}, truth)


def test_a_few_cards_are_read_as_stated() -> None:
    for seed in range(20):
        laid = grid(seed, least=2, most=FEWEST - 1)
        layout, seems = sized_lattice(laid.tags, laid.pitch, laid.origin)
        assert seems is None
        assert told(layout) == told(lattice(laid.tags, laid.pitch, laid.origin))
