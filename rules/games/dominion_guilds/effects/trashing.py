"""Cards that trash cards of the hand, mostly for better ones."""

from __future__ import annotations

from rules.core.asks import Ask, Number, One
from rules.core.commands import Amount
from rules.core.desk import Script, picked
from rules.core.value import PieceRef
from rules.games.dominion_guilds.data import COPPER, TREASURE
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import (
    choose_gain,
    choose_trash,
    is_duty,
    named,
    piles,
    up_to,
)
from rules.games.dominion_guilds.known import several_in_hand
from rules.games.dominion_guilds.model import HAND
from rules.games.dominion_guilds.played import Effect, Played

CHAPEL, REMODEL, MINE, LOAN = 4, 2, 3, 3
STONEMASON_GAINS = 2


def chapel(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Trash up to four cards."""
    picks = yield from desk.some(
        seat,
        "dominion_guilds.chapel",
        lambda: several_in_hand(desk.table, seat),
        0,
        min(CHAPEL, len(desk.table.seats[seat].hand)),
        trusted=True,
        view="card",
    )
    for pick in picks:
        desk.trash_from_hand(seat, named(pick))


def moneylender(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash a Copper for three coins."""
    kind = yield from choose_trash(desk, seat, played.kind, lambda kind: kind == COPPER, must=is_duty(desk))
    if kind:
        desk.set_now(coins=desk.table.now.coins + LOAN)


def remodel(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash a card and gain one costing up to two more."""
    kind = yield from choose_trash(desk, seat, played.kind, must=True)
    if kind:
        most = desk.box.cost(kind) + REMODEL
        yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: most))


def mine(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash a Treasure and gain one costing up to three more into the hand."""

    def is_treasure(kind: str) -> bool:
        return desk.box.cards[kind].is_a(TREASURE)

    kind = yield from choose_trash(desk, seat, played.kind, is_treasure, must=is_duty(desk))
    if kind:
        most = desk.box.cost(kind) + MINE
        yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: most, is_treasure), HAND)


def stonemason(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash a card, then gain two cheaper ones, one after the other."""
    kind = yield from choose_trash(desk, seat, played.kind, must=True)
    if kind:
        below = desk.box.cost(kind)
        for _ in range(STONEMASON_GAINS):
            yield from choose_gain(desk, seat, played.kind, lambda each: desk.box.cost(each) < below)


def butcher(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash a card or not; for it, gain one that costs at most as much and a coin more for every token paid.

    As many tokens are paid as the card that is picked needs; whoever wants to pay others says how many first.
    """
    kind = yield from choose_trash(desk, seat, played.kind)
    if not kind:
        return
    cost = desk.box.cost(kind)
    gain, pay = desk.name(seat, "dominion_guilds.gain"), desk.name(seat, "dominion_guilds.butcher.pay")

    def build() -> list[Ask]:
        tokens, card = desk.table.seats[seat].tokens, (("card", PieceRef(played.kind)),)
        cards = piles(desk, up_to(desk, lambda: cost + tokens))
        return [
            One(gain, card, options=cards, view="card"),
            Number(pay, low=1, high=tokens, blocks=False),
        ]

    replies = yield from desk.gather(build)
    if isinstance(reply := replies.get(pay), Amount):
        desk.add_tokens(seat, -reply.value)
        most = cost + reply.value
        yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: most))
    elif gained := "".join(map(named, picked(replies.get(gain)))):
        desk.add_tokens(seat, -max(0, desk.box.cost(gained) - cost))
        desk.gain(seat, gained)


TRASHING: dict[str, Effect] = {
    "chapel": chapel,
    "moneylender": moneylender,
    "remodel": remodel,
    "mine": mine,
    "stonemason": stonemason,
    "butcher": butcher,
}
