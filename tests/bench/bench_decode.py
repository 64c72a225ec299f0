"""Print how long our first pass takes against one plain zxing call and against pyzbar alone.

All three read the same 1080p frames of 30 stickers in one run, in turn, so that a busy machine slows all alike.
Run it as a program.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection
from statistics import median

import cv2
import zxingcpp
from pyzbar import pyzbar

from tests.bench.budget import budget
from vision.camera import WEBCAM
from vision.decode import Reader
from vision.frame import Grey
from vision.render import Piece, Scene, View, render

FRAMES, ROUNDS = 5, 6
MODEL_2 = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCodeModel2])
Read = Callable[[Grey], Collection[str]]


def frames() -> list[tuple[Grey, set[str]]]:
    """Return frames of a webcam over 30 cards, near enough for about 3 pixels a module, and what lies there."""
    pieces = tuple(
        Piece(f"TC1AA{i:02d}", 30 + 52 * (i % 6), 25 + 34 * (i // 6), 23 * i, 44, 30) for i in range(30)
    )
    scene = Scene(320, 186, pieces)
    pictures = (
        render(scene, WEBCAM, View(290, tilt_deg=8, tilt_to_deg=70 * seed, roll_deg=4 * seed), seed=seed)
        for seed in range(FRAMES)
    )
    return [(picture.grey, {tag.payload for tag in picture.tags}) for picture in pictures]


def ours(reader: Reader, grey: Grey) -> Collection[str]:
    """Read as the application does."""
    return {tag.text for tag in reader.read(grey) if tag.problem is None}


def plain_zxing(grey: Grey) -> Collection[str]:
    """Read with one bare call."""
    return {code.text for code in zxingcpp.read_barcodes(grey, formats=MODEL_2)}


def pyzbar_alone(grey: Grey) -> Collection[str]:
    """Read as pyzbar's own README does, for QR codes only."""
    return {code.data.decode() for code in pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])}


def measure() -> dict[str, tuple[float, float, float]]:
    """Return for each reader: least and median milliseconds a frame, and the share of codes read."""
    reader = Reader()
    readers: dict[str, Read] = {
        "first pass": lambda grey: ours(reader, grey),
        "zxing, one call": plain_zxing,
        "pyzbar alone": pyzbar_alone,
    }
    times: dict[str, list[float]] = {name: [] for name in readers}
    hits = dict.fromkeys(readers, 0)
    pictures = frames()
    for _ in range(ROUNDS):
        for grey, truth in pictures:
            for name, read in readers.items():
                began = time.perf_counter()
                texts = read(grey)
                times[name].append((time.perf_counter() - began) * 1000)
                hits[name] += len(truth & set(texts))
    asked = ROUNDS * sum(len(truth) for _, truth in pictures)
    return {name: (min(spent), median(spent), hits[name] / asked) for name, spent in times.items()}


def main() -> None:
    """Print the table and the two ratios."""
    say = sys.stdout.write
    cv2.setNumThreads(1)
    results = measure()
    for name, (least, middle, share) in results.items():
        say(f"{name:16} min {least:6.1f} ms   median {middle:6.1f} ms   read {share:6.1%}\n")
    first, zxing, zbar = results["first pass"], results["zxing, one call"], results["pyzbar alone"]
    say(
        f"first pass / zxing  min {first[0] / zxing[0]:.2f}   median {first[1] / zxing[1]:.2f}   {budget(first[1] / zxing[1], 1.3)}\n"
    )
    say(
        f"first pass / pyzbar min {first[0] / zbar[0]:.2f}   median {first[1] / zbar[1]:.2f}   {budget(first[1] / zbar[1], 0.25)}\n"
    )


if __name__ == "__main__":
    main()
