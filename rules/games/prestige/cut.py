"""What each seat may see of the table."""

from __future__ import annotations

from msgspec.structs import replace

from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import OVER, REVEAL, Table


def cut(_box: PrestigeBox, table: Table, seat: int | None) -> Table:
    """Hide the order of event decks from everybody, but for what was looked at, and identities from all but their own seat."""
    events = tuple(replace(pile, order=pile.known) for pile in table.events)
    table = replace(table, events=events)
    if not table.secret or table.phase in (REVEAL, OVER):
        return table
    seats = tuple(each if at == seat else replace(each, tribes=()) for at, each in enumerate(table.seats))
    return replace(table, seats=seats)
