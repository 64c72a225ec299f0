"""What people are shown of a look at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from companion.eyes_gaze import Glance
from companion.eyes_protocol import LOST, WATCHING, EyesReport, Outline, Picture
from companion.eyes_view import ViewReader
from rules.core.value import Msg, msg
from vision.errors import VisionError
from vision.frame import Grey
from vision.hints import Hint, hints

WIDEST = 1280
EVERY_S = 1.0
HINTS: Final[dict[Hint, str]] = {
    "mirrored": "app.hint.mirrored",
    "dark": "app.hint.dark",
    "glare": "app.hint.glare",
    "blur": "app.hint.blur",
    "too_small": "app.hint.small",
}


class Adviser:
    """Say what stands in the way of reading, now and then: words that change with every frame cannot be read."""

    def __init__(self) -> None:
        self._told: tuple[Msg, ...] = ()
        self._at = float("-inf")

    def advise(self, glance: Glance) -> tuple[Msg, ...]:
        """Return the hints for a picture that has been decoded, or those of a moment ago."""
        if glance.is_fresh and not glance.is_urgent and glance.frame.time - self._at >= EVERY_S:
            self._at = glance.frame.time
            self._told = tuple(msg(HINTS[hint]) for hint in hints(glance.frame.grey, glance.tags))
        return self._told


def describe(
    glance: Glance, reader: ViewReader, expected: Sequence[str], before: EyesReport, adviser: Adviser
) -> EyesReport:
    """Make the report of a glance; while nothing moves, what was told last stays until the next look."""
    picture, scale = shown(glance.frame.grey)
    if not glance.is_fresh:
        if glance.is_moving:
            return EyesReport(WATCHING, before.serial + 1, picture)
        serial, done = before.serial + 1, glance.is_done
        return replace(before, status=WATCHING, serial=serial, picture=picture, done=done, error=None)
    reading = glance.reading
    found = reading.pieces if reading else frozenset()
    wanted = tuple(dict.fromkeys((*expected, *reader.remembered_pieces)))
    return EyesReport(
        status=WATCHING,
        serial=before.serial + 1,
        picture=picture,
        outlines=tuple(scaled(each, scale) for each in reading.outlines) if reading else (),
        ghosts=tuple(scaled(each, scale) for each in reading.ghosts) if reading else (),
        sighting=reading.sighting if reading else None,
        done=glance.is_done,
        missing=tuple(piece for piece in wanted if piece not in found),
        expected=len(wanted),
        hints=(*((reading.notice,) if reading and reading.notice else ()), *adviser.advise(glance)),
    )


def lost(error: VisionError, before: EyesReport) -> EyesReport:
    """Make the report of a camera that is away: why, and that touch goes on."""
    args = {name: value if isinstance(value, int) else str(value) for name, value in error.arguments.items()}
    return EyesReport(LOST, before.serial + 1, error=msg(error.key, **args))


def shown(grey: Grey) -> tuple[Picture, float]:
    """Return a picture as screens take it, and its scale."""
    # By a whole number first, then the rest: together many times quicker than at once, and as good to look at.
    side = max(1, grey.shape[1] // WIDEST)
    height, width = (length // side for length in grey.shape)
    if side > 1:
        whole = grey[: height * side, : width * side]
        grey = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    scale = min(1.0, WIDEST / width)
    if scale < 1:
        size = (WIDEST, round(height * scale))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8), scale / side


def scaled(outline: Outline, scale: float) -> Outline:
    """Return an outline in the pixels of the picture that is shown."""
    corners = tuple(((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in outline.corners)
    return replace(outline, corners=corners)
