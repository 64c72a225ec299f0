"""The cameras that we know, and how large a sticker appears in their pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass

QR_MODULES = 21
"""Modules along one side of a version 1 code."""

QR_MARGIN = 2
"""White modules on each side of the code, part of the sticker."""

STICKER_MM = 15.0
"""The recommended sticker, margin included."""


def code_side_mm(sticker_mm: float = STICKER_MM, margin: int = QR_MARGIN) -> float:
    """Return the side of the printed code alone: 12.6 mm on a 15 mm sticker."""
    return sticker_mm * QR_MODULES / (QR_MODULES + 2 * margin)


@dataclass(frozen=True, slots=True)
class CameraModel:
    """Describe a camera by its picture sizes (width, height in pixels) and horizontal field of view.

    Both sizes show the whole field. Heights are from the lens to the table along the optical axis.
    """

    name: str
    video: tuple[int, int]
    still: tuple[int, int]
    hfov_deg: float

    def size(self, *, still: bool = False) -> tuple[int, int]:
        """Return width and height in pixels."""
        return self.still if still else self.video

    def focal_px(self, *, still: bool = False) -> float:
        """Return the focal length in pixels."""
        return self.size(still=still)[0] / 2 / math.tan(math.radians(self.hfov_deg) / 2)

    def px_per_mm(self, height_mm: float, *, still: bool = False) -> float:
        """Return pixels a millimetre in the middle of the picture, looking straight down."""
        return self.focal_px(still=still) / height_mm

    def field_mm(self, height_mm: float) -> tuple[float, float]:
        """Return width and height of the table that is in the picture."""
        width, height = self.still
        scale = self.px_per_mm(height_mm, still=True)
        return width / scale, height / scale

    def height_for(self, width_mm: float, height_mm: float) -> float:
        """Return the lowest camera height from which a view of this size fits, looking straight down."""
        wide, high = self.field_mm(1.0)
        return max(width_mm / wide, height_mm / high)

    def px_per_module(
        self,
        height_mm: float,
        sticker_mm: float = STICKER_MM,
        *,
        still: bool = False,
        margin: int = QR_MARGIN,
    ) -> float:
        """Return the side of one module of a version 1 sticker in pixels."""
        module_mm = sticker_mm / (QR_MODULES + 2 * margin)
        return self.px_per_mm(height_mm, still=still) * module_mm


CM3 = CameraModel("cm3", (2304, 1296), (4608, 2592), 66.0)
CM3_WIDE = CameraModel("cm3-wide", (2304, 1296), (4608, 2592), 102.0)
CM2 = CameraModel("cm2", (1640, 1232), (3280, 2464), 62.2)
WEBCAM = CameraModel("webcam", (1920, 1080), (1920, 1080), 70.0)

CAMERAS = {model.name: model for model in (CM3, CM3_WIDE, CM2, WEBCAM)}
"""Every model by name. Fields of view: Raspberry Pi's camera documentation; a common USB webcam."""
