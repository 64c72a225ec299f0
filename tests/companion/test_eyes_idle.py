"""A table on which nothing happens costs next to no decoding, and is still watched."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.eyes import Sight
from companion.eyes_gaze import LOOKS, SLOWEST_S, Glance
from companion.virtual.table import VirtualTable
from rules.core.game import Lying
from rules.core.value import Cell
from tests.companion.paper_table import LOADED, PIECES, TAGS, PaperTabletop, at_mm, game_of, payload
from vision.camera import WEBCAM
from vision.decode import Reader
from vision.errors import SourceLostError
from vision.frame import Frame, Grey
from vision.tag import Corners, Tag

FPS = 2


class Counting:
    """A decoder in this very process that counts the pictures it is given."""

    def __init__(self) -> None:
        self.reader, self.calls, self.pixels = Reader(), 0, 0
        self.wishes: list[dict[str, Any]] = []

    def decode(self, grey: Grey, **wishes: Any) -> tuple[Tag, ...]:
        self.calls += 1
        self.pixels += grey.size
        self.wishes.append(wishes)
        return self.reader.read(grey, **wishes)


class Table:
    """A webcam over a table that is photographed only when something on it changes."""

    name = "table:"

    def __init__(self) -> None:
        self.tabletop = PaperTabletop()
        game, box = game_of()
        self.table = VirtualTable(self.tabletop, game, box, WEBCAM, 5, payload=payload)
        self.shots: list[Grey] = []
        self.frames = 0
        self.is_away = False
        self.decoder = Counting()
        self.sight = Sight(lambda: self, LOADED, TAGS, decoder=self.decoder, clock=lambda: self.frames / FPS)

    def lay(self, view: str, **cards: tuple[float, float]) -> None:
        self.tabletop.lie[view] = tuple(Lying(piece, *at) for piece, at in cards.items())
        self.table.show(view)
        self.shots = [self.table.photograph(False) for _ in range(2)]

    def lay_one(self, view: str, at: int = 0) -> None:
        self.lay(view, c00=at_mm(Cell(at, 0)) if view == "city" else (70 * (at + 1), 75))

    def corners(self, text: str) -> Corners:
        assert self.table.picture is not None
        return next(tag.corners for tag in self.table.picture.tags if tag.payload == text)

    def read(self, timeout_s: float) -> Frame:
        self.frames += 1
        if self.is_away:
            raise SourceLostError("vision.source.lost", source=self.name, reason="unplugged")
        return Frame(self.shots[self.frames % 2], self.frames / FPS)

    def still(self) -> Frame | None:
        return None

    def close(self) -> None:
        pass

    def watch(self, seconds: float) -> list[Glance]:
        steps = [self.sight.step() for _ in range(int(seconds * FPS))]
        return [glance for glance in steps if glance is not None]


class Moody(Table):
    """A camera with stills twice as large as its frames, of which every second one fails."""

    def __init__(self) -> None:
        super().__init__()
        self.tries = 0

    def still(self) -> Frame | None:
        self.tries += 1
        if self.tries % 2 == 0:
            return None
        larger = cv2.resize(self.shots[0], None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        return Frame(np.asarray(larger, np.uint8), self.frames / FPS, still=True)


def pieces(glance: Glance) -> set[str]:
    return set(glance.reading.pieces) if glance.reading else set()


@pytest.fixture
def table() -> Table:
    return Table()


def test_loose_cards_at_rest_are_decoded_ever_more_seldom_and_stay_seen(table: Table) -> None:
    table.lay("card", c07=(70, 75), c08=(140, 75))
    table.sight.watch("card")
    table.watch(60)
    calls = table.decoder.calls
    glances = table.watch(2 * SLOWEST_S)
    assert all(pieces(glance) == {"c07", "c08"} for glance in glances)
    assert sum(glance.is_idle for glance in glances) >= len(glances) - 6
    # Twice a look as hard as can be, and twice or thrice the quick one at everything.
    assert table.decoder.calls - calls <= 6


def test_a_card_laid_down_after_a_long_rest_is_seen_at_once(table: Table) -> None:
    table.lay("card", c07=(70, 75))
    table.sight.watch("card")
    assert table.watch(40)[-1].is_idle
    table.lay("card", c07=(70, 75), c08=(140, 75))
    glances = table.watch(3 / FPS)
    assert pieces(glances[-1]) == {"c07", "c08"}
    assert not any(glance.is_idle for glance in glances)


def test_a_grid_at_rest_is_decoded_ever_more_seldom_and_read_anew_when_it_changes(table: Table) -> None:
    home = {"c00": (0, 0), "c01": (1, 0)}
    table.lay("city", **{piece: at_mm(Cell(*cell)) for piece, cell in home.items()})
    table.sight.watch("city")
    read = [glance for glance in table.watch(60) if glance.is_fresh]
    assert pieces(read[-1]) == set(home)
    calls = table.decoder.calls
    assert all(not glance.is_moving for glance in table.watch(2 * SLOWEST_S))
    assert table.decoder.calls - calls <= 3
    more = home | {"c02": (-1, 0)}
    table.lay("city", **{piece: at_mm(Cell(*cell)) for piece, cell in more.items()})
    read = [glance for glance in table.watch(2) if glance.is_fresh]
    assert pieces(read[-1]) == set(more)


def test_where_something_is_missing_it_is_looked_for_more_often(table: Table) -> None:
    table.lay("city", c00=at_mm(Cell(0, 0)))
    table.sight.watch("city", ("c01",))
    table.watch(60)
    calls = table.decoder.calls
    table.watch(2 * SLOWEST_S)
    assert table.decoder.calls - calls >= 6


@pytest.mark.parametrize("view", ["city", "card"])
def test_a_table_at_rest_is_said_to_rest_and_one_in_motion_never(table: Table, view: str) -> None:
    table.lay_one(view)
    table.sight.watch(view)
    table.watch(1)
    assert not any(wishes.get("still") for wishes in table.decoder.wishes)
    table.watch(4)
    assert any(wishes.get("still") for wishes in table.decoder.wishes)
    table.decoder.wishes.clear()
    table.lay_one(view, 1)
    table.watch(1 / FPS)
    assert not any(wishes.get("still") for wishes in table.decoder.wishes)


@pytest.mark.parametrize("view", ["city", "card"])
def test_looking_is_done_once_the_hardest_look_is_and_begins_anew_with_a_move(
    table: Table, view: str
) -> None:
    table.lay_one(view)
    table.sight.watch(view)
    glances = table.watch(4)
    first = next(at for at, glance in enumerate(glances) if glance.is_done)
    assert any(glance.is_fresh for glance in glances[:first])
    assert table.decoder.calls >= LOOKS
    assert all(glance.is_done for glance in glances[first:])
    table.lay_one(view, 1)
    assert not any(glance.is_done for glance in table.watch(1 / FPS))


@pytest.mark.parametrize("view", ["city", "card"])
def test_a_table_at_rest_is_read_anew_as_soon_as_a_camera_that_was_away_is_back(
    table: Table, view: str
) -> None:
    table.lay_one(view)
    table.sight.watch(view)
    assert table.watch(40)[-1].is_idle
    table.is_away = True
    assert not table.watch(1)
    assert table.sight.lost is not None
    table.is_away = False
    table.frames += 2 * FPS
    assert any(glance.reading for glance in table.watch(2))


def test_a_slip_over_the_edge_of_a_code_in_a_grid_does_not_hide_it_from_the_first_look(table: Table) -> None:
    table.lay("city", c00=at_mm(Cell(0, 0)), c01=at_mm(Cell(1, 0)))
    table.sight.watch("city")
    table.watch(4)
    hidden = payload(PIECES["c01"])
    a, b, c, d = (np.array(corner) for corner in table.corners(hidden))
    slip = np.array([a, b, b + 0.08 * (c - b), a + 0.08 * (d - a)])
    table.shots = [shot.copy() for shot in table.shots]
    for shot in table.shots:
        cv2.fillConvexPoly(shot, slip.round().astype(np.int32), 90)
    assert hidden not in {tag.text for tag in Reader().read(table.shots[0])}
    table.sight.watch("city")
    first = next(glance for glance in table.watch(3) if glance.is_fresh)
    assert pieces(first) == {"c00", "c01"}


def test_a_still_that_fails_leaves_every_card_of_a_grid_in_its_cell() -> None:
    table = Moody()
    home = {"c00": (0, 0), "c01": (1, 0), "c02": (0, 1), "c03": (1, 1)}
    table.lay("city", **{piece: at_mm(Cell(*cell)) for piece, cell in home.items()})
    table.sight.watch("city")
    read = [glance for glance in table.watch(10) if glance.reading is not None]
    assert len({glance.frame.size for glance in read}) == 2
    for glance in read:
        assert glance.reading is not None
        cells = {seen.piece: seen.cell for seen in glance.reading.sighting.seen}
        assert cells == {piece: Cell(*cell) for piece, cell in home.items()}
        assert not glance.reading.sighting.unsure
