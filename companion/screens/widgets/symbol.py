"""Symbols and marks, drawn as shapes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Mesh, SmoothEllipse, SmoothLine
from kivy.graphics.tesselator import Tesselator
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.screens.glyphs import parts_of
from companion.theme import Rgba, paint
from companion.viewmodels.parts import NO_MARK, Mark

Meshes = tuple[tuple[tuple[float, ...], tuple[int, ...]], ...]


@lru_cache(maxsize=512)
def tesselate(corners: tuple[float, ...]) -> Meshes:
    """Cut an area into triangle fans on the 24 x 24 grid."""
    tess = Tesselator()
    tess.add_contour(list(corners))
    tess.tesselate()
    return tuple((tuple(vertices), tuple(indices)) for vertices, indices in tess.meshes)


def draw(group: InstructionGroup, mark: Mark, colour: Rgba, x: float, y: float, side: float) -> None:
    """Draw a symbol into a square whose lower left corner is given."""
    group.add(Color(*colour))
    scale = side / 24
    for kind, points, width in parts_of(mark):
        if kind in {"disc", "ring"}:
            _round(
                group, kind, (x + points[0] * scale, y + points[1] * scale), points[2] * scale, width * scale
            )
        else:
            placed = [(x if at % 2 == 0 else y) + part * scale for at, part in enumerate(points)]
            if kind == "area":
                _area(group, points, placed, x, y, scale)
            else:
                _stroke(group, placed, max(1.0, width * scale / 2), closed=kind == "loop")


def _round(group: InstructionGroup, kind: str, at: tuple[float, float], radius: float, width: float) -> None:
    if kind == "disc":
        group.add(SmoothEllipse(pos=(at[0] - radius, at[1] - radius), size=(2 * radius, 2 * radius)))
    else:
        group.add(SmoothLine(circle=(*at, radius), width=max(1.0, width / 2)))


def _area(
    group: InstructionGroup, points: tuple[float, ...], placed: list[float], x: float, y: float, scale: float
) -> None:
    for vertices, indices in tesselate(points):
        moved = [
            x + part * scale if at % 4 == 0 else y + part * scale if at % 4 == 1 else part
            for at, part in enumerate(vertices)
        ]
        group.add(Mesh(vertices=moved, indices=list(indices), mode="triangle_fan"))
    group.add(SmoothLine(points=placed, width=1.0, close=True))


def _stroke(group: InstructionGroup, placed: list[float], width: float, *, closed: bool) -> None:
    kind = SmoothLine if width < 1.6 else Line
    more = {} if kind is SmoothLine else {"cap": "round", "joint": "round"}
    group.add(kind(points=placed, width=width, close=closed, **more))


class Symbol(Widget):
    """A mark: a shape in its colour."""

    mark = ObjectProperty(NO_MARK)
    tint = StringProperty("")
    """A colour that stands in for the mark's own."""

    def __init__(self, **kwargs: Any) -> None:
        """Draw whenever mark or place change."""
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, mark=self._draw, tint=self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        side = min(self.width, self.height)
        if side < 4 or not self.mark.shape:
            return
        draw(
            self.canvas,
            self.mark,
            paint(self.tint or self.mark.colour),
            (self.x + self.width / 2) - side / 2,
            (self.y + self.height / 2) - side / 2,
            side,
        )
