"""Photographs of tables that are hard to read, with the truth about every code: for measuring readers.

A scene is drawn from reflectances (linear, 0 to 255), lit, blurred and turned into 8-bit levels once; its frames then
differ as those of a video do: fresh noise, and a tremble of a part of a pixel. The same conditions and seed always
give the same scene.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.frame import Grey
from vision.geometry import Matrix, Points, apply, box, rigid
from vision.render_effects import Light, add_glare, cover, light_field, strew
from vision.render_faces import INK, PAPER, value_noise
from vision.render_lens import smear

CARD = (1.35, 1.5)
"""A card's width and height in stickers."""

FINE = 3
"""Samples a pixel in each direction, and least pixels a module of a texture."""

HALF_FIELD = math.tan(math.radians(33))
"""Half the picture's width over the distance: a horizontal field of view of 66 degrees."""

GAMMA = 1 / 2.2
GAMES = ("alhambra", "prestige", "utopia", "mycity", "dominion", "tikal")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Say what lies on the table and how it is seen; lengths in pixels, `noise` in 8-bit levels.

    `cover` is the share of a code that is hidden from one edge or corner, for the share `covered` of all codes;
    `ink_gain` is by how much ink grows, in modules an edge; `light` goes from even (0) to one side dark (1).
    """

    size: tuple[int, int] = (1920, 1080)
    codes: int = 12
    module_px: float = 4.0
    tilt_deg: float = 15.0
    blur_px: float = 0.7
    motion_px: float = 0.0
    noise: float = 4.0
    light: float = 0.35
    exposure: float = 1.0
    glare: int = 0
    cover: float = 0.0
    covered: float = 1.0
    ink_gain: float = 0.0
    jpeg: int = 0
    level: str = "m"
    margin: int = 4
    busy: bool = False
    upper: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TrueCode:
    """Hold a code's text and its corners, clockwise from its own top left, in pixel centres."""

    text: str
    corners: Points


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Hold what the lens throws on the sensor, in 8-bit levels without noise, and the truth."""

    light: Light
    codes: tuple[TrueCode, ...]
    conditions: Conditions
    seed: int

    def frame(self, number: int, tremble_px: float = 0.3) -> Grey:
        """Return one frame; the same number always gives the same one. Frame 0 does not tremble."""
        rng = np.random.default_rng([self.seed, number, 977])
        seen = self.light
        if number and tremble_px:
            right, down = rng.uniform(-tremble_px, tremble_px, 2)
            shift = np.array([[1, 0, right], [0, 1, down]], np.float32)
            size = (seen.shape[1], seen.shape[0])
            seen = np.asarray(
                cv2.warpAffine(seen, shift, size, flags=cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE),
                np.float32,
            )
        noise = rng.standard_normal(seen.shape, dtype=np.float32) * np.float32(self.conditions.noise)
        grey = np.clip(seen + noise + 0.5, 0, 255).astype(np.uint8)
        if not self.conditions.jpeg:
            return grey
        _, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, self.conditions.jpeg])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


def photograph(conditions: Conditions, seed: int) -> Scene:
    """Draw a scene."""
    rng = np.random.default_rng([seed, 6121])
    width, height = conditions.size
    picture = _table(rng, conditions)
    view = _view(conditions, float(rng.uniform(0, 2 * math.pi)))
    codes = tuple(_lay(picture, conditions, view, rng))
    for code in codes:
        if conditions.cover and rng.random() < conditions.covered:
            cover(picture, code.corners, conditions.cover, rng)
    field = light_field((width, height), conditions.light, float(rng.uniform(0, 360)))
    lit: Light = np.asarray(picture * field * (conditions.exposure / 255), np.float32)
    centres = np.array([code.corners.mean(0) for code in codes])
    for _ in range(conditions.glare):
        add_glare(lit, rng, centres)
    if conditions.motion_px:
        lit = smear(lit, conditions.motion_px, float(rng.uniform(0, 180)))
    if conditions.blur_px:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), conditions.blur_px), np.float32)
    levels = np.asarray(cv2.pow(np.clip(lit / 255, 0, 1), GAMMA), np.float32) * 255
    return Scene(np.asarray(levels, np.float32), codes, conditions, seed)


def _view(conditions: Conditions, towards: float) -> Matrix:
    """Return the matrix from a plane in pixels, (0, 0) in the middle, to continuous picture coordinates."""
    width, height = conditions.size
    focal = width / 2 / HALF_FIELD
    tilt = math.radians(conditions.tilt_deg)
    x, y = math.cos(towards), math.sin(towards)
    cross = np.array([[0, 0, y], [0, 0, -x], [-y, x, 0]])
    turn = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * (cross @ cross)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    result: Matrix = lens @ np.column_stack([turn[:, 0], turn[:, 1], (0.0, 0.0, focal)])
    return result


def _table(rng: np.random.Generator, conditions: Conditions) -> Light:
    width, height = conditions.size
    fine = value_noise(rng, conditions.size, (width // 160, height // 7))
    broad = value_noise(rng, conditions.size, (width // 400, height // 40))
    base = 0.10 + 0.25 * rng.random()
    table = np.asarray(255 * base * (0.65 + 0.35 * (fine + broad)), np.float32)
    if conditions.busy:
        strew(table, rng)
    return table


@functools.lru_cache(maxsize=1024)
def _ink(text: str, level: str) -> NDArray[np.uint8]:
    code = segno.make_qr(text, error=level, boost_error=False)
    return np.array([list(row) for row in code.matrix], np.uint8)


def _text(conditions: Conditions, index: int, rng: np.random.Generator) -> str:
    text = f"tc1:{GAMES[int(rng.integers(len(GAMES)))]}:{'abcdefgh'[index % 8]}{index:02d}"
    return text.upper() if conditions.upper else text


def _lay(picture: Light, conditions: Conditions, view: Matrix, rng: np.random.Generator) -> list[TrueCode]:
    """Lay cards about, none over another, and return their codes."""
    width, height = conditions.size
    columns = max(1, round(math.sqrt(conditions.codes * width / height)))
    rows = math.ceil(conditions.codes / max(1, columns))
    back: Matrix = np.asarray(np.linalg.inv(view), np.float64)
    laid: list[Points] = []
    codes = []
    for index, cell in enumerate(rng.permutation(rows * columns)[: conditions.codes]):
        text = _text(conditions, index, rng)
        modules = len(_ink(text, conditions.level))
        sticker = (modules + 2 * conditions.margin) * conditions.module_px
        for _ in range(30):
            spot = (np.array([cell % columns, cell // columns]) + 0.5 + 0.5 * rng.uniform(-1, 1, 2)) * (
                width / columns,
                height / rows,
            )
            at = apply(back, [spot])[0]
            pose = view @ rigid(float(at[0]), float(at[1]), float(rng.uniform(0, 360)))
            card = apply(pose, box(CARD[0] * sticker, CARD[1] * sticker))
            edge = apply(pose, box(sticker, sticker))
            inside = edge.min() > 1 and (edge.max(0) < (width - 1, height - 1)).all()
            if inside and not any(_overlap(card, other) for other in laid):
                laid.append(card)
                _lay_card(picture, conditions, _ink(text, conditions.level), pose, rng)
                side = modules * conditions.module_px
                codes.append(TrueCode(text, apply(pose, box(side, side)) - 0.5))
                break
    return codes


def _overlap(a: Points, b: Points) -> bool:
    return cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0] > 1


def _lay_card(
    picture: Light, conditions: Conditions, ink: NDArray[np.uint8], pose: Matrix, rng: np.random.Generator
) -> None:
    """Draw a card with shapes on it and a sticker in its middle."""
    fine = max(6, math.ceil(conditions.module_px * FINE))
    side = (len(ink) + 2 * conditions.margin) * fine
    width, height = round(CARD[0] * side), round(CARD[1] * side)
    face = np.full((height, width), 255 * rng.uniform(0.08, 0.58), np.float32)
    for _ in range(8):
        x, y, size = int(rng.integers(width)), int(rng.integers(height)), int(rng.integers(fine, side // 4))
        shade = 255 * float(rng.uniform(0, 0.75))
        if rng.random() < 0.5:
            cv2.circle(face, (x, y), size, shade, -1)
        else:
            cv2.rectangle(face, (x, y), (x + size, y + size // 2), shade, -1)
    left, top = (width - side) // 2, (height - side) // 2
    face[top : top + side, left : left + side] = _sticker(ink, fine, conditions)
    scale = conditions.module_px / fine
    to_picture = pose @ np.array([[scale, 0, -scale * width / 2], [0, scale, -scale * height / 2], [0, 0, 1]])
    _composite(picture, face, to_picture)


def _sticker(ink: NDArray[np.uint8], fine: int, conditions: Conditions) -> Light:
    large = np.asarray(np.kron(np.pad(ink, conditions.margin), np.ones((fine, fine), np.uint8)), np.uint8)
    grown = round(abs(conditions.ink_gain) * fine)
    if grown:
        kernel = np.ones((2 * grown + 1,) * 2, np.uint8)
        change = cv2.dilate if conditions.ink_gain > 0 else cv2.erode
        large = np.asarray(change(large, kernel), np.uint8)
    return np.where(large > 0, np.float32(INK), np.float32(PAPER))


def _composite(picture: Light, face: Light, to_picture: Matrix) -> None:
    """Lay a texture into the picture, finely sampled."""
    height, width = picture.shape
    corners = apply(to_picture, [(0, 0), (face.shape[1], 0), face.shape[::-1], (0, face.shape[0])])
    x0, y0 = (int(v) for v in np.maximum(np.floor(corners.min(0)) - 1, 0))
    x1, y1 = (int(v) for v in np.minimum(np.ceil(corners.max(0)) + 1, (width, height)))
    if x1 <= x0 or y1 <= y0:
        return
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    zoom = np.array([[FINE, 0, -FINE * x0 - 0.5], [0, FINE, -FINE * y0 - 0.5], [0, 0, 1.0]])
    size = ((x1 - x0) * FINE, (y1 - y0) * FINE)
    warped = cv2.warpPerspective(face, zoom @ to_picture @ half, size, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.float32)
    outline = np.round(((corners - (x0, y0)) * FINE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 1.0, cv2.LINE_8, 4)
    shape = (x1 - x0, y1 - y0)
    alpha = cv2.resize(mask, shape, interpolation=cv2.INTER_AREA)
    part = picture[y0:y1, x0:x1]
    part *= 1 - alpha
    part += cv2.resize(warped * mask, shape, interpolation=cv2.INTER_AREA)


def mixed(seed: int) -> Conditions:
    """Return conditions of every kind at once, as they come."""
    rng = np.random.default_rng([seed, 4243])
    size = ((1280, 720), (1920, 1080), (2304, 1296))[int(rng.integers(3))]
    module = float(rng.uniform(2, 5))
    most = int(size[0] * size[1] / (33 * module * 1.5) ** 2 / 1.6)
    return Conditions(
        size=size,
        codes=min(most, int(rng.integers(3, 41))),
        module_px=module,
        tilt_deg=float(rng.uniform(0, 45)),
        blur_px=float(rng.uniform(0.4, 1.2)) * module / 3.5,
        motion_px=float(rng.choice([0, 0, 0, 1.5])),
        noise=float(rng.uniform(2, 10)),
        light=float(rng.uniform(0, 0.8)),
        exposure=float(rng.uniform(0.4, 1.1)),
        glare=int(rng.integers(0, 3)),
        cover=float(rng.uniform(0.02, 0.1)),
        covered=0.15,
        ink_gain=float(rng.uniform(-0.12, 0.15)),
        jpeg=int(rng.choice([0, 85])),
        level=str(rng.choice(["m", "q"])),
        busy=bool(rng.integers(2)),
    )


BASE = Conditions()
SUITES: dict[str, Callable[[int], Conditions]] = {
    "1.75 px a module": lambda _: replace(BASE, module_px=1.75),
    "2 px a module": lambda _: replace(BASE, module_px=2.0),
    "tilt 45": lambda _: replace(BASE, tilt_deg=45.0),
    "blur 2 px": lambda _: replace(BASE, blur_px=2.0),
    "noise 24": lambda _: replace(BASE, noise=24.0, module_px=3.0),
    "glare 6": lambda _: replace(BASE, glare=6, module_px=3.0),
    "covered 3 %": lambda _: replace(BASE, cover=0.03),
    "covered 6 %": lambda _: replace(BASE, cover=0.06),
    "mixed": mixed,
    "no codes": lambda _: replace(BASE, codes=0, busy=True),
}
"""Conditions by name, from a seed."""
