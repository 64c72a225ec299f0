"""Which cards could be where: what hidden hands may hold, and what is certainly elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.core.value import Arg, Msg, PieceRef, SeatRef, msg
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import Table


def whereabouts(table: Table) -> dict[str, Msg]:
    """Say of every card whose place is certain where it is."""
    found: dict[str, Msg] = {}
    for spot in table.city:
        found[spot.piece] = _in_city if spot.is_up else _destroyed
        found.update(dict.fromkeys(spot.under, _covered))
    found.update(dict.fromkeys(table.units, _active))
    found.update(dict.fromkeys(table.discard.known, _discarded))
    for at, pile in enumerate(table.piles):
        if pile.top:
            found[pile.top] = msg("prestige.where.pile", pile=at + 1)
    for at, seat in enumerate(table.seats):
        found.update(dict.fromkeys(seat.hand.known, msg("prestige.where.hand", who=SeatRef(at))))
    return found


def lying_open(table: Table) -> frozenset[str]:
    """Name the cards that are known to lie where all can see them, and a camera as well."""
    city = (spot.piece for spot in table.city)
    tops = (pile.top for pile in table.piles if pile.top)
    return frozenset((*city, *table.units, *table.discard.known, *tops))


def may_lie_open(table: Table, *, but_top: bool = False) -> bool:
    """Say whether a card that nobody has named may lie face up, where a camera above the table reads it all the same.

    That is on the discards, and on the open pile, unless its top was told apart.
    """
    is_top_open = any(pile.up and pile.count and not pile.top for pile in table.piles)
    return table.discard.hidden > 0 or (is_top_open and not but_top)


_in_city = msg("prestige.where.city")
_destroyed = msg("prestige.where.destroyed")
_covered = msg("prestige.where.covered")
_active = msg("prestige.where.units")
_discarded = msg("prestige.where.discard")


def seen_of(box: PrestigeBox, table: Table, certain: Iterable[str]) -> Counter[str]:
    """Count the cards of each tribe that are known to be in the deck."""
    cards = box.cards
    return Counter(cards[piece].tribe for piece in (*certain, *table.loose) if piece in cards)


def unlocated(box: PrestigeBox, table: Table) -> tuple[str, ...]:
    """Name the cards that may lie wherever a card is hidden."""
    certain = whereabouts(table)
    seen = seen_of(box, table, certain)
    full = [tribe for tribe, cap in box.caps.items() if seen[tribe] >= cap]
    return tuple(
        piece
        for piece, card in box.cards.items()
        if piece not in certain and (card.tribe not in full or piece in table.loose)
    )


def could_hold(box: PrestigeBox, table: Table, seat: int) -> tuple[str, ...]:
    """Name the cards that a seat's hand may hold."""
    hand = table.seats[seat].hand
    return (*hand.known, *unlocated(box, table)) if hand.hidden else hand.known


def refusal(box: PrestigeBox, table: Table, seat: int, piece: str) -> Msg | None:
    """Say why a seat cannot hold a card; None where it could."""
    if piece not in box.cards:
        return msg("prestige.no.city_card", card=PieceRef(piece))
    hand = table.seats[seat].hand
    if piece in hand.known:
        return None
    certain = whereabouts(table)
    if piece in certain:
        return msg("prestige.no.elsewhere", card=PieceRef(piece), where=certain[piece])
    if not hand.hidden:
        return msg("prestige.no.hand_known", card=PieceRef(piece), who=SeatRef(seat))
    tribe = box.cards[piece].tribe
    if piece not in table.loose and seen_of(box, table, certain)[tribe] >= box.caps[tribe]:
        args: dict[str, Arg] = {"card": PieceRef(piece), "tribe": PieceRef(f"tribe-{tribe}")}
        return msg("prestige.no.deck", **args, count=box.caps[tribe])
    return None
