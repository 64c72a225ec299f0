"""A guided turn: Actions, Treasures and buys, clean-up."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.asks import Ask, Confirm, Number, One, Some
from rules.core.commands import Amount, AskId, Reply
from rules.core.desk import Replies, Script, picked
from rules.core.value import Choice, PieceRef, Word
from rules.games.dominion_guilds.buying import buy, end_buying, may_spend
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.ending import end_turn
from rules.games.dominion_guilds.known import in_hand, treasures_in_hand
from rules.games.dominion_guilds.model import NEW
from rules.games.dominion_guilds.play import lay_down, perform, play_treasures
from rules.games.dominion_guilds.played import Played

SPEND = Word("dominion_guilds.buy.spend")


def play_turn(desk: DominionDesk) -> Script[None]:
    """Run one whole turn."""
    seat = desk.table.turn
    desk.begin_turn(seat)
    while True:
        goes_on = yield from play_actions(desk, seat)
        if (yield from lay_treasures(desk, seat, goes_on=goes_on)):
            break
    while desk.is_turn_of(seat) and desk.table.now.buys:
        if not (yield from buy_one(desk, seat)):
            break
    yield from desk.settle(seat)
    if desk.is_turn_of(seat):
        end_buying(desk, seat)
        desk.clean_up(seat)
        end_turn(desk)


# ---- Actions -----------------------------------------------------------------------
def play_actions(desk: DominionDesk, seat: int) -> Script[bool]:
    """Play Actions while there are any left to play and any that could be in the hand; True where people go on instead."""
    while _playable(desk, seat):
        offers = _Offers(desk, seat)
        name = desk.name(seat, "dominion_guilds.act")

        def build(name: AskId = name, offers: _Offers = offers) -> list[Ask]:
            actions = _playable(desk, seat)
            if not actions:
                return []
            args = (("count", desk.table.now.actions),)
            act = One(name, args, options=actions, optional=True, trusted=True, view="play")
            return [act, *offers.asks()]

        replies = yield from desk.gather(build)
        if spent := _amount(replies.get(offers.spend)):
            spend(desk, seat, spent)
            continue
        if offers.take(replies):
            return True
        kind = _kind(picked(replies.get(name)))
        if kind:
            desk.set_now(actions=desk.table.now.actions - 1)
            lay_down(desk, seat, kind)
            yield from perform(desk, seat, Played(kind))
        elif replies:
            return True
    return False


def _playable(desk: DominionDesk, seat: int) -> tuple[PieceRef, ...]:
    table = desk.table
    if not table.now.actions or not desk.is_turn_of(seat):
        return ()
    if not any(table.seats[seat].owned[len(desk.box.basic) :]):
        return ()
    return in_hand(table, seat, lambda kind: kind in desk.box.actions)


# ---- Treasures ---------------------------------------------------------------------
class _Offers:
    """Ways to pay that need no question: lay Treasures down, type their sum, or (newer rules) spend tokens."""

    def __init__(self, desk: DominionDesk, seat: int) -> None:
        self.desk, self.seat = desk, seat
        self.treasures = desk.name(seat, "dominion_guilds.treasures")
        self.coins = desk.name(seat, "dominion_guilds.coins")
        self.spend = desk.name(seat, "dominion_guilds.spend")

    def asks(self, *, blocking: bool = False) -> list[Ask]:
        """Ask for what can still be laid down or spent."""
        return [*self.treasure_asks(blocking=blocking), *self._spend()]

    def treasure_asks(self, *, blocking: bool = False) -> Sequence[Ask]:
        """Ask for Treasures that can still be laid down, one by one or as a sum."""
        table, now = self.desk.table, self.desk.table.now
        if now.bought or now.typed or not self.desk.is_turn_of(self.seat):
            return ()
        cards, most = treasures_in_hand(self.desk.box, table, self.seat)
        if not cards:
            return ()
        high = min(len(cards), len(table.seats[self.seat].hand))
        return (
            Some(self.treasures, options=cards, high=high, blocks=blocking, trusted=True, view="play"),
            Number(self.coins, low=0, high=most + now.merchants, blocks=False),
        )

    def _spend(self) -> Sequence[Ask]:
        tokens, switches = self.desk.table.seats[self.seat].tokens, self.desk.table.switches
        if not tokens or switches.year != NEW or not self.desk.is_turn_of(self.seat):
            return ()
        return (Number(self.spend, low=1, high=tokens, blocks=False),)

    def take(self, replies: Replies) -> bool:
        """Put down what was laid down or typed; True where anything was."""
        if self.treasures in replies:
            play_treasures(self.desk, self.seat, picked(replies[self.treasures]))
        elif self.coins in replies:
            value = _amount(replies[self.coins])
            self.desk.set_now(coins=self.desk.table.now.coins + value, typed=True)
        else:
            return False
        return True


def lay_treasures(desk: DominionDesk, seat: int, *, goes_on: bool) -> Script[bool]:
    """Ask for the Treasures of the turn, unless they lie there already; later ones may be added before the first buy.

    False where a correction has shown, meanwhile, that there are Actions to play, and nobody has gone past them.
    """
    while _are_asked(desk, seat):
        offers = _Offers(desk, seat)

        def build(offers: _Offers = offers) -> list[Ask]:
            return offers.asks(blocking=True) if goes_on or not _playable(desk, seat) else []

        replies = yield from desk.gather(build)
        if not (replies or goes_on) and _playable(desk, seat):
            return False
        if spent := _amount(replies.get(offers.spend)):
            spend(desk, seat, spent)
            continue
        offers.take(replies)
        break
    if desk.is_turn_of(seat):
        desk.set_now(is_buying=True)
    return True


def _are_asked(desk: DominionDesk, seat: int) -> bool:
    """Tell whether Treasures have still to be asked for: none lie there, and no sum was typed."""
    if not desk.is_turn_of(seat) or desk.table.now.typed:
        return False
    return not any(kind in desk.box.treasures for kind in desk.table.seats[seat].play)


# ---- buys --------------------------------------------------------------------------
def buy_one(desk: DominionDesk, seat: int) -> Script[bool]:
    """Buy a card, pay in more, or end the turn; False where nothing more is wanted."""
    offers, name = _Offers(desk, seat), desk.name(seat, "dominion_guilds.buy")
    nothing = desk.name(seat, "dominion_guilds.buy.nothing")
    replies = yield from desk.gather(lambda: [*_buys(desk, seat, name, nothing), *offers.treasure_asks()])
    if offers.take(replies):
        return True
    choices = picked(replies.get(name))
    if choices == (SPEND,):
        tokens = yield from desk.number(
            seat, "dominion_guilds.spend.how_many", lambda: (1, desk.table.seats[seat].tokens)
        )
        spend(desk, seat, tokens)
        return True
    kind = _kind(choices)
    if kind:
        yield from buy(desk, seat, kind)
    return bool(kind)


def _buys(desk: DominionDesk, seat: int, name: AskId, nothing: AskId) -> list[Ask]:
    """Ask for a buy; where there is nothing to buy, for a go-on, so that nobody's turn passes unseen."""
    if not desk.is_turn_of(seat) or not desk.table.now.buys:
        return []
    options: tuple[Choice, ...] = affordable(desk)
    if may_spend(desk, seat):
        options += (SPEND,)
    if not options:
        return [Confirm(nothing)]
    args = (("buys", desk.table.now.buys), ("coins", desk.table.now.coins))
    return [One(name, args, options=options, optional=True, view="card")]


def affordable(desk: DominionDesk) -> tuple[PieceRef, ...]:
    """Return the kinds that are left and cost no more than there is."""
    table = desk.table
    found = desk.box.within(table.kinds, table.now.coins)
    return tuple([ref for ref in found if table.left(ref.id)]) if table.empty else found


def spend(desk: DominionDesk, seat: int, tokens: int) -> None:
    """Turn tokens into coins."""
    desk.add_tokens(seat, -tokens)
    desk.set_now(coins=desk.table.now.coins + tokens)


def _kind(choices: tuple[Choice, ...]) -> str:
    return choices[0].id if choices and isinstance(choices[0], PieceRef) else ""


def _amount(reply: Reply | None) -> int:
    return reply.value if isinstance(reply, Amount) else 0
