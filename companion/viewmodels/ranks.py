"""Who is ahead by a score sheet: seats, or groups that nobody has claimed yet."""

from __future__ import annotations

from collections import Counter

from rules.core.score import ScoreSheet
from rules.core.value import TABLE


def is_open(sheet: ScoreSheet) -> bool:
    """Tell whether points are known without their owners: counted for groups that nobody has claimed yet."""
    return bool(sheet.rows) and all(row.seat == TABLE and row.group for row in sheet.rows)


def are_ranked(sheet: ScoreSheet) -> bool:
    """Tell whether people have places: not where all have lost together, nor before anything is counted."""
    if any(each.winner for each in sheet.standings):
        return True
    return sheet.outcome is None and any(row.amount for row in sheet.rows)


def totals(sheet: ScoreSheet) -> tuple[tuple[str, int], ...]:
    """Return every group with its points, the most first."""
    found: Counter[str] = Counter()
    for row in sheet.rows:
        found[row.group] += row.amount
    return tuple(found.most_common())


def leaders(sheet: ScoreSheet) -> tuple[int | str, ...]:
    """Return who is ahead, seats or groups; nobody where nobody has a point, several where they are level."""
    if is_open(sheet):
        found = totals(sheet)
        best = found[0][1]
        return tuple(group for group, total in found if total == best and best > 0)
    return tuple(each.seat for each in sheet.standings if each.rank == 1 and each.seat != TABLE)
