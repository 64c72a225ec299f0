"""Cards that gain others."""

from __future__ import annotations

from rules.core.desk import Script
from rules.core.value import SeatRef
from rules.core.zone import Zone
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import choose_gain, up_to
from rules.games.dominion_guilds.model import HAND
from rules.games.dominion_guilds.played import Effect, Played

WORKSHOP_COST, FEAST_COST, ARTISAN_COST = 4, 5, 5


def workshop(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Gain a card costing up to four."""
    yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: WORKSHOP_COST))


def feast(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash this card, where it still is, and gain one costing up to five."""
    if played.lies and played.kind in desk.table.seats[seat].play:
        desk.trash_from_play(seat, played.kind)
        played.lies = False
    yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: FEAST_COST))


def artisan(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Gain a card costing up to five into the hand, then put a card of the hand onto the deck, face down."""
    yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: ARTISAN_COST), HAND)
    here = desk.table.seats[seat]
    if len(here.hand):
        unseen = len(here.deck) + 1
        desk.table = desk.table.seat(seat, hand=zones.shrink(here.hand, 1), deck=Zone(hidden=unseen))
        desk.instruct("dominion_guilds.do.put_back", seat, who=SeatRef(seat))


GAINING: dict[str, Effect] = {"workshop": workshop, "feast": feast, "artisan": artisan}
