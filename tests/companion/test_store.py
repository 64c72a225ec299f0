"""The shelf of evenings: numbers, odd neighbours, other companions, places that refuse."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from companion.errors import DamagedJournalError, EveningNotFoundError, JournalError, JournalFullError
from companion.journal import Journal
from companion.players import default_players
from companion.records import Entry
from companion.session import Session
from companion.store import Store, _write_draft
from companion.texts import LANGUAGES, Texts
from rules.core.state import Setup
from tests.companion.evenings import GAME, evening, play_round, snapshot, start, wish

STARTING = """
import sys
from pathlib import Path
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from rules.core.state import Setup
from tests.companion import lantern
game, store = lantern.make(), Store(Path(sys.argv[1]))
sys.stdin.readline()
for number in range(8):
    players = default_players(f"{sys.argv[2]}.{number}", "Bia")
    Session.start(store, game, Setup(2), players, number).close()
"""


def begin(store: Store) -> str:
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), 1)
    session.close()
    return session.id


def test_companions_that_begin_evenings_at_one_moment_keep_them_all(tmp_path: Path) -> None:
    starters = [
        subprocess.Popen([sys.executable, "-c", STARTING, tmp_path, str(each)], stdin=subprocess.PIPE)
        for each in range(3)
    ]
    for starter in starters:
        starter.communicate(b"now\n")
    assert [starter.returncode for starter in starters] == [0, 0, 0]
    kept = Store(tmp_path).evenings(thorough=True)
    assert {each.players[0].name for each in kept} == {f"{a}.{b}" for a in range(3) for b in range(8)}
    assert [each.problem for each in kept] == [""] * 24


def refuse(*_: object) -> None:
    raise PermissionError


def test_a_file_system_without_links_keeps_evenings_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refuse)
    store = Store(tmp_path)
    ids = [begin(store), begin(store)]
    assert ids == ["0001-lantern", "0002-lantern"]
    assert [each.problem for each in store.evenings(thorough=True)] == ["", ""]


def test_without_links_a_name_that_another_companion_wants_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refuse)
    (tmp_path / f"0001-lantern.db.new{os.getppid()}").touch()
    assert begin(Store(tmp_path)) == "0002-lantern"


def test_without_links_a_companion_that_dies_over_a_name_leaves_no_evening(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys\n"
        "from companion.store import Store\n"
        "from tests.companion.evenings import evening\n"
        "def refuse(*_): raise PermissionError\n"
        "os.link, pathlib.Path.replace = refuse, lambda *_: os._exit(9)\n"
        "evening(Store(pathlib.Path(sys.argv[1])), 1)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, tmp_path], check=False).returncode == 9
    assert Store(tmp_path).evenings() == ()
    assert begin(Store(tmp_path)) == "0001-lantern"
    assert [path.name for path in tmp_path.iterdir()] == ["0001-lantern.db"]


def test_a_log_left_over_from_a_deleted_evening_is_given_to_no_other(tmp_path: Path) -> None:
    (tmp_path / "0001-lantern.db-wal").write_bytes(b"old")
    assert begin(Store(tmp_path)) == "0002-lantern"


def test_drafts_of_companions_that_died_are_thrown_away_and_those_of_others_kept(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    dead = [f"lantern.new{gone.pid}", f"lantern.new{gone.pid}-wal", f"other.new{os.getpid()}"]
    kept = [f"lantern.new{os.getppid()}", "0007-lantern.jsonl.new", "lantern.newest"]
    for name in (*dead, *kept):
        (tmp_path / name).write_bytes(b"half")
    assert begin(Store(tmp_path)) == "0001-lantern"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*kept, "0001-lantern.db"])


def test_nothing_is_left_of_a_beginning_that_stays_in_the_log(tmp_path: Path) -> None:
    draft = tmp_path / "draft"

    def fill(journal: Journal) -> None:
        looking = sqlite3.connect(draft)
        looking.execute("BEGIN")
        looking.execute("SELECT * FROM rows").fetchall()
        journal.append((Entry("start", "", ""),))
        lookers.append(looking)

    lookers: list[sqlite3.Connection] = []
    with pytest.raises(JournalFullError):
        _write_draft(draft, fill)
    lookers[0].close()


def test_odd_neighbours_are_named_and_do_no_harm(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (tmp_path / "0007-folder.db").mkdir()
    (tmp_path / "\N{SUPERSCRIPT TWO}-odd.db").write_text("no evening")
    (tmp_path / "gone.db").symlink_to("nowhere")
    assert begin(store) == "0008-lantern"
    problems = {each.id: each for each in store.evenings()}
    assert problems["0007-folder"].problem == "core.journal.unreadable"
    assert problems["\N{SUPERSCRIPT TWO}-odd"].problem == "core.journal.nothing_left"
    for language in LANGUAGES:
        for each in problems.values():
            assert "{" not in Texts(language).say(each.reason or "")


def test_an_evening_that_may_not_be_deleted_is_named(tmp_path: Path) -> None:
    (tmp_path / "0001-lantern.db").mkdir()
    with pytest.raises(JournalError) as caught:
        Store(tmp_path).delete("0001-lantern")
    assert caught.value.args_by_name["file"] == "0001-lantern.db"


@pytest.mark.parametrize("evening_id", ["", "../x", "x" * 300, "\N{GRINNING FACE}" * 60, "."])
def test_an_id_that_no_file_can_have_is_unknown(tmp_path: Path, evening_id: str) -> None:
    store = Store(tmp_path)
    begin(store)
    for use in (store.read, store.delete, store.recover, lambda each: list(store.export(each))):
        with pytest.raises(EveningNotFoundError):
            use(evening_id)


def test_the_place_is_named_where_no_evening_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError) as caught:
        begin(Store(tmp_path / "file"))
    assert caught.value.args_by_name["file"] == str(tmp_path / "file")


def test_an_import_and_a_recovery_that_fail_name_their_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(DamagedJournalError) as caught:
        store.import_(["?"], "mine.jsonl")
    assert caught.value.args_by_name["file"] == "mine.jsonl"
    (tmp_path / "junk.db").write_text("no evening")
    for use in (store.recover, lambda each: store.read(each).require_whole()):
        with pytest.raises(DamagedJournalError) as caught:
            use("junk")
        assert (caught.value.key, caught.value.args_by_name["file"]) == (
            "core.journal.nothing_left", "junk.db"
        )  # fmt: skip


def test_an_exported_evening_comes_back_whole(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "a"), Store(tmp_path / "b")
    session_id, states = evening(store, 120)
    copy = other.import_(store.export(session_id))
    again = Session.resume(other, copy, loaded=GAME)
    assert again.state == states[-1]
    assert again.log() == Session.resume(store, session_id, loaded=GAME).log()


def test_an_altered_export_is_refused_naming_the_line(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store)
    lines = list(store.export(session_id))
    lines[5] = lines[5].replace("lantern", "lamplit")
    with pytest.raises(DamagedJournalError) as caught:
        store.import_(lines)
    assert caught.value.args_by_name["line"] == 6
    with pytest.raises(DamagedJournalError):
        store.import_(["{}"])
    with pytest.raises(DamagedJournalError):
        store.import_([])


def test_what_is_good_of_a_cut_export_is_kept_on_request(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store)
    lines = list(store.export(session_id))
    cut = [*lines[:20], lines[20][:-10]]
    copy = store.import_(cut, part=True)
    rows, whole = store.read(copy).require_whole().rows, store.read(session_id).rows
    assert 0 < len(rows) < len(whole)
    assert rows == whole[: len(rows)]
    Session.resume(store, copy, loaded=GAME).close()
    with pytest.raises(DamagedJournalError) as caught:
        store.import_([lines[0], "{}", *lines[1:]], part=True)
    assert (caught.value.key, caught.value.args_by_name["line"]) == ("core.journal.no_good_line", 2)


def test_evenings_are_numbered_and_listed_newest_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    ids = [evening(store, 2)[0] for _ in range(3)]
    store.delete(ids[1])
    assert [each.id for each in store.evenings()] == [ids[2], ids[0]]
    assert [player.name for player in store.evenings()[0].players] == ["Ana", "Bia"]
    assert store.evenings()[0].steps == 2
    with pytest.raises(EveningNotFoundError):
        store.delete(ids[1])
    with pytest.raises(EveningNotFoundError):
        Session.resume(store, ids[1], loaded=GAME)


def test_a_list_shows_what_is_kept_of_an_evening_that_is_still_open(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 5, close=False)
    before = snapshot(tmp_path)
    (listed,) = store.evenings()
    assert (listed.id, listed.steps, listed.over, listed.problem) == (session_id, 5, False, "")
    assert store.evenings(thorough=True) == (listed,)
    assert snapshot(tmp_path) == before


def test_damage_in_the_middle_is_found_by_a_thorough_look(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 60)
    path = tmp_path / f"{session_id}.db"
    content = path.read_bytes()
    at = content.index(b'"lantern.light"')
    path.write_bytes(content[:at] + b"!" + content[at + 1 :])
    (found,) = store.evenings(thorough=True)
    assert found.problem == "core.journal.damaged"
    assert found.reason is not None


def test_an_evening_is_read_where_no_folder_takes_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(Store(tmp_path))
    play_round(session)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    (open_evening,) = Store(tmp_path).evenings(thorough=True)
    assert (open_evening.problem, open_evening.steps) == ("", len(session.log()) - 1)
    assert Store(tmp_path).read(open_evening.id).rows
    session.close()


def test_an_empty_shelf_is_no_error(tmp_path: Path) -> None:
    assert Store(tmp_path / "nowhere").evenings() == ()


def test_an_evening_that_is_being_played_is_not_deleted(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session_id, _ = evening(store, 0)
    playing = Session.resume(store, session_id, loaded=GAME)
    with pytest.raises(JournalError) as caught:
        Store(tmp_path).delete(session_id)
    assert caught.value.key == "core.journal.in_use"
    play_round(playing)
    playing.close()
    store.delete(session_id)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_step_is_refused_when_the_file_under_it_has_gone(tmp_path: Path, how: str) -> None:
    session = start(Store(tmp_path))
    path, aside = tmp_path / f"{session.id}.db", tmp_path / "aside"
    before = session.state
    path.replace(aside)
    if how == "deleted":
        aside.unlink()
    if how == "replaced":
        path.write_bytes(b"")
    with pytest.raises(JournalError) as caught:
        wish(session, 0)
    assert (caught.value.key, caught.value.args_by_name["file"]) == ("core.journal.gone", path.name)
    assert session.state is before
    if how == "moved":
        aside.replace(path)
        wish(session, 0)
        session.close()
        assert Session.resume(Store(tmp_path), session.id, loaded=GAME).state == session.state
