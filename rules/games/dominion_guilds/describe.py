"""What a card does, in lines made from its data and a sentence of our own."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.value import Msg, Word, msg
from rules.games.dominion_guilds.data import Card, DominionBox
from rules.games.dominion_guilds.effects import EFFECTS
from rules.games.dominion_guilds.effects.overpaying import OVERPAY

PLUS = ("cards", "actions", "buys", "coins", "tokens")
SPOKEN = ("moat", "merchant_guild", "baker", "gardens")
"""Cards without an effect of their own that there is something to say about."""


def describe(box: DominionBox, piece: str) -> tuple[Msg, ...]:
    """Say in lines what a card does; nothing of other pieces."""
    kind = box.kinds.get(piece, piece)
    return tuple(_card(box.cards[kind])) if kind in box.cards else ()


def _card(card: Card) -> Iterator[Msg]:
    yield msg("dominion_guilds.text.cost", count=card.cost, types=types(card))
    for field in PLUS:
        if count := getattr(card.plus, field):
            yield msg(f"dominion_guilds.text.plus.{field}", count=count)
    if card.coins:
        yield msg("dominion_guilds.text.coins", count=card.coins)
    if card.points:
        yield msg("dominion_guilds.text.points", points=card.points)
    if card.id in EFFECTS or card.id in SPOKEN:
        yield msg(f"dominion_guilds.text.{card.id}")
    if card.id in OVERPAY:
        yield msg(f"dominion_guilds.text.overpay.{card.id}")


def types(card: Card) -> Msg | Word:
    """Name a card's types: "Action, Attack"."""
    found: Msg | Word = Word(f"dominion_guilds.type.{card.types[0]}")
    for other in card.types[1:]:
        found = msg("core.list", first=found, next=Word(f"dominion_guilds.type.{other}"))
    return found
