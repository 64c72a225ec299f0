"""Entering a card game that has already begun: its kingdom is told or shown first, then what has been counted."""

from __future__ import annotations

import random

import pytest

from companion.app import evening
from companion.app.director import Director
from companion.app.staging import StillEyes
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import find
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.join import JoinView
from rules.core.commands import Answer, Picked
from rules.core.sighting import Seen, Sighting
from rules.core.value import PieceRef

DOMINION = find("dominion_guilds")
TEN = ("chapel", "moat", "village", "smithy", "militia", "market", "baker", "herald", "plaza", "butcher")
COUNTED = {
    "pile.province": 5,
    "pile.village": 7,
    "owned.1.village": 2,
    "owned.1.province": 1,
    "tokens.1": 4,
    "turns.0": 9,
}


def join(level: str = "guided", eyes: StillEyes | None = None) -> Director:
    """Set up as friends would that find the app in the middle of a game; Bia is on turn."""
    director = Director(Store(None), (DOMINION,), language="en", dice=random.Random(1))
    director.act(a.Do("new", "dominion_guilds"))
    director.act(a.Set("running", 1))
    director.act(a.Set("level", level))
    director.act(a.Set("step", "start"))
    director.act(a.Set("first", 1))
    director.eyes = eyes
    director.act(a.Do("start"))
    return director


def keys(director: Director) -> list[str]:
    assert director.session is not None
    return [ask.id.key.removeprefix("dominion_guilds.") for ask in director.session.asks() if ask.blocks]


def tell(director: Director) -> None:
    assert director.session is not None
    evening.send(director, Answer(director.session.asks()[0].id, Picked(tuple(map(PieceRef, TEN)))))


@pytest.mark.parametrize(("level", "goes_on"), [("guided", "act"), ("scorekeeper", "keep")])
def test_the_kingdom_is_told_and_then_what_lies_there_is_counted(level: str, goes_on: str) -> None:
    director = join(level)
    assert (director.screen, keys(director)) == ("ask", ["kingdom.pick"])
    tell(director)
    view = director.view()
    assert isinstance(view, JoinView)
    assert view.step == "numbers"
    for key, value in COUNTED.items():
        director.act(a.Set(f"number.{key}", value))
    director.act(a.Do("join_done"))
    session = director.session
    assert session is not None
    assert director.screen == "table"
    found = {fact.key: fact.value for fact in session.referee.correctables(session.state)}
    assert {key: found[key] for key in COUNTED} == COUNTED
    assert session.game.invariants(session.box, session.referee.table(session.state)) == ()
    assert (session.asks()[0].id.seat, keys(director)) == (1, [goes_on])


def test_the_kingdom_may_be_shown_by_its_randomizer_cards() -> None:
    shown = Sighting("cards", tuple(Seen(f"randomizer.{kind}") for kind in TEN))
    director = join(eyes=StillEyes(EyesReport(WATCHING, 10, None, (), shown)))
    assert (director.screen, keys(director)) == ("scan", ["kingdom.pick"])
    evening.look(director)
    assert director.screen == "join"
    assert director.session is not None
    assert set(TEN) <= set(director.session.referee.table(director.session.state).kinds)


def test_a_card_that_was_counted_may_be_in_a_hand() -> None:
    director = join()
    tell(director)
    director.act(a.Set("number.owned.1.village", 1))
    director.act(a.Do("join_done"))
    assert director.session is not None
    (act,) = [ask for ask in director.session.asks() if ask.blocks]
    assert PieceRef("village") in act.options  # type: ignore[union-attr]


def test_the_numbers_are_asked_for_once() -> None:
    director = join()
    tell(director)
    director.act(a.Go("table"))
    assert director.session is not None
    ask = next(ask for ask in director.session.asks() if ask.id.key == "dominion_guilds.treasures")
    evening.send(director, Answer(ask.id, Picked()))
    assert director.screen != "join"
