"""Moves cards between a player's places; what is known of them moves along as far as it can."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.zone import Zone
from rules.games.dominion_guilds.known import zone_of
from rules.games.dominion_guilds.model import DECK, Table, added


def pull(zone: Zone, *kinds: str) -> Zone:
    """Take named cards out. What people say now counts for more than what was known before."""
    known, hidden = list(zone.known), zone.hidden
    for kind in kinds:
        if kind in known:
            known.remove(kind)
        elif hidden:
            hidden -= 1
        else:
            known, hidden = [], len(known) - 1
    return Zone(tuple(known)).hide(hidden)


def shrink(zone: Zone, count: int) -> Zone:
    """Take so many cards out that nobody names; unless all go, it is open which ones are left."""
    if count >= len(zone):
        return Zone()
    return Zone(hidden=len(zone) - count) if count else zone


def put(table: Table, at: int, place: str, kind: str) -> Table:
    """Put a known card down; on a deck it lies on top."""
    return table.seat(at, **{place: _with(zone_of(table.seats[at], place), place, kind)})


def gain(table: Table, at: int, place: str, kind: str) -> Table:
    """Take a card off its pile and put it down."""
    pile, seat = table.at(kind), table.seats[at]
    laid = {place: _with(zone_of(seat, place), place, kind)}
    owner = replace(seat, owned=added(seat.owned, pile, 1), **laid)
    seats = (*table.seats[:at], owner, *table.seats[at + 1 :])
    return replace(table, supply=added(table.supply, pile, -1), seats=seats)


def _with(zone: Zone, place: str, kind: str) -> Zone:
    known = (kind, *zone.known) if place == DECK else (*zone.known, kind)
    return Zone(known, zone.hidden)


def take(table: Table, at: int, place: str, kind: str) -> Table:
    """Take a card out of a place, by its kind."""
    return table.seat(at, **{place: pull(zone_of(table.seats[at], place), kind)})


def take_top(table: Table, at: int, kind: str) -> Table:
    """Take a card off the top of a deck, by its kind."""
    deck = table.seats[at].deck
    if deck.known[:1] == (kind,):
        return table.seat(at, deck=Zone(deck.known[1:], deck.hidden))
    return table.seat(at, deck=Zone(hidden=len(deck) - 1))


def shuffle_under(table: Table, at: int) -> Table:
    """Make the discard pile the rest of the deck, in an order that nobody knows."""
    seat = table.seats[at]
    deck = Zone(seat.deck.known, seat.deck.hidden + len(seat.discard))
    return table.seat(at, deck=deck, discard=Zone())


def lift(table: Table, at: int, count: int) -> tuple[Table, Zone]:
    """Take cards off the top of a deck that has as many; return what is known of them."""
    deck = table.seats[at].deck
    known, rest = deck.known[:count], deck.known[count:]
    unseen = count - len(known)
    return table.seat(at, deck=Zone(rest, deck.hidden - unseen)), Zone(known, unseen)


def draw(table: Table, at: int, count: int) -> Table:
    """Take cards off the top of a deck that has as many, into the hand."""
    seat = table.seats[at]
    known, rest = seat.deck.known[:count], seat.deck.known[count:]
    unseen = count - len(known)
    hand = Zone((*seat.hand.known, *known), seat.hand.hidden + unseen)
    return table.seat(at, hand=hand, deck=Zone(rest, seat.deck.hidden - unseen))


def join(one: Zone, other: Zone) -> Zone:
    """Lay two heaps together."""
    return Zone((*one.known, *other.known), one.hidden + other.hidden)


def throw(table: Table, at: int, count: int) -> Table:
    """Discard so many cards of a hand that nobody names."""
    seat = table.seats[at]
    count = min(count, len(seat.hand))
    gone = seat.hand if count == len(seat.hand) else Zone(hidden=count)
    return table.seat(at, hand=shrink(seat.hand, count), discard=join(seat.discard, gone))


def sweep(table: Table, at: int) -> Table:
    """Discard the hand and everything in play."""
    hand, play, discard = table.seats[at].hand, table.seats[at].play, table.seats[at].discard
    gone = Zone((*discard.known, *hand.known, *play), discard.hidden + hand.hidden)
    return table.seat(at, hand=Zone(), play=(), discard=gone)
