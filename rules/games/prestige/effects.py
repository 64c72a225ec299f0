"""What a newly placed card does. Cards that were there already never fire again, except as passives say."""

from __future__ import annotations

from rules.core.desk import Script
from rules.core.grid import neighbours
from rules.core.value import Arg, Cell, PieceRef, msg
from rules.games.prestige.data import CENTER, Card
from rules.games.prestige.desk import PrestigeDesk
from rules.games.prestige.placing import enclosed, of_type

PLACED, INVADED = "card_placed", "invader_drawn"


def resolve_city_card(desk: PrestigeDesk, seat: int, card: Card, cell: Cell) -> Script[None]:
    """Resolve a card just placed in the city: itself, its neighbours, its walls, then active units."""
    why = PieceRef(card.id)
    desk.apply(card.effects, why)
    _resolve_adjacency(desk, card, cell)
    _resolve_walls(desk, card, cell)
    fire_passives(desk, PLACED, card.types)
    yield from settle_by_hand(desk, seat, card.id, card.text, by_hand=card.by_hand)


def resolve_unit(desk: PrestigeDesk, seat: int, card: Card) -> Script[None]:
    """Resolve a unit just placed; its own passive answers only to what comes after it."""
    desk.apply(card.effects, PieceRef(card.id))
    fire_passives(desk, PLACED, card.types, but=card.id)
    yield from settle_by_hand(desk, seat, card.id, card.text, by_hand=card.by_hand)


def _resolve_adjacency(desk: PrestigeDesk, card: Card, cell: Cell) -> None:
    """Apply each clause once if a face-up card of its type lies on its side, or on any side."""
    near = {side: _type_at(desk, at) for side, at in neighbours(cell)}
    for clause in card.adjacency:
        sides = near if clause.side == "any" else (clause.side,)
        if any(clause.type in near[side] for side in sides):
            kind = PieceRef(f"type-{clause.type}")
            desk.apply(clause.effects, msg("prestige.why.adjacent", card=PieceRef(card.id), type=kind))


def _type_at(desk: PrestigeDesk, cell: Cell) -> tuple[str, ...]:
    spot = next((spot for spot in desk.table.city if spot.cell == cell), None)
    if spot is None or not spot.is_up or spot.piece == CENTER:
        return ()
    return desk.box.cards[spot.piece].types


def _resolve_walls(desk: PrestigeDesk, card: Card, cell: Cell) -> None:
    """Apply each clause as often as cards of its type lie between this wall and the next ones."""
    for clause in card.between_walls:
        count = sum(1 for _ in of_type(desk.box, enclosed(desk.box, desk.table, cell), clause.type))
        why: Arg = msg("prestige.why.walls", card=PieceRef(card.id), count=count)
        desk.apply(clause.each, why, count)


def fire_passives(desk: PrestigeDesk, moment: str, types: tuple[str, ...] = (), but: str = "") -> None:
    """Apply what active units do at such a moment, in the order in which they were placed."""
    for unit in desk.table.units:
        passive = desk.box.cards[unit].passive
        if unit == but or passive is None or passive.when != moment:
            continue
        if not passive.type or passive.type in types:
            desk.apply(passive.effects, PieceRef(unit))


def settle_by_hand(desk: PrestigeDesk, seat: int, piece: str, text: str, *, by_hand: bool) -> Script[None]:
    """Let people carry out, by corrections, what the data do not tell; if the seat leaves, the next one says so."""
    if not by_hand:
        return
    args: dict[str, Arg] = {"card": PieceRef(piece)}
    key = "prestige.by_hand_text" if text else "prestige.by_hand"
    yield from desk.confirm(seat, key, args={**args, "text": text} if text else args)
    if not desk.is_here(seat):
        yield from settle_by_hand(desk, desk.table.next_seat(seat), piece, text, by_hand=True)
