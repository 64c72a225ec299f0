"""Every game, the paper ones too, through a session: undo, redo, per-seat undo and resume at any moment."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import LoadedGame
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from rules.core.commands import Answer, Correct
from rules.core.errors import RuleError
from tests.contract.cases import CASES, Case

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fábio")
EACH = [
    next(case for case in CASES if case.game.id == game)
    for game in dict.fromkeys(case.game.id for case in CASES)
]


def start(case: Case, store: Store, seed: int) -> tuple[Session, LoadedGame]:
    loaded = LoadedGame(case.game, case.box)
    players = default_players(*NAMES[: case.seats])
    return Session.start(store, loaded, case.setup(seed % 97), players, seed), loaded


def step(session: Session, dice: random.Random) -> None:
    """Answer, correct, or take an answer back while others think."""
    asks, specs = session.asks(), session.referee.correctables(session.state)
    move = dice.random()
    if move < 0.1 and specs:
        spec = dice.choice(specs)
        values: list[int | str] = [word for word, _ in spec.words] if spec.words else [spec.low, spec.high]
        session.dispatch(Correct(spec.key, dice.choice(values)))
    elif move < 0.3 and session.referee.answered(session.state):
        session.undo(dice.choice(session.referee.answered(session.state)).id.seat)
    elif asks:
        ask = dice.choice(asks)
        session.dispatch(Answer(ask.id, ask.sample(dice)))


@pytest.mark.parametrize("case", EACH, ids=repr)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_undo_redo_and_resume_equal_the_shorter_game(case: Case, seed: int) -> None:
    dice, store = random.Random(seed), Store(None)
    session, loaded = start(case, store, seed)
    line, undone = [session.state], []
    for _ in range(60):
        move = dice.random()
        if move < 0.15 and len(line) > 1:
            session.undo()
            undone.append(line.pop())
        elif move < 0.25 and undone:
            session.redo()
            line.append(undone.pop())
        elif move < 0.35:
            session = Session.resume(store, session.id, loaded=loaded)
        else:
            steps = len(session.log())
            step(session, dice)
            if len(session.log()) > steps:
                line.append(session.state)
                undone.clear()
        assert session.state == line[-1]
    told = session.log()
    assert Session.resume(store, session.id, loaded=loaded).log() == told


@pytest.mark.parametrize("case", EACH, ids=repr)
def test_an_answer_of_another_seat_cannot_be_taken_back_by_a_seat(case: Case) -> None:
    session, _ = start(case, Store(None), 1)
    with pytest.raises(RuleError):
        session.undo(seat=0)
