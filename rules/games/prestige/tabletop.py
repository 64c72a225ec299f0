"""Robots round a real table: they think, move cards, and do what the companion tells them to."""

from __future__ import annotations

import random
from collections.abc import Callable

from rules.core.asks import Ask, Number, One
from rules.core.commands import Amount, Picked, Put, Reply
from rules.core.event import Event
from rules.core.game import Facts, Lying
from rules.core.state import Setup
from rules.core.value import Arg, Cell, Choice, Msg, PieceRef, SeatRef, Word
from rules.games.prestige.data import CENTER, DECKS, PrestigeBox
from rules.games.prestige.lying import Cards
from rules.games.prestige.robot import Mind


class PrestigeTabletop:
    """The physical table of one game with its robot players."""

    def __init__(self, box: PrestigeBox, setup: Setup, rng: random.Random) -> None:
        """Set the table up."""
        self.cards = Cards(box, setup.seats, setup.option("board") == "hard", rng)
        self.box, self.rng = box, rng
        self.keeps_events = setup.option("events") == "digital"
        self.keeps_tribes = setup.option("identities") == "app"
        self.placed: Put | None = None
        self.restored = self.unit = ""
        self.thrown: dict[int, int] = {}

    # ---- thinking and moving -------------------------------------------------------
    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        """Decide, move the real cards, and return what people would say."""
        key = ask.id.key.removeprefix("prestige.")
        if key.startswith("event."):
            return _pick(self.cards.draw_event(key.removeprefix("event.")))
        doing = self._doings().get(key)
        return doing(ask) if doing else ask.sample(self.rng)

    def _doings(self) -> dict[str, Callable[[Ask], Reply]]:
        return {
            "action": self._act,
            "place": self._place,
            "unit": self._play_unit,
            "unit.replace": self._throw_unit,
            "unit.lose": self._throw_unit,
            "discard": self._discard,
            "discard.sure": lambda ask: _word(ask, "yes"),
            "discard.cards": lambda _ask: _pick(*self.cards.held),
            "restore": lambda _ask: _pick(self.restored),
            "draw": self._choose_pile,
            "destroy": self._destroy,
            "identity": self._learn,
            "reveal": self._reveal,
            "top": lambda _ask: _pick(self.cards.top(0)),
            "back.2": lambda _ask: self._back(1),
            "back.3": lambda _ask: self._back(2),
            "keep": self._keep,
            "final.city": lambda _ask: _pick(*self.city_cards()),
            "final.units": self._show_units,
            "final.fallen": lambda _ask: _pick(*self.cards.fallen),
        }

    def _act(self, ask: Ask) -> Reply:
        """Choose an action, and begin it with the hands where the camera may see it."""
        self.placed, self.cards.held = None, []
        seat, offered = ask.id.seat, _words(ask)
        mind = Mind(self.cards, seat)
        self.unit, spot = mind.best_unit(), mind.best_spot()
        if "restore" in offered and self.rng.random() < 0.3:
            return self._begin_restore(ask)
        if "unique" in offered and self.rng.random() < 0.1:
            return _word(ask, "unique")
        if (
            self.unit
            and "unit" in offered
            and (len(self.cards.units) < 4 or not spot)
            and self.rng.random() < 0.5
        ):
            self.cards.held = [self.unit]
            return _word(ask, "unit")
        if spot:
            return self._begin_place(ask, *spot)
        for word in ("unit", "restore", "unique", "discard", "pass"):
            if word in offered and (word != "unit" or self.unit):
                return self._begin_restore(ask) if word == "restore" else _word(ask, word)
        return ask.sample(self.rng)

    def _begin_place(self, ask: Ask, card: str, cell: tuple[int, int]) -> Reply:
        self.cards.put_in_city(ask.id.seat, card, cell)
        self.placed = Put(card, Cell(*cell))
        return _word(ask, "place")

    def _begin_restore(self, ask: Ask) -> Reply:
        ruins = [card for _, card, up in self.cards.tops() if not up]
        self.restored = ruins[self.rng.randrange(len(ruins))]
        self.cards.turn(self.restored, up=True)
        return _word(ask, "restore")

    def _place(self, ask: Ask) -> Reply:
        """Say where the card lies that was put down with the action."""
        return self.placed or ask.sample(self.rng)

    def _play_unit(self, ask: Ask) -> Reply:
        card = self.unit or Mind(self.cards, ask.id.seat).best_unit()
        self.cards.held = [card]
        if card in self.cards.hands[ask.id.seat]:
            self.cards.put_in_units(ask.id.seat, card)
        return _pick(card)

    def _throw_unit(self, ask: Ask) -> Reply:
        """Give up the unit that means least."""
        units = [card for card in self.cards.units if PieceRef(card) in _options(ask)]
        card = min(units, key=lambda each: (self.box.cards[each].leader, self.box.cards[each].cost))
        self.cards.throw_unit(card)
        self.cards.held = [card]
        return _pick(card)

    def _discard(self, ask: Ask) -> Reply:
        """Throw what cannot be played anyhow, dearest first."""
        hand = self.cards.hands[ask.id.seat]
        most = min(ask.high if isinstance(ask, Number) else 1, 1 + self.rng.randrange(3))
        cards = sorted(hand, key=lambda card: -self.box.cards[card].cost)[:most]
        self.cards.throw(ask.id.seat, cards)
        self.cards.held = cards
        self.thrown[ask.id.seat] = len(cards)
        return Amount(len(cards))

    def _choose_pile(self, ask: Ask) -> Reply:
        """Draw a card of the own tribe where one lies on top."""
        words = [word for word in _options(ask) if isinstance(word, Word)]
        own = self.cards.tribes[ask.id.seat]
        for word in words:
            if self.box.cards[self.cards.top(_number(word) - 1)].tribe in own:
                return Picked((word,))
        return Picked((words[self.rng.randrange(len(words))],))

    def _destroy(self, ask: Ask) -> Reply:
        cards = [choice.id for choice in _options(ask) if isinstance(choice, PieceRef)]
        own = self.cards.tribes[ask.id.seat]
        ranked = sorted(cards, key=lambda card: (self._tribe(card) in own, card))
        self.cards.turn(ranked[0], up=False)
        return _pick(ranked[0])

    def _tribe(self, card: str) -> str:
        return self.box.cards[card].tribe if card in self.box.cards else ""

    def _learn(self, ask: Ask) -> Reply:
        """Look at the identities that the companion has dealt."""
        self.cards.tribes[ask.id.seat] = [
            piece.removeprefix("tribe-") for piece in _pieces(dict(ask.args)["tribes"])
        ]
        return ask.sample(self.rng)

    def _reveal(self, ask: Ask) -> Reply:
        who = dict(ask.args)["who"]
        own = self.cards.tribes[who.seat] if isinstance(who, SeatRef) else []
        self.cards.held = [f"tribe-{tribe}" for tribe in own]
        return _pick(*self.cards.held)

    def _back(self, pile: int) -> Reply:
        return _pick(f"tribe-{self._tribe(self.cards.top(pile))}")

    def _keep(self, ask: Ask) -> Reply:
        """Play a turn that the companion does not follow: place a card, now and then draw an event."""
        decks = [deck for deck in DECKS if self.cards.events[deck]]
        if decks and self.rng.random() < 0.4:
            deck = decks[self.rng.randrange(len(decks))]
            if not self.keeps_events:
                self.cards.draw_event(deck)
            return _word(ask, deck)
        spot = Mind(self.cards, ask.id.seat).best_spot()
        if spot:
            self.cards.put_in_city(ask.id.seat, *spot)
        return _word(ask, "done")

    def _show_units(self, _ask: Ask) -> Reply:
        self.cards.held = list(self.cards.units)
        return _pick(*self.cards.units)

    def city_cards(self) -> list[str]:
        """Name the cards that lie face up in the city."""
        return [card for _, card, up in self.cards.tops() if up and card != CENTER]

    # ---- doing what is told --------------------------------------------------------
    def hear(self, event: Event) -> None:
        """Do what an instruction says, unless the hands have done it already."""
        key, args = event.text.key.removeprefix("prestige."), dict(event.text.args)
        match key:
            case "do.track_up" | "do.track_down" | "do.marker":
                self.cards.markers[_piece(args["track"]).removeprefix("track-")] = _int(args["value"])
            case "do.coins_in" | "do.coins_out":
                self.cards.coffers = _int(args["value"])
            case "do.draw":
                self.cards.draw(event.seat, _int(args["pile"]) - 1)
            case "do.discard":
                self._throw(event.seat, _int(args["count"]))
            case "do.destroy" | "do.restore":
                self.cards.turn(_piece(args["card"]), up=key == "do.restore")
            case "do.discard_unit":
                self.cards.throw_unit(_piece(args["card"]))
            case _ if key.startswith("event.") and key.endswith(".drawn") and self.keeps_events:
                self._show_event(key.split(".")[1], _piece(args["card"]))

    def _show_event(self, deck: str, card: str) -> None:
        """Take note of what the companion's own deck showed."""
        self.cards.events[deck].pop()
        self.cards.drawn.append(card)

    def _throw(self, seat: int, count: int) -> None:
        missing = count - self.thrown.pop(seat, 0)
        if missing > 0:
            hand = sorted(self.cards.hands[seat], key=lambda card: -self.box.cards[card].cost)
            self.cards.throw(seat, hand[:missing])

    # ---- what can be seen ----------------------------------------------------------
    def picture(self, view: str) -> tuple[Lying, ...]:
        """Return what the camera would see in a view now."""
        return self.cards.picture(view)

    def facts(self) -> Facts:
        """Return the truth in the words of the game's facts."""
        return self.cards.facts()

    def spoil(self) -> str:
        """Swap one card for another in the truth; say which."""
        return self.cards.spoil()


def _pick(*pieces: str) -> Picked:
    return Picked(tuple(PieceRef(piece) for piece in pieces))


def _options(ask: Ask) -> tuple[Choice, ...]:
    return ask.options if isinstance(ask, One) else ()


def _words(ask: Ask) -> list[str]:
    return [choice.key.rpartition(".")[2] for choice in _options(ask) if isinstance(choice, Word)]


def _word(ask: Ask, word: str) -> Reply:
    """Say a word; robots say it even where it is not offered, as people would."""
    return Picked((Word(f"{_group(ask)}.{word}"),))


def _group(ask: Ask) -> str:
    return "prestige.discard" if ask.id.key == "prestige.discard.sure" else ask.id.key


def _number(word: Word) -> int:
    return int(word.key.rpartition(".")[2])


def _piece(arg: Arg) -> str:
    return arg.id if isinstance(arg, PieceRef) else ""


def _int(arg: Arg) -> int:
    return arg if isinstance(arg, int) else 0


def _pieces(arg: Arg) -> list[str]:
    """List the pieces named in an argument."""
    if isinstance(arg, Msg):
        return [piece for _, inner in arg.args for piece in _pieces(inner)]
    return [arg.id] if isinstance(arg, PieceRef) else []
