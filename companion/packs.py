"""Owner packs: files of a game's own form, laid over the ones in the box."""

from __future__ import annotations

import importlib
from importlib.resources import files
from pathlib import Path

from companion.errors import InputError
from companion.games import game_ids, load_game, read_pack


def packs_in(folder: Path, game_id: str = "") -> tuple[tuple[str, Path], ...]:
    """Find packs: the folder itself for a game that is named by word or folder name, else one folder a game."""
    if not folder.is_dir():
        raise InputError("core.pack_no_folder", folder=str(folder))
    if game_id and game_id not in game_ids():
        raise InputError("core.unknown_game", game=game_id, known=", ".join(game_ids()))
    named = game_id or (folder.resolve().name if folder.resolve().name in game_ids() else "")
    if named and any(folder.glob("*.toml")):
        return ((named, folder),)
    return tuple((each, folder / each) for each in game_ids() if (folder / each).is_dir())


def check_pack(game_id: str, folder: Path) -> tuple[str, ...]:
    """Load a game with a pack and name the files that it replaces; raise ``DataError`` for a wrong one."""
    game = importlib.import_module(f"rules.games.{game_id}").GAME
    names = tuple(read_pack(game, folder))
    if not names:
        raise InputError("core.pack_none", folder=str(folder))
    load_game(game, files(f"rules.games.{game_id}"), folder)
    return names
