"""Cards that lie loose under the camera from one question to the next: each answers once, and Treasures rest first."""

from __future__ import annotations

import random

import pytest

from companion.app import evening
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.staging import StillEyes
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import find
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from rules.core.commands import Amount, Answer, Correct, Done, Picked
from rules.core.sighting import Ambiguous, Mismatch, Seen, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import PieceRef, msg


def owns(session: Session, kind: str) -> int:
    count: int = session.referee.table(session.state).owns(0, kind)
    return count


def looking(*owned: str, other: str = "witch") -> tuple[Session, Director]:
    """A turn of Dominion begins, and the camera is open for what is laid down."""
    dominion = find("dominion_guilds")
    director = Director(Store(None), (dominion,), language="en", dice=random.Random(1))
    session = Session.start(director.store, dominion, Setup(2), default_players("Ana", "Bia"), 5)
    kinds = [
        "cellar",
        "moat",
        "village",
        "workshop",
        "smithy",
        "remodel",
        "militia",
        "market",
        "mine",
        other,
    ]
    for key, reply in (
        ("setup.skip", Done()),
        ("kingdom.pick", Picked(tuple(map(PieceRef, kinds)))),
    ):
        ask = next(ask for ask in session.asks() if ask.id.key == f"dominion_guilds.{key}")
        session.dispatch(Answer(ask.id, reply))
    for kind in owned:
        session.dispatch(Correct(f"owned.0.{kind}", 1))
    sit_down(director, session)
    director.eyes = StillEyes(EyesReport(WATCHING, 1))
    director.act(a.Open(session.asks()[0].id.n, scan=True))
    return session, director


def remodelling() -> tuple[Session, Director]:
    """A Remodel was laid under the camera, which asks at once what is trashed: an Estate."""
    session, director = looking("remodel", "village", "smithy", "market", "mine", "silver")
    show(director, "remodel.1", view="play")
    show(director, "estate.9")
    return session, director


def show(director: Director, *pieces: str, view: str = "card", done: bool = False) -> None:
    sighting = Sighting(view, tuple(map(Seen, pieces))) if pieces else None
    director.eyes = StillEyes(EyesReport(WATCHING, 1, sighting=sighting, done=done))
    director.eyes.start(view)
    evening.look(director)


def test_treasures_laid_down_one_by_one_are_taken_together() -> None:
    session, director = looking("gold")
    show(director, "gold.1", view="play")
    show(director, "gold.1", "copper.3", view="play")
    assert session.referee.table(session.state).now.coins == 0
    show(director, "gold.1", "copper.3", view="play", done=True)
    table = session.referee.table(session.state)
    assert (table.now.coins, table.owns(0, "copper")) == (4, 7)


def test_a_card_that_still_lies_there_does_not_answer_the_next_question_too() -> None:
    session, director = remodelling()
    assert [ask.id.key for ask in session.asks()] == ["dominion_guilds.gain"]
    show(director, "estate.9")
    assert director.made == Wait(msg("dominion_guilds.see.used"))
    assert owns(session, "estate") == 2
    show(director, "estate.9", "silver.7")
    assert session.referee.table(session.state).owns(0, "silver") == 2


def test_a_card_that_an_arm_hid_when_the_camera_opened_is_no_answer_once_it_is_seen_again() -> None:
    session, director = remodelling()
    show(director, "estate.9")
    show(director, "estate.9", "remodel.1")
    assert director.made == Wait(msg("dominion_guilds.see.used"))
    assert session.referee.table(session.state).owns(0, "remodel") == 1
    show(director, "remodel.1", "silver.7")
    assert session.referee.table(session.state).owns(0, "silver") == 2


def test_a_card_in_play_is_no_answer_though_the_one_beside_it_was_taken_away() -> None:
    session, director = remodelling()
    show(director, "estate.9")
    show(director)
    show(director, "remodel.1")
    assert director.made == Wait(msg("dominion_guilds.see.used"))
    assert session.referee.table(session.state).owns(0, "remodel") == 1


def test_a_card_that_was_taken_away_may_be_shown_again() -> None:
    session, director = remodelling()
    show(director, "estate.9")
    show(director)
    show(director, "estate.9")
    assert isinstance(director.made, Mismatch)
    director.act(a.PlayMoves(director.made.readings[0].moves))
    assert owns(session, "estate") == 3


def test_a_card_that_was_trashed_is_no_treasure_where_it_still_lies() -> None:
    session, director = looking("chapel", other="chapel")
    show(director, "chapel.1", view="play")
    show(director, "chapel.1", "copper.9")
    assert isinstance(director.made, Ambiguous)
    director.act(a.PlayMoves(director.made.readings[0].moves))
    assert [ask.id.key for ask in session.asks() if ask.blocks] == ["dominion_guilds.treasures"]
    show(director, "chapel.1", "copper.9", view="play", done=True)
    table = session.referee.table(session.state)
    assert (table.now.coins, table.seats[0].play) == (0, ("chapel",))
    show(director, "chapel.1", "copper.9", "copper.3", view="play", done=True)
    assert session.referee.table(session.state).now.coins == 1


def test_the_card_in_play_is_not_bought_where_the_camera_opens_for_the_buy() -> None:
    session, director = looking("smithy")
    show(director, "smithy.1", view="play")
    coins = next(ask for ask in session.asks() if ask.id.key == "dominion_guilds.coins")
    director.act(a.Send(Answer(coins.id, Amount(5))))
    assert director.screen == "scan"
    show(director, "smithy.1")
    assert isinstance(director.made, Mismatch)
    assert session.referee.table(session.state).owns(0, "smithy") == 1
    show(director, "smithy.1", "smithy.7")
    assert session.referee.table(session.state).owns(0, "smithy") == 2


def buying_twice() -> tuple[Session, Director]:
    """Ana may buy two cards, and has bought a Silver before the camera, which is closed again."""
    session, director = looking("market", "gold")
    session.dispatch(Correct("owned.0.gold", 2))
    show(director, "market.1", view="play")
    show(director, "market.1", "gold.1", "gold.2", "copper.4", view="play", done=True)
    show(director, "silver.7")
    assert (owns(session, "silver"), director.screen) == (1, "table")
    buy = next(ask for ask in session.asks() if ask.id.key == "dominion_guilds.buy")
    director.act(a.Open(buy.id.n, scan=True))
    assert director.screen == "scan"
    return session, director


LAID = ("market.1", "gold.1", "gold.2", "copper.4")


@pytest.mark.parametrize("lies", [("silver.7",), (*LAID, "silver.7")])
def test_a_card_just_bought_is_not_the_second_buy_too_once_the_camera_opens_again(
    lies: tuple[str, ...],
) -> None:
    session, director = buying_twice()
    show(director, *lies)
    assert isinstance(director.made, Mismatch)
    assert director.made.text == msg("dominion_guilds.see.before", card=PieceRef("silver"))
    assert owns(session, "silver") == 1
    show(director, *lies, "silver.9")
    assert owns(session, "silver") == 2


def test_cards_in_play_are_no_second_buy_once_the_camera_opens_again() -> None:
    session, director = buying_twice()
    for lies in (LAID[1:2], LAID):
        show(director, *lies)
        assert director.made == Wait(msg("dominion_guilds.see.counted"))
    show(director, *LAID[:1])
    assert isinstance(director.made, Mismatch)
    show(director, *LAID, "estate.9")
    assert owns(session, "estate") == 4


def test_a_card_read_before_may_be_bought_all_the_same() -> None:
    session, director = buying_twice()
    show(director, "silver.7")
    assert isinstance(director.made, Mismatch)
    director.act(a.PlayMoves(director.made.readings[0].moves))
    assert owns(session, "silver") == 2


def test_a_treasure_laid_late_and_taken_for_the_card_bought_is_put_right_by_one_undo() -> None:
    session, director = looking("silver", "gold")
    show(director, "copper.1", "copper.2", "copper.3", view="play", done=True)
    show(director, "silver.1")
    assert director.view().bar.buttons[0].text == "Undo: Ana bought Silver for 3"
    director.act(a.Undo())
    laid = next(ask for ask in session.asks() if ask.id.key == "dominion_guilds.treasures")
    director.act(a.Open(laid.id.n, scan=True))
    show(director, "copper.1", "copper.2", "copper.3", "silver.1", view="play", done=True)
    assert session.referee.table(session.state).now.coins == 5


def test_a_treasure_that_has_answered_in_an_earlier_turn_is_asked_about_where_it_may_be_laid_late() -> None:
    session, director = looking("silver", "gold")
    director.before = ("silver.1",)
    show(director, "copper.1", "copper.2", "copper.3", view="play", done=True)
    show(director, "copper.1", "copper.2", "copper.3", "silver.1")
    assert isinstance(director.made, Ambiguous)
    director.act(a.PlayMoves(director.made.readings[0].moves))
    assert session.referee.table(session.state).now.coins == 5
    show(director, "copper.1", "copper.2", "copper.3", "silver.1", "silver.9")
    assert owns(session, "silver") == 2


def test_a_card_trashed_in_this_turn_is_not_paid_with_once_the_camera_opens_again() -> None:
    session, director = looking("mine", "silver")
    show(director, "mine.1", view="play")
    show(director, "mine.1", "copper.9")
    show(director, "mine.1", "copper.9", "silver.7")
    assert (owns(session, "copper"), director.screen) == (6, "table")
    director.act(a.Open(session.asks()[0].id.n, scan=True))
    show(director, "mine.1", "copper.9", view="play", done=True)
    assert isinstance(director.made, Mismatch)
    assert session.referee.table(session.state).now.coins == 0
    show(director, "mine.1", "silver.7", "copper.1", view="play", done=True)
    assert session.referee.table(session.state).now.coins == 3


def test_what_answered_in_an_earlier_turn_answers_again() -> None:
    session, director = looking()
    for _ in range(2):
        show(director, "copper.1", view="play", done=True)
        assert session.referee.table(session.state).now.coins == 1
        for _answer in ("buy", "Bia's Treasures", "Bia's buy"):
            director.act(a.Send(Answer(session.asks()[0].id, Picked())))
        director.act(a.Open(session.asks()[0].id.n, scan=True))


def tap(session: Session, director: Director, key: str, *kinds: str) -> None:
    """Answer by touch, on a screen of its own: the camera is closed for it."""
    ask = next(ask for ask in session.asks() if ask.id.key == f"dominion_guilds.{key}")
    director.act(a.Open(ask.id.n))
    director.act(a.Send(Answer(ask.id, Picked(tuple(map(PieceRef, kinds))))))


@pytest.mark.parametrize("kind", ["copper", "silver"])
def test_a_treasure_told_by_touch_is_not_bought_because_one_trashed_in_this_turn_lies_beside_it(
    kind: str,
) -> None:
    session, director = looking("mine", "silver")
    session.dispatch(Correct("owned.0.silver", 3))
    show(director, "mine.1", view="play")
    show(director, "mine.1", f"{kind}.9")
    tap(session, director, "gain", "gold" if kind == "silver" else "silver")
    before = owns(session, kind)
    best = "silver" if kind == "copper" else "gold"
    tap(session, director, "treasures", best, kind, "copper", "copper")
    if director.screen != "scan":
        director.act(a.Open(session.asks()[0].id.n, scan=True))
    show(director, "mine.1", f"{kind}.9", f"{kind}.1", "copper.2", "copper.3")
    assert isinstance(director.made, Mismatch)
    assert director.made.text == msg("dominion_guilds.see.in_play", card=PieceRef(kind))
    assert owns(session, kind) == before
    director.act(a.PlayMoves(director.made.readings[0].moves))
    assert owns(session, kind) == before + 1


def test_a_card_trashed_in_this_turn_is_remembered_when_another_step_is_undone() -> None:
    session, director = looking("mine", "silver")
    show(director, "mine.1", view="play")
    show(director, "mine.1", "copper.9")
    show(director, "mine.1", "copper.9", "silver.7")
    tap(session, director, "treasures", "silver")
    director.act(a.Undo())
    director.act(a.Open(session.asks()[0].id.n, scan=True))
    show(director, "mine.1", "copper.9", "silver.7", view="play", done=True)
    assert isinstance(director.made, Mismatch)
    assert session.referee.table(session.state).now.coins == 0


def test_what_an_undone_step_has_read_answers_again() -> None:
    session, director = looking("mine", "silver")
    show(director, "mine.1", view="play")
    show(director, "mine.1", "copper.9")
    director.act(a.Undo())
    director.act(a.Open(session.asks()[0].id.n, scan=True))
    show(director, "mine.1", "copper.9")
    assert owns(session, "copper") == 6
    director.act(a.Undo())
    tap(session, director, "trash.may")
    show(director, "mine.1", "copper.9", view="play", done=True)
    assert session.referee.table(session.state).now.coins == 1
