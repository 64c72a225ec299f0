"""Pictures for people: what was read, what is unsure, what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, check_grey
from vision.lettering import Font, font_of, plate, wide
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
FAR = 1e7
"""Pixels beyond which corners are drawn no farther off: a cell near the horizon, which OpenCV could not count."""
LEAST_PX, LETTERS_A_ROW = 12.0, 87.0
"""The size of letters: so many side by side, each as wide as high, fill the picture, and none is smaller."""
SMALLEST, CUT = 0.7, "…"
"""How small letters may get before the end of a label is cut off, and what shows that it was."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Outline one code or place. Read is a whole line, unsure a dashed one, missing only corners."""

    corners: Corners
    state: State
    label: str = ""


def annotate(grey: Grey, marks: Iterable[Mark], *, font: Path | None = None, width: int | None = None) -> Rgb:
    """Return the picture as RGB, shape (height, width, 3), with outlines that follow the codes.

    `width` shrinks the picture for a screen, outlines and labels drawn after. Labels are written in the TrueType
    `font`; without one there are none. A label stays clear of the codes beside its own: letters get smaller,
    then the end is cut off. Raises `OSError` for a font that cannot be read.
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
    quads = [np.clip((np.asarray(mark.corners) + 0.5) * scale - 0.5, -FAR, FAR) for mark in marks]
    for mark, quad in zip(marks, quads, strict=True):
        _outline(picture, quad, mark.state, thickness)
    for at, (mark, quad) in enumerate(zip(marks, quads, strict=True)):
        if mark.label and font is not None:
            _write(picture, quad, mark, font, _room(quad, [*quads[:at], *quads[at + 1 :]], picture.shape[1]))
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


def _room(quad: NDArray[np.float64], others: Sequence[NDArray[np.float64]], width: int) -> float:
    """Return how wide a label centred over a code may be: halfway to the codes beside it, and to the margins."""
    x, y = quad.mean(0)
    reach = float(np.ptp(quad, 0).max())
    beside = (other.mean(0) for other in others)
    ways = [abs(float(there[0]) - x) for there in beside if abs(float(there[1]) - y) <= reach]
    return max(min([*ways, 2.0 * x, 2.0 * (width - x)], default=width) - 2 * LABEL_ROOM, 0.0)


def _fit(label: str, font: Path, px: float, room: float) -> tuple[str, Font]:
    """Return a label and the letters with which it stays within a width; empty where none does."""
    sizes = [font_of(font, round(px * share)) for share in (1.0, 0.85, SMALLEST)]
    letters = next((each for each in sizes if wide(label, each) <= room), None)
    if letters is not None:
        return label, letters
    letters = sizes[-1]
    cut = next((end for end in range(len(label) - 1, 1, -1) if wide(label[:end] + CUT, letters) <= room), 0)
    return (label[:cut].rstrip() + CUT if cut else ""), letters


def _write(picture: Rgb, corners: NDArray[np.float64], mark: Mark, font: Path, room: float) -> None:
    px = max(LEAST_PX, picture.shape[1] / LETTERS_A_ROW)
    text, letters = _fit(mark.label, font, px, room)
    if not text:
        return
    label = plate(text, letters, COLOURS[mark.state], LABEL_ROOM)
    high, width = label.shape[:2]
    left = round(float(corners[:, 0].mean()) - width / 2)
    top = corners[:, 1].min() - LABEL_ROOM - high
    _lay(picture, label, left, round(top if top > 0 else corners[:, 1].max() + LABEL_ROOM))


def _lay(picture: Rgb, label: Rgb, left: int, top: int) -> None:
    """Lay a label on a picture, pushed inside; what does not fit at all is cut off."""
    left, top = (
        max(0, min(place, size - side))
        for place, size, side in zip((left, top), picture.shape[1::-1], label.shape[1::-1], strict=True)
    )
    spot = picture[top : top + label.shape[0], left : left + label.shape[1]]
    spot[:] = label[: spot.shape[0], : spot.shape[1]]
