"""The picture of the city takes the room there is, by both its sides, and names all its cards alike."""

from __future__ import annotations

import pytest
from kivy.metrics import dp

from companion.app.gallery import Gallery
from companion.app.pilot import AppPilot
from companion.players import default_players
from companion.screens.widgets.lattice import LatticeView, cell_high, names_of
from companion.screens.widgets.stand import columns_beside
from companion.session import Session
from companion.shots import SIZES
from companion.viewmodels.parts import Lattice, Tile
from rules.core.state import Setup
from rules.core.value import Cell


def grid(columns: int, rows: int, *names: str) -> Lattice:
    tiles = tuple(Tile(Cell(at, 0), name) for at, name in enumerate(names))
    return Lattice(tiles, (), Cell(0, 0), Cell(columns - 1, rows - 1), 0.7)


def test_a_cell_is_as_high_as_both_sides_allow() -> None:
    assert cell_high(grid(8, 4), 800, 200) == 50
    assert round(cell_high(grid(8, 4), 280, 400)) == 50


def test_figures_go_beside_a_high_picture_and_under_a_wide_one() -> None:
    assert columns_beside(grid(8, 6), 6, dp(540), dp(330)) == 1
    assert columns_beside(grid(14, 2), 6, dp(540), dp(330)) == 0


def test_one_card_alone_is_not_squeezed_into_a_strip() -> None:
    assert columns_beside(grid(1, 1), 6, dp(390), dp(240)) == 0


def test_all_cards_have_their_names_in_one_size_or_none_has() -> None:
    names = ("Gate", "Covered Market")
    found = names_of(grid(2, 1, *names), 200, 80, 15)
    assert set(found) == set(names)
    assert not names_of(grid(2, 1, *names), 30, 40, 15)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_city_has_all_its_room_after_a_table_without_one(
    pilot: AppPilot, gallery: Gallery, size: tuple[int, int]
) -> None:
    """A game without a picture was played before on the same screen, or the score alone was kept for a while."""

    def pictured() -> list[tuple[int, int]]:
        pilot.app.refresh()
        pilot.idle(3)
        return [tuple(map(round, each.size)) for each in pilot.widgets() if isinstance(each, LatticeView)]

    director = gallery.director
    pilot.app.follow(director)
    gallery.sit("action")
    pilot.resize(size)
    before = pictured()
    kept = Setup(2, level="scorekeeper")
    director.session = Session.start(director.store, gallery.loaded, kept, default_players("Ana", "Bia"), 4)
    pictured()
    gallery.sit("action")
    assert pictured() == before
