"""Who is here is here for the seats and for the game alike, whichever of the two was told."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from companion.games import find
from companion.players import Player, default_players
from companion.session import Session
from companion.store import Store
from rules.core.commands import Answer, Correct
from rules.core.errors import RuleError
from rules.core.state import Setup
from rules.core.value import msg
from tests.companion.evenings import start

PRESTIGE = find("prestige")
NAMES = ("Ana", "Bia", "Caio")


def prestige(seats: int = 3, store: Store | None = None, level: str = "scorekeeper") -> Session:
    """Begin an evening of which only the score is kept, its set-up skipped."""
    players = default_players(*NAMES[:seats])
    session = Session.start(store or Store(None), PRESTIGE, Setup(seats, level=level), players, 1)
    skip = next(ask for ask in session.asks() if ask.id.key == "prestige.setup.skip")
    session.dispatch(Answer(skip.id, next(skip.replies())))
    return session


def gone(session: Session) -> tuple[list[str], list[str]]:
    """Name who has left, first by the seats, then by what the game goes by."""
    game = [each for each, seat in zip(session.players, session.referee.table(session.state).seats, strict=True)
            if seat.away]  # fmt: skip
    return [each.name for each in session.players if not each.here], [each.name for each in game]


def test_whoever_left_stays_away_on_the_seat_they_change_to() -> None:
    session = prestige()
    session.leave(1)
    before = session.state
    session.swap(1, 2)
    assert [player.name for player in session.players] == ["Ana", "Caio", "Bia"]
    assert gone(session) == (["Bia"], ["Bia"])
    assert session.undo_text() == msg("core.swapped", one="Bia", other="Caio")
    session.undo()
    assert session.state == before
    assert gone(session) == (["Bia"], ["Bia"])


def test_whoever_leaves_during_the_set_up_is_away_for_the_game_too() -> None:
    session = Session.start(Store(None), PRESTIGE, Setup(3), default_players(*NAMES), 1)
    session.leave(0)
    assert gone(session) == (["Ana"], ["Ana"])


def test_the_last_one_here_takes_the_seat_of_the_other_along_with_the_turn() -> None:
    session = prestige(2)
    session.leave(1)
    session.swap(0, 1)
    assert gone(session) == (["Bia"], ["Bia"])
    assert {ask.id.seat for ask in session.asks() if ask.blocks} == {1}


def test_a_seat_set_as_away_by_hand_is_shown_as_left_and_the_other_way_round() -> None:
    session = prestige()
    session.dispatch(Correct("away.1", "yes"))
    assert gone(session) == (["Bia"], ["Bia"])
    title = session.undo_text()
    assert title is not None
    assert title.key == "core.step.correction"
    session.mend((Correct("away.2", "yes"), Correct("away.1", "no")))
    assert gone(session) == (["Caio"], ["Caio"])
    assert session.undo_text() == msg("core.step.corrected", count=2)
    session.undo()
    assert gone(session) == (["Bia"], ["Bia"])
    session.join(1, Player("Davi"))
    assert gone(session) == ([], [])


def test_the_game_is_told_as_soon_as_it_can_do_without_the_seat() -> None:
    session = prestige(2)
    session.leave(1)
    session.leave(0)
    assert gone(session) == (["Ana", "Bia"], ["Bia"])
    session.join(1, Player("Davi"))
    assert gone(session) == (["Ana"], ["Ana"])


def test_seats_and_game_agree_after_a_resume(tmp_path: Path) -> None:
    session = prestige(3, store := Store(tmp_path))
    session.leave(0)
    session.swap(0, 2)
    session.dispatch(Correct("away.0", "yes"))
    session.undo()
    session.close()
    again = Session.resume(store, session.id)
    assert gone(again) == gone(session) == (["Ana"], ["Ana"])
    assert again.state == session.state
    again.close()


def disturb(session: Session, deed: int, seat: int, other: int) -> None:
    """Do one of the things that change who is here."""
    match deed:
        case 0:
            session.leave(seat)
        case 1:
            session.join(seat, session.players[seat])
        case 2:
            session.swap(seat, other)
        case 3 | 4:
            session.dispatch(Correct(f"away.{seat}", ("yes", "no")[deed - 3]))
        case 5:
            session.undo()
        case _:
            session.redo()


def test_whatever_people_do_seats_and_game_never_disagree() -> None:
    session, dice = prestige(), random.Random(3)
    for _ in range(60):
        seat, other = dice.sample(range(3), 2)
        with suppress(RuleError):
            disturb(session, dice.randrange(7), seat, other)
        shown, played = gone(session)
        assert shown == played or len(shown) == 3, "only the last one to leave cannot be spared"


@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_fact_that_is_said_again_changes_no_seat(word: str) -> None:
    session = start()
    before = [player.here for player in session.players]
    session.dispatch(Correct("away.1", word))
    session.dispatch(Correct("away.1", word))
    assert [player.here for player in session.players] == [before[0], word == "no"]
