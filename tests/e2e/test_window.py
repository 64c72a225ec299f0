"""Robots at the real app: touches in its window, presses of its panel, frames under its camera."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.demo import Plan, play
from companion.display import lacks_desktop
from companion.store import Store

ROOT = Path(__file__).resolve().parents[2]
SHORT = ("--seats", "2", "--seed", "4")
"""An evening that a strict event ends after eight turns."""


def demo(folder: Path, *more: str) -> dict[str, Any]:
    if lacks_desktop():
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
    headless = play(Plan("prestige", 2, 4, "none"))
    assert (report["turns"], report["commands"]) == (headless.turns, headless.commands)
    assert report["score"]["outcome"]
    assert [seat["total"] for seat in report["score"]["seats"]] == [
        seat["total"] for seat in headless.score["seats"]
    ]


@pytest.mark.slow
def test_an_evening_through_frames_and_the_real_screens(tmp_path: Path) -> None:
    report = demo(tmp_path)
    assert report["from_frames"] >= 0.95
    assert report["taps_per_turn"] < 6
    assert (tmp_path / "table.png").exists()


def test_a_window_closed_halfway_ends_the_demo_with_the_evening_kept(tmp_path: Path) -> None:
    if lacks_desktop():
        pytest.skip("no display here; make test brings a virtual one")
    command = [sys.executable, "-m", "companion", "--language", "en", "demo", "prestige", *SHORT]
    demo = subprocess.Popen(
        [*command, "--camera", "none", "--report", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    with demo:
        while demo.poll() is None and not any(tmp_path.glob("screens/*-table.png")):
            select.select([], [], [], 0.05)
        # SDL turns this into what the window's own cross brings.
        demo.terminate()
        said = demo.communicate(timeout=60)[1]
    assert demo.returncode == 130, said
    assert said.splitlines()[-1].endswith("The window was closed, so the demo ends here.")
    assert "Traceback" not in said
    (kept,) = Store(tmp_path / "evenings").evenings(thorough=True)
    assert (kept.problem, kept.over) == ("", False)
    assert not (tmp_path / "report.json").exists()
