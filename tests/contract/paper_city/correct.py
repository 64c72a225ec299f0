"""What people may set by hand, and that nothing is created or lost by it."""

from __future__ import annotations

from rules.core.commands import Correct
from rules.core.game import Correctable
from rules.core.value import msg

from .data import CityBox
from .model import CELLS, Table

IN, OUT = "paper_city.in", "paper_city.out"


def correctables(_box: CityBox, table: Table) -> tuple[Correctable, ...]:
    """Offer each seat's passes, and whether it takes part."""
    words = ((IN, msg(IN)), (OUT, msg(OUT)))
    found: list[Correctable] = []
    for seat, city in enumerate(table.cities):
        part, most = IN if city.taking_part else OUT, max(9, city.passes)
        found += [
            Correctable(f"passes.{seat}", msg("paper_city.passes"), city.passes, 0, most),
            Correctable(f"part.{seat}", msg("paper_city.part"), part, words=words),
        ]
    return tuple(found)


def correct(_box: CityBox, table: Table, command: Correct) -> Table:
    """Set one of them."""
    what, _, seat = command.key.partition(".")
    if what == "passes":
        return table.city(int(seat), passes=command.value)
    return table.city(int(seat), taking_part=command.value == IN)


def invariants(_box: CityBox, table: Table) -> tuple[str, ...]:
    """Name the cities with two buildings on one cell, or with a building that was not turned up for them."""
    broken = []
    for seat, city in enumerate(table.cities):
        cells = [put.cell for put in city.placed]
        pieces = [put.piece for put in city.placed]
        if [cell for cell in cells if cells.count(cell) > 1 or cell not in CELLS]:
            broken.append(f"cells of {seat}")
        if [piece for piece in pieces if pieces.count(piece) > 1 or piece not in table.shown]:
            broken.append(f"pieces of {seat}")
    return tuple(broken)
