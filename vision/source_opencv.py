"""USB cameras, network cameras and video files by way of OpenCV."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.camera import WEBCAM
from vision.errors import NoCameraError
from vision.frame import Frame, Grey
from vision.pump import Pump

OPEN_MS = 5000
READ_MS = 5000


def to_grey(picture: np.ndarray) -> Grey:
    """Return a decoded video picture as grey."""
    if picture.ndim == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(picture, np.uint8)


class OpencvSource:
    """Give the newest frame of a live camera. Its stills are video frames: it has no other size."""

    def __init__(
        self, name: str, capture: cv2.VideoCapture, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take over an opened capture. Raises NoCameraError when it is not open."""
        if not capture.isOpened():
            capture.release()
            raise NoCameraError("vision.source.no_camera", source=name)
        self.name = name
        self._capture = capture
        self._last: Frame | None = None
        self._pump = Pump(name, self._fetch, clock, capture.release)

    def read(self, timeout_s: float) -> Frame | None:
        """Return the newest frame. Raises SourceLostError once the camera gives no more."""
        frame = self._pump.read(timeout_s)
        self._last = frame or self._last
        return frame

    def still(self) -> Frame | None:
        """Return the last frame read."""
        return self._last

    def close(self) -> None:
        """Release the camera."""
        self._pump.stop()

    def _fetch(self) -> Grey | None:
        good, picture = self._capture.read()
        return to_grey(picture) if good else None


def open_v4l2(device: str, size: tuple[int, int] = WEBCAM.video) -> OpencvSource:
    """Open a camera by number or device path. Raises NoCameraError."""
    target: int | str = int(device) if device.isdecimal() else device
    path = Path(f"/dev/video{target}" if isinstance(target, int) else target)
    try:
        path.stat()
    except OSError as error:
        raise NoCameraError("vision.source.no_camera", source=f"v4l2:{device}") from error
    capture = cv2.VideoCapture(target, cv2.CAP_V4L2)
    # Motion JPEG: uncompressed 1080p does not fit through USB 2 at more than a few frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    return OpencvSource(f"v4l2:{device}", capture)


def open_url(address: str) -> OpencvSource:
    """Open a network camera. Raises NoCameraError."""
    patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
    return OpencvSource(f"url:{address}", cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience))
