"""A source that is watched: stalls are noticed, the camera is opened again, and people are told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from vision.errors import NoCameraError, SourceLostError, VisionError
from vision.frame import Frame
from vision.source import Source

Status = Literal["ok", "stalled", "lost", "reopened"]

STALL_S = 3.0
BACKOFF_S = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Pauses before each attempt to open again; the last one repeats."""


class Watched:
    """Be a source that never raises for a camera gone: it says so in `status` and keeps trying.

    Whatever keeps a camera from opening, be it a name that nobody understands, is said in the same way.

    `ok`: frames come. `stalled`: none came for `stall_s`, it was closed and will be opened again. `lost`: it
    ended or cannot be opened. `reopened`: it is open again, and the first frame makes it `ok`.
    """

    def __init__(
        self,
        reopen: Callable[[], Source],
        *,
        name: str = "",
        stall_s: float = STALL_S,
        backoff_s: tuple[float, ...] = BACKOFF_S,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the source, or begin trying to. `pause` waits while there is nothing to read from."""
        self.name = name
        self.status: Status = "ok"
        self.reopened = 0
        self.failure: VisionError | None = None
        self._reopen, self._stall_s, self._backoff_s = reopen, stall_s, backoff_s
        self._clock, self._pause = clock, pause
        self._source: Source | None = None
        self._attempts = 0
        self._closed = False
        self._next_attempt = self._last_frame = clock()
        self._try_open(first=True)

    def read(self, timeout_s: float) -> Frame | None:
        """Return the newest frame, or None if none came in time or the camera is away."""
        if self._closed:
            return None
        if self._source is None and not self._come_back(timeout_s):
            return None
        return self._watch(lambda source: source.read(timeout_s))

    def still(self) -> Frame | None:
        """Return a still, or None while the camera is away."""
        return None if self._closed else self._watch(lambda source: source.still())

    def close(self) -> None:
        """Close the source and stop trying."""
        self._closed = True
        self._drop()

    def _watch(self, ask: Callable[[Source], Frame | None]) -> Frame | None:
        if self._source is None:
            return None
        try:
            frame = ask(self._source)
        except (SourceLostError, NoCameraError) as error:
            self._lose("lost", error)
            return None
        now = self._clock()
        if frame is not None:
            self.status, self.failure = "ok", None
            self._attempts = 0
            self._last_frame = now
        elif now - self._last_frame >= self._stall_s:
            self._lose(
                "stalled", SourceLostError("vision.source.stalled", source=self.name, after_s=self._stall_s)
            )
        return frame

    def _lose(self, status: Status, error: VisionError) -> None:
        self._drop()
        self.status, self.failure = status, error
        self._next_attempt = self._clock() + self._backoff_s[min(self._attempts, len(self._backoff_s) - 1)]
        self._attempts += 1

    def _come_back(self, timeout_s: float) -> bool:
        wait = self._next_attempt - self._clock()
        if wait > 0:
            self._pause(min(wait, timeout_s))
        if self._clock() < self._next_attempt:
            return False
        return self._try_open(first=False)

    def _try_open(self, *, first: bool) -> bool:
        try:
            self._source = self._reopen()
        except VisionError as error:
            self._lose("lost", error)
            return False
        self.name = self.name or self._source.name
        self._last_frame = self._clock()
        if not first:
            self.status = "reopened"
            self.reopened += 1
        return True

    def _drop(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            source.close()
