"""One code seen in one picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]
"""x to the right, y down; pixels are counted at their centres, the first one is (0, 0)."""

Corners = tuple[Point, Point, Point, Point]
"""Clockwise from the code's OWN top left: top left, top right, bottom right, bottom left."""

Problem = Literal["damaged"]


UNPRINTED = range(0x80, 0xA0)
"""What Latin-1 has no letters for, and Shift-JIS begins most of its letters with."""


def text_of(raw: bytes) -> str | None:
    """Return a payload as text: UTF-8, or else Latin-1; None where it is neither, such as Shift-JIS."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None if any(byte in UNPRINTED for byte in raw) else raw.decode("latin-1")


@dataclass(frozen=True, slots=True)
class Tag:
    """Hold what a decoder read: the text, where it lies, and how large it is.

    `module_px` is the mean side of one module in pixels. A `damaged` tag was found
    but its text cannot be trusted; `text` is then empty. A mirrored one was read with rows for columns.
    """

    text: str
    corners: Corners
    module_px: float
    decoder: str
    problem: Problem | None = None
    is_mirrored: bool = False

    @classmethod
    def measured(
        cls, text: str, corners: Corners, modules: int, decoder: str, problem: Problem | None = None
    ) -> Tag:
        """Make a tag and work out its module size; `modules` 0 means the code's version is not known.

        Our own stickers are version 1, so an unknown version is taken to be 21 modules.
        """
        whole = cls(text, corners, 0.0, decoder, problem)
        return replace(whole, module_px=whole.side / (modules or 21))

    @property
    def centre(self) -> Point:
        """The middle of the four corners."""
        return (sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4)

    @property
    def side(self) -> float:
        """The side of a square of the same area, in pixels."""
        doubled = sum(
            a[0] * b[1] - b[0] * a[1]
            for a, b in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True)
        )
        return math.sqrt(abs(doubled) / 2)

    @property
    def rotation_deg(self) -> float:
        """Degrees clockwise from upright, 0 <= r < 360, as it appears in the picture."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.corners
        return math.degrees(math.atan2(y1 - y0 + y2 - y3, x1 - x0 + x2 - x3)) % 360

    def read_by(self, decoder: str) -> Tag:
        """Return the tag under another decoder's name."""
        return replace(self, decoder=decoder)

    def moved(self, dx: float, dy: float) -> Tag:
        """Return the tag as it lies where the picture is a part of a larger one, beginning at (dx, dy)."""
        a, b, c, d = ((x + dx, y + dy) for x, y in self.corners)
        return replace(self, corners=(a, b, c, d))

    def fitted(self, corners: Corners) -> Tag:
        """Return the tag with better corners."""
        better = replace(self, corners=corners)
        return replace(better, module_px=self.module_px * better.side / max(self.side, 1e-6))

    @property
    def modules(self) -> int:
        """Modules along one side, as far as the decoder knew."""
        return round(self.side / self.module_px) if self.module_px > 0 else 0

    def scaled(self, factor: float) -> Tag:
        """Return the tag as it lies in the same picture enlarged by `factor`."""
        a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in self.corners)
        return replace(self, corners=(a, b, c, d), module_px=self.module_px * factor)
