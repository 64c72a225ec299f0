"""The table, desk and scripts of the paper game with hidden hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm, One
from rules.core.desk import Desk, Script, picked
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, Value, Word, msg
from rules.core.zone import Zone
from tests.contract.paper import PaperBox

EVENTS, ACTIONS, PRICE, KEEP = ("boon", "tax", "calm"), ("double", "spy", "sort"), 3, 3
BUY = Word("paper_hand.buy")


class Seat(Value, frozen=True):
    hand: Zone = Zone(hidden=2)
    aside: Zone = Zone()
    points: int = 0


class Table(Value, frozen=True):
    level: str
    seats: tuple[Seat, ...]
    deck: Zone
    active: int
    discard: Zone = Zone()
    events: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    turns: int = 0
    outcome: Msg | None = None

    def seat(self, n: int, **new: object) -> Table:
        return replace(self, seats=(*self.seats[:n], replace(self.seats[n], **new), *self.seats[n + 1 :]))

    def unlocated(self, box: PaperBox) -> list[str]:
        """Return the cards that nobody has shown; what is set aside in secret counts among them."""
        shown = [*self.discard.known, *(card for seat in self.seats for card in seat.hand.known)]
        return [each.id for each in box.pieces if not each.id.startswith(EVENTS) and each.id not in shown]

    def forget(self, card: str) -> Table:
        """Let what everybody sees overrule what was said in secret."""
        table = self
        for n, seat in enumerate(self.seats):
            if card in seat.aside.known:
                table = table.seat(n, aside=seat.aside.take(card).hide(1))
        return table

    def play(self, n: int, card: str) -> Table:
        """Take a card out of a hand, by name."""
        return self.forget(card).seat(n, hand=self.seats[n].hand.take(card))


class HandDesk(Desk[Table]):
    box: PaperBox

    def may_hold(self, n: int, kinds: tuple[str, ...] = ("",)) -> tuple[PieceRef, ...]:
        hand = self.table.seats[n].hand
        cards = [*hand.known, *(self.table.unlocated(self.box) if hand.hidden else ())]
        return tuple(PieceRef(card) for card in cards if card.startswith(kinds))

    def throw(self, n: int, pick: Choice) -> None:
        if isinstance(pick, PieceRef):
            table = self.table.play(n, pick.id)
            self.table = replace(table, discard=table.discard.add(pick.id))
            self.tell("paper_hand.discarded", n, card=pick)

    def gain(self, n: int, points: int) -> None:
        self.table = self.table.seat(n, points=self.table.seats[n].points + points)
        self.tell("paper_hand.gained", n, count=points)


def play_turn(desk: HandDesk) -> Script[None]:
    me = desk.table.active
    yield from draw_event(desk, me)
    yield from draw_card(desk, me)
    yield from play_action(desk, me, "paper_hand.play")
    yield from set_aside(desk, me)
    yield from buy(desk, me)
    yield from discard_down(desk, me)
    yield from desk.confirm(me, "paper_hand.done")
    end_turn(desk, me)


def tally(desk: HandDesk) -> Script[None]:
    me = desk.table.active
    yield from draw_event(desk, me)
    desk.gain(me, (yield from desk.number(me, "paper_hand.points", lambda: (-3, 3))))
    end_turn(desk, me)


def end_turn(desk: HandDesk, me: int) -> None:
    desk.table = replace(desk.table, active=(me + 1) % len(desk.table.seats), turns=desk.table.turns + 1)
    if not desk.table.events:
        outcome = msg("paper_hand.over")
        desk.end(outcome, replace(desk.table, outcome=outcome))


def draw_event(desk: HandDesk, me: int) -> Script[None]:
    if not desk.table.past:
        events = tuple(PieceRef(each.id) for each in desk.box.pieces if each.id.startswith(EVENTS))
        order = yield from desk.order(TABLE, "paper_hand.shuffle", lambda: events, chance="digital")
        desk.table = replace(desk.table, events=tuple(e.id for e in order if isinstance(e, PieceRef)))
    event, *left = desk.table.events
    desk.table = replace(desk.table, events=tuple(left), past=(*desk.table.past, event))
    desk.instruct("paper_hand.happened", me, event=PieceRef(event), card=PieceRef(event))
    desk.gain(me, desk.box.value(event))


def draw_card(desk: HandDesk, me: int) -> Script[None]:
    def deck() -> list[PieceRef]:
        return [PieceRef(card) for card in desk.table.unlocated(desk.box) if desk.table.deck.hidden]

    who = {"seat": SeatRef(me)}
    card = yield from desk.one(TABLE, "paper_hand.draw", deck, chance="seen", trusted=True, args=who)
    if isinstance(card, PieceRef):
        table = desk.table.forget(card.id)
        table = table.seat(me, hand=table.seats[me].hand.add(card.id))
        desk.table = replace(table, deck=table.deck.hide(-1))


def play_action(desk: HandDesk, me: int, key: str, times: int = 1) -> Script[None]:
    pick = yield from desk.one(me, key, lambda: desk.may_hold(me, ACTIONS), optional=True, trusted=True)
    if isinstance(pick, PieceRef):
        desk.throw(me, pick)
        for _ in range(times):
            yield from EFFECTS[pick.id[:-1]](desk, me)


def double(desk: HandDesk, me: int) -> Script[None]:
    yield from play_action(desk, me, "paper_hand.double", times=2)


def spy(desk: HandDesk, me: int) -> Script[None]:
    go, safe = desk.name(me, "paper_hand.resolve"), list[int]()
    foes = [seat for seat in range(len(desk.table.seats)) if seat != me]
    guards = {seat: desk.name(seat, "paper_hand.guard") for seat in foes}

    def asks() -> Iterator[Ask]:
        yield Confirm(go)
        for seat in [seat for seat in foes if seat not in safe]:
            yield One(guards[seat], options=desk.may_hold(seat, ("guard",)), trusted=True, blocks=False)

    replies = yield from desk.gather(lambda: tuple(asks()))
    while go not in replies:
        seat = next(seat for seat in foes if guards[seat] in replies)
        for card in [pick.id for pick in picked(replies[guards[seat]]) if isinstance(pick, PieceRef)]:
            table = desk.table.play(seat, card)
            desk.table = table.seat(seat, hand=table.seats[seat].hand.add(card))
        safe.append(seat)
        replies = yield from desk.gather(lambda: tuple(asks()))
    for seat in [seat for seat in foes if seat not in safe]:
        desk.gain(seat, -1)


def sort(desk: HandDesk, me: int) -> Script[None]:
    for event in desk.table.events[:2]:
        desk.tell("paper_hand.peeked", me, private=me, event=PieceRef(event))
    top = yield from desk.order(
        me, "paper_hand.sort", lambda: [PieceRef(event) for event in desk.table.events[:2]], secret=True
    )
    put = tuple(each.id for each in top if isinstance(each, PieceRef))
    desk.table = replace(desk.table, events=(*put, *desk.table.events[len(put) :]))


EFFECTS: dict[str, Callable[[HandDesk, int], Script[None]]] = {"double": double, "spy": spy, "sort": sort}


def set_aside(desk: HandDesk, me: int) -> Script[None]:
    if len(desk.table.seats[me].aside):
        return
    pick = yield from desk.one(
        me, "paper_hand.aside", lambda: desk.may_hold(me), optional=True, trusted=True, secret=True
    )
    if isinstance(pick, PieceRef):
        # Nobody else can tell which card went, so none of those left is known to all any more.
        left = Zone(hidden=len(desk.table.seats[me].hand) - 1)
        desk.table = desk.table.seat(me, hand=left, aside=Zone((pick.id,)))


def buy(desk: HandDesk, me: int) -> Script[None]:
    def coins() -> list[PieceRef]:
        return [PieceRef(card) for card in desk.table.seats[me].hand.known if card.startswith("coin")]

    def worth(pick: Choice) -> int:
        return desk.box.value(pick.id) if isinstance(pick, PieceRef) else 0

    def offer() -> list[Word]:
        return [BUY] if sum(map(worth, coins())) >= PRICE else []

    if (yield from desk.one(me, "paper_hand.offer", offer, optional=True)) == BUY:
        paid = yield from desk.some(
            me, "paper_hand.pay", coins, 1, 9, predicate="sum_at_least", bound=PRICE, weigh=worth
        )
        for pick in paid:
            desk.throw(me, pick)
        desk.gain(me, 2 if paid else 0)


def discard_down(desk: HandDesk, me: int) -> Script[None]:
    """Discard down to the limit; no more unseen cards than the hand has may be named."""

    def hand() -> Zone:
        return desk.table.seats[me].hand

    def unseen(pick: Choice) -> int:
        return int(isinstance(pick, PieceRef) and pick.id not in hand().known)

    excess = max(0, len(hand()) - KEEP)
    named = yield from desk.some(
        me,
        "paper_hand.discard",
        lambda: desk.may_hold(me),
        excess,
        excess,
        predicate="sum_at_most",
        bound=lambda: hand().hidden,
        weigh=unseen,
        trusted=True,
    )
    for pick in named:
        desk.throw(me, pick)
