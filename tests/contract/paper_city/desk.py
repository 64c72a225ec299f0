"""What can happen at this table."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.commands import Put, Reply
from rules.core.desk import Desk
from rules.core.value import Cell, PieceRef, msg

from .data import CityBox
from .model import CELLS, Table


class CityDesk(Desk[Table]):
    """The desk with every change of the table as a method."""

    box: CityBox

    def seats(self) -> list[int]:
        """List the seats that still take part."""
        return [seat for seat, city in enumerate(self.table.cities) if city.taking_part]

    def free(self, seat: int) -> tuple[Cell, ...]:
        """Return the cells of a city with nothing on them."""
        used = [put.cell for put in self.table.cities[seat].placed]
        return tuple(cell for cell in CELLS if cell not in used)

    def unseen(self) -> tuple[PieceRef, ...]:
        """Return the buildings that have not been turned up."""
        return tuple(PieceRef(each) for each in self.box.buildings if each not in self.table.shown)

    def show(self, piece: str) -> None:
        """Turn a building up."""
        self.table = replace(self.table, shown=(*self.table.shown, piece))

    def leave(self, seat: int) -> None:
        """Let a seat end taking part."""
        self.table = self.table.city(seat, taking_part=False)
        self.tell("paper_city.left", seat)

    def settle(self, seat: int, reply: Reply | None) -> None:
        """Build what a seat has placed, or count its pass."""
        city = self.table.cities[seat]
        if isinstance(reply, Put):
            self.table = self.table.city(seat, placed=(*city.placed, reply))
            self.tell("paper_city.placed", seat, piece=PieceRef(reply.piece))
        elif reply is not None:
            self.table = self.table.city(seat, passes=city.passes + 1)
            self.tell("paper_city.passed", seat)

    def finish(self) -> None:
        """End the game; what follows is not run."""
        outcome = msg("paper_city.over")
        self.end(outcome, replace(self.table, outcome=outcome))
