"""What can happen at a table of Dominion, each thing by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from rules.core.asks import Ask, One
from rules.core.commands import AskId
from rules.core.desk import Desk, Replies, Script
from rules.core.event import Event
from rules.core.value import PieceRef, SeatRef
from rules.core.zone import Zone
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.data import MOAT, Card, DominionBox
from rules.games.dominion_guilds.known import could_show
from rules.games.dominion_guilds.model import DECK, DISCARD, GUIDED, HAND, NEW, PLAY, Now, Table
from rules.games.dominion_guilds.played import Effect

Hit = Callable[[int, list[int]], None]
"""Strikes one victim; the list is for whoever has been struck before, in this attack."""
WHERE = {
    HAND: "dominion_guilds.do.gain.hand",
    DECK: "dominion_guilds.do.gain.deck",
    DISCARD: "dominion_guilds.do.gain",
}


class Window:
    """An attack that has struck at once, and may still be turned away by whoever shows a Moat."""

    def __init__(self, before: Table, hits: tuple[Hit, ...], names: dict[int, AskId]) -> None:
        self.before = self.after = before
        self.hits, self.names, self.victims = hits, names, tuple(names)
        self.safe: list[int] = []
        self.told: list[Event] = []


class DominionDesk(Desk[Table]):
    """The desk of one game."""

    box: DominionBox
    effects: ClassVar[Mapping[str, Effect]] = {}
    """What cards do beyond their figures; the game's own desk knows them all."""
    window: Window | None = None

    # ---- turns ---------------------------------------------------------------------
    def is_turn_of(self, seat: int) -> bool:
        """Tell whether this guided turn still goes on: nobody has corrected it away."""
        table = self.table
        is_on = table.turn == seat and table.phase == PLAY and table.level == GUIDED
        return is_on and not table.seats[seat].away

    def is_here(self, seat: int) -> bool:
        """Tell whether anybody sits there; whoever has left is asked nothing more until cards are counted."""
        return self.table.phase != PLAY or not self.table.seats[seat].away

    def begin_turn(self, seat: int) -> None:
        """Say whose turn it is; a turn that was broken off, with cards left in play, is cleaned up first."""
        if self.table.seats[seat].play:
            self.clean_up(seat)
        table = self.table.counted(seat)
        self.table = replace(table, now=Now(), begun=True)
        turns = table.seats[seat].turns
        self.tell("dominion_guilds.turn.began", seat, who=SeatRef(seat), number=turns)

    def set_now(self, **new: int | bool) -> None:
        """Change what the turn has left."""
        self.table = replace(self.table, now=replace(self.table.now, **new))

    def clean_up(self, seat: int) -> None:
        """Discard hand and play area, and draw a new hand."""
        table = zones.sweep(self.table, seat)
        self.table = table if table.followed else replace(table, followed=True)
        count = min(self.box.supply.hand, self.table.seats[seat].cards)
        self.instruct("dominion_guilds.do.clean_up", seat, who=SeatRef(seat), count=count)
        ready = self.ready(seat, count)
        self.table = zones.draw(self.table, seat, ready)

    # ---- drawing -------------------------------------------------------------------
    def ready(self, seat: int, count: int) -> int:
        """Have so many cards on the deck, shuffling only where they are missing; return how many of them there are.

        A correction while people were asked may leave fewer than none wanted, as of a hand that is full by now.
        """
        here = self.table.seats[seat]
        if len(here.deck) < count and len(here.discard):
            self.table = zones.shuffle_under(self.table, seat)
            self.instruct("dominion_guilds.do.shuffle", seat, who=SeatRef(seat))
        return max(0, min(count, len(self.table.seats[seat].deck)))

    def draw(self, seat: int, count: int) -> int:
        """Draw as many as there are up to a number."""
        count = self.ready(seat, count)
        if count:
            self.table = zones.draw(self.table, seat, count)
            self.instruct("dominion_guilds.do.draw", seat, who=SeatRef(seat), count=count)
        return count

    def lay_off(self, seat: int, count: int) -> int:
        """Discard cards off the deck that nobody names."""
        count = self.ready(seat, count)
        self.table, gone = zones.lift(self.table, seat, count)
        self.table = self.table.seat(seat, discard=zones.join(self.table.seats[seat].discard, gone))
        return count

    def keep_of_revealed(self, seat: int, keep: int, off: int, card: str) -> None:
        """Reveal cards, discard so many of them, and take the rest into the hand; as many as there are."""
        count = self.ready(seat, keep + off)
        off = min(off, count)
        self.table, _ = zones.lift(self.table, seat, count)
        here = self.table.seats[seat]
        hand, discard = (
            zones.join(here.hand, Zone(hidden=count - off)),
            zones.join(here.discard, Zone(hidden=off)),
        )
        self.table = self.table.seat(seat, hand=hand, discard=discard)
        who, shown = SeatRef(seat), PieceRef(card)
        self.instruct("dominion_guilds.do.revealed", seat, who=who, card=shown, count=count - off, off=off)

    def unknow_deck(self, seat: int) -> None:
        """Forget what lay on top of a deck: its owner has put it back in an order of their own."""
        self.table = self.table.seat(seat, deck=Zone(hidden=len(self.table.seats[seat].deck)))

    # ---- gaining and losing --------------------------------------------------------
    def gain(self, seat: int, kind: str, place: str = DISCARD) -> bool:
        """Gain a card from the supply; False where there is none."""
        if not self.table.left(kind):
            self.tell("dominion_guilds.none_left", seat, who=SeatRef(seat), card=PieceRef(kind))
            return False
        self.table = zones.gain(self.table, seat, place, kind)
        now = self.table.now
        # Only the newer rules ask for how many there were.
        if now.is_buying and seat == self.table.turn and self.table.switches.year == NEW:
            self.set_now(gained=now.gained + 1)
        self.instruct(WHERE[place], seat, who=SeatRef(seat), card=PieceRef(kind))
        return True

    def trash_from_hand(self, seat: int, kind: str) -> None:
        """Put a card of a hand into the trash."""
        self.table = zones.take(self.table, seat, HAND, kind)
        self._trash(seat, kind)

    def trash_from_top(self, seat: int, kind: str) -> None:
        """Put the top card of a deck into the trash."""
        self.take_top(seat, kind)
        self._trash(seat, kind)

    def take_top(self, seat: int, kind: str) -> None:
        """Take the top card off a deck; a correction may have emptied the deck while people were asked."""
        self.ready(seat, 1)
        self.table = zones.take_top(self.table, seat, kind)

    def trash_from_play(self, seat: int, kind: str) -> None:
        """Put a card in play into the trash."""
        play = list(self.table.seats[seat].play)
        play.remove(kind)
        self.table = self.table.seat(seat, play=tuple(play))
        self._trash(seat, kind)
        self.instruct("dominion_guilds.do.trash_played", seat, who=SeatRef(seat), card=PieceRef(kind))

    def _trash(self, seat: int, kind: str) -> None:
        self.table = self.table.owned(seat, kind, -1).trashed(kind, 1)
        self.tell("dominion_guilds.trashed", seat, who=SeatRef(seat), card=PieceRef(kind))

    def discard_from_hand(self, seat: int, kind: str) -> None:
        """Discard a card of a hand that is named."""
        table = zones.take(self.table, seat, HAND, kind)
        self.table = zones.put(table, seat, DISCARD, kind)
        self.tell("dominion_guilds.discarded", seat, who=SeatRef(seat), card=PieceRef(kind))

    def discard_down(self, seat: int, keep: int) -> None:
        """Have a player discard down to so many cards."""
        if (more := len(self.table.seats[seat].hand) - keep) > 0:
            self.table = zones.throw(self.table, seat, more)
            self.instruct("dominion_guilds.do.discard", seat, who=SeatRef(seat), count=more)

    def show_in_hand(self, seat: int, kind: str) -> None:
        """Note that everybody has seen a card of a hand."""
        hand = self.table.seats[seat].hand
        if kind not in hand.known:
            self.table = self.table.seat(seat, hand=zones.pull(hand, kind).add(kind))

    # ---- tokens --------------------------------------------------------------------
    def add_tokens(self, seat: int, count: int) -> None:
        """Take tokens from the bank, or give some back with a negative count."""
        if not count:
            return
        tokens = max(0, self.table.seats[seat].tokens + count)
        self.table = self.table.seat(seat, tokens=tokens)
        key = "dominion_guilds.do.tokens_in" if count > 0 else "dominion_guilds.do.tokens_out"
        self.instruct(key, seat, who=SeatRef(seat), count=abs(count), value=tokens)

    def plus(self, seat: int, card: Card) -> None:
        """Give what a card's figures say, cards first."""
        plus, now = card.plus, self.table.now
        self.draw(seat, plus.cards)
        now = self.table.now
        self.set_now(
            actions=now.actions + plus.actions, buys=now.buys + plus.buys, coins=now.coins + plus.coins
        )
        self.add_tokens(seat, plus.tokens)

    # ---- attacks -------------------------------------------------------------------
    def strike(self, seat: int, *hits: Hit) -> None:
        """Let an attack that asks nothing strike everybody else in turn order, once for each part of it.

        It strikes at once, so that nobody is asked to go on. Until the next answer whoever may hold a Moat can
        show it, and then the attack has passed by: staying silent costs no touch and tells nothing.
        """
        names = {each: self.name(each, "dominion_guilds.moat") for each in self.table.others(seat)}
        self.window = Window(self.table, hits, names)
        self._hit(self.window)
        if not any(could_show(self.window.before, each, MOAT) for each in names):
            self.window = None

    def _hit(self, window: Window) -> None:
        """Strike all who are not safe; what was told before is not told again."""
        begin = len(self.events)
        self.table = replace(window.before, now=self.table.now)
        for each in window.safe:
            self.show_in_hand(each, MOAT)
        struck: list[int] = []
        for hit in window.hits:
            for each in window.victims:
                if each not in window.safe:
                    hit(each, struck)
        told = self.events[begin:]
        self.events[begin:] = [event for event in told if event not in window.told]
        window.told, window.after = told, self.table

    def gather(self, build: Callable[[], Sequence[Ask]]) -> Script[Replies]:
        """Ask, with an offer to show a Moat beside the question while an attack can still be turned away."""
        return super().gather(build) if self.window is None else self._gather_shielded(build, self.window)

    def _gather_shielded(self, build: Callable[[], Sequence[Ask]], window: Window) -> Script[Replies]:
        while True:
            replies = yield from super().gather(lambda: [*build(), *self._shields(window)])
            if not replies:
                return replies
            shown = [
                each for each in window.victims if window.names[each] in replies and each not in window.safe
            ]
            if not shown:
                self.window = None
                return replies
            for each in shown:
                self.tell("dominion_guilds.moat.shown", each, who=SeatRef(each))
            self._turn_away(window, shown)

    def _shields(self, window: Window) -> list[Ask]:
        """Offer a Moat to each victim who may hold one; a correction ends the matter."""
        if self.table.seats is not window.after.seats or self.table.supply is not window.after.supply:
            return []
        moat = (PieceRef(MOAT),)
        return [
            One(name, (("who", SeatRef(each)),), options=moat, blocks=False, trusted=True, view="card")
            for each, name in window.names.items()
            if each not in window.safe and could_show(window.before, each, MOAT)
        ]

    def _turn_away(self, window: Window, shown: list[int]) -> None:
        """Take back what the attack did, and let it strike those who showed nothing."""
        for each in shown:
            self.instruct("dominion_guilds.do.take_back", each, who=SeatRef(each))
        window.safe += shown
        self._hit(window)

    def settle(self, seat: int) -> Script[None]:
        """Wait for a go-on where an attack may still be turned away and nothing else is asked before more happens."""
        if self.window is not None:
            yield from self.confirm(seat, "dominion_guilds.attack.go")
