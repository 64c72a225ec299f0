"""The picture that people keep of an evening: the board as it lay at the end, with what was read."""

from __future__ import annotations

from companion.eyes import Sight
from companion.eyes_protocol import Outline
from companion.texts import Texts
from companion.theme import font
from companion.virtual.table import VirtualTable
from vision.annotate import Mark, Rgb, annotate

WIDTH = 1920
LOOKS = 40


def board_picture(table: VirtualTable, sight: Sight | None, texts: Texts) -> Rgb | None:
    """Return the first lattice (else the first view) as the camera reads it now; None without camera or views."""
    view = next((view for view in table.views if view.layout == "lattice"), next(iter(table.views), None))
    if sight is None or view is None:
        return None
    table.show(view.id)
    sight.watch(view.id)
    for _ in range(LOOKS):
        glance = sight.step(0.0)
        if glance is not None and glance.reading is not None:
            marks = [_mark(outline, table, texts) for outline in glance.reading.outlines]
            return annotate(glance.frame.grey, marks, font=font(), width=WIDTH)
    return annotate(table.photograph(True), (), width=WIDTH)


def _mark(outline: Outline, table: VirtualTable, texts: Texts) -> Mark:
    a, b, c, d = outline.corners
    piece = table.pieces.get(outline.piece or "")
    label = piece.name(texts.language) if piece else outline.status
    return Mark((a, b, c, d), "read" if outline.status == "read" else "unsure", label)
