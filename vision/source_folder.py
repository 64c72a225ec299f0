"""Pictures in a folder, one picture, or a video file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2

from vision.errors import ImageError, NoCameraError
from vision.frame import Frame, Grey
from vision.image import SUFFIXES, load_image
from vision.source_opencv import to_grey


class FolderSource:
    """Give each picture once, in the order of their names, then nothing more.

    A video file gives its frames. Raises NoCameraError for a path that does not exist or holds no
    picture; `read` raises ImageError naming a file that cannot be read, and goes on after it.
    """

    def __init__(self, path: Path | str, clock: Callable[[], float] = time.monotonic) -> None:
        where = Path(path)
        self.name = f"folder:{where}"
        self.ended = False
        self._clock = clock
        self._last: Frame | None = None
        self._video: cv2.VideoCapture | None = None
        self._files: Iterator[Path] = iter(())
        try:
            files = _pictures(where)
        except OSError as error:
            raise NoCameraError("vision.source.no_folder", source=self.name) from error
        if files is None:
            self._video = _open_video(where)
        elif not files:
            raise NoCameraError("vision.source.no_pictures", source=self.name)
        else:
            self._files = iter(files)

    def read(self, timeout_s: float) -> Frame | None:
        """Return the next picture at once; None after the last, when `ended` is True."""
        grey = self._next()
        if grey is None:
            self.ended = True
            return None
        self._last = Frame(grey, self._clock(), still=self._video is None)
        return self._last

    def still(self) -> Frame | None:
        """Return the last picture read."""
        return self._last

    def close(self) -> None:
        """Close the video file."""
        if self._video is not None:
            self._video.release()

    def _next(self) -> Grey | None:
        if self._video is not None:
            good, picture = self._video.read()
            return to_grey(picture) if good else None
        file = next(self._files, None)
        return None if file is None else load_image(file)


def _pictures(where: Path) -> tuple[Path, ...] | None:
    """Return the pictures in a folder, or the one that is named; None for a file of another kind."""
    if where.is_dir():
        return tuple(sorted(file for file in where.iterdir() if file.suffix.lower() in SUFFIXES))
    where.stat()
    return (where,) if where.suffix.lower() in SUFFIXES else None


def _open_video(path: Path) -> cv2.VideoCapture:
    try:
        capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    except cv2.error as error:
        raise ImageError("vision.image.no_picture", path=str(path)) from error
    if not capture.isOpened():
        capture.release()
        raise ImageError("vision.image.no_picture", path=str(path))
    return capture
