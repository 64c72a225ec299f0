"""Words on pictures for people, every accent in its place: OpenCV's own letters have none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

PAPER = (20, 20, 20)
Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=32)
def font_of(path: Path, px: int) -> Font:
    """Open a TrueType font with letters of so many pixels; raise ``OSError`` where there is none."""
    return ImageFont.truetype(str(path), px)


def wide(text: str, font: Font) -> int:
    """Return how many pixels a text is wide."""
    return round(font.getlength(text))


def plate(text: str, font: Font, colour: tuple[int, int, int], room: int) -> NDArray[np.uint8]:
    """Write a text on a dark plate, ``room`` pixels wider and higher than the letters.

    Returns RGB of shape (height, width, 3), of one height whatever the letters.
    """
    ascent, descent = font.getmetrics()
    image = Image.new("RGB", (wide(text, font) + room, ascent + descent + room), PAPER)
    ImageDraw.Draw(image).text((room // 2, room // 2 + ascent), text, fill=colour, font=font, anchor="ls")
    return np.asarray(image, np.uint8)
