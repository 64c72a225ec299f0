"""A turn of three plays and a buy takes no more scans and touches than people do anything with their hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.demo import Evening, Plan
from companion.games import find
from companion.store import Store
from companion.virtual.hands import SessionHands
from rules.core.asks import Ask
from rules.core.commands import Amount, Answer, Correct, Done, Picked, Reply, named
from rules.core.value import PieceRef, Word
from rules.games.dominion_guilds.lying import kind_of
from rules.games.dominion_guilds.tabletop import DominionTabletop
from tests.rules.dominion_guilds.dominion_table import cards

DOMINION = find("dominion_guilds")
ANA, BIA = 0, 1
TEN = (
    "village",
    "militia",
    "smithy",
    "moat",
    "market",
    "festival",
    "laboratory",
    "mine",
    "bandit",
    "gardens",
)
MOAT, BANDIT = BIAS = ("dominion_guilds.moat", "dominion_guilds.bandit")
"""What Bia is asked in Ana's turn."""
WORTH = {"copper": 1, "silver": 2, "gold": 3}


class Hands(SessionHands):
    """Hands that count what they show to the camera, and type what Treasures give where there is none."""

    scans = 0
    understood: tuple[str, ...] = ()
    """The keys of the questions that the camera has answered."""

    def show(self, ask: Ask, reply: Reply) -> bool:
        """Count what the camera has understood."""
        shown = super().show(ask, reply)
        self.scans += shown
        self.understood += (ask.id.key,) * shown
        return shown

    def touch(self, ask: Ask, reply: Reply) -> None:
        """Type a sum: to open the offer and to press the number takes two touches."""
        coins = next((each for each in self.asks() if each.id.key == "dominion_guilds.coins"), None)
        if coins is None or not ask.id.key.endswith("treasures"):
            return super().touch(ask, reply)
        return super().touch(coins, Amount(sum(WORTH[card] for card in named(reply))))


class TurnOver(Exception):  # noqa: N818 - nothing went wrong
    """Ana's turn is over."""


@contextmanager
def evening(camera: str, hand: str, deck: str, bias: str) -> Iterator[tuple[Evening, Hands]]:
    """Sit down where Ana has these cards in her hand and on top of her deck, and Bia these in hers."""
    with Evening.begin(Plan("dominion_guilds", 2, 2, camera), DOMINION, Store(None)) as begun:
        session, table = begun.session, begun.tabletop
        assert isinstance(table, DominionTabletop)
        kingdom = tuple(map(PieceRef, TEN))
        for reply in (Picked((Word("dominion_guilds.kingdom.by_hand"),)), Picked(kingdom), Done(), Done()):
            session.dispatch(Answer(session.asks()[0].id, reply))
        session.dispatch(Correct("level", "scorekeeper"))
        table.cards.seats[ANA].turns = 0  # Ana's turn begins anew once her cards lie there.
        for at, held, above in ((ANA, hand, deck), (BIA, bias, "")):
            place = table.cards.seats[at]
            place.deck, place.hand = [*place.deck, *place.hand], []
            for kind in (*cards(held), *cards(above)):
                if kind not in ("copper", "estate"):
                    session.dispatch(Correct(f"owned.{at}.{kind}", 1 + _count(place.all, kind)))
                    place.deck.append(table.cards.piles[kind].pop())
            place.hand = [_pull(place.deck, kind) for kind in cards(held)]
            place.deck += [_pull(place.deck, kind) for kind in cards(above)][::-1]
        session.dispatch(Correct("level", "guided"))
        hands = Hands(session, begun.counts, begun.clock, table=begun.table, sight=begun.sight, seed=2)
        begun.give_hands(hands)
        begun.robots.moment = _stop_after_ana
        yield begun, hands


def _count(among: list[str], kind: str) -> int:
    return sum(kind_of(card) == kind for card in among)


def _pull(among: list[str], kind: str) -> str:
    found = next(card for card in among if kind_of(card) == kind)
    among.remove(found)
    return found


def _stop_after_ana(ask: Ask) -> None:
    if ask.id.seat != ANA and ask.id.key not in BIAS:
        raise TurnOver


def play_turn(begun: Evening, hands: Hands) -> tuple[int, int]:
    """Play Ana's turn; return the touches, presses and scans it took, and how often she did something."""
    counts = begun.counts
    before = counts.taps + counts.presses - counts.double_presses + hands.scans
    with pytest.raises(TurnOver):
        begun.robots.play()
    after = counts.taps + counts.presses - counts.double_presses + hands.scans
    assert begun.report(0.0).differences == ()
    return after - before, counts.acts


@pytest.mark.parametrize(("camera", "most"), [("none", 6), ("cm3", 5)])
def test_three_plays_and_a_buy_take_a_scan_or_touch_each(camera: str, most: int) -> None:
    """Village, Militia, Smithy (the deck is shuffled for it), Treasures, a buy: five acts. Nobody says go on.

    Without a camera the Treasures, three cards put down, are typed in with two touches.
    """
    with evening(camera, "village militia smithy copper estate", "copper", "copper*5") as (begun, hands):
        touches, acts = play_turn(begun, hands)
    assert (touches, acts) == (most, 5)


@pytest.mark.parametrize(("attack", "asked"), [("militia", MOAT), ("bandit", BANDIT)])
def test_a_moat_held_up_before_the_camera_is_one_scan_and_turns_the_attack_away(
    attack: str, asked: str
) -> None:
    with evening("cm3", f"{attack} copper*4", "", "moat copper*4") as (begun, hands):
        touches, acts = play_turn(begun, hands)
        bia = begun.session.referee.table(begun.session.state).seats[BIA]
    assert touches == acts
    assert hands.understood.count(asked) == 1
    assert (bia.hand.known, len(bia.hand)) == (("moat",), 5)
