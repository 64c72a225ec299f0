"""A paper game: cards that play cards out of hidden hands, a reaction, an ordering, a sum to pay, an event deck.

It stands for Dominion. What nobody showed is unknown to the companion: a hand is known cards and a count.
The events are the companion's own deck. A card set aside face down is a secret the companion keeps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm, One
from rules.core.commands import Correct, Picked, Reply
from rules.core.desk import Desk, Script, picked
from rules.core.errors import RuleError
from rules.core.event import Event
from rules.core.game import Correctable, Facts, Game, Lying, ViewSpec
from rules.core.score import ScoreRow, ScoreSheet
from rules.core.sighting import Move, Moves, Observation, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, Value, Word, msg
from rules.core.zone import Zone
from tests.contract.paper import HEADER, PaperBox, load, sheet

FILES = {
    "box.toml": b"""[pieces]
double1 = 0\ndouble2 = 0\nspy1 = 0\nspy2 = 0\nsort1 = 0\nsort2 = 0\nguard1 = 0\nguard2 = 0
coin1 = 1\ncoin2 = 2\ncoin3 = 3\ncoin4 = 1\ncoin5 = 2
boon1 = 1\nboon2 = 1\ntax1 = -1\ntax2 = -1\ncalm1 = 0\ncalm2 = 0"""
    + HEADER
}
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
        """Let a new claim overrule an older one that was made in secret."""
        for n, seat in enumerate(self.seats):
            if card in seat.aside.known:
                return self.seat(n, aside=seat.aside.take(card).hide(1))
        return self

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
        desk.table = desk.table.play(me, pick.id).seat(me, aside=Zone((pick.id,)))


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


def lay(box: PaperBox, setup: Setup) -> Table:
    cards = [each for each in box.pieces if not each.id.startswith(EVENTS)]
    return Table(setup.level, (Seat(),) * setup.seats, Zone(hidden=len(cards) - 2 * setup.seats), setup.first)


def next_script(table: Table) -> str:
    if table.outcome:
        return ""
    return "turn" if table.level == "guided" else "tally"


def score(box: PaperBox, table: Table) -> ScoreSheet:
    rows, notes = [], []
    for n, seat in enumerate(table.seats):
        rows.append(ScoreRow(n, msg("paper_hand.points"), seat.points))
        rows += [ScoreRow(n, msg("paper_hand.aside"), box.value(card), (card,)) for card in seat.aside.known]
        notes += [msg("paper_hand.unknown", seat=SeatRef(n))] * min(1, seat.aside.hidden)
    ties = tuple(-len(seat.hand) for seat in table.seats)
    return replace(sheet(rows, ties, table.outcome, msg("paper_hand.fewer_cards")), notes=tuple(notes))


def observe(_box: PaperBox, _table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    for ask in [ask for ask in asks if ask.id.key == "paper_hand.draw" and len(sighting.seen) == 1]:
        return Moves((Move(ask.id.seat, ask.id.key, Picked((PieceRef(sighting.seen[0].piece),))),))
    return Wait()


def explain(box: PaperBox, _table: Table, ask: Ask, reply: Reply) -> RuleError | None:
    if ask.id.key != "paper_hand.pay" or not picked(reply):
        return None
    paid = sum(box.value(pick.id) for pick in picked(reply) if isinstance(pick, PieceRef))
    return RuleError("paper_hand.too_little", price=PRICE, paid=paid) if paid < PRICE else None


def correctables(_box: PaperBox, table: Table) -> tuple[Correctable, ...]:
    found: list[Correctable] = []
    for n, seat in enumerate(table.seats):
        here, there, points = seat.hand.hidden, table.deck.hidden, seat.points
        low, high = min(-20, points), max(20, points)
        found += [Correctable(f"points.{n}", msg("paper_hand.points"), points, low, high)]
        found += [Correctable(f"hand.{n}", msg("paper_hand.hand"), here, 0, here + there)]
    return tuple(found)


def correct(_box: PaperBox, table: Table, command: Correct) -> Table:
    what, _, seat = command.key.partition(".")
    n, value = int(seat), int(command.value)
    if what == "points":
        return table.seat(n, points=value)
    more = value - table.seats[n].hand.hidden
    return replace(table.seat(n, hand=table.seats[n].hand.hide(more)), deck=table.deck.hide(-more))


def cut(_box: PaperBox, table: Table, viewer: int | None) -> Table:
    for n in [n for n in range(len(table.seats)) if n != viewer]:
        table = table.seat(n, aside=Zone(hidden=len(table.seats[n].aside)))
    return replace(table, events=("",) * len(table.events))


def zones(table: Table) -> dict[str, Zone]:
    hands = {f"hand{n}": seat.hand for n, seat in enumerate(table.seats)}
    asides = {f"aside{n}": seat.aside for n, seat in enumerate(table.seats)}
    return {"deck": table.deck, "discard": table.discard, **hands, **asides}


def facts(_box: PaperBox, table: Table) -> Facts:
    counts = {place: len(zone) for place, zone in zones(table).items()}
    return counts | {card: place for place, zone in zones(table).items() for card in zone.known}


def invariants(box: PaperBox, table: Table) -> tuple[str, ...]:
    known = [card for zone in zones(table).values() for card in zone.known]
    events = [each.id for each in box.pieces if each.id.startswith(EVENTS)]
    broken = [card for card in known if known.count(card) > 1]
    if sum(map(len, zones(table).values())) != len(box.pieces) - len(events):
        broken.append("cards")
    if table.past and sorted(table.past + table.events) != sorted(events):
        broken.append("events")
    return tuple(broken)


class PaperTable:
    """The real cards, each in its place, the deck in its order."""

    def __init__(self, box: PaperBox, setup: Setup, dice: random.Random) -> None:
        self.dice, self.seats, self.last = dice, setup.seats, ""
        cards = [each.id for each in box.pieces if not each.id.startswith(EVENTS)]
        order = dice.sample(cards, k=len(cards))
        self.place = {
            card: f"hand{n // 2}" if n < 2 * setup.seats else "deck" for n, card in enumerate(order)
        }

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        if ask.id.key == "paper_hand.draw":
            card = next(card for card, place in self.place.items() if place == "deck")
            who = next(arg.seat for _, arg in ask.args if isinstance(arg, SeatRef))
            self.place[card] = f"hand{who}"
            return Picked((PieceRef(card),))
        real = [card for card, place in self.place.items() if place == f"hand{ask.id.seat}"]
        fitting = [reply for reply in self.replies(ask) if self.is_true(reply, real)]
        reply = self.dice.choice(fitting)
        to = f"aside{ask.id.seat}" if ask.id.key == "paper_hand.aside" else "discard"
        self.place |= {p.id: to for p in picked(reply) if isinstance(p, PieceRef) and p.id in real}
        return reply

    def replies(self, ask: Ask) -> Iterator[Reply]:
        return ask.replies()

    @staticmethod
    def is_true(reply: Reply, real: list[str]) -> bool:
        named = [pick.id for pick in picked(reply) if isinstance(pick, PieceRef)]
        return all(card in real or card.startswith(EVENTS) for card in named)

    def hear(self, event: Event) -> None:
        if event.kind == "do":
            self.last = event.text.key

    def picture(self, view: str) -> tuple[Lying, ...]:
        return tuple(Lying(card, 0.0, 0.0) for card, place in self.place.items() if place == view)

    def facts(self) -> Facts:
        spots = ["deck", "discard", *(f"{z}{n}" for z in ("hand", "aside") for n in range(self.seats))]
        return {spot: list(self.place.values()).count(spot) for spot in spots} | self.place

    def spoil(self) -> str:
        card = next(card for card, place in self.place.items() if place != "deck")
        self.place[card] = "deck"
        return card


GAME = Game(
    id="paper_hand",
    code="PH",
    version=1,
    seats=(2, 3),
    names=(("en", "Paper Hand"), ("pt_BR", "Mão de Papel")),
    table_type=Table,
    box_type=PaperBox,
    files=("box.toml",),
    load=load,
    lay=lay,
    desk=HandDesk,
    scripts={"turn": play_turn, "tally": tally},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=cut,
    facts=facts,
    invariants=invariants,
    tabletop=PaperTable,
    explain=explain,
    views=(ViewSpec("card", 63.0, 88.0, "held"),),
)
