"""Print how long it takes from a card laid under the camera to its sighting.

A webcam's 1080p frames are drawn beforehand, so that only the pipeline is timed: thread, stillness, decoder
process, votes, layout, report. Run it as a program.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from statistics import median

from companion.eyes import Eyes, Sight
from companion.games import find
from companion.tags import Tags, encode
from tests.bench.budget import budget
from vision.camera import WEBCAM
from vision.frame import Frame, Grey
from vision.render import Piece, Scene, View, render

GAME, VIEW = "prestige", "card"
ROUNDS, NOISES = 12, 4
FPS = 30


class Shown:
    """A webcam of 30 frames a second before which cards are put and taken away."""

    name = "bench:"

    def __init__(self, pictures: dict[str, list[Grey]]) -> None:
        self.pictures = {name: cycle(found) for name, found in pictures.items()}
        self.what = ""
        self._next = time.monotonic()
        self._tick = threading.Event()

    def read(self, timeout_s: float) -> Frame | None:
        """Wait for the next frame as a camera makes one wait."""
        now = time.monotonic()
        if self._next > now:
            self._tick.wait(min(self._next - now, timeout_s))
        now = time.monotonic()
        self._next = max(self._next + 1 / FPS, now)
        return Frame(next(self.pictures[self.what]), now)

    def still(self) -> Frame | None:
        """Take no better picture than a frame."""
        return None

    def close(self) -> None:
        """Let nothing go."""


def measure() -> dict[str, float]:
    """Return milliseconds from card to sighting, over some cards."""
    loaded = find(GAME)
    cards = [piece for piece in loaded.box.stickered if not piece.anonymous][:ROUNDS]
    pictures = {"": shots("")} | {piece.id: shots(encode(loaded.game, piece)) for piece in cards}
    source, news = Shown(pictures), threading.Semaphore(0)
    eyes = Eyes(lambda: Sight(lambda: source, loaded, Tags([loaded])), news.release)
    spent = []
    for piece in cards:
        source.what = ""
        eyes.start(VIEW)
        await_report(eyes, news, "")
        began = time.perf_counter()
        source.what = piece.id
        await_report(eyes, news, piece.id)
        spent.append(time.perf_counter() - began)
    eyes.close()
    return {
        "card_to_sighting_ms": 1000 * median(spent),
        "card_to_sighting_worst_ms": 1000 * max(spent),
    }


def shots(payload: str) -> list[Grey]:
    """Draw a card (or none) with fresh noise each time."""
    pieces = (Piece(payload, 120, 80, sticker_dx=20, sticker_dy=-32),) if payload else ()
    scene = Scene(240, 160, pieces)
    return [render(scene, WEBCAM, View(250, tilt_deg=3), seed=seed).grey for seed in range(NOISES)]


def await_report(eyes: Eyes, news: threading.Semaphore, piece: str) -> None:
    """Wait until a report shows the piece, or a picture without any."""
    while True:
        report = eyes.poll()
        seen = [each.piece for each in report.sighting.seen] if report.sighting else []
        if report.picture is not None and (piece in seen if piece else not seen):
            return
        if not news.acquire(timeout=20):
            raise RuntimeError(f"{piece or 'the empty table'} was never seen")


def lines(found: dict[str, float]) -> Iterator[str]:
    """Say it for people."""
    yield (
        f"a card under a {FPS} fps 1080p camera, to its sighting: median {found['card_to_sighting_ms']:.0f} ms, "
        f"worst {found['card_to_sighting_worst_ms']:.0f} ms {budget(found['card_to_sighting_ms'], 150, 'ms')}"
    )


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
