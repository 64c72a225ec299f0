"""What there is to draw on."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

GRAPHICS = Path("/dev/dri")
"""Where Linux keeps its graphics cards, drawn on without a desktop."""


def display(environ: Mapping[str, str] = os.environ) -> str:
    """Name the display or, where no desktop runs, the graphics card; empty where there is neither."""
    if name := environ.get("WAYLAND_DISPLAY") or environ.get("DISPLAY"):
        return name
    return min((path.name for path in GRAPHICS.glob("card*")), default="")


def is_blind(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a window would open where nobody can see it: SDL then draws into memory and says nothing."""
    named = environ.get("SDL_VIDEODRIVER") or sys.platform != "linux"
    return not (named or display(environ))
