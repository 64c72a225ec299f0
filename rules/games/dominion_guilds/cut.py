"""What each seat may see of the table."""

from __future__ import annotations

from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.model import Table


def cut(_box: DominionBox, table: Table, _seat: int | None) -> Table:
    """Hide nothing: the companion knows only what everybody has seen."""
    return table
