"""The camera while its stand is set up: any table, no game; how sharp, how light, how large.

A thread of its own takes pictures and measures them, so that no screen ever waits for a camera.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.eyes_gaze import Decodes
from companion.eyes_protocol import STARTING, WATCHING, EyesReport, Outline, StandReport
from companion.eyes_report import lost, scaled, shown
from vision.decode_process import DecoderProcess
from vision.errors import VisionError
from vision.frame import Frame
from vision.meter import measure
from vision.source import Source
from vision.stillness import Stillness
from vision.tag import Tag
from vision.watch import Watched

PACE_S = 1 / 6
"""Pictures are taken no faster: a hand turns a lens slowly, and a number that jumps cannot be read."""
WAIT_S = 0.5
"""How long one step may wait for a frame."""


def weigh(frame: Frame, tags: Sequence[Tag], before: StandReport) -> StandReport:
    """Make the report of one picture; the best focus is kept from those before."""
    found = measure(frame.grey, tags)
    picture, scale = shown(frame.grey)
    outlines = (
        Outline(tag.corners, None, "read" if tag.problem is None else "damaged", tag.text) for tag in tags
    )
    return StandReport(
        EyesReport(
            WATCHING, before.seen.serial + 1, picture, tuple(scaled(each, scale) for each in outlines)
        ),
        found.focus,
        max(before.best, found.focus or 0),
        found.light,
        found.size,
        found.module_px or 0.0,
        found.codes,
    )


class StandEyes:
    """Look at whatever lies under the camera; every method returns at once."""

    def __init__(
        self,
        open_source: Callable[[], Source],
        told: Callable[[], None] = lambda: None,
        *,
        decoder: Callable[[], DecoderProcess] = DecoderProcess,
    ) -> None:
        """Prepare; camera and decoder begin with `start`. `told` is called in their thread at each report."""
        self._open, self._told, self._make_decoder = open_source, told, decoder
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None
        self._report = StandReport()
        self._stillness, self._is_looked, self._still = Stillness(), False, StandReport()

    def start(self) -> None:
        """Begin to look; a second start forgets the best so far."""
        self.stop()
        self._halt, before = threading.Event(), self._thread
        self._report = StandReport(EyesReport(STARTING))
        self._thread = threading.Thread(
            target=self._run, args=(self._halt, before), name="stand", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Let the camera go; harmless when it is off."""
        self._halt.set()
        self._report = StandReport()

    def poll(self) -> StandReport:
        """Return the latest report at once; never waits for a frame."""
        return self._report

    def close(self) -> None:
        """Let everything go, and wait until the camera is free."""
        self.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    # ---- the thread ----------------------------------------------------------------
    def _run(self, halt: threading.Event, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # a camera serves one at a time
            self._post(halt, StandReport(EyesReport(STARTING)))
        if halt.is_set():
            return
        self._stillness, self._is_looked, self._still = Stillness(), False, StandReport()
        source, decoder = Watched(self._open), self._make_decoder()
        try:
            while not halt.is_set():
                began = time.monotonic()
                self._post(halt, self._step(source, decoder))
                halt.wait(max(0.0, began + PACE_S - time.monotonic()))
        finally:
            source.close()
            decoder.close()

    def _step(self, source: Watched, decoder: Decodes) -> StandReport | None:
        """Return what the next picture shows, why there is none, or None where none came in time."""
        before = self._report
        try:
            frame = source.read(WAIT_S)
            if frame is not None:
                return self._with_still(source, decoder, frame, before)
            failure = source.failure
        except VisionError as error:
            failure = error
        return StandReport(lost(failure, before.seen), best=before.best) if failure else None

    def _with_still(
        self, source: Watched, decoder: Decodes, frame: Frame, before: StandReport
    ) -> StandReport:
        """Weigh a frame; how large codes are is told as in play, by a still once all rests, where those are larger."""
        seen = weigh(frame, decoder.decode(frame.grey) or (), before)
        if not self._stillness.update(frame):
            self._is_looked, self._still = False, StandReport()
            return seen
        if not self._is_looked:
            self._is_looked, photo = True, source.still()
            if photo is not None and photo.size[0] > frame.size[0]:
                self._still = weigh(photo, decoder.decode(photo.grey, still=True) or (), seen)
        found = self._still
        if not found.codes:
            return seen
        shown_too = replace(seen.seen, outlines=found.seen.outlines)
        return replace(seen, seen=shown_too, size=found.size, module_px=found.module_px, codes=found.codes)

    def _post(self, halt: threading.Event, report: StandReport | None) -> None:
        if report is None or halt.is_set():
            return
        self._report = report
        self._told()
