"""A city that has fallen: nobody is ranked, on no screen and not on the phones."""

from __future__ import annotations

import pytest

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.games import LoadedGame
from companion.players import default_players
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.score import CodeView, ScoreView
from rules.core.commands import Answer, Correct, Done
from rules.core.state import Setup

NAMES = ("Zé", "Ana Luísa de Albuquerque", "Bia")


def begun(director: Director, prestige: LoadedGame, level: str) -> Session:
    players = default_players(*NAMES)
    session = Session.start(director.store, prestige, Setup(3, (), level), players, 7, "en")
    skip = next(ask for ask in session.asks() if ask.id.key == "prestige.setup.skip")
    session.dispatch(Answer(skip.id, Done()))
    sit_down(director, session)
    return session


def score_of(director: Director) -> ScoreView:
    director.act(a.Go("score"))
    view = director.view()
    assert isinstance(view, ScoreView)
    return view


@pytest.mark.parametrize("level", ["guided", "scorekeeper"])
def test_nobody_has_a_place_or_points_in_a_fallen_city(
    director: Director, prestige: LoadedGame, level: str
) -> None:
    begun(director, prestige, level).dispatch(Correct("track.population", 0))
    view = score_of(director)
    assert [(each.text, each.note, each.badge) for each in view.ranks] == [(name, "", "") for name in NAMES]
    assert view.who == ""


@pytest.mark.parametrize("cards", [(), ("card.garca-01",)])
def test_the_code_of_a_fallen_city_names_everybody_and_ranks_nobody(
    director: Director, prestige: LoadedGame, cards: tuple[str, ...]
) -> None:
    session = begun(director, prestige, "guided")
    for card in cards:
        session.dispatch(Correct(card, "1,0"))
    session.dispatch(Correct("track.population", 0))
    director.act(a.Go("code"))
    view = director.view()
    assert isinstance(view, CodeView)
    assert view.text.splitlines()[2:] == ["Zé, Ana Luísa de Albuquerque and Bia"]


def test_nobody_has_a_place_before_anything_is_counted(director: Director, prestige: LoadedGame) -> None:
    begun(director, prestige, "scorekeeper")
    assert [each.note for each in score_of(director).ranks] == ["", "", ""]
