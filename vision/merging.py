"""One tag for each code: what several readers and frames say of the same picture."""

from __future__ import annotations

import math
from collections.abc import Iterable

from vision.geometry import contains
from vision.tag import Tag

LEAST_SQUARE = 0.4
"""Shortest to longest side of a code that may be real, seen at a slant."""


def merge(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Keep one tag for each code: the first that was read there.

    The same text within one side of itself is one code, farther off it is two, but for a reflection of it. A damaged
    tag stays only where nothing was read and where it looks like one single code.
    """
    ordered = tuple(tags)
    straight = {tag.text for tag in ordered if not tag.is_mirrored}
    read = [
        _Spot(tag)
        for tag in ordered
        if tag.problem is None and not (tag.is_mirrored and tag.text in straight)
    ]
    kept: list[_Spot] = []
    for spot in read:
        if not any(spot.same_code(other) for other in kept):
            kept.append(spot)
    for spot in (_Spot(tag) for tag in ordered if tag.problem is not None and _plausible(tag)):
        if not any(spot.overlaps(other) for other in kept):
            kept.append(spot)
    return tuple(spot.tag for spot in kept)


class _Spot:
    """Keep what is asked of a tag again and again: every tag is compared with every other."""

    __slots__ = ("side", "tag", "x", "y")

    def __init__(self, tag: Tag) -> None:
        self.tag = tag
        self.x, self.y = tag.centre
        self.side = tag.side

    def same_code(self, other: _Spot) -> bool:
        reach = max(self.side, other.side)
        if abs(self.x - other.x) > reach or abs(self.y - other.y) > reach:
            return False
        apart = math.hypot(self.x - other.x, self.y - other.y)
        return apart < reach if self.tag.text == other.tag.text else apart < reach / 3

    def overlaps(self, other: _Spot) -> bool:
        if math.hypot(self.x - other.x, self.y - other.y) > 2 * max(self.side, other.side):
            return False
        return contains(self.tag.corners, (other.x, other.y)) or contains(other.tag.corners, (self.x, self.y))


def _plausible(tag: Tag) -> bool:
    sides = [math.dist(a, b) for a, b in zip(tag.corners, tag.corners[1:] + tag.corners[:1], strict=True)]
    return min(sides) > LEAST_SQUARE * max(sides)
