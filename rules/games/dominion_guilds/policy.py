"""How a sensible player answers, for simulations by the rules alone: Big Money with the Actions at hand."""

from __future__ import annotations

import random

from rules.core.asks import Ask, Number, One, Some
from rules.core.commands import Amount, Picked, Reply
from rules.core.value import PieceRef
from rules.games.dominion_guilds.data import DUCHY, GOLD, PROVINCE, SILVER, DominionBox
from rules.games.dominion_guilds.known import could_be
from rules.games.dominion_guilds.model import HAND, Table

LATE = 4
"""With so few Provinces left, a Duchy is worth more than a Silver."""


def sensible(box: DominionBox, table: Table, ask: Ask, dice: random.Random) -> Reply:
    """Answer as a sensible player would."""
    match ask.id.key.removeprefix("dominion_guilds."):
        case "treasures" if isinstance(ask, Some):
            return Picked(likely_treasures(box, table, ask, dice))
        case "buy" | "keep" if isinstance(ask, One):
            return _buy(box, table, ask, dice)
        case "overpay" if isinstance(ask, Number):
            return Amount(ask.high)
        case "gain" if isinstance(ask, One):
            refs = [option for option in ask.options if isinstance(option, PieceRef)]
            best = max(refs, key=lambda ref: (box.cost(ref.id), -box.cards[ref.id].points))
            return Picked((best,))
        case _:
            return ask.sample(dice)


def likely_treasures(box: DominionBox, table: Table, ask: Some, dice: random.Random) -> tuple[PieceRef, ...]:
    """Deal a hand out of what could be there, and lay down its Treasures: for want of cards that can be looked at."""
    seat = ask.id.seat
    pool = [kind for kind, count in could_be(table, seat, HAND).items() for _ in range(count)]
    hand = dice.sample(pool, min(len(table.seats[seat].hand), len(pool)))
    return tuple(PieceRef(kind) for kind in hand if box.worth(kind))


def _buy(box: DominionBox, table: Table, ask: One, dice: random.Random) -> Reply:
    offered = [option.id for option in ask.options if isinstance(option, PieceRef)]
    wanted = best_buy(box, table, offered, dice)
    if wanted:
        return Picked((PieceRef(wanted),))
    return Picked() if ask.optional else Picked(ask.options[:1])


def best_buy(box: DominionBox, table: Table, offered: list[str], dice: random.Random) -> str:
    """Choose what to buy; empty for nothing."""
    late = table.left(PROVINCE) <= LATE
    order = [PROVINCE, *([DUCHY] if late else []), GOLD]
    for kind in order:
        if kind in offered:
            return kind
    actions = [kind for kind in offered if kind not in box.basic and box.cost(kind) >= 2]
    if actions and dice.random() < 1 / 3:
        return dice.choice(actions)
    return next((kind for kind in (SILVER, DUCHY) if kind in offered), "")
