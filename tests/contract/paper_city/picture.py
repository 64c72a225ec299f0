"""What it looks like: a city a seat, a symbol of its own for houses, who is ahead."""

from __future__ import annotations

from rules.core.picture import Board, Face, Figure, Lattice, Line, Look, Mark, Tile, Track, listed
from rules.core.score import ScoreSheet
from rules.core.value import PieceRef, SeatRef, msg

from .data import HALL, CityBox
from .model import CELLS, CENTER, City, Table

ROOF = Mark(
    "roof", "orange", (("area", (2, 11, 12, 22, 22, 11), 0), ("loop", (5, 2, 19, 2, 19, 11, 5, 11), 2))
)
PASS = Mark("next", "muted")
HOUSE = Mark("house", "muted")
CARDS = Mark("cards", "muted")


def board(_box: CityBox, table: Table, sheet: ScoreSheet) -> Board:
    """Picture the table."""
    seats = range(len(table.cities))
    shown = msg("paper_city.shown")
    return Board(
        tracks=tuple(
            Track(f"passes.{seat}", SeatRef(seat), city.passes, 0, max(9, city.passes), PASS)
            for seat, city in enumerate(table.cities)
        ),
        figures=(Figure("shown", shown, str(len(table.shown)), CARDS),),
        lattices=tuple(_city(seat, table.cities[seat]) for seat in seats),
        leads=_leads(sheet),
    )


def _city(seat: int, city: City) -> Lattice:
    built = (Tile(put.cell, put.piece, kind=ROOF, turn=put.turn) for put in city.placed)
    tiles = (Tile(CENTER, HALL, kind=HOUSE), *built)
    return Lattice(tiles, f"city{seat}", ends=(CENTER, CELLS[-1]), text=SeatRef(seat))


def _leads(sheet: ScoreSheet) -> Line:
    first = [each for each in sheet.standings if each.rank == 1]
    text = msg("paper_city.leads", who=listed(SeatRef(each.seat) for each in first))
    return Line(text, Mark("trophy", "accent"), figure=str(first[0].total))


def face(box: CityBox, piece: str) -> Face:
    """Picture a piece with what it is worth."""
    if piece not in box.buildings:
        return Face(PieceRef(piece), kind=HOUSE)
    worth = msg("paper_city.worth", count=box.value(piece))
    return Face(PieceRef(piece), kind=ROOF, notes=(worth,))


LOOK: Look[Table] = Look(board, face)
