"""A score sheet in the words of programs: what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.players import Player
from companion.texts import Texts
from rules.core.game import Box
from rules.core.score import ScoreRow, ScoreSheet
from rules.core.value import TABLE, Msg


def sheet_json(
    game: str, sheet: ScoreSheet, players: Sequence[Player], box: Box, texts: Texts
) -> dict[str, Any]:
    """Return game, seats with their rows, outcome, tie-break and warnings as plain values."""

    def say(message: Msg) -> str:
        return texts.say(message, players, box)

    def row_json(row: ScoreRow) -> dict[str, Any]:
        return {
            "key": row.text.key, "text": say(row.text), "amount": row.amount, "pieces": list(row.pieces)
        }  # fmt: skip

    seats = [
        {
            "name": texts.seat(standing.seat, players),
            "total": standing.total,
            "rank": standing.rank,
            "winner": standing.winner,
            "rows": [row_json(row) for row in sheet.rows if row.seat == standing.seat],
        }
        for standing in sheet.standings
    ]
    shared = [row_json(row) for row in sheet.rows if row.seat == TABLE]
    return {
        "game": game,
        "seats": seats,
        **({"table": shared} if shared else {}),
        "outcome": say(sheet.outcome) if sheet.outcome else None,
        "tie_break": say(sheet.tie_break) if sheet.tie_break else None,
        "unread": [],
        "warnings": [say(note) for note in sheet.notes],
    }


def sheet_lines(sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sheet for people, one line a row."""
    if sheet["outcome"]:
        yield sheet["outcome"]
    for seat in sorted(sheet["seats"], key=lambda seat: (seat["rank"], seat["name"])):
        star = " *" if seat["winner"] else ""
        yield f"{seat['rank']}. {seat['name']}: {seat['total']}{star}"
        yield from _row_lines(seat["rows"])
    yield from _row_lines(sheet.get("table", ()))
    if sheet["tie_break"]:
        yield sheet["tie_break"]
    yield from sheet["warnings"]


def _row_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    return (f"   {row['amount']:+4d}  {row['text']}" for row in rows)
