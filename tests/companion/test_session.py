"""An evening as it is played: steps, undo, redo, secrets, the way people come and go."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.session import Change, Session
from companion.store import Store
from rules.core.commands import Amount, Answer, Correct, Picked
from rules.core.errors import RuleError, StaleAnswerError
from rules.core.sighting import Move
from rules.core.state import Setup
from rules.core.value import SeatRef, Word, msg
from tests.companion import lantern
from tests.companion.evenings import ANA_BIA, GAME, light, play_round, start, wish


def test_digital_chance_is_answered_at_once_and_never_asked() -> None:
    session = start()
    assert [ask.id.key for ask in session.asks()] == ["lantern.wish", "lantern.wish"]
    assert sorted(session.referee.table(session.state).deck) == sorted(lantern.DECK)


def test_the_same_seed_shuffles_alike_and_another_one_does_not() -> None:
    one, same, other = [start(seed=seed) for seed in (1, 1, 2)]
    assert one.state == same.state
    assert one.referee.table(one.state).deck != other.referee.table(other.state).deck


def test_a_refused_command_changes_nothing() -> None:
    session = start()
    before, told = session.state, list[Change]()
    session.subscribe(told.append)
    ask = session.asks()[0]
    with pytest.raises(RuleError):
        session.dispatch(Answer(ask.id, Amount(99)))
    assert session.state is before
    assert told == []
    assert session.undo_text() is None


def test_a_second_press_on_the_same_question_counts_once() -> None:
    session = start()
    wish(session, 0)
    wish(session, 1)
    (ask,) = session.asks()
    press = Answer(ask.id, Amount(4))
    session.dispatch(press)
    after = session.state
    with pytest.raises(StaleAnswerError):
        session.dispatch(press)
    assert session.state is after
    assert session.referee.table(after).scores[0] == 5


def test_undo_names_the_step_and_restores_the_shorter_game() -> None:
    session = start()
    wish(session, 0)
    wish(session, 1)
    before = session.state
    light(session, 3)
    assert session.undo_text() == msg("lantern.lit", who=SeatRef(0), count=3)
    session.undo()
    assert session.state == before
    assert session.redo_text() == msg("lantern.lit", who=SeatRef(0), count=3)


def test_undo_then_redo_gives_the_same_state_and_the_same_deck() -> None:
    session = start()
    play_round(session)
    after = session.state
    for _ in range(3):
        session.undo()
    with pytest.raises(RuleError):
        session.undo()
    for _ in range(3):
        session.redo()
    assert session.state == after
    with pytest.raises(RuleError):
        session.redo()


def test_a_new_step_after_undo_forgets_what_could_be_redone() -> None:
    session = start()
    play_round(session)
    session.undo()
    light(session, 1)
    assert session.redo_text() is None


def test_a_seats_undo_takes_back_its_own_answer_only() -> None:
    session = start()
    wish(session, 0)
    session.undo(seat=0)
    assert [ask.id.seat for ask in session.asks()] == [0, 1]
    with pytest.raises(RuleError):
        session.undo(seat=1)


def test_a_secret_answer_is_named_by_its_seat_only() -> None:
    session = start()
    wish(session, 1)
    assert session.undo_text() == msg("core.step.secret", seat=SeatRef(1))


def test_private_events_are_kept_from_the_shared_log() -> None:
    session = start()
    play_round(session)

    def peeks(seat: int | None) -> list[str]:
        return [
            event.text.key for step in session.log(seat) for event in step.text if event.private is not None
        ]

    assert peeks(None) == []
    assert peeks(1) == []
    assert peeks(0) == ["lantern.peeked"]


def test_the_log_marks_undone_steps_and_corrections() -> None:
    session = start()
    play_round(session)
    session.undo()
    session.dispatch(Correct("score.1", 9))
    marks = [(step.undone, step.correction) for step in session.log()]
    assert marks == [(False, False)] * 3 + [(True, False), (False, True)]
    assert [step.title.key for step in session.log(last=1)] == ["core.step.correction"]


def test_a_sightings_moves_are_one_step() -> None:
    session = start()
    gold = Picked((Word("lantern.gold"),))
    session.play(
        (Move(0, "lantern.wish", gold), Move(1, "lantern.wish", gold), Move(0, "lantern.light", Amount(2)))
    )
    assert session.referee.table(session.state).scores == (3, 1)
    session.undo()
    assert session.undo_text() is None


def test_a_sighting_that_sets_facts_right_is_one_step_and_a_correction(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), GAME, Setup(2), ANA_BIA, 1)
    gold = Move(0, "lantern.wish", Picked((Word("lantern.gold"),)))
    session.play((Correct("score.1", 9), gold, Correct("score.0", 4)))
    assert session.referee.table(session.state).scores == (4, 9)
    assert [step.correction for step in session.log()] == [False, True]
    name, state = session.id, session.state
    session.close()
    session = Session.resume(Store(tmp_path), name, loaded=GAME)
    assert session.state == state
    session.undo()
    assert session.referee.table(session.state).scores == (0, 0)
    whole = session.state
    with pytest.raises(RuleError):
        session.play((Correct("score.1", 9), Correct("score.1", 100)))
    assert session.state is whole


def test_a_sighting_with_one_bad_move_changes_nothing() -> None:
    session = start()
    before = session.state
    gold = Picked((Word("lantern.gold"),))
    with pytest.raises(RuleError):
        session.play((Move(0, "lantern.wish", gold), Move(0, "lantern.light", Amount(2))))
    assert session.state is before
    assert len(session.log()) == 1


def test_subscribers_hear_of_every_change_until_they_stop() -> None:
    session = start()
    told: list[Change] = []
    stop = session.subscribe(told.append)
    wish(session, 0)
    session.undo()
    session.redo()
    session.rename(0, "Aninha")
    session.set_language("en")
    stop()
    stop()
    session.undo()
    assert [change.kind for change in told] == ["step", "undo", "redo", "around", "around"]


def test_a_subscriber_that_fails_keeps_the_news_from_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_change: Change) -> None:
        raise RuleError("lantern.gone")

    session = start()
    told: list[Change] = []
    session.subscribe(fail)
    session.subscribe(told.append)
    wish(session, 0)
    assert [change.kind for change in told] == ["step"]
    assert len(session.log()) == 2
    assert "lantern.gone" in caplog.text


# ---- resume -------------------------------------------------------------------------------
def test_a_resumed_evening_is_the_same_evening(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = start(store)
    play_round(session)
    session.rename(1, "Beatriz")
    session.set_language("en")
    wish(session, 0)
    session.undo()
    log, state = session.log(), session.state
    session.close()
    again = Session.resume(store, session.id, loaded=GAME)
    assert again.state == state
    assert again.log() == log
    assert again.players[1].name == "Beatriz"
    assert again.language == "en"
    assert again.redo_text() == msg("core.step.secret", seat=SeatRef(0))


def test_the_dice_after_a_resume_fall_as_they_would_have_fallen(tmp_path: Path) -> None:
    straight, broken = start(Store(tmp_path / "a")), start(Store(tmp_path / "b"))
    for _ in range(lantern.ROUNDS):
        play_round(straight)
        play_round(broken)
        broken.close()
        broken = Session.resume(Store(tmp_path / "b"), broken.id, loaded=GAME)
    assert straight.state == broken.state
    assert straight.is_over()


def test_an_evening_with_too_few_people_is_refused() -> None:
    with pytest.raises(RuleError):
        Session.start(Store(None), GAME, Setup(3), ANA_BIA)


MOVES = st.lists(
    st.sampled_from(["answer", "answer", "answer", "undo", "redo", "resume", "correct", "rename"]),
    max_size=60,
)


class Model:
    """The shorter game: only the steps in force, as plain lists."""

    def __init__(self, session: Session) -> None:
        self.line: list[Any] = [(session.state, session.players)]
        self.undone: list[Any] = []


@given(moves=MOVES, seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_mix_of_steps_undo_redo_and_resume_equals_the_shorter_game(moves: list[str], seed: int) -> None:
    store, dice = Store(None), random.Random(seed)
    session = start(store, seed)
    model = Model(session)
    for move in moves:
        session = _apply(session, store, model, move, dice)
        assert (session.state, session.players) == model.line[-1]
        assert (session.undo_text() is None) == (len(model.line) == 1)
        assert (session.redo_text() is None) == (not model.undone)


def _apply(session: Session, store: Store, model: Model, move: str, dice: random.Random) -> Session:
    if move == "undo" and len(model.line) > 1:
        session.undo()
        model.undone.append(model.line.pop())
    elif move == "redo" and model.undone:
        session.redo()
        model.line.append(model.undone.pop())
    elif move == "resume":
        return Session.resume(store, session.id, loaded=GAME)
    elif move in {"answer", "correct", "rename"}:
        _step(session, move, dice)
        if (session.state, session.players) != model.line[-1]:
            model.line.append((session.state, session.players))
            model.undone.clear()
    return session


def _step(session: Session, move: str, dice: random.Random) -> None:
    if move == "answer":
        lantern.play_randomly(session, 1, dice)
    elif move == "correct":
        score = session.referee.table(session.state).scores[1]
        session.dispatch(Correct("score.1", score + 1 if score < 99 else 0))
    else:
        session.rename(0, f"Ana {dice.randrange(10**9)}")
