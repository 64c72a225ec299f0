"""The owner's settings survive power cuts, typos and disks that refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import FILE, Config, load_config, save_config, system_language
from companion.errors import ConfigError

CHOSEN = Config(language="pt_BR", camera="v4l2:0", packs='C:\\jogos\n"meus"')


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    save_config(CHOSEN, tmp_path)
    assert load_config(tmp_path) == (CHOSEN, None)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(tmp_path / "nowhere") == (Config(), None)


@pytest.mark.parametrize("text", [b"language = ", b"language = 3\n", b"colour = 'blue'\n", b"\xff\xfe"])
def test_a_broken_file_is_set_aside_and_said(tmp_path: Path, text: bytes) -> None:
    (tmp_path / FILE).write_bytes(text)
    config, problem = load_config(tmp_path)
    assert config == Config()
    assert problem is not None
    assert problem.key == "core.config_broken"
    (aside,) = tmp_path.iterdir()
    assert aside.name == "config.toml.broken1"
    assert aside.read_bytes() == text
    assert load_config(tmp_path) == (Config(), None)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigError):
        save_config(CHOSEN, tmp_path / "file" / "config")


@pytest.mark.parametrize(
    ("lang", "language"), [("pt_BR.UTF-8", "pt_BR"), ("pt_PT", "pt_BR"), ("C.UTF-8", "en"), ("de_DE", "en")]
)
def test_the_language_follows_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str, language: str
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", lang)
    assert system_language() == language
    save_config(Config(language="pt_BR"))
    assert system_language() == "pt_BR"
