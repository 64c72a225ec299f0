"""A window that nobody can see is not opened."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion import display as displays
from companion.display import display, is_blind


@pytest.fixture(autouse=True)
def graphics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(displays, "GRAPHICS", tmp_path)
    return tmp_path


def test_a_desktop_comes_before_a_graphics_card(graphics: Path) -> None:
    (graphics / "card1").touch()
    (graphics / "card0").touch()
    assert display({"DISPLAY": ":0"}) == ":0"
    assert display({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}) == "wayland-0"
    assert display({}) == "card0"
    assert not is_blind({})


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_nothing_to_draw_on_is_noticed_unless_somebody_names_a_driver() -> None:
    assert display({}) == ""
    assert is_blind({})
    assert not is_blind({"SDL_VIDEODRIVER": "kmsdrm"})
