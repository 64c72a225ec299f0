"""The Raspberry Pi camera, against a stand-in for its programs."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.vision.staging import FakeClock
from vision.camera import CameraModel
from vision.errors import NoCameraError, SourceLostError
from vision.frame import Frame
from vision.source_rpicam import SETTLE_S, RpicamSource, padded

STAND_IN = str(Path(__file__).with_name("stand_in_rpicam.py"))
CAMERA = CameraModel("small", (200, 90), (404, 182), 66.0)
LONG_S = 20.0


@pytest.fixture(autouse=True)
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "still.log"
    monkeypatch.setenv("STAND_IN_LOG", str(path))
    return path


@contextmanager
def camera(manner: str, clock: Callable[[], float] = time.monotonic) -> Iterator[RpicamSource]:
    program = (sys.executable, STAND_IN, manner)
    source = RpicamSource(CAMERA, video=program, photo=program, clock=clock)
    try:
        yield source
    finally:
        source.close()


def last_level(source: RpicamSource, until: int) -> Frame:
    while True:
        frame = source.read(LONG_S)
        assert frame is not None
        if int(frame.grey[0, 0]) >= until:
            return frame


def test_rows_are_padded_to_64_bytes() -> None:
    assert [padded(width) for width in (2304, 1640, 1920, 1)] == [2304, 1664, 1920, 64]


def test_the_y_plane_is_the_picture_without_its_padding() -> None:
    with camera("stall") as source:
        frame = last_level(source, 3)
        assert frame.size == (200, 90)
        assert frame.grey.min() == frame.grey.max() == 3
        assert not frame.still


def test_the_newest_frame_wins_and_an_old_one_is_not_given_twice() -> None:
    with camera("stall") as source:
        last_level(source, 3)
        assert source.read(0.0) is None


def test_a_program_that_ends_is_lost_after_its_last_frame() -> None:
    with camera("ends") as source:
        last_level(source, 3)
        with pytest.raises(SourceLostError) as caught:
            source.read(LONG_S)
        assert caught.value.key == "vision.source.lost"
        assert caught.value.arguments["source"] == "rpicam:"


def test_half_a_frame_is_no_frame() -> None:
    with camera("half") as source:
        assert int(last_level(source, 3).grey[0, 0]) == 3
        with pytest.raises(SourceLostError):
            source.read(LONG_S)


def test_no_camera_attached_is_lost_at_once() -> None:
    with camera("no_camera") as source, pytest.raises(SourceLostError):
        source.read(LONG_S)


def test_a_program_that_is_not_installed_is_no_camera() -> None:
    with pytest.raises(NoCameraError) as caught:
        RpicamSource(CAMERA, video=("/nonexistent/rpicam-vid",))
    assert caught.value.arguments == {"program": "/nonexistent/rpicam-vid"}


def test_a_still_has_full_resolution_and_the_video_goes_on(log: Path) -> None:
    with camera("stall") as source:
        last_level(source, 3)
        still = source.still()
        assert still is not None
        assert still.still
        assert still.size == (404, 182)
        assert still.grey.min() == still.grey.max() == 77
        assert "--width 404 --height 182" in log.read_text()
        assert int(last_level(source, 3).grey[0, 0]) == 3


def test_a_still_is_taken_once_the_lens_has_found_its_focus(log: Path) -> None:
    """Without a preview, rpicam-still keeps the very first picture: an autofocus lens rests where it wakes."""
    with camera("steady") as source:
        source.still()
        asked = log.read_text().split()
    assert "--autofocus-on-capture" in asked
    assert "--immediate" not in asked


def test_after_a_still_no_frame_comes_until_the_lens_is_back_where_it_was() -> None:
    """Each start of the video moves an autofocus lens: the table's edges wander as if somebody pushed it."""
    with camera("focuses", FakeClock()) as source:
        before = source.read(LONG_S)
        assert before is not None
        source.still()
        after = next(frame for frame in iter(lambda: source.read(LONG_S), before) if frame is not None)
        assert (after.grey == before.grey).all()


def test_what_stays_changed_after_a_still_is_given_after_a_while() -> None:
    clock = FakeClock()
    with camera("refocuses", clock) as source:
        before = source.read(LONG_S)
        assert before is not None
        source.still()
        assert [source.read(LONG_S) for _ in range(5)] == [None] * 5
        clock.now += SETTLE_S
        after = next(frame for frame in iter(lambda: source.read(LONG_S), before) if frame is not None)
        assert not (after.grey == before.grey).all()
        assert source.read(LONG_S) is not None


def test_a_still_needs_no_folder_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with camera("stall") as source:
        last_level(source, 3)
        still = source.still()
        assert still is not None
        assert still.size == (404, 182)


def test_a_still_that_fails_gives_the_last_frame() -> None:
    with camera("no_still") as source:
        before = last_level(source, 3)
        assert source.still() is before


def test_a_program_in_full_flow_can_be_closed_twice() -> None:
    with camera("endless") as source:
        last_level(source, 4)
        source.close()
        assert source.read(0.0) is None


def test_a_program_that_ignores_requests_to_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.source_rpicam.END_PATIENCE_S", 0.05)
    with camera("stubborn") as source:
        last_level(source, 3)
        process = source._process
        assert process is not None
        source.close()
        assert process.returncode in {-9, -15}
