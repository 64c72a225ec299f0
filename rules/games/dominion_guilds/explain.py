"""Why a reply is not on offer."""

from __future__ import annotations

from collections import Counter

from rules.core.asks import Ask
from rules.core.commands import Amount, Picked, Reply
from rules.core.errors import RuleError
from rules.core.value import Arg, Choice, Msg, PieceRef, SeatRef, Word, msg
from rules.games.dominion_guilds.data import ACTION, TREASURE, DominionBox
from rules.games.dominion_guilds.known import could_be
from rules.games.dominion_guilds.model import HAND, Table

FROM_HAND = (
    "dominion_guilds.act",
    "dominion_guilds.treasures",
    "dominion_guilds.throne_room",
    "dominion_guilds.trash.may",
    "dominion_guilds.trash.must",
    "dominion_guilds.chapel",
    "dominion_guilds.plaza",
    "dominion_guilds.bureaucrat",
    "dominion_guilds.taxman",
)
FROM_SUPPLY = (
    "dominion_guilds.buy",
    "dominion_guilds.gain",
    "dominion_guilds.keep",
    "dominion_guilds.keep.more",
)
TREASURES = "dominion_guilds.treasures"
TOKENS = ("dominion_guilds.spend", "dominion_guilds.spend.how_many", "dominion_guilds.butcher.pay")


def explain(box: DominionBox, table: Table, ask: Ask, reply: Reply) -> RuleError | None:
    """Say why a reply is not on offer, where there is a better reason than that."""
    reason = why(box, table, ask, reply)
    return RuleError(reason.key, **dict(reason.args)) if reason else None


def why(box: DominionBox, table: Table, ask: Ask, reply: Reply) -> Msg | None:
    """Give the reason as a message."""
    if isinstance(reply, Amount):
        return _why_amount(table, ask, reply.value)
    if not isinstance(reply, Picked):
        return None
    found = (_why_choice(box, table, ask, choice) for choice in reply.choices)
    reason = next((reason for reason in found if reason is not None), None)
    return reason or (_why_so_many(table, ask, reply) if ask.id.key in FROM_HAND else None)


def _why_amount(table: Table, ask: Ask, value: int) -> Msg | None:
    if ask.id.key == "dominion_guilds.overpay":
        if value <= 0:
            return msg("dominion_guilds.no.overpay_nothing")
        return msg("dominion_guilds.no.overpay_coins", count=value, coins=table.now.coins)
    if ask.id.key in TOKENS and value > 0:
        return msg("dominion_guilds.no.tokens", count=value, tokens=table.seats[ask.id.seat].tokens)
    if ask.id.key == "dominion_guilds.coins" and value > 0:
        return msg("dominion_guilds.no.sum", count=value)
    return None


def _why_choice(box: DominionBox, table: Table, ask: Ask, choice: Choice) -> Msg | None:
    if choice == Word("dominion_guilds.buy.spend"):
        has_any = table.seats[ask.id.seat].tokens > 0
        spent = "dominion_guilds.no.spend_bought" if has_any else "dominion_guilds.no.no_tokens"
        return msg(spent)
    if not isinstance(choice, PieceRef) or choice.id not in box.cards:
        return None
    if choice.id not in table.kinds and ask.id.key != "dominion_guilds.kingdom.pick":
        return msg("dominion_guilds.no.not_in_game", card=choice)
    if ask.id.key in FROM_SUPPLY:
        return _why_not_from_supply(box, table, ask, choice)
    if ask.id.key in FROM_HAND:
        return _why_not_from_hand(box, table, ask, choice)
    return None


def _why_not_from_supply(box: DominionBox, table: Table, ask: Ask, card: PieceRef) -> Msg | None:
    if not table.left(card.id):
        return msg("dominion_guilds.no.empty", card=card)
    if ask.id.key == "dominion_guilds.buy" and box.cost(card.id) > table.now.coins:
        return msg("dominion_guilds.no.coins", card=card, cost=box.cost(card.id), coins=table.now.coins)
    if ask.id.key == "dominion_guilds.gain" and card not in getattr(ask, "options", ()):
        return msg("dominion_guilds.no.gain", card=card, cost=box.cost(card.id))
    return None


def _why_not_from_hand(box: DominionBox, table: Table, ask: Ask, card: PieceRef) -> Msg | None:
    seat, kind = ask.id.seat, box.cards[card.id]
    if ask.id.key in ("dominion_guilds.act", "dominion_guilds.throne_room") and not kind.is_a(ACTION):
        return msg("dominion_guilds.no.no_action", card=card)
    if ask.id.key == TREASURES and not kind.is_a(TREASURE):
        return msg("dominion_guilds.no.no_treasure", card=card)
    if not could_be(table, seat, HAND).get(card.id):
        return msg(
            "dominion_guilds.no.not_in_hand", who=SeatRef(seat), card=card, count=table.owns(seat, card.id)
        )
    return None


def _why_so_many(table: Table, ask: Ask, reply: Picked) -> Msg | None:
    """Say that more cards of a kind were named than somebody can hold."""
    there = could_be(table, ask.id.seat, HAND)
    named = Counter(choice.id for choice in reply.choices if isinstance(choice, PieceRef))
    for kind, count in named.items():
        if count > (most := there.get(kind, 0)):
            args: dict[str, Arg] = {"who": SeatRef(ask.id.seat), "card": PieceRef(kind), "read": count}
            return msg("dominion_guilds.no.so_many", **args, count=most)
    return None
