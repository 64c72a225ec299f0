"""A camera's lens from a few pictures of codes that lie still on something flat, such as an uncut sticker sheet.

Where the codes lie on it need not be known: it is found out together with the lens, from their known size.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import GeometryError, LensError
from vision.geometry import Matrix, Points, apply, box, homography
from vision.lens import Lens
from vision.plane import fit_plane
from vision.tag import Tag

LEAST_PICTURES = 4
LEAST_TAGS = 4
"""In each picture."""

LEAST_ROUNDS, ROUNDS = 8, 60
SETTLED_PX = 0.00005
"""The places of the codes and the lens are told from one another so often at least and at most, and until no corner that
was seen is straightened elsewhere by more than this, as a share of the picture's width. Steps are many and small: larger
ones left a mild bend as it was. A strong bend takes some thirty times."""

SIGNIFICANT = 2.0
"""Standard deviations by which the fourth-order bend must stand out to be believed: else it spoils the corners."""

REACH = 0.75
SIGNIFICANT_SHORT = 12.0
"""Share of the way to the picture's corners that codes must have reached for that: beyond, it would be a guess.
Where they have not, the bend must stand out by so much more."""

UNSURE = 0.04
"""Share of the focal length by which it may be uncertain."""

LEAST_TURN_DEG = 15.0
"""Two pictures at least must see the flat thing from sides so far apart: else near and small look alike."""

BLURRED_PX = 0.0015
"""What may be left over, as a share of the picture's width."""

MODEL = (
    cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K3
)
"""Square pixels, and a bend that is the same all round."""

Chart = Mapping[str, Points]
"""Where each code's corners lie on the flat thing, in mm, shape (4, 2), clockwise from its own top left."""


@dataclass(frozen=True, slots=True)
class _View:
    """Hold one picture."""

    tags: tuple[Tag, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(tag.text for tag in self.tags)

    @property
    def quads(self) -> NDArray[np.float64]:
        """Corners, shape (n, 4, 2)."""
        return np.array([tag.corners for tag in self.tags], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """Hold a lens and, for each picture, the way from millimetres to a straight picture and the way it faces.

    `unsure` are OpenCV's standard deviations of the lens's numbers.
    """

    lens: Lens
    poses: list[Matrix]
    facing: NDArray[np.float64]
    unsure: NDArray[np.float64]

    @property
    def turn_deg(self) -> float:
        """The largest angle between the sides from which two pictures were taken."""
        return math.degrees(math.acos(min(1.0, float((self.facing @ self.facing.T).min()))))


def calibrate(
    pictures: Sequence[Sequence[Tag]], size: tuple[int, int], code_mm: float, chart: Chart | None = None
) -> Lens:
    """Return the lens through which these pictures of `size` were taken, each holding the same flat thing.

    `chart` says where the codes lie on it, if that is known. Raises LensError for too few pictures or codes, and for
    pictures that are too alike or do not fit together.
    """
    views = _views(pictures, chart)
    laid: Chart = chart if chart is not None else _first_guess(views, code_mm)
    views = [view for view in views if len(laid.keys() & set(view.texts)) >= LEAST_TAGS]
    if len(views) < LEAST_PICTURES:
        raise LensError("vision.lens.too_few", pictures=len(views), least=LEAST_PICTURES, tags=LEAST_TAGS)
    solved = _solve(views, laid, size)
    if chart is None:
        solved, laid = _settled(views, solved, laid, code_mm)
    _judge(solved.lens)
    unsure = float(solved.unsure[0]) / solved.lens.focal_px
    if unsure > UNSURE or solved.turn_deg < LEAST_TURN_DEG:
        raise LensError("vision.lens.too_alike", turn_deg=round(solved.turn_deg), least=LEAST_TURN_DEG)
    least = SIGNIFICANT if _reach(views, size) >= REACH else SIGNIFICANT_SHORT
    is_simple = abs(solved.lens.k2) < least * solved.unsure[5]
    lens = _solve(views, laid, size, cv2.CALIB_FIX_K2).lens if is_simple else solved.lens
    _judge(lens)
    return lens


def _judge(lens: Lens) -> None:
    if lens.error_px > BLURRED_PX * lens.width:
        raise LensError("vision.lens.unfitting", error_px=round(lens.error_px, 1))


def _settled(
    views: Sequence[_View], solved: _Solution, laid: Chart, code_mm: float
) -> tuple[_Solution, Chart]:
    """Tell the places of the codes from the lens and the lens from the places, until neither changes any more."""
    size = solved.lens.width, solved.lens.height
    corners = np.concatenate([view.quads.reshape(-1, 2) for view in views])
    straight = solved.lens.straighten(corners)
    for done in range(1, ROUNDS + 1):
        laid = _laid_again(views, solved, code_mm)
        solved = _solve(views, laid, size)
        before, straight = straight, solved.lens.straighten(corners)
        if done >= LEAST_ROUNDS and np.abs(straight - before).max() <= SETTLED_PX * solved.lens.width:
            break
    return solved, laid


def _reach(views: Sequence[_View], size: tuple[int, int]) -> float:
    """Return how far from the middle codes were seen, as a share of the way to the corners."""
    half = np.array(size) / 2
    return max(float(np.linalg.norm(view.quads - half, axis=2).max()) for view in views) / math.hypot(*half)


def _views(pictures: Sequence[Sequence[Tag]], chart: Chart | None) -> list[_View]:
    """Keep the codes that are known, or seen in several pictures, and the pictures with enough of them."""
    whole = [[tag for tag in tags if tag.problem is None] for tags in pictures]
    times = Counter(text for tags in whole for text in {tag.text for tag in tags})
    usable = set(chart) if chart is not None else {text for text, count in times.items() if count > 1}
    views = []
    for tags in whole:
        once = Counter(tag.text for tag in tags)
        kept = [tag for tag in tags if tag.text in usable and once[tag.text] == 1]
        if len(kept) >= LEAST_TAGS:
            views.append(_View(tuple(kept)))
    return views


def _first_guess(views: Sequence[_View], code_mm: float) -> dict[str, Points]:
    """Lay the codes out as the picture with most of them shows it, and add the others where pictures overlap."""
    laid: dict[str, Points] = {}
    waiting = sorted(views, key=lambda view: -len(view.texts))
    while waiting:
        view = next((v for v in waiting if not laid or len(laid.keys() & set(v.texts)) >= 2), None)
        if view is None:
            return laid
        waiting.remove(view)
        shared = [i for i, text in enumerate(view.texts) if text in laid]
        try:
            to_mm = fit_plane(view.tags, code_mm).to_mm
            flat = [apply(to_mm, quad) for quad in view.quads]
            if shared:
                here = np.concatenate([flat[i] for i in shared])
                onto = homography(here, np.concatenate([laid[view.texts[i]] for i in shared]))
                flat = [apply(onto, quad) for quad in flat]
        except GeometryError:
            continue
        for text, quad in zip(view.texts, flat, strict=True):
            laid.setdefault(text, quad)
    return laid


def _solve(views: Sequence[_View], laid: Chart, size: tuple[int, int], simple: int = 0) -> _Solution:
    """Return the lens by which the pictures fit best; `simple` are OpenCV's flags that fix more than usual."""
    objects, seen = _pairs(views, laid)
    start = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1.0]])
    try:
        error, matrix, bends, turns, shifts, unsure, _, _ = cv2.calibrateCameraExtended(
            objects, seen, size, start, np.zeros(5), flags=MODEL | simple
        )
    except cv2.error as cause:
        raise LensError("vision.lens.too_alike", turn_deg=0, least=LEAST_TURN_DEG) from cause
    focal = float(matrix[0, 0])
    k1, k2 = (float(value) for value in np.ravel(bends)[:2])
    lens = Lens(*size, focal, float(matrix[0, 2]), float(matrix[1, 2]), k1, k2, float(error), len(views))
    rotations = [np.asarray(cv2.Rodrigues(turn)[0], np.float64) for turn in turns]
    poses = [
        np.asarray(matrix @ np.column_stack([rotation[:, :2], shift]), np.float64)
        for rotation, shift in zip(rotations, shifts, strict=True)
    ]
    facing = np.array([rotation[:, 2] for rotation in rotations])
    return _Solution(lens, poses, facing, np.asarray(np.ravel(unsure), np.float64))


def _pairs(
    views: Sequence[_View], laid: Chart
) -> tuple[list[NDArray[np.float32]], list[NDArray[np.float32]]]:
    """Return for each picture the corners of known codes in space, shape (4 n, 3), and in the picture, (4 n, 2)."""
    objects, seen = [], []
    for view in views:
        known = [i for i, text in enumerate(view.texts) if text in laid]
        flat = np.concatenate([laid[view.texts[i]] for i in known])
        objects.append(np.column_stack([flat, np.zeros(len(flat))]).astype(np.float32))
        seen.append(view.quads[known].reshape(-1, 2).astype(np.float32))
    return objects, seen


def _laid_again(views: Sequence[_View], solved: _Solution, code_mm: float) -> dict[str, Points]:
    """Return where the codes lie by what all pictures say together, each a true square of its size."""
    found: dict[str, list[Points]] = {}
    for view, pose in zip(views, solved.poses, strict=True):
        back = np.asarray(np.linalg.inv(pose), np.float64)
        for text, quad in zip(view.texts, view.quads, strict=True):
            found.setdefault(text, []).append(apply(back, solved.lens.straighten(quad)))
    quads = {text: np.mean(seen, 0) for text, seen in found.items()}
    square = box(code_mm, code_mm) @ (1, 1j)
    turns = {
        text: (np.conj(square) * ((quad - quad.mean(0)) @ (1, 1j))).sum() for text, quad in quads.items()
    }
    size = float(np.median([abs(turn) for turn in turns.values()])) / float((abs(square) ** 2).sum())
    laid = {}
    for text, quad in quads.items():
        corners = square * turns[text] / abs(turns[text])
        laid[text] = quad.mean(0) / size + np.column_stack([corners.real, corners.imag])
    return laid
