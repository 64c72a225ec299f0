"""The owner's settings survive typos."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config import (
    FILE,
    Config,
    evenings_dir,
    load_config,
    packs_dir,
    save_config,
    system_language,
)
from companion.texts import Texts
from tests.companion.calls import call

CHOSEN = """
language = "pt_BR"
camera = "v4l2:0"
packs = "C:\\\\jogos"
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_what_the_owner_wrote_holds_in_whatever_editor(tmp_path: Path, mark: str) -> None:
    (tmp_path / FILE).write_text(mark + CHOSEN, "utf-8")
    assert load_config(tmp_path) == (Config("pt_BR", "v4l2:0", packs="C:\\jogos"), None)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(tmp_path / "nowhere") == (Config(), None)


BROKEN = [b"language = ", b"language = 3\n", b"colour = 'blue'\n", b"\xff\xfe", b"language = 'fr'\n"]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_said_each_time_until_it_is_mended_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    (tmp_path / FILE).write_bytes(text)
    for _ in range(2):
        config, problem = load_config()
        assert config == Config()
        assert problem is not None
        assert problem.key == "core.config_broken"
        assert main(["--language", "en", "sessions", "--json"]) == 0
        said = capsys.readouterr()
        assert said.out == "[]\n"
        assert str(tmp_path / FILE) in said.err
        assert said.err.count("\n") == 1
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(FILE, text)]


def test_folders_may_be_named_from_the_home_or_within_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "data").mkdir()
    assert evenings_dir() == tmp_path / "data" / "evenings"
    (tmp_path / "data" / FILE).write_text("evenings = '~/jogos'\npacks = 'meus'")
    assert evenings_dir() == tmp_path / "home" / "jogos"
    assert packs_dir() == tmp_path / "data" / "meus"


@pytest.mark.parametrize(
    ("lang", "language"),
    [
        ("pt_BR.UTF-8", "pt_BR"),
        ("pt_PT", "pt_BR"),
        ("C.UTF-8", "pt_BR"),
        ("", "pt_BR"),
        ("en_US.UTF-8", "en"),
        ("de_DE", "en"),
        ("PT-br", "pt_BR"),
    ],
)
def test_the_language_follows_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str, language: str
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", lang)
    assert system_language() == language
    (tmp_path / FILE).write_text('language = "pt_BR"')
    assert system_language() == "pt_BR"


@pytest.mark.parametrize("written", ["pt-BR", "pt", "pt_PT"])
def test_a_language_may_be_written_as_people_write_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    (tmp_path / FILE).write_text(f"language = '{written}'")
    assert (load_config()[0].language, load_config()[1]) == ("pt_BR", None)


@pytest.mark.parametrize(
    ("lang", "language"), [("C.UTF-8", "en"), ("", "en"), ("POSIX", "en"), ("pt_BR.UTF-8", "pt_BR")]
)
def test_commands_speak_english_where_the_system_names_no_language(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    lang: str,
    language: str,
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", lang)
    assert call(capsys, "sessions", "list")[1].strip() == Texts(language).say("cli.sessions.none")
    (tmp_path / FILE).write_text('language = "pt_BR"')
    assert call(capsys, "sessions", "list")[1].strip() == Texts("pt_BR").say("cli.sessions.none")


REMARKED = """# our table
language = "pt_BR"  # at home
  camera = "v4l2:0"

packs = 'meus'
"""


def test_a_setting_changes_its_own_line_and_no_other(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(REMARKED, "utf-8")
    assert save_config({"camera": "off", "text": "huge", "motion": False}, tmp_path) is None
    lines = (tmp_path / FILE).read_text("utf-8").splitlines()
    assert lines[:2] == REMARKED.splitlines()[:2]
    assert "packs = 'meus'" in lines
    wanted = Config("pt_BR", "off", packs="meus", text="huge", motion=False)
    assert load_config(tmp_path) == (wanted, None)


@pytest.mark.parametrize("text", ["", 'camera = """\n"""\n', "'camera' = 'a'\n", "camera = 'x = \"camera\"'"])
def test_a_setting_is_kept_however_the_file_was_written(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    for value in ("rpicam:", 'folder:/tmp/a "b" \\ ção', ""):
        assert save_config({"camera": value}, tmp_path) is None
        assert load_config(tmp_path)[0].camera == value
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_broken_file_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(BROKEN[0])
    problem = save_config({"text": "large"}, tmp_path)
    assert problem is not None
    assert problem.key == "core.config_broken"
    assert (tmp_path / FILE).read_bytes() == BROKEN[0]


@pytest.mark.parametrize("name", ["evenings", "packs", "camera"])
@pytest.mark.parametrize("place", ["a\\u0000b", "a\\u001bb", "a\\nb"])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_place_that_no_system_takes_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    place: str,
    language: str,
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    (tmp_path / FILE).write_text(f'{name} = "{place}"', "utf-8")
    code, out, err = call(capsys, "--language", language, "sessions", "--json")
    assert (code, out, err.count("\n")) == (0, "[]\n", 1)
    assert str(tmp_path / FILE) in err
    assert f'"{name}"' in err


def test_a_name_too_long_for_a_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"evenings = 'a/{'ã' * 200}/b'", "utf-8")
    assert load_config(tmp_path)[1] is not None
    (tmp_path / FILE).write_text(f"camera = 'url:http://10.0.0.1/{'a' * 300}'\nevenings = '~/ção'", "utf-8")
    assert load_config(tmp_path)[1] is None


def test_settings_without_an_end_are_not_read(tmp_path: Path) -> None:
    (tmp_path / FILE).symlink_to("/dev/zero")
    config, problem = load_config(tmp_path)
    assert config == Config()
    assert problem is not None
    assert problem.key == "core.config_broken"


def test_settings_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert save_config({"text": "large"}, tmp_path / "file") is not None


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "0.001", "1e9", "-3", "49.9", "2001"])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_width_that_no_display_has_is_said_and_the_default_holds(
    tmp_path: Path, value: str, language: str
) -> None:
    (tmp_path / FILE).write_text(f"width_mm = {value}", "utf-8")
    config, problem = load_config(tmp_path)
    assert config == Config()
    assert problem is not None
    assert '"width_mm"' in Texts(language).say(problem)


@pytest.mark.parametrize(
    ("line", "wanted"), [("width_mm = 0", 0), ("width_mm = 50", 50), ("width_mm = 154.1", 154.1)]
)
def test_a_measured_width_holds(tmp_path: Path, line: str, wanted: float) -> None:
    (tmp_path / FILE).write_text(line, "utf-8")
    assert load_config(tmp_path) == (Config(width_mm=wanted), None)


@pytest.mark.parametrize(
    "line", ["text = 'enormous'", "dim = -1", "dim = 1441", "dim = 0.5", "sound = 'loud'"]
)
def test_a_setting_that_means_nothing_is_said(tmp_path: Path, line: str) -> None:
    (tmp_path / FILE).write_text(line, "utf-8")
    assert load_config(tmp_path)[1] is not None
