"""The decoder in its own process: crashes, hangs and refusals cost one frame and no more."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.staging import FakeClock
from vision.camera import WEBCAM
from vision.decode_process import Decoded, DecoderProcess
from vision.errors import DecoderError, FrameError
from vision.frame import Grey
from vision.render import Piece, Scene, View, render

MOODY = "tests.vision.stand_in_readers:Moody"
STILLBORN = "tests.vision.stand_in_readers:stillborn"
ROOT = Path(__file__).resolve().parents[2]


def picture(mood: int = 0, shape: tuple[int, int] = (30, 40)) -> Grey:
    grey = np.zeros(shape, np.uint8)
    grey[0, 0] = mood
    return grey


@pytest.fixture
def process() -> Iterator[DecoderProcess]:
    made = DecoderProcess(MOODY)
    yield made
    made.close()


def test_frames_go_in_and_tags_come_out(process: DecoderProcess) -> None:
    grey = np.arange(1200, dtype=np.uint32).reshape(30, 40).astype(np.uint8)
    grey[0, 0] = 9
    tags = process.decode(grey, expected={"A": 1, "B": 2}.keys(), thorough=True)
    assert tags is not None
    assert tags[0].text == f"40x30:{int(grey.sum())}:A,B:True"
    assert tags[1].problem == "damaged"
    assert tags[0].corners == ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def test_a_table_at_rest_and_known_places_are_told_to_the_child(process: DecoderProcess) -> None:
    place = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    tags = process.decode(np.zeros((3, 5), np.uint8), still=True, places=[place, place])
    assert tags is not None
    assert tags[0].text.endswith(":still:2")


@pytest.mark.parametrize("mood", [1, 4, 6], ids=["aborts", "quits", "answers nonsense"])
def test_a_decoder_that_dies_loses_one_frame_and_comes_back(process: DecoderProcess, mood: int) -> None:
    assert process.decode(picture()) is not None
    assert process.decode(picture(mood)) is None
    assert process.restarts == 1
    assert process.decode(picture()) is not None
    assert process.restarts == 1


def test_a_decoder_that_hangs_is_replaced(process: DecoderProcess) -> None:
    assert process.decode(picture()) is not None
    assert process.decode(picture(2), timeout_s=0.05) is None
    assert process.restarts == 1
    assert process.decode(picture()) is not None


def test_a_decoder_that_raises_loses_the_frame_and_lives_on(process: DecoderProcess) -> None:
    ticket = process.submit(picture(3))
    done = wait_for(process)
    assert done == Decoded(ticket or 0, (), lost=True, reason=done.reason)
    assert "4294967295" in done.reason
    assert process.restarts == 0
    assert process.decode(picture()) is not None


def wait_for(process: DecoderProcess) -> Decoded:
    while (done := process.poll()) is None:
        os.sched_yield()
    return done


def test_one_frame_at_a_time_and_polling_never_waits(process: DecoderProcess) -> None:
    assert process.poll() is None
    first = process.submit(picture(2))
    assert first is not None
    assert process.busy
    assert process.submit(picture()) is None
    with pytest.raises(DecoderError, match="busy"):
        process.decode(picture())
    assert process.poll() is None


def test_a_hang_is_noticed_by_the_given_clock(clock: FakeClock) -> None:
    process = DecoderProcess(MOODY, patience_s=4.0, start_patience_s=60.0, clock=clock)
    try:
        process.decode(picture())
        ticket = process.submit(picture(2))
        clock.now += 3.9
        assert process.poll() is None
        clock.now += 0.2
        assert process.poll() == Decoded(ticket or 0, lost=True, reason="hung")
        assert process.restarts == 1
    finally:
        process.close()


def test_a_decoder_that_never_comes_up_is_said_so() -> None:
    process = DecoderProcess(STILLBORN, start_limit=2)
    try:
        assert process.decode(picture()) is None
        assert process.decode(picture()) is None
        with pytest.raises(DecoderError) as caught:
            process.decode(picture())
        assert caught.value.key == "vision.decoder.never_starts"
        assert caught.value.arguments["times"] == 2
    finally:
        process.close()


def test_pictures_larger_than_the_memory_get_room(process: DecoderProcess) -> None:
    tags = process.decode(picture(9, (4000, 4000)))
    assert tags is not None
    assert tags[0].text.startswith("4000x4000:9")


def test_bad_pictures_never_reach_the_child(process: DecoderProcess) -> None:
    with pytest.raises(FrameError):
        process.submit(np.zeros((5, 5, 3), np.uint8))
    assert not process.busy


def test_a_picture_that_is_too_long_is_refused_and_the_child_lives_on() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (40, 33_000)).astype(np.uint8)
    with closing(DecoderProcess()) as process:
        assert process.decode(np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8), thorough=True) is None
        pid = process.pid
        assert process.decode(np.full((60, 60), 128, np.uint8)) == ()
        assert process.pid == pid
        assert process.restarts == 0


def test_close_leaves_no_process_and_no_memory_behind() -> None:
    before = sum(1 for _ in Path("/proc/self/fd").iterdir())
    process = DecoderProcess(MOODY)
    process.decode(picture())
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    process.submit(picture(2))
    process.close()
    process.close()
    assert children
    assert not any(Path(f"/proc/{child}").exists() for child in children)
    assert sum(1 for _ in Path("/proc/self/fd").iterdir()) == before
    with pytest.raises(DecoderError, match="closed"):
        process.submit(picture())


def test_the_child_imports_nothing_of_the_application(process: DecoderProcess) -> None:
    tags = process.decode(picture(5))
    assert tags is not None
    loaded = {tag.text for tag in tags}
    assert "vision" in loaded
    assert not loaded & {"kivy", "companion", "hardware", "rules", "cv2", "pytest"}


def test_a_child_whose_application_was_killed_ends_even_in_mid_hang() -> None:
    script = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}]
import os, numpy as np
from vision.decode_process import DecoderProcess
p = DecoderProcess({MOODY!r}); p.decode(np.zeros((9, 9), np.uint8))
grey = np.zeros((9, 9), np.uint8); grey[0, 0] = 2; p.submit(grey)
print(open(f'/proc/self/task/{{os.getpid()}}/children').read(), flush=True)
os.kill(os.getpid(), 9)
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=False
    )
    child = Path(f"/proc/{int(run.stdout)}/stat")

    def gone() -> bool:
        return not child.exists() or child.read_text().rpartition(")")[2].split()[0] == "Z"

    for _ in range(200_000):
        if gone():
            break
        os.sched_yield()
    assert gone()


def test_the_real_reader_runs_in_the_child() -> None:
    pieces = tuple(Piece(f"TC1AA{i:02d}", 45 + 70 * i, 60, 90 * i) for i in range(4))
    photo = render(Scene(300, 120, pieces), WEBCAM, View(300))
    process = DecoderProcess()
    try:
        tags = process.decode(photo.grey)
    finally:
        process.close()
    assert tags is not None
    assert {tag.text for tag in tags} == {f"TC1AA{i:02d}" for i in range(4)}


def test_a_child_for_which_there_is_no_memory_is_told_of_and_may_start_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    with closing(DecoderProcess()) as decoder:
        before = len(list(Path("/proc/self/fd").iterdir()))
        with monkeypatch.context() as short:
            short.setattr("subprocess.Popen", refuse)
            for _ in range(5):
                with pytest.raises(DecoderError):
                    decoder.decode(np.zeros((40, 40), np.uint8))
        assert len(list(Path("/proc/self/fd").iterdir())) == before
        assert decoder.decode(np.zeros((40, 40), np.uint8)) == ()
