"""Sticker sheets as PDF: a plain grid on A4 with cut marks, the piece's name under each code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, InputError
from companion.games import LoadedGame
from companion.tags import encode
from rules.core.game import PieceInfo
from rules.core.value import Value
from vision.camera import QR_MARGIN, QR_MODULES, STICKER_MM

PAGE_MM = (210.0, 297.0)
EDGE_MM = 12.0
LABEL_MM = 5.0
GAP_MM = 2.0
MARK_MM = 1.6
SMALLEST_MM, LARGEST_MM = 8.0, 80.0
"""Below, no camera reads the code; above, it is a poster."""


class SheetError(CompanionError, OSError):
    """A sheet that cannot be written."""


class Grid(Value, frozen=True):
    """How stickers lie on a page, in millimetres."""

    sticker_mm: float = STICKER_MM

    @property
    def step(self) -> tuple[float, float]:
        """From one sticker to the next, across and down; the label is part of the step."""
        return self.sticker_mm + GAP_MM, self.sticker_mm + LABEL_MM

    @property
    def columns(self) -> int:
        """Stickers in a row."""
        return int((PAGE_MM[0] - 2 * EDGE_MM) // self.step[0])

    @property
    def rows(self) -> int:
        """Rows on a page."""
        return int((PAGE_MM[1] - 2 * EDGE_MM) // self.step[1])

    @property
    def per_page(self) -> int:
        """Stickers on a page."""
        return self.columns * self.rows

    def place(self, index: int) -> tuple[float, float]:
        """Return the top left corner of a place on its page, from the page's top left corner."""
        row, column = divmod(index % self.per_page, self.columns)
        return EDGE_MM + column * self.step[0], EDGE_MM + row * self.step[1]


def choose_pieces(loaded: LoadedGame, sheet: str = "", only: Sequence[str] = ()) -> tuple[PieceInfo, ...]:
    """Pick pieces by sheet and by id; raise ``InputError`` naming what the box does not have, or for none.

    Pieces that are mere names carry no sticker.
    """
    pieces = loaded.box.pieces
    sheets = tuple(dict.fromkeys(piece.sheet for piece in pieces))
    if sheet and sheet not in sheets:
        raise InputError("core.unknown_sheet", sheet=sheet, known=", ".join(filter(None, sheets)))
    known = {piece.id for piece in pieces} | {piece.kind for piece in pieces if piece.kind}
    for each in only:
        if each not in known:
            raise InputError("core.unknown_piece", piece=each, game=loaded.id)
    of_sheet = (piece for piece in loaded.box.stickered if not sheet or piece.sheet == sheet)
    chosen = tuple(piece for piece in of_sheet if not only or piece.id in only or piece.kind in only)
    if not chosen:
        raise InputError("core.sticker_none", game=loaded.id)
    return chosen


def write_sheets(
    loaded: LoadedGame,
    pieces: Iterable[PieceInfo],
    path: Path,
    language: str,
    *,
    start: int = 1,
    sticker_mm: float = STICKER_MM,
) -> int:
    """Write the sheets and return their pages; ``start`` leaves out places already used on the first page."""
    if not SMALLEST_MM <= sticker_mm <= LARGEST_MM:
        raise InputError(
            "core.sticker_size", size=f"{sticker_mm:g}", low=f"{SMALLEST_MM:g}", high=f"{LARGEST_MM:g}"
        )
    grid = Grid(sticker_mm)
    if not 1 <= start <= grid.per_page:
        raise InputError("core.sticker_start", start=start, high=grid.per_page)
    canvas = _canvas()
    index = start - 1
    for index, piece in enumerate(pieces, start=start - 1):
        if index % grid.per_page == 0 and index >= start:
            canvas.showPage()
        _draw(canvas, grid, index, encode(loaded.game, piece), piece.name(language))
    data = canvas.getpdfdata()
    try:
        path.write_bytes(data)
    except OSError as error:
        problem = error.strerror or ""
        raise SheetError("core.sheet_unwritten", file=str(path), problem=problem) from error
    return index // grid.per_page + 1


def _canvas() -> Any:
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas("", pagesize=(PAGE_MM[0] * mm, PAGE_MM[1] * mm), invariant=True)
    canvas.setTitle("Tabletop Companion")
    return canvas


def _draw(canvas: Any, grid: Grid, index: int, payload: str, name: str) -> None:
    from reportlab.lib.units import mm

    left, top = grid.place(index)
    canvas.saveState()
    canvas.translate(left * mm, (PAGE_MM[1] - top) * mm)
    canvas.scale(mm, -mm)
    _draw_code(canvas, grid.sticker_mm, payload)
    _draw_marks(canvas, grid.sticker_mm)
    canvas.restoreState()
    _draw_label(canvas, left + grid.sticker_mm / 2, top + grid.sticker_mm, grid.step[0] - 1, name)


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


def _draw_marks(canvas: Any, side: float) -> None:
    """Draw thin cut marks outside the four corners."""
    canvas.setLineWidth(0.1)
    canvas.setStrokeGray(0.5)
    for x in (0.0, side):
        for y in (0.0, side):
            across, down = (-1 if x == 0 else 1), (-1 if y == 0 else 1)
            canvas.line(x + 0.2 * across, y, x + MARK_MM / 2 * across, y)
            canvas.line(x, y + 0.2 * down, x, y + MARK_MM / 2 * down)


def _draw_label(canvas: Any, centre: float, top: float, width: float, name: str) -> None:
    """Write the name under the code, on two lines where one is too narrow."""
    from reportlab.lib.units import mm
    from reportlab.lib.utils import simpleSplit

    size = 4.6
    lines = simpleSplit(name, "Helvetica", size, width * mm)[:2] or [""]
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", size)
    for number, line in enumerate(lines):
        canvas.drawCentredString(centre * mm, (PAGE_MM[1] - top - 1.9 - 1.7 * number) * mm, line)
