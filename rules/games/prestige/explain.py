"""Why a reply is not on offer."""

from __future__ import annotations

from rules.core.asks import Ask
from rules.core.commands import Picked, Put, Reply
from rules.core.errors import RuleError
from rules.core.value import Choice, Msg, PieceRef, Word, msg
from rules.games.prestige.actions import ruins
from rules.games.prestige.claims import refusal
from rules.games.prestige.data import CENTER, PrestigeBox
from rules.games.prestige.model import Table
from rules.games.prestige.placing import why_not


def explain(box: PrestigeBox, table: Table, ask: Ask, reply: Reply) -> RuleError | None:
    """Say why a reply is not on offer, where there is a better reason than that."""
    reason = why(box, table, ask, reply)
    return RuleError(reason.key, **dict(reason.args)) if reason else None


def why(box: PrestigeBox, table: Table, ask: Ask, reply: Reply) -> Msg | None:
    """Give the reason as a message."""
    seat, key = ask.id.seat, ask.id.key
    if isinstance(reply, Put):
        return why_not(box, table, seat, reply.piece, reply.cell) if key == "prestige.place" else None
    if not isinstance(reply, Picked):
        return None
    found = (_why_choice(box, table, seat, key, choice) for choice in reply.choices)
    reason = next((reason for reason in found if reason is not None), None)
    return reason or (_why_no_discards(table, seat, reply) if key == "prestige.discard.cards" else None)


def _why_no_discards(table: Table, seat: int, reply: Picked) -> Msg | None:
    hand = table.seats[seat].hand
    news = sum(isinstance(card, PieceRef) and card.id not in hand.known for card in reply.choices)
    return msg("prestige.no.hand_full", count=news, hidden=hand.hidden) if news > hand.hidden else None


def _why_choice(box: PrestigeBox, table: Table, seat: int, key: str, choice: Choice) -> Msg | None:
    match key, choice:
        case "prestige.action", Word(key=word):
            return _why_no_action(table, seat, word.rpartition(".")[2])
        case "prestige.unit", PieceRef(id=piece):
            return _why_no_unit(box, table, seat, piece)
        case "prestige.discard.cards", PieceRef(id=piece):
            return refusal(box, table, seat, piece)
        case "prestige.destroy", PieceRef(id=piece):
            return _why_spared(table, piece)
        case "prestige.restore", PieceRef(id=piece):
            return msg("prestige.no.ruin_there", card=choice) if piece not in ruins(table) else None
        case _, PieceRef(id=piece) if key.startswith("prestige.event."):
            return _why_no_event(box, key.rpartition(".")[2], piece)
        case _:
            return None


def _why_no_action(table: Table, seat: int, word: str) -> Msg | None:
    if word == "restore" and not ruins(table):
        return msg("prestige.no.nothing_destroyed")
    if word in ("place", "unit", "discard", "restore") and not len(table.seats[seat].hand):
        return msg("prestige.no.hand")
    return msg(f"prestige.no.{word}") if word in ("place", "unit", "unique", "pass") else None


def _why_no_unit(box: PrestigeBox, table: Table, seat: int, piece: str) -> Msg | None:
    reason = why_not(box, table, seat, piece, None)
    return reason or msg("prestige.no.unit_card", card=PieceRef(piece))


def _why_spared(table: Table, piece: str) -> Msg:
    spot = table.find(piece)
    if piece == CENTER:
        key = "prestige.no.center_struck"
    elif spot is None:
        key = "prestige.no.not_in_city"
    elif not spot.is_up:
        key = "prestige.no.destroyed_already"
    else:
        key = "prestige.no.safe"
    return msg(key, card=PieceRef(piece))


def _why_no_event(box: PrestigeBox, deck: str, piece: str) -> Msg:
    event = box.events.get(piece)
    if event is None:
        return msg("prestige.no.event_card", card=PieceRef(piece))
    if event.deck != deck:
        return msg(f"prestige.no.deck.{deck}", card=PieceRef(piece))
    return msg("prestige.no.event_drawn", card=PieceRef(piece))
