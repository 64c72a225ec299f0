"""Compares the cards that were read at the end with those that there must be, and names every difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.value import Arg, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.model import GUIDED, Table

NAMED = 3
"""So many missing copies are named one by one."""


def differences(box: DominionBox, table: Table) -> Iterator[Msg]:
    """Name what was read and cannot be, or was not read and must be somewhere."""
    yield from _twice(table)
    if table.level == GUIDED:
        for seat, here in enumerate(table.seats):
            if here.tally:
                yield from _against_owned(box, table, seat)
    if all(seat.tally for seat in table.seats):
        yield from _against_box(box, table)


def _twice(table: Table) -> Iterator[Msg]:
    """Name cards that were read among the cards of two players: one card, one owner."""
    found = Counter(card for seat in table.seats for card in set(seat.tally))
    yield from (
        msg("dominion_guilds.note.of_two", card=PieceRef(card)) for card, times in found.items() if times > 1
    )


def _against_owned(box: DominionBox, table: Table, seat: int) -> Iterator[Msg]:
    """Compare a player's cards with what that player has gained and lost in sight of all."""
    read = Counter(box.kinds[card] for card in table.seats[seat].tally)
    for kind, count in zip(table.kinds, table.seats[seat].owned, strict=True):
        if read[kind] != count:
            args: dict[str, Arg] = {"who": SeatRef(seat), "card": PieceRef(kind), "read": read[kind]}
            missing = _missing(box, table, kind)
            if (
                missing
                and read[kind] < count
                and len(missing) == count - read[kind]
                and len(missing) <= NAMED
            ):
                yield from (
                    msg("dominion_guilds.note.copy", **args, count=count, copy=copy) for copy in missing
                )
            else:
                yield msg("dominion_guilds.note.owned", **args, count=count)


def _missing(box: DominionBox, table: Table, kind: str) -> list[int]:
    """Return the numbers of the copies that nobody's spread shows, where the pile and the trash hold none of them."""
    if table.left(kind) or table.trash[table.at(kind)] or not all(seat.tally for seat in table.seats):
        return []
    read = {card for seat in table.seats for card in seat.tally}
    every = range(1, box.total(kind, len(table.seats)) + 1)
    return [copy for copy in every if f"{kind}.{copy}" not in read]


def _against_box(box: DominionBox, table: Table) -> Iterator[Msg]:
    """Compare all that was read with what is in the box: pile, trash and players together are every card."""
    read = Counter(box.kinds[card] for seat in table.seats for card in set(seat.tally))
    for kind in table.kinds:
        total = box.total(kind, len(table.seats))
        there = read[kind] + table.left(kind) + table.trash[table.at(kind)]
        if there > total:
            yield msg("dominion_guilds.note.too_many", card=PieceRef(kind), read=there, count=total)
