"""What people may set by hand, and how the cards stay 58 when they do."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.commands import Correct
from rules.core.game import Correctable
from rules.core.grid import neighbours
from rules.core.value import Cell, Msg, PieceRef, SeatRef, msg
from rules.core.zone import Zone
from rules.games.prestige.claims import unlocated, whereabouts
from rules.games.prestige.data import CENTER, DECKS, PrestigeBox
from rules.games.prestige.model import GUIDED, OVER, PLAY, REVEAL, SCOREKEEPER, SETUP, Spot, Table

MOST_COINS = 99
UNSEEN, DISCARD, UNITS, UP, DOWN = "unseen", "discard", "units", "up", "down"
YES, NO = "yes", "no"
Words = tuple[tuple[str, Msg], ...]


def _words(group: str, *values: str) -> Words:
    return tuple((value, msg(f"prestige.fact.{group}.{value}")) for value in values)


FACES, AWAY = _words("face", UP, DOWN), _words("away", NO, YES)
LEVELS = tuple((level, Msg(f"core.level.{level}")) for level in (GUIDED, SCOREKEEPER))


# ---- what there is to set --------------------------------------------------------------
def correctables(box: PrestigeBox, table: Table) -> tuple[Correctable, ...]:
    """Return what people may set by hand now."""
    if table.phase == SETUP:
        return tuple(_numbers(box, table))
    found = [*_numbers(box, table), *_event_counts(table), *_seats(table)]
    if table.phase in (REVEAL, OVER):
        found += _identities(box, table)
    if table.level == GUIDED:
        found += [*_counts(table), *_cards(box, table)]
    return tuple(found)


def _numbers(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    for track, value in zip(box.tracks, table.tracks, strict=True):
        name = msg("prestige.fact.track", track=PieceRef(f"track-{track.id}"))
        yield Correctable(f"track.{track.id}", name, value, track.low, track.high)
    yield Correctable("coffers", msg("prestige.fact.coffers"), table.coffers, 0, max(MOST_COINS, table.coffers))


def _event_counts(table: Table) -> Iterator[Correctable]:
    for deck, pile in zip(DECKS, table.events, strict=True):
        yield Correctable(f"events.{deck}", msg(f"prestige.fact.events.{deck}"), pile.left, 0, pile.size)


def _seats(table: Table) -> Iterator[Correctable]:
    present = [at for at, seat in enumerate(table.seats) if not seat.away]
    if table.phase == PLAY:
        words = tuple((str(at), msg("prestige.fact.seat", who=SeatRef(at))) for at in present)
        yield Correctable("turn", msg("prestige.fact.turn"), str(table.turn), words=words)
        yield Correctable("level", msg("prestige.fact.level"), table.level, words=LEVELS)
    for at, seat in enumerate(table.seats):
        may_leave = seat.away or len(present) > 1
        name = msg("prestige.fact.away", who=SeatRef(at))
        value = YES if seat.away else NO
        yield Correctable(f"away.{at}", name, value, words=AWAY if may_leave else AWAY[:1])


def _identities(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    taken = [tribe for seat in table.seats for tribe in seat.tribes]
    for at, seat in enumerate(table.seats):
        for nth, own in enumerate(seat.tribes):
            free = [tribe for tribe in box.claimable if tribe == own or tribe not in taken]
            words = tuple((each, msg("prestige.fact.tribe", tribe=PieceRef(f"tribe-{each}"))) for each in free)
            name = msg("prestige.fact.identity", who=SeatRef(at), nth=nth + 1)
            yield Correctable(f"tribe.{at}.{nth}", name, own, words=words)


def _counts(table: Table) -> Iterator[Correctable]:
    for at, pile in enumerate(table.piles):
        yield Correctable(f"pile.{at}", msg("prestige.fact.pile", pile=at + 1), pile.count, 0, table.in_piles)
    for at, seat in enumerate(table.seats):
        most = len(seat.hand) + table.in_piles + table.discard.hidden
        yield Correctable(f"hand.{at}", msg("prestige.fact.hand", who=SeatRef(at)), len(seat.hand), 0, most)


def _cards(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    """Yield where each card is and how it lies; covered cards stay where they are."""
    cells = tuple((_at(cell), msg("prestige.fact.cell", x=cell.x, y=cell.y)) for cell in _free(table))
    covered = [piece for spot in table.city for piece in spot.under]
    placed = [*whereabouts(table)]
    others = unlocated(box, table) if _hidden(table) else ()
    for piece in (*(each for each in placed if each not in covered and each != CENTER), *others):
        name, value = msg("prestige.fact.card", card=PieceRef(piece)), place_of(table, piece)
        words = _words("card", UNSEEN, DISCARD)
        if box.cards[piece].placement != "unit":
            here = (value, msg("prestige.fact.here"))
            words += (here, *cells) if table.find(piece) else cells
        elif value == UNITS or len(table.units) < box.board.unit_places:
            words += _words("card", UNITS)
        yield Correctable(f"card.{piece}", name, value, words=words)
    for spot in table.city:
        if spot.piece != CENTER:
            name = msg("prestige.fact.face", card=PieceRef(spot.piece))
            yield Correctable(f"face.{spot.piece}", name, UP if spot.is_up else DOWN, words=FACES)


def _free(table: Table) -> tuple[Cell, ...]:
    lying = [spot.cell for spot in table.city]
    near = dict.fromkeys(cell for at in lying for _, cell in neighbours(at))
    return tuple(sorted((cell for cell in near if cell not in lying), key=lambda cell: (cell.y, cell.x)))


def _at(cell: Cell) -> str:
    return f"{cell.x},{cell.y}"


def place_of(table: Table, piece: str) -> str:
    """Say in a word where a card is; cards in hands and piles count as unseen."""
    if spot := table.find(piece):
        return _at(spot.cell)
    if piece in table.units:
        return UNITS
    return DISCARD if piece in table.discard.known else UNSEEN


def _hidden(table: Table) -> int:
    hands = sum(seat.hand.hidden for seat in table.seats)
    piles = sum(pile.count - bool(pile.top) for pile in table.piles)
    return hands + piles + table.discard.hidden


# ---- setting it ------------------------------------------------------------------------
def correct(box: PrestigeBox, table: Table, command: Correct) -> Table:
    """Apply a correction that has been checked."""
    group, _, rest = command.key.partition(".")
    value, word = command.value, str(command.value)
    number = value if isinstance(value, int) else 0
    match group:
        case "track":
            at = box.track_at[rest]
            return replace(table, tracks=(*table.tracks[:at], number, *table.tracks[at + 1 :]))
        case "coffers":
            return replace(table, coffers=number)
        case "events":
            return _set_events(table, DECKS.index(rest), number)
        case "turn":
            return replace(table, turn=int(word))
        case "level":
            return replace(table, level=word)
        case "away":
            return table.seat(int(rest), away=word == YES)
        case "tribe":
            at, nth = map(int, rest.split("."))
            tribes = table.seats[at].tribes
            return table.seat(at, tribes=(*tribes[:nth], word, *tribes[nth + 1 :]))
        case "pile":
            return _set_pile(table, int(rest), number)
        case "hand":
            return _set_hand(table, int(rest), number)
        case "face":
            return _set_face(table, rest, word)
        case _:
            return table if place_of(table, rest) == word else _put(_lift(table, rest), rest, word)


def _set_events(table: Table, at: int, left: int) -> Table:
    """Count an event pile anew: the cards drawn last go back on top, or more have been drawn."""
    pile = table.events[at]
    while pile.left < left:
        back = "" if pile.missed else pile.drawn[-1]
        order = (back, *pile.order) if table.digital and back else pile.order
        drawn = pile.drawn[:-1] if back else pile.drawn
        pile = replace(pile, left=pile.left + 1, order=order, drawn=drawn, missed=pile.missed - (not back))
    while pile.left > left:
        drawn, missed = (*pile.drawn, *pile.order[:1]), pile.missed + (not pile.order)
        pile = replace(pile, left=pile.left - 1, order=pile.order[1:], drawn=drawn, missed=missed)
    return replace(table, events=(*table.events[:at], pile, *table.events[at + 1 :]))


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
    """Take one hidden card: from the hand on turn, else from a pile, the discards, or another hand."""
    order = [table.turn, *(at for at in range(len(table.seats)) if at != table.turn)]
    hands = [at for at in order if table.seats[at].hand.hidden]
    if hands[:1] == [table.turn]:
        return table.seat(table.turn, hand=table.seats[table.turn].hand.hide(-1))
    for at in sorted(range(len(table.piles)), key=lambda at: -table.piles[at].count):
        pile = table.piles[at]
        if pile.count > bool(pile.top):
            return _shrink(table, at, 1)
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
