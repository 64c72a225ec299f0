"""Which games there are, and that a wrong file greys out one game only."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.games import BrokenGame, LoadedGame, discover, find, game_ids
from rules.core.errors import DataError


def test_every_game_in_the_box_loads(tmp_path: Path) -> None:
    found = discover(tmp_path)
    assert [each.id for each in found] == list(game_ids())
    assert "prestige" in game_ids()
    assert [each for each in found if isinstance(each, BrokenGame)] == []


def test_an_owner_pack_with_a_typo_greys_out_its_game_and_names_the_file(tmp_path: Path) -> None:
    pack = tmp_path / "prestige"
    pack.mkdir()
    (pack / "board.toml").write_text("tracks = [")
    (broken,) = (each for each in discover(tmp_path) if each.id == "prestige")
    assert isinstance(broken, BrokenGame)
    assert broken.error.args_by_name["file"] == "board.toml"
    with pytest.raises(DataError):
        find("prestige", tmp_path)


def test_an_owner_pack_with_a_file_nobody_knows_is_refused(tmp_path: Path) -> None:
    pack = tmp_path / "prestige"
    pack.mkdir()
    (pack / "bord.toml").write_text("")
    with pytest.raises(DataError) as caught:
        find("prestige", tmp_path)
    assert caught.value.key == "core.pack_unknown_file"


def test_an_owner_pack_replaces_the_games_own_file(tmp_path: Path) -> None:
    plain = find("prestige", tmp_path)
    assert plain.pack is None
    assert plain.folder is not None
    pack = tmp_path / "prestige"
    pack.mkdir()
    own = plain.folder.joinpath("board.toml").read_text("utf-8")
    (pack / "board.toml").write_text(own.replace('edition = "', 'edition = "mine, '), "utf-8")
    loaded = find("prestige", tmp_path)
    assert isinstance(loaded, LoadedGame)
    assert loaded.pack == pack


def test_an_unknown_game_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        find("chess", tmp_path)
    assert "prestige" in str(caught.value.args_by_name["known"])
    with pytest.raises(InputError):
        find("../prestige", tmp_path)
