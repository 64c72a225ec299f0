"""A question that opens by itself shows every way to answer it, also the one that is a question of its own."""

from __future__ import annotations

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.games import find
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.ask import AskView
from rules.core.asks import Ask
from rules.core.commands import Amount, Answer, Done, Picked, Reply
from rules.core.state import Setup
from rules.core.value import PieceRef, Word

KINGDOM = (
    "moat",
    "chapel",
    "village",
    "smithy",
    "market",
    "mine",
    "witch",
    "gardens",
    "masterpiece",
    "plaza",
)
SAID: dict[str, Reply] = {
    "kingdom": Picked((Word("dominion_guilds.kingdom.by_hand"),)),
    "kingdom.pick": Picked(tuple(map(PieceRef, KINGDOM))),
    "setup.piles": Done(),
    "setup.decks": Done(),
    "treasures": Picked((PieceRef("copper"),) * 4),
}


def key(ask: Ask) -> str:
    return ask.id.key.removeprefix("dominion_guilds.")


def buying() -> tuple[Director, Session]:
    loaded, store = find("dominion_guilds"), Store(None)
    session = Session.start(store, loaded, Setup(2), default_players("Ana", "Bruno"), 1, "en")
    while key(ask := session.asks()[0]) != "buy":
        session.dispatch(Answer(ask.id, SAID[key(ask)]))
    director = Director(store, (loaded,), language="en")
    sit_down(director, session)
    director.act(a.Send(Answer(ask.id, Picked((PieceRef("masterpiece"),)))))
    return director, session


def test_paying_nothing_more_is_offered_beside_the_sums() -> None:
    director, session = buying()
    view = director.view()
    assert isinstance(view, AskView)
    assert [button.text for button in (*view.numbers, *view.buttons)] == ["1", "Pay nothing more"]
    director.act(view.buttons[0].action)
    assert session.referee.facts(session.state)["owned.0.silver"] == 0
    assert session.asks()[0].id.seat == 1


def test_a_number_goes_as_before() -> None:
    director, session = buying()
    director.act(a.Send(Answer(session.asks()[0].id, Amount(1))))
    assert session.referee.facts(session.state)["owned.0.silver"] == 1


def test_what_a_question_that_may_be_left_alone_stands_beside_is_no_way_to_answer_it() -> None:
    loaded, store = find("dominion_guilds"), Store(None)
    session = Session.start(store, loaded, Setup(2), default_players("Ana", "Bruno"), 1, "en")
    ask = session.asks()[0]
    session.dispatch(Answer(ask.id, Picked((Word("dominion_guilds.kingdom.random"),))))
    director = Director(store, (loaded,), language="en")
    sit_down(director, session)
    exchange = next(ask for ask in session.asks() if key(ask) == "kingdom.exchange")
    director.act(a.Open(exchange.id.n))
    view = director.view()
    assert isinstance(view, AskView)
    assert len(view.rows) == 10
    assert not view.buttons
