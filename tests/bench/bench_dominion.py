"""Play Dominion with two Big Money players, by our public asks and answers and by pyminion, in one run.

Both sides shuffle and draw real cards and buy alike. pyminion is for this comparison only (`requirements-bench.txt`);
without it our own figures are printed alone. Run it as a program.
"""

from __future__ import annotations

import importlib.util
import logging
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

from companion.games import LoadedGame, find
from rules.core.asks import Ask
from rules.core.commands import Amount, Answer, Done, Picked, Reply
from rules.core.referee import Referee
from rules.core.state import Setup, State
from rules.core.value import PieceRef, Word
from tests.bench.budget import budget

GAMES, ROUNDS = 40, 4
WAYS = ("typed", "named")
"""Whether the sum of all Treasures is typed, or each is named."""
HAND = 5
KINDS = ("cellar", "chapel", "moat", "village", "workshop", "smithy", "remodel", "militia", "market", "mine")
PRICES = {"province": 8, "gold": 6, "silver": 3}
WORTH = {"copper": 1, "silver": 2, "gold": 3}
REFS = {kind: PieceRef(kind) for kind in (*WORTH, "province", *KINDS)}


class Hand:
    """The real cards of one player."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.deck: list[str] = []
        self.cards: list[str] = []
        self.discard = ["copper"] * 7 + ["estate"] * 3
        self.draw()

    def draw(self) -> None:
        """Discard the hand and draw another one."""
        self.discard += self.cards
        self.cards = []
        for _ in range(HAND):
            if not self.deck:
                self.deck, self.discard = self.discard, []
                self.dice.shuffle(self.deck)
            self.cards.append(self.deck.pop())

    def pay(self, treasures: Ask, coins: Ask, *, typed: bool) -> Answer:
        """Type what all Treasures give, or name them."""
        if typed:
            return Answer(coins.id, Amount(sum(WORTH.get(card, 0) for card in self.cards)))
        return Answer(treasures.id, Picked(tuple(REFS[card] for card in self.cards if card in WORTH)))

    def buy(self, ask: Ask) -> Reply:
        """Buy the best card there are coins for, and end the turn."""
        coins = dict(ask.args)["coins"]
        for kind, price in PRICES.items():
            if isinstance(coins, int) and coins >= price:
                self.discard.append(kind)
                self.draw()
                return Picked((REFS[kind],))
        self.draw()
        return Picked()


def begin(loaded: LoadedGame) -> tuple[Referee[Any], State[Any]]:
    """Lay out ten kinds that nobody will buy."""
    referee: Referee[Any] = Referee(loaded.game, loaded.box)
    state, _ = referee.new(Setup(2))
    for reply in (
        Picked((Word("dominion_guilds.kingdom.by_hand"),)),
        Picked(tuple(REFS[kind] for kind in KINDS)),
        Done(),
        Done(),
    ):
        state, _ = referee.apply(state, Answer(referee.asks(state)[0].id, reply))
    return referee, state


def ours(loaded: LoadedGame, games: int, *, typed: bool) -> tuple[float, int]:
    """Return the seconds that so many games take, and their commands; the sum of Treasures is typed, or all are named."""
    dice, commands, began = random.Random(1), 0, time.process_time()
    # A state is a value: the table is laid out once, and every game begins from it.
    referee, laid_out = begin(loaded)
    for _ in range(games):
        state = laid_out
        hands = [Hand(dice), Hand(dice)]
        while True:
            asks = referee.asks(state)
            ask, hand = asks[0], hands[asks[0].id.seat]
            if ask.id.key == "dominion_guilds.treasures":
                answer = hand.pay(ask, asks[1], typed=typed)
            elif ask.id.key == "dominion_guilds.buy":
                answer = Answer(ask.id, hand.buy(ask))
            else:
                break
            state, _ = referee.apply(state, answer)
            commands += 1
    return time.process_time() - began, commands


def theirs(games: int) -> float:
    """Return the seconds that pyminion takes for so many games."""
    from pyminion.bots.examples import BigMoney
    from pyminion.expansions import base
    from pyminion.game import Game

    logging.disable(logging.CRITICAL)
    kingdom = [getattr(base, kind) for kind in KINDS]
    began = time.process_time()
    for _ in range(games):
        players = [BigMoney("one"), BigMoney("two")]
        Game(players=players, expansions=[base.base_set], kingdom_cards=kingdom, log_stdout=False).play()
    spent = time.process_time() - began
    logging.disable(logging.NOTSET)
    return spent


def measure(games: int = GAMES) -> dict[str, float]:
    """Return games and commands a second both ways; ratios to pyminion where it is installed.

    Everything is measured in turn several times, and the best counts: other work on the machine only slows down.
    """
    loaded = find("dominion_guilds")
    has_peer = importlib.util.find_spec("pyminion") is not None
    best: dict[str, float] = {}
    found: dict[str, float] = {}
    for _ in range(ROUNDS):
        spent = {"pyminion": theirs(games)} if has_peer else {}
        for way in WAYS:
            spent[way], commands = ours(loaded, games, typed=way == "typed")
            found[f"{way}_commands"] = commands
        best = {name: min(seconds, best.get(name, seconds)) for name, seconds in spent.items()}
    for name, seconds in best.items():
        found[f"{name}_games_per_s"] = games / seconds
        if name in WAYS:
            found[f"{name}_commands_per_s"] = found.pop(f"{name}_commands") / seconds
            found |= {f"{name}_ratio": best["pyminion"] / seconds} if has_peer else {}
    return found


def lines(found: dict[str, float]) -> Iterator[str]:
    """Say it for people."""
    for way, told in (("typed", "sums typed"), ("named", "every Treasure named")):
        yield (
            f"Dominion, two Big Money players, {told}: {found[f'{way}_games_per_s']:.0f} games, "
            f"{found[f'{way}_commands_per_s']:.0f} commands a second"
        )
        if ratio := found.get(f"{way}_ratio"):
            peer = f"  x{ratio:.2f} of pyminion ({found['pyminion_games_per_s']:.0f}), whose time it takes x{1 / ratio:.2f}"
            yield f"{peer} {budget(1 / ratio, 2)}"
    if "pyminion_games_per_s" not in found:
        yield "pyminion is not installed (requirements-bench.txt): nothing to compare with"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
