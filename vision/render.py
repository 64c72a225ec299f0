"""A table drawn from millimetres into the picture of a documented camera."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from typing import Literal

import cv2
import numpy as np

from vision.camera import QR_MODULES, STICKER_MM, CameraModel, code_side_mm
from vision.frame import Grey, check_grey
from vision.geometry import Matrix, Points, apply, area, box, rigid
from vision.lens import Lens
from vision.render_effects import (
    Light,
    add_glare,
    add_noise,
    compress,
    cover,
    draw_hand,
    expose,
    hand_shape,
    light_field,
    strew,
)
from vision.render_faces import ART_PX_MM, ART_VARIANTS, card_texture, sticker_modules, sticker_texture, wood
from vision.render_lens import bent, fall_off, smear
from vision.tag import Corners

SAMPLES = 3
"""Samples a pixel in each direction where a sticker is drawn."""


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

    `tilt_deg` off straight down; the table recedes towards `tilt_to_deg` in the picture (0 = its top, 90 =
    its right). `roll_deg` turns the camera clockwise. `blur_px` and `noise` (8-bit levels) are standard
    deviations; `light` 0 is even and 1 leaves the side `light_from_deg` nearly dark; `glare` counts bright
    spots, which keep their places from frame to frame while `lamp` is the same number; `hand` reaches in.
    `cover` is the share that something flat hides of each code, for the share `covered` of all codes, in places that
    stay while `lamp` does; `ink_gain` is by how many modules ink has grown at its edges; `busy` strews the table with
    shapes; `motion_px` smears along `motion_deg`; `dim_corners` is the light that the lens loses in the corners;
    `k1` bends as in `Lens`; `jpeg` is the quality that the camera packs its pictures with, 0 for none.
    """

    height_mm: float = 600.0
    tilt_deg: float = 0.0
    tilt_to_deg: float = 0.0
    roll_deg: float = 0.0
    blur_px: float = 0.7
    noise: float = 4.0
    light: float = 0.35
    light_from_deg: float = 50.0
    exposure: float = 1.0
    glare: int = 0
    lamp: int | None = None
    hand: bool = False
    cover: float = 0.0
    covered: float = 1.0
    ink_gain: float = 0.0
    busy: bool = False
    motion_px: float = 0.0
    motion_deg: float = 0.0
    dim_corners: float = 0.0
    k1: float = 0.0
    jpeg: int = 0


@dataclass(frozen=True, slots=True)
class TrueTag:
    """Hold where a sticker's code truly lies in the picture; `covered` is the share hidden by others."""

    payload: str
    corners: Corners
    module_px: float
    covered: float

    def bent(self, lens: Lens) -> TrueTag:
        """Return the tag where a lens shows it."""
        a, b, c, d = ((float(x), float(y)) for x, y in lens.bend(np.array(self.corners)))
        return replace(
            self, corners=(a, b, c, d), module_px=math.sqrt(area(np.array([a, b, c, d]))) / QR_MODULES
        )


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Hold a rendered frame, its true tags, and the median true pixels a module (0.0 without tags)."""

    grey: Grey
    tags: tuple[TrueTag, ...]
    px_per_module: float


def projection(scene: Scene, camera: CameraModel, view: View, *, still: bool = False) -> Matrix:
    """Return the matrix from table millimetres to continuous picture coordinates (first pixel 0..1)."""
    width, height = camera.size(still=still)
    focal = camera.focal_px(still=still)
    to = math.radians(view.tilt_to_deg)
    axis = np.array([-math.cos(to), -math.sin(to), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    tilt = math.radians(view.tilt_deg)
    turn = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * (cross @ cross)
    pose = np.column_stack([turn[:, 0], turn[:, 1], (0.0, 0.0, view.height_mm)])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    aim = rigid(0, 0, -view.roll_deg) @ rigid(-scene.width_mm / 2, -scene.height_mm / 2, 0)
    result: Matrix = lens @ pose @ aim
    return result


def render(scene: Scene, camera: CameraModel, view: View, *, seed: int = 0, still: bool = False) -> Picture:
    """Photograph the scene. The same arguments always give the same picture.

    Raises PayloadError for a payload that does not fit a version 1-Q code.
    """
    rng = np.random.default_rng([seed, 40961])
    # What lies about and what shines keeps its place from frame to frame.
    lasting = [seed, 40961] if view.lamp is None else [view.lamp, 8191]
    size = camera.size(still=still)
    table_to_frame = projection(scene, camera, view, still=still)
    picture: Light = wood(size).astype(np.float32)
    if view.busy:
        strew(picture, np.random.default_rng([*lasting, 1]))
    for piece in scene.pieces:
        _draw_piece(picture, piece, table_to_frame, view.ink_gain)
    hand = None
    if view.hand:
        parts = hand_shape(rng, (scene.width_mm, scene.height_mm))
        hand = draw_hand(picture, parts, table_to_frame)
    tags = _covered_over(
        picture,
        view,
        _true_tags(scene, table_to_frame, size, hand, is_bent=bool(view.k1)),
        np.random.default_rng([*lasting, 2]),
    )
    lamp = rng if view.lamp is None else np.random.default_rng(lasting)
    lit = _light_up(picture, view, tags, lamp)
    if view.k1:
        lens = Lens(*size, camera.focal_px(still=still), (size[0] - 1) / 2, (size[1] - 1) / 2, view.k1)
        lit, tags = bent(lit, lens), [tag.bent(lens) for tag in tags]
    if view.motion_px:
        lit = smear(lit, view.motion_px, view.motion_deg)
    grey = add_noise(expose(lit, view.blur_px), view.noise, rng)
    if view.jpeg:
        grey = compress(grey, view.jpeg)
    inside = tuple(tag for tag in tags if _is_inside(tag.corners, size))
    return Picture(check_grey(grey), inside, median(tag.module_px for tag in inside) if inside else 0.0)


def _light_up(picture: Light, view: View, tags: list[TrueTag], lamp: np.random.Generator) -> Light:
    """Let light fall on what lies there, as far as the lens lets it through."""
    size = (picture.shape[1], picture.shape[0])
    field = light_field(size, view.light, view.light_from_deg)
    lit = np.asarray(cv2.multiply(picture, field, scale=view.exposure / 255, dtype=cv2.CV_32F), np.float32)
    centres = np.array([np.mean(tag.corners, 0) for tag in tags])
    for _ in range(view.glare):
        add_glare(lit, lamp, centres)
    return lit * fall_off(size, view.dim_corners) if view.dim_corners else lit


def _covered_over(picture: Light, view: View, tags: list[TrueTag], rng: np.random.Generator) -> list[TrueTag]:
    """Cover a part of some codes; return all of them."""
    if not view.cover:
        return tags
    told = []
    for tag in tags:
        if rng.random() < view.covered:
            cover(picture, np.array(tag.corners), view.cover, rng)
            told.append(replace(tag, covered=max(tag.covered, view.cover)))
        else:
            told.append(tag)
    return told


def _is_inside(corners: Corners, size: tuple[int, int]) -> bool:
    return all(0 <= x <= size[0] - 1 and 0 <= y <= size[1] - 1 for x, y in corners)


def _pose(piece: Piece) -> Matrix:
    return rigid(piece.x_mm, piece.y_mm, piece.angle_deg)


def _sticker_pose(piece: Piece) -> Matrix:
    result: Matrix = _pose(piece) @ rigid(piece.sticker_dx, piece.sticker_dy, 0)
    return result


def _has_sticker(piece: Piece) -> bool:
    return bool(piece.payload) and piece.sticker_mm > 0


def _draw_piece(picture: Light, piece: Piece, table_to_frame: Matrix, ink_gain: float) -> None:
    size = (max(8, round(piece.w_mm * ART_PX_MM)), max(8, round(piece.h_mm * ART_PX_MM)))
    variant = zlib.crc32((piece.payload or "").encode()) % ART_VARIANTS
    face = card_texture(variant, round(piece.shade * 200), size, piece.face == "back")
    _lay_texture(picture, face, table_to_frame @ _pose(piece), (piece.w_mm, piece.h_mm))
    if piece.payload and piece.sticker_mm > 0:
        to_frame = table_to_frame @ _sticker_pose(piece)
        _draw_sticker(
            picture,
            (piece.sticker_mm,) * 2,
            to_frame,
            partial(sticker_texture, piece.payload, ink_gain=ink_gain),
        )


def _window(picture: Light, corners: Points) -> tuple[int, int, int, int] | None:
    """Return x0, y0, x1, y1 of the part of the picture that the corners can touch."""
    height, width = picture.shape
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 1, (width, height))
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def _from_texture(texture: Grey, size_mm: tuple[float, float]) -> Matrix:
    """Return the matrix from pixel indices of a texture to millimetres around its middle."""
    height, width = texture.shape
    sx, sy = size_mm[0] / width, size_mm[1] / height
    return np.array([[sx, 0, sx * 0.5 - size_mm[0] / 2], [0, sy, sy * 0.5 - size_mm[1] / 2], [0, 0, 1.0]])


def _lay_texture(picture: Light, texture: Grey, to_frame: Matrix, size_mm: tuple[float, float]) -> None:
    corners = apply(to_frame, box(*size_mm))
    window = _window(picture, corners)
    if window is None:
        return
    x0, y0, x1, y1 = window
    to_window = rigid(-x0 - 0.5, -y0 - 0.5, 0) @ to_frame @ _from_texture(texture, size_mm)
    size = (x1 - x0, y1 - y0)
    warped = cv2.warpPerspective(
        texture, to_window, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(size[::-1], np.uint8)
    outline = np.round((corners - (x0 + 0.5, y0 + 0.5)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, 4)
    part = picture[y0:y1, x0:x1]
    np.copyto(part, warped, where=mask.view(np.bool_))


def _draw_sticker(
    picture: Light, side: tuple[float, float], to_frame: Matrix, texture_of: Callable[[int], Grey]
) -> None:
    """Draw a sticker, finely sampled; `texture_of` draws it with so many pixels a module."""
    corners = apply(to_frame, box(*side))
    window = _window(picture, corners)
    if window is None:
        return
    px_module = math.sqrt(area(corners)) / sticker_modules()
    texture = texture_of(min(24, max(3, math.ceil(px_module * SAMPLES))))
    x0, y0, x1, y1 = window
    shrink = np.array([[SAMPLES, 0, -SAMPLES * x0 - 0.5], [0, SAMPLES, -SAMPLES * y0 - 0.5], [0, 0, 1.0]])
    to_window = shrink @ to_frame @ _from_texture(texture, side)
    fine = ((x1 - x0) * SAMPLES, (y1 - y0) * SAMPLES)
    warped = cv2.warpPerspective(
        texture, to_window, fine, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(fine[::-1], np.uint8)
    outline = np.round(((corners - (x0, y0)) * SAMPLES - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_8, 4)
    size = (x1 - x0, y1 - y0)
    light = cv2.resize(cv2.bitwise_and(warped, mask), size, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    part *= 1 - alpha
    part += light


def _true_tags(
    scene: Scene, to_frame: Matrix, size: tuple[int, int], hand: Grey | None, *, is_bent: bool
) -> list[TrueTag]:
    """Return the codes in the picture, and where a lens will bend it those beside it too."""
    tags = []
    for index, piece in enumerate(scene.pieces):
        if not piece.payload or not _has_sticker(piece):
            continue
        side = code_side_mm(piece.sticker_mm)
        on_table = apply(_sticker_pose(piece), box(side, side))
        corners = apply(to_frame, on_table) - 0.5
        (a, b, c, d) = ((float(x), float(y)) for x, y in corners)
        if not is_bent and not _is_inside((a, b, c, d), size):
            continue
        covered = _covered(on_table, scene.pieces[index + 1 :])
        if hand is not None:
            covered = max(covered, _under_hand(corners, hand))
        tags.append(TrueTag(piece.payload, (a, b, c, d), math.sqrt(area(corners)) / QR_MODULES, covered))
    return tags


def _covered(code: Points, above: tuple[Piece, ...]) -> float:
    """Return an upper bound of the share that pieces lying above hide: overlaps among them count twice."""
    hidden = 0.0
    centre = code.mean(0)
    reach = float(np.abs(code - centre).max())
    for piece in above:
        if math.dist(centre, (piece.x_mm, piece.y_mm)) > math.hypot(piece.w_mm, piece.h_mm) / 2 + 2 * reach:
            continue
        shape = apply(_pose(piece), box(piece.w_mm, piece.h_mm))
        hidden += cv2.intersectConvexConvex(code.astype(np.float32), shape.astype(np.float32))[0]
    return min(1.0, float(hidden) / area(code))


def _under_hand(corners: Points, hand: Grey) -> float:
    quad = np.zeros_like(hand)
    cv2.fillConvexPoly(quad, np.round(corners * 4).astype(np.int32), 1, cv2.LINE_8, 4)
    inside = hand[quad > 0]
    return float((inside > 0).mean()) if inside.size else 0.0
