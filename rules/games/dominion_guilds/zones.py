"""Moves cards between a player's places; what is known of them moves along as far as it can."""

from __future__ import annotations

from rules.core.zone import Zone
from rules.games.dominion_guilds.known import zone_of
from rules.games.dominion_guilds.model import Table


def pull(zone: Zone, kind: str) -> Zone:
    """Take a named card out. What people say now counts for more than what was known before."""
    if kind not in zone.known and not zone.hidden:
        zone = Zone(hidden=len(zone))
    return zone.take(kind)


def shrink(zone: Zone, count: int) -> Zone:
    """Take so many cards out that nobody names; unless all go, it is open which ones are left."""
    if count >= len(zone):
        return Zone()
    return Zone(hidden=len(zone) - count) if count else zone


def put(table: Table, at: int, place: str, kind: str) -> Table:
    """Put a known card down; on a deck it lies on top."""
    zone = zone_of(table.seats[at], place)
    known = (kind, *zone.known) if place == "deck" else (*zone.known, kind)
    return table.seat(at, **{place: Zone(known, zone.hidden)})


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
    seat = table.seats[at]
    gone = join(seat.hand, Zone(seat.play))
    return table.seat(at, hand=Zone(), play=(), discard=join(seat.discard, gone))
