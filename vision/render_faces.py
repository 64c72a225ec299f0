"""What the rendered things look like before the camera sees them: reflectance, 0..255 linear."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import QR_MARGIN, QR_MODULES
from vision.errors import PayloadError
from vision.frame import Grey

PAPER, INK = 204, 13
ART_VARIANTS = 12
ART_PX_MM = 3.0
LONGEST_PAYLOAD = 16


@functools.lru_cache(maxsize=512)
def qr_modules(payload: str) -> Grey:
    """Return a version 1-Q code as 21x21 modules, 1 = ink.

    Raises PayloadError unless the text is at most 16 upper-case QR alphanumerics.
    """
    # Imported here: only the virtual table makes codes, and reading must not pay for it.
    import segno

    try:
        code = segno.make_qr(payload, error="q", version=1, mode="alphanumeric", boost_error=False)
    except ValueError as error:
        raise PayloadError("vision.payload.unfit", payload=payload, limit=LONGEST_PAYLOAD) from error
    return np.array([list(row) for row in code.matrix], np.uint8)


@functools.lru_cache(maxsize=256)
def sticker_texture(payload: str, px_module: int, ink_gain: float = 0.0) -> Grey:
    """Return the whole sticker, white margin included; ink grows at its edges by so many modules."""
    ink = np.pad(qr_modules(payload), QR_MARGIN)
    enlarged = np.kron(ink, np.ones((px_module, px_module), np.uint8))
    grown = round(abs(ink_gain) * px_module)
    if grown:
        change = cv2.dilate if ink_gain > 0 else cv2.erode
        enlarged = np.asarray(change(enlarged, np.ones((2 * grown + 1,) * 2, np.uint8)), np.uint8)
    return np.where(enlarged > 0, np.uint8(INK), np.uint8(PAPER))


def sticker_modules() -> int:
    """Return the modules along one side of a sticker."""
    return QR_MODULES + 2 * QR_MARGIN


def value_noise(
    rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]
) -> NDArray[np.float32]:
    """Return smooth noise 0..1 of (width, height), with about `cells` hills across and down."""
    grid = rng.random((cells[1] + 2, cells[0] + 2), dtype=np.float32)
    smooth = np.asarray(cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC), np.float32)
    return np.clip(smooth, 0, 1, out=smooth)


@functools.lru_cache(maxsize=3)
def wood(size: tuple[int, int]) -> Grey:
    """Return a bare wooden table as it fills a picture of (width, height)."""
    rng = np.random.default_rng(20261)
    fine = value_noise(rng, size, (14, 180))
    broad = value_noise(rng, size, (5, 30))
    grain = 50 * (0.65 + 0.35 * fine + 0.35 * broad)
    return grain.astype(np.uint8)


@functools.lru_cache(maxsize=64)
def card_texture(variant: int, shade: int, size: tuple[int, int], back: bool) -> Grey:
    """Return a card's face: a frame and some shapes, or a back with one plain pattern."""
    rng = np.random.default_rng([77, 0 if back else variant])
    width, height = size
    face = np.full((height, width), shade, np.uint8)
    if back:
        for x in range(-height, width, 14):
            cv2.line(face, (x, 0), (x + height, height), int(shade * 0.75), 3)
    else:
        for _ in range(9):
            _draw_shape(face, rng, shade)
    cv2.rectangle(face, (0, 0), (width - 1, height - 1), min(255, int(shade * 1.35) + 10), 5)
    return face


def _draw_shape(face: Grey, rng: np.random.Generator, shade: int) -> None:
    height, width = face.shape
    x, y = int(rng.integers(width)), int(rng.integers(height))
    radius = int(rng.integers(4, max(5, min(width, height) // 4)))
    level = int(np.clip(shade * rng.uniform(0.3, 1.6), 8, 190))
    kind = int(rng.integers(3))
    if kind == 0:
        cv2.circle(face, (x, y), radius, level, -1)
    elif kind == 1:
        cv2.rectangle(face, (x, y), (x + radius, y + radius // 2 + 1), level, -1)
    else:
        for line in range(4):
            cv2.line(face, (x, y + 6 * line), (x + 2 * radius, y + 6 * line), level, 2)
