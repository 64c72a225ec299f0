"""Find where a code may be that no reader has read: white stickers, and which way up a code lies on each.

A sticker is a patch that is brighter than what is around it. A code's own patterns, drawn for every version, margin
and turn that our stickers and their like have, say which of these lies there, and whether any does.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.geometry import Matrix, Points
from vision.qr_code import VERSIONS, patterns, side
from vision.refine import Floats, pose_of

DEPTHS = (0.12, 0.28, 0.5)
"""Shares of the way from local light down to local dark at which patches are cut out."""

BLOCK = 8
"""Pixels (of the half picture) over which light and dark are gathered first."""

LEAST_CONTRAST = 31
LEAST_PX = 36
"""A sticker's least longer side: code and margin at 1.4 pixels a module."""

LARGEST = 0.95
"""A sticker's longest side as a share of the picture's."""

PATCH = 48
"""Side of a straightened sticker, in pixels: at least 1.5 a module."""

MARGINS = (1, 2, 3, 4)
CLOSE_PX = 2.0
"""Outlines nearer than this are one."""

CONVEX = (0.75, 1.3)
"""Bounds of a patch's area over that of its four-sided outline."""

SLIMMEST = 0.25
"""Shortest over longest side."""

TURNS = np.array([[(corner + turn) % 4 for corner in range(4)] for turn in range(4)])


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Hold where a code may lie, as a rough pose, and how much it looks like one (1 is just so)."""

    pose: Matrix
    version: int
    likeness: float


def completions(outline: Points) -> list[Points]:
    """Return the outline with each corner in turn set right by the other three: one may be grown over."""
    found = []
    for bad in range(4):
        whole = outline.copy()
        whole[bad] = outline[bad - 1] + outline[(bad + 1) % 4] - outline[bad - 2]
        found.append(whole)
    return found


def candidates(grey: Grey, outlines: Sequence[Points], least: float, each: int = 2) -> list[Candidate]:
    """Return the likeliest ways in which a code may lie within each outline, the best of all first."""
    if not outlines:
        return []
    likeness = _likeness(grey, outlines)
    found = []
    for outline, row in zip(outlines, likeness, strict=True):
        for kind in np.argsort(-row)[:each]:
            if row[kind] >= least:
                version, margin, turn = _kinds()[kind]
                pose = pose_of(np.roll(outline, turn, 0), side(version), margin)
                found.append(Candidate(pose, version, float(row[kind])))
    return sorted(found, key=lambda each: -each.likeness)


def outlines(grey: Grey, shrink: int = 2, read: Points | None = None) -> list[Points]:
    """Return the four corners of every patch that may be a sticker, clockwise as seen, shape (4, 2) each.

    Patches whose middle lies in one of the circles `read` (x, y and radius each) are left out.
    """
    known = np.zeros((0, 3)) if read is None else read / shrink
    small = np.asarray(cv2.GaussianBlur(_shrunk(grey, shrink), (3, 3), 0), np.uint8)
    dark, light = _extremes(small)
    busy = cv2.inRange(cv2.subtract(light, dark), LEAST_CONTRAST, 255)
    found: list[Points] = []
    for depth in DEPTHS:
        threshold = np.asarray(cv2.addWeighted(light, 1 - depth, dark, depth, 0))
        patches = cv2.bitwise_and(cv2.compare(small, threshold, cv2.CMP_GT), busy)
        quads = _quads(np.asarray(patches, np.uint8), LEAST_PX / shrink, known)
        found += [(quad + 0.5) * shrink - 0.5 for quad in quads]
    return distinct(found)


def distinct(quads: Sequence[Points]) -> list[Points]:
    """Return the quads without those that nearly repeat an earlier one."""
    if not quads:
        return []
    whole = np.array(quads)
    centres = whole.mean(1)
    kept: list[int] = []
    for index, quad in enumerate(whole):
        near = np.abs(centres[kept] - centres[index]).max(1) < CLOSE_PX
        others = whole[np.array(kept, np.intp)[near]]
        # Each of the four turns of the others beside this one: (others, turns, corners, 2).
        if not (np.abs(others[:, TURNS] - quad).max((2, 3)) < CLOSE_PX).any():
            kept.append(index)
    return [quads[index] for index in kept]


def _shrunk(grey: Grey, shrink: int) -> Grey:
    if shrink == 1:
        return grey
    size = (max(1, grey.shape[1] // shrink), max(1, grey.shape[0] // shrink))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _extremes(grey: Grey) -> tuple[Grey, Grey]:
    """Return the darkest and lightest level around each pixel, over a few dozen pixels, smoothed."""
    height, width = grey.shape
    block, near = np.ones((BLOCK, BLOCK), np.uint8), np.ones((7, 7), np.uint8)
    dark = cv2.erode(np.ascontiguousarray(cv2.erode(grey, block)[::BLOCK, ::BLOCK]), near)
    light = cv2.dilate(np.ascontiguousarray(cv2.dilate(grey, block)[::BLOCK, ::BLOCK]), near)
    low, high = (cv2.resize(cv2.blur(part, (3, 3)), (width, height)) for part in (dark, light))
    return np.asarray(low, np.uint8), np.asarray(high, np.uint8)


def _quads(patches: Grey, least: float, read: Points) -> Iterator[Points]:
    """Return the four-sided outlines of patches, but for those whose middle lies in one of the circles `read`."""
    contours, family = cv2.findContours(patches, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    parents = family[0, :, 3].tolist() if len(contours) else []
    for contour, parent in zip(contours, parents, strict=True):
        if len(contour) < 2 * least or parent >= 0:
            continue
        x, y, w, h = cv2.boundingRect(contour)
        longer, shorter = max(w, h), min(w, h)
        if longer < least or shorter < 0.4 * least or longer >= LARGEST * max(patches.shape):
            continue
        dx, dy = read[:, 0] - (x + w / 2), read[:, 1] - (y + h / 2)
        if len(read) and (np.hypot(dx, dy) < read[:, 2]).any():
            continue
        quad = _quad(np.asarray(contour, np.int32))
        if quad is not None:
            yield quad


def _quad(patch: NDArray[np.int32]) -> Points | None:
    """Return the four-sided outline of one patch, or None where it has none."""
    hull = cv2.convexHull(patch)
    area, around = cv2.contourArea(hull), cv2.arcLength(hull, True)
    if area < 50:
        return None
    corners = hull
    for tolerance in (0.02, 0.035, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, tolerance * around, True)
        if len(corners) <= 4:
            break
    if len(corners) < 4:
        return None
    points = corners[:, 0].astype(np.float64)
    quad = points if len(points) == 4 else _longest_sides(points)
    return quad if quad is not None and _is_plausible(quad, area) else None


def _longest_sides(corners: Points) -> Points | None:
    """Return where the four longest sides of a polygon meet: a corner may be hidden or grown over."""
    along = np.roll(corners, -1, 0) - corners
    longest = np.sort(np.argsort(-np.hypot(along[:, 0], along[:, 1]))[:4])
    met = []
    for a, b in zip(longest, np.roll(longest, -1), strict=True):
        cross = along[a, 0] * along[b, 1] - along[a, 1] * along[b, 0]
        if abs(cross) < 1e-6:
            return None
        gap = corners[b] - corners[a]
        met.append(corners[a] + along[a] * (gap[0] * along[b, 1] - gap[1] * along[b, 0]) / cross)
    return np.roll(np.array(met), 1, 0)


def _is_plausible(quad: Points, area: float) -> bool:
    corners: list[tuple[float, float]] = quad.tolist()
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    spanned = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides) / 2
    lengths = [math.dist(a, b) for a, b in sides]
    return spanned > 0 and CONVEX[0] < area / spanned < CONVEX[1] and min(lengths) > SLIMMEST * max(lengths)


@functools.cache
def _kinds() -> tuple[tuple[int, int, int], ...]:
    """Return version, margin and quarter turns of every way in which a code may lie on a sticker."""
    return tuple((version, margin, turn) for version in VERSIONS for margin in MARGINS for turn in range(4))


@functools.cache
def _drawings() -> tuple[Floats, Floats]:
    """Return what each kind looks like and where that is certain: two arrays (kinds, PATCH * PATCH).

    The first has mean 0 and length 1 over the certain pixels and is 0 elsewhere, the second is 1 or 0.
    """
    rows, masks = [], []
    for version, margin, turn in _kinds():
        ink, known = patterns(version)
        sign = np.pad(np.where(ink, 1, -1) * known, margin, constant_values=-1).astype(np.float32)
        seen = cv2.dilate(np.pad(known, margin).astype(np.uint8), np.ones((3, 3), np.uint8))
        edges = np.linspace(0, len(sign), PATCH + 1)
        at = ((edges[:-1] + edges[1:]) / 2).astype(int)
        mask = np.rot90(seen[np.ix_(at, at)], turn).astype(np.float32).ravel()
        drawn = np.asarray(cv2.GaussianBlur(sign[np.ix_(at, at)], (0, 0), 1.0), np.float32)
        centred = np.rot90(drawn, turn).ravel() * mask
        centred -= mask * (centred.sum() / mask.sum())
        rows.append(centred / np.linalg.norm(centred))
        masks.append(mask)
    return np.array(rows, np.float32), np.array(masks, np.float32)


def _likeness(grey: Grey, quads: Sequence[Points]) -> Floats:
    """Return how much each straightened patch looks like each kind: correlations, shape (quads, kinds)."""
    frame = (np.array([(0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH)]) - 0.5).astype(np.float32)
    rows = []
    for quad in quads:
        straighten = cv2.getPerspectiveTransform(quad.astype(np.float32), frame)
        patch = cv2.warpPerspective(grey, straighten, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE)
        rows.append(_contrast(np.asarray(patch, np.uint8)).ravel())
    patches = np.array(rows, np.float32)
    drawings, masks = _drawings()
    spread = patches**2 @ masks.T - (patches @ masks.T) ** 2 / masks.sum(1)
    return np.asarray(patches @ drawings.T / np.sqrt(np.maximum(spread, 1e-6)), np.float32)


def _contrast(patch: Grey) -> Floats:
    """Bring light and dark to -1 and 1 (ink), whatever the light does across the patch."""
    window = (11, 11)
    kernel = np.ones(window, np.uint8)
    low = cv2.boxFilter(cv2.erode(patch, kernel), cv2.CV_32F, window)
    high = cv2.boxFilter(cv2.dilate(patch, kernel), cv2.CV_32F, window)
    signs = np.clip((high + low - patch * np.float32(2)) / np.maximum(high - low, 4), -1.2, 1.2)
    return np.asarray(cv2.GaussianBlur(signs, (0, 0), 0.8), np.float32)
