"""What people may set by hand."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game import Correctable
from rules.core.value import Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.model import GUIDED, OVER, PLAY, SCOREKEEPER, SETUP, Table
from rules.games.dominion_guilds.scoring import cards_of

MOST, MOST_TURNS = 99, 999
YES, NO = "yes", "no"
AWAY = tuple((word, Msg(f"dominion_guilds.fact.away.{word}")) for word in (NO, YES))
LEVELS = tuple((level, Msg(f"core.level.{level}")) for level in (GUIDED, SCOREKEEPER))


def correctables(box: DominionBox, table: Table) -> tuple[Correctable, ...]:
    """Return what people may set by hand now."""
    if table.phase == SETUP:
        return tuple(_away(table))
    found = [*_seats(table)]
    if table.phase == PLAY and table.level == GUIDED:
        found += [*_now(table), *_places(table)]
    return (*found, *_piles(table), *_owned(box, table))


def _seats(table: Table) -> Iterator[Correctable]:
    present = [at for at, seat in enumerate(table.seats) if not seat.away]
    if table.phase == PLAY:
        words = tuple((str(at), msg("dominion_guilds.fact.seat", who=SeatRef(at))) for at in present)
        here = str(table.turn)
        if table.turn in present:
            yield Correctable("turn", msg("dominion_guilds.fact.turn"), here, words=words)
        yield Correctable("level", msg("dominion_guilds.fact.level"), table.level, words=LEVELS)
    if table.phase != OVER:
        yield from _away(table)
    for at, seat in enumerate(table.seats):
        who = SeatRef(at)
        tokens, turns = seat.tokens, seat.turns
        name = msg("dominion_guilds.fact.tokens", who=who)
        yield Correctable(f"tokens.{at}", name, tokens, 0, max(MOST, tokens))
        name = msg("dominion_guilds.fact.turns", who=who)
        yield Correctable(f"turns.{at}", name, turns, 0, max(MOST_TURNS, turns))


def _away(table: Table) -> Iterator[Correctable]:
    """Yield who has left; the last one at the table cannot."""
    present = sum(not seat.away for seat in table.seats)
    for at, seat in enumerate(table.seats):
        name = msg("dominion_guilds.fact.away", who=SeatRef(at))
        words = AWAY if seat.away or present > 1 else AWAY[:1]
        yield Correctable(f"away.{at}", name, YES if seat.away else NO, words=words)


def _now(table: Table) -> Iterator[Correctable]:
    now = table.now
    for key, value in (("actions", now.actions), ("buys", now.buys), ("coins", now.coins)):
        name = Msg(f"dominion_guilds.fact.{key}")
        yield Correctable(f"now.{key}", name, value, 0, max(MOST, value))


def _places(table: Table) -> Iterator[Correctable]:
    """Yield how many cards lie in hand and deck; the rest of what somebody owns lies in the discard pile."""
    for at, seat in enumerate(table.seats):
        loose = len(seat.hand) + len(seat.deck) + len(seat.discard)
        for key, zone in (("hand", seat.hand), ("deck", seat.deck)):
            name = msg(f"dominion_guilds.fact.{key}", who=SeatRef(at))
            yield Correctable(f"{key}.{at}", name, len(zone), 0, loose)


def _piles(table: Table) -> Iterator[Correctable]:
    """Yield the piles; a card that is missing from one lies in the trash."""
    for kind, left, trash in zip(table.kinds, table.supply, table.trash, strict=True):
        name = msg("dominion_guilds.fact.pile", card=PieceRef(kind))
        yield Correctable(f"pile.{kind}", name, left, 0, left + trash)


def _owned(box: DominionBox, table: Table) -> Iterator[Correctable]:
    """Yield what counts as everybody's, as it was read or else followed; the difference comes from the pile or goes back to it."""
    for at, seat in enumerate(table.seats):
        counted = cards_of(box, table, at)
        for kind, owned, left in zip(table.kinds, seat.owned, table.supply, strict=True):
            name = msg("dominion_guilds.fact.owned", who=SeatRef(at), card=PieceRef(kind))
            count = counted.get(kind, 0)
            yield Correctable(f"owned.{at}.{kind}", name, count, 0, max(count, owned + left))
