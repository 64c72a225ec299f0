"""What cards do beyond their figures, by theme; a card whose figures say everything needs nothing here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.attacking import ATTACKING
from rules.games.dominion_guilds.effects.drawing import DRAWING
from rules.games.dominion_guilds.effects.gaining import GAINING
from rules.games.dominion_guilds.effects.looking import LOOKING
from rules.games.dominion_guilds.effects.playing import PLAYING
from rules.games.dominion_guilds.effects.revealing import REVEALING
from rules.games.dominion_guilds.effects.trashing import TRASHING
from rules.games.dominion_guilds.played import Effect

EFFECTS: Mapping[str, Effect] = {
    **DRAWING,
    **GAINING,
    **LOOKING,
    **PLAYING,
    **REVEALING,
    **TRASHING,
    **ATTACKING,
}


class FullDesk(DominionDesk):
    """The desk at which every card can be played."""

    effects: ClassVar[Mapping[str, Effect]] = EFFECTS
