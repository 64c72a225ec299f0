"""Robots at the real app: touches in its window, presses of its panel, frames under its camera."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.virtual.window import needs_display

ROOT = Path(__file__).resolve().parents[2]
SHORT = ("--seats", "2", "--seed", "4")
"""An evening that a strict event ends after eight turns."""


def demo(folder: Path, *more: str) -> dict[str, Any]:
    if needs_display():
        pytest.skip("no display here; make test brings a virtual one")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "prestige", *SHORT, "--report", str(folder), *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in ("report.json", "score.txt", "screens"):
        assert str(folder / name) in done.stdout
    report: dict[str, Any] = json.loads((folder / "report.json").read_text())
    assert report["finished"]
    assert report["agrees"]
    assert report["beyond_touch"] == 0
    return report


def test_an_evening_by_touch_alone_through_the_real_screens(tmp_path: Path) -> None:
    report = demo(tmp_path, "--camera", "none")
    assert report["from_frames"] == 0
    names = {path.stem.partition("-")[2] for path in (tmp_path / "screens").iterdir()}
    assert names >= {"home", "table", "place", "score"}


@pytest.mark.slow
def test_an_evening_through_frames_and_the_real_screens(tmp_path: Path) -> None:
    report = demo(tmp_path)
    assert report["from_frames"] >= 0.95
    assert report["taps_per_turn"] < 6
    assert (tmp_path / "city.png").exists()
