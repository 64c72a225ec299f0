"""Print what a still table of 40 codes costs a frame beside decoding each, and how soon a moved card is told.

Webcam frames of 1080p are drawn beforehand. Times are the thread's own, so that other programs count for little.
Run it as a program.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import cv2

from tests.bench.budget import budget
from vision.camera import WEBCAM
from vision.decode import Reader
from vision.frame import Frame, Grey
from vision.memory import LOOKS, Memory
from vision.render import Piece, Scene, View, render
from vision.steady import Moved, Steady

NOISES, STILL, MOVES = 3, 60, 6
FPS = 15
CARDS = tuple(
    Piece(f"TC1AA{i:02d}", 25 + 40 * (i % 8), 22 + 32 * (i // 8), 90 * (i % 4) + 3, 34, 26) for i in range(40)
)


def shots(cards: tuple[Piece, ...]) -> list[Grey]:
    """Photograph the table a few times, with fresh noise each."""
    scene = Scene(330, 180, cards)
    return [render(scene, WEBCAM, View(300, tilt_deg=4), seed=seed).grey for seed in range(NOISES)]


def moved(index: int) -> tuple[Piece, ...]:
    """Lay one card a little aside, on top of the others."""
    card = CARDS[index]
    aside = replace(card, x_mm=card.x_mm + 15, y_mm=card.y_mm + 5)
    return (*CARDS[:index], *CARDS[index + 1 :], aside)


class Film:
    """Feed frames to a memory and to the votes after it."""

    def __init__(self) -> None:
        self.memory, self.steady, self.time, self.spent = Memory(Reader().read), Steady(), 0.0, 0.0

    def show(self, grey: Grey) -> list[str]:
        """Take one frame; return the texts of what has moved."""
        began = time.thread_time()
        seen = self.memory.see(Frame(grey, self.time))
        self.spent = 1000 * (time.thread_time() - began)
        self.time += 1 / FPS
        if seen is None:
            raise RuntimeError("the decoder was lost")
        changes = self.steady.update(self.time, seen.tags, seen.covered)
        return [change.tag.text for change in changes if isinstance(change, Moved)]


def moves(film: Film, table: list[Grey]) -> tuple[list[int], list[float]]:
    """Move some cards, one after the other; return frames until each was told, and milliseconds of all those frames."""
    told, busy = [], []
    for index in range(0, len(CARDS), len(CARDS) // MOVES):
        aside = shots(moved(index))
        for count in range(1, FPS + 1):
            said = film.show(aside[count % NOISES])
            busy.append(film.spent)
            if CARDS[index].payload in said or count == FPS:
                told.append(count)
                break
        for i in range(FPS):
            film.show(table[i % NOISES])
    return told, busy


def measure() -> dict[str, float]:
    """Return milliseconds a frame and frames until a move is told."""
    cv2.setNumThreads(1)
    table, film = shots(CARDS), Film()
    for i in range(LOOKS + 1):
        film.show(table[i % NOISES])
    still = []
    for i in range(STILL):
        film.show(table[i % NOISES])
        still.append(film.spent)
    reader, whole = Reader(), []
    for i in range(2 * NOISES):
        began = time.thread_time()
        reader.read(table[i % NOISES])
        whole.append(1000 * (time.thread_time() - began))
    told, busy = moves(film, table)
    return {
        "still_ms": median(still),
        "still_mean_ms": sum(still) / len(still),
        "whole_ms": median(whole),
        "moving_ms": median(busy),
        "frames_to_moved": max(told),
    }


def lines(found: dict[str, float]) -> Iterator[str]:
    """Say it for people."""
    yield (
        f"still table, 40 codes, 1080p: {found['still_ms']:.1f} ms a frame {budget(found['still_ms'], 3, 'ms')}, "
        f"{found['still_mean_ms']:.1f} with the looks at everything; decoding each: {found['whole_ms']:.1f} ms"
    )
    yield (
        f"a moved card is told after at most {found['frames_to_moved']:.0f} frames "
        f"{budget(found['frames_to_moved'], 2)}, {found['moving_ms']:.1f} ms each"
    )


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
