"""Compares the cards that were read at the end with those that there must be, and names every difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rules.core.value import Arg, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import VICTORY, DominionBox
from rules.games.dominion_guilds.model import OVER, Seat, Table

NAMED = 5
"""So many missing copies are named one by one."""


def counted(box: DominionBox, seat: Seat) -> Counter[str]:
    """Count a player's cards by kind, as they were read, and as people have said beside that."""
    return Counter((*(box.kinds[card] for card in seat.tally), *seat.told))


def read_elsewhere(table: Table, seat: int) -> frozenset[str]:
    """Return the cards that were read with others, or in what is left of the piles."""
    others = (here.tally for at, here in enumerate(table.seats) if at != seat)
    return frozenset(chain(table.spread, *others))


def differences(box: DominionBox, table: Table) -> Iterator[Msg]:
    """Name what was read and cannot be, or was not read and must be somewhere."""
    yield from _twice(table)
    yield from _unchecked(box, table)
    yield from _only_kept(table)
    for kind in table.kinds:
        told = sum(seat.told.count(kind) for seat in table.seats)
        read = told + sum(box.kinds[card] == kind for card in _read(table))
        total = box.total(kind, len(table.seats))
        if read > total:
            yield msg("dominion_guilds.note.too_many", card=PieceRef(kind), read=read, count=total)
        elif table.is_known:
            yield from _against_owned(box, table, kind)
        elif box.cards[kind].is_a(VICTORY) and any(seat.turns for seat in table.seats):
            yield from _mixed_up(box, table, kind)
        if read < total and _is_all_read(table) and (read or not _may_be_absent(box, table, kind)):
            yield _missing_of_all(box, table, kind, read)


def _is_all_read(table: Table) -> bool:
    """Tell whether everybody's cards were read, and the piles and the trash too."""
    return bool(table.spread) and all(seat.tally for seat in table.seats)


def _is_told(box: DominionBox, table: Table) -> bool:
    """Tell whether people have said which kinds are in this game."""
    return len(table.kinds) <= len(box.basic) + box.supply.kinds


def _may_be_absent(box: DominionBox, table: Table, kind: str) -> bool:
    """Tell whether a kind may not be in this game at all."""
    return kind not in box.basic and not _is_told(box, table)


def _is_as_kept(box: DominionBox, table: Table, seat: int) -> bool:
    """Tell whether the cards read are those of the turns that were kept."""
    here = table.seats[seat]
    read = counted(box, here)
    is_kept = _is_told(box, table) and here.turns > 0
    return is_kept and all(read[kind] == count for kind, count in zip(table.kinds, here.owned, strict=True))


def _unchecked(box: DominionBox, table: Table) -> Iterator[Msg]:
    """Say whose cards were read without anything to hold them against: one that was not read would be missed by nobody."""
    if table.is_known or _is_all_read(table):
        return
    for seat, here in enumerate(table.seats):
        if here.tally and not _is_as_kept(box, table, seat):
            yield msg(
                "dominion_guilds.note.unchecked", who=SeatRef(seat), count=len(here.tally) + len(here.told)
            )


def _only_kept(table: Table) -> Iterator[Msg]:
    """Say whose points rest on the turns kept alone: what was trashed, or gained without a word, nobody has noted."""
    if table.is_known or table.phase != OVER:
        return
    for seat, here in enumerate(table.seats):
        if not here.tally:
            yield msg("dominion_guilds.note.kept", who=SeatRef(seat))


def _read(table: Table) -> dict[str, None]:
    """Return every card that was read anywhere, once."""
    return dict.fromkeys((*table.spread, *(card for seat in table.seats for card in seat.tally)))


def _twice(table: Table) -> Iterator[Msg]:
    """Name cards that were read in two places: one card lies in one place."""
    places = [table.spread, *(seat.tally for seat in table.seats)]
    found = Counter(card for place in places for card in set(place))
    for card, times in found.items():
        if times > 1:
            yield msg("dominion_guilds.note.of_two", card=PieceRef(card), number=number(card))


def number(card: str) -> int:
    """Return the number of a copy."""
    return int(card.rpartition(".")[2])


def _against_owned(box: DominionBox, table: Table, kind: str) -> Iterator[Msg]:
    """Compare what was read of a kind with what each player has gained and lost in sight of all."""
    for seat, here in enumerate(table.seats):
        read, count = counted(box, here)[kind], table.owns(seat, kind)
        if here.tally and read != count:
            args: dict[str, Arg] = {
                "who": SeatRef(seat),
                "card": PieceRef(kind),
                "read": read,
                "count": count,
            }
            copies = _unseen(box, table, kind)
            if read < count and len(copies) == count - read and _is_elsewhere_known(table, seat, kind):
                yield from (msg("dominion_guilds.note.copy", copy=copy, **args) for copy in copies[:NAMED])
            else:
                yield msg("dominion_guilds.note.owned", **args)


def _mixed_up(box: DominionBox, table: Table, kind: str) -> Iterator[Msg]:
    """Name those between whom a kind may have been mixed up: one shows more than was noted, another fewer."""
    read = {at: counted(box, seat)[kind] for at, seat in enumerate(table.seats) if seat.tally}
    off = {at: count - table.owns(at, kind) for at, count in read.items()}
    if min(off.values(), default=0) < 0 < max(off.values(), default=0):
        for at in (at for at in read if off[at]):
            args: dict[str, Arg] = {"who": SeatRef(at), "card": PieceRef(kind), "read": read[at]}
            yield msg("dominion_guilds.note.noted", count=table.owns(at, kind), **args)


def _unseen(box: DominionBox, table: Table, kind: str) -> list[int]:
    """Return the numbers of a kind's copies that were read nowhere, as far as numbers go up to the total."""
    read = _read(table)
    every = range(1, box.total(kind, len(table.seats)) + 1)
    return [copy for copy in every if f"{kind}.{copy}" not in read]


def _is_elsewhere_known(table: Table, seat: int, kind: str) -> bool:
    """Tell whether all other places that can hold a kind were read."""
    others = [here for at, here in enumerate(table.seats) if at != seat and table.owns(at, kind)]
    rest = table.left(kind) + table.trash[table.at(kind)]
    return all(here.tally for here in others) and (bool(table.spread) or not rest)


def _missing_of_all(box: DominionBox, table: Table, kind: str, read: int) -> Msg:
    """Say how many cards of a kind were found in all, and which copies were not."""
    total, copies = box.total(kind, len(table.seats)), _unseen(box, table, kind)
    args: dict[str, Arg] = {"card": PieceRef(kind), "read": read, "count": total}
    if len(copies) == total - read and len(copies) <= NAMED:
        return msg("dominion_guilds.note.copies", copies=", ".join(map(str, copies)), **args)
    return msg("dominion_guilds.note.table", **args)
