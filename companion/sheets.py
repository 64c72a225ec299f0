"""A score sheet in the words of programs: what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.players import Player
from companion.texts import Texts
from rules.core.game import Box, Game
from rules.core.score import ScoreRow, ScoreSheet, Standing
from rules.core.value import TABLE, Msg


def sheet_json(
    game: Game[Any], sheet: ScoreSheet, players: Sequence[Player], box: Box, texts: Texts
) -> dict[str, Any]:
    """Return game, seats with their rows, outcome, tie-break and warnings as plain values."""
    put = _Putter(game, players, box, texts)
    shared = [row for row in sheet.rows if row.seat == TABLE]
    return {
        "game": game.id,
        "seats": [put.seat(standing, sheet.rows) for standing in sheet.standings],
        **({"table": put.rows(shared), **put.parts(shared)} if shared else {}),
        "outcome": put.say(sheet.outcome) if sheet.outcome else None,
        "tie_break": put.say(sheet.tie_break) if sheet.tie_break else None,
        "unread": [],
        "warnings": [put.say(note) for note in sheet.notes],
    }


@dataclass(frozen=True, slots=True)
class _Putter:
    """Puts a sheet's parts into plain values, in one language."""

    game: Game[Any]
    players: Sequence[Player]
    box: Box
    texts: Texts

    def say(self, message: Msg) -> str:
        return self.texts.say(message, self.players, self.box)

    def seat(self, standing: Standing, rows: Sequence[ScoreRow]) -> dict[str, Any]:
        own = [row for row in rows if row.seat == standing.seat]
        return {
            "name": self.texts.seat(standing.seat, self.players),
            "total": standing.total,
            "rank": standing.rank,
            "winner": standing.winner,
            "rows": self.rows(own),
            **self.parts(own),
        }

    def rows(self, rows: Sequence[ScoreRow]) -> list[dict[str, Any]]:
        return [
            {
                "key": row.text.key,
                "text": self.say(row.text),
                "amount": row.amount,
                "pieces": list(row.pieces),
            }
            for row in rows
        ]

    def parts(self, rows: Sequence[ScoreRow]) -> dict[str, Any]:
        """Name the groups that add up to a total of their own, each with the places of its rows."""
        places: dict[str, list[int]] = {}
        for at, row in enumerate(rows):
            places.setdefault(row.group, []).append(at)
        groups = [
            {"name": self._name(group), "total": sum(rows[at].amount for at in own), "rows": own}
            for group, own in places.items()
            if group
        ]
        return {"groups": groups} if groups else {}

    def _name(self, group: str) -> str:
        look = self.game.look
        return self.texts.label(look.group(self.box, group).name, self.players, self.box) if look else group


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
