"""Stands in for rpicam-vid and rpicam-still: same arguments, same bytes on standard output.

First argument: what to do. Frame n is grey level n all over, its row padding 255, its colour planes 128.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path


def frame(width: int, height: int, level: int, stride: int) -> bytes:
    row = bytes([level]) * width + b"\xff" * (stride - width)
    return row * height + b"\x80" * (stride * height // 2)


def bars(width: int, height: int, right: int, stride: int) -> bytes:
    row = bytes(200 if (x - right) // 20 % 2 else 40 for x in range(stride))
    return row * height + b"\x80" * (stride * height // 2)


def focusing(manner: str, width: int, height: int, stride: int) -> None:
    """Show bars; after a still they lie elsewhere, for a moment or for good, as the lens moves."""
    out = sys.stdout.buffer
    is_again = Path(os.environ["STAND_IN_LOG"]).exists()
    for _ in range(3 if is_again else 0):
        out.write(bars(width, height, 10, stride))
        out.flush()
    while True:
        out.write(bars(width, height, 10 if is_again and manner == "refocuses" else 0, stride))


def video(manner: str, width: int, height: int) -> None:
    out = sys.stdout.buffer
    stride = -(-width // 64) * 64
    if manner == "no_camera":
        sys.exit(255)
    if manner in ("focuses", "refocuses"):
        focusing(manner, width, height, stride)
    for level in (1, 2, 3):
        out.write(frame(width, height, level, stride))
        out.flush()
    if manner == "half":
        out.write(frame(width, height, 9, stride)[: stride * height // 2])
        out.flush()
    if manner in ("stall", "stubborn"):
        if manner == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        threading.Event().wait()
    while manner == "endless":
        out.write(frame(width, height, 4, stride))


def main() -> None:
    manner, *rest = sys.argv[1:]
    options = dict(zip(rest, [*rest[1:], ""], strict=True))
    width, height = int(options["--width"]), int(options["--height"])
    if options["--output"] != "-" or "--nopreview" not in rest:
        sys.exit(2)
    if "--encoding" in options:
        Path(os.environ["STAND_IN_LOG"]).write_text(" ".join(rest))
        if manner != "no_still":
            sys.stdout.buffer.write(frame(width, height, 77, width))
    elif options["--codec"] == "yuv420" and options["--timeout"] == "0":
        video(manner, width, height)


main()
