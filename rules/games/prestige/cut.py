"""What each seat may see of the table, and what it alone may look at again."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.value import Msg, msg
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import OVER, REVEAL, Table
from rules.games.prestige.setup import identities


def cut(_box: PrestigeBox, table: Table, seat: int | None) -> Table:
    """Hide the order of event decks from everybody, but for what was looked at, and identities from all but their own seat."""
    events = tuple(replace(pile, order=pile.known) for pile in table.events)
    table = replace(table, events=events)
    if not _holds_identities(table):
        return table
    seats = tuple(each if at == seat else replace(each, tribes=()) for at, each in enumerate(table.seats))
    return replace(table, seats=seats)


def secrets(_box: PrestigeBox, table: Table, seat: int) -> tuple[Msg, ...]:
    """Name the tribes of a seat while the companion holds them."""
    if not _holds_identities(table) or not table.seats[seat].tribes:
        return ()
    return (msg("prestige.identity", tribes=identities(table, seat)),)


def _holds_identities(table: Table) -> bool:
    return table.secret and table.phase not in (REVEAL, OVER)
