"""Pictures for people: what was read, what is unsure, what is missing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, check_grey
from vision.tag import Corners

State = Literal["read", "unsure", "missing"]
Rgb = NDArray[np.uint8]

COLOURS: dict[State, tuple[int, int, int]] = {
    "read": (0, 158, 115),
    "unsure": (230, 159, 0),
    "missing": (170, 170, 170),
}
DASHES = 5
LABEL_ROOM = 4
SMALLEST, CUT = 0.7, ".."
"""How small letters may get before the end of a label is cut off, and what shows that it was."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Outline one code or place. Read is a whole line, unsure a dashed one, missing only corners."""

    corners: Corners
    state: State
    label: str = ""


def annotate(grey: Grey, marks: Iterable[Mark], *, width: int | None = None) -> Rgb:
    """Return the picture as RGB, shape (height, width, 3), with outlines that follow the codes.

    `width` shrinks the picture for a screen, outlines and labels drawn after. A label stays clear of the codes
    beside its own: letters get smaller, then the end is cut off. OpenCV's letters have no accents, so these are
    dropped.
    """
    marks = tuple(marks)
    pixels = check_grey(grey)
    scale = 1.0
    if width is not None and width < pixels.shape[1]:
        scale = width / pixels.shape[1]
        size = (width, max(1, round(pixels.shape[0] * scale)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    picture = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB), np.uint8)
    thickness = max(2, round(picture.shape[1] / 700))
    quads = [(np.asarray(mark.corners) + 0.5) * scale - 0.5 for mark in marks]
    for mark, quad in zip(marks, quads, strict=True):
        _outline(picture, quad, mark.state, thickness)
    for at, (mark, quad) in enumerate(zip(marks, quads, strict=True)):
        if mark.label:
            _write(picture, quad, mark, _room(quad, [*quads[:at], *quads[at + 1 :]], picture.shape[1]))
    return picture


def _outline(picture: Rgb, corners: NDArray[np.float64], state: State, thickness: int) -> None:
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        for a, b in _strokes(state):
            ends = [np.round((start + (end - start) * share) * 8).astype(int) for share in (a, b)]
            (ax, ay), (bx, by) = (map(int, point) for point in ends)
            cv2.line(picture, (ax, ay), (bx, by), COLOURS[state], thickness, cv2.LINE_AA, 3)


def _strokes(state: State) -> tuple[tuple[float, float], ...]:
    """Return which shares of an edge are drawn."""
    if state == "read":
        return ((0.0, 1.0),)
    if state == "missing":
        return ((0.0, 0.25), (0.75, 1.0))
    return tuple((i / DASHES, (i + 0.6) / DASHES) for i in range(DASHES))


def plain(label: str) -> str:
    """Return a label in the letters that OpenCV can draw."""
    return unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode()


def _room(quad: NDArray[np.float64], others: Sequence[NDArray[np.float64]], width: int) -> float:
    """Return how wide a label centred over a code may be: halfway to the codes beside it, and to the margins."""
    x, y = quad.mean(0)
    reach = float(np.ptp(quad, 0).max())
    beside = (other.mean(0) for other in others)
    ways = [abs(float(there[0]) - x) for there in beside if abs(float(there[1]) - y) <= reach]
    return max(min([*ways, 2.0 * x, 2.0 * (width - x)], default=width) - 2 * LABEL_ROOM, 0.0)


def _fit(label: str, size: float, room: float) -> tuple[str, float]:
    """Return a label and the size of its letters with which it stays within a width; empty where none does."""
    for share in (1.0, 0.85, SMALLEST):
        if _wide(label, size * share) <= room:
            return label, size * share
    size *= SMALLEST
    cut = next((end for end in range(len(label) - 1, 1, -1) if _wide(label[:end] + CUT, size) <= room), 0)
    return (label[:cut].rstrip() + CUT if cut else ""), size


def _wide(text: str, size: float) -> int:
    return cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, _weight(size))[0][0]


def _weight(size: float) -> int:
    return max(1, round(size * 1.6))


def _write(picture: Rgb, corners: NDArray[np.float64], mark: Mark, room: float) -> None:
    text, size = _fit(plain(mark.label), max(0.4, picture.shape[1] / 2600), room)
    if not text:
        return
    weight = _weight(size)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, weight)
    height, width = picture.shape[:2]
    middle = float(corners[:, 0].mean()) - (wide + LABEL_ROOM) / 2
    left = int(np.clip(middle, 0, max(0, width - wide - LABEL_ROOM)))
    top = corners[:, 1].min() - LABEL_ROOM - below
    bottom = int(top if top - high > 0 else corners[:, 1].max() + high + 2 * LABEL_ROOM)
    bottom = int(np.clip(bottom, high + 1, height - below - 1)) if height > high + below + 2 else high
    box = ((left, bottom - high - LABEL_ROOM), (left + wide + LABEL_ROOM, bottom + below))
    cv2.rectangle(picture, *box, (20, 20, 20), -1)
    at = (left + LABEL_ROOM // 2, bottom)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, COLOURS[mark.state], weight, cv2.LINE_AA)
