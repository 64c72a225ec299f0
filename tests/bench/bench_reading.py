"""Print how much of hard scenes is read: by one frame, and by a second of a table at rest, beside other readers.

One second is ten frames with fresh noise and a tremble of 0.3 pixels each; a fresh reader for each scene. All times
are the processor's. What another reader makes of the first frame stands beside ours; corners are those of the last
one. Run it as a program; `--full` takes 60 scenes of each kind (half an hour), `--only` picks kinds by a part of
their name.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import zxingcpp
from pyzbar import pyzbar

from tests.bench.budget import budget
from tests.bench.scenes import SUITES, Scene, TrueCode, photograph
from vision.decode import Reader
from vision.decode_zxing import FORMATS
from vision.frame import Grey
from vision.geometry import area
from vision.tag import Tag

FRAMES = 10
FEW, MANY = 2, 60
PEERS_MOST = 20
"""Scenes of a kind that the other readers are shown: OpenCV's takes a second over each."""

WANTED = {
    "1.75 px a module": 0.92,
    "2 px a module": 0.98,
    "tilt 45": 0.90,
    "blur 2 px": 0.85,
    "noise 24": 0.98,
    "glare 6": 0.76,
    "covered 3 %": 0.80,
    "covered 6 %": 0.60,
    "mixed": 0.90,
}
"""What a second is to read at least."""

CORNER_PX = (0.40, 0.80)
"""What the corners of mixed scenes may be off: median and 95th percentile."""

Reads = list[tuple[str, tuple[float, float]]]
"""Texts and the middles of their codes."""


@dataclass(slots=True)
class Tally:
    """Count what one reader read."""

    asked: int = 0
    hit: int = 0
    false: int = 0
    off: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of codes read."""
        return self.hit / self.asked if self.asked else 0.0

    def count(self, codes: Sequence[TrueCode], reads: Reads) -> None:
        """Count hits, each code once, and texts that stand nowhere near a code of that text."""
        found = {id(code) for text, spot in reads if (code := _at(codes, text, spot))}
        self.asked += len(codes)
        self.hit += len(found)
        self.false += sum(_at(codes, text, spot) is None for text, spot in reads)

    def measure(self, codes: Sequence[TrueCode], tags: Iterable[Tag]) -> None:
        """Note how far the corners are off, on the mean of a code's four."""
        for tag in tags:
            code = _at(codes, tag.text, tag.centre)
            if code is not None:
                gaps = [math.dist(a, b) for a, b in zip(tag.corners, code.corners, strict=True)]
                self.off.append(sum(gaps) / 4)


def _at(codes: Sequence[TrueCode], text: str, spot: tuple[float, float]) -> TrueCode | None:
    for code in codes:
        if code.text == text and math.dist(code.corners.mean(0), spot) < math.sqrt(area(code.corners)):
            return code
    return None


def plain_zxing(grey: Grey) -> Reads:
    """Read with one bare call."""
    found = []
    for code in zxingcpp.read_barcodes(grey, formats=FORMATS):
        p = code.position
        ends = (p.top_left, p.top_right, p.bottom_right, p.bottom_left)
        found.append((code.text, (sum(e.x for e in ends) / 4, sum(e.y for e in ends) / 4)))
    return found


def plain_pyzbar(grey: Grey) -> Reads:
    """Read as pyzbar's own README does, for QR codes only."""
    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [
        (code.data.decode("utf-8", "replace"), tuple(np.mean(code.polygon, 0).tolist())) for code in found
    ]


def plain_opencv(grey: Grey) -> Reads:
    """Read with OpenCV's better detector; it throws on some pictures."""
    try:
        _, texts, quads, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(grey)
    except cv2.error:
        return []
    pairs = zip(texts, quads if quads is not None else (), strict=False)
    return [(text, tuple(np.mean(quad, 0).tolist())) for text, quad in pairs if text]


PEERS: dict[str, Callable[[Grey], Reads]] = {
    "zxing": plain_zxing,
    "pyzbar": plain_pyzbar,
    "OpenCV": plain_opencv,
}


def good(tags: Iterable[Tag]) -> list[Tag]:
    """Return the tags that are readings."""
    return [tag for tag in tags if tag.problem is None]


def _reads(tags: Iterable[Tag]) -> Reads:
    return [(tag.text, tag.centre) for tag in tags]


def watch(scene: Scene, tallies: dict[str, Tally]) -> None:
    """Show a fresh reader a second of one scene."""
    reader = Reader()
    tags: list[Tag] = []
    for number in range(1, FRAMES + 1):
        frame = scene.frame(number)
        began = time.process_time()
        tags = good(reader.read(frame, still=True))
        tallies["frame" if number == 1 else "second"].ms.append(1000 * (time.process_time() - began))
        if number == 1:
            tallies["frame"].count(scene.codes, _reads(tags))
            tallies["frame"].measure(scene.codes, tags)
        elif number < FRAMES:
            tallies["second"].false += sum(_at(scene.codes, t.text, t.centre) is None for t in tags)
    tallies["second"].count(scene.codes, _reads(tags))
    tallies["second"].measure(scene.codes, tags)


def measure_suite(name: str, scenes: int) -> dict[str, Tally]:
    """Show scenes of one kind to every reader."""
    tallies = {each: Tally() for each in ("frame", "second", *PEERS)}
    for seed in range(scenes):
        scene = photograph(SUITES[name](seed), seed)
        watch(scene, tallies)
        if seed < PEERS_MOST:
            frame = scene.frame(1)
            for peer, read in PEERS.items():
                began = time.process_time()
                reads = read(frame)
                tallies[peer].ms.append(1000 * (time.process_time() - began))
                tallies[peer].count(scene.codes, reads)
    return tallies


def measure(*, full: bool = False, only: str = "") -> dict[str, Any]:
    """Return for each kind of scene what was read, as plain values."""
    scenes = MANY if full else FEW
    return {name: _plain(measure_suite(name, scenes)) for name in SUITES if only in name}


def _plain(tallies: dict[str, Tally]) -> dict[str, Any]:
    second = tallies["second"]
    corners = np.percentile(second.off, (50, 95)).round(3).tolist() if second.off else None
    return {
        "codes": second.asked,
        "read": {name: round(tally.share, 4) for name, tally in tallies.items()},
        "false": tallies["frame"].false + second.false,
        "ms": {name: round(median(tally.ms), 1) for name, tally in tallies.items() if tally.ms},
        "corners_px": corners,
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Say it for people."""
    for name, figures in found.items():
        read, ms = figures["read"], figures["ms"]
        peers = ", ".join(f"{peer} {read[peer]:.1%}" for peer in PEERS)
        if name in WANTED:
            short = budget(round(1 - read["second"], 4), round(1 - WANTED[name], 4))
            yield (
                f"{name} ({figures['codes']} codes): one frame {read['frame']:.1%} in {ms['frame']:.0f} ms, "
                f"one second {read['second']:.1%}, unread {1 - read['second']:.3f} {short}; {peers}"
            )
        yield f"{name}: false reads {figures['false']} {budget(figures['false'], 0)}"
        if name == "mixed" and figures["corners_px"]:
            middle, far = figures["corners_px"]
            yield (
                f"corners of mixed scenes: median {middle} px {budget(middle, CORNER_PX[0], 'px')}, "
                f"95 % within {far} px {budget(far, CORNER_PX[1], 'px')}"
            )


def main() -> None:
    """Measure and print, kind by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for name in SUITES:
        if args.only in name:
            sys.stdout.writelines(f"{line}\n" for line in lines(measure(full=args.full, only=name)))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
