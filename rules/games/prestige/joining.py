"""Takes over a game that was begun without us: what a picture of the table sets by hand."""

from __future__ import annotations

from rules.core.commands import Correct
from rules.core.grid import neighbours
from rules.core.sighting import Sighting
from rules.core.value import Cell
from rules.games.prestige.correctables import UNITS
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import Table


def join_city(box: PrestigeBox, table: Table, sighting: Sighting) -> tuple[Correct, ...]:
    """Lay the cards that were read where they were read, each beside one that lies there already.

    Cards with no neighbour stay out, and so do backs: what a destroyed card is, people must say.
    """
    lying = {spot.cell: spot.piece for spot in table.city}
    fresh = {seen.piece: seen.cell for seen in sighting.seen if seen.piece in box.cards and seen.cell}
    waiting = {
        piece: cell
        for piece, cell in fresh.items()
        if cell not in lying and box.cards[piece].placement != "unit" and table.find(piece) is None
    }
    found: list[Correct] = []
    while beside := next((each for each in waiting if _adjoins(waiting[each], lying)), ""):
        cell = waiting.pop(beside)
        lying[cell] = beside
        found.append(Correct(f"card.{beside}", f"{cell.x},{cell.y}"))
    return tuple(found)


def _adjoins(cell: Cell, lying: dict[Cell, str]) -> bool:
    return any(near in lying for _, near in neighbours(cell))


def join_units(box: PrestigeBox, table: Table, sighting: Sighting) -> tuple[Correct, ...]:
    """Station the units that were read, as many as there are places."""
    room = box.board.unit_places - len(table.units)
    read = dict.fromkeys(seen.piece for seen in sighting.seen if seen.piece in box.cards)
    units = [piece for piece in read if box.cards[piece].placement == "unit" and piece not in table.units]
    return tuple(Correct(f"card.{piece}", UNITS) for piece in units[:room])


JOINING = {"city": join_city, "card": join_units}
