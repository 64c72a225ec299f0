"""What hidden cards may be: whatever a player owns and nobody has seen anywhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.core.value import PieceRef
from rules.core.zone import Zone
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.model import DECK, DISCARD, HAND, PLACES, Seat, Table

Test = Callable[[str], bool]


def zone_of(seat: Seat, place: str) -> Zone:
    """Return one of the places that are hidden from the camera."""
    found: Zone = getattr(seat, place)
    return found


def could_be(table: Table, at: int, place: str, *, shuffled: bool = False) -> dict[str, int]:
    """Return the kinds that may lie in a place, each with how many of it at most.

    ``shuffled`` counts the discard pile to the deck, which it is about to become.
    """
    seat = table.seats[at]
    zone = zone_of(seat, place)
    if not zone.hidden and not (shuffled and len(seat.discard)):
        return dict(Counter(zone.known))
    left = dict(zip(table.kinds, seat.owned, strict=True))
    seen = seat.play
    for other in PLACES:
        if other != place and not (shuffled and other == DISCARD):
            seen += zone_of(seat, other).known
    for kind in seen:
        left[kind] -= 1
    return {kind: count for kind, count in left.items() if count > 0}


def in_hand(table: Table, at: int, test: Test = lambda _kind: True) -> tuple[PieceRef, ...]:
    """Return the kinds that may be in a hand, each once."""
    if not len(table.seats[at].hand):
        return ()
    return tuple(PieceRef(kind) for kind in could_be(table, at, HAND) if test(kind))


def several_in_hand(table: Table, at: int, test: Test = lambda _kind: True) -> tuple[PieceRef, ...]:
    """Return the cards that may be in a hand, each kind as often as it may be there."""
    most = len(table.seats[at].hand)
    return tuple(_each(could_be(table, at, HAND), most, test)) if most else ()


def in_discard(table: Table, at: int) -> tuple[PieceRef, ...]:
    """Return the kinds that may be in a discard pile, each once."""
    if not len(table.seats[at].discard):
        return ()
    return tuple(PieceRef(kind) for kind in could_be(table, at, DISCARD))


def on_top(table: Table, at: int, count: int = 1, test: Test = lambda _kind: True) -> tuple[PieceRef, ...]:
    """Return the kinds that may be among the next cards of a deck, each once."""
    seat = table.seats[at]
    if len(seat.deck.known) >= count:
        return tuple(PieceRef(kind) for kind in dict.fromkeys(seat.deck.known[:count]) if test(kind))
    shuffled = len(seat.deck) < count
    if not len(seat.deck) and not len(seat.discard):
        return ()
    return tuple(PieceRef(kind) for kind in could_be(table, at, DECK, shuffled=shuffled) if test(kind))


def most_found(table: Table, at: int, test: Test, *, among: int = 0) -> int:
    """Return how many fitting cards can turn up at most: among so many cards, or in deck and discard pile."""
    seat = table.seats[at]
    reach = len(seat.deck) + len(seat.discard)
    shuffled = not among or among > len(seat.deck)
    found = could_be(table, at, DECK, shuffled=shuffled)
    fitting = sum(count for kind, count in found.items() if test(kind))
    return min(fitting, reach, among or reach)


def could_show(table: Table, at: int, kind: str) -> bool:
    """Tell whether a player may have a card of a kind in hand."""
    return kind in table.kinds and any(ref.id == kind for ref in in_hand(table, at))


def treasures_in_hand(box: DominionBox, table: Table, at: int) -> tuple[tuple[PieceRef, ...], int]:
    """Return the Treasures that may be in a hand, the best first, and the largest sum that they can give."""
    seat = table.seats[at]
    cards: tuple[PieceRef, ...] = ()
    most = 0
    hand = left = len(seat.hand)
    if not hand:
        return cards, most
    # Only a few kinds are wanted, on every turn, so the others are not looked at.
    elsewhere = (*seat.play, *seat.deck.known, *seat.discard.known)
    for kind, coins in box.treasures.items():
        if seat.hand.hidden:
            count = table.owns(at, kind) - elsewhere.count(kind)
        else:
            count = seat.hand.known.count(kind)
        if count > 0:
            cards += (box.refs[kind],) * min(count, hand)
            used = min(count, left)
            most += coins * used
            left -= used
    return cards, most


def _each(found: dict[str, int], most: int, test: Test) -> Iterator[PieceRef]:
    for kind, count in found.items():
        if test(kind):
            yield from (PieceRef(kind),) * min(count, most)
