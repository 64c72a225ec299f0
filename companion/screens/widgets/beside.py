"""Names written beside frames in a picture, none over another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, SmoothRoundedRectangle
from kivy.metrics import dp, sp

from companion.theme import INK

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right and top in pixels."""
SIZE = 17
"""The letters, in sp."""
STEPS = 4
"""So many lines above and below a frame a name may stand, where those nearer are taken."""


def write_names(group: InstructionGroup, framed: Sequence[tuple[str, Sequence[Point]]], page: Box) -> None:
    """Write each name near the frame whose corners come with it, with a line to it where that is not next to it."""
    taken: list[Box] = []
    for name, corners in framed:
        label = CoreLabel(text=name, font_size=int(sp(SIZE)), bold=True, color=INK.on_accent)
        label.refresh()
        texture: Any = label.texture
        frame = around(corners)
        box = free_box(frame, (texture.width + dp(12), texture.height + dp(4)), page, taken)
        taken.append(box)
        _write(group, texture, box, frame)


def around(corners: Sequence[Point]) -> Box:
    """Return the smallest box that holds some corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def free_box(frame: Box, size: Point, page: Box, taken: Sequence[Box]) -> Box:
    """Return where a name goes: under its frame, over it, or further off, inside the page and on no other name."""
    wide, high = size
    left = max(page[0], min((frame[0] + frame[2] - wide) / 2, page[2] - wide))
    gap = dp(4)
    bottoms = [
        bottom
        for step in range(STEPS)
        for bottom in (
            frame[1] - (step + 1) * (high + gap),
            frame[3] + gap + step * (high + gap),
        )
    ]
    boxes = [(left, bottom, left + wide, bottom + high) for bottom in bottoms]
    inside = [box for box in boxes if page[1] <= box[1] and box[3] <= page[3]] or boxes
    return next((box for box in inside if not any(_meet(box, other) for other in taken)), inside[0])


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _write(group: InstructionGroup, texture: Any, box: Box, frame: Box) -> None:
    left, bottom, right, top = box
    middle = (frame[0] + frame[2]) / 2
    ends = (top, frame[1]) if top < frame[1] else (frame[3], bottom)
    group.add(Color(*INK.accent))
    group.add(Line(points=[middle, ends[0], middle, ends[1]], width=max(1.0, dp(1))))
    group.add(Color(*INK.accent))
    size = (right - left, top - bottom)
    group.add(SmoothRoundedRectangle(pos=(left, bottom), size=size, radius=[dp(6)]))
    group.add(Color(*INK.white))
    at = left + (size[0] - texture.width) / 2, bottom + (size[1] - texture.height) / 2
    group.add(Rectangle(texture=texture, pos=at, size=texture.size))
