"""The camera while its stand is set up: best so far, a camera that goes away, a camera let go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from companion.eyes_protocol import LOST, OFF, StandReport
from companion.eyes_stand import StandEyes, weigh
from vision.camera import CM3, WEBCAM
from vision.decode import Reader
from vision.errors import SourceLostError
from vision.frame import Frame, Grey
from vision.render import Piece, Scene, View, render


@cache
def photo(blur_px: float) -> Grey:
    return render(Scene(200, 120, (Piece("TC1AA01", 100, 60),)), WEBCAM, View(300, blur_px=blur_px)).grey


def turned(*blurs: float) -> StandReport:
    report = StandReport()
    for blur in blurs:
        report = weigh(Frame(photo(blur), 0.0), Reader().read(photo(blur)), report)
    return report


def test_the_best_focus_is_kept_while_the_lens_turns_on() -> None:
    soft, past = turned(2.0), turned(2.0, 0.7, 1.4)
    assert soft.focus is not None
    assert past.focus is not None
    assert soft.best == soft.focus
    assert past.best == turned(0.7).focus
    assert soft.focus < past.focus < past.best


def test_what_is_shown_is_small_and_outlines_what_was_read() -> None:
    report = turned(0.7)
    assert report.seen.picture is not None
    assert report.seen.picture.shape == (720, 1280, 3)
    (outline,) = report.seen.outlines
    assert outline.text == "TC1AA01"
    assert all(0 <= x < 1280 and 0 <= y < 720 for x, y in outline.corners)
    assert (report.codes, report.size, report.light) == (1, "close", "good")


class Camera:
    """A camera that shows one sharp picture, then another, and then is unplugged."""

    name = "camera:"

    def __init__(self) -> None:
        self.shots, self.closed = [photo(0.7), photo(2.0)], threading.Event()

    def read(self, timeout_s: float) -> Frame | None:
        if not self.shots:
            raise SourceLostError("vision.source.lost", source=self.name)
        return Frame(self.shots.pop(0), 0.1 * len(self.shots))

    def still(self) -> Frame | None:
        return None

    def close(self) -> None:
        self.closed.set()


class Watcher:
    """Eyes on a stand, and a way to wait for a report; one that never comes fails the test."""

    def __init__(self) -> None:
        self.news, self.camera = threading.Semaphore(0), Camera()
        self.eyes = StandEyes(lambda: self.camera, self.news.release)

    def until(self, wanted: Callable[[StandReport], bool]) -> StandReport:
        while not wanted(self.eyes.poll()):
            if not self.news.acquire(timeout=30):
                pytest.fail(f"still {self.eyes.poll().seen.status}")
        return self.eyes.poll()


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    watcher = Watcher()
    yield watcher
    watcher.eyes.close()


def test_a_camera_unplugged_meanwhile_says_so_and_keeps_the_best(watcher: Watcher) -> None:
    watcher.eyes.start()
    report = watcher.until(lambda report: report.seen.status == LOST)
    assert report.seen.error is not None
    assert report.best == turned(0.7).focus


def test_the_camera_is_let_go_when_nobody_looks_any_more(watcher: Watcher) -> None:
    watcher.eyes.start()
    watcher.until(lambda report: report.focus is not None)
    watcher.eyes.close()
    assert watcher.camera.closed.is_set()
    assert watcher.eyes.poll() == StandReport()
    assert watcher.eyes.poll().seen.status == OFF


class Overhead:
    """A Raspberry Pi's camera so far above a table at rest that video shows too little: stills show more."""

    name = "overhead:"

    def __init__(self, height_mm: float) -> None:
        cards = tuple(Piece(f"TC1AA{at:02d}", 100 + 90 * at, 150) for at in range(4))
        self.shots = [
            render(Scene(500, 300, cards), CM3, View(height_mm), still=still).grey for still in (False, True)
        ]
        self.frames = self.stills = 0

    def read(self, timeout_s: float) -> Frame | None:
        self.frames += 1
        return Frame(self.shots[0], self.frames / 6)

    def still(self) -> Frame | None:
        self.stills += 1
        return Frame(self.shots[1], self.frames / 6, still=True)

    def close(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize(("height_mm", "size"), [(600, "good"), (800, "close")])
def test_the_height_that_is_advised_is_found_good_though_video_alone_shows_too_little(
    height_mm: float, size: str
) -> None:
    watcher, camera = Watcher(), Overhead(height_mm)
    watcher.eyes = StandEyes(lambda: camera, watcher.news.release)
    watcher.eyes.start()
    report = watcher.until(lambda report: report.codes == 4)
    after = watcher.until(lambda later: later.seen.serial >= report.seen.serial + 3)
    watcher.eyes.close()
    assert (after.size, after.codes, len(after.seen.outlines)) == (size, 4, 4)
    assert camera.stills == 1, "one is enough while all rests"


def test_beginning_anew_forgets_the_best(watcher: Watcher) -> None:
    watcher.eyes.start()
    watcher.until(lambda report: report.best > 0)
    watcher.eyes.start()
    assert watcher.eyes.poll().best == 0


def test_beginning_anew_does_not_wait_for_a_camera_that_is_slow_to_open() -> None:
    opened, in_time = threading.Event(), []

    def slow() -> Camera:
        in_time.append(opened.wait(10))
        return Camera()

    eyes = StandEyes(slow)
    eyes.start()
    eyes.start()
    opened.set()
    eyes.close()
    assert all(in_time)
