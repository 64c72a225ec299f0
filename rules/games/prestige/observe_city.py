"""Reads the city: a new card, a card turned over, and everything that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules.core.asks import Ask, One
from rules.core.commands import Put
from rules.core.grid import neighbours
from rules.core.sighting import Ambiguous, Move, Moves, Observation, Reading, Seen, Sighting, Wait
from rules.core.value import Arg, Cell, Msg, PieceRef, msg
from rules.games.prestige.claims import lying_open, may_lie_open
from rules.games.prestige.data import CENTER
from rules.games.prestige.joining import as_it_lies
from rules.games.prestige.model import Spot, Table
from rules.games.prestige.observe_piles import as_top, read_beside
from rules.games.prestige.observer import Observer, act, either, lay, move, pick, refuse, then, whole
from rules.games.prestige.placing import why_not
from rules.games.prestige.views import lies_in

ORIGIN = Cell(0, 0)
"""Where the Tribal Center lies."""

REACH = 2
"""Steps from one card of the city to the next where the one between them was not read."""

HALF = 2
"""Quarter turns of a card that lies upside down."""

FRESH = 1
"""Turns after which a destroyed card that shows its face has been restored rather than forgotten."""

FEW = 2
"""Up to so many changes, one of them is the move more likely than that all were missed; and up to so many cards are
moved rather than all pushed."""


@dataclass(slots=True)
class Differences:
    """How the picture differs from the city that is known."""

    new: list[tuple[str, Cell]] = field(default_factory=list)
    apart: list[tuple[str, Cell]] = field(default_factory=list)
    """What is new as well, and lies as far from the city as piles and Units do."""
    moved: list[tuple[str, Cell]] = field(default_factory=list)
    raised: list[Spot] = field(default_factory=list)
    felled: list[Spot] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Count the changes of which one turn may bring one."""
        return len(self.new) + len(self.raised) + len(self.felled)


def read_city(observer: Observer, sighting: Sighting) -> Observation:
    """Read the city as the one change that a turn may bring."""
    if ask := observer.ask("prestige.final.city"):
        return _read_all(observer, ask, sighting)
    found = compare(observer, sighting)
    if found is None:
        return Wait(msg("prestige.see.shifted"))
    if _is_center_turned(observer.table, sighting, found):
        return refuse(msg("prestige.see.center_turned", card=PieceRef(CENTER)))
    if found.moved:
        return _read_moved(observer, found.moved)
    if found.odd:
        return refuse(msg("prestige.see.odd", card=PieceRef(found.odd[0])))
    return _read_change(observer, found) if found.count else _read_beside(observer, found, sighting.unsure)


def _read_change(observer: Observer, found: Differences) -> Observation:
    if found.count > 1:
        return _read_several(observer, found, found.new)
    if found.new:
        return _read_new(observer, *found.new[0])
    if found.raised:
        return _read_raised(observer, found.raised[0])
    return _read_felled(observer, found.felled[0])


def _read_beside(observer: Observer, found: Differences, unsure: Iterable[str]) -> Observation:
    """Read what is new beside the city, where nothing in it has changed; a Unit may lie there as it likes."""
    beside = dict.fromkeys((*(piece for piece, _ in found.apart), *unsure))
    if units := [piece for piece in beside if _is_new_unit(observer, piece)]:
        return read_beside(observer, units)
    return _read_apart(observer, found) if found.apart else _read_missing(observer, found)


def _is_new_unit(observer: Observer, piece: str) -> bool:
    return observer.is_unit(piece) and piece not in lying_open(observer.table)


def _read_apart(observer: Observer, found: Differences) -> Observation:
    """Read cards that lie apart from the city: one may be the open pile's top, and no card that was placed."""
    if len(found.apart) > 1:
        return _read_several(observer, found, found.apart)
    (piece, cell), seat = found.apart[0], _seat(observer)
    if seat is not None and observer.ask("prestige.top") is None and may_lie_open(observer.table):
        return Wait(why_not(observer.box, observer.table, seat, piece, cell))
    return _read_new(observer, piece, cell)


def _read_all(observer: Observer, ask: Ask, sighting: Sighting) -> Observation:
    if any(lies_in(observer.box, sighting.view, piece) for piece in sighting.unsure):
        return Wait()
    lying = (*sighting.seen, *sighting.earlier)
    seen = [each for each in lying if each.piece in observer.box.cards and not observer.is_unit(each.piece)]
    joined = _joined(lying)
    apart = [each.piece for each in seen if each.cell is not None and each.cell not in joined]
    if not apart:
        return whole(observer, ask, (each.piece for each in seen))
    inside = [PieceRef(each.piece) for each in seen if each.piece not in apart]
    text = msg("prestige.see.apart", inside=len(inside), card=PieceRef(apart[0]), count=len(apart))
    together = msg("prestige.see.all", count=len(seen)), pick(*(PieceRef(each.piece) for each in seen))
    return either(observer, ask, (text, pick(*inside)), together)


def _joined(lying: tuple[Seen, ...]) -> set[Cell]:
    """Return the cells of the city: those reached from the Tribal Center over cards, or over one that was not read.

    A draw pile or the discards lie farther away. Without the Center in sight, every cell is the city's.
    """
    if all(each.piece != CENTER for each in lying):
        return {each.cell for each in lying if each.cell is not None}
    return _reached({ORIGIN}, lying)


def _reached(joined: set[Cell], lying: Iterable[Seen], reach: int = REACH) -> set[Cell]:
    """Add the cells that are reached from some over cards, in steps that may pass over what was not read."""
    cells, edge = {each.cell for each in lying if each.cell is not None}, list(joined)
    while edge:
        at = edge.pop()
        near = {cell for cell in cells - joined if abs(cell.x - at.x) + abs(cell.y - at.y) <= reach}
        joined |= near
        edge += near
    return joined


def compare(observer: Observer, sighting: Sighting) -> Differences | None:
    """Compare a picture with the city; None where the lattice itself is wrong.

    What lies apart are the piles beside it: no change where there is one in the city.
    """
    found = Differences()
    city = {spot.cell for spot in observer.table.city}
    built = [seen for seen in sighting.seen if not observer.is_unit(seen.piece)]
    near, joined = _reached(set(city), built, reach=1), _reached(set(city), built)
    for seen in sighting.seen:
        if seen.cell is None or _lies_beside(observer, seen, near):
            continue
        if seen.piece == CENTER and seen.cell != ORIGIN:
            return None
        _sort_in(observer, found, seen, seen.cell)
    # A Unit is never placed in the city, however near it lies.
    found.apart = [
        (piece, cell) for piece, cell in found.new if cell not in joined or observer.is_unit(piece)
    ]
    found.new = [each for each in found.new if each not in found.apart]
    return found


def _lies_beside(observer: Observer, seen: Seen, near: set[Cell]) -> bool:
    """Tell whether a card certainly belongs beside the city: an active Unit, or what is known of piles and touches no card."""
    table, piece = observer.table, seen.piece
    is_pile = piece in observer.box.backs or (piece in lying_open(table) and table.find(piece) is None)
    return piece in table.units or (seen.cell not in near and is_pile)


def _sort_in(observer: Observer, found: Differences, seen: Seen, cell: Cell) -> None:
    piece, table = seen.piece, observer.table
    here = next((spot for spot in table.city if spot.cell == cell), None)
    if piece in observer.box.backs:
        _sort_back(observer, found, piece, here)
        return
    if piece not in observer.box.cards:
        return
    found.seen.append(piece)
    spot = table.find(piece)
    if spot is None:
        covered = any(piece in other.under for other in table.city)
        if covered:
            found.odd.append(piece)
        else:
            found.new.append((piece, cell))
    elif spot.cell != cell:
        found.moved.append((piece, cell))
    elif not spot.is_up:
        found.raised.append(spot)


def _sort_back(observer: Observer, found: Differences, back: str, here: Spot | None) -> None:
    """Take a back for the card that lies there, if it is of its tribe."""
    if (
        here is None
        or here.piece == CENTER
        or observer.box.cards[here.piece].tribe != observer.box.backs[back]
    ):
        found.odd.append(back)
    elif here.is_up:
        found.felled.append(here)


def _is_center_turned(table: Table, sighting: Sighting, found: Differences) -> bool:
    """Tell whether the Tribal Center, which says where left and above are, lies the other way round than all cards.

    A city that has grown so and fits what is known is left in peace.
    """
    turns = [each.turn for each in sighting.seen if each.piece in found.seen and each.cell is not None]
    is_turned = len(turns) > 1 and set(turns) == {HALF}
    is_there = any(each.piece == CENTER and each.cell == ORIGIN for each in sighting.seen)
    return is_turned and is_there and (bool(found.moved) or len(table.city) <= FEW)


def _read_moved(observer: Observer, moved: list[tuple[str, Cell]]) -> Observation:
    """Ask whether a card was moved after it was placed; where many were, the Tribal Center was pushed instead."""
    piece, cell = moved[0]
    readings = as_it_lies(observer.box, observer.table, moved, (), ()) if len(moved) <= FEW else ()
    return refuse(msg("prestige.see.moved", card=PieceRef(piece), x=cell.x, y=cell.y), *readings)


def _read_several(observer: Observer, found: Differences, new: list[tuple[str, Cell]]) -> Observation:
    """Never take several changes for one move: ask which of them it was, or whether all were missed."""
    placed: list[Reading] = []
    tops: list[Reading] = []
    for piece, cell in new:
        moves, seat = lay(observer, Put(piece, cell)), _seat(observer)
        if moves and seat is not None and why_not(observer.box, observer.table, seat, piece, cell) is None:
            placed.append(Reading(_placed(observer.table, piece, cell), moves))
        else:
            tops += as_top(observer, piece)
    missed = as_it_lies(observer.box, observer.table, new, found.raised, found.felled)
    count = len(new) + len(found.raised) + len(found.felled)
    single = [*placed, *_turned(observer, found)]
    readings = [*missed, *single] if count > FEW else [*single, *missed]
    return refuse(msg("prestige.see.several", count=count), *readings, *tops)


def _turned(observer: Observer, found: Differences) -> Iterator[Reading]:
    """Offer each card that was turned over as the one that is restored, or destroyed."""
    for spot in found.raised:
        if moves := _restored(observer, spot):
            yield Reading(msg("prestige.see.restored", card=PieceRef(spot.piece)), moves)
    for spot in found.felled:
        yield from _as_destroyed(observer, spot.piece)


def _as_destroyed(observer: Observer, piece: str) -> tuple[Reading, ...]:
    """Offer a card as the one that is destroyed; nothing where it cannot be."""
    ask, card = observer.ask("prestige.destroy"), PieceRef(piece)
    if not isinstance(ask, One) or card not in ask.options:
        return ()
    return (Reading(msg("prestige.see.turned", card=card), (move(ask, pick(card)),)),)


def _seat(observer: Observer) -> int | None:
    ask = observer.ask("prestige.place", "prestige.action")
    return ask.id.seat if ask else None


def _read_new(observer: Observer, piece: str, cell: Cell) -> Observation:
    seat, moves = _seat(observer), lay(observer, Put(piece, cell))
    if seat is None:
        return Wait(msg("prestige.see.too_early", card=PieceRef(piece)))
    reason = why_not(observer.box, observer.table, seat, piece, cell)
    if reason is None and moves is None:
        reason = msg("prestige.see.too_early", card=PieceRef(piece))
    if reason is None and moves is not None:
        return Moves(moves)
    likely = (*_other_cells(observer, seat, piece, cell), *as_top(observer, piece))
    return refuse(reason or msg("prestige.see.nothing"), *likely)


def _other_cells(observer: Observer, seat: int, piece: str, cell: Cell) -> list[Reading]:
    """Offer the cells next to the one that was read, where the card would be legal."""
    found = []
    for _, near in neighbours(cell):
        moves = lay(observer, Put(piece, near))
        if moves and why_not(observer.box, observer.table, seat, piece, near) is None:
            found.append(Reading(_placed(observer.table, piece, near), moves))
    return found


def _placed(table: Table, piece: str, cell: Cell) -> Msg:
    """Say where a card was placed: by the card beside it, for nobody at a table counts columns."""
    lying = {spot.cell: spot.piece for spot in table.city}
    args: dict[str, Arg] = {"card": PieceRef(piece), "x": cell.x, "y": cell.y}
    for side, near in neighbours(cell):
        if near in lying:
            told = msg(f"prestige.see.placed.{side}", card=PieceRef(piece), other=PieceRef(lying[near]))
            return msg("prestige.see.placed", **args, told=told)
    return msg("prestige.see.placed", **args)


def _read_raised(observer: Observer, spot: Spot) -> Observation:
    """Read a destroyed card that shows its face as restored; one destroyed just now may be forgotten."""
    card = PieceRef(spot.piece)
    if ask := observer.ask("prestige.restore"):
        return observer.answer(ask, pick(card))
    forgotten = Reading(msg("prestige.see.still_up", card=card))
    moves = _restored(observer, spot)
    if not moves:
        return Wait(msg("prestige.see.still_up", card=card))
    if observer.table.turns - spot.down <= FRESH:
        return Ambiguous((forgotten, Reading(msg("prestige.see.restored", card=card), moves)))
    return Moves(moves)


def _restored(observer: Observer, spot: Spot) -> tuple[Move, ...]:
    """Make the moves that restore a card; none where nobody is asked for any."""
    choice = pick(PieceRef(spot.piece))
    if ask := observer.ask("prestige.restore"):
        return (move(ask, choice),)
    ask = observer.offers("restore")
    if ask is None:
        return ()
    ruins = [each for each in observer.table.city if not each.is_up]
    return (act(ask, "restore"), *((then(ask, "prestige.restore", choice),) if len(ruins) > 1 else ()))


def _read_felled(observer: Observer, spot: Spot) -> Observation:
    card = PieceRef(spot.piece)
    if ask := observer.ask("prestige.destroy"):
        return observer.answer(ask, pick(card))
    return refuse(msg("prestige.see.felled", card=card))


def _read_missing(observer: Observer, found: Differences) -> Observation:
    """While a card is to be destroyed, take the only one that cannot be read for it, but ask."""
    up = [spot.piece for spot in observer.table.city if spot.is_up and spot.piece != CENTER]
    missing = [piece for piece in up if piece not in found.seen]
    readings = _as_destroyed(observer, missing[0]) if len(missing) == 1 else ()
    return Ambiguous(readings) if readings else Wait()
