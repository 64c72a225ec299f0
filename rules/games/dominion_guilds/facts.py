"""What is known of the table, in words that compare with the truth, and what must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.game import Facts
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.known import zone_of
from rules.games.dominion_guilds.model import GUIDED, HAND, PLACES, SETUP, Table
from rules.games.dominion_guilds.tally import counted


def facts(box: DominionBox, table: Table) -> Facts:
    """Name everything known; what is unknown is left out."""
    return dict(_facts(box, table)) if table.phase != SETUP else {}


def _facts(box: DominionBox, table: Table) -> Iterator[tuple[str, int | str]]:
    for kind, left in zip(table.kinds, table.supply, strict=True):
        yield f"pile.{kind}", left
    for at, seat in enumerate(table.seats):
        yield f"turns.{at}", seat.turns
        if seat.tally:
            read = counted(box, seat)
            yield from ((f"owned.{at}.{kind}", read[kind]) for kind in table.kinds)
    if table.level == GUIDED:
        yield from _followed(table)


def _followed(table: Table) -> Iterator[tuple[str, int | str]]:
    """Yield what following every card tells."""
    for kind, count in zip(table.kinds, table.trash, strict=True):
        yield f"trash.{kind}", count
    for at, seat in enumerate(table.seats):
        yield f"tokens.{at}", seat.tokens
        yield from ((f"owned.{at}.{kind}", n) for kind, n in zip(table.kinds, seat.owned, strict=True))
        yield from ((f"{place}.{at}", len(zone_of(seat, place))) for place in PLACES if place != HAND)
        if not table.now.typed:
            yield f"hand.{at}", len(seat.hand)
        for place in (HAND, "discard"):
            for kind, count in Counter(zone_of(seat, place).known).items():
                yield from ((f"{place}.{at}.{kind}.{nth}", "yes") for nth in range(1, count + 1))
        yield from ((f"top.{at}.{nth}", kind) for nth, kind in enumerate(seat.deck.known, start=1))
        if not table.now.typed:
            yield f"play.{at}", ",".join(sorted(seat.play))


def invariants(box: DominionBox, table: Table) -> tuple[str, ...]:
    """Name what has been created or lost."""
    return tuple(_broken(box, table))


def _broken(box: DominionBox, table: Table) -> Iterator[str]:
    seats = len(table.seats)
    for at, kind in enumerate(table.kinds):
        counts = (table.supply[at], table.trash[at], *(seat.owned[at] for seat in table.seats))
        if sum(counts) != box.total(kind, seats) or min(counts) < 0:
            yield f"{sum(counts)} of {kind}, not {box.total(kind, seats)}: {counts}"
    for at in range(seats):
        yield from (f"seat {at}: {fault}" for fault in _misplaced(table, at))
    now = table.now
    if min(now.actions, now.buys, now.coins) < 0:
        yield f"below 0: {now}"


def _misplaced(table: Table, at: int) -> Iterator[str]:
    seat = table.seats[at]
    zones = [zone_of(seat, place) for place in PLACES]
    loose = sum(map(len, zones)) + len(seat.play)
    if loose != seat.cards:
        yield f"{seat.cards} cards are owned, and {loose} lie about"
    seen = Counter((*seat.play, *(kind for zone in zones for kind in zone.known)))
    for kind, count in seen.items():
        if count > table.owns(at, kind):
            yield f"{count} of {kind} in sight, {table.owns(at, kind)} owned"
    if min(seat.tokens, *(zone.hidden for zone in zones)) < 0:
        yield f"tokens or a place below 0: {seat}"
