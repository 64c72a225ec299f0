"""A table drawn from millimetres into the picture of a documented camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.camera import STICKER_MM, CameraModel
from vision.frame import Grey
from vision.tag import Corners


@dataclass(frozen=True, slots=True)
class Piece:
    """Place one card or tile: its centre and size in mm, turned clockwise by `angle_deg`.

    `sticker_dx`, `sticker_dy` lead from the card's centre to the sticker's, in the card's own directions.
    No payload or `sticker_mm` 0: no sticker. `shade` is the face's brightness, 0 to 1.
    """

    payload: str | None
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    w_mm: float = 63.0
    h_mm: float = 88.0
    sticker_mm: float = STICKER_MM
    sticker_dx: float = 0.0
    sticker_dy: float = 0.0
    shade: float = 0.45
    face: Literal["art", "back"] = "art"


@dataclass(frozen=True, slots=True)
class Scene:
    """Hold what lies on the table, x to the right and y down from its top left; later pieces lie on top.

    The camera looks at the middle of the scene.
    """

    width_mm: float
    height_mm: float
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Say how the camera stands and what the light is like.

    `tilt_deg` off straight down, towards `tilt_to_deg` (0 = the far edge comes nearer the top of the
    picture); `roll_deg` turns the camera. `blur_px` and `noise` (8-bit levels) are standard deviations;
    `light` 0 is even and 1 leaves one side nearly dark; `glare` counts bright spots; `hand` reaches in.
    """

    height_mm: float = 600.0
    tilt_deg: float = 0.0
    tilt_to_deg: float = 0.0
    roll_deg: float = 0.0
    blur_px: float = 0.7
    noise: float = 4.0
    light: float = 0.35
    exposure: float = 1.0
    glare: int = 0
    hand: bool = False


@dataclass(frozen=True, slots=True)
class TrueTag:
    """Hold where a sticker's code truly lies in the picture; `covered` is the share hidden by others."""

    payload: str
    corners: Corners
    module_px: float
    covered: float


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Hold a rendered frame, its true tags, and the median true pixels a module (0.0 without tags)."""

    grey: Grey
    tags: tuple[TrueTag, ...]
    px_per_module: float


def render(scene: Scene, camera: CameraModel, view: View, *, seed: int = 0, still: bool = False) -> Picture:
    """Photograph the scene. The same arguments always give the same picture."""
    raise NotImplementedError
