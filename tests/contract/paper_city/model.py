"""The table: what each seat has placed, passed on and counted."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.commands import Put
from rules.core.value import Cell, Msg, Value

CELLS = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1))


class City(Value, frozen=True):
    placed: tuple[Put, ...] = ()
    passes: int = 0
    points: int = 0
    taking_part: bool = True


class Table(Value, frozen=True):
    level: str
    pass_costs: int
    cities: tuple[City, ...]
    shown: tuple[str, ...] = ()
    outcome: Msg | None = None

    def city(self, seat: int, **new: object) -> Table:
        changed = replace(self.cities[seat], **new)
        return replace(self, cities=(*self.cities[:seat], changed, *self.cities[seat + 1 :]))
