"""The command line as programs and people meet it: exact JSON, code 2 and one line for a wrong input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games import LoadedGame
from tests.companion.calls import as_json, call, evening

pytestmark = pytest.mark.usefixtures("home")


# ---- wrong input ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["simulate", "chess"],
        ["simulate", "prestige", "--seats", "9"],
        ["simulate", "prestige", "--seats", "two"],
        ["simulate", "prestige", "--games", "0"],
        ["simulate", "prestige", "--option", "moon=full"],
        ["simulate", "prestige", "--option", "moon"],
        ["read", "/nowhere/photo.jpg"],
        ["read", __file__],
        ["read"],
        ["score", "prestige"],
        ["score", "prestige", "--session", "0099-prestige"],
        ["score", "prestige", "--session", "../../etc/passwd"],
        ["score", "prestige", "--context", "/nowhere.toml"],
        ["score", "prestige", "--context", __file__],
        ["replay", "/nowhere.jsonl"],
        ["replay", __file__],
        ["stickers", "prestige", "-o", "/nowhere/x.pdf"],
        ["stickers", "prestige", "-o", "x.pdf", "--sheet", "moon"],
        ["stickers", "prestige", "-o", "x.pdf", "--only", "moon"],
        ["stickers", "prestige", "-o", "x.pdf", "--start", "999"],
        ["stickers", "prestige", "-o", "x.pdf", "--size", "-3"],
        ["stickers", "prestige", "-o", "x.pdf", "--size", "nan"],
        ["stickers", "prestige", "-o", "x.pdf", "--size", "wide"],
        ["stickers", "prestige", "-o", "x.pdf", "--only"],
        ["stickers", "prestige", "-o", "x.pdf", "--sheet", "board", "--only", "auroque-01"],
        ["stickers"],
        ["score", "prestige", "--seat", "Ana"],
        ["simulate", "prestige", "--policy", "wise"],
        ["sessions", "show", ""],
        ["sessions", "burn"],
        ["--moon"],
        ["sessions", "show", "0099-prestige"],
        ["sessions", "delete", "0099-prestige"],
        ["sessions", "import", "/nowhere.jsonl"],
        ["pack", "check", "/nowhere"],
        ["pack", "check", "/", "--game", "chess"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_wrong_input_ends_with_code_2_and_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], language: str
) -> None:
    code, out, err = call(capsys, "--language", language, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("companion: ")
    assert err.count("\n") == 1
    assert "[c" not in err
    assert "{" not in err


@pytest.mark.parametrize(
    "arguments",
    [["stickers"], ["--moon"], ["moon"], ["simulate", "x", "--seats", "y"], ["score", "x", "--seat", "Z"]],
    ids=" ".join,
)
def test_a_wrong_word_is_said_in_the_language_of_the_rest(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    said = {call(capsys, "--language", language, *arguments)[2] for language in ("en", "pt_BR")}
    assert len(said) == 2
    for english in ("argument ", "arguments", "invalid", "required", "usage"):
        assert not any(english in line for line in said)


def run(*arguments: object, **given: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, **given)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_takes_no_more_is_one_clear_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = run("simulate", "prestige", "--games", "1", stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith(b"companion: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_names_that_the_output_cannot_show_are_escaped(photo: Path, tmp_path: Path, encoding: str) -> None:
    strange = tmp_path / os.fsdecode(b"casa \xc3\xa3 \xff.png")
    strange.write_bytes(photo.read_bytes())
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    done = run("read", strange, "--json", stdout=subprocess.PIPE, env=environ)
    assert (done.returncode, done.stderr) == (0, b"")
    (found,) = json.loads(done.stdout.decode(encoding))
    assert found["image"] == str(strange)
    assert run("read", strange, stdout=subprocess.PIPE, env=environ).returncode == 0


def test_json_may_be_asked_for_before_or_after_the_sub_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--json"], ["--json", "list"], ["list", "--json"]):
        assert call(capsys, "sessions", *words) == (0, "[]\n", "")


def test_help_is_there_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    words = {"en": "saved games", "pt_BR": "partidas guardadas"}
    for language, word in (words | {"en-GB": words["en"], "pt": words["pt_BR"]}).items():
        code, out, _ = call(capsys, "--language", language, "--help")
        assert code == 0
        assert word in out


def test_the_version_needs_no_catalogue_and_no_game() -> None:
    script = "import sys; sys.argv = ['companion', '--version']; import companion.__main__ as m; m.main(); "
    script += (
        "print(sorted(name for name in sys.modules if name.startswith(('rules', 'vision', 'kivy', 'cv2'))))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    version, loaded = done.stdout.splitlines()
    assert version.startswith("companion ")
    assert loaded == "[]"


# ---- the rest ------------------------------------------------------------------------------
def test_simulate_prints_its_exact_shape(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "simulate", "prestige", "--seats", 3, "--games", 4, "--seed", 1)
    assert set(found) >= {
        "game", "games", "finished", "commands", "commands_per_s", "seconds", "outcomes", "violations",
    }  # fmt: skip
    assert (found["game"], found["games"], found["violations"]) == ("prestige", 4, [])
    assert sum(found["outcomes"].values()) == 4
    code, out, _ = call(capsys, "--language", "en", "simulate", "prestige", "--games", 2, "--cap", 3)
    assert code == 0
    assert "unfinished" in out


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_simulate_says_how_games_ended_in_whole_sentences(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    code, out, _ = call(capsys, "--language", language, "simulate", "prestige", "--games", 40, "--seats", 3)
    assert code == 0
    assert "{" not in out
    assert "[" not in out
    counts = [int(line.split()[0]) for line in out.splitlines()[1:]]
    assert (sum(counts), counts) == (40, sorted(counts, reverse=True))
    found = as_json(capsys, "simulate", "prestige", "--games", 40, "--seats", 3)
    assert "endings" not in found
    assert len(counts) >= len(found["outcomes"])


def test_an_evening_is_listed_shown_exported_replayed_imported_and_deleted(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    session_id = evening(home)
    (listed,) = as_json(capsys, "sessions", "list")
    assert (listed["id"], listed["steps"], listed["problem"]) == (session_id, 12, None)
    shown = as_json(capsys, "sessions", "show", session_id)
    assert call(capsys, "sessions", "export", session_id, "-o", tmp_path / "out.jsonl")[0] == 0
    replayed = as_json(capsys, "replay", tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text("utf-8")
    (tmp_path / "edited.jsonl").write_text("\ufeff" + lines.replace("\n", "\r\n") + "\n\n", "utf-8")
    assert as_json(capsys, "replay", tmp_path / "edited.jsonl") == replayed
    assert set(replayed) == {"game", "commands", "state", "score", "log"}
    assert {**replayed, "id": session_id} == shown
    assert len(replayed["log"]) == 13
    code, out, _ = call(capsys, "sessions", "import", tmp_path / "out.jsonl")
    assert (code, out) == (0, "0002-prestige\n")
    code, out, _ = call(capsys, "sessions", "delete", session_id)
    assert (code, session_id in out) == (0, True)
    assert [each["id"] for each in as_json(capsys, "sessions", "list")] == ["0002-prestige"]
    code, out, _ = call(capsys, "sessions")
    assert "Ana, Bia" in out


def test_an_evenings_own_file_is_replayed_and_imported_like_an_exported_one(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    session_id = evening(home)
    file = home / "evenings" / f"{session_id}.db"
    before = file.read_bytes()
    call(capsys, "sessions", "export", session_id, "-o", tmp_path / "out.jsonl")
    assert as_json(capsys, "replay", file) == as_json(capsys, "replay", tmp_path / "out.jsonl")
    assert call(capsys, "sessions", "import", file) == (0, "0002-prestige\n", "")
    assert file.read_bytes() == before
    file.write_bytes(before[: len(before) // 2])
    for words in (["replay"], ["sessions", "import"]):
        code, out, err = call(capsys, *words, file)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_evenings_kept_elsewhere_are_reached_by_their_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session_id = evening(tmp_path / "demo")
    assert as_json(capsys, "sessions", "list") == []
    for folder in (tmp_path / "demo", tmp_path / "demo" / "evenings"):
        for words in (["sessions", "--from", folder, "list"], ["sessions", "list", "--from", folder]):
            assert [each["id"] for each in as_json(capsys, *words)] == [session_id]
        assert as_json(capsys, "sessions", "show", session_id, "--from", folder)["id"] == session_id
        assert as_json(capsys, "score", "prestige", "--session", session_id, "--from", folder)["seats"]
    code, out, err = call(capsys, "sessions", "list", "--from", tmp_path / "nowhere")
    assert (code, out) == (2, "")
    assert "nowhere" in err


def test_a_damaged_evening_is_listed_with_its_way_on_and_recovered(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    session_id = evening(home, 40)
    path = home / "evenings" / f"{session_id}.db"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) - 4096])
    code, out, _ = call(capsys, "sessions", "list")
    assert code == 0
    assert "!" in out
    assert call(capsys, "sessions", "show", session_id)[0] == 2
    code, out, _ = call(capsys, "sessions", "recover", session_id)
    assert (code, out) == (0, "0002-prestige\n")


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("by", ["letters", "lines"])
def test_a_cut_export_is_refused_with_its_way_on(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, language: str, by: str
) -> None:
    session_id = evening(home, 20)
    path = tmp_path / "cut.jsonl"
    assert call(capsys, "sessions", "export", session_id, "-o", path)[0] == 0
    text = path.read_text("utf-8")
    rows = [at for at in range(len(text)) if text.startswith('{"type":"row"', at)]
    path.write_text(text[: rows[-1] + 20] if by == "letters" else text[: rows[-3]], "utf-8")
    code, out, err = call(capsys, "--language", language, "sessions", "import", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--part" in err
    assert call(capsys, "sessions", "import", "--part", path) == (0, "0002-prestige\n", "")
    kept = as_json(capsys, "sessions", "show", "0002-prestige")
    assert 0 < kept["commands"] < as_json(capsys, "sessions", "show", session_id)["commands"]


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_cut_file_is_refused_with_its_way_on(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "cut.db"
    path.write_bytes((home / "evenings" / f"{evening(home, 20)}.db").read_bytes()[:-4096])
    for words in (["sessions", "import"], ["replay"]):
        code, out, err = call(capsys, "--language", language, *words, path)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "cut.db" in err
        assert "--part" in err
    assert call(capsys, "sessions", "import", "--part", path)[:2] == (0, "0002-prestige\n")


def test_stickers_of_one_sheet_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = call(capsys, "stickers", "prestige", "-o", tmp_path / "x.pdf", "--sheet", "board")
    assert code == 0
    assert "x.pdf" in out
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_the_help_of_stickers_names_the_sheets_of_every_game(
    capsys: pytest.CaptureFixture[str], prestige: LoadedGame
) -> None:
    _, out, _ = call(capsys, "stickers", "--help")
    assert all(piece.sheet in out for piece in prestige.box.stickered)


def test_a_pack_is_checked_without_being_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, prestige: LoadedGame
) -> None:
    assert prestige.folder is not None
    pack = tmp_path / "prestige"
    pack.mkdir()
    board = prestige.folder.joinpath("board.toml").read_text("utf-8")
    (pack / "board.toml").write_text(board, "utf-8")
    for folder in (pack, tmp_path):
        code, out, _ = call(capsys, "pack", "check", folder)
        assert code == 0
        assert "board.toml" in out
    (pack / "board.toml").write_text(board.replace("coffers = 5", 'coffers = "five"'), "utf-8")
    code, _, err = call(capsys, "pack", "check", pack)
    assert code == 2
    assert str(pack / "board.toml") in err
    assert "coffers" in err


def test_packs_in_a_folder_that_no_game_is_named_after_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, prestige: LoadedGame
) -> None:
    assert prestige.folder is not None
    for name in ("prestige", "prestig"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "board.toml").write_bytes(prestige.folder.joinpath("board.toml").read_bytes())
    code, _, err = call(capsys, "pack", "check", tmp_path)
    assert code == 2
    assert 'prestig"' in err
    assert call(capsys, "pack", "check", tmp_path / "prestig", "--game", "prestige")[0] == 0


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_folders_that_have_nothing_to_do_with_a_game_are_no_packs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, prestige: LoadedGame, language: str
) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").write_text("[project]")
    code, out, err = call(capsys, "--language", language, "pack", "check", tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "project" not in err.replace(str(tmp_path), "")
    assert prestige.folder is not None
    (tmp_path / "prestige").mkdir()
    (tmp_path / "prestige" / "board.toml").write_bytes(prestige.folder.joinpath("board.toml").read_bytes())
    assert call(capsys, "--language", language, "pack", "check", tmp_path)[0] == 0
    (tmp_path / "prestige" / "cards.toml").symlink_to("/dev/zero")
    code, _, err = call(capsys, "--language", language, "pack", "check", tmp_path)
    assert (code, err.count("\n")) == (2, 1)


def test_doctor_says_what_is_well_and_how_to_mend_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "doctor", "--json")
    found = json.loads(out)
    assert {each["status"] for each in found} <= {"green", "amber", "red"}
    assert {each["check"] for each in found} >= {
        "versions",
        "games",
        "camera",
        "gpio",
        "display",
        "disk",
        "clock",
    }
    assert all(set(each) == {"check", "status", "found", "mend"} for each in found)
    assert all(each["mend"] for each in found if each["status"] != "green")
    assert code == (1 if any(each["status"] == "red" for each in found) else 0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_the_app_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("companion.display.GRAPHICS", tmp_path)
    for words in (("run",), ()):
        code, out, err = call(capsys, "--language", "en", *words)
        assert (code, out) == (2, "")
        assert "Connect a screen" in err
