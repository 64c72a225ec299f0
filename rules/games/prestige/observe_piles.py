"""Reads the tops of the piles and the unit places."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.asks import Ask, One
from rules.core.sighting import Ambiguous, Move, Moves, Observation, Reading, Sighting, Wait
from rules.core.value import Msg, PieceRef, msg
from rules.games.prestige.claims import lying_open, may_lie_open
from rules.games.prestige.data import PILES
from rules.games.prestige.observer import Observer, act, move, pick, refuse, then
from rules.games.prestige.placing import why_not


def read_piles(observer: Observer, sighting: Sighting) -> Observation:
    """Read a new unit, a unit that has gone, or what lies on top of the piles."""
    pieces = dict.fromkeys(seen.piece for seen in sighting.seen)
    tops = [pile.top for pile in observer.table.piles if pile.top]
    # A camera above the table sees the city beside the piles; a card shown alone is meant.
    lying = lying_open(observer.table) if len(pieces) > 1 else (*observer.table.units, *tops)
    known = (*lying, *observer.on_its_way())
    new = [piece for piece in pieces if piece in observer.box.cards and piece not in known]
    asked = observer.key_of(sighting.asked)
    # Whoever shows a back plays nothing: what is new beside it may lie on the discards.
    is_for_back = asked.startswith("prestige.back.")
    if len(new) > 1 and not is_for_back:
        return refuse(msg("prestige.see.several", count=len(new)), *_readings(observer, new))
    if new and not is_for_back:
        return _read_new(observer, new[0], asked, is_alone=len(pieces) == 1)
    return _read_gone(observer, list(pieces)) or _read_backs(observer, list(pieces))


def read_beside(observer: Observer, units: list[str]) -> Observation:
    """Read units that lie beside the city and are not known to: one was just played, or is the open pile's top."""
    ask = observer.ask("prestige.unit", "prestige.action")
    if ask is None:
        return Wait()
    readings = tuple(_readings(observer, units))
    if len(units) > 1:
        return refuse(msg("prestige.see.several", count=len(units)), *readings)
    if played := to_play(observer, units[0]):
        return Ambiguous(readings) if may_lie_open(observer.table) else Moves(played)
    reason = why_not(observer.box, observer.table, ask.id.seat, units[0], None)
    return refuse(reason or msg("prestige.see.not_meant", card=PieceRef(units[0])), *readings)


def as_unit(observer: Observer, piece: str) -> tuple[Reading, ...]:
    """Offer to play a card as a unit; nothing where that is not possible now."""
    played = to_play(observer, piece)
    return (Reading(msg("prestige.see.unit", card=PieceRef(piece)), played),) if played else ()


def as_top(observer: Observer, piece: str) -> tuple[Reading, ...]:
    """Offer to name a card as the open pile's top; nothing where that is known or it cannot be."""
    shown = _shown(observer, piece)
    return (Reading(msg("prestige.see.top", card=PieceRef(piece)), shown),) if shown else ()


def to_play(observer: Observer, piece: str) -> tuple[Move, ...]:
    """Make the moves that play a unit; none where that is not possible now."""
    ask = observer.ask("prestige.unit", "prestige.action")
    if ask is None or not observer.is_unit(piece):
        return ()
    if why_not(observer.box, observer.table, ask.id.seat, piece, None):
        return ()
    if ask.id.key == "prestige.unit":
        return (move(ask, pick(PieceRef(piece))),)
    if not observer.offers("unit"):
        return ()
    return act(ask, "unit"), then(ask, "prestige.unit", pick(PieceRef(piece)))


def _shown(observer: Observer, piece: str) -> tuple[Move, ...]:
    """Make the move that names the top of the pile that lies face up; none where it is known or cannot be."""
    ask = observer.ask("prestige.top")
    fits = isinstance(ask, One) and PieceRef(piece) in ask.options
    return (move(ask, pick(PieceRef(piece))),) if ask and fits else ()


def _readings(observer: Observer, pieces: list[str]) -> Iterator[Reading]:
    for piece in pieces:
        yield from as_unit(observer, piece)
        yield from as_top(observer, piece)


def _read_new(observer: Observer, piece: str, opened_for: str, *, is_alone: bool) -> Observation:
    """Take a card for a unit just played or for a pile's top; where both fit, for what the camera was opened for.

    Where it may lie on the discards as well, people are asked.
    """
    played, shown = to_play(observer, piece), _shown(observer, piece)
    if played and shown:
        if moves := {"prestige.top": shown, "prestige.unit": played}.get(opened_for):
            return Moves(moves)
        return Ambiguous(tuple(_readings(observer, [piece])))
    if played and not is_alone and may_lie_open(observer.table):
        return Ambiguous(tuple(_readings(observer, [piece])))
    if played or shown:
        return Moves(played or shown)
    ask = observer.ask("prestige.unit", "prestige.action")
    if ask is None:
        return Wait()
    reason = why_not(observer.box, observer.table, ask.id.seat, piece, None)
    return refuse(reason or msg("prestige.see.not_meant", card=PieceRef(piece)))


def _read_gone(observer: Observer, pieces: list[str]) -> Observation | None:
    """Take the only active unit that cannot be read for the one to be discarded, but ask."""
    ask = observer.ask("prestige.unit.replace", "prestige.unit.lose")
    gone = [unit for unit in observer.table.units if unit not in pieces]
    if ask is None or len(gone) != 1:
        return None
    card = PieceRef(gone[0])
    return Ambiguous((Reading(msg("prestige.see.unit_gone", card=card), (move(ask, pick(card)),)),))


def _read_backs(observer: Observer, pieces: list[str]) -> Observation:
    """Note the tribes on the backs: certain where they are equal or the open pile tells the order."""
    backs, is_ordered = _backs(observer, pieces)
    asks = [ask for at in range(PILES) if (ask := observer.ask(f"prestige.back.{at + 1}"))]
    down = [pile for pile in observer.table.piles if pile.count and not pile.up]
    if len(backs) > len(down) or any(spot.piece in pieces for spot in observer.table.city):
        # A camera above the table sees the destroyed cards of the city too: which back is whose is open then.
        backs, is_ordered = _but_destroyed(observer, backs), False
    known = [pile.back for pile in down if pile.back]
    if is_ordered and len(backs) == len(down) == len(asks):
        return Moves(_tell(asks, backs))
    unknown = list(backs)
    for tribe in known:
        if tribe in unknown:
            unknown.remove(tribe)
    if not asks or len(backs) != len(down) or len(unknown) != len(asks):
        return Wait()
    if len(set(unknown)) == 1:
        return Moves(_tell(asks, unknown))
    orders = (unknown, unknown[::-1])
    return Ambiguous(tuple(Reading(_order(order), _tell(asks, order)) for order in orders))


def _backs(observer: Observer, pieces: list[str]) -> tuple[list[str], bool]:
    """Return the tribes on the backs from pile to pile, and whether their order is certain.

    The open pile lies at one end of the row; where its top is read, it tells which way round the picture is.
    """
    backs = [
        (at, observer.box.backs[piece]) for at, piece in enumerate(pieces) if piece in observer.box.backs
    ]
    tribes = [tribe for _, tribe in backs]
    top = next((pile.top for pile in observer.table.piles if pile.up), "")
    if not backs or top not in pieces:
        return tribes, False
    at = pieces.index(top)
    if at > backs[-1][0]:
        return tribes[::-1], True
    return tribes, at < backs[0][0]


def _but_destroyed(observer: Observer, backs: list[str]) -> list[str]:
    """Leave out a back for each destroyed card of the city."""
    left = list(backs)
    destroyed = [spot.piece for spot in observer.table.city if not spot.is_up]
    for tribe in [observer.box.cards[piece].tribe for piece in destroyed]:
        if tribe in left:
            left.remove(tribe)
    return left


def _tell(asks: list[Ask], tribes: list[str]) -> tuple[Move, ...]:
    pairs = zip(asks, tribes, strict=True)
    return tuple(move(ask, pick(PieceRef(f"tribe-{tribe}"))) for ask, tribe in pairs)


def _order(tribes: list[str]) -> Msg:
    first, *rest = (PieceRef(f"tribe-{tribe}") for tribe in tribes)
    return msg("prestige.see.backs", one=first, other=rest[0])
