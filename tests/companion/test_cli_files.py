"""The command line and the files around it: what it must not overwrite, wait for, or break off at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.companion.calls import as_json, call, evening

pytestmark = pytest.mark.usefixtures("home")
SHELL = 'exec "$0" -m companion "$@" '


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["shots", "-o", "/proc/none"],
        ["demo", "prestige", "--headless", "--report", "/proc/none"],
        ["stickers", "prestige", "-o", "/proc/none"],
        ["sessions", "export", "0001-prestige", "-o", "/proc/none"],
    ],
    ids=lambda each: each[0] if isinstance(each, list) else each,
)
def test_an_output_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], home: Path, arguments: list[str], language: str
) -> None:
    evening(home)
    code, out, err = call(capsys, "--language", language, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "/proc/none" in err


@pytest.mark.parametrize(
    ("arguments", "head"),
    [
        (["stickers", "prestige", "--sheet", "board"], "%PDF"),
        (["sessions", "export", "0001-prestige"], '{"type'),
    ],
    ids=["stickers", "export"],
)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_file_of_another_kind_is_replaced_only_by_force(
    capsys: pytest.CaptureFixture[str],
    home: Path,
    tmp_path: Path,
    arguments: list[str],
    head: str,
    language: str,
) -> None:
    evening(home)
    path = tmp_path / "mine"
    path.write_text("my letters")
    code, _, err = call(capsys, "--language", language, *arguments, "-o", path)
    assert (code, err.count("\n")) == (2, 1)
    assert str(path) in err
    assert path.read_text() == "my letters"
    for words in (["--force"], []):
        assert call(capsys, *arguments, "-o", path, *words)[0] == 0
        assert path.read_bytes().startswith(head.encode())


def test_an_evening_kept_is_not_overwritten_by_an_export(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    kept = home / "evenings" / f"{evening(home)}.db"
    before = kept.read_bytes()
    assert call(capsys, "sessions", "export", kept.stem, "-o", kept)[0] == 2
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["replay"],
        ["read"],
        ["pack", "check"],
        ["stickers", "prestige", "-o"],
        ["sessions", "import"],
        ["sessions", "list", "--from"],
        ["sessions", "export", "0001-prestige", "-o"],
        ["score", "prestige", "--context"],
        ["demo", "prestige", "--headless", "--report"],
        ["shots", "-o"],
    ],
    ids=" ".join,
)
def test_a_name_that_no_file_can_have_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], home: Path, words: list[str]
) -> None:
    evening(home)
    code, out, err = call(capsys, *words, "x" * 300)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "x" * 300 in err


@pytest.mark.parametrize("words", [["replay"], ["sessions", "import"]], ids=" ".join)
def test_a_file_without_an_end_is_not_read(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    code, out, err = call(capsys, *words, "/dev/zero")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "/dev/zero" in err


def test_a_device_among_the_evenings_is_listed_as_no_evening(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    session_id = evening(home)
    (home / "evenings" / "0002-prestige.db").symlink_to("/dev/zero")
    listed = as_json(capsys, "sessions", "list")
    assert [(each["id"], each["problem"]) for each in listed] == [
        ("0002-prestige", "core.journal.unreadable"),
        (session_id, None),
    ]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_fault(closed: str) -> None:
    for words in (["sessions", "list"], ["--version"]):
        done = subprocess.run(
            ["/bin/sh", "-c", SHELL + closed, sys.executable, *words], capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["sessions", "--json"], ["read", "--help"]], ids=" ".join)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_full_output_is_said_with_the_way_on(words: list[str], language: str) -> None:
    command = [sys.executable, "-m", "companion", "--language", language, *words]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"OSError" not in done.stderr
