"""Cards that look at what lies hidden and leave it in another order."""

from __future__ import annotations

from rules.core.desk import Script
from rules.core.value import PieceRef, Word
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import named
from rules.games.dominion_guilds.known import in_discard, on_top
from rules.games.dominion_guilds.model import DECK, DISCARD
from rules.games.dominion_guilds.played import Effect, Played

LAID_OFF, PUT_BACK = Word("dominion_guilds.look.discard"), Word("dominion_guilds.look.back")
LOOKED_AT = 2
"""Cards that a Sentry looks at."""


def look(desk: DominionDesk, seat: int, count: int, *, seen: int = 1, left: int = 1) -> Script[bool]:
    """Ask what becomes of a card that its owner has looked at, one of the next ``count``; True where it stays.

    ``seen`` tells how many were looked at together, ``left`` how many of these have still to be dealt with.
    """
    pick = yield from desk.one(
        seat,
        "dominion_guilds.look",
        lambda: [*on_top(desk.table, seat, count), LAID_OFF, PUT_BACK],
        trusted=True,
        args={"count": seen, "left": left},
        view="card",
    )
    if pick == LAID_OFF:
        desk.lay_off(seat, 1)
    elif kind := named(pick):
        desk.trash_from_top(seat, kind)
    return pick == PUT_BACK


def sentry(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Look at two cards: trash, discard or put back each, in any order."""
    count = desk.ready(seat, LOOKED_AT)
    # They are dealt with in any order: what is said of one may be about the other.
    desk.unknow_deck(seat)
    stay = 0
    for at in range(count):
        stay += yield from look(desk, seat, count - at + stay, seen=count, left=count - at)


def harbinger(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Put a card of the discard pile onto the deck, or not."""
    pick = yield from desk.one(
        seat,
        "dominion_guilds.harbinger",
        lambda: in_discard(desk.table, seat),
        optional=True,
        trusted=True,
        view="card",
    )
    if kind := named(pick):
        raise_card(desk, seat, kind)


def raise_card(desk: DominionDesk, seat: int, kind: str) -> None:
    """Put a card of the discard pile on top of the deck."""
    table = zones.take(desk.table, seat, DISCARD, kind)
    desk.table = zones.put(table, seat, DECK, kind)
    desk.tell("dominion_guilds.raised", seat, card=PieceRef(kind))


LOOKING: dict[str, Effect] = {"sentry": sentry, "harbinger": harbinger}
