"""The heading says whose turn it is, also while somebody else is asked on it."""

from __future__ import annotations

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import play_until
from companion.demo import NONE, Plan
from companion.games import find
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.table import title
from rules.core.asks import Ask
from rules.core.value import TABLE


def test_who_is_asked_on_anothers_turn_is_not_said_to_have_the_turn() -> None:
    game, store = find("dominion_guilds"), Store(None)

    def of_another(session: Session, ask: Ask) -> bool:
        return ask.id.seat not in {TABLE, session.referee.table(session.state).turn}

    stopped = play_until(game, store, Plan("dominion_guilds", 3, 2, camera=NONE), of_another)
    director = Director(store, (game,), language="en")
    sit_down(director, stopped.session)
    (ask,) = director.scene.blocking
    whose = stopped.session.referee.table(stopped.session.state).turn
    asked, turn = director.voice.seat(ask.id.seat), director.voice.seat(whose)
    assert title(director.scene) == f"{asked} answers, {turn}'s turn"
    assert director.scene.leads == f"{turn}: 1 token"
    director.act(a.Open(ask.id.n, scan=False))
    assert f"{asked} answers, {turn}'s turn" in director.view().bar.note


def test_who_has_the_turn_is_said_to_have_it() -> None:
    game, store = find("dominion_guilds"), Store(None)
    stopped = play_until(
        game, store, Plan("dominion_guilds", 3, 5, camera=NONE), lambda _session, ask: ask.id.seat != TABLE
    )
    director = Director(store, (game,), language="en")
    sit_down(director, stopped.session)
    assert title(director.scene) == f"{director.voice.seat(director.scene.blocking[0].id.seat)}'s turn"
