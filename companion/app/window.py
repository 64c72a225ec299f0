"""Kivy's surroundings, set before Kivy is first imported: our own folder, no arguments, no doubled touches."""

from __future__ import annotations

import ctypes
import ctypes.util
import os

from companion.display import lacks_desktop
from companion.theme import TEXT_SCALES, UPRIGHT_TEXT, density

HINTS = {
    "KIVY_NO_ARGS": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_NO_CONFIG": "1",
    "KIVY_HOME": f"{os.devnull}/kivy",
}
"""Python's own logging: Kivy's takes standard error away, and every traceback with it. Without a configuration of its
own Kivy writes nothing, so the place named is none; else it would read what another program left in ~/.kivy."""
KERNEL = ("probesysfs", "mtdev", "hidinput")
"""Kivy's readers of what the kernel tells of touches; the first one looks for panels, and reads them by another."""


def prepare(size: tuple[int, int] = (800, 480), *, full: bool = False) -> None:
    """Set Kivy up for a window of this size in pixels, or for the whole display."""
    for name, value in HINTS.items():
        os.environ.setdefault(name, value)
    from kivy.config import Config

    size = (screen_size() if full else None) or size
    settings = {
        "width": str(size[0]),
        "height": str(size[1]),
        "fullscreen": "auto" if full else "0",
        "resizable": "1",
        "multisamples": "2",
        "maxfps": "60",
        "show_cursor": "0" if full else "1",
    }
    for key, value in settings.items():
        Config.set("graphics", key, value)
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "warning")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    _take_touch_once(Config)


def screen_size() -> tuple[int, int] | None:
    """Return the size of an X display in pixels; None where there is none.

    Without a window manager nobody makes a window as large as the display: it must be so from the start.
    """
    if not os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    try:
        x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    except OSError:
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    handle = ctypes.c_void_p(display)
    size = x11.XDisplayWidth(handle, 0), x11.XDisplayHeight(handle, 0)
    x11.XCloseDisplay(handle)
    return size


def _take_touch_once(config: object) -> None:
    """Read touches by one way only: each further one tells every touch again.

    A desktop hands them on, so nothing is read behind its back; without one, mtdev alone reads the touch panel. Kivy's
    own choice is to probe for panels in any case.
    """
    from kivy.config import ConfigParser

    if not isinstance(config, ConfigParser):
        return
    for key, value in config.items("input"):
        if value.startswith(KERNEL):
            config.remove_option("input", key)
    if lacks_desktop():
        config.set("input", "panel", "probesysfs,provider=mtdev")


def scale(size: tuple[int, int], text: str, millimetres: float = 0.0) -> None:
    """Make one dp 0.15875 mm on this display, and texts as large as chosen."""
    from kivy.metrics import Metrics

    Metrics.density = density(size, millimetres)
    Metrics.fontscale = TEXT_SCALES[text] * (UPRIGHT_TEXT if is_portrait(size) else 1.0)


def is_portrait(size: tuple[int, int]) -> bool:
    """Tell whether the display stands upright."""
    return size[1] > size[0]
