"""What people may set by hand."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game import Correctable
from rules.core.grid import neighbours
from rules.core.value import Cell, Msg, PieceRef, SeatRef, msg
from rules.games.prestige.claims import unlocated, whereabouts
from rules.games.prestige.data import CENTER, DECKS, PrestigeBox
from rules.games.prestige.model import GUIDED, OVER, PLAY, REVEAL, SCOREKEEPER, SETUP, Table

MOST_COINS = 99
UNSEEN, DISCARD, UNITS, UP, DOWN = "unseen", "discard", "units", "up", "down"
YES, NO = "yes", "no"
DRAWN, TOP, BOTTOM = "drawn", "top", "bottom"
"""Where an Event Card is; real ones keep their own order, and are drawn or unseen."""
Words = tuple[tuple[str, Msg], ...]


def _words(group: str, *values: str) -> Words:
    return tuple((value, msg(f"prestige.fact.{group}.{value}")) for value in values)


FACES, AWAY = _words("face", UP, DOWN), _words("away", NO, YES)
LEVELS = tuple((level, Msg(f"core.level.{level}")) for level in (GUIDED, SCOREKEEPER))


def correctables(box: PrestigeBox, table: Table) -> tuple[Correctable, ...]:
    """Return what people may set by hand now."""
    if table.phase == SETUP:
        return (*_numbers(box, table), *_seats(table))
    found = [*_numbers(box, table), *_event_counts(table), *_seats(table), *_decks(box, table)]
    if table.phase in (REVEAL, OVER):
        found += _identities(box, table)
    if table.level == GUIDED:
        found += [*_counts(table), *_cards(box, table)]
    return tuple(found)


def _numbers(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    for track, value in zip(box.tracks, table.tracks, strict=True):
        name = msg("prestige.fact.track", track=PieceRef(f"track-{track.id}"))
        yield Correctable(f"track.{track.id}", name, value, track.low, track.high)
    yield Correctable(
        "coffers", msg("prestige.fact.coffers"), table.coffers, 0, max(MOST_COINS, table.coffers)
    )


def _event_counts(table: Table) -> Iterator[Correctable]:
    """Yield how many cards the piles hold; a deck that the companion has yet to shuffle is whole."""
    for deck, pile in zip(DECKS, table.events, strict=True):
        if table.digital and not (pile.order or pile.drawn):
            continue
        yield Correctable(f"events.{deck}", msg(f"prestige.fact.events.{deck}"), pile.left, 0, pile.size)


def _real_decks(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    """Yield which cards of real decks were drawn: somebody may have named another one by mistake."""
    for deck, pile in zip(DECKS, table.events, strict=True):
        others = [piece for piece in box.by_deck[deck] if piece not in pile.drawn] if pile.missed else []
        for piece in (*pile.drawn, *others):
            name, value = (
                msg("prestige.fact.back", card=PieceRef(piece)),
                UNSEEN if piece in others else DRAWN,
            )
            yield Correctable(f"back.{piece}", name, value, words=_words("back", DRAWN, UNSEEN))


def _decks(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    """Yield how far the decks that the companion holds were looked into, and where cards put back lie."""
    if not table.digital:
        yield from _real_decks(box, table)
        return
    for deck, pile in zip(DECKS, table.events, strict=True):
        if pile.order:
            name = msg(f"prestige.fact.seen.{deck}")
            yield Correctable(f"seen.{deck}", name, pile.seen, 0, len(pile.order))
        for piece in pile.drawn:
            words = _words("back", DRAWN, TOP, BOTTOM) if pile.left else _words("back", DRAWN, TOP)
            yield Correctable(
                f"back.{piece}", msg("prestige.fact.back", card=PieceRef(piece)), DRAWN, words=words
            )
        for piece, is_below in pile.placed.items():
            words = _words("back", TOP, BOTTOM) if pile.left > 1 else _words("back", TOP)
            name = msg("prestige.fact.back", card=PieceRef(piece))
            yield Correctable(f"back.{piece}", name, BOTTOM if is_below else TOP, words=words)


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
            words = tuple(
                (each, msg("prestige.fact.tribe", tribe=PieceRef(f"tribe-{each}"))) for each in free
            )
            name = msg("prestige.fact.identity", who=SeatRef(at), nth=nth + 1)
            yield Correctable(f"tribe.{at}.{nth}", name, own, words=words)


def _counts(table: Table) -> Iterator[Correctable]:
    for at, pile in enumerate(table.piles):
        yield Correctable(f"pile.{at}", msg("prestige.fact.pile", pile=at + 1), pile.count, 0, table.in_piles)
    known = len(table.discard.known)
    most = known + table.discard.hidden + table.in_piles
    yield Correctable("discard", msg("prestige.fact.discard"), len(table.discard), known, most)
    for at, seat in enumerate(table.seats):
        most = len(seat.hand) + table.in_piles + table.discard.hidden
        yield Correctable(f"hand.{at}", msg("prestige.fact.hand", who=SeatRef(at)), len(seat.hand), 0, most)


def _cards(box: PrestigeBox, table: Table) -> Iterator[Correctable]:
    """Yield where each card is and how it lies; covered cards stay where they are."""
    cells = tuple((_at(cell), msg("prestige.fact.cell", x=cell.x, y=cell.y)) for cell in free_cells(table))
    covered = [piece for spot in table.city for piece in spot.under]
    placed = [*whereabouts(table)]
    others = unlocated(box, table) if _has_hidden(table) else ()
    for piece in (*(each for each in placed if each not in covered and each != CENTER), *others):
        name, value = msg("prestige.fact.card", card=PieceRef(piece)), place_of(table, piece)
        words = _words("card", UNSEEN, DISCARD)
        if not box.cards[piece].is_unit:
            here = (value, msg("prestige.fact.here"))
            words += (here, *cells) if table.find(piece) else cells
        elif value == UNITS or len(table.units) < box.board.unit_places:
            words += _words("card", UNITS)
        yield Correctable(f"card.{piece}", name, value, words=words)
    for spot in table.city:
        name = msg("prestige.fact.face", card=PieceRef(spot.piece))
        yield Correctable(f"face.{spot.piece}", name, UP if spot.is_up else DOWN, words=FACES)


def free_cells(table: Table) -> tuple[Cell, ...]:
    """Return the free cells beside the city's cards, row by row."""
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


def _has_hidden(table: Table) -> bool:
    """Tell whether any card lies hidden, to be exchanged for one that was missed."""
    hands = any(seat.hand.hidden for seat in table.seats)
    piles = any(pile.count > bool(pile.top) for pile in table.piles)
    return hands or piles or table.discard.hidden > 0
