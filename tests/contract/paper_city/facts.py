"""What is known of the table, in the words in which the robots know the truth."""

from __future__ import annotations

from rules.core.game import Facts

from .data import CityBox
from .model import Table


def facts(_box: CityBox, table: Table) -> Facts:
    """Name what lies on every cell, and the numbers of every city."""
    found: dict[str, int | str] = {}
    for seat, city in enumerate(table.cities):
        found |= {f"{seat}.{put.cell.x}.{put.cell.y}": put.piece for put in city.placed}
        found |= {f"{seat}.passes": city.passes, f"{seat}.points": city.points}
    return found
