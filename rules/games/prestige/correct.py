"""Sets by hand what people say is so, and keeps the number of cards when it does."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.core.commands import Correct
from rules.core.value import Cell
from rules.core.zone import Zone
from rules.games.prestige.correctables import BOTTOM, DISCARD, DRAWN, UNITS, UNSEEN, UP, YES, place_of
from rules.games.prestige.data import DECKS, PrestigeBox
from rules.games.prestige.model import EventPile, Spot, Table


def correct(box: PrestigeBox, table: Table, command: Correct) -> Table:
    """Apply a correction that has been checked."""
    group, _, rest = command.key.partition(".")
    value = command.value
    if isinstance(value, str):
        if group == "back" and not table.digital:
            return _set_drawn(box, table, rest, value)
        return WORDS[group](table, rest, value)
    if group == "track":
        at = box.track_at[rest]
        return replace(table, tracks=(*table.tracks[:at], value, *table.tracks[at + 1 :]))
    return NUMBERS[group](table, rest, value)


def _set_tribe(table: Table, which: str, tribe: str) -> Table:
    at, nth = map(int, which.split("."))
    tribes = table.seats[at].tribes
    return table.seat(at, tribes=(*tribes[:nth], tribe, *tribes[nth + 1 :]))


def _set_card(table: Table, piece: str, where: str) -> Table:
    before = place_of(table, piece)
    if before == where:
        return _doubted(table, piece) if where == UNSEEN else table
    if (before, where) == (UNITS, DISCARD):
        table = replace(table, fallen=(*table.fallen, piece))
    return _put(_lift(table, piece), piece, where)


def _doubted(table: Table, piece: str) -> Table:
    """Know no longer in which hand, or on which pile, a card is: whoever sets it to unseen does not believe that."""
    for at, pile in enumerate(table.piles):
        if pile.top == piece:
            return table.pile(at, top="").forget((piece,))
    for at, seat in enumerate(table.seats):
        if piece in seat.hand.known:
            return table.seat(at, hand=seat.hand.take(piece).hide(1)).forget((piece,))
    return table


def _set_events(table: Table, at: int, left: int) -> Table:
    """Count an event pile anew: the cards drawn last go back on top, or more have been drawn."""
    pile = table.events[at]
    while pile.left < left:
        back = "" if pile.missed else pile.drawn[-1]
        if table.digital and back:
            pile = pile.put(back, below=False)
            continue
        drawn = pile.drawn[:-1] if back else pile.drawn
        pile = replace(pile, left=pile.left + 1, drawn=drawn, missed=pile.missed - (not back))
    while pile.left > left:
        drawn, missed = (*pile.drawn, *pile.order[:1]), pile.missed + (not pile.order)
        pile = replace(pile.take(), drawn=drawn, missed=missed)
    return table.with_events(at, pile)


def _set_drawn(box: PrestigeBox, table: Table, piece: str, word: str) -> Table:
    """Say that a real Event Card was not drawn, but another one, or that it was the one that nobody has named."""
    at = DECKS.index(box.events[piece].deck)
    pile = table.events[at]
    if word == UNSEEN and piece in pile.drawn:
        drawn = tuple(each for each in pile.drawn if each != piece)
        return table.event_pile(at, drawn=drawn, missed=pile.missed + 1)
    if word == DRAWN and piece not in pile.drawn:
        return table.event_pile(at, drawn=(*pile.drawn, piece), missed=pile.missed - 1)
    return table


def _set_back(table: Table, piece: str, word: str) -> Table:
    """Put a drawn Event Card back on top or at the bottom, or move one that lies there."""
    for at, pile in enumerate(table.events):
        below = pile.placed.get(piece)
        if below is not None and below != (word == BOTTOM):
            return table.with_events(at, _lifted(pile, piece).put(piece, below=not below))
        if piece in pile.drawn and word != DRAWN:
            return table.with_events(at, pile.put(piece, below=word == BOTTOM))
    return table


def _lifted(pile: EventPile, piece: str) -> EventPile:
    """Take a card off the top or out of those at the bottom, as if it had just been drawn."""
    if not pile.placed[piece]:
        return replace(pile.take(), drawn=(*pile.drawn, piece))
    order = tuple(each for each in pile.order if each != piece)
    seen = min(pile.seen, len(order))
    return replace(
        pile, left=pile.left - 1, order=order, seen=seen, sunk=pile.sunk - 1, drawn=(*pile.drawn, piece)
    )


def _shrink(table: Table, at: int, count: int) -> Table:
    """Take unseen cards off a pile; a top card whose pile has run out is somewhere else."""
    pile = table.piles[at]
    left = pile.count - count
    if left:
        return table.pile(at, count=left)
    gone = (pile.top,) if pile.top else ()
    return table.forget(gone).pile(at, count=0, top="", back="")


def _largest(table: Table, but: int = -1) -> int:
    others = [at for at in range(len(table.piles)) if at != but]
    return max(others, key=lambda at: table.piles[at].count)


def _set_pile(table: Table, at: int, value: int) -> Table:
    """Count a pile anew; the difference lies in the other piles, for together they are certain."""
    while table.piles[at].count < value:
        table = _shrink(table, _largest(table, at), 1).pile(at, count=table.piles[at].count + 1)
    if surplus := table.piles[at].count - value:
        other = _largest(table, at)
        table = _shrink(table, at, surplus).pile(other, count=table.piles[other].count + surplus)
    return table


def _set_hand(table: Table, at: int, value: int) -> Table:
    """Count a hand anew; the difference comes from the piles, then from the discards, or goes to a pile."""
    while len(table.seats[at].hand) < value:
        largest = _largest(table)
        if table.piles[largest].count:
            table = _shrink(table, largest, 1)
        else:
            table = replace(table, discard=table.discard.hide(-1))
        table = table.seat(at, hand=table.seats[at].hand.hide(1))
    if surplus := len(table.seats[at].hand) - value:
        hand, largest = table.seats[at].hand, _largest(table)
        if hand.hidden < surplus:
            table, hand = table.forget(hand.known), Zone(hidden=len(hand))
        table = table.seat(at, hand=hand.hide(-surplus))
        table = table.pile(largest, count=table.piles[largest].count + surplus)
    return table


def _set_discard(table: Table, value: int) -> Table:
    """Count the discards anew; the difference comes from the piles or goes to one."""
    while len(table.discard) < value:
        table = replace(_shrink(table, _largest(table), 1), discard=table.discard.hide(1))
    if surplus := len(table.discard) - value:
        largest = _largest(table)
        table = replace(table, discard=table.discard.hide(-surplus))
        table = table.pile(largest, count=table.piles[largest].count + surplus)
    return table


def _set_face(table: Table, piece: str, word: str) -> Table:
    spot = table.find(piece)
    if spot is None or spot.is_up == (word == UP):
        return table
    return table.spot(spot.cell, down=0 if word == UP else max(table.turns, 1))


def _lift(table: Table, piece: str) -> Table:
    """Take a card from where it is, leaving one card too few on the table."""
    if spot := table.find(piece):
        if spot.under:
            *under, top = spot.under
            return table.spot(spot.cell, piece=top, under=tuple(under), down=max(table.turns, 1))
        return replace(table, city=tuple(each for each in table.city if each != spot))
    if piece in table.units:
        return replace(table, units=tuple(each for each in table.units if each != piece))
    if piece in table.discard.known:
        return replace(table, discard=table.discard.take(piece))
    for at, pile in enumerate(table.piles):
        if pile.top == piece:
            return table.pile(at, count=pile.count - 1, top="", back="")
    for at, seat in enumerate(table.seats):
        if piece in seat.hand.known:
            return table.seat(at, hand=seat.hand.take(piece))
    return _lift_unseen(table.found(piece))


def _lift_unseen(table: Table) -> Table:
    """Take one hidden card: from a pile, else from the hand on turn, the discards, or another hand.

    Whoever laid a card that was missed has most likely drawn another one since: the hand is as large as it was.
    """
    for at in sorted(range(len(table.piles)), key=lambda at: -table.piles[at].count):
        pile = table.piles[at]
        if pile.count > bool(pile.top):
            return _shrink(table, at, 1)
    order = [table.turn, *(at for at in range(len(table.seats)) if at != table.turn)]
    hands = [at for at in order if table.seats[at].hand.hidden]
    if hands[:1] == [table.turn]:
        return table.seat(table.turn, hand=table.seats[table.turn].hand.hide(-1))
    if table.discard.hidden:
        return replace(table, discard=table.discard.hide(-1))
    return table.seat(hands[0], hand=table.seats[hands[0]].hand.hide(-1))


def _put(table: Table, piece: str, word: str) -> Table:
    """Put a lifted card down."""
    if word == UNITS:
        return replace(table, units=(*table.units, piece))
    if word == DISCARD:
        return replace(table, discard=table.discard.add(piece))
    if word == UNSEEN:
        return table.forget((piece,)).seat(table.turn, hand=table.seats[table.turn].hand.hide(1))
    x, y = map(int, word.split(","))
    return replace(table, city=(*table.city, Spot(Cell(x, y), piece)))


NUMBERS: dict[str, Callable[[Table, str, int], Table]] = {
    "coffers": lambda table, _rest, value: replace(table, coffers=value),
    "events": lambda table, deck, value: _set_events(table, DECKS.index(deck), value),
    "seen": lambda table, deck, value: table.event_pile(DECKS.index(deck), seen=value),
    "pile": lambda table, at, value: _set_pile(table, int(at), value),
    "discard": lambda table, _rest, value: _set_discard(table, value),
    "hand": lambda table, at, value: _set_hand(table, int(at), value),
}
WORDS: dict[str, Callable[[Table, str, str], Table]] = {
    "turn": lambda table, _rest, word: replace(table, turn=int(word)),
    "level": lambda table, _rest, word: replace(table, level=word),
    "away": lambda table, at, word: table.seat(int(at), away=word == YES),
    "tribe": _set_tribe,
    "face": _set_face,
    "card": _set_card,
    "back": _set_back,
}
