"""What belongs to one seat alone is looked at again whenever whoever sits there likes, and by nobody else."""

from __future__ import annotations

import random

import pytest

from companion.app.buttons import signals
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.games import LoadedGame
from companion.players import Player, default_players
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.around import SeatsView, SecretView
from companion.viewmodels.ask import AskView
from hardware.roles import light
from rules.core.commands import Answer
from rules.core.state import Setup
from tests.companion.app.conftest import DIGITAL

WAY = a.Go("owners")


def begun(director: Director, game: LoadedGame, *, gone: int | None = None) -> Session:
    """Set an evening up to its first turn; who is ``gone`` left before the identities were shown."""
    session = Session.start(director.store, game, Setup(3, DIGITAL), default_players("Ana", "Bia", "Caio"), 1)
    while any(not ask.id.key.endswith(".action") for ask in session.asks() if ask.blocks):
        if gone is not None and any(ask.secret for ask in session.asks()):
            session.leave(gone)
            gone = None
        ask = next(ask for ask in session.asks() if ask.id.key == "prestige.setup.skip" or ask.secret)
        session.dispatch(Answer(ask.id, ask.sample(random.Random(1))))
    sit_down(director, session)
    return session


def tribe(director: Director, session: Session, seat: int) -> str:
    (own,) = session.referee.table(session.state).seats[seat].tribes
    return director.voice.piece(f"tribe-{own}")


def look(director: Director, seat: int) -> str:
    """Take the screen over as somebody who wants to look; return what it says."""
    director.act(a.Go("seats"))
    seats = director.view()
    assert isinstance(seats, SeatsView)
    director.act(next(button.action for button in seats.buttons if button.action == WAY))
    whose = director.view()
    assert isinstance(whose, AskView)
    director.act(next(row.action for row in whose.rows if row.text == director.voice.seat(seat)))
    before = director.view()
    assert isinstance(before, SecretView)
    assert tribe(director, director.session, seat) not in before.text  # type: ignore[arg-type]
    director.act(before.buttons[0].action)
    shown = director.view()
    assert isinstance(shown, AskView)
    return shown.statement


def test_who_takes_a_seat_in_play_sees_its_tribe(director: Director, prestige: LoadedGame) -> None:
    session = begun(director, prestige, gone=2)
    session.join(2, Player("Zoe"))
    before = session.state, session.commands(), len(session.log())
    assert tribe(director, session, 2) in look(director, 2)
    assert director.view().bar.title == "Zoe"
    assert (session.state, session.commands(), len(session.log())) == before


def test_who_left_before_looking_sees_it_once_back(director: Director, prestige: LoadedGame) -> None:
    session = begun(director, prestige, gone=0)
    session.join(0, session.players[0])
    assert tribe(director, session, 0) in look(director, 0)


def test_after_a_swap_each_sees_what_the_seat_holds(director: Director, prestige: LoadedGame) -> None:
    session = begun(director, prestige)
    held = [tribe(director, session, seat) for seat in range(3)]
    session.swap(0, 1)
    for seat in range(3):
        said = look(director, seat)
        assert [each in said for each in held] == [at == seat for at in range(3)]
        director.to_table()


def test_who_swaps_seats_is_told_to_look_again(director: Director, prestige: LoadedGame) -> None:
    begun(director, prestige)
    director.act(a.Go("seats"))
    for seat in ("0", "1"):
        director.act(a.Do("swap", seat))
    view = director.view()
    assert isinstance(view, SeatsView)
    assert "Ana" in view.notice
    assert "Bia" in view.notice
    assert WAY in {button.action for button in view.buttons}


def test_a_swap_before_one_of_two_has_looked_hides_it_from_neither(
    director: Director, prestige: LoadedGame
) -> None:
    session = Session.start(
        director.store, prestige, Setup(3, DIGITAL), default_players("Ana", "Bia", "Caio"), 1
    )
    skip = next(ask for ask in session.asks() if ask.id.key == "prestige.setup.skip")
    session.dispatch(Answer(skip.id, next(skip.replies())))
    looked = next(ask for ask in session.asks() if ask.id.seat == 0)
    session.dispatch(Answer(looked.id, next(looked.replies())))
    session.swap(0, 1)
    sit_down(director, session)
    for seat in range(2):
        assert tribe(director, session, seat) in look(director, seat)
        director.to_table()


def test_no_other_view_holds_it(director: Director, prestige: LoadedGame) -> None:
    session = begun(director, prestige)
    for seat in range(3):
        said = look(director, seat)
        tables = [session.referee.view_for(session.state, at)[0] for at in (None, 0, 1, 2) if at != seat]
        assert all(table.seats[seat].tribes == () for table in tables)
        for other in {0, 1, 2} - {seat}:
            assert session.referee.secrets(session.state, seat) != session.referee.secrets(
                session.state, other
            )
        assert director.scene.table.seats[seat].tribes == ()
        director.act(a.Back())
        while director.screen != "home":
            assert said not in repr(director.view())
            director.pop()
        director.to_table()


def test_only_the_one_who_looks_is_lit(director: Director, prestige: LoadedGame) -> None:
    begun(director, prestige)
    look(director, 1)
    assert {role for role in signals(director) if role in {light(0), light(1), light(2)}} == {light(1)}


@pytest.mark.parametrize("screen", ["log", "city", "correct"])
def test_nobody_comes_back_to_it_from_another_screen(
    director: Director, prestige: LoadedGame, screen: str
) -> None:
    begun(director, prestige)
    said = look(director, 1)
    director.act(a.Go(screen))
    director.act(a.Back())
    assert said not in repr(director.view())


def test_who_has_left_is_not_offered_it(director: Director, prestige: LoadedGame) -> None:
    session = begun(director, prestige)
    session.leave(1)
    director.act(WAY)
    whose = director.view()
    assert isinstance(whose, AskView)
    assert [row.text for row in whose.rows] == ["Ana", "Caio"]


def test_the_menu_offers_it_while_there_is_something_to_look_at(
    director: Director, prestige: LoadedGame, finished: Session
) -> None:
    begun(director, prestige)
    director.act(a.Go("more"))
    assert "Look at my tribe" in repr(director.view())
    cards = Session.start(director.store, prestige, Setup(2), default_players("Ana", "Bia"), 1)
    for session in (cards, finished):
        sit_down(director, session)
        director.act(a.Go("more"))
        assert "owners" not in repr(director.view())


def test_nobody_finds_it_on_a_screen_left_lying(director: Director, prestige: LoadedGame) -> None:
    session = begun(director, prestige)
    assert tribe(director, session, 1) in look(director, 1)
    assert director.cover()
    assert director.screen == "table"
    assert not director.cover()


def test_nobody_finds_a_secret_question_on_a_screen_left_lying(
    director: Director, prestige: LoadedGame
) -> None:
    session = Session.start(
        director.store, prestige, Setup(3, DIGITAL), default_players("Ana", "Bia", "Caio"), 1
    )
    while not any(ask.secret for ask in session.asks()):
        ask = next(ask for ask in session.asks() if ask.id.key == "prestige.setup.skip")
        session.dispatch(Answer(ask.id, ask.sample(random.Random(1))))
    sit_down(director, session)
    director.act(a.Go("secret", "0"))
    director.act(a.Do("reveal", "0"))
    assert director.screen == "ask"
    assert director.cover()
    assert (director.screen, director.secret_seat) == ("table", None)
