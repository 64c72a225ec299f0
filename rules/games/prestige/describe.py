"""What a card does, in lines made from its data."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.value import Arg, Msg, PieceRef, Word, msg
from rules.games.prestige.data import COINS, Card, Destroy, Effects, Happening, Passive, PrestigeBox, Unique

COINS_WORD = Word("prestige.coins")


def describe(box: PrestigeBox, piece: str) -> tuple[Msg, ...]:
    """Say in lines what a City Card or an Event Card does; nothing of other pieces."""
    if piece in box.cards:
        return tuple(_card(box, box.cards[piece]))
    if piece in box.events:
        return tuple(_event(box, box.events[piece]))
    return ()


def what(key: str) -> Arg:
    """Name a track, or the coins."""
    return COINS_WORD if key == COINS else PieceRef(f"track-{key}")


def changes(box: PrestigeBox, effects: Effects, sign: int = 1) -> Msg:
    """Say what changes by how much, in the order in which it resolves."""
    found: Msg | None = None
    for key in (key for key in box.keys if key in effects):
        one = _change(key, effects[key] * sign)
        found = one if found is None else msg("prestige.text.list", one=found, other=one)
    return found or msg("prestige.text.nothing")


def _change(key: str, amount: int) -> Msg:
    if key == COINS:
        return msg("prestige.text.coins", by=f"{amount:+d}", count=abs(amount))
    return msg("prestige.text.change", by=f"{amount:+d}", what=what(key))


def _card(box: PrestigeBox, card: Card) -> Iterator[Msg]:
    yield from _demands(card)
    if card.effects:
        yield msg("prestige.text.placed", effects=changes(box, card.effects))
    for clause in card.adjacency:
        key = f"prestige.text.side.{clause.side}"
        yield msg(key, type=PieceRef(f"type-{clause.type}"), effects=changes(box, clause.effects))
    for walls in card.between_walls:
        each = changes(box, walls.each)
        yield msg("prestige.text.walls", type=PieceRef(f"type-{walls.type}"), effects=each)
    if card.passive:
        yield _passive(box, card.passive)
    if card.unique:
        yield _unique(box, card.unique)
    if card.text:
        yield msg("prestige.text.own", text=card.text)


def _demands(card: Card) -> Iterator[Msg]:
    tribe: Arg = PieceRef(f"tribe-{card.tribe}")
    yield msg("prestige.text.leader" if card.leader else "prestige.text.tribe", tribe=tribe)
    if card.placement != "standard":
        yield msg(f"prestige.text.place.{card.placement}")
    if card.cost:
        yield msg("prestige.text.cost", count=card.cost)
    for need in card.needs:
        yield msg("prestige.text.need", count=need.count, type=PieceRef(f"type-{need.type}"))


def _passive(box: PrestigeBox, passive: Passive) -> Msg:
    effects = changes(box, passive.effects)
    if passive.type:
        return msg("prestige.text.when.typed", type=PieceRef(f"type-{passive.type}"), effects=effects)
    return msg(f"prestige.text.when.{passive.when}", effects=effects)


def _unique(box: PrestigeBox, unique: Unique) -> Msg:
    effects = changes(box, unique.effects)
    if not unique.pay:
        return msg("prestige.text.unique_free", effects=effects)
    return msg("prestige.text.unique", pay=changes(box, unique.pay, -1), effects=effects)


def _event(box: PrestigeBox, event: Happening) -> Iterator[Msg]:
    for key, least in event.cancel_if.items():
        yield msg("prestige.text.cancel", what=what(key), least=least)
    if event.effects:
        yield msg("prestige.text.event", effects=changes(box, event.effects))
    if event.destroy:
        yield from _destroys(event.destroy)
    if event.discard_unit:
        yield msg("prestige.text.discard_unit", count=event.discard_unit)
    if event.text:
        yield msg("prestige.text.own", text=event.text)


def _destroys(destroy: Destroy) -> Iterator[Msg]:
    if destroy.match in ("any", "tribal_center"):
        yield msg(f"prestige.text.destroy.{destroy.match}", count=destroy.count)
    else:
        yield msg("prestige.text.destroy.type", count=destroy.count, type=PieceRef(f"type-{destroy.match}"))
    if destroy.protect:
        yield msg(f"prestige.text.protect.{destroy.protect}")
