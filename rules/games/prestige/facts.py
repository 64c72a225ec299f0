"""What is known of the table, in words that compare with the truth, and what must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.game import Facts
from rules.core.value import Cell
from rules.games.prestige.claims import seen_of
from rules.games.prestige.data import CENTER, DECKS, PrestigeBox
from rules.games.prestige.model import GUIDED, OVER, SETUP, Table


def facts(box: PrestigeBox, table: Table) -> Facts:
    """Name everything known; what is unknown is left out."""
    return dict(_facts(box, table))


def _facts(box: PrestigeBox, table: Table) -> Iterator[tuple[str, int | str]]:
    for track, value in zip(box.tracks, table.tracks, strict=True):
        yield f"track.{track.id}", value
    yield "coffers", table.coffers
    for deck, pile in zip(DECKS, table.events, strict=True):
        yield f"events.{deck}", pile.left
        yield from ((f"drawn.{piece}", "yes") for piece in pile.drawn)
    for at, seat in enumerate(table.seats):
        if seat.tribes:
            yield f"tribes.{at}", ",".join(sorted(seat.tribes))
    yield from ((f"counted.{piece}", "yes") for piece in table.tally)
    if table.tally and table.phase == OVER:
        yield "counted", len(table.tally)
    if table.level == GUIDED and table.phase != SETUP:
        yield from _card_facts(table)


def _card_facts(table: Table) -> Iterator[tuple[str, int | str]]:
    for at, pile in enumerate(table.piles):
        yield f"pile.{at}", pile.count
        if pile.top:
            yield f"pile.{at}.top", pile.top
        if pile.back:
            yield f"pile.{at}.back", pile.back
    for at, seat in enumerate(table.seats):
        yield f"hand.{at}", len(seat.hand)
        yield from ((f"hand.{at}.{piece}", "yes") for piece in seat.hand.known)
    for spot in table.city:
        at_cell = f"{spot.cell.x},{spot.cell.y}"
        yield f"city.{at_cell}", spot.piece if spot.is_up else f"{spot.piece} destroyed"
        if spot.under:
            yield f"under.{at_cell}", ",".join(spot.under)
    yield "units", ",".join(sorted(table.units))
    yield "discard", len(table.discard)
    yield from ((f"discard.{piece}", "yes") for piece in table.discard.known)
    yield from ((f"deck.{piece}", "yes") for piece in table.loose)


def invariants(box: PrestigeBox, table: Table) -> tuple[str, ...]:
    """Name what has been created or lost."""
    return tuple(_broken(box, table))


def _broken(box: PrestigeBox, table: Table) -> Iterator[str]:
    known = list(_known(table))
    hands = sum(len(seat.hand) for seat in table.seats)
    lying = sum(1 + len(spot.under) for spot in table.city) - 1
    total = hands + table.in_piles + lying + len(table.units) + len(table.discard)
    if total != box.deck_size:
        yield f"{total} city cards, not {box.deck_size}"
    yield from (f"{piece} is in two places" for piece, count in Counter(known).items() if count > 1)
    yield from (f"{piece} is no city card" for piece in known if piece not in box.cards)
    if [spot.piece for spot in table.city if spot.cell == Cell(0, 0)] != [CENTER]:
        yield "the Tribal Center is not in its place"
    if len({spot.cell for spot in table.city}) != len(table.city):
        yield "two cards on one cell"
    seen = seen_of(box, table, known[: len(known) - len(table.loose)])
    yield from (f"{seen[tribe]} cards of {tribe}" for tribe, cap in box.caps.items() if seen[tribe] > cap)
    yield from _broken_counts(box, table)


def _known(table: Table) -> Iterator[str]:
    for spot in table.city:
        yield from (piece for piece in (spot.piece, *spot.under) if piece != CENTER)
    yield from table.units
    yield from table.discard.known
    yield from (pile.top for pile in table.piles if pile.top)
    for seat in table.seats:
        yield from seat.hand.known
    yield from table.loose


def _broken_counts(box: PrestigeBox, table: Table) -> Iterator[str]:
    for track, value in zip(box.tracks, table.tracks, strict=True):
        if not track.low <= value <= track.high:
            yield f"{track.id} at {value}"
    if table.coffers < 0:
        yield f"coffers at {table.coffers}"
    if len(table.units) > box.board.unit_places:
        yield f"{len(table.units)} active units"
    counts = [pile.count for pile in table.piles] + [pile.left for pile in table.events]
    if min(counts) < 0:
        yield f"a pile below 0: {counts}"
    yield from (
        f"pile {at} is empty and has a top" for at, p in enumerate(table.piles) if p.top and not p.count
    )
    yield from _broken_events(table)


def _broken_events(table: Table) -> Iterator[str]:
    for deck, pile in zip(DECKS, table.events, strict=True):
        if pile.left + len(pile.drawn) + pile.missed != pile.size:
            yield f"{deck}: {pile.left} left, {len(pile.drawn)} drawn, {pile.missed} missed of {pile.size}"
        if pile.order and len(pile.order) != pile.left:
            yield f"{deck}: {len(pile.order)} in order of {pile.left}"
        if max(pile.seen, pile.sunk) > len(pile.order) or min(pile.seen, pile.sunk) < 0:
            yield f"{deck}: {pile.seen} seen and {pile.sunk} sunk of {len(pile.order)}"
        if len({*pile.drawn, *pile.order}) != len(pile.drawn) + len(pile.order):
            yield f"{deck}: a card twice"
