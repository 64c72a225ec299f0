"""A page of stickers: a grid in the middle of an A4 page, cut marks, names, a title and a line to measure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.core.value import Value
from vision.camera import QR_MARGIN, QR_MODULES, STICKER_MM

PAGE_MM = (210.0, 297.0)
EDGE_MM = 12.0
HEAD_MM = 22.0
"""What title and measure take at the top."""
NAME_MM = 3.6
"""What two lines with the name take, inside the cut marks: a sticker that has been cut out can be told."""
GAP_MM = 2.0
MARK_MM = 1.6
MEASURE_MM = 50.0
FONT, SMALL = "Helvetica", 4.6


class Grid(Value, frozen=True):
    """How stickers lie on a page, in millimetres."""

    sticker_mm: float = STICKER_MM

    @property
    def step(self) -> tuple[float, float]:
        """From one sticker to the next, across and down; the name is part of the sticker."""
        return self.sticker_mm + GAP_MM, self.sticker_mm + NAME_MM + GAP_MM

    @property
    def columns(self) -> int:
        """Stickers in a row."""
        return int((PAGE_MM[0] - 2 * EDGE_MM + GAP_MM) // self.step[0])

    @property
    def rows(self) -> int:
        """Rows on a page."""
        return int((PAGE_MM[1] - HEAD_MM - EDGE_MM + GAP_MM) // self.step[1])

    @property
    def per_page(self) -> int:
        """Stickers on a page."""
        return self.columns * self.rows

    def place(self, index: int) -> tuple[float, float]:
        """Return the top left corner of a place on its page, from the page's top left corner."""
        row, column = divmod(index % self.per_page, self.columns)
        left = (PAGE_MM[0] - self.columns * self.step[0] + GAP_MM) / 2
        return left + column * self.step[0], HEAD_MM + row * self.step[1]


def draw_head(canvas: Any, title: str, about: str, measure: str) -> None:
    """Write a page's title, what its stickers are for, and draw the line by which the print is measured."""
    from reportlab.lib.units import mm

    canvas.setFillGray(0)
    canvas.setFont(f"{FONT}-Bold", 10)
    canvas.drawString(EDGE_MM * mm, (PAGE_MM[1] - 11) * mm, title)
    canvas.setFont(FONT, 7)
    canvas.drawString(EDGE_MM * mm, (PAGE_MM[1] - 16) * mm, about)
    right, y = PAGE_MM[0] - EDGE_MM, PAGE_MM[1] - 11
    canvas.setLineWidth(0.4)
    canvas.setStrokeGray(0)
    canvas.line((right - MEASURE_MM) * mm, y * mm, right * mm, y * mm)
    for x in (right - MEASURE_MM, right):
        canvas.line(x * mm, (y - 1.5) * mm, x * mm, (y + 1.5) * mm)
    canvas.drawCentredString((right - MEASURE_MM / 2) * mm, (y + 1) * mm, measure)


def draw_sticker(canvas: Any, grid: Grid, index: int, payload: str, name: str) -> None:
    """Draw a code, its name under it, and the marks to cut along."""
    from reportlab.lib.units import mm

    left, top = grid.place(index)
    canvas.saveState()
    canvas.translate(left * mm, (PAGE_MM[1] - top) * mm)
    canvas.scale(mm, -mm)
    _draw_code(canvas, grid.sticker_mm, payload)
    _draw_marks(canvas, grid.sticker_mm, grid.sticker_mm + NAME_MM)
    canvas.restoreState()
    _draw_name(canvas, left + grid.sticker_mm / 2, top + grid.sticker_mm, grid.sticker_mm - 0.6, name)


def _draw_code(canvas: Any, side: float, payload: str) -> None:
    """Draw the dark modules, those of a row that touch as one bar: no hairlines between them."""
    import segno

    module = side / (QR_MODULES + 2 * QR_MARGIN)
    code = segno.make_qr(payload, error="q", version=1, mode="alphanumeric", boost_error=False)
    path = canvas.beginPath()
    for row, bits in enumerate(code.matrix):
        for column, length in _bars(bits):
            x, y = (column + QR_MARGIN) * module, (row + QR_MARGIN) * module
            path.rect(x, y, length * module, module)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


def _bars(bits: Iterable[int]) -> list[tuple[int, int]]:
    """Return start and length of every run of dark modules."""
    found: list[tuple[int, int]] = []
    for at, bit in enumerate(bits):
        if bit and found and sum(found[-1]) == at:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        elif bit:
            found.append((at, 1))
    return found


def _draw_marks(canvas: Any, width: float, height: float) -> None:
    """Draw thin cut marks outside the four corners."""
    canvas.setLineWidth(0.1)
    canvas.setStrokeGray(0.5)
    for x in (0.0, width):
        for y in (0.0, height):
            across, down = (-1 if x == 0 else 1), (-1 if y == 0 else 1)
            canvas.line(x + 0.2 * across, y, x + MARK_MM / 2 * across, y)
            canvas.line(x, y + 0.2 * down, x, y + MARK_MM / 2 * down)


def _draw_name(canvas: Any, centre: float, top: float, width: float, name: str) -> None:
    """Write the name under the code, on two lines where one is too narrow."""
    from reportlab.lib.units import mm
    from reportlab.lib.utils import simpleSplit

    lines = simpleSplit(name, FONT, SMALL, width * mm)[:2] or [""]
    canvas.setFillGray(0)
    canvas.setFont(FONT, SMALL)
    for number, line in enumerate(lines):
        canvas.drawCentredString(centre * mm, (PAGE_MM[1] - top - 1.2 - 1.7 * number) * mm, line)
