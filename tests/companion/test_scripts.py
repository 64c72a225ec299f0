"""What people who script use: the Python API, simulations, and games of real rules through a session."""

from __future__ import annotations

import doctest
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import api
from companion.errors import InputError
from companion.games import LoadedGame, find
from companion.players import default_players
from companion.session import Session
from companion.simulate import POLICIES, simulate
from companion.store import Store
from rules.core.commands import Answer, Correct
from rules.core.errors import RuleError, StaleAnswerError
from rules.core.state import Setup
from tests.companion import lantern

PRESTIGE = find("prestige")
DIGITAL = (("events", "digital"), ("identities", "app"))


def test_the_example_runs_as_it_is_printed() -> None:
    assert doctest.testmod(api).failed == 0


def test_a_scripted_game_is_corrected_undone_and_told() -> None:
    game = api.new(lantern.make(), seats=2, seed=3)
    game.correct("score.0", 7)
    assert game.table().scores == (7, 0)
    game.undo()
    assert game.table().scores == (0, 0)
    game.redo()
    assert game.score().standings[0].total == 7
    assert len(game.log()) == 2
    assert game.state() == game.session.state
    with pytest.raises(InputError):
        api.new("chess", seats=2)
    with pytest.raises(RuleError):
        api.new("prestige", seats=9)


# ---- simulations ---------------------------------------------------------------------------
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("level", ["guided", "scorekeeper"])
def test_simulated_games_create_and_lose_nothing(policy: Any, level: str) -> None:
    found = simulate(PRESTIGE, Setup(3, level=level), 15, 1, policy)
    assert found.violations == ()
    assert found.invariants_checked == found.commands
    assert sum(found.outcomes.values()) == found.games == 15
    assert found.finished == 15 - found.outcomes.get("unfinished", 0)


def test_the_same_seed_simulates_the_same_games() -> None:
    one, two = (simulate(PRESTIGE, Setup(2), 5, 9) for _ in range(2))
    assert (one.commands, one.outcomes) == (two.commands, two.outcomes)


def test_a_game_that_does_not_end_is_unfinished() -> None:
    found = simulate(PRESTIGE, Setup(2), 3, 1, cap=5)
    assert (found.finished, found.outcomes) == (0, {"unfinished": 3})


def test_a_violation_is_named_with_its_game() -> None:
    loaded = lantern.make()
    broken = LoadedGame(_with_invariant(loaded), loaded.box)
    found = simulate(broken, Setup(2), 1, 1, cap=4)
    assert found.violations[0] == "game 0, command 1: a lamp went out"


def _with_invariant(loaded: LoadedGame) -> Any:
    from dataclasses import replace

    return replace(loaded.game, invariants=lambda _box, _table: ("a lamp went out",))


# ---- undo across every border of a real game -------------------------------------------------
def step(session: Session, dice: random.Random) -> None:
    """Answer a question as players would; now and then correct a fact."""
    if dice.random() < 0.05:
        specs = [each for each in session.referee.correctables(session.state) if not each.words]
        spec = dice.choice(specs)
        session.dispatch(Correct(spec.key, dice.randint(spec.low, min(spec.high, spec.low + 9))))
        return
    asks = session.asks()
    ask = asks[dice.randrange(len(asks))]
    session.dispatch(Answer(ask.id, ask.sample(dice)))


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), level=st.sampled_from(["guided", "scorekeeper"]))
@settings(max_examples=25, deadline=None)
def test_undo_redo_and_resume_of_prestige_equal_the_shorter_game(seed: int, seats: int, level: str) -> None:
    dice, store = random.Random(seed), Store(None)
    setup = Setup(seats, DIGITAL if seed % 2 else (), level)
    session = Session.start(store, PRESTIGE, setup, default_players(*"ABCD"[:seats]), seed)
    line = [session.state]
    for _ in range(70):
        if session.is_over():
            break
        step(session, dice)
        line.append(session.state)
    session = Session.resume(store, session.id)
    assert session.state == line[-1]
    back = dice.randrange(len(line))
    for state in line[-2 : -2 - back : -1]:
        session.undo()
        assert session.state == state
    session = Session.resume(store, session.id)
    for state in line[len(line) - back :]:
        session.redo()
        assert session.state == state


def test_a_double_press_in_prestige_counts_once(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), PRESTIGE, Setup(2), default_players("Ana", "Bia"), 1)
    ask = session.asks()[0]
    press = Answer(ask.id, next(ask.replies()))
    session.dispatch(press)
    with pytest.raises(StaleAnswerError):
        session.dispatch(press)
    assert len(session.log()) == 2


def test_a_resume_takes_at_most_the_steps_since_the_last_checkpoint_again(tmp_path: Path) -> None:
    store, dice = Store(tmp_path), random.Random(1)
    session = Session.start(store, PRESTIGE, Setup(3), default_players("Ana", "Bia", "Caio"), 1)
    for _ in range(120):
        if session.is_over():
            session.undo()
        step(session, dice)
    state = session.state
    session.close()
    again = Session.resume(store, session.id)
    assert again.state == state
    assert len(again._fold._states) <= 51


def test_prestige_knows_who_left_and_lets_the_level_change(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), PRESTIGE, Setup(2), default_players("Ana", "Bia"), 1)
    for _ in range(20):
        if any(each.key == "level" for each in session.referee.correctables(session.state)):
            break
        ask = session.asks()[0]
        session.dispatch(Answer(ask.id, next(ask.replies())))
    before = session.state
    session.leave(1)
    assert session.referee.table(session.state).seats[1].away
    session.set_level("scorekeeper")
    assert session.referee.table(session.state).level == "scorekeeper"
    session.close()
    again = Session.resume(Store(tmp_path), session.id)
    again.undo()
    again.undo()
    assert again.state == before
    assert all(player.here for player in again.players)
