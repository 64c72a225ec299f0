"""What happens around a running evening: names, seats, people who come and go, languages, the clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.players import Player, default_players
from companion.session import Session
from companion.store import Store
from rules.core.errors import RuleError
from rules.core.state import Setup
from rules.core.value import msg
from tests.companion.evenings import ANA_BIA, GAME, light, start, wish


def test_a_rename_is_a_named_step_that_can_be_undone() -> None:
    session = start()
    session.rename(0, "  Ana   Clara ")
    assert session.players[0].name == "Ana Clara"
    assert session.undo_text() == msg("core.renamed", old="Ana", new="Ana Clara")
    session.undo()
    assert session.players == ANA_BIA


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "Bia", "\u200b", "Bi\u200ba", "\ud800", "\u200d", "\x00"]
)
def test_an_unusable_name_is_refused(name: str) -> None:
    session = start()
    with pytest.raises(RuleError):
        session.rename(0, name)
    assert session.players == ANA_BIA


def test_a_name_keeps_what_is_seen_and_loses_what_is_not() -> None:
    session = start()
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    for typed, kept in ((f"{family} Jose\u0301", f"{family} José"), ("\u202eevil\udcff\x07", "evil")):
        session.rename(0, typed)
        assert session.players[0].name == kept


@pytest.mark.parametrize("names", [("Ana", "Ana"), ("Ana", "Ana\u200b"), ("", "Bia"), ("x" * 200, "Bia")])
def test_an_evening_does_not_begin_with_names_that_nobody_could_tell_apart(names: tuple[str, str]) -> None:
    store = Store(None)
    with pytest.raises(RuleError):
        Session.start(store, GAME, Setup(2), default_players(*names))
    assert store.evenings() == ()


def test_a_newcomer_cannot_take_the_name_of_somebody_at_the_table() -> None:
    session = start()
    session.leave(1)
    with pytest.raises(RuleError):
        session.join(1, Player("Ana"))
    assert not session.players[1].here


def test_a_language_that_nobody_speaks_is_refused_and_not_kept() -> None:
    with pytest.raises(InputError):
        Session.start(Store(None), GAME, Setup(2), ANA_BIA, language="klingon")
    session = start()
    with pytest.raises(InputError):
        session.set_language("klingon")
    assert session.language == "pt_BR"


def test_a_level_changed_to_and_fro_is_the_same_after_a_resume(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = start(store)
    for level in ("scorekeeper", "guided"):
        session.set_level(level)
    session.close()
    assert Session.resume(store, session.id, loaded=GAME).state == session.state


def test_people_who_swap_keep_name_colour_and_shape_and_the_seats_keep_the_game() -> None:
    session = start()
    before = session.state
    session.swap(0, 1)
    assert session.players == ANA_BIA[::-1]
    assert session.state == before


def test_leaving_tells_a_game_that_can_do_without_the_seat_and_joining_brings_it_back() -> None:
    session = start()
    session.leave(1)
    assert not session.players[1].here
    assert session.referee.table(session.state).playing == (True, False)
    with pytest.raises(RuleError):
        session.leave(1)
    session.join(1, Player("Caio"))
    assert session.players[1].name == "Caio"
    assert session.referee.table(session.state).playing == (True, True)
    session.undo()
    session.undo()
    assert session.players == ANA_BIA
    assert session.referee.table(session.state).playing == (True, True)


def test_leaving_a_seat_the_game_cannot_spare_only_marks_the_person() -> None:
    session = start()
    before = session.state
    session.leave(0)
    assert [player.here for player in session.players] == [False, True]
    assert session.state == before


def test_the_assist_level_changes_in_play_where_the_game_allows_it() -> None:
    session = start()
    session.set_level("scorekeeper")
    assert session.referee.table(session.state).level == "scorekeeper"
    with pytest.raises(RuleError):
        session.set_level("oracle")


def test_the_clock_is_off_until_started_charges_who_is_asked_and_comes_back_paused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = start(store)
    now = [100.0]
    session._now = lambda: now[0]
    now[0] += 50
    assert session.clock().total == 0
    session.run_clock(running=True)
    now[0] += 7
    wish(session, 0)
    now[0] += 3
    wish(session, 1)
    now[0] += 5
    light(session, 1)
    session.close()
    again = Session.resume(store, session.id, loaded=GAME)
    assert not again.clock().running
    assert again.clock().total == pytest.approx(15)
    assert again.clock().seconds(1) == pytest.approx(3)
    assert again.clock().seconds(0) == pytest.approx(5)
