"""Pictures in a folder, one picture, or a video file."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2

from vision.errors import ImageError, NoCameraError
from vision.frame import Frame, Grey
from vision.image import SUFFIXES, load_image
from vision.source_opencv import to_grey

HOLD_S = 6.0
"""How long each picture is shown: long enough to be read, as a table at rest is."""


class FolderSource:
    """Give the pictures of a folder as a camera would: each lies there for `HOLD_S`, by name, and then all over again.

    A video file gives its frames, then nothing more. Raises NoCameraError for a path that does not exist or holds no
    picture, `read` too; `read` raises ImageError naming a file that cannot be read, and goes on after it.
    """

    def __init__(self, path: Path | str, clock: Callable[[], float] = time.monotonic) -> None:
        self._where = Path(path)
        self.name = f"folder:{self._where}"
        self._clock = clock
        self._last: Frame | None = None
        self._until = -math.inf
        self._video: cv2.VideoCapture | None = None
        self._files: Iterator[Path] = iter(())
        if (files := self._listed()) is None:
            self._video = _open_video(self._where)
        else:
            self._files = iter(files)

    def read(self, timeout_s: float) -> Frame | None:
        """Return the picture that lies there now, at once; None after a video's last."""
        grey = self._next(self._clock())
        if grey is None:
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

    def _next(self, now: float) -> Grey | None:
        if self._video is not None:
            good, picture = self._video.read()
            return to_grey(picture) if good else None
        if self._last is not None and now < self._until:
            return self._last.grey
        file = next(self._files, None)
        if file is None:
            self._files = iter(self._listed() or ())
            file = next(self._files, None)
        if file is None:
            return None
        grey = load_image(file)
        self._until = now + HOLD_S
        return grey

    def _listed(self) -> tuple[Path, ...] | None:
        """Return the pictures there are now; None for a video file."""
        try:
            files = _pictures(self._where)
        except OSError as error:
            raise NoCameraError("vision.source.no_folder", source=self.name) from error
        if files == ():
            raise NoCameraError("vision.source.no_pictures", source=self.name)
        return files


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
