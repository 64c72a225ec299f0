"""Owner packs: files of a game's own form, laid over the ones in the box."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from companion.errors import InputError
from companion.files import is_folder
from companion.games import game_ids, load_game, read_pack


def packs_in(folder: Path, game_id: str = "") -> tuple[tuple[str, Path], ...]:
    """Find packs: the folder itself for a game that is named by word or folder name, else one folder a game.

    Raises ``InputError`` where there is no folder, or one with a game's files is not named after a game.
    """
    if not is_folder(folder):
        raise InputError("core.pack_no_folder", folder=str(folder))
    own = folder.resolve().name
    named = _known(game_id) if game_id else own if own in game_ids() else ""
    if named and _has_data(folder):
        return ((named, folder),)
    found = tuple((_known(each.name), each) for each in _looking_like_packs(folder))
    return tuple(each for each in found if each[0] == game_id) if game_id else found


def _looking_like_packs(folder: Path) -> Iterator[Path]:
    """Yield the folders within that are named after a game or hold a file of one; any other TOML is not our matter."""
    ids = game_ids()
    names = {name for game_id in ids for name in _files_of(game_id)}
    for each in sorted(folder.iterdir()):
        if _has_data(each) and (each.name in ids or any((each / name).exists() for name in names)):
            yield each


def _files_of(game_id: str) -> tuple[str, ...]:
    with suppress(Exception):  # a game that is broken is named where it is loaded
        return tuple(importlib.import_module(f"rules.games.{game_id}").GAME.files)
    return ()


def _has_data(folder: Path) -> bool:
    with suppress(OSError):
        return any(each.suffix.lower() == ".toml" for each in folder.iterdir())
    return False


def _known(game_id: str) -> str:
    if game_id not in game_ids():
        raise InputError("core.unknown_game", game=game_id, known=", ".join(game_ids()))
    return game_id


def check_pack(game_id: str, folder: Path) -> tuple[str, ...]:
    """Load a game with a pack and name the files that it replaces; raise ``DataError`` for a wrong one."""
    game = importlib.import_module(f"rules.games.{game_id}").GAME
    names = tuple(read_pack(game, folder))
    if not names:
        raise InputError("core.pack_none", folder=str(folder))
    load_game(game, files(f"rules.games.{game_id}"), folder)
    return names
