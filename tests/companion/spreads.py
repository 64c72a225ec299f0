"""Decks of Dominion spread out in overlapping cards, and the photos that a camera takes of them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from pathlib import Path

import cv2

from companion.games import find
from companion.tags import encode
from companion.virtual.table import VirtualTable
from rules.core.game import Lying
from rules.core.state import Setup
from rules.games.dominion_guilds.tabletop import DominionTabletop
from vision.camera import CM3, CameraModel

DOMINION = find("dominion_guilds")


class Spread(DominionTabletop):
    """A table with one deck spread out, some of its stickers under a thumb."""

    def __init__(self, cards: Iterable[str], covered: Collection[str] = ()) -> None:
        super().__init__(DOMINION.box, Setup(2), random.Random(1))  # type: ignore[arg-type]
        self.cards.spread, self.covered = list(cards), covered

    def picture(self, view: str) -> tuple[Lying, ...]:
        lying = super().picture(view)
        return tuple(
            Lying(None, each.x_mm, each.y_mm) if each.piece in self.covered else each for each in lying
        )


def photograph(
    spread: Spread, folder: Path, name: str, *, camera: CameraModel = CM3, seed: int = 3
) -> list[Path]:
    """Take photos of a spread, from every place over which a camera is held that cannot take it all in."""
    table = VirtualTable(
        spread, DOMINION.game, DOMINION.box, camera, seed, payload=lambda piece: encode(DOMINION.game, piece)
    )
    paths = []
    for number in range(table.look_over("cards")):
        paths.append(folder / f"{name}{number}.png")
        cv2.imwrite(str(paths[-1]), table.photograph(still=True))
        table.move_on()
    return paths
