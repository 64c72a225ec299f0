"""Folders, videos, network cameras and the virtual table as sources of frames."""

from __future__ import annotations

import functools
import http.server
import os
import struct
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.staging import FakeClock
from vision.errors import FrameError, ImageError, NoCameraError, SourceLostError, SourceSpecError, VisionError
from vision.frame import LONGEST
from vision.image import LARGEST, load_image
from vision.source import Source, open_source
from vision.source_folder import HOLD_S, FolderSource
from vision.source_virtual import VirtualSource


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    for level, name in ((10, "b.png"), (20, "a.jpg"), (30, "c.bmp")):
        cv2.imwrite(str(tmp_path / name), np.full((20, 30, 3), level, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (40, 80, 120):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return path


def shown(source: Source, clock: FakeClock, times: int, step_s: float) -> list[int]:
    """Return the grey levels of so many frames."""
    levels = []
    for _ in range(times):
        frame = source.read(0)
        assert frame is not None
        assert frame.still
        assert (frame.time, source.still()) == (clock.now, frame)
        levels.append(round(float(frame.grey.mean())))
        clock.now += step_s
    return levels


def test_each_picture_of_a_folder_lies_there_for_a_while_by_name_and_then_all_over_again(
    photos: Path,
) -> None:
    clock = FakeClock()
    source = FolderSource(photos, clock)
    assert shown(source, clock, 8, HOLD_S / 2) == [20, 20, 10, 10, 30, 30, 20, 20]
    cv2.imwrite(str(photos / "d.png"), np.full((20, 30), 40, np.uint8))
    assert shown(source, clock, 6, HOLD_S) == [10, 30, 20, 10, 30, 40]
    source.close()
    assert isinstance(open_source(f"folder:{photos}"), FolderSource)


def test_a_folder_that_is_emptied_has_no_pictures_any_more(photos: Path) -> None:
    clock = FakeClock()
    source = FolderSource(photos, clock)
    assert shown(source, clock, 3, HOLD_S) == [20, 10, 30]
    for file in photos.iterdir():
        file.unlink()
    with pytest.raises(NoCameraError) as caught:
        source.read(0)
    assert caught.value.key == "vision.source.no_pictures"


def test_one_picture_and_a_video_are_folders_too(photos: Path, video: Path) -> None:
    clock = FakeClock()
    assert shown(FolderSource(photos / "b.png", clock), clock, 5, HOLD_S / 2) == [10] * 5
    clip = FolderSource(video)
    levels = []
    while (frame := clip.read(0)) is not None:
        levels.append(float(frame.grey.mean()))
        assert not frame.still
    assert levels == pytest.approx([40, 80, 120], abs=3)
    clip.close()


def test_an_unreadable_picture_is_named_and_the_next_one_comes(photos: Path) -> None:
    (photos / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n but no more")
    clock = FakeClock()
    source = FolderSource(photos, clock)
    assert source.read(0) is not None
    clock.now += HOLD_S
    with pytest.raises(ImageError) as caught:
        source.read(0)
    assert caught.value.arguments["path"] == str(photos / "b.png")
    frame = source.read(0)
    assert frame is not None
    assert round(float(frame.grey.mean())) == 30


def test_a_folder_of_a_phones_photos_says_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    with pytest.raises(ImageError) as caught:
        FolderSource(tmp_path).read(0)
    assert caught.value.key == "vision.image.heic"


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (None, "vision.image.unreadable"),
        (b"", "vision.image.empty"),
        (b"hello", "vision.image.no_picture"),
        (b"\xff\xd8\xff\xe0", "vision.image.no_picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "vision.image.heic"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "vision.image.heic"),
        (b"\0\0\0\x18ftypisom\0\0\0\0mp42isom", "vision.image.no_picture"),
    ],
)
def test_files_that_are_no_pictures(tmp_path: Path, content: bytes | None, key: str) -> None:
    path = tmp_path / "p.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ImageError) as caught:
        load_image(path)
    assert caught.value.key == key
    assert caught.value.arguments["path"] == str(path)


def test_a_pipe_a_device_or_a_film_is_no_picture_and_is_not_read_to_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with (tmp_path / "film.png").open("wb") as film:
        film.truncate(LARGEST + 1)
    for path in (tmp_path / "pipe.png", tmp_path / "film.png", Path("/dev/zero")):
        with pytest.raises(ImageError) as caught:
            load_image(path)
        assert caught.value.key == "vision.image.no_picture"


def test_a_picture_of_more_pixels_than_can_be_held_is_said_to_be_too_large(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 0, 0, 0, 0))
    (tmp_path / "p.png").write_bytes(b"\x89PNG\r\n\x1a\n" + size + chunk(b"IDAT", zlib.compress(bytes(99))))
    with pytest.raises(ImageError) as caught:
        load_image(tmp_path / "p.png")
    assert (caught.value.key, caught.value.arguments["path"]) == (
        "vision.image.too_large", str(tmp_path / "p.png")
    )  # fmt: skip


@pytest.mark.parametrize("size", [(LONGEST + 1, 9), (9, 2 * LONGEST)])
def test_a_picture_too_long_for_the_decoders_is_said_to_be_too_large(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "long.png"
    cv2.imwrite(str(path), np.full(size, 128, np.uint8))
    with pytest.raises(ImageError) as caught:
        load_image(path)
    assert (caught.value.key, caught.value.arguments["path"]) == ("vision.image.too_large", str(path))


def test_what_is_no_picture_is_said_by_the_error_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.png").write_bytes(b"\x89PNG\r\n\x1a\n no chunk of any kind")
    with pytest.raises(ImageError):
        load_image(tmp_path / "p.png")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "spec", ["folder:/nowhere", "v4l2:/dev/nowhere", "folder:" + "x" * 300, "v4l2:" + "x" * 300]
)
def test_places_that_cannot_be_looked_at_are_no_camera(spec: str) -> None:
    with pytest.raises(NoCameraError) as caught:
        open_source(spec)
    assert caught.value.arguments["source"] == spec


@pytest.mark.parametrize(
    "spec", ["", "folder", "folder:", "webcam:0", "v4l2:", "url:", "rpicam:fast", "rpicam"]
)
def test_texts_that_name_no_source(spec: str) -> None:
    with pytest.raises(SourceSpecError) as caught:
        open_source(spec)
    assert caught.value.arguments == {"spec": spec}


@pytest.mark.parametrize(
    "spec",
    [
        "folder:/nonexistent",
        "v4l2:97",
        "v4l2:/dev/nonexistent",
        "v4l2:/dev/null",
        "url:http://127.0.0.1:9/stream",
        "rpicam:",
    ],
)
def test_cameras_that_are_not_there(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(NoCameraError) as caught:
        open_source(spec)
    assert isinstance(caught.value, VisionError)
    assert caught.value.arguments


def test_a_folder_without_pictures_and_a_file_that_is_no_video(tmp_path: Path) -> None:
    with pytest.raises(NoCameraError) as nothing:
        FolderSource(tmp_path)
    assert nothing.value.key == "vision.source.no_pictures"
    clip = tmp_path / "clip.avi"
    clip.write_bytes(b"RIFF nothing more")
    with pytest.raises(ImageError) as broken:
        FolderSource(clip)
    assert broken.value.arguments == {"path": str(clip)}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def address(video: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(video.parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/{video.name}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_network_camera_gives_its_newest_frame_and_is_lost_at_its_end(address: str) -> None:
    source = open_source(f"url:{address}")
    levels: list[float] = []

    def watch_to_the_end() -> None:
        while (frame := source.read(20.0)) is not None:
            levels.append(float(frame.grey.mean()))

    with pytest.raises(SourceLostError) as caught:
        watch_to_the_end()
    assert caught.value.arguments["source"] == f"url:{address}"
    assert levels[-1] == pytest.approx(120, abs=3)
    last = source.still()
    assert last is not None
    assert float(last.grey.mean()) == levels[-1]
    source.close()
    source.close()


def test_the_virtual_table_draws_what_lies_there_now(clock: FakeClock) -> None:
    table = {"level": 5}

    def draw(still: bool) -> np.ndarray:
        return np.full((40, 60) if still else (20, 30), table["level"], np.uint8)

    source = VirtualSource(draw, clock)
    first = source.read(0)
    table["level"] = 6
    clock.now += 1
    second, still = source.read(0), source.still()
    assert first is not None
    assert second is not None
    assert still is not None
    assert [int(frame.grey[0, 0]) for frame in (first, second, still)] == [5, 6, 6]
    assert (second.time - first.time, still.still, still.size) == (1, True, (60, 40))


def test_a_virtual_table_that_draws_in_colour_is_refused() -> None:
    with pytest.raises(FrameError):
        VirtualSource(lambda _: np.zeros((4, 4, 3), np.uint8)).read(0)
