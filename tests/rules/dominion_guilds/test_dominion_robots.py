"""Robots with real cards: what the companion knows is so after every single answer."""

from __future__ import annotations

import random

import pytest

from rules.core.asks import One
from rules.core.commands import Answer, AskId, Picked, Reply
from rules.core.referee import Referee
from rules.core.state import Setup
from rules.core.value import PieceRef, Word
from rules.games.dominion_guilds import GAME
from rules.games.dominion_guilds.lying import Cards
from rules.games.dominion_guilds.model import Table
from rules.games.dominion_guilds.robot import Mind
from rules.games.dominion_guilds.tabletop import DominionTabletop
from tests.rules.dominion_guilds.dominion_table import box

BOXES = ("guilds_second", "guilds_first", "guilds_all")
LONGEST = 4000


def play(seats: int, seed: int, kingdom: str = "", **options: str) -> set[str]:
    """Let robots play to the end, compare knowledge with truth at every step.

    Return what was played, and "moat to ..." for every attack that has struck and was turned away.
    """
    dice, referee = random.Random(seed), Referee[Table](GAME, box())
    setup = Setup(seats, tuple(options.items()), first=seed % seats)
    state, events = referee.new(setup)
    table = DominionTabletop(box(), setup, random.Random(f"table:{seed}"))
    given = {
        "dominion_guilds.kingdom": Picked((Word("dominion_guilds.kingdom.by_hand"),)),
        "dominion_guilds.kingdom.pick": Picked(tuple(map(PieceRef, kingdom.split()))),
    }
    played, last = set[str](), ""
    for _ in range(LONGEST):
        for event in events:
            table.hear(event)
            if event.text.key == "dominion_guilds.played":
                last = next(card.id for _, card in event.text.args if isinstance(card, PieceRef))
                played.add(last)
        known, truth = referee.facts(state), table.facts()
        assert {name: value for name, value in known.items() if truth.get(name) != value} == {}
        assert GAME.invariants(box(), referee.table(state)) == ()
        asks = referee.asks(state)
        if not asks:
            return played
        ask = next((ask for ask in asks if not ask.blocks and table.takes(ask)), None) or next(
            ask for ask in asks if ask.blocks
        )
        if ask.id.key == "dominion_guilds.moat":
            played.add(f"moat to {last}")
        if kingdom and ask.id.key in given:
            reply: Reply = given[ask.id.key]
        else:
            reply = ask.sample(dice) if ask.chance == "digital" else table.act(ask, asks)
        state, events = referee.apply(state, Answer(ask.id, reply))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(10))
def test_knowledge_is_truth_after_every_answer(seed: int) -> None:
    rules = ("2013", "2021")[seed % 2]
    assert play(2 + seed % 5, seed, boxes=BOXES[seed % 3], rules=rules)


def test_robots_show_a_moat_to_attacks_that_have_struck_and_take_back_what_these_did() -> None:
    kingdom = "moat militia witch soothsayer throne_room village herald chapel laboratory festival"
    played = set[str]()
    for seed in range(6):
        played |= play(2 + seed % 5, seed, kingdom, rules=("2013", "2021")[seed % 2])
    assert {"moat to militia", "moat to witch", "moat to soothsayer"} <= played


@pytest.mark.parametrize("key", ["raise", "harbinger", "look", "herald", "vassal"])
def test_robots_that_are_asked_for_what_is_not_there_say_anything(key: str) -> None:
    """The evening goes on to its end, where the report tells that companion and table differ."""
    mind = Mind(box(), Cards(box(), 5, random.Random(1)), random.Random(1))
    ask = One(AskId(4, f"dominion_guilds.{key}", 1), options=(PieceRef("village"),))
    assert mind.answer(ask) == Picked((PieceRef("village"),))
