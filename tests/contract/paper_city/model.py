"""The table: what each seat has placed, passed on and counted."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.commands import Put
from rules.core.state import Setup
from rules.core.value import Cell, Msg, Value

from .data import CityBox

CENTER = Cell(0, 0)
"""Where the town hall lies."""
CELLS = (Cell(1, 0), Cell(2, 0), Cell(0, 1), Cell(1, 1), Cell(2, 1))
"""Where something may be built."""


class City(Value, frozen=True):
    """One seat's city."""

    placed: tuple[Put, ...] = ()
    passes: int = 0
    points: int = 0
    taking_part: bool = True


class Table(Value, frozen=True):
    """All cities, and the buildings turned up so far."""

    level: str
    pass_costs: int
    cities: tuple[City, ...]
    shown: tuple[str, ...] = ()
    outcome: Msg | None = None

    def city(self, seat: int, **new: object) -> Table:
        """Return the table with something new in one city."""
        changed = replace(self.cities[seat], **new)
        return replace(self, cities=(*self.cities[:seat], changed, *self.cities[seat + 1 :]))


def lay(_box: CityBox, setup: Setup) -> Table:
    """Lay an empty city before each seat."""
    costs = int(setup.option("passing", "costs") == "costs")
    return Table(setup.level, costs, (City(),) * setup.seats)
