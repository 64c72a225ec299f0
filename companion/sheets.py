"""A score sheet in the words of programs: what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.players import Player
from companion.texts import Texts
from rules.core.game import Box, Game
from rules.core.score import ScoreRow, ScoreSheet
from rules.core.value import TABLE, Msg


def sheet_json(
    game: Game[Any], sheet: ScoreSheet, players: Sequence[Player], box: Box, texts: Texts
) -> dict[str, Any]:
    """Return game, seats with their rows, outcome, tie-break and warnings as plain values."""

    def say(message: Msg) -> str:
        return texts.say(message, players, box)

    def row_json(row: ScoreRow) -> dict[str, Any]:
        return {
            "key": row.text.key, "text": say(row.text), "amount": row.amount, "pieces": list(row.pieces)
        }  # fmt: skip

    def name(group: str) -> str:
        return texts.label(game.look.group(box, group).name, players, box) if game.look else group

    def parts(rows: Sequence[ScoreRow]) -> dict[str, Any]:
        """Name the groups that add up to a total of their own, each with the places of its rows."""
        places: dict[str, list[int]] = {}
        for at, row in enumerate(rows):
            places.setdefault(row.group, []).append(at)
        groups = [
            {"name": name(group), "total": sum(rows[at].amount for at in own), "rows": own}
            for group, own in places.items()
            if group
        ]
        return {"groups": groups} if groups else {}

    seats = []
    for standing in sheet.standings:
        own = [row for row in sheet.rows if row.seat == standing.seat]
        seats.append(
            {
                "name": texts.seat(standing.seat, players),
                "total": standing.total,
                "rank": standing.rank,
                "winner": standing.winner,
                "rows": [row_json(row) for row in own],
                **parts(own),
            }
        )
    shared = [row for row in sheet.rows if row.seat == TABLE]
    return {
        "game": game.id,
        "seats": seats,
        **({"table": [row_json(row) for row in shared], **parts(shared)} if shared else {}),
        "outcome": say(sheet.outcome) if sheet.outcome else None,
        "tie_break": say(sheet.tie_break) if sheet.tie_break else None,
        "unread": [],
        "warnings": [say(note) for note in sheet.notes],
    }


def sheet_lines(sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sheet for people, one line a row; rows that belong together stand under their own total."""
    if sheet["outcome"]:
        yield sheet["outcome"]
    yield from _seat_lines(sheet)
    yield from _row_lines(sheet.get("table", ()), sheet.get("groups", ()))
    if sheet["tie_break"]:
        yield sheet["tie_break"]
    yield from sheet["warnings"]


def _seat_lines(sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield everybody's rows, by rank; no ranks where all have lost, and nobody at all where nobody has a row."""
    seats = sheet["seats"]
    if not any(seat["rows"] or seat["total"] for seat in seats):
        return
    is_lost = sheet["outcome"] and not any(seat["winner"] for seat in seats)
    for seat in sorted(seats, key=lambda seat: (seat["rank"], seat["name"])):
        rank, star = "" if is_lost else f"{seat['rank']}. ", " *" if seat["winner"] else ""
        yield f"{rank}{seat['name']}: {seat['total']}{star}"
        yield from _row_lines(seat["rows"], seat.get("groups", ()))


def _row_lines(rows: Sequence[Mapping[str, Any]], groups: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    within = {at for group in groups for at in group["rows"]}
    yield from (_row_line(row, "   ") for at, row in enumerate(rows) if at not in within)
    for group in groups:
        yield f"   {group['name']}: {group['total']}"
        yield from (_row_line(rows[at], "      ") for at in group["rows"])


def _row_line(row: Mapping[str, Any], edge: str) -> str:
    return f"{edge}{row['amount']:+4d}  {row['text']}"
