"""Cards that draw, and have cards discarded for it."""

from __future__ import annotations

from rules.core.desk import Script
from rules.core.value import SeatRef, Word
from rules.core.zone import Zone
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.data import ACTION, TREASURE
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import named
from rules.games.dominion_guilds.known import in_hand, most_found
from rules.games.dominion_guilds.played import Effect, Played

FULL_HAND = 7
REVEALED = 3
"""Cards that an Advisor reveals."""


def cellar(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Discard any number of cards, then draw as many: those discarded may be among them."""
    count = yield from desk.number(
        seat, "dominion_guilds.cellar", lambda: (0, len(desk.table.seats[seat].hand))
    )
    if count:
        desk.table = zones.throw(desk.table, seat, count)
        desk.draw(seat, count)


def poacher(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Discard a card for each empty pile, after drawing."""
    hand = len(desk.table.seats[seat].hand)
    desk.discard_down(seat, max(0, hand - desk.table.empty))
    yield from ()


def library(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Draw up to seven; Actions set aside on the way are discarded afterwards, past any shuffle."""
    if len(desk.table.seats[seat].hand) >= FULL_HAND:
        return

    def is_action(kind: str) -> bool:
        return desk.box.cards[kind].is_a(ACTION)

    aside = yield from desk.number(
        seat, "dominion_guilds.library", lambda: (0, most_found(desk.table, seat, is_action))
    )
    wanted = FULL_HAND - len(desk.table.seats[seat].hand)
    desk.keep_of_revealed(seat, wanted, aside, played.kind)


def council_room(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Let everybody else draw a card."""
    for other in desk.table.others(seat):
        desk.draw(other, 1)
    yield from ()


def advisor(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Reveal three cards; the left neighbour picks one to discard, the rest go to the hand."""
    count = desk.ready(seat, REVEALED)
    if count:
        chooser = desk.table.next_seat(seat)
        desk.instruct(
            "dominion_guilds.do.advisor", seat, who=SeatRef(seat), count=count, chooser=SeatRef(chooser)
        )
        desk.keep_of_revealed(seat, count - 1, 1, played.kind)
    yield from ()


def plaza(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Discard a Treasure for a token, or not; one just drawn will do."""
    pick = yield from desk.one(
        seat,
        "dominion_guilds.plaza",
        lambda: in_hand(desk.table, seat, lambda kind: desk.box.cards[kind].is_a(TREASURE)),
        optional=True,
        trusted=True,
        view="card",
    )
    if kind := named(pick):
        desk.discard_from_hand(seat, kind)
        desk.add_tokens(seat, 1)


def chancellor(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Put the deck onto the discard pile, or not."""
    yes = Word("dominion_guilds.chancellor.yes")
    here = desk.table.seats[seat]
    if not len(here.deck):
        return
    pick = yield from desk.one(seat, "dominion_guilds.chancellor", lambda: [yes], optional=True)
    if pick == yes:
        here = desk.table.seats[seat]
        desk.table = desk.table.seat(seat, deck=Zone(), discard=zones.join(here.discard, here.deck))


def merchant(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Have the first Silver of the turn give one coin more, if it has not been played yet."""
    desk.set_now(merchants=desk.table.now.merchants + 1)
    yield from ()


DRAWING: dict[str, Effect] = {
    "cellar": cellar,
    "poacher": poacher,
    "library": library,
    "council_room": council_room,
    "advisor": advisor,
    "plaza": plaza,
    "chancellor": chancellor,
    "merchant": merchant,
}
