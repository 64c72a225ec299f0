"""Print how much memory the decoder's process needs at most over stills of the cameras, with every remedy.

Three stills of a table at rest, 36 cards on it, some of them covered; a fresh process for each camera. Run it as a
program.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from tests.bench.budget import budget
from vision.camera import CM2, CM3, CameraModel
from vision.decode_process import DecoderProcess
from vision.frame import Grey
from vision.render import Piece, Scene, View, render

STILLS = 3
MOST_MB = 200
"""A fifth of a Raspberry Pi with 1 GB."""

CARDS = tuple(Piece(f"TC1AA{i:02d}", 60 + 75 * (i % 9), 60 + 95 * (i // 9), 90.0 * i + 4) for i in range(36))
SLIPS = tuple(Piece(None, card.x_mm + 8.5, card.y_mm, 0, 6, 40) for card in CARDS[::4])


def measure() -> dict[str, dict[str, float]]:
    """Return for each camera the peak in MB, the seconds a still took at most, and the share of codes read."""
    return {camera.name: _measure(camera) for camera in (CM3, CM2)}


def _measure(camera: CameraModel) -> dict[str, float]:
    process = DecoderProcess(patience_s=120)
    process.start()
    peak, slowest, share = 0.0, 0.0, 0.0
    try:
        for seed in range(STILLS):
            grey, truth = _still(camera, seed)
            began = time.perf_counter()
            tags = process.decode(grey, thorough=True, still=True)
            slowest = max(slowest, time.perf_counter() - began)
            peak = max(peak, _peak_mb(process))
            share = len({tag.text for tag in tags or ()} & truth) / len(truth)
    finally:
        process.close()
    return {"peak_mb": round(peak), "slowest_s": round(slowest, 2), "read": round(share, 3)}


def _still(camera: CameraModel, seed: int) -> tuple[Grey, set[str]]:
    scene = Scene(700, 420, (*CARDS, *SLIPS))
    picture = render(scene, camera, View(600, tilt_deg=10, noise=8, glare=4), seed=seed, still=True)
    return np.ascontiguousarray(picture.grey), {tag.payload for tag in picture.tags}


def _peak_mb(process: DecoderProcess) -> float:
    """Return the most memory that the child ever had resident, as Linux counts it."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def lines(found: dict[str, dict[str, float]]) -> Iterator[str]:
    """Say it for people."""
    for name, figures in found.items():
        yield (
            f"stills of {name}, every remedy: the decoder's process holds at most {figures['peak_mb']:.0f} MB "
            f"{budget(figures['peak_mb'], MOST_MB, 'MB')}, {figures['read']:.1%} read, "
            f"{figures['slowest_s']:.1f} s a still at most"
        )


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
