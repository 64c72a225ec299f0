"""Codes drawn straight into pictures, for tests that need to know every pixel."""

from __future__ import annotations

import cv2
import numpy as np
import segno

from vision.frame import Grey
from vision.geometry import Points
from vision.qr_code import Modules
from vision.refine import pose_of

PAPER, INK, TABLE = 225, 40, 120


def modules_of(text: str, *, version: int = 1, level: str = "q") -> Modules:
    code = segno.make_qr(text, version=version, error=level, boost_error=False)
    return np.array([list(row) for row in code.matrix], np.bool_)


def on_table(text: str, corners: Points, *, size: int = 220, margin: int = 2, version: int = 1) -> Grey:
    """Draw one sticker on a plain table, its code's corners in pixels, finely sampled."""
    fine = 4
    ink = np.pad(modules_of(text, version=version), margin)
    levels = np.where(ink, INK, PAPER).astype(np.uint8)
    sticker = np.asarray(np.kron(levels, np.ones((8, 8), np.uint8)), np.uint8)
    outer = len(ink)
    square = np.array([(0, 0), (outer, 0), (outer, outer), (0, outer)], np.float64) * 8
    pose = pose_of((corners + 0.5) * fine, outer - 2 * margin)
    placed = np.array([(x / 8 - margin, y / 8 - margin, 1) for x, y in square]) @ pose.T
    warp = cv2.getPerspectiveTransform(
        (square - 0.5).astype(np.float32), (placed[:, :2] / placed[:, 2:] - 0.5).astype(np.float32)
    )
    canvas = np.full((size * fine, size * fine), TABLE, np.uint8)
    cv2.warpPerspective(
        sticker, warp, (size * fine, size * fine), dst=canvas, borderMode=cv2.BORDER_TRANSPARENT
    )
    return np.asarray(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def seen_by_camera(grey: Grey, *, blur: float = 0.0, noise: float = 0.0, seed: int = 0) -> Grey:
    light = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), blur) if blur else grey.astype(np.float32)
    light = light + np.random.default_rng(seed).normal(0, noise, grey.shape) if noise else light
    return np.clip(np.rint(light), 0, 255).astype(np.uint8)
