"""What the table says while somebody is asked in secret: nobody's turn, and whether it is a choice."""

from __future__ import annotations

import pytest

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import play_until
from companion.demo import NONE, Plan
from companion.games import find
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.table import TableView
from rules.core.value import TABLE
from tests.companion.evenings import GAME, start


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_before_the_first_turn_nobody_has_it_while_identities_are_looked_at(language: str) -> None:
    game, store = find("prestige"), Store(None)
    plan = Plan("prestige", 3, 1, camera=NONE, options=(("identities", "app"),))
    session = play_until(game, store, plan, lambda _session, ask: ask.secret and ask.id.seat != TABLE).session
    director = Director(store, (game,), language=language)
    sit_down(director, session)
    now, see = {"en": ("Now", "Something to see"), "pt_BR": ("Agora", "Algo para ver")}[language]
    while director.scene.hidden:
        waited = director.scene.seats
        director.to_table()
        view = director.view()
        assert isinstance(view, TableView)
        assert view.bar.title == f"{now}: {', '.join(map(director.voice.seat, waited))}"
        assert view.question.startswith(see)
        director.act(a.Go("secret", str(waited[0])))
        director.act(a.Do("reveal", str(waited[0])))
        director.act(a.Give())
    first = director.voice.seat(session.referee.table(session.state).turn)
    director.to_table()
    assert director.view().bar.title in {f"{first}'s turn", f"Vez de {first}"}


def test_a_secret_choice_is_called_a_choice() -> None:
    director = Director(Store(None), (GAME,), language="en")
    sit_down(director, start(director.store))
    view = director.view()
    assert isinstance(view, TableView)
    assert (view.bar.title, view.question) == ("Now: Ana, Bia", "A secret choice")
    director.act(a.Go("secret", "1"))
    director.act(a.Do("reveal", "1"))
    assert director.view().bar.note.startswith("Now: Bia")
