"""Every touch reaches the app by one way only: twice, it would choose a card and let it go again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping

import pytest

PROGRAM = """
import json, sys
from companion.app.window import prepare
prepare(full=sys.argv[1] == "full")
from kivy.config import Config
print(json.dumps([value for _, value in Config.items("input")]))
"""
DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")
KERNEL = ("probesysfs", "mtdev", "hidinput")
"""Kivy's own readers of what the kernel tells of touches; the first, unless told otherwise, is the second."""


def ways(full: str, desktop: Mapping[str, str]) -> list[str]:
    """Return by what a new process reads touches from the kernel."""
    environ = {name: value for name, value in os.environ.items() if name not in DESKTOPS}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, full],
        env={**environ, **desktop},
        capture_output=True,
        text=True,
        check=True,
    )
    given: list[str] = json.loads(ran.stdout.splitlines()[-1])
    assert any(value.startswith("mouse") for value in given)
    return [value for value in given if value.startswith(KERNEL)]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux draws without a desktop")
@pytest.mark.parametrize("full", ["full", "windowed"])
def test_without_a_desktop_the_touch_panel_is_read_once(full: str) -> None:
    assert ways(full, {}) == ["probesysfs,provider=mtdev"]


@pytest.mark.parametrize("full", ["full", "windowed"])
@pytest.mark.parametrize("desktop", DESKTOPS)
def test_a_desktop_hands_touches_on_and_they_are_not_read_behind_its_back(full: str, desktop: str) -> None:
    """Whoever may read input devices, as users of a Raspberry Pi may, would get each touch from both."""
    assert ways(full, {desktop: "none-1"}) == []
