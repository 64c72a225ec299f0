"""Sets by hand what a picture shows: a game begun without us, and changes that were missed in one that we follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.asks import Ask, Place, PlaceGroup, Some
from rules.core.commands import AskId, Correct
from rules.core.sighting import Reading, Sighting
from rules.core.value import TABLE, Cell, PieceRef, msg
from rules.games.prestige.correct import correct
from rules.games.prestige.correctables import DOWN, UNITS, UP, correctables, free_cells
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import GUIDED, PLAY, Spot, Table


def join_city(box: PrestigeBox, table: Table, sighting: Sighting) -> tuple[Correct, ...]:
    """Lay the cards that were read where they were read, each beside one that lies there already.

    Cards with no neighbour stay out, and so do backs: what a destroyed card is, people must say.
    """
    cards = {seen.piece: seen.cell for seen in sighting.seen if seen.piece in box.cards and seen.cell}
    wanted = [_laid(piece, cell) for piece, cell in cards.items() if table.find(piece) is None]
    return tuple(_carry_out(box, table, wanted)[1])


def join_units(box: PrestigeBox, table: Table, sighting: Sighting) -> tuple[Correct, ...]:
    """Station the units that were read, as many as there are places."""
    read = dict.fromkeys(seen.piece for seen in sighting.seen if seen.piece in box.cards)
    wanted = [Correct(f"card.{piece}", UNITS) for piece in read if piece not in table.units]
    return tuple(_carry_out(box, table, wanted)[1])


def joining_ask(box: PrestigeBox, table: Table, view: str) -> Ask | None:
    """Ask for one more card of the city and its cell, or for all the active units."""
    number = AskId(TABLE, f"prestige.join.{view}.ask", -1 - list(JOINING).index(view))
    allowed = {spec.key.removeprefix("card."): dict(spec.words) for spec in correctables(box, table)}
    cards = [piece for piece in box.cards if piece in allowed]
    if view == "city":
        loose = tuple(piece for piece in cards if not box.cards[piece].is_unit and table.find(piece) is None)
        return Place(number, groups=(PlaceGroup(loose, free_cells(table)),)) if loose else None
    units = tuple(PieceRef(piece) for piece in cards if UNITS in allowed[piece] and piece not in table.units)
    high = min(len(units), box.board.unit_places - len(table.units))
    return Some(number, options=units, high=high) if units else None


def as_it_lies(
    box: PrestigeBox,
    table: Table,
    new: Iterable[tuple[str, Cell]],
    raised: Iterable[Spot],
    felled: Iterable[Spot],
) -> Iterator[Reading]:
    """Yield the reading that all these changes were missed, if any of them can be set by hand."""
    if table.phase != PLAY or table.level != GUIDED:
        return
    wanted = [
        *(Correct(f"face.{spot.piece}", UP) for spot in raised),
        *(Correct(f"face.{spot.piece}", DOWN) for spot in felled),
        *(_laid(piece, cell) for piece, cell in new),
    ]
    after, made = _carry_out(box, table, wanted)
    if made:
        deeds = (*made, *_refilled(table, after))
        yield Reading(msg("prestige.see.as_it_lies", count=len(made)), deeds)


def _laid(piece: str, cell: Cell) -> Correct:
    return Correct(f"card.{piece}", f"{cell.x},{cell.y}")


def _carry_out(box: PrestigeBox, table: Table, wanted: list[Correct]) -> tuple[Table, list[Correct]]:
    """Try corrections out in an order in which they hold; those that never do stay out."""
    made: list[Correct] = []
    while True:
        allowed = {spec.key: dict(spec.words) for spec in correctables(box, table)}
        command = next((each for each in wanted if each.value in allowed.get(each.key, ())), None)
        if command is None:
            return table, made
        wanted.remove(command)
        made.append(command)
        table = correct(box, table, command)


def _refilled(before: Table, after: Table) -> Iterator[Correct]:
    """Yield what gives every hand as many cards as it had: whoever placed a missed card has drawn since."""
    for at, seat in enumerate(before.seats):
        missing = len(seat.hand) - len(after.seats[at].hand)
        if 0 < missing <= after.in_piles:
            yield Correct(f"hand.{at}", len(seat.hand))


JOINING = {"city": join_city, "card": join_units}
