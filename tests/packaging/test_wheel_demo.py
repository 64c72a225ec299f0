"""The installed wheel plays a whole evening: robots, camera, decoder, rules and words, without the checkout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.packaging.outside import run

DEMO = ("demo", "prestige", "--headless", "--seats", "2", "--seed", "3", "--json")


@pytest.mark.parametrize(
    "more",
    [
        # The city is read by the camera once, at the end.
        pytest.param(("--level", "scorekeeper"), id="kept score of"),
        pytest.param((), id="guided", marks=pytest.mark.slow),
    ],
)
def test_the_installed_wheel_plays_an_evening(installed: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    report = json.loads(run(installed / "bin" / "companion", *DEMO, *more, cwd=tmp_path))
    assert (report["finished"], report["agrees"]) == (True, True)
    assert report["tags_seen"] > 0
    assert len(report["score"]["seats"]) == 2
