"""Answers as a sensible player would, for simulations without a table."""

from __future__ import annotations

import random

from rules.core.asks import Ask, Number, One, Place
from rules.core.commands import Amount, Picked, Put, Reply
from rules.core.grid import step
from rules.core.value import Cell, Choice, PieceRef, Word
from rules.games.prestige.data import CENTER, DECKS, Card, Effects, PrestigeBox
from rules.games.prestige.model import Table
from rules.games.prestige.placing import EVERY_SIDE

LOOKS = 16
"""Placements that are weighed before one is chosen."""
WIDE, HIGH = 6, 2
"""How far a city spreads on a table of ordinary size."""
SCARCE = 3
LIKES = {"place": 12, "unit": 4, "restore": 3, "unique": 1, "discard": 1, "pass": 1}


def worth(box: PrestigeBox, tracks: dict[str, int], effects: Effects) -> int:
    """Weigh changes: what is scarce counts double, Prestige always does."""
    top = next((t.id for t in box.tracks if any(space.win for space in t.spaces)), "")
    total = 0
    for key, amount in effects.items():
        total += amount * (3 if key == top else 2 if tracks.get(key, 9) <= SCARCE else 1)
    return total


def sensible(box: PrestigeBox, table: Table, ask: Ask, rng: random.Random) -> Reply:
    """Place what is worth most out of a few looks, keep what is dear, and discard little."""
    match ask:
        case Place():
            return _place(box, table, ask, rng)
        case One(id=name) if name.key == "prestige.action":
            return _act(ask, rng)
        case One(id=name) if name.key == "prestige.destroy":
            return _cheapest(box, ask)
        case One(id=name) if name.key == "prestige.discard.sure":
            return Picked((ask.options[0],))
        case One(id=name) if name.key == "prestige.keep":
            return Picked((ask.options[0 if rng.randrange(4) else 1 + rng.randrange(len(DECKS))],))
        case Number():
            return Amount(ask.low)
        case _:
            return ask.sample(rng)


def _act(ask: One, rng: random.Random) -> Reply:
    weighed = [
        choice
        for choice in ask.options
        if isinstance(choice, Word)
        for _ in range(LIKES[choice.key.rpartition(".")[2]])
    ]
    return Picked((weighed[rng.randrange(len(weighed))],))


def _cheapest(box: PrestigeBox, ask: One) -> Reply:
    def price(choice: Choice) -> int:
        piece = choice.id if isinstance(choice, PieceRef) else CENTER
        return box.cards[piece].cost if piece in box.cards else 99

    return Picked((min(ask.options, key=price),))


def _place(box: PrestigeBox, table: Table, ask: Place, rng: random.Random) -> Reply:
    tracks = {track.id: value for track, value in zip(box.tracks, table.tracks, strict=True)}
    tracks["coins"] = table.coffers
    found = [put for _ in range(LOOKS) if isinstance(put := ask.sample(rng), Put)]
    near = [put for put in found if abs(put.cell.x) <= WIDE and abs(put.cell.y) <= HIGH]
    if not found:
        return ask.sample(rng)
    return max(near or found, key=lambda put: _value(box, table, tracks, put))


def _value(box: PrestigeBox, table: Table, tracks: dict[str, int], put: Put) -> int:
    card = box.cards[put.piece]
    total = worth(box, tracks, card.effects) - card.cost // 2
    for clause in card.adjacency:
        sides = EVERY_SIDE if clause.side == "any" else (clause.side,)
        if any(_has_type(box, table, step(put.cell, side), clause.type) for side in sides):
            total += worth(box, tracks, clause.effects)
    return total


def _has_type(box: PrestigeBox, table: Table, cell: Cell, kind: str) -> bool:
    cards: dict[str, Card] = box.cards
    return any(
        spot.cell == cell and spot.is_up and spot.piece in cards and kind in cards[spot.piece].types
        for spot in table.city
    )
