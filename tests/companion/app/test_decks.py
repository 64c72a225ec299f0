"""The decks of an evening of Prestige: what has come up, and what people put right."""

from __future__ import annotations

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import play_until
from companion.demo import NONE, Plan
from companion.games import LoadedGame
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.decks import DecksView
from rules.core.asks import Ask


def open_decks(director: Director, session: Session) -> DecksView:
    sit_down(director, session)
    director.act(a.Go("decks"))
    director.act(a.Set("deck", "invader"))
    view = director.view()
    assert isinstance(view, DecksView)
    return view


def test_every_card_that_has_come_up_can_be_read_again(director: Director, finished: Session) -> None:
    view = open_decks(director, finished)
    drawn = finished.referee.table(finished.state).events[2].drawn
    assert [row.action for row in view.history] == [a.Set("deck_card", piece) for piece in reversed(drawn)]
    director.act(view.history[0].action)
    picked = director.view()
    assert isinstance(picked, DecksView)
    director.act(picked.buttons[0].action)
    assert director.stack[-1] == a.Go("card", drawn[-1])


def test_a_card_is_put_back_by_touch_seen_in_the_log_and_undone(director: Director, grown: Session) -> None:
    view = open_decks(director, grown)
    before = grown.referee.table(grown.state).events[2]
    director.act(view.history[0].action)
    picked = director.view()
    assert isinstance(picked, DecksView)
    director.act(picked.buttons[1].action)
    assert director.screen == "decks"
    after = grown.referee.table(grown.state).events[2]
    assert after.order == (before.drawn[-1], *before.order)
    assert director.voice.piece(before.drawn[-1]) in director.view().top[0].text  # type: ignore[attr-defined]
    assert grown.log()[-1].correction
    grown.undo()
    assert grown.referee.table(grown.state).events[2] == before


def test_a_real_card_that_was_named_by_mistake_is_put_right_by_touch(
    director: Director, prestige: LoadedGame
) -> None:
    plan = Plan("prestige", 3, 4, camera=NONE)
    session = play_until(prestige, director.store, plan, _has_met_an_invader).session
    view = open_decks(director, session)
    before = session.referee.table(session.state).events[2]
    director.act(view.history[0].action)
    picked = director.view()
    assert isinstance(picked, DecksView)
    assert [button.text for button in picked.buttons] == ["Read the card", "It was another card"]
    director.act(picked.buttons[1].action)
    after = session.referee.table(session.state).events[2]
    assert (after.left, after.drawn) == (before.left, before.drawn[:-1])


def _has_met_an_invader(session: Session, ask: Ask) -> bool:
    return ask.id.key == "prestige.action" and bool(session.referee.table(session.state).events[2].drawn)


def test_looking_at_the_next_card_is_everybodys_business(director: Director, grown: Session) -> None:
    view = open_decks(director, grown)
    pile = grown.referee.table(grown.state).events[2]
    assert not view.top
    director.act(view.buttons[0].action)
    looked = director.view()
    assert isinstance(looked, DecksView)
    assert director.voice.piece(pile.order[0]) in looked.top[0].text
    assert grown.log()[-1].correction
    director.act(looked.buttons[-1].action)
    after = grown.referee.table(grown.state).events[2]
    assert after.order == (*pile.order[1:], pile.order[0])
