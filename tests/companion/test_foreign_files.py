"""Exported evenings from anybody: edited by hand, of games that are not here, with names that hide something."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.errors import DamagedJournalError
from companion.records import Row, chain
from companion.store import Store
from companion.texts import LANGUAGES, Texts
from tests.companion.calls import as_json, call, evening

pytestmark = pytest.mark.usefixtures("home")
Edit = Callable[[list[dict[str, Any]]], object]
LINES = Path("evening.jsonl")


@pytest.fixture
def forged(home: Path, tmp_path: Path) -> Callable[[Edit], Path]:
    """Export an evening, let it be edited, and seal its links as somebody would who knows the format."""
    lines = list(Store(home / "evenings").export(evening(home, 4)))

    def forge(edit: Edit) -> Path:
        rows = [line["row"] for line in map(json.loads, lines) if line["type"] == "row"]
        edit(rows)
        written, link = [lines[0]], 0
        for row in rows:
            link = chain(msgspec.convert(row | {"link": 0}, Row), link)
            written.append(json.dumps({"type": "row", "row": row | {"link": link}}))
        path = tmp_path / LINES
        path.write_text("\n".join(written), "utf-8")
        return path

    return forge


def header(**changes: Any) -> Edit:
    def edit(rows: list[dict[str, Any]]) -> None:
        rows[0]["data"] = json.dumps(json.loads(rows[0]["data"]) | changes)

    return edit


ODD = ["../x", "/tmp/x", "a\0b", "x" * 300, "", "Prestige", "\x1b[31m", "prestige\n", "a-b", "0"]


@pytest.mark.parametrize("game", ODD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_odd_game_is_refused_before_any_file_is_named_after_it(
    capsys: pytest.CaptureFixture[str], forged: Any, home: Path, game: str, language: str
) -> None:
    path = forged(header(game=game))
    before = sorted(home.rglob("*"))
    for words in (["sessions", "import"], ["replay"]):
        code, out, err = call(capsys, "--language", language, *words, path)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert str(path) in err
        assert "\x1b" not in err
    assert sorted(home.rglob("*")) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_of_a_game_that_is_not_installed_is_kept_and_says_so(
    capsys: pytest.CaptureFixture[str], forged: Any, language: str
) -> None:
    path = forged(header(game="go_fish"))
    code, out, err = call(capsys, "--language", language, "sessions", "import", path)
    assert (code, out, err.count("\n")) == (0, "0002-go_fish\n", 1)
    assert "go_fish" in err
    for words in (["sessions", "show", "0002-go_fish"], ["replay", path]):
        code, _, err = call(capsys, "--language", language, *words)
        assert (code, err.count("\n")) == (2, 1)
        assert "go_fish" in err


@pytest.mark.parametrize(
    "change", [{"kind": "odd"}, {"data": "null"}, {"sum": "0"}, {"kind": "redo"}], ids=str
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_of_a_changed_step_names_the_file_and_promises_no_game(
    capsys: pytest.CaptureFixture[str], forged: Any, change: dict[str, Any], language: str
) -> None:
    path = forged(lambda rows: rows[-1].update(change))
    code, out, err = call(capsys, "--language", language, "replay", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(path) in err
    step = json.loads(path.read_text("utf-8").splitlines()[-1])["row"]["seq"]
    said = Texts(language).say("core.journal.replay_diverged").format(file=path, seq=step)
    assert err == f"companion: {said}\n"


def test_a_number_that_no_column_takes_is_an_altered_line(forged: Any, tmp_path: Path) -> None:
    path = forged(list)
    lines = path.read_text("utf-8").splitlines()
    lines[2] = lines[2].replace('"left": 0', f'"left": {10**30}')
    with pytest.raises(DamagedJournalError) as caught:
        Store(tmp_path / "other").import_(lines, str(path))
    assert (caught.value.key, caught.value.args_by_name["line"]) == ("core.journal.line_altered", 3)


def test_hidden_characters_in_names_are_neither_imported_nor_printed(
    capsys: pytest.CaptureFixture[str], forged: Any
) -> None:
    names = ["A\x1b[31mna\nBia: 99", "\N{RIGHT-TO-LEFT OVERRIDE}Caçá\x9b"]
    path = forged(header(players=[{"name": name} for name in names]))
    code, out, _ = call(capsys, "replay", path)
    assert code == 0
    assert not any(each in out for each in ("\x1b", "\nBia: 99", "\N{RIGHT-TO-LEFT OVERRIDE}", "\x9b"))
    (kept,) = call(capsys, "sessions", "import", path)[1].split()
    listed = next(each for each in as_json(capsys, "sessions", "list") if each["id"] == kept)
    assert [each["name"] for each in listed["players"]] == ["A[31mna Bia: 99", "Caçá"]
    assert listed["problem"] is None
    assert as_json(capsys, "sessions", "show", kept)["score"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_import_without_room_speaks_of_the_game_and_not_of_a_step(
    forged: Any, tmp_path: Path, language: str
) -> None:
    path, folder = forged(list), tmp_path / "other"
    folder.mkdir()
    words = ["--language", language, "sessions", "--from", folder, "import", path]
    limited = ["/bin/sh", "-c", 'ulimit -f 8; exec "$0" -m companion "$@"', sys.executable, *words]
    done = subprocess.run(limited, capture_output=True, text=True, check=False)
    said = Texts(language).say("core.journal.no_room").format(file=folder)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"companion: {said}\n")
    assert list(folder.iterdir()) == []
