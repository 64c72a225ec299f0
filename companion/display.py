"""What there is to draw on: a display, a graphics card, or a display that is only made up."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

GRAPHICS = Path("/dev/dri")
"""Where Linux keeps its graphics cards, drawn on without a desktop."""
INSIDE = "COMPANION_INSIDE_XVFB"
SCREEN = "1400x1400x24"
"""A virtual display with room for every window that we open, lying or upright."""


def desktop(environ: Mapping[str, str] = os.environ) -> str:
    """Name the display of a desktop; empty where none runs."""
    return environ.get("WAYLAND_DISPLAY") or environ.get("DISPLAY") or ""


def display(environ: Mapping[str, str] = os.environ) -> str:
    """Name the display or, where no desktop runs, the graphics card; empty where there is neither."""
    return desktop(environ) or min((path.name for path in GRAPHICS.glob("card*")), default="")


def is_blind(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a window would open where nobody can see it: SDL then draws into memory and says nothing."""
    named = environ.get("SDL_VIDEODRIVER") or sys.platform != "linux"
    return not (named or display(environ))


def lacks_desktop() -> bool:
    """Tell whether no window of a size of ours can be opened here."""
    return sys.platform == "linux" and not desktop()


def go_under_xvfb() -> None:
    """Begin this very command again under a virtual display; return where it is there already, or has none."""
    xvfb = shutil.which("xvfb-run")
    if xvfb is None or os.environ.get(INSIDE):
        return
    os.environ[INSIDE] = "1"
    arguments = [xvfb, "-a", "-s", f"-screen 0 {SCREEN}", sys.executable, "-m", "companion", *sys.argv[1:]]
    os.execv(xvfb, arguments)  # noqa: S606
