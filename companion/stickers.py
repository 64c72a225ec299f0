"""Sticker sheets as PDF: what goes on which page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.files import write_output
from companion.games import LoadedGame
from companion.sticker_page import MEASURE_MM, PAGE_MM, Grid, draw_head, draw_sticker
from companion.tags import encode
from companion.texts import Texts
from rules.core.game import PieceInfo
from rules.core.value import msg
from vision.camera import STICKER_MM

SMALLEST_MM, LARGEST_MM = 8.0, 80.0
"""Below, no camera reads the code; above, it is a poster."""
Page = list[tuple[int, PieceInfo]]
"""Pieces, each with its place on the page."""


def sheet_names(loaded: LoadedGame) -> tuple[str, ...]:
    """Return the names of a game's sheets."""
    return tuple(dict.fromkeys(piece.sheet for piece in loaded.box.stickered if piece.sheet))


def choose_pieces(loaded: LoadedGame, sheet: str = "", only: Sequence[str] = ()) -> tuple[PieceInfo, ...]:
    """Pick pieces by sheet and by id; raise ``InputError`` naming what the box does not have, or for none.

    Pieces that are mere names carry no sticker.
    """
    pieces = loaded.box.pieces
    if sheet and sheet not in sheet_names(loaded):
        raise InputError("core.unknown_sheet", sheet=sheet, known=", ".join(sheet_names(loaded)))
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
    """Write the sheets and return their pages; ``start`` leaves out places already used on the first page.

    Stickers for backs begin on a page of their own.
    """
    if not SMALLEST_MM <= sticker_mm <= LARGEST_MM:
        raise InputError(
            "core.sticker_size", size=f"{sticker_mm:g}", low=f"{SMALLEST_MM:g}", high=f"{LARGEST_MM:g}"
        )
    grid = Grid(sticker_mm)
    if not 1 <= start <= grid.per_page:
        raise InputError("core.sticker_start", start=start, high=grid.per_page)
    pages = list(_pages(pieces, grid.per_page, start - 1))
    canvas, texts = _canvas(), Texts(language, [loaded])
    names = _names(loaded.box.stickered, language)
    for number, page in enumerate(pages, start=1):
        _draw_head(canvas, loaded, page, f"{number}/{len(pages)}", texts)
        for place, piece in page:
            draw_sticker(canvas, grid, place, encode(loaded.game, piece), names[piece.id])
        canvas.showPage()
    write_output(path, canvas.getpdfdata())
    return len(pages)


def _pages(pieces: Iterable[PieceInfo], per_page: int, used: int) -> Iterator[Page]:
    """Lay pieces out page by page, those that say the least after all others."""
    in_order = sorted(pieces, key=lambda piece: piece.anonymous)
    for _, alike in groupby(in_order, key=lambda piece: piece.anonymous):
        places = list(enumerate(alike, start=used))
        for first in range(0, used + len(places), per_page):
            yield [(at - first, piece) for at, piece in places if first <= at < first + per_page]
        used = 0


def _names(pieces: Sequence[PieceInfo], language: str) -> dict[str, str]:
    """Name pieces so that no two read alike; of backs, any will do."""
    alike = Counter(piece.name(language) for piece in pieces)

    def name(piece: PieceInfo) -> str:
        said = piece.name(language)
        return said if piece.anonymous or alike[said] == 1 else f"{said} {piece.copy}"

    return {piece.id: name(piece) for piece in pieces}


def _draw_head(canvas: Any, loaded: LoadedGame, page: Page, number: str, texts: Texts) -> None:
    is_back = any(piece.anonymous for _, piece in page)
    kind = "back" if is_back else "front"
    example = page[0][1].name(texts.language) if page else ""
    draw_head(
        canvas,
        texts.say(msg(f"core.sheet.{kind}.title", game=loaded.game.name(texts.language), page=number)),
        texts.say(msg(f"core.sheet.{kind}.about", example=example)),
        texts.say(msg("core.sheet.measure", length=f"{MEASURE_MM:g}")),
    )


def _canvas() -> Any:
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas("", pagesize=(PAGE_MM[0] * mm, PAGE_MM[1] * mm), invariant=True)
    canvas.setTitle("Tabletop Companion")
    return canvas
