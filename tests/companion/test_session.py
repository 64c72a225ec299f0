"""An evening as it is played: steps, undo, redo, secrets, the way people come and go."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.players import Player, default_players
from companion.session import Change, Session
from companion.store import Store
from rules.core.commands import Amount, Answer, Correct, Picked
from rules.core.errors import RuleError, StaleAnswerError
from rules.core.event import Event
from rules.core.sighting import Move
from rules.core.state import Setup
from rules.core.value import SeatRef, Word, msg
from tests.companion import lantern

GAME = lantern.make()
ANA_BIA = default_players("Ana", "Bia")


def start(store: Store | None = None, seed: int = 1) -> Session:
    return Session.start(store or Store(None), GAME, Setup(2), ANA_BIA, seed)


def wish(session: Session, seat: int, word: str = "lantern.gold") -> tuple[Event, ...]:
    ask = next(each for each in session.asks() if each.id.seat == seat)
    return session.dispatch(Answer(ask.id, Picked((Word(word),))))


def light(session: Session, value: int) -> tuple[Event, ...]:
    (ask,) = session.asks()
    return session.dispatch(Answer(ask.id, Amount(value)))


def play_round(session: Session, value: int = 3) -> None:
    wish(session, 0)
    wish(session, 1)
    light(session, value)


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
    assert [step.title.key for step in session.log(last=1)] == ["core.corrected"]


def test_a_sightings_moves_are_one_step() -> None:
    session = start()
    gold = Picked((Word("lantern.gold"),))
    session.play(
        (Move(0, "lantern.wish", gold), Move(1, "lantern.wish", gold), Move(0, "lantern.light", Amount(2)))
    )
    assert session.referee.table(session.state).scores == (3, 1)
    session.undo()
    assert session.undo_text() is None


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


# ---- around the game --------------------------------------------------------------------
def test_a_rename_is_a_named_step_that_can_be_undone() -> None:
    session = start()
    session.rename(0, "  Ana   Clara ")
    assert session.players[0].name == "Ana Clara"
    assert session.undo_text() == msg("core.renamed", old="Ana", new="Ana Clara")
    session.undo()
    assert session.players == ANA_BIA


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "Bia", "\u200b", "Bi\u200ba", "\ud800", "\u200d", "\x00"]
)
def test_an_unusable_name_is_refused(name: str) -> None:
    session = start()
    with pytest.raises(RuleError):
        session.rename(0, name)
    assert session.players == ANA_BIA


def test_a_name_keeps_what_is_seen_and_loses_what_is_not() -> None:
    session = start()
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    for typed, kept in ((f"{family} Jose\u0301", f"{family} José"), ("\u202eevil\udcff\x07", "evil")):
        session.rename(0, typed)
        assert session.players[0].name == kept


@pytest.mark.parametrize("names", [("Ana", "Ana"), ("Ana", "Ana\u200b"), ("", "Bia"), ("x" * 200, "Bia")])
def test_an_evening_does_not_begin_with_names_that_nobody_could_tell_apart(names: tuple[str, str]) -> None:
    store = Store(None)
    with pytest.raises(RuleError):
        Session.start(store, GAME, Setup(2), default_players(*names))
    assert store.evenings() == ()


def test_a_newcomer_cannot_take_the_name_of_somebody_at_the_table() -> None:
    session = start()
    session.leave(1)
    with pytest.raises(RuleError):
        session.join(1, Player("Ana"))
    assert not session.players[1].here


def test_a_language_that_nobody_speaks_is_refused_and_not_kept() -> None:
    with pytest.raises(InputError):
        Session.start(Store(None), GAME, Setup(2), ANA_BIA, language="klingon")
    session = start()
    with pytest.raises(InputError):
        session.set_language("klingon")
    assert session.language == "pt_BR"


def test_a_level_changed_to_and_fro_is_the_same_after_a_resume(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = start(store)
    for level in ("scorekeeper", "guided"):
        session.set_level(level)
    session.close()
    assert Session.resume(store, session.id, loaded=GAME).state == session.state


def test_people_who_swap_keep_name_colour_and_shape_and_the_seats_keep_the_game() -> None:
    session = start()
    before = session.state
    session.swap(0, 1)
    assert session.players == ANA_BIA[::-1]
    assert session.state == before


def test_leaving_tells_a_game_that_can_do_without_the_seat_and_joining_brings_it_back() -> None:
    session = start()
    session.leave(1)
    assert not session.players[1].here
    assert session.referee.table(session.state).playing == (True, False)
    with pytest.raises(RuleError):
        session.leave(1)
    session.join(1, Player("Caio"))
    assert session.players[1].name == "Caio"
    assert session.referee.table(session.state).playing == (True, True)
    session.undo()
    session.undo()
    assert session.players == ANA_BIA
    assert session.referee.table(session.state).playing == (True, True)


def test_leaving_a_seat_the_game_cannot_spare_only_marks_the_person() -> None:
    session = start()
    before = session.state
    session.leave(0)
    assert [player.here for player in session.players] == [False, True]
    assert session.state == before


def test_the_assist_level_changes_in_play_where_the_game_allows_it() -> None:
    session = start()
    session.set_level("scorekeeper")
    assert session.referee.table(session.state).level == "scorekeeper"
    with pytest.raises(RuleError):
        session.set_level("oracle")


def test_the_clock_is_off_until_started_charges_who_is_asked_and_comes_back_paused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = start(store)
    now = [100.0]
    session._now = lambda: now[0]
    now[0] += 50
    assert session.clock().total == 0
    session.run_clock(running=True)
    now[0] += 7
    wish(session, 0)
    now[0] += 3
    wish(session, 1)
    now[0] += 5
    light(session, 1)
    session.close()
    again = Session.resume(store, session.id, loaded=GAME)
    assert not again.clock().running
    assert again.clock().total == pytest.approx(15)
    assert again.clock().seconds(1) == pytest.approx(3)
    assert again.clock().seconds(0) == pytest.approx(5)


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
