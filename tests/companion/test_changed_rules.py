"""Evenings that were played under rules which have changed since."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import DivergedError, JournalError
from companion.folding import CHECKPOINT_EVERY
from companion.players import default_players
from companion.replay import replay_json, replay_lines, replay_rows
from companion.session import Session
from companion.store import Store
from companion.texts import Texts
from rules.core import errors as rules_errors
from rules.core.asks import One
from rules.core.desk import Script
from rules.core.referee import Referee
from rules.core.state import Setup
from rules.core.value import Word
from tests.companion import lantern
from tests.companion.evenings import GAME, evening, pull_plug, snapshot

WISHES = (Word("lantern.red"), Word("lantern.gold"))


def test_changed_rules_are_a_clear_choice_never_a_silently_different_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, 80, random.Random(1))
    session_id = session.id
    store = pull_plug(session, store, tmp_path / "cut")
    before = snapshot(tmp_path / "cut")
    changed = lantern.make(bonus=2)
    with pytest.raises(DivergedError) as caught:
        Session.resume(store, session_id, loaded=changed)
    assert caught.value.args_by_name["count"] == 29
    assert snapshot(tmp_path / "cut") == before
    session = Session.resume(store, session_id, loaded=changed, from_checkpoint=True)
    lantern.play_randomly(session, 1, random.Random(1))
    state = session.state
    session.close()
    again = Session.resume(store, session_id, loaded=changed)
    assert again.state == state
    assert again.undo_text() is not None


@pytest.mark.parametrize("steps", [3, 30, 80])
def test_a_game_put_away_goes_on_from_its_last_step_whatever_the_rules_have_become(
    tmp_path: Path, steps: int
) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, steps, random.Random(1))
    session.close()
    again = Session.resume(store, session.id, loaded=lantern.make(bonus=2))
    assert again.state == session.state
    again.close()


def test_putting_a_game_away_where_nothing_more_can_be_written_loses_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, 30, random.Random(1))
    with contextlib.closing(sqlite3.connect(tmp_path / f"{session.id}.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        session.close()
    session.close()
    assert Session.resume(store, session.id, loaded=GAME).state == session.state


class Starlit(lantern.Lantern, frozen=True, kw_only=True):
    """A table that a later version knows more of."""

    stars: int = 0


def finished(store: Store) -> Session:
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    while not session.is_over():
        lantern.play_randomly(session, 1, random.Random(1))
    session.close()
    return session


def test_a_finished_evening_keeps_its_score_whatever_the_rules_have_become(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = finished(store)
    again = Session.resume(store, session.id, loaded=lantern.make(bonus=2))
    assert again.is_over()
    assert again.score() == session.score()
    again.close()


def test_a_finished_evening_keeps_its_score_where_the_table_has_changed_too(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = finished(store)
    changed = lantern.make(bonus=2, table_type=Starlit)
    with pytest.raises(DivergedError) as caught:
        Session.resume(store, session.id, loaded=changed)
    assert caught.value.key == "core.journal.diverged_whole"
    again = Session.resume(store, session.id, loaded=changed, from_checkpoint=True)
    assert again.is_over()
    assert again.score() == session.score()
    again.close()


def test_a_new_beginning_that_cannot_be_written_lets_go_of_the_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, 80, random.Random(1))
    session_id, changed = session.id, lantern.make(bonus=2)
    store = pull_plug(session, store, tmp_path / "cut")
    with contextlib.closing(
        sqlite3.connect(tmp_path / "cut" / f"{session_id}.db", isolation_level=None)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError) as caught:
            Session.resume(store, session_id, loaded=changed, from_checkpoint=True)
    assert caught.value.key == "core.journal.in_use"
    store.delete(session_id)
    assert store.evenings() == ()


def test_a_replay_under_changed_rules_names_the_file_and_the_step(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 30)
    with pytest.raises(DivergedError) as caught:
        replay_lines(store.export(session_id), "out.jsonl", lantern.make(bonus=2))
    assert caught.value.key == "core.journal.replay_diverged"
    assert caught.value.args_by_name["file"] == "out.jsonl"


def test_a_replay_tells_what_it_can_where_an_old_step_means_something_else(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, 51, random.Random(1))
    session.rename(0, "Aninha")
    session.close()
    rows, marks = store.read(session.id).rows, store.read(session.id).checkpoints
    changed = lantern.make(bonus=2)
    told = replay_json(replay_rows(rows, marks, "x", changed), Texts("en", [changed]))
    assert told["log"][-1]["title"] == "Ana is now Aninha."
    assert told["log"][5]["text"] == []


def test_the_choice_of_a_checkpoint_loses_nothing_where_the_steps_still_mean_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, states = evening(store, 70)
    session = Session.resume(store, session_id, loaded=GAME, from_checkpoint=True)
    assert session.state == states[-1]
    assert len(session.log()) > 50


def test_old_steps_that_mean_something_else_now_cannot_be_undone_but_the_evening_goes_on(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, 51, random.Random(1))
    session.rename(0, "Aninha")
    session.close()
    again = Session.resume(store, session.id, loaded=lantern.make(bonus=2))
    again.undo()
    before = again.state
    assert again.undo_text() is None
    with pytest.raises(DivergedError):
        again.undo()
    assert again.state is before
    assert again.log()[-2].title.key == "core.step.lost"
    lantern.play_randomly(again, 1, random.Random(2))
    assert again.undo_text() is not None


def test_without_a_checkpoint_there_is_still_the_export(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 30)
    with pytest.raises(JournalError) as caught:
        Session.resume(store, session_id, loaded=lantern.make(2, table_type=lantern.Moonlit))
    assert caught.value.key == "core.journal.no_checkpoint"
    assert len(list(store.export(session_id))) > 10


def hasty(desk: lantern.LanternDesk) -> Script[None]:
    """Play a round by rules that ask no more than who wishes for what: the script ends earlier than it did."""
    names = [desk.name(seat, "lantern.wish") for seat in range(len(desk.table.scores))]
    yield from desk.gather(lambda: [One(name, options=WISHES) for name in names])
    desk.change(rounds=desk.table.rounds + 1)


def renamed(desk: lantern.LanternDesk) -> Script[None]:
    """Play a round whose question has another key: kept answers fit nothing."""
    names = [desk.name(seat, "lantern.hope") for seat in range(len(desk.table.scores))]
    yield from desk.gather(lambda: [One(name, options=WISHES) for name in names])
    desk.change(rounds=desk.table.rounds + 1)


@pytest.mark.parametrize("script", [hasty, renamed])
def test_a_script_that_no_longer_runs_over_its_answers_is_a_choice_too(tmp_path: Path, script: Any) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    at_rest = 0
    while not (at_rest and len(session.state.answers) == 2 and len(session.log()) > CHECKPOINT_EVERY):
        session.dispatch(lantern.first_answer(session))
        at_rest += not session.state.answers
    state, session_id = session.state, session.id
    session.close()
    before = snapshot(tmp_path)
    changed = replace(GAME, game=replace(GAME.game, scripts={"round": script}))
    with pytest.raises(rules_errors.DivergedError):
        Referee(changed.game, changed.box).asks(state)
    with pytest.raises(DivergedError) as caught:
        Session.resume(store, session_id, loaded=changed)
    assert caught.value.key == "core.journal.diverged"
    assert snapshot(tmp_path) == before
    session = Session.resume(store, session_id, loaded=changed, from_checkpoint=True)
    assert session.asks()
    lantern.play_randomly(session, 5, random.Random(1))
    state = session.state
    session.close()
    again = Session.resume(store, session_id, loaded=changed)
    assert again.state == state
    again.close()
