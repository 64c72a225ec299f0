"""Whether two pictures of a table, taken one after the other, show the same code at one place."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Grey
from vision.tag import Tag

ALIKE = 0.4
"""Least correlation of a code with itself in another picture: 0.6 and more at one pixel a module in the worst noise, 0.2
and less with bare table."""

ASTRAY = 0.25
"""How far off a code may be, in its own sides: starting a video moves an autofocus lens."""


def is_shown(tag: Tag, frame: Grey, photo: Grey) -> bool:
    """Say whether a frame shows what a larger photo of the same view has where a tag lies, in the frame's pixels."""
    corners, (height, width) = np.array(tag.corners), frame.shape
    left, top = (max(0, int(edge)) for edge in np.floor(corners.min(0)))
    right, bottom = (
        min(most, int(edge) + 1) for edge, most in zip(corners.max(0), (width, height), strict=True)
    )
    if right - left < 2 or bottom - top < 2:
        return False
    scale = photo.shape[1] / width
    rows, columns = (slice(round(a * scale), round(b * scale)) for a, b in ((top, bottom), (left, right)))
    part = photo[rows, columns]
    if not part.size:
        return False
    code = cv2.resize(part, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    room = max(1, round(ASTRAY * tag.side))
    place = frame[max(0, top - room) : bottom + room, max(0, left - room) : right + room]
    return float(cv2.matchTemplate(place, code, cv2.TM_CCOEFF_NORMED).max()) > ALIKE
