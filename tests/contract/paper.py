"""What the paper games share: a box from one small file, and a score sheet from rows."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.data import Header, read_toml
from rules.core.game import Box, PieceInfo
from rules.core.score import ScoreRow, ScoreSheet, Standing, rank_by
from rules.core.value import Msg, Value

HEADER = b"""
[header]
schema = 1
edition = "paper"
source = "made for tests"
provenance = "house"
"""


class PaperFile(Value, frozen=True):
    header: Header
    pieces: dict[str, int]
    """Each piece and what it is worth."""


class PaperBox(Box, frozen=True):
    worth: tuple[tuple[str, int], ...] = ()

    def value(self, piece: str) -> int:
        return dict(self.worth)[piece]


def load(files: Mapping[str, bytes]) -> PaperBox:
    file = read_toml(files, "box.toml", PaperFile)
    pieces = tuple(PieceInfo(each, f"P{n}", (("en", each),)) for n, each in enumerate(file.pieces))
    header = file.header
    return PaperBox(pieces, header.provenance, header.edition, header.source, tuple(file.pieces.items()))


def sheet(rows: list[ScoreRow], ties: tuple[int, ...], outcome: Msg | None, tie_break: Msg) -> ScoreSheet:
    """Add the rows up; ``ties`` decides between equal totals, one number a seat, the higher the better."""
    totals = {seat: sum(row.amount for row in rows if row.seat == seat) for seat, _ in enumerate(ties)}
    ranks = rank_by({seat: (total, ties[seat]) for seat, total in totals.items()})
    won = {seat: outcome is not None and rank == 1 for seat, rank in ranks.items()}
    standings = tuple(Standing(seat, total, ranks[seat], won[seat]) for seat, total in totals.items())
    is_tied = list(totals.values()).count(max(totals.values())) > 1
    return ScoreSheet(tuple(rows), standings, outcome, tie_break if is_tied else None)
