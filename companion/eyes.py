"""The camera pipeline: a source, a decoder in its own process, votes, a layout, and what the rules call a sighting.

``Sight`` does one step at a time for whoever calls it; ``Eyes`` lets a thread of its own do that, so that no
screen ever waits for a camera.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.eyes_gaze import Decodes, Gaze, Glance
from companion.eyes_protocol import LOST, OFF, STARTING, WATCHING, EyesReport
from companion.eyes_report import Adviser, describe, lost
from companion.eyes_view import ViewReader
from companion.games import LoadedGame
from companion.tags import Tags
from vision.camera import code_side_mm
from vision.decode_process import DecoderProcess
from vision.errors import VisionError
from vision.lens import Lens
from vision.source import Source
from vision.watch import Watched

FRAME_S = 1 / 15
"""Frames are taken no faster: a hand takes longer than that."""
IDLE_S = 1 / 5
"""And no faster than this while nothing happens: a hand is in the picture for longer before it has done anything."""
WAIT_S = 0.5
"""How long one step may wait for a frame."""


class Sight:
    """Look at one game's views, one step at a time; the camera runs only between `watch` and `rest`.

    Keeps what it knows of every view until `close`. Use from one thread.
    """

    def __init__(  # noqa: PLR0913 - each is another part of the room
        self,
        open_source: Callable[[], Source],
        loaded: LoadedGame,
        tags: Tags,
        *,
        decoder: Decodes | None = None,
        lens: Lens | None = None,
        code_mm: float = code_side_mm(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; neither camera nor decoder is started yet. `clock` is the one that dates the frames.

        `lens` is the camera's, where it was calibrated; `code_mm` the side of the codes on the stickers.
        """
        self._open, self._clock = open_source, clock
        self._own = DecoderProcess() if decoder is None else None
        self._decoder: Decodes = decoder or self._own_decoder()
        self._readers = {view.id: ViewReader(view, loaded, tags, lens, code_mm) for view in loaded.game.views}
        self._source: Watched | None = None
        self._gaze: Gaze | None = None
        self.reader: ViewReader | None = None
        """The view that is watched."""

    def _own_decoder(self) -> DecoderProcess:
        if self._own is None:
            raise ValueError("the decoder was given")
        return self._own

    def watch(self, view: str, expected: Sequence[str] = ()) -> None:
        """Turn to a view; `expected` are ids of pieces worth looking harder for. KeyError for no such view."""
        self.reader = self._readers[view]
        if self._source is None:
            self._source = Watched(self._open, clock=self._clock)
        self._gaze = Gaze(self._source, self._decoder, self.reader, expected)

    def step(self, timeout_s: float = WAIT_S) -> Glance | None:
        """Take one frame; None where none came in time, or no view is watched."""
        if self._gaze is None:
            return None
        glance = self._gaze.step(timeout_s)
        if self.lost is not None:
            self._gaze.begin()
        return glance

    @property
    def lost(self) -> VisionError | None:
        """Say why there are no frames; None while there are, or before the first."""
        return self._source.failure if self._source else None

    def rest(self) -> None:
        """Let the camera go; the decoder stays for the next time."""
        self._gaze = self.reader = None
        if self._source is not None:
            self._source.close()
            self._source = None

    def close(self) -> None:
        """Let everything go."""
        self.rest()
        if self._own is not None:
            self._own.close()


@dataclass(frozen=True, slots=True)
class _Wish:
    view: str
    expected: tuple[str, ...]
    serial: int


class Eyes:
    """Drive a ``Sight`` from a thread of its own; every method returns at once."""

    def __init__(
        self,
        sight: Callable[[], Sight],
        told: Callable[[], None] = lambda: None,
        *,
        frame_s: float = FRAME_S,
    ) -> None:
        """Prepare; the thread, and the sight with it, begin with the first `start`.

        `told` is called in that thread whenever there is a new report: a place to post to a mailbox.
        """
        self._make, self._told, self._frame_s = sight, told, frame_s
        self._wish: _Wish | None = None
        self._wishes = 0
        self._closing = False
        self._changed = threading.Condition()
        self._report, self._adviser = EyesReport(), Adviser()
        self._thread: threading.Thread | None = None

    def start(self, view: str, expected: tuple[str, ...] = ()) -> None:
        """Begin to watch one of the game's views; a second start changes the view."""
        with self._changed:
            self._wishes += 1
            self._wish = _Wish(view, expected, self._wishes)
            self._report = EyesReport(status=STARTING, serial=self._report.serial + 1)
            self._changed.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Let the camera go; harmless when it is off."""
        with self._changed:
            self._wish = None
            self._report = EyesReport(status=OFF, serial=self._report.serial + 1)
            self._changed.notify()

    def poll(self) -> EyesReport:
        """Return the latest report at once; never waits for a frame."""
        return self._report

    def close(self) -> None:
        """Let everything go, and wait until the camera is free."""
        self.stop()
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    # ---- the thread ----------------------------------------------------------------
    def _run(self) -> None:
        sight = self._make()
        try:
            while (wish := self._next(sight)) is not None:
                self._follow(sight, wish)
        finally:
            sight.close()

    def _next(self, sight: Sight) -> _Wish | None:
        """Wait until something is to be watched; None when all is over."""
        with self._changed:
            while self._wish is None and not self._closing:
                sight.rest()
                self._changed.wait()
            return None if self._closing else self._wish

    def _follow(self, sight: Sight, wish: _Wish) -> None:
        """Watch one view until something else is wished for."""
        sight.watch(wish.view, wish.expected)
        while self._wish is wish:
            began = time.monotonic()
            try:
                glance = sight.step()
            except VisionError as error:
                self._post(wish, lost(error, self._report))
                glance = None
                began += WAIT_S
            else:
                self._tell(wish, sight, glance)
                if glance is not None and glance.is_urgent:
                    continue
            pace = max(self._frame_s, IDLE_S) if glance is not None and glance.is_idle else self._frame_s
            with self._changed:
                if self._wish is wish:
                    self._changed.wait(max(0.0, began + pace - time.monotonic()))

    def _tell(self, wish: _Wish, sight: Sight, glance: Glance | None) -> None:
        if glance is not None and sight.reader is not None:
            self._post(wish, describe(glance, sight.reader, wish.expected, self._report, self._adviser))
        elif sight.lost is not None and self._report.status != LOST:
            self._post(wish, lost(sight.lost, self._report))

    def _post(self, wish: _Wish, report: EyesReport) -> None:
        with self._changed:
            if self._wish is not wish:
                return
            self._report = report
        self._told()


__all__ = ["LOST", "OFF", "STARTING", "WATCHING", "Eyes", "EyesReport", "Sight"]
