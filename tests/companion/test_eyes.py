"""From frames of the virtual table to sightings, in step and in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest

from companion.eyes import LOST, OFF, STARTING, WATCHING, Eyes, EyesReport, Sight
from companion.eyes_gaze import Glance
from companion.eyes_view import FORGET_AFTER, ViewReader
from companion.virtual.table import VirtualTable
from rules.core.game import Lying
from rules.core.sighting import Seen, Sighting
from rules.core.value import Cell
from tests.companion.paper_table import LOADED, PIECES, TAGS, PaperTabletop, at_mm, game_of, payload
from vision.camera import CM3, WEBCAM, CameraModel
from vision.decode import Reader
from vision.decode_process import DecoderProcess
from vision.errors import SourceLostError
from vision.frame import Frame, Grey
from vision.source import Source
from vision.source_virtual import VirtualSource
from vision.tag import Tag

CITY = {"c00": (0, 0), "c01": (1, 0), "c02": (-1, 0), "c03": (0, 1), "c04": (1, -1)}


def ticks() -> Callable[[], float]:
    """A clock that goes on a tenth of a second with every look at it."""
    counter = count()
    return lambda: next(counter) / 10


def lay(tabletop: PaperTabletop, cards: dict[str, tuple[int, int]], **turned: float) -> None:
    tabletop.lie["city"] = tuple(
        Lying(piece, *at_mm(Cell(*cell)), turned.get(piece, 0.0)) for piece, cell in cards.items()
    )


class Desk:
    """A virtual table with a sight on it."""

    def __init__(self, camera: CameraModel = CM3, seed: int = 5) -> None:
        self.tabletop = PaperTabletop()
        game, box = game_of()
        self.table = VirtualTable(self.tabletop, game, box, camera, seed, payload=payload)
        clock = ticks()
        self.opened = 0

        def opened() -> Source:
            self.opened += 1
            return VirtualSource(self.table.photograph, clock)

        self.sight = Sight(opened, LOADED, TAGS, clock=clock)

    def look(self, view: str, frames: int = 30, expected: tuple[str, ...] = ()) -> Glance:
        self.sight.watch(view, expected)
        for _ in range(frames):
            glance = self.sight.step()
            if glance is not None and glance.reading is not None:
                return glance
        pytest.fail("nothing was read")


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.sight.close()


def cells(glance: Glance) -> dict[str, tuple[int, int]]:
    assert glance.reading is not None
    return {
        seen.piece: (seen.cell.x, seen.cell.y)
        for seen in glance.reading.sighting.seen
        if seen.cell is not None
    }


def test_a_city_is_read_cell_by_cell(desk: Desk) -> None:
    lay(desk.tabletop, CITY)
    desk.table.show("city")
    assert cells(desk.look("city")) == CITY


def test_a_turned_card_is_read_with_its_quarter_turn(desk: Desk) -> None:
    lay(desk.tabletop, {"c00": (0, 0), "c01": (2, 0)}, c01=90.0)
    desk.table.show("city")
    reading = desk.look("city").reading
    assert reading is not None
    assert {seen.piece: (seen.cell, seen.turn) for seen in reading.sighting.seen} == {
        "c00": (Cell(0, 0), 0),
        "c01": (Cell(2, 0), 1),
    }


def test_nothing_is_said_while_a_hand_moves(desk: Desk) -> None:
    lay(desk.tabletop, CITY)
    desk.table.show("city", hands=6)
    desk.sight.watch("city")
    first = [desk.sight.step() for _ in range(7)]
    assert all(glance is not None and glance.reading is None for glance in first[:6])


def test_a_card_held_up_is_read_from_video_frames(desk: Desk) -> None:
    desk.tabletop.lie["card"] = (Lying("c07", 100, 75, 4.0),)
    desk.table.show("card")
    glance = desk.look("card", frames=4)
    assert glance.reading is not None
    assert [seen.piece for seen in glance.reading.sighting.seen] == ["c07"]
    assert not glance.frame.still


def test_a_hidden_origin_is_replaced_by_what_is_remembered(desk: Desk) -> None:
    lay(desk.tabletop, CITY)
    desk.table.show("city")
    desk.look("city")
    without = {piece: cell for piece, cell in CITY.items() if piece != "c00"} | {"c09": (2, 0)}
    lay(desk.tabletop, without)
    desk.table.show("city")
    assert cells(desk.look("city")) == without


def test_without_origin_and_memory_no_cell_is_guessed(desk: Desk) -> None:
    lay(desk.tabletop, {"c05": (2, 0), "c06": (3, 0)})
    desk.table.show("city")
    reading = desk.look("city").reading
    assert reading is not None
    assert not reading.anchored
    assert reading.sighting.seen == ()
    assert set(reading.sighting.unsure) == {"c05", "c06"}
    assert {outline.status for outline in reading.outlines} == {"unsure"}


def test_a_webcam_held_over_the_new_card_places_it_by_its_neighbours() -> None:
    desk = Desk(WEBCAM)
    try:
        cards = {"c00": (0, 0)} | {f"c{n:02d}": (n, 0) for n in range(1, 6)}
        for upto in range(1, 7):
            shown = dict(list(cards.items())[:upto])
            lay(desk.tabletop, shown)
            desk.table.show("city")
            found = cells(desk.look("city", frames=60))
            assert found.items() <= cards.items()
            assert list(shown)[-1] in found
    finally:
        desk.sight.close()


def test_the_camera_is_open_only_while_something_is_to_be_read(desk: Desk) -> None:
    assert desk.opened == 0
    lay(desk.tabletop, CITY)
    desk.table.show("city")
    desk.look("city")
    desk.look("city")
    assert desk.opened == 1
    desk.sight.rest()
    assert desk.sight.step() is None
    desk.look("city")
    assert desk.opened == 2


def test_strange_codes_are_named_and_ignored(desk: Desk) -> None:
    lay(desk.tabletop, CITY)
    texts = {"c01": "HELLO", "c02": "TC1ZZZZZZ01*", "c03": "TC1ZZ0C0301A", "c04": "TC9ABCDEFGHIJ"}
    game, box = game_of()
    desk.table = VirtualTable(
        desk.tabletop, game, box, CM3, 5, payload=lambda piece: texts.get(piece.id, payload(piece))
    )
    desk.table.show("city")
    reading = desk.look("city").reading
    assert reading is not None
    assert [seen.piece for seen in reading.sighting.seen] == ["c00"]
    statuses = {outline.text: outline.status for outline in reading.outlines if outline.piece is None}
    assert statuses == {text: str(TAGS.read(text).problem) for text in texts.values()}
    assert set(statuses.values()) >= {"foreign", "damaged", "newer_format"}


def test_a_decoder_that_dies_over_a_picture_costs_that_picture_alone(desk: Desk) -> None:
    class DiesOnce(DecoderProcess):
        """Kill the child in the middle of its first picture."""

        def submit(self, grey: Grey, **wishes: Any) -> int | None:
            ticket = super().submit(grey, **wishes)
            if ticket == 1 and self._child is not None:
                self._child._process.kill()
            return ticket

    lay(desk.tabletop, CITY)
    desk.table.show("city")
    clock = ticks()
    decoder = DiesOnce()
    sight = Sight(
        lambda: VirtualSource(desk.table.photograph, clock), LOADED, TAGS, decoder=decoder, clock=clock
    )
    sight.watch("city")
    readings = [glance.reading for _ in range(8) if (glance := sight.step()) is not None]
    assert decoder.restarts == 1
    assert any(reading is not None and reading.pieces == set(CITY) for reading in readings)
    sight.close()
    decoder.close()


def test_a_card_taken_away_and_put_elsewhere_is_found_there(desk: Desk) -> None:
    lay(desk.tabletop, CITY)
    desk.table.show("city")
    desk.look("city")
    moved = CITY | {"c03": (2, 0)}
    lay(desk.tabletop, moved)
    desk.table.show("city")
    assert cells(desk.look("city")) == moved


# ---- a city wider than a picture ----------------------------------------------------------
WIDE = {"c00": (0, 0)} | {f"c{n:02d}": ((n + 1) // 2 * (1 if n % 2 else -1), 0) for n in range(1, 9)}
Picture = tuple[tuple[Tag, ...], tuple[int, int]]


@pytest.fixture(scope="module")
def wide() -> tuple[Picture, ...]:
    """The codes in a webcam's pictures of three parts of a wide city, the middle first, and the pictures' size."""
    desk, reader = Desk(WEBCAM), Reader()
    lay(desk.tabletop, WIDE)
    desk.table.show("city")
    pictures = []
    for _ in range(3):
        grey = desk.table.photograph(True)
        pictures.append((reader.read(grey, thorough=True), (grey.shape[1], grey.shape[0])))
        desk.table.move_on()
    origin = payload(PIECES["c00"])
    return tuple(sorted(pictures, key=lambda each: origin not in {tag.text for tag in each[0]}))


def view_reader() -> ViewReader:
    return ViewReader(next(view for view in LOADED.game.views if view.id == "city"), LOADED, TAGS)


def sight_of(reader: ViewReader, picture: Picture, *, complete: bool = False) -> Sighting:
    tags, size = picture
    reading = reader.read(tags, size)
    reader.remember(tags, size, complete=complete)
    return reading.sighting


def names(placed: Iterable[Seen]) -> set[str]:
    return {seen.piece for seen in placed}


def test_pictures_of_a_wide_city_are_put_together(wide: tuple[Picture, ...]) -> None:
    reader = view_reader()
    reader.begin()
    first, second = (sight_of(reader, picture) for picture in wide[:2])
    assert first.earlier == ()
    assert 0 < len(first.seen) < len(WIDE)
    assert names(second.earlier) == names(first.seen) - names(second.seen)
    for seen in (*second.seen, *second.earlier):
        assert seen.cell is not None
        assert (seen.cell.x, seen.cell.y) == WIDE[seen.piece]
    together = sight_of(reader, wide[2])
    assert names((*together.seen, *together.earlier)) == set(WIDE)


def test_a_new_look_begins_with_nothing_seen_earlier(wide: tuple[Picture, ...]) -> None:
    reader = view_reader()
    sight_of(reader, wide[0])
    reader.begin()
    assert sight_of(reader, wide[1]).earlier == ()


def test_what_a_picture_cannot_show_is_not_forgotten(wide: tuple[Picture, ...]) -> None:
    reader = view_reader()
    before = names(sight_of(reader, wide[0]).seen)
    looks = [sight_of(reader, wide[1], complete=True) for _ in range(2 * FORGET_AFTER)]
    here = names(looks[-1].seen)
    assert before - here
    assert set(reader.remembered_pieces) == before | here


def test_a_card_that_is_gone_from_the_picture_is_forgotten_after_some_complete_looks(
    wide: tuple[Picture, ...],
) -> None:
    reader = view_reader()
    tags, size = wide[0]
    gone = payload(PIECES["c01"])
    sight_of(reader, wide[0])
    without = tuple(tag for tag in tags if tag.text != gone), size
    looks = [sight_of(reader, without, complete=True) for _ in range(FORGET_AFTER + 1)]
    assert ["c01" in names(look.earlier) for look in looks] == [True] * FORGET_AFTER + [False]
    assert "c01" not in reader.remembered_pieces


# ---- in a thread of its own -------------------------------------------------------------


class Feed:
    """A camera that a test feeds frame by frame; a step waits for the next one."""

    name = "feed:"

    def __init__(self, frames: list[Frame]) -> None:
        self.frames, self.closed = frames, False

    def read(self, timeout_s: float) -> Frame | None:
        if not self.frames:
            raise SourceLostError("vision.source.lost", source=self.name)
        return self.frames.pop(0)

    def still(self) -> Frame | None:
        return None

    def close(self) -> None:
        self.closed = True


class Watcher:
    """Eyes, and a way to wait for a report; one that never comes fails the test."""

    def __init__(self, sight: Callable[[], Sight]) -> None:
        self.news = threading.Semaphore(0)
        self.eyes = Eyes(sight, self.news.release)

    def until(self, wanted: Callable[[EyesReport], bool]) -> EyesReport:
        while not wanted(self.eyes.poll()):
            if not self.news.acquire(timeout=30):
                pytest.fail(f"still {self.eyes.poll().status}")
        return self.eyes.poll()


def test_eyes_report_a_sighting_with_a_picture_small_enough_to_show(desk: Desk) -> None:
    lay(desk.tabletop, CITY)
    desk.table.show("city")
    watcher = Watcher(lambda: desk.sight)
    eyes = watcher.eyes
    assert eyes.poll().status == OFF
    eyes.start("city", ("c00", "c20"))
    assert eyes.poll().status in {STARTING, WATCHING}
    report = watcher.until(lambda report: report.sighting is not None)
    assert report.picture is not None
    assert report.picture.shape[1:] == (1280, 3)
    assert report.picture.dtype == np.uint8
    assert report.missing == ("c20",)
    assert report.expected == 6
    assert {outline.piece for outline in report.outlines} == set(CITY)
    assert all(0 <= x < 1280 for outline in report.outlines for x, _ in outline.corners)
    eyes.stop()
    assert eyes.poll().status == OFF
    eyes.close()


def test_a_lost_camera_says_so_and_eyes_go_on() -> None:
    watcher = Watcher(lambda: Sight(lambda: Feed([]), LOADED, TAGS))
    eyes = watcher.eyes
    eyes.start("city")
    report = watcher.until(lambda report: report.status == LOST)
    assert report.error is not None
    assert report.error.key.startswith("vision.source")
    eyes.start("card")
    assert watcher.until(lambda report: report.status == LOST).sighting is None
    eyes.close()


def test_closing_eyes_lets_the_camera_go() -> None:
    blank = np.zeros((90, 160), np.uint8)
    feed = Feed([Frame(blank, n / 10) for n in range(100_000)])
    watcher = Watcher(lambda: Sight(lambda: feed, LOADED, TAGS))
    eyes = watcher.eyes
    eyes.start("card")
    watcher.until(lambda report: report.picture is not None)
    eyes.close()
    assert feed.closed
    assert eyes.poll().status == OFF
