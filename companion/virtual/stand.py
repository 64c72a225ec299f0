"""How high a camera hangs over a view, and where it aims: as the documentation tells people to do it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.game import ViewSpec
from vision.camera import CameraModel

NEAREST_MM = 350.0
"""Nothing is looked at from nearer, unless the camera could not read it otherwise; cards are held here."""
LEAST_PX_MODULE = 2.6
"""Pixels a module below which `vision/README.md` sends people nearer."""
MARGIN = 1.03
"""How much more than the view is in the picture: nobody hangs a camera to the millimetre."""

Spot = tuple[float, float]
"""Millimetres from a view's top left corner."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Hold the lens's height, and the part of the view that is in the picture, in millimetres."""

    height_mm: float
    left_mm: float
    top_mm: float
    width_mm: float
    depth_mm: float

    @property
    def centre(self) -> Spot:
        """The spot straight below the lens."""
        return self.left_mm + self.width_mm / 2, self.top_mm + self.depth_mm / 2

    def shows(self, spot: Spot) -> bool:
        """Tell whether a spot is in the picture, with 30 mm to spare."""
        x, y = spot[0] - self.left_mm, spot[1] - self.top_mm
        return 30 <= x <= self.width_mm - 30 and 30 <= y <= self.depth_mm - 30


def stand(camera: CameraModel, view: ViewSpec, focus: Spot | None = None) -> Stand:
    """Hang the camera over the whole view where it can read it from there, else nearer, over `focus`."""
    unit = camera.field_mm(1.0)
    whole = MARGIN * max(view.width_mm / unit[0], view.height_mm / unit[1])
    readable = camera.px_per_module(1.0, still=True) / LEAST_PX_MODULE
    height = min(max(whole, NEAREST_MM), max(readable, 0.0))
    field = camera.field_mm(height)
    x, y = focus or (view.width_mm / 2, view.height_mm / 2)
    x, y = _inside(x, field[0], view.width_mm), _inside(y, field[1], view.height_mm)
    return Stand(height, x - field[0] / 2, y - field[1] / 2, *field)


def _inside(at: float, field: float, length: float) -> float:
    """Move the aim so that no more than needed lies beyond the view."""
    if field >= length:
        return length / 2
    return min(max(at, field / 2), length - field / 2)
