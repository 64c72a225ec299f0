"""Cameras that stall, vanish and come back, on a clock that the test turns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.staging import FakeClock
from vision.errors import NoCameraError, SourceLostError, VisionError
from vision.frame import Frame
from vision.source import open_source
from vision.source_virtual import VirtualSource
from vision.watch import Status, Watched


class Camera:
    """A camera whose cable the test holds: gives frames, nothing, or an error, and counts how it is opened."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.mood = "well"
        self.opened = self.closed = 0
        self.name = "test:"
        self._clock = clock
        self._inner = VirtualSource(lambda still: np.zeros((4, 8 if still else 4), np.uint8), clock)

    def open(self) -> Camera:
        if self.mood == "unplugged":
            raise NoCameraError("vision.source.no_camera", source=self.name)
        self.opened += 1
        return self

    def read(self, timeout_s: float) -> Frame | None:
        if self.mood == "unplugged":
            raise SourceLostError("vision.source.lost", source=self.name, reason="ended")
        return self._inner.read(timeout_s) if self.mood == "well" else None

    def still(self) -> Frame | None:
        return self._inner.still() if self.mood == "well" else self.read(0)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def camera(clock: FakeClock) -> Camera:
    return Camera(clock)


def status(watched: Watched) -> Status:
    return watched.status


def watch(camera: Camera, clock: FakeClock) -> Watched:
    return Watched(camera.open, stall_s=3, backoff_s=(1, 4), clock=clock, pause=clock.pause)


def test_a_camera_that_works_is_ok(camera: Camera, clock: FakeClock) -> None:
    watched = watch(camera, clock)
    assert watched.read(0.1) is not None
    still = watched.still()
    assert still is not None
    assert still.still
    assert (watched.status, watched.name, camera.opened) == ("ok", "test:", 1)


def test_a_stalled_camera_is_noticed_reopened_and_said(camera: Camera, clock: FakeClock) -> None:
    watched = watch(camera, clock)
    watched.read(0.1)
    camera.mood = "stalled"
    clock.now += 2.9
    assert watched.read(0.1) is None
    assert status(watched) == "ok"
    clock.now += 0.2
    assert watched.read(0.1) is None
    assert status(watched) == "stalled"
    assert watched.failure is not None
    assert watched.failure.key == "vision.source.stalled"
    assert camera.closed == 1
    assert watched.read(0.5) is None  # half of the pause before it is opened again
    assert camera.opened == 1
    assert watched.read(0.6) is None
    assert (camera.opened, status(watched), watched.reopened) == (2, "reopened", 1)
    camera.mood = "well"
    assert watched.read(0.1) is not None
    assert status(watched) == "ok"
    assert watched.failure is None


def test_an_unplugged_camera_is_tried_again_less_and_less_often(camera: Camera, clock: FakeClock) -> None:
    watched = watch(camera, clock)
    watched.read(0.1)
    camera.mood = "unplugged"
    assert watched.read(0.1) is None
    assert status(watched) == "lost"
    began = clock.now
    attempts = []
    while clock.now < began + 12:
        before = watched.failure
        watched.read(0.25)
        if watched.failure is not before:
            attempts.append(clock.now - began)
    assert attempts == pytest.approx([1, 5, 9])
    camera.mood = "well"
    while watched.read(1.0) is None:
        pass
    assert (watched.status, watched.reopened) == ("ok", 1)


def test_a_camera_missing_from_the_start_may_come_later(camera: Camera, clock: FakeClock) -> None:
    camera.mood = "unplugged"
    watched = watch(camera, clock)
    assert status(watched) == "lost"
    assert watched.still() is None
    camera.mood = "well"
    assert watched.read(2.0) is not None
    assert status(watched) == "ok"


@pytest.mark.parametrize("spec", ["nonsense", "folder:/nowhere", "folder:/etc/passwd", "v4l2:/dev/nowhere"])
def test_a_camera_that_can_never_be_opened_is_said_and_does_not_raise(clock: FakeClock, spec: str) -> None:
    watched = Watched(lambda: open_source(spec), clock=clock, pause=clock.pause)
    for _ in range(3):
        assert watched.read(1) is None
        assert status(watched) == "lost"
    assert isinstance(watched.failure, VisionError)


def test_losing_the_camera_while_taking_a_still_does_not_raise(camera: Camera, clock: FakeClock) -> None:
    watched = watch(camera, clock)
    camera.mood = "unplugged"
    assert watched.still() is None
    assert status(watched) == "lost"


def test_a_closed_watch_opens_nothing(camera: Camera, clock: FakeClock) -> None:
    watched = watch(camera, clock)
    watched.close()
    clock.now += 100
    assert watched.read(1.0) is None
    assert watched.still() is None
    assert (camera.opened, camera.closed) == (1, 1)
