"""Drawing Event Cards and resolving them."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.desk import Script
from rules.core.grid import neighbours
from rules.core.picture import Text, named
from rules.core.value import TABLE, Choice, PieceRef, msg
from rules.games.prestige.data import (
    CENTER,
    COINS,
    DECKS,
    GAINED,
    INVADER,
    TRIBAL_CENTER,
    Destroy,
    Happening,
    PrestigeBox,
)
from rules.games.prestige.describe import what
from rules.games.prestige.desk import PrestigeDesk
from rules.games.prestige.effects import INVADED, fire_passives, settle_by_hand
from rules.games.prestige.model import SCOREKEEPER, Spot, Table
from rules.games.prestige.placing import is_between_walls, of_type, walls, waters


def always() -> bool:
    """Say that what was called for is due, whatever hands set meanwhile."""
    return True


def draw_event(desk: PrestigeDesk, seat: int, deck: str, is_due: Callable[[], bool] = always) -> Script[bool]:
    """Draw an Event Card and resolve it; needing one from an empty pile loses, but for Favor Gained.

    False where hands have set, while its name was asked for, that none is due.
    """
    desk.in_favor = deck == GAINED
    piece = yield from take_event(desk, deck, is_due)
    if piece:
        yield from resolve_event(desk, seat, desk.box.events[piece])
    desk.in_favor = False
    if deck == GAINED:
        desk.check_favor()
    return bool(piece) or is_due()


def take_event(desk: PrestigeDesk, deck: str, is_due: Callable[[], bool] = always) -> Script[str]:
    """Take the top card of a pile, and return it where it is known."""
    at = DECKS.index(deck)
    if not desk.table.events[at].left:
        if deck == GAINED:
            return ""
        desk.lose(f"prestige.loss.{deck}")
    piece = yield from _name_event(desk, at, is_due)
    if desk.table.events[at].left and is_due():
        desk.take_event(deck, piece)
    return piece


def _name_event(desk: PrestigeDesk, at: int, is_due: Callable[[], bool]) -> Script[str]:
    pile = desk.table.events[at]
    if desk.table.digital:
        return pile.order[0] if pile.order else ""
    if desk.table.level == SCOREKEEPER:
        return ""
    deck = DECKS[at]

    def build() -> list[Choice]:
        drawn = desk.table.events[at].drawn
        return [PieceRef(piece) for piece in desk.box.by_deck[deck] if piece not in drawn and is_due()]

    key = f"prestige.event.{deck}"
    choice = yield from desk.one(TABLE, key, build, chance="seen", trusted=True, view="events")
    return choice.id if isinstance(choice, PieceRef) else ""


def resolve_event(desk: PrestigeDesk, seat: int, event: Happening) -> Script[None]:
    """Resolve an event: passives first, then whether it is turned away, then what it does in turn."""
    if event.deck == INVADER:
        fire_passives(desk, INVADED)
    if is_cancelled(desk.box, desk.table, event):
        desk.tell("prestige.event.cancelled", card=PieceRef(event.id), held=_held(desk, event))
        return
    desk.apply(event.effects, PieceRef(event.id))
    if event.destroy:
        yield from _destroy(desk, seat, event, event.destroy)
    yield from lose_units(desk, seat, event.discard_unit)
    yield from settle_by_hand(desk, seat, event.id, event.text, by_hand=event.by_hand)


def _held(desk: PrestigeDesk, event: Happening) -> Text:
    """Say what turns an event away, as it stands now: a passive may have raised it a moment ago."""
    now = values(desk.box, desk.table)
    return named(msg("prestige.event.held", what=what(key), value=now[key]) for key in event.cancel_if)


def is_cancelled(box: PrestigeBox, table: Table, event: Happening) -> bool:
    """Tell whether the tracks turn the event away."""
    now = values(box, table)
    return bool(event.cancel_if) and all(now[key] >= least for key, least in event.cancel_if.items())


def values(box: PrestigeBox, table: Table) -> dict[str, int]:
    """Return where every marker stands, and what is in the coffers."""
    return {track.id: value for track, value in zip(box.tracks, table.tracks, strict=True)} | {
        COINS: table.coffers
    }


def _destroy(desk: PrestigeDesk, seat: int, event: Happening, destroy: Destroy) -> Script[None]:
    for nth in range(destroy.count):

        def build() -> list[Choice]:
            return [PieceRef(spot.piece) for spot in targets(desk.box, desk.table, destroy)]

        card = msg("prestige.why.event", card=PieceRef(event.id))
        choice = yield from desk.decide(seat, "prestige.destroy", build, view="city", args={"why": card})
        if not isinstance(choice, PieceRef):
            desk.tell("prestige.event.no_more" if nth else "prestige.event.spared", card=PieceRef(event.id))
            return
        desk.destroy(choice.id)


def targets(box: PrestigeBox, table: Table, destroy: Destroy) -> list[Spot]:
    """Return the face-up cards of the city that an event may destroy.

    The Tribal Center is struck only by events that name it.
    """
    if destroy.match == TRIBAL_CENTER:
        found = [spot for spot in table.city if spot.piece == CENTER and spot.is_up]
    elif destroy.match == "any":
        found = [spot for spot in table.city if spot.piece != CENTER and spot.is_up]
    else:
        found = list(of_type(box, table.city, destroy.match))
    return [spot for spot in found if not is_protected(box, table, spot, destroy.protect)]


def is_protected(box: PrestigeBox, table: Table, spot: Spot, protect: str) -> bool:
    """Tell whether a card is safe from an event."""
    match protect:
        case "between_walls":
            return is_between_walls(box, table, spot.cell)
        case "any_wall_in_play":
            return bool(walls(box, table))
        case "adjacent_water":
            wet = waters(box, table)
            return any(cell in wet for _, cell in neighbours(spot.cell))
        case _:
            return False


def lose_units(
    desk: PrestigeDesk, seat: int, count: int, is_due: Callable[[], bool] = always
) -> Script[None]:
    """Let a seat choose active units to discard, as many as there are, unless hands set that none is due."""

    def build() -> list[Choice]:
        return units_of(desk) if is_due() else []

    for _ in range(count):
        choice = yield from desk.decide(seat, "prestige.unit.lose", build, view="card")
        if isinstance(choice, PieceRef):
            desk.discard_unit(choice.id)


def units_of(desk: PrestigeDesk) -> list[Choice]:
    """Offer the active units."""
    return [PieceRef(unit) for unit in desk.table.units]
