"""The look of any game: its correctable numbers as tracks and figures, and who leads."""

from __future__ import annotations

from typing import Any

from rules.core.game import Box, Correctable, Game
from rules.core.picture import Board, Face, Figure, Line, Look, Mark, Track, named
from rules.core.score import ScoreSheet
from rules.core.value import PieceRef, SeatRef, msg

LONGEST_TRACK = 20
TRACKS = 4
FIGURES = 6
TROPHY = Mark("trophy", "accent")


def look(game: Game[Any]) -> Look[Any]:
    """Make the look of a game that has none of its own."""

    def board(box: Box, table: Any, sheet: ScoreSheet) -> Board:
        return numbers(game.correctables(box, table), sheet)

    return Look(board, face)


def numbers(facts: tuple[Correctable, ...], sheet: ScoreSheet) -> Board:
    """Show the short numbers as tracks, the others as figures."""
    found = [each for each in facts if isinstance(each.value, int)]
    short = [each for each in found if each.high - each.low <= LONGEST_TRACK][:TRACKS]
    others = [each for each in found if each not in short][:FIGURES]
    return Board(
        tracks=tuple(Track(each.key, each.text, int(each.value), each.low, each.high) for each in short),
        figures=tuple(Figure(each.key, each.text, str(each.value)) for each in others),
        leads=leads(sheet),
    )


def leads(sheet: ScoreSheet) -> Line | None:
    """Say who is ahead, by name."""
    first = [standing for standing in sheet.standings if standing.rank == 1 and standing.seat >= 0]
    if not first:
        return None
    if len(first) == len(sheet.standings) > 1:
        return Line(msg("app.table.level"), TROPHY, figure=str(first[0].total))
    names = named(SeatRef(standing.seat) for standing in first)
    return Line(msg("app.table.leads", who=names), TROPHY, figure=str(first[0].total))


def face(box: Box, piece: str) -> Face:
    """Show a piece's name, and its sheet as its group."""
    info = next((each for each in box.pieces if each.id == piece), None)
    if info is None or not info.sheet:
        return Face(PieceRef(piece))
    return Face(PieceRef(piece), info.sheet, PieceRef(info.sheet))
