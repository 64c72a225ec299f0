"""A sighting as moves, as a reason why not, or as nothing yet."""

from __future__ import annotations

from rules.core.asks import Ask, One, Place
from rules.core.commands import Picked, Put, Reply
from rules.core.errors import RuleError
from rules.core.sighting import Mismatch, Move, Moves, Observation, Sighting, Wait
from rules.core.value import PieceRef

from .data import HALL, CityBox
from .model import Table


def observe(_box: CityBox, table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    """Take a card alone as turned up, and the one new building of a city as placed."""
    ask = next((ask for ask in asks if ask.view == sighting.view), None)
    reply: Reply | None = None
    if isinstance(ask, One) and len(sighting.seen) == 1:
        reply = Picked((PieceRef(sighting.seen[0].piece),))
    elif isinstance(ask, Place):
        reply = _placed(table, ask.id.seat, sighting)
    if ask is None or reply is None:
        return Wait()
    try:
        ask.check(reply)
    except RuleError as error:
        return Mismatch(error.message)
    return Moves((Move(ask.id.seat, ask.id.key, reply),))


def _placed(table: Table, seat: int, sighting: Sighting) -> Put | None:
    """Return the one building that was not there before; None while nothing, or too much, is new."""
    known = [HALL, *(put.piece for put in table.cities[seat].placed)]
    new = [
        Put(seen.piece, seen.cell, sighting.view, seen.turn or 0)
        for seen in sighting.seen
        if seen.cell is not None and seen.piece not in known
    ]
    return new[0] if len(new) == 1 else None
