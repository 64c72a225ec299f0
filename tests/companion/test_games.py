"""Which games there are, and that a wrong file greys out one game only."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.errors import InputError
from companion.games import (
    BrokenGame,
    LoadedGame,
    apart,
    check_game,
    check_pieces,
    discover,
    find,
    game_ids,
    load_game,
)
from companion.texts import LANGUAGES, Texts
from rules.core.errors import DataError
from rules.core.game import Box, PieceInfo
from tests.companion import lantern


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
    assert broken.error.args_by_name["file"] == str(pack / "board.toml")
    with pytest.raises(DataError):
        find("prestige", tmp_path)


@pytest.mark.parametrize("name", ["bord.toml", "BOARD.TOML"])
def test_an_owner_pack_with_a_file_nobody_knows_is_refused(tmp_path: Path, name: str) -> None:
    pack = tmp_path / "prestige"
    pack.mkdir()
    (pack / name).write_text("")
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


def test_a_file_that_cannot_be_read_greys_out_its_game_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "prestige" / "board.toml").mkdir(parents=True)
    (broken,) = (each for each in discover(tmp_path) if each.id == "prestige")
    assert isinstance(broken, BrokenGame)
    assert broken.error.args_by_name["file"] == str(tmp_path / "prestige" / "board.toml")


def test_an_owner_pack_may_come_from_an_editor_that_marks_its_files(tmp_path: Path) -> None:
    plain = find("prestige", tmp_path)
    assert plain.folder is not None
    (tmp_path / "prestige").mkdir()
    own = plain.folder.joinpath("board.toml").read_text("utf-8")
    (tmp_path / "prestige" / "board.toml").write_text("\ufeff" + own.replace("\n", "\r\n"), "utf-8")
    assert find("prestige", tmp_path).box == plain.box


def piece(**given: Any) -> PieceInfo:
    return PieceInfo(**{"id": "one", "code": "A1", "names": (("en", "One"),)} | given)


@pytest.mark.parametrize(
    ("pieces", "key"),
    [
        ([piece(names=())], "core.piece_name"),
        ([piece(names=(("en", "One"), ("pt_BR", " ")))], "core.piece_name"),
        ([piece(code="a1")], "core.piece_code"),
        ([piece(code="")], "core.piece_code"),
        ([piece(code="ABCDE")], "core.piece_code"),
        ([piece(copy=0)], "core.piece_code"),
        ([piece(copy=1296)], "core.piece_code"),
        ([piece(), piece(code="B1")], "core.piece_twice"),
        ([piece(), piece(id="two")], "core.piece_twice"),
        ([piece(), piece(id="two", code="00A1")], "core.piece_twice"),
    ],
)
def test_pieces_that_could_not_be_told_apart_grey_out_their_game(pieces: list[PieceInfo], key: str) -> None:
    game = lantern.make()
    odd = replace(game.game, load=lambda _: Box(tuple(pieces), "owner", "odd", "invented"), files=())
    with pytest.raises(DataError) as caught:
        load_game(odd, files("tests"))
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("changed", "key", "named"),
    [
        ({"id": "lamp"}, "core.game_id", {"game": "lantern", "id": "lamp"}),
        ({"code": "L"}, "core.game_code", {"code": "L"}),
        ({"code": "la"}, "core.game_code", {"code": "la"}),
        ({"joining": {"city": lambda _box, _table, _seen: ()}}, "core.game_view", {"view": "city"}),
    ],
)
def test_a_game_that_would_be_looked_for_in_vain_is_refused(
    changed: dict[str, Any], key: str, named: dict[str, str]
) -> None:
    game = lantern.make().game
    check_game(game, "lantern")
    with pytest.raises(DataError) as caught:
        check_game(replace(game, **changed), "lantern")
    assert caught.value.key == key
    assert named.items() <= caught.value.args_by_name.items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_to_refuse_a_game_has_a_text(language: str) -> None:
    texts = Texts(language)
    source = Path(games.__file__).read_text("utf-8")
    for key in set(re.findall(r'"(core\.\w+)"', source)):
        texts.say(key)
    assert [key for key in texts.missing if "{" not in key] == []


def test_of_two_games_with_one_code_the_second_is_refused_and_both_are_named() -> None:
    first = lantern.make()
    second = LoadedGame(replace(first.game, id="lamp"), first.box)
    kept, broken = apart((first, second))
    assert kept is first
    assert isinstance(broken, BrokenGame)
    assert broken.error.args_by_name == {"game": "lamp", "code": "LA", "other": "lantern"}


def test_copies_of_a_piece_share_its_code() -> None:
    check_pieces(Box((piece(), piece(id="two", copy=2)), "owner", "odd", "invented"))


def test_an_unknown_game_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        find("chess", tmp_path)
    assert "prestige" in str(caught.value.args_by_name["known"])
    with pytest.raises(InputError):
        find("../prestige", tmp_path)
