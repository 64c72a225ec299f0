"""Reads cards held up or laid under the camera, and Event Cards just drawn."""

from __future__ import annotations

from rules.core.asks import Ask, One, Some
from rules.core.sighting import Ambiguous, Moves, Observation, Reading, Sighting, Wait
from rules.core.value import PieceRef, msg
from rules.games.prestige.data import DECKS
from rules.games.prestige.look import Look, act, move, pick, refuse, then
from rules.games.prestige.placing import why_not

SINGLE = (
    "prestige.unit",
    "prestige.unit.replace",
    "prestige.unit.lose",
    "prestige.restore",
    "prestige.destroy",
    "prestige.unique",
)
"""Questions that a single card held up answers."""


def read_cards(look: Look, sighting: Sighting) -> Observation:
    """Read what is shown as the answer to the open question that it fits."""
    pieces = tuple(dict.fromkeys(seen.piece for seen in sighting.seen))
    cards = tuple(piece for piece in pieces if piece in look.box.cards)
    if ask := look.ask("prestige.reveal"):
        return _read_tribes(look, ask, tuple(piece for piece in pieces if piece.startswith("tribe-")))
    if ask := look.ask("prestige.final.units"):
        return _read_units(look, ask, cards)
    if not cards:
        return Wait()
    if ask := look.ask("prestige.discard.cards"):
        return _read_discards(look, ask, cards)
    ask = look.ask(*SINGLE)
    if ask and len(cards) == 1:
        return look.answer(ask, pick(PieceRef(cards[0])))
    return _read_for_action(look, cards)


def _read_units(look: Look, ask: Ask, cards: tuple[str, ...]) -> Observation:
    units = [PieceRef(card) for card in cards if look.box.cards[card].placement == "unit"]
    return look.answer(ask, pick(*units)) if units else Wait()


def _read_discards(look: Look, ask: Ask, cards: tuple[str, ...]) -> Observation:
    if isinstance(ask, Some) and len(cards) > ask.high:
        return refuse(msg("prestige.see.too_many", count=len(cards), most=ask.high))
    return look.answer(ask, pick(*map(PieceRef, cards)))


def _read_for_action(look: Look, cards: tuple[str, ...]) -> Observation:
    """Play a unit that is shown; any other card must first lie in the city."""
    ask = look.ask("prestige.action", "prestige.place")
    if ask is None or len(cards) != 1:
        return Wait()
    piece = cards[0]
    reason = why_not(look.box, look.table, ask.id.seat, piece, None)
    if reason:
        return refuse(reason)
    if look.box.cards[piece].placement == "unit" and look.offers("unit"):
        return Moves((act(ask, "unit"), then(ask, "prestige.unit", pick(PieceRef(piece)))))
    return Wait(msg("prestige.see.lay", card=PieceRef(piece)))


def _read_tribes(look: Look, ask: Ask, tribes: tuple[str, ...]) -> Observation:
    if not isinstance(ask, Some) or len(tribes) < ask.low:
        return Wait()
    if len(tribes) > ask.high:
        return refuse(msg("prestige.see.too_many", count=len(tribes), most=ask.high))
    return look.answer(ask, pick(*map(PieceRef, tribes)))


def read_events(look: Look, sighting: Sighting) -> Observation:
    """Read the Event Card that has just been drawn; those drawn earlier may still lie about."""
    drawn = [piece for pile in look.table.events for piece in pile.drawn]
    seen = dict.fromkeys(seen.piece for seen in sighting.seen if seen.piece in look.box.events)
    new = [PieceRef(piece) for piece in seen if piece not in drawn]
    ask = look.ask(*(f"prestige.event.{deck}" for deck in DECKS))
    if not isinstance(ask, One):
        return Wait(msg("prestige.see.no_event", card=new[0])) if new else Wait()
    if not new:
        return look.answer(ask, pick(PieceRef(next(iter(seen))))) if len(seen) == 1 else Wait()
    fitting = [card for card in new if card in ask.options]
    if len(new) == 1 or len(fitting) == 1:
        return look.answer(ask, pick((fitting or new)[0]))
    if not fitting:
        return look.answer(ask, pick(new[0]))
    drawn_now = [Reading(msg("prestige.see.drawn", card=card), (move(ask, pick(card)),)) for card in fitting]
    return Ambiguous(tuple(drawn_now))
