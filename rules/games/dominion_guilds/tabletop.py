"""Robots round a real table: they think, move cards, and do what the companion tells them to."""

from __future__ import annotations

import random
from collections.abc import Callable

from rules.core.asks import Ask
from rules.core.commands import Reply
from rules.core.event import Event
from rules.core.game import Facts, Lying
from rules.core.state import Setup
from rules.core.value import Arg, PieceRef, SeatRef
from rules.games.dominion_guilds.data import ACTION, TREASURE, DominionBox
from rules.games.dominion_guilds.lying import Cards, kind_of
from rules.games.dominion_guilds.robot import Mind

Args = dict[str, Arg]


class DominionTabletop:
    """The physical table of one game with its robot players."""

    def __init__(self, box: DominionBox, setup: Setup, rng: random.Random) -> None:
        """Sit down at an empty table: the piles are put out as the companion says."""
        self.cards = Cards(box, setup.seats, rng)
        self.box, self.rng = box, rng
        self.mind = Mind(box, self.cards, rng)

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        """Decide, move the real cards, and return what people would say."""
        before, self.cards.held = self.cards.held, []
        reply = self.mind.answer(ask)
        if not self.mind.is_shield(ask):
            self.cards.remember()
        # Where nothing is shown this time, nothing is to be seen that was not there before.
        self.cards.held = self.cards.held or before
        return reply

    def takes(self, offer: Ask) -> bool:
        """Show a Moat to every attack: whoever held one as it was played may, even if it is discarded by now."""
        return self.mind.is_shield(offer) and bool(self.mind.moats(self.cards.before, offer.id.seat))

    def picture(self, view: str) -> tuple[Lying, ...]:
        """Return what the camera would see."""
        return self.cards.picture(view)

    def facts(self) -> Facts:
        """Return the truth."""
        return self.cards.facts()

    def spoil(self) -> str:
        """Swap one card for another in the truth."""
        return self.cards.spoil()

    # ---- doing what is said --------------------------------------------------------
    def hear(self, event: Event) -> None:
        """Do what an instruction says."""
        key, args = event.text.key.removeprefix("dominion_guilds."), dict(event.text.args)
        if key == "turn.began":
            self._begin_turn(args)
        doing = self._doings().get(key)
        if doing is not None:
            doing(args)

    def _doings(self) -> dict[str, Callable[[Args], None]]:
        cards = self.cards
        return {
            "do.pile": lambda args: cards.put_out(_card(args), _count(args)),
            "do.deal": lambda args: cards.deal(_card(args), _count(args)),
            "do.first_hand": lambda args: cards.begin(_count(args)),
            "do.first_tokens": self._give_tokens,
            "do.shuffle": lambda args: cards.shuffle(_who(args)),
            "do.draw": lambda args: cards.draw(_who(args), _count(args)),
            "do.clean_up": self._clean_up,
            "do.gain": lambda args: cards.gain(_who(args), _card(args), "discard"),
            "do.gain.hand": lambda args: cards.gain(_who(args), _card(args), "hand"),
            "do.gain.deck": lambda args: cards.gain(_who(args), _card(args), "deck"),
            "do.discard": lambda args: cards.throw(_who(args), self.mind.worst(_who(args), _count(args))),
            "do.lay_off": lambda args: cards.lay_off(_who(args), 1),
            "do.robbed": lambda args: cards.lay_off(_who(args), _count(args)),
            "do.take_back": lambda args: cards.take_back(_who(args)),
            "do.put_back": self._put_back,
            "do.play_top": self._play_top,
            "do.trash_played": self._trash_played,
            "do.steal": self._steal,
            "do.revealed": self._reveal,
            "do.tokens_in": lambda args: self._tokens(args, _count(args)),
            "do.tokens_out": lambda args: self._tokens(args, -_count(args)),
        }

    def _begin_turn(self, args: Args) -> None:
        self.cards.turn = _who(args)
        self.cards.seats[_who(args)].turns += 1

    def _clean_up(self, args: Args) -> None:
        self.cards.clean_up(_who(args))
        self.cards.draw(_who(args), _count(args))

    def _give_tokens(self, args: Args) -> None:
        for place in self.cards.seats:
            place.tokens += _count(args)

    def _tokens(self, args: Args, more: int) -> None:
        self.cards.seats[_who(args)].tokens += more

    def _put_back(self, args: Args) -> None:
        card = self.mind.worst(_who(args), 1)[0]
        self.cards.move(_who(args), card, "hand", "deck")

    def _play_top(self, args: Args) -> None:
        self.cards.move(_who(args), self.cards.top(_who(args))[0], "deck", "play")

    def _trash_played(self, args: Args) -> None:
        place = self.cards.seats[_who(args)]
        self.cards.destroy(_who(args), [self.cards.find(place.play, _card(args))], "play")

    def _steal(self, args: Args) -> None:
        card = self.cards.find(self.cards.trash, _card(args))
        self.cards.trash.remove(card)
        self.cards.seats[_who(args)].discard.append(card)

    def _reveal(self, args: Args) -> None:
        """Take revealed cards into the hand, but for those that the card played lets go."""
        off = args["off"]
        at, count, off = _who(args), _count(args), off if isinstance(off, int) else 0
        revealed = self.cards.top(at, count + off)
        gone = [card for card in revealed if self._goes(_card(args), card)][:off]
        if _card(args) == "advisor":
            gone = sorted(revealed, key=lambda card: self.box.cost(kind_of(card)))[-off:]
        for card in revealed:
            self.cards.move(at, card, "deck", "discard" if card in gone else "hand")

    def _goes(self, why: str, card: str) -> bool:
        kind = self.box.cards[kind_of(card)]
        match why:
            case "journeyman":
                return kind.id == self.mind.named
            case "library":
                return kind.is_a(ACTION)
            case "adventurer":
                return not kind.is_a(TREASURE)
            case _:
                return False


def _who(args: Args) -> int:
    who = args["who"]
    return who.seat if isinstance(who, SeatRef) else 0


def _card(args: Args) -> str:
    card = args["card"]
    return card.id if isinstance(card, PieceRef) else ""


def _count(args: Args) -> int:
    count = args["count"]
    return count if isinstance(count, int) else 0
