"""Plays cards: out of a hand, off a deck, and as often as another card says."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from rules.core.desk import Script
from rules.core.picture import named
from rules.core.value import Arg, Choice, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.data import MERCHANT_GUILD, SILVER, DominionBox
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.model import HAND, Now
from rules.games.dominion_guilds.played import Played


def lay_down(desk: DominionDesk, seat: int, kind: str) -> None:
    """Put a card of a hand into play."""
    desk.table = zones.take(desk.table, seat, HAND, kind)
    _into_play(desk, seat, kind)


def lay_down_top(desk: DominionDesk, seat: int, kind: str) -> None:
    """Put the top card of a deck into play."""
    desk.take_top(seat, kind)
    _into_play(desk, seat, kind)


def _into_play(desk: DominionDesk, seat: int, kind: str) -> None:
    table = desk.table.seat(seat, play=(*desk.table.seats[seat].play, kind))
    desk.table = table if table.followed else replace(table, followed=True)
    desk.tell("dominion_guilds.played", seat, who=SeatRef(seat), card=PieceRef(kind))


def perform(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Carry a card out: what its figures say, then the rest."""
    yield from desk.settle(seat)
    if played.kind == MERCHANT_GUILD:
        desk.set_now(guilds=desk.table.now.guilds + 1)
    desk.plus(seat, desk.box.cards[played.kind])
    effect = desk.effects.get(played.kind)
    if effect is not None:
        yield from effect(desk, seat, played)


def coins_with(box: DominionBox, now: Now, kinds: tuple[str, ...]) -> int:
    """Return the coins that there are with further Treasures; a turn's first Silver is worth more after each Merchant."""
    worth = box.treasures
    coins = now.coins + sum([worth[kind] for kind in kinds])
    return coins + now.merchants if now.merchants and not now.silvers and SILVER in kinds else coins


def play_treasures(desk: DominionDesk, seat: int, picks: tuple[Choice, ...]) -> None:
    """Put Treasures into play."""
    kinds = tuple([pick.id for pick in picks if isinstance(pick, PieceRef)])
    here, now = desk.table.seats[seat], desk.table.now
    coins = coins_with(desk.box, now, kinds)
    now = replace(now, coins=coins, silvers=now.silvers + kinds.count(SILVER))
    table = desk.table.seat(seat, hand=zones.pull(here.hand, *kinds), play=here.play + kinds)
    desk.table = replace(table, now=now)
    if kinds:
        desk.tell("dominion_guilds.laid", seat, who=SeatRef(seat), cards=heaps(kinds), coins=coins)


@lru_cache
def heaps(kinds: tuple[str, ...]) -> Arg:
    """Name cards, each kind once with its number; the same hands come again and again."""
    return named([_heap(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)])


def _heap(kind: str, count: int) -> Msg:
    return msg("dominion_guilds.heap", card=PieceRef(kind), count=count)
