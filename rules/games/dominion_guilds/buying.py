"""Buys a card: its price, what is paid beyond it, and what that brings."""

from __future__ import annotations

from rules.core.asks import Ask, Confirm, Number
from rules.core.commands import Amount
from rules.core.desk import Script
from rules.core.value import PieceRef, SeatRef
from rules.games.dominion_guilds.data import MERCHANT_GUILD
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.overpaying import OVERPAY
from rules.games.dominion_guilds.model import NEW, OLD


def may_spend(desk: DominionDesk, seat: int) -> bool:
    """Tell whether tokens may be spent: before the first buy, by the newer rules at any time."""
    table = desk.table
    return table.seats[seat].tokens > 0 and (table.switches.year == NEW or not table.now.bought)


def buy(desk: DominionDesk, seat: int, kind: str) -> Script[None]:
    """Pay for a card and gain it."""
    now, card = desk.table.now, desk.box.cards[kind]
    desk.set_now(coins=now.coins - card.cost, buys=now.buys - 1, bought=now.bought + 1)
    desk.tell("dominion_guilds.bought", seat, who=SeatRef(seat), card=PieceRef(kind), cost=card.cost)
    paid = 0
    if card.overpay:
        paid = yield from _overpay(desk, seat, kind)
    if desk.table.switches.year == OLD:
        # What buying brings comes before the card is gained. A token goes with any effect of paying more: whichever
        # comes first, the same things happen, so nobody is asked for an order.
        desk.add_tokens(seat, desk.table.seats[seat].play.count(MERCHANT_GUILD))
        if paid:
            yield from OVERPAY[kind](desk, seat, paid)
        desk.gain(seat, kind)
    else:
        desk.gain(seat, kind)
        if paid:
            yield from OVERPAY[kind](desk, seat, paid)


def _overpay(desk: DominionDesk, seat: int, kind: str) -> Script[int]:
    """Ask how much more is paid, where there is anything to pay with and anything to get for it."""
    if kind not in OVERPAY:
        return 0
    amount = desk.name(seat, "dominion_guilds.overpay")
    nothing = desk.name(seat, "dominion_guilds.overpay.no")

    def build() -> list[Ask]:
        coins = desk.table.now.coins
        if coins <= 0:
            return []
        args = (("card", PieceRef(kind)), ("coins", coins))
        return [Number(amount, args, low=1, high=coins), Confirm(nothing, blocks=False)]

    replies = yield from desk.gather(build)
    reply = replies.get(amount)
    paid = reply.value if isinstance(reply, Amount) else 0
    if paid:
        desk.set_now(coins=desk.table.now.coins - paid)
        desk.tell("dominion_guilds.overpaid", seat, who=SeatRef(seat), card=PieceRef(kind), count=paid)
    return paid


def end_buying(desk: DominionDesk, seat: int) -> None:
    """Give the tokens that, by the newer rules, the end of the Buy phase brings."""
    now = desk.table.now
    if desk.table.switches.year == NEW:
        desk.add_tokens(seat, now.guilds * now.gained)
