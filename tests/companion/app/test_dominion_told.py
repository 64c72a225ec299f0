"""What an evening of Dominion tells: whose turn it is while others are asked on it, and no points before the end."""

from __future__ import annotations

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import Stop, play_until
from companion.demo import NONE, Plan
from companion.games import find
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.score import ScoreView
from companion.viewmodels.table import title
from rules.core.asks import Ask
from rules.core.commands import Answer, Correct, Picked
from rules.core.value import TABLE, Choice, PieceRef, Word


def stopped_at(stop: Stop, level: str = "guided") -> tuple[Director, Session]:
    game, store = find("dominion_guilds"), Store(None)
    session = play_until(game, store, Plan("dominion_guilds", 3, 2, camera=NONE, level=level), stop).session
    director = Director(store, (game,), language="en")
    sit_down(director, session)
    return director, session


def test_who_is_asked_on_anothers_turn_is_not_said_to_have_the_turn() -> None:
    def of_another(session: Session, ask: Ask) -> bool:
        return ask.id.seat not in {TABLE, session.referee.table(session.state).turn}

    director, session = stopped_at(of_another)
    (ask,) = director.scene.blocking
    whose = session.referee.table(session.state).turn
    asked, turn = director.voice.seat(ask.id.seat), director.voice.seat(whose)
    assert title(director.scene) == f"{asked} answers, {turn}'s turn"
    assert director.scene.leads == f"{turn}: 1 token"
    director.act(a.Open(ask.id.n, scan=False))
    assert f"{asked} answers, {turn}'s turn" in director.view().bar.note


def test_who_has_the_turn_is_said_to_have_it() -> None:
    director, _ = stopped_at(lambda _session, ask: ask.id.seat != TABLE)
    assert title(director.scene) == f"{director.voice.seat(director.scene.blocking[0].id.seat)}'s turn"


def test_points_that_stay_hidden_are_not_shown_as_none() -> None:
    director, _ = stopped_at(lambda _session, ask: ask.id.seat != TABLE)
    director.act(a.Go("score"))
    view = director.view()
    assert isinstance(view, ScoreView)
    assert [row.badge for row in view.ranks] == ["", "", ""]
    assert [line.text for line in view.notes] == ["Points stay hidden until the end."]


def test_while_cards_are_counted_it_is_nobodys_turn() -> None:
    director, session = stopped_at(lambda _session, ask: ask.id.key.endswith("final.cards"), "scorekeeper")
    assert not session.is_over()
    (ask,) = director.scene.blocking
    assert title(director.scene) == f"Now: {director.voice.seat(ask.id.seat)}"


def test_cards_read_for_the_score_are_named_once_and_not_once_a_copy() -> None:
    director, session = stopped_at(lambda _session, ask: ask.id.seat != TABLE)
    session.dispatch(Correct("level", "scorekeeper"))
    answer(session, Word("dominion_guilds.keep.end"))
    for seat in range(3):
        answer(session, *(PieceRef(f"estate.{3 * seat + copy}") for copy in (1, 2, 3)))
    director.act(a.Go("score"))
    view = director.view()
    assert isinstance(view, ScoreView)
    assert [row.text for row in view.rows] == ["Estate: 3, each worth 1"]


def answer(session: Session, *choices: Choice) -> None:
    ask = next(each for each in session.asks() if each.blocks)
    session.dispatch(Answer(ask.id, Picked(choices)))
