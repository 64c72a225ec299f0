"""The Raspberry Pi camera by way of its own programs, rpicam-vid and rpicam-still.

Their YUV420 output begins with the Y plane, which is the grey picture. No Python ABI has to match.
"""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import IO

import numpy as np

from vision.camera import CM3, CameraModel
from vision.errors import NoCameraError
from vision.frame import Frame, Grey
from vision.gate import coarse
from vision.pump import Pump
from vision.stillness import STIRRED, difference

STRIDE = 64
"""rpicam-vid writes rows padded to a multiple of this; rpicam-still writes them bare."""

SETTLE_S = 2.5
"""How long, after a still, frames wait for the lens to be where it was: each start of the video moves an autofocus lens."""

AS_BEFORE = STIRRED / 4
"""Levels by which a patch may then differ from the last frame before the still."""

STILL_PATIENCE_S = 15.0
END_PATIENCE_S = 2.0


def padded(width: int) -> int:
    """Return the bytes of one row as rpicam-vid writes it."""
    return -(-width // STRIDE) * STRIDE


class RpicamSource:
    """Give video frames, and stills of full resolution.

    The camera serves one program at a time, so a still stops the video and starts it again after.
    """

    def __init__(
        self,
        camera: CameraModel = CM3,
        *,
        fps: int = 15,
        video: Sequence[str] = ("rpicam-vid",),
        photo: Sequence[str] = ("rpicam-still",),
        options: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the video. `video` and `photo` are the programs with their first arguments, `options` go to both.

        Raises NoCameraError when the program is not installed.
        """
        self.name = "rpicam:"
        self._camera, self._fps, self._clock = camera, fps, clock
        self._video, self._photo, self._options = tuple(video), tuple(photo), tuple(options)
        self._last: Frame | None = None
        self._settled_by = -math.inf
        self._process: subprocess.Popen[bytes] | None = None
        self._pump: Pump | None = None
        self._start()

    def read(self, timeout_s: float) -> Frame | None:
        """Return the newest video frame, after a still once it shows what was there before, or after `SETTLE_S`.

        Raises SourceLostError once the program has ended.
        """
        frame = self._pump.read(timeout_s) if self._pump is not None else None
        if frame is None or self._is_unsettled(frame):
            return None
        self._last, self._settled_by = frame, -math.inf
        return frame

    def still(self) -> Frame | None:
        """Return a photo of full resolution, or the last video frame when none could be taken."""
        if self._pump is None:
            return self._last
        self._stop()
        grey = self._take()
        self._start()
        self._settled_by = self._clock() + SETTLE_S
        return Frame(grey, self._clock(), still=True) if grey is not None else self._last

    def close(self) -> None:
        """End the program."""
        self._stop()

    def _is_unsettled(self, frame: Frame) -> bool:
        if self._last is None or frame.time >= self._settled_by:
            return False
        return difference(coarse(self._last.grey), coarse(frame.grey)) > AS_BEFORE

    def _arguments(self, size: tuple[int, int]) -> tuple[str, ...]:
        width, height = size
        shape = ("--width", str(width), "--height", str(height))
        return ("--nopreview", "--verbose", "0", *shape, "--output", "-", *self._options)

    def _start(self) -> None:
        width, height = self._camera.video
        pace = ("--timeout", "0", "--codec", "yuv420", "--framerate", str(self._fps), "--flush")
        command = (*self._video, *pace, *self._arguments((width, height)))
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        except OSError as error:
            raise NoCameraError("vision.source.no_program", program=self._video[0]) from error
        pipe = process.stdout
        if pipe is None:
            raise NoCameraError("vision.source.no_program", program=self._video[0])
        self._process = process
        self._pump = Pump(self.name, lambda: _read_frame(pipe, width, height), self._clock, pipe.close)

    def _stop(self) -> None:
        process, pump = self._process, self._pump
        self._process = self._pump = None
        if process is not None:
            process.terminate()
            try:
                process.wait(END_PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if pump is not None:
            pump.stop()

    def _take(self) -> Grey | None:
        width, height = self._camera.still
        # With "--immediate" rpicam-still keeps its first picture, for which an autofocus lens has not moved yet. This
        # one waits for it, and goes on by itself after some frames where the lens is fixed.
        pace = ("--timeout", "1", "--autofocus-on-capture", "--encoding", "yuv420")
        command = (*self._photo, *pace, *self._arguments((width, height)))
        # In memory: a full disk would cut every still, and none should wear out a memory card.
        photo = os.fdopen(os.memfd_create("still"), "w+b")
        with photo as output, contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.DEVNULL,
                timeout=STILL_PATIENCE_S,
                check=False,
            )
            output.seek(0)
            data = np.frombuffer(output.read(width * height), np.uint8)
            return data.reshape(height, width) if data.size == width * height else None
        return None


def _read_frame(pipe: IO[bytes], width: int, height: int) -> Grey | None:
    """Return the Y plane of the next frame, or None when the pipe ends, be it within a frame."""
    stride = padded(width)
    luma = np.empty((height, stride), np.uint8)
    colour = bytearray(stride * height // 2)
    if not (_fill(pipe, luma.data.cast("B")) and _fill(pipe, memoryview(colour))):
        return None
    return luma if stride == width else np.ascontiguousarray(luma[:, :width])


def _fill(pipe: IO[bytes], room: memoryview) -> bool:
    filled = 0
    while filled < len(room):
        count = pipe.readinto(room[filled:])  # type: ignore[attr-defined]
        if not count:
            return False
        filled += count
    return True
