"""What to watch while a camera's stand is set up: how sharp the picture is, the light, how large the codes are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import cv2
import numpy as np

from vision.frame import Grey, check_grey
from vision.hints import GLARE_SHARE, blur_px, glare_share, is_dark, liveliest
from vision.hints import SMALL_PX as LEAST_PX
from vision.tag import Tag

Light = Literal["good", "dark", "bright", "uneven", "glare"]
Size = Literal["good", "close", "small", "none"]

ADVISED_PX = 3.0
"""Pixels a module that are advised: less is read too, but not by every frame."""

BRIGHT = 235
"""Level in the middle of a picture that is washed out."""

GRID = (8, 6)
"""Parts across and down in which light is compared."""

UNEVEN = 0.4
"""Change of light from one end of the picture to the other, as a share of its middle, from which codes suffer."""

SHARP = 50
"""Focus from which a picture is sharp: a blur of one pixel."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold what was measured in one picture.

    `focus` goes from 0 to 100 and grows as the lens gets sharp, None where there is nothing to see; `module_px` is
    the median side of a module, None without codes.
    """

    focus: int | None
    light: Light
    module_px: float | None
    codes: int

    @property
    def size(self) -> Size:
        """Whether the codes are large enough to be read."""
        if self.module_px is None:
            return "none"
        if self.module_px < LEAST_PX:
            return "small"
        return "close" if self.module_px < ADVISED_PX else "good"


def measure(grey: Grey, tags: Sequence[Tag] = ()) -> Measured:
    """Measure one picture and the tags read in it. Raises FrameError for anything but a grey picture."""
    pixels = check_grey(grey)
    read = [tag.module_px for tag in tags if tag.problem is None]
    return Measured(focus(pixels), light(pixels, tags), median(read) if read else None, len(read))


def focus(grey: Grey) -> int | None:
    """Return how sharp the picture's liveliest parts are, 0 to 100; None without contrast.

    100 / (1 + blur^2), with the blur as a standard deviation in pixels: steep where a lens is nearly sharp.
    """
    blurs = [blur for tile in liveliest(grey) if (blur := blur_px(tile)) is not None]
    return round(100 / (1 + median(blurs) ** 2)) if blurs else None


def light(grey: Grey, tags: Sequence[Tag] = ()) -> Light:
    """Return what is wrong with the light, worst first."""
    if is_dark(grey, tags):
        return "dark"
    if float(np.median(grey[::8, ::8])) > BRIGHT:
        return "bright"
    if glare_share(grey) > GLARE_SHARE:
        return "glare"
    return "uneven" if slope(grey) > UNEVEN else "good"


def slope(grey: Grey) -> float:
    """Return how much light falls off from one end of the picture to the other, as a share of its middle.

    A plane through the parts of the picture, for what lies there is dark here and light there.
    """
    parts = cv2.resize(grey, GRID, interpolation=cv2.INTER_AREA).astype(np.float64)
    across, down = np.meshgrid(np.linspace(-1, 1, GRID[0]), np.linspace(-1, 1, GRID[1]))
    places = np.stack([np.ones(parts.size), across.ravel(), down.ravel()], 1)
    middle, right, lower = np.linalg.lstsq(places, parts.ravel(), rcond=None)[0]
    return float(2 * np.hypot(right, lower) / max(1.0, middle))
