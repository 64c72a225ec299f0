"""What it looks like: a city a seat, a symbol of its own for houses, who is ahead."""

from __future__ import annotations

from rules.core.picture import Board, Face, Figure, Lattice, Line, Look, Mark, Tile, Track, listed
from rules.core.score import ScoreSheet
from rules.core.value import PieceRef, SeatRef, msg
from tests.contract.paper import PaperBox

from .table import CELLS, City, Table

ROOF = Mark(
    "roof", "orange", (("area", (2, 11, 12, 22, 22, 11), 0), ("loop", (5, 2, 19, 2, 19, 11, 5, 11), 2))
)
PASS = Mark("next", "muted")


def board(_box: PaperBox, table: Table, sheet: ScoreSheet) -> Board:
    seats = range(len(table.cities))
    return Board(
        tracks=tuple(
            Track(f"passes.{seat}", SeatRef(seat), table.cities[seat].passes, 0, 9, PASS) for seat in seats
        ),
        figures=(Figure("shown", msg("paper_city.shown"), str(len(table.shown)), Mark("cards", "muted")),),
        lattices=tuple(_city(seat, table.cities[seat]) for seat in seats),
        leads=_leads(sheet),
    )


def _city(seat: int, city: City) -> Lattice:
    tiles = tuple(Tile(put.cell, put.piece, kind=ROOF, turn=put.turn) for put in city.placed)
    return Lattice(tiles, f"city{seat}", ends=(CELLS[0], CELLS[-1]))


def _leads(sheet: ScoreSheet) -> Line:
    first = [each for each in sheet.standings if each.rank == 1]
    names = listed(SeatRef(each.seat) for each in first)
    return Line(msg("paper_city.leads", who=names), Mark("trophy", "accent"), figure=str(first[0].total))


def face(box: PaperBox, piece: str) -> Face:
    return Face(PieceRef(piece), kind=ROOF, notes=(msg("paper_city.worth", count=box.value(piece)),))


LOOK: Look[Table] = Look(board, face)
