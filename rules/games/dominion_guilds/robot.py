"""How robots think: they see their own cards, and answer truly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from rules.core.asks import Ask, Number, One, Some
from rules.core.commands import Amount, Picked, Reply
from rules.core.value import Choice, PieceRef, SeatRef, Word
from rules.games.dominion_guilds.data import ACTION, COPPER, MOAT, TREASURE, DominionBox
from rules.games.dominion_guilds.lying import Cards, Place, kind_of

KEYS = "dominion_guilds."
SHIELD, NONE = Word("dominion_guilds.shows_moat"), Word("dominion_guilds.has_none")
LAID_OFF, PUT_BACK = Word("dominion_guilds.look.discard"), Word("dominion_guilds.look.back")
KEEP_HAND, FULL_HAND, LATE = 5, 7, 4


class Mind:
    """Thinks for everybody at the table."""

    def __init__(self, box: DominionBox, cards: Cards, rng: random.Random) -> None:
        self.box, self.cards, self.rng = box, cards, rng
        self.named = ""
        """The card that was named last."""

    def answer(self, ask: Ask) -> Reply:
        """Move cards as one would, and say so.

        Where the companion asks for what is not there, robots say anything: the evening goes on, and its report tells.
        """
        key = ask.id.key.removeprefix(KEYS)
        doing = self._doings().get(key)
        return doing(ask) if doing else ask.sample(self.rng)

    def _doings(self) -> dict[str, Callable[[Ask], Reply]]:
        return {**self._of_turns(), **self._of_cards()}

    def _of_turns(self) -> dict[str, Callable[[Ask], Reply]]:
        return {
            "kingdom": lambda _ask: Picked((Word("dominion_guilds.kingdom.random"),)),
            "act": lambda ask: self._play(ask, ask.id.seat),
            "throne_room": lambda ask: self._play(ask, ask.id.seat),
            "treasures": self._lay_treasures,
            "buy": self._buy,
            "keep": self._keep,
            "final.cards": self._spread,
            "spend.how_many": lambda ask: Amount(ask.high if isinstance(ask, Number) else 0),
            "gain": self._gain,
            "trash.may": self._trash,
            "trash.must": self._trash,
            "chapel": self._chapel,
            "plaza": self._plaza,
        }

    def _of_cards(self) -> dict[str, Callable[[Ask], Reply]]:
        return {
            "cellar": self._cellar,
            "chancellor": self._chancellor,
            "library": lambda ask: self._count(ask, FULL_HAND - len(self._hand(ask)), ACTION),
            "journeyman": lambda ask: self._count(ask, 3, self.named),
            "adventurer": self._seek_treasures,
            "name": self._name,
            "doctor": self._heal,
            "look": self._look,
            "harbinger": self._raise,
            "raise": self._raise,
            "herald": lambda ask: self._reveal(ask, Word("dominion_guilds.herald.other")),
            "vassal": lambda ask: self._reveal(ask, Word("dominion_guilds.vassal.other")),
            "bureaucrat": lambda ask: self._give(ask, "deck"),
            "taxman": lambda ask: self._give(ask, "discard"),
            "bandit": self._rob,
            "thief": self._rob,
            "thief.gain": self._keep_loot,
            "spy": self._spy,
            "moat": self._show_moat,
        }

    # ---- cards ---------------------------------------------------------------------
    def _hand(self, ask: Ask) -> list[str]:
        return self.cards.seats[ask.id.seat].hand

    def _is(self, card: str, kind: str) -> bool:
        return self.box.cards[kind_of(card)].is_a(kind)

    def _value(self, card: str) -> tuple[bool, int]:
        """Order cards from the worst to the best for a hand."""
        kind = self.box.cards[kind_of(card)]
        return kind.is_a(ACTION) or kind.is_a(TREASURE), kind.cost

    def worst(self, at: int, count: int) -> list[str]:
        """Return the cards of a hand that one would miss least."""
        return sorted(self.cards.seats[at].hand, key=self._value)[:count]

    def _junk(self, at: int) -> list[str]:
        return [card for card in self.cards.seats[at].hand if kind_of(card) in ("curse", "estate", COPPER)]

    def _offered(self, ask: Ask, cards: Iterable[str]) -> list[str]:
        offered = {option.id for option in _options(ask) if isinstance(option, PieceRef)}
        return [card for card in cards if kind_of(card) in offered]

    # ---- a turn --------------------------------------------------------------------
    def _play(self, ask: Ask, at: int) -> Reply:
        """Play the Action that lets most others follow."""
        actions = self._offered(ask, self.cards.seats[at].hand)
        if not actions:
            return Picked()
        best = max(
            actions,
            key=lambda card: (self.box.cards[kind_of(card)].plus.actions, self.box.cost(kind_of(card))),
        )
        self.cards.move(at, best, "hand", "play")
        return _pick(best)

    def _lay_treasures(self, ask: Ask) -> Reply:
        at = ask.id.seat
        laid = [card for card in self.cards.seats[at].hand if self._is(card, TREASURE)]
        for card in laid:
            self.cards.move(at, card, "hand", "play")
        return Picked(tuple(PieceRef(kind_of(card)) for card in laid))

    def _buy(self, ask: Ask) -> Reply:
        """Buy the best, spending tokens where that gets a Province or there are many."""
        options, tokens = _options(ask), self.cards.seats[ask.id.seat].tokens
        spend = Word("dominion_guilds.buy.spend")
        coins = dict(ask.args).get("coins", 0)
        if spend in options and isinstance(coins, int) and (coins + tokens >= 8 or tokens > 4):
            return Picked((spend,))
        kind = self._best([option.id for option in options if isinstance(option, PieceRef)])
        if not kind:
            return Picked()
        self.cards.held = self.cards.piles[kind][-1:]
        return Picked((PieceRef(kind),))

    def _best(self, kinds: list[str]) -> str:
        """Choose what to buy: Big Money, and whatever the kingdom has."""
        wanted = ["province", "duchy"] if len(self.cards.piles["province"]) <= LATE else ["province"]
        if self.rng.random() < 0.8:
            wanted.append("gold")
        for kind in wanted:
            if kind in kinds:
                return kind
        actions = [kind for kind in kinds if kind not in self.box.basic]
        if actions and self.rng.random() < 0.6:
            few_actions = self.rng.sample(actions, min(3, len(actions)))
            return max(few_actions, key=self.box.cost)
        return next((kind for kind in ("silver", "duchy") if kind in kinds), "")

    def _gain(self, ask: Ask) -> Reply:
        kinds = [option.id for option in _options(ask) if isinstance(option, PieceRef)]
        best = max(kinds, key=lambda kind: (self.box.cost(kind), kind))
        self.cards.held = self.cards.piles[best][-1:]
        return Picked((PieceRef(best),))

    # ---- own cards -----------------------------------------------------------------
    def _trash(self, ask: Ask) -> Reply:
        at = ask.id.seat
        cards = sorted(self._offered(ask, self.cards.seats[at].hand), key=self._value)
        if not cards:
            return Picked()
        self.cards.destroy(at, cards[:1], "hand")
        self.cards.held = cards[:1]
        return _pick(cards[0])

    def _chapel(self, ask: Ask) -> Reply:
        cards = self._junk(ask.id.seat)[: self.rng.randrange(5)]
        self.cards.destroy(ask.id.seat, cards, "hand")
        self.cards.held = cards
        return Picked(tuple(PieceRef(kind_of(card)) for card in cards))

    def _plaza(self, ask: Ask) -> Reply:
        coppers = [card for card in self._hand(ask) if kind_of(card) == COPPER]
        if not coppers:
            return Picked()
        self.cards.throw(ask.id.seat, coppers[:1])
        self.cards.held = coppers[:1]
        return _pick(coppers[0])

    def _cellar(self, ask: Ask) -> Reply:
        cards = [card for card in self._hand(ask) if not self._value(card)[0]]
        self.cards.throw(ask.id.seat, cards)
        return Amount(len(cards))

    def _chancellor(self, ask: Ask) -> Reply:
        if self.rng.random() < 0.5:
            return Picked()
        place = self.cards.seats[ask.id.seat]
        place.discard += place.deck
        place.deck = []
        return Picked(_options(ask))

    def _raise(self, ask: Ask) -> Reply:
        at = ask.id.seat
        cards = self._offered(ask, self.cards.seats[at].discard)
        if not cards:
            return ask.sample(self.rng)
        best = max(cards, key=self._value)
        self.cards.move(at, best, "discard", "deck")
        self.cards.held = [best]
        return _pick(best)

    def _look(self, ask: Ask) -> Reply:
        at = ask.id.seat
        if not (top := self.cards.top(at)):
            return ask.sample(self.rng)
        (card,) = top
        if card in self._junk_of(top):
            self.cards.destroy(at, [card], "deck")
            self.cards.held = [card]
            return _pick(card)
        if self.rng.random() < 0.4:
            self.cards.lay_off(at, 1)
            return Picked((LAID_OFF,))
        return Picked((PUT_BACK,))

    def _junk_of(self, cards: list[str]) -> list[str]:
        return [card for card in cards if kind_of(card) in ("curse", "estate", COPPER)]

    # ---- turning cards up ----------------------------------------------------------
    def _name(self, ask: Ask) -> Reply:
        """Hold up a card of the name that is meant."""
        junk = [kind for kind in (COPPER, "estate", "curse") if self.cards.piles[kind]]
        self.named = self.rng.choice(junk or [kind for kind, pile in self.cards.piles.items() if pile])
        self.cards.held = self.cards.piles[self.named][-1:]
        return Picked((PieceRef(self.named),))

    def _heal(self, ask: Ask) -> Reply:
        """Trash what was named of three cards; the rest goes back in another order."""
        at = ask.id.seat
        revealed = self.cards.top(at, 3)
        found = [card for card in revealed if kind_of(card) == self.named]
        self.cards.destroy(at, found, "deck")
        rest = [card for card in revealed if card not in found]
        deck = [card for card in self.cards.seats[at].deck if card not in rest]
        self.rng.shuffle(rest)
        self.cards.seats[at].deck = [*deck, *rest]
        return Amount(len(found))

    def _count(self, ask: Ask, wanted: int, what: str) -> Reply:
        """Count the cards to be let go before so many others have come."""
        found = others = 0
        place = self.cards.seats[ask.id.seat]
        for card in (
            self.cards.top(ask.id.seat, len(place.deck))
            if not place.discard
            else self._ahead(ask.id.seat, wanted, what)
        ):
            if others == wanted:
                break
            if kind_of(card) == what or (what == ACTION and self._is(card, ACTION)):
                found += 1
            else:
                others += 1
        return Amount(found)

    def _ahead(self, at: int, wanted: int, what: str) -> list[str]:
        """Look as far ahead as it takes, shuffling only where the deck runs out."""
        place = self.cards.seats[at]
        deck = place.deck[::-1]
        others = [
            card for card in deck if kind_of(card) != what and not (what == ACTION and self._is(card, ACTION))
        ]
        if len(others) >= wanted:
            return deck
        return self.cards.top(at, len(place.deck) + 1) and self.cards.seats[at].deck[::-1]

    def _seek_treasures(self, ask: Ask) -> Reply:
        place = self.cards.seats[ask.id.seat]
        if sum(self._is(card, TREASURE) for card in place.deck) < 2 and place.discard:
            self.cards.top(ask.id.seat, len(place.deck) + 1)
        others = treasures = 0
        for card in self.cards.seats[ask.id.seat].deck[::-1]:
            if treasures == 2:
                break
            is_treasure = self._is(card, TREASURE)
            treasures, others = treasures + is_treasure, others + (not is_treasure)
        return Amount(others)

    def _reveal(self, ask: Ask, otherwise: Word) -> Reply:
        """Turn the top card up."""
        who = dict(ask.args).get("who")
        at = who.seat if isinstance(who, SeatRef) else ask.id.seat
        if not (top := self.cards.top(at)):
            return ask.sample(self.rng)
        (card,) = self.cards.held = top
        return _pick(card) if self._is(card, ACTION) else Picked((otherwise,))

    # ---- attacks -------------------------------------------------------------------
    @staticmethod
    def is_shield(ask: Ask) -> bool:
        """Tell whether a Moat is offered against an attack that has struck already."""
        return ask.id.key == f"{KEYS}moat"

    @staticmethod
    def moats(places: list[Place], at: int) -> list[str]:
        """Return the Moats in somebody's hand."""
        return [card for card in places[at].hand if kind_of(card) == MOAT]

    def _show_moat(self, ask: Ask) -> Reply:
        """Hold up the Moat that was in the hand as the attack was played."""
        self.cards.held = self.moats(self.cards.before, ask.id.seat)[:1]
        return Picked((PieceRef(MOAT),))

    def _shields(self, ask: Ask, at: int) -> bool:
        """Hold up a Moat instead of what an attack asks for, if there is one."""
        found = self.moats(self.cards.seats, at) if SHIELD in _options(ask) else []
        self.cards.held = found[:1]
        return bool(found)

    def _give(self, ask: Ask, goal: str) -> Reply:
        """Give up a card of the hand that the attack wants, or show a Moat, or that there is none."""
        at = ask.id.seat
        if self._shields(ask, at):
            return Picked((SHIELD,))
        cards = self._offered(ask, self.cards.seats[at].hand)
        if not cards:
            return Picked((NONE,))
        self.cards.move(at, cards[0], "hand", goal)
        self.cards.held = cards[:1]
        return _pick(cards[0])

    def _rob(self, ask: Ask) -> Reply:
        who = dict(ask.args)["who"]
        at = who.seat if isinstance(who, SeatRef) else ask.id.seat
        if self._shields(ask, at):
            return Picked((SHIELD,))
        cards = self._offered(ask, self.cards.top(at, 2))
        if not cards:
            return Picked((NONE,))
        self.cards.destroy(at, cards[:1], "deck")
        self.cards.held = cards[:1]
        return _pick(cards[0])

    def _keep_loot(self, ask: Ask) -> Reply:
        kinds = [option.id for option in _options(ask) if isinstance(option, PieceRef)]
        trash = self.cards.trash[::-1]
        for kind in kinds:
            self.cards.held.append(
                next(card for card in trash if kind_of(card) == kind and card not in self.cards.held)
            )
        return Picked(_options(ask))

    def _spy(self, ask: Ask) -> Reply:
        who = dict(ask.args)["who"]
        if isinstance(who, SeatRef) and self._shields(ask, who.seat):
            return Picked((SHIELD,))
        return Picked((LAID_OFF if self.rng.random() < 0.5 else PUT_BACK,))

    # ---- what is not followed ------------------------------------------------------
    def _keep(self, ask: Ask) -> Reply:
        """Play a whole turn of Big Money without being asked for anything but what was bought."""
        at = ask.id.seat
        place = self.cards.seats[at]
        coins = sum(self.box.worth(kind_of(card)) for card in place.hand)
        kinds = [option.id for option in _options(ask) if isinstance(option, PieceRef)]
        # Nobody is asked about Actions here, so nobody buys any.
        best = self._best([kind for kind in kinds if kind in self.box.basic and self.box.cost(kind) <= coins])
        self.cards.clean_up(at)
        self.cards.draw(at, KEEP_HAND)
        place.turns += 1
        if not best:
            return Picked((Word("dominion_guilds.keep.nothing"),))
        self.cards.held = self.cards.piles[best][-1:]
        return Picked((PieceRef(best),))

    def _spread(self, ask: Ask) -> Reply:
        """Spread out all one has."""
        who = dict(ask.args)["who"]
        at = who.seat if isinstance(who, SeatRef) else ask.id.seat
        self.cards.spread = sorted(self.cards.seats[at].all)
        return Picked(tuple(map(PieceRef, self.cards.spread)))


def _options(ask: Ask) -> tuple[Choice, ...]:
    return ask.options if isinstance(ask, One | Some) else ()


def _pick(card: str) -> Picked:
    return Picked((PieceRef(kind_of(card)),))
