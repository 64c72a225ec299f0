"""Final and running scores that explain themselves."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.value import Msg, Value


class ScoreRow(Value, frozen=True):
    """One reason for points: who, why, how much, and the pieces it comes from."""

    seat: int
    text: Msg
    amount: int
    pieces: tuple[str, ...] = ()
    group: str = ""
    """Rows of one group add up to one total (Prestige compares a player's tribes one by one)."""


class Standing(Value, frozen=True):
    """A seat's total and rank; equal ranks share a place and the next ones are left out."""

    seat: int
    total: int
    rank: int
    winner: bool = False


class ScoreSheet(Value, frozen=True):
    """Rows, totals, ranks and the tie-break as a sentence; valid at any time of a game."""

    rows: tuple[ScoreRow, ...]
    standings: tuple[Standing, ...]
    outcome: Msg | None = None
    """How the game ended, once it has."""
    tie_break: Msg | None = None
    notes: tuple[Msg, ...] = ()
    """What could not be known or was left to the table."""


def rank_by(keys: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Rank seats by descending keys; equal keys share a rank (1, 1, 3)."""
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
