"""The score sheet, valid at any time."""

from __future__ import annotations

from rules.core.score import ScoreRow, ScoreSheet, Standing, rank_by
from rules.core.value import Msg, msg

from .data import CityBox
from .model import Table


def score(box: CityBox, table: Table) -> ScoreSheet:
    """Count what is built, what passing costs, and what was counted by hand; fewer passes decide."""
    rows = []
    for seat, city in enumerate(table.cities):
        pieces = tuple(put.piece for put in city.placed)
        rows += [
            ScoreRow(seat, msg("paper_city.built"), sum(map(box.value, pieces)), pieces),
            ScoreRow(seat, msg("paper_city.passes"), -city.passes * table.pass_costs),
            ScoreRow(seat, msg("paper_city.counted"), city.points),
        ]
    ties = tuple(-city.passes for city in table.cities)
    return sheet(rows, ties, table.outcome, msg("paper_city.fewer_passes"))


def sheet(rows: list[ScoreRow], ties: tuple[int, ...], outcome: Msg | None, tie_break: Msg) -> ScoreSheet:
    """Add the rows up; ``ties`` decides between equal totals, one number a seat, the higher the better."""
    totals = {seat: sum(row.amount for row in rows if row.seat == seat) for seat, _ in enumerate(ties)}
    ranks = rank_by({seat: (total, ties[seat]) for seat, total in totals.items()})
    won = {seat: outcome is not None and rank == 1 for seat, rank in ranks.items()}
    standings = tuple(Standing(seat, total, ranks[seat], won[seat]) for seat, total in totals.items())
    is_tied = list(totals.values()).count(max(totals.values())) > 1
    return ScoreSheet(tuple(rows), standings, outcome, tie_break if is_tied else None)
