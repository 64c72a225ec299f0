"""Where a card may be placed, what it takes, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules.core.asks import PlaceGroup
from rules.core.grid import between, nearest, neighbours, step
from rules.core.value import Cell, Msg, PieceRef, msg
from rules.games.prestige.claims import could_hold, refusal
from rules.games.prestige.data import CENTER, WALL, WATER, Card, PrestigeBox
from rules.games.prestige.model import Spot, Table

UP, DOWN = "above", "below"
REACH = {"standard": ("left", "right"), "below": (DOWN,), "above": (UP,), "water": ("left", "right")}
"""On which sides of a card in play each kind of card may go."""
EVERY_SIDE = ("left", "right", UP, DOWN)


def types_in_play(box: PrestigeBox, table: Table) -> Counter[str]:
    """Count the types of the face-up cards of the city and of the active units."""
    cards = box.cards
    lying = [spot.piece for spot in table.city if spot.is_up and spot.piece != CENTER]
    return Counter(kind for piece in (*lying, *table.units) for kind in cards[piece].types)


def of_type(box: PrestigeBox, spots: Iterable[Spot], kind: str) -> Iterator[Spot]:
    """Yield the face-up cards of a type."""
    for spot in spots:
        if spot.is_up and spot.piece != CENTER and kind in box.cards[spot.piece].types:
            yield spot


def waters(box: PrestigeBox, table: Table) -> tuple[Cell, ...]:
    """Return the cells of the face-up Water Cards."""
    lying = (spot for spot in table.city if spot.is_up and spot.piece != CENTER)
    return tuple(spot.cell for spot in lying if box.cards[spot.piece].is_water)


def openings(box: PrestigeBox, table: Table) -> dict[str, tuple[Cell, ...]]:
    """Return the cells open to each kind of placement, row by row."""
    lying = {spot.cell: spot for spot in table.city}
    ruins = [spot.cell for spot in table.city if not spot.is_up]
    covers = [spot.cell for spot in table.city if not spot.is_up and spot.piece != CENTER]
    shut = dict.fromkeys(near for cell in ruins for _, near in neighbours(cell))
    found: dict[str, tuple[Cell, ...]] = {}
    for placement, sides in REACH.items():
        reach = [step(cell, side) for cell in lying for side in sides]
        if placement == WATER:
            reach += [near for cell in waters(box, table) for _, near in neighbours(cell)]
        free = [cell for cell in dict.fromkeys(reach) if cell not in lying and cell not in shut]
        found[placement] = tuple(sorted((*free, *covers), key=lambda cell: (cell.y, cell.x)))
    return found


def lacks(card: Card, coffers: int, types: Counter[str]) -> bool:
    """Tell whether the city cannot pay for a card or does not meet its needs."""
    return card.cost > coffers or any(types[need.type] < need.count for need in card.needs)


def playable(box: PrestigeBox, table: Table, seat: int) -> tuple[str, ...]:
    """Name the cards that a seat may hold and could pay for, and whose needs are met."""
    cards, types = box.cards, types_in_play(box, table)
    held = could_hold(box, table, seat)
    return tuple(piece for piece in held if not lacks(cards[piece], table.coffers, types))


def groups(box: PrestigeBox, table: Table, seat: int) -> Iterator[PlaceGroup]:
    """Yield the City Cards that may be placed in the city, with their cells."""
    sorted_by: dict[str, list[str]] = {placement: [] for placement in REACH}
    for piece in playable(box, table, seat):
        if (placement := box.cards[piece].placement) in sorted_by:
            sorted_by[placement].append(piece)
    cells = openings(box, table)
    for placement, pieces in sorted_by.items():
        yield PlaceGroup(tuple(pieces), cells[placement])


def units(box: PrestigeBox, table: Table, seat: int) -> tuple[str, ...]:
    """Name the units that a seat may play."""
    return tuple(piece for piece in playable(box, table, seat) if box.cards[piece].is_unit)


def can_place(box: PrestigeBox, table: Table, seat: int) -> bool:
    """Tell whether a seat could place a card in the city; no city is ever without an open cell for one."""
    return any(group.pieces and group.cells for group in groups(box, table, seat))


def why_not(box: PrestigeBox, table: Table, seat: int, piece: str, cell: Cell | None) -> Msg | None:
    """Say why a seat may not place a card there, or at all; None where it may."""
    if reason := refusal(box, table, seat, piece) or why_unaffordable(box, table, piece):
        return reason
    if cell is None:
        return None
    if box.cards[piece].is_unit:
        return msg("prestige.no.unit_in_city", card=PieceRef(piece))
    return _why_not_there(box, table, piece, cell)


def why_unaffordable(box: PrestigeBox, table: Table, piece: str) -> Msg | None:
    """Say what the coffers or the city lack for a card."""
    card, types = box.cards[piece], types_in_play(box, table)
    if card.cost > table.coffers:
        return msg("prestige.no.coins", card=PieceRef(piece), cost=card.cost, coffers=table.coffers)
    for need in card.needs:
        if types[need.type] < need.count:
            kind = PieceRef(f"type-{need.type}")
            return msg(
                "prestige.no.need", card=PieceRef(piece), type=kind, needs=need.count, has=types[need.type]
            )
    return None


def _why_not_there(box: PrestigeBox, table: Table, piece: str, cell: Cell) -> Msg | None:
    placement = box.cards[piece].placement
    if cell in openings(box, table)[placement]:
        return None
    there = next((spot for spot in table.city if spot.cell == cell), None)
    if there is not None:
        key = "prestige.no.center" if there.piece == CENTER else "prestige.no.taken"
        return msg(key, card=PieceRef(piece), other=PieceRef(there.piece))
    near = [spot for _, at in neighbours(cell) for spot in table.city if spot.cell == at]
    for spot in near:
        if not spot.is_up:
            return msg("prestige.no.ruin", other=PieceRef(spot.piece))
    return msg(f"prestige.no.place.{placement}", card=PieceRef(piece))


def walls(box: PrestigeBox, table: Table) -> tuple[Cell, ...]:
    """Return the cells of the face-up walls."""
    return tuple(spot.cell for spot in of_type(box, table.city, WALL))


def next_walls(box: PrestigeBox, table: Table, cell: Cell) -> Iterator[Cell]:
    """Yield the nearest face-up wall in each direction; gaps in the line do not matter."""
    among = walls(box, table)
    for side in EVERY_SIDE:
        if (wall := nearest(cell, side, among)) is not None:
            yield wall


def enclosed(box: PrestigeBox, table: Table, cell: Cell) -> Sequence[Spot]:
    """Return the cards between a wall on this cell and the nearest wall in each direction."""
    inside = [at for wall in next_walls(box, table, cell) for at in between(cell, wall)]
    return [spot for spot in table.city if spot.cell in inside]


def is_between_walls(box: PrestigeBox, table: Table, cell: Cell) -> bool:
    """Tell whether a cell lies between two face-up walls of its row or of its column."""
    among = walls(box, table)
    along = {side: nearest(cell, side, among) for side in EVERY_SIDE}
    row = along["left"] is not None and along["right"] is not None
    return row or (along[UP] is not None and along[DOWN] is not None)
