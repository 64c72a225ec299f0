"""What happens to an evening's file: power cuts, damage, newer versions, full disks, changed rules."""

from __future__ import annotations

import contextlib
import random
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import inspection, journal
from companion.errors import (
    DamagedJournalError,
    JournalError,
    JournalFullError,
    NewerJournalError,
)
from companion.players import default_players
from companion.replay import replay_lines
from companion.session import Session
from companion.store import Store
from rules.core.commands import Correct
from rules.core.state import Setup, State
from tests.companion import lantern
from tests.companion.evenings import GAME, evening, snapshot


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, bytes], list[State[Any]]]:
    """An evening as a power cut leaves it: the file and its write-ahead log."""
    folder = tmp_path_factory.mktemp("played")
    session_id, states = evening(Store(folder), 140, close=False)
    return session_id, snapshot(folder), states


def lay(folder: Path, files: dict[str, bytes]) -> Store:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return Store(folder)


def test_a_power_cut_loses_nothing_that_was_told(tmp_path: Path, played: Any) -> None:
    session_id, files, states = played
    assert Session.resume(lay(tmp_path, files), session_id, loaded=GAME).state == states[-1]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, bytes], list[State[Any]]]:
    """An evening that was closed: one file."""
    folder = tmp_path_factory.mktemp("closed")
    session_id, states = evening(Store(folder), 140)
    return session_id, snapshot(folder), states


@pytest.mark.parametrize("how", ["cut", "bytes", "zeros"])
@pytest.mark.parametrize("at", range(16))
def test_a_closed_file_that_is_cut_or_altered_is_recovered_or_named_and_stays_untouched(
    tmp_path: Path, closed: Any, how: str, at: int
) -> None:
    session_id, files, states = closed
    name = f"{session_id}.db"
    store = lay(tmp_path, {name: _break(files[name], how, random.Random(f"closed{how}{at}"))})
    before = snapshot(tmp_path)
    try:
        session = Session.resume(store, session_id, loaded=GAME)
    except DamagedJournalError as error:
        assert snapshot(tmp_path) == before
        _check_recovery(store, session_id, error.good, states)
    else:
        assert session.state == states[-1]


def test_a_file_that_lost_its_end_keeps_its_beginning(tmp_path: Path, closed: Any) -> None:
    session_id, files, states = closed
    content = files[f"{session_id}.db"]
    store = lay(tmp_path, {f"{session_id}.db": content[: len(content) * 3 // 4]})
    with pytest.raises(DamagedJournalError) as caught:
        Session.resume(store, session_id, loaded=GAME)
    assert caught.value.good > 20
    _check_recovery(store, session_id, caught.value.good, states)


@pytest.mark.parametrize("which", ["file", "log"])
@pytest.mark.parametrize("how", ["cut", "bytes", "zeros"])
@pytest.mark.parametrize("at", range(12))
def test_a_cut_or_altered_file_gives_a_good_prefix_or_a_clear_word_and_stays_untouched(
    tmp_path: Path, played: Any, which: str, how: str, at: int
) -> None:
    session_id, files, states = played
    dice = random.Random(f"{which}{how}{at}")
    name = f"{session_id}.db" + ("" if which == "file" else "-wal")
    broken = _break(files[name], how, dice)
    store = lay(tmp_path, {**files, name: broken})
    before = snapshot(tmp_path)
    try:
        session = Session.resume(store, session_id, loaded=GAME)
    except DamagedJournalError as error:
        assert snapshot(tmp_path) == before
        _check_recovery(store, session_id, error.good, states)
    else:
        assert session.state in states


def _break(content: bytes, how: str, dice: random.Random) -> bytes:
    at = dice.randrange(len(content))
    if how == "cut":
        return content[:at]
    length = min(dice.choice((1, 16, 4096)), len(content) - at)
    junk = bytes(length) if how == "zeros" else dice.randbytes(length)
    return content[:at] + junk + content[at + length :]


def _check_recovery(store: Store, session_id: str, good: int, states: list[State[Any]]) -> None:
    if not good:
        with pytest.raises(DamagedJournalError):
            store.recover(session_id)
        return
    again = Session.resume(store, store.recover(session_id), loaded=GAME)
    assert again.state in states


def test_the_list_shows_a_damaged_evening_beside_the_good_ones(tmp_path: Path) -> None:
    store = Store(tmp_path)
    evening(store)
    bad, _ = evening(store)
    (tmp_path / f"{bad}.db").write_bytes(b"nothing like a database" * 99)
    problems = {each.id: each.problem for each in store.evenings()}
    assert list(problems.items()) == [
        ("0002-lantern", "core.journal.nothing_left"),
        ("0001-lantern", ""),
    ]


def test_a_file_of_a_newer_program_is_named_and_not_touched(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store)
    with sqlite3.connect(tmp_path / f"{session_id}.db") as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    before = snapshot(tmp_path)
    with pytest.raises(NewerJournalError) as caught:
        Session.resume(store, session_id, loaded=GAME)
    assert caught.value.args_by_name["schema"] == 99
    assert snapshot(tmp_path) == before
    assert store.evenings()[0].problem == "core.journal.newer"


def test_an_evening_of_a_newer_game_is_named_and_not_touched(tmp_path: Path) -> None:
    store = Store(tmp_path)
    newer = lantern.make(version=2)
    session = Session.start(store, newer, Setup(2), default_players("Ana", "Bia"), 1)
    session.close()
    before = snapshot(tmp_path)
    with pytest.raises(NewerJournalError):
        Session.resume(store, session.id, loaded=GAME)
    with pytest.raises(NewerJournalError):
        replay_lines(store.export(session.id), "out.jsonl", GAME)
    assert snapshot(tmp_path) == before


def test_an_older_file_is_brought_up_step_by_step(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store)
    path = tmp_path / f"{session_id}.db"

    def add_notes(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE notes (text TEXT)")

    def add_place(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE notes ADD COLUMN place TEXT")

    steps = {1: add_notes, 2: add_place}
    found = inspection.inspect(path, steps, 3)
    assert not found.damaged
    assert _columns(path) == []
    journal.Journal.go_on(path, found.rows[-1], steps, 3).close()
    assert _columns(path) == ["text", "place"]
    assert inspection.inspect(path, steps, 3).rows == found.rows


def _columns(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return [row[1] for row in connection.execute("PRAGMA table_info(notes)")]
    finally:
        connection.close()


# ---- disks ----------------------------------------------------------------------------------
def test_a_full_disk_refuses_the_step_and_keeps_the_evening(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    lantern.play_randomly(session, 2, random.Random(1))
    (pages,) = session._journal._connection.execute("PRAGMA page_count").fetchone()
    session._journal._connection.execute(f"PRAGMA max_page_count={pages}")
    before, title = session.state, session.undo_text()
    error = None
    for _ in range(400):
        before, title = session.state, session.undo_text()
        if error := _refusal(session):
            break
    assert error
    assert error.key == "core.journal.full"
    assert (session.state, session.undo_text()) == (before, title)
    session._journal._connection.execute("PRAGMA max_page_count=100000")
    lantern.play_randomly(session, 1, random.Random(1))
    session.close()
    assert Session.resume(store, session.id, loaded=GAME).state == session.state


def _refusal(session: Session) -> JournalFullError | None:
    """Correct a score to and fro; return what refused it."""
    score = session.referee.table(session.state).scores[0]
    try:
        session.dispatch(Correct("score.0", 1 if score != 1 else 2))
    except JournalFullError as error:
        return error
    return None


LIMITED = """
import random, resource, signal, sys
from pathlib import Path
from companion.errors import JournalFullError
from companion.session import Session
from companion.store import Store
from tests.companion import lantern
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
session = Session.resume(Store(Path(sys.argv[1])), sys.argv[2], loaded=lantern.make())
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
dice = random.Random(3)
try:
    for n in range(1000):
        state = session.state
        lantern.play_randomly(session, 1, dice) if session.asks() else session.undo()
except JournalFullError as error:
    assert session.state is state
    print(error.key, n)
"""


def test_a_file_system_that_takes_no_more_refuses_the_step_and_keeps_the_evening(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 3)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path, session_id], capture_output=True, text=True, check=True
    )
    key, steps = done.stdout.split()
    assert key in {"core.journal.not_written", "core.journal.full"}
    again = Session.resume(store, session_id, loaded=GAME)
    taken = sum(row.seq == row.step for row in store.read(session_id).rows) - 1
    assert taken == 3 + int(steps)
    assert again.asks()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError) as caught:
        evening(Store(tmp_path / "file" / "evenings"))
    assert caught.value.key == "core.journal.read_only"


def test_an_evening_is_played_by_one_companion_at_a_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 3)
    one = Session.resume(store, session_id, loaded=GAME)
    lantern.play_randomly(one, 1, random.Random(1))
    for _ in range(2):
        with pytest.raises(JournalError) as caught:
            Session.resume(store, session_id, loaded=GAME)
        assert caught.value.key == "core.journal.in_use"
        # A look at the shelf, which reads the file and closes it, must not give the evening away.
        assert [each.id for each in store.evenings(thorough=True)] == [session_id]
    lantern.play_randomly(one, 1, random.Random(2))
    one.close()
    with contextlib.closing(Session.resume(store, session_id, loaded=GAME)) as other:
        assert other.state == one.state


def test_a_file_size_limit_is_in_force_nowhere_else() -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


# ---- kill -9 --------------------------------------------------------------------------------
PLAYING = """
import random, sys
from pathlib import Path
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from rules.core.commands import Correct
from rules.core.state import Setup
from rules.core.value import to_json
from tests.companion import lantern
session = Session.start(Store(Path(sys.argv[1])), lantern.make(), Setup(2), default_players("A", "B"), 4)
dice = random.Random(9)
while True:
    if session.asks() and dice.random() < 0.8:
        lantern.play_randomly(session, 1, dice)
    elif session.undo_text():
        session.undo()
    print(session.id, to_json(session.state).decode(), flush=True)
"""


@pytest.mark.parametrize("after", [1, 7, 60, 173])
def test_a_killed_evening_goes_on_from_the_last_acknowledged_step(tmp_path: Path, after: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYING, tmp_path], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(after)]
    process.kill()
    lines += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    acknowledged = [line.split(" ", 1) for line in lines if line.endswith("\n")]
    session_id, last = acknowledged[-1]
    session = Session.resume(Store(tmp_path), session_id, loaded=GAME)
    steps = sum(row.seq == row.step for row in Store(tmp_path).read(session_id).rows) - 1
    assert steps - len(acknowledged) in {0, 1}
    if steps == len(acknowledged):
        assert session.state == session.referee.decode(last)
