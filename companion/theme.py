"""Colours, shapes and sizes of everything on the screen; no Kivy here.

One dp is 0.15875 mm on the glass whatever the display, so 57 dp is a 9 mm target. The displays' active
widths come from their makers: 154.1 mm for the official 7" 800x480, 154.6 x 87.0 mm for the 7" 1280x720.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from rules.core.value import Value

Rgba = tuple[float, float, float, float]
MM_PER_DP = 25.4 / 160
GRID = 8
"""Distances are multiples of this many dp."""
TARGET_MM = 9.0
TARGET = 57
"""The smallest side of anything to touch, in dp."""
READABLE = 15
"""The smallest text, in dp: 2.4 mm high, for details read from a chair."""
TEXT_SCALES = {"small": 0.9, "normal": 1.0, "large": 1.15, "huge": 1.3}
UPRIGHT_TEXT, UPRIGHT_HIGH = 1.12, 1.12
"""How much larger letters, and how much higher buttons, are on an upright display: it has the height."""
WIDTHS_MM = {(800, 480): 154.1, (1280, 720): 154.6, (720, 1280): 87.0, (480, 800): 92.6}
"""Active widths of known displays by their pixels."""
USUAL_MM = 155.0
"""The longer side of a display nobody has measured."""


def font() -> Path:
    """Return the letters of the screens, which Kivy brings along; Kivy itself is not loaded."""
    kivy = find_spec("kivy")
    if kivy is None or kivy.origin is None:
        raise ModuleNotFoundError("kivy")
    return Path(kivy.origin).with_name("data") / "fonts" / "Roboto-Regular.ttf"


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """Turn "#RRGGBB" into four numbers between 0 and 1."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


class Ink(Value, frozen=True):
    """The colours of the screens by what they are for."""

    back: Rgba = rgba("#14161A")
    surface: Rgba = rgba("#1E2127")
    raised: Rgba = rgba("#2B2F38")
    pressed: Rgba = rgba("#3C424E")
    line: Rgba = rgba("#4A505C")
    text: Rgba = rgba("#F5F1E8")
    muted: Rgba = rgba("#BDB8AC")
    accent: Rgba = rgba("#F4B860")
    accent_pressed: Rgba = rgba("#FFD08A")
    on_accent: Rgba = rgba("#1D1406")
    good: Rgba = rgba("#8FD3A8")
    bad: Rgba = rgba("#FF9D86")
    warn: Rgba = rgba("#3A2A16")
    chosen: Rgba = rgba("#3B3122")
    card: Rgba = rgba("#F3EBDD")
    on_card: Rgba = rgba("#241D12")
    card_muted: Rgba = rgba("#5A4F3E")
    none: Rgba = (0.0, 0.0, 0.0, 0.0)
    white: Rgba = (1.0, 1.0, 1.0, 1.0)
    black: Rgba = (0.0, 0.0, 0.0, 1.0)


INK = Ink()

COLOURS: dict[str, Rgba] = {
    "blue": rgba("#0072B2"),
    "orange": rgba("#E69F00"),
    "green": rgba("#009E73"),
    "yellow": rgba("#F0E442"),
    "sky": rgba("#56B4E9"),
    "vermillion": rgba("#D55E00"),
    "purple": rgba("#CC79A7"),
    "black": rgba("#BBBBBB"),
}
"""Okabe and Ito, "Color Universal Design" (2008); grey stands for their black, which no dark screen shows."""
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop")
"""Shapes that go with the colours, so that colour never stands alone."""

TEXT_PAIRS = (
    *(
        (front, back)
        for front in ("text", "muted", "accent", "good", "bad")
        for back in ("back", "surface", "raised")
    ),
    *((front, "pressed") for front in ("text", "accent")),
    *((front, "warn") for front in ("text", "accent", "bad")),
    *((front, "chosen") for front in ("text", "muted", "accent")),
    ("on_accent", "accent"),
    ("on_accent", "accent_pressed"),
    ("on_card", "card"),
    ("card_muted", "card"),
)
"""Every text colour with every ground that it stands on."""
ENOUGH = 4.5
"""The contrast that text needs (WCAG 2.2, 1.4.3)."""


def luminance(colour: Rgba) -> float:
    """Return the relative luminance of an sRGB colour (WCAG 2.2)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgba, other: Rgba) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def paint(name: str) -> Rgba:
    """Return a colour by its key in ``COLOURS`` or its name in ``INK``."""
    if name in COLOURS:
        return COLOURS[name]
    found: Rgba = getattr(INK, name)
    return found


def ink_on(ground: Rgba) -> Rgba:
    """Return black or white, whichever reads better on a ground."""
    return max((INK.black, INK.white), key=lambda ink: contrast(ink, ground))


def width_mm(size: tuple[int, int]) -> float:
    """Return the width of a display's picture in millimetres, from its pixels."""
    if size in WIDTHS_MM:
        return WIDTHS_MM[size]
    return USUAL_MM * size[0] / max(size)


def density(size: tuple[int, int], millimetres: float = 0.0) -> float:
    """Return the pixels of one dp; ``millimetres`` is the measured width, 0 for the documented one."""
    return size[0] / (millimetres or width_mm(size)) * MM_PER_DP
