"""Which games there are: each is one folder under ``rules.games``, loaded with the owner's pack laid over it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rules.games
from companion.errors import InputError, JournalError
from companion.files import LARGEST_SETTINGS, obstacle
from rules.core.errors import DataError, RulesError

if TYPE_CHECKING:
    from rules.core.game import Box, Game
    from rules.core.referee import Referee

GAME_CODE = re.compile("[0-9A-Z]{2}")
PIECE_CODE = re.compile("[0-9A-Z]{1,4}")
LAST_COPY = 36 * 36 - 1
"""Two base-36 digits of a sticker."""


@dataclass(frozen=True)
class LoadedGame:
    """A game that can be played: its functions, what is in its box, and a referee over both."""

    game: Game[Any]
    box: Box
    folder: Traversable | None = None
    """Where the game's catalogues lie, in ``locale``."""
    pack: Path | None = None
    """The owner pack in use, if any of its files is."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.id

    @cached_property
    def referee(self) -> Referee[Any]:
        """The referee for screens and looks; a session makes its own."""
        from rules.core.referee import Referee

        return Referee(self.game, self.box)


@dataclass(frozen=True)
class BrokenGame:
    """A game that cannot be played now, and why; the others are not touched by it."""

    id: str
    error: RulesError


def game_ids() -> tuple[str, ...]:
    """Name the games there are, without loading any."""
    return tuple(sorted(each.name for each in pkgutil.iter_modules(rules.games.__path__) if each.ispkg))


def discover(packs: Path | None = None) -> tuple[LoadedGame | BrokenGame, ...]:
    """Load every game; one with a wrong file comes back broken, with the reason.

    ``packs`` holds owner packs, one folder a game; None takes the folder of the configuration.
    """
    return apart(load(game_id, packs) for game_id in game_ids())


def apart(found: Iterable[LoadedGame | BrokenGame]) -> tuple[LoadedGame | BrokenGame, ...]:
    """Break every game but the first whose stickers would be taken for another's."""
    taken: dict[str, str] = {}
    told: list[LoadedGame | BrokenGame] = []
    for each in found:
        code = each.game.code if isinstance(each, LoadedGame) else ""
        if code and (other := taken.setdefault(code, each.id)) != each.id:
            error = DataError("core.game_code_twice", game=each.id, code=code, other=other)
            told.append(BrokenGame(each.id, error))
        else:
            told.append(each)
    return tuple(told)


def find(game_id: str, packs: Path | None = None) -> LoadedGame:
    """Load one game; raise ``InputError`` for an unknown id and ``DataError`` for a wrong file."""
    if game_id not in game_ids():
        raise InputError("core.unknown_game", game=game_id, known=", ".join(game_ids()))
    found = load(game_id, packs)
    if isinstance(found, BrokenGame):
        raise found.error
    return found


def find_played(game_id: str, file: str) -> LoadedGame:
    """Load the game of a kept evening; raise ``JournalError`` naming its file where the game is not installed."""
    if game_id not in game_ids():
        raise JournalError("core.journal.game_missing", file=file, game=game_id)
    return find(game_id)


def load(game_id: str, packs: Path | None = None) -> LoadedGame | BrokenGame:
    """Load one game with the owner's pack laid over its files."""
    if packs is None:
        from companion.config import packs_dir

        packs = packs_dir()
    try:
        game = importlib.import_module(f"rules.games.{game_id}").GAME
        check_game(game, game_id)
        folder = files(f"rules.games.{game_id}")
        return load_game(game, folder, packs / game_id)
    except RulesError as error:
        return BrokenGame(game_id, error)
    except Exception as error:  # noqa: BLE001 - whatever a game's code does, it greys out that game alone
        return BrokenGame(game_id, DataError("core.game_broken", game=game_id, problem=repr(error)))


def load_game(game: Game[Any], folder: Traversable, pack: Path | None = None) -> LoadedGame:
    """Make a game ready from its folder and a pack; raise ``DataError`` naming the file that is wrong."""
    overlay = dict(read_pack(game, pack)) if pack else {}
    contents = {name: folder.joinpath(name).read_bytes() for name in game.files} | overlay
    try:
        box = game.load(contents)
    except DataError as error:
        if pack and (name := error.args_by_name.get("file")) in overlay:
            raise DataError(error.key, **error.args_by_name | {"file": str(pack / str(name))}) from error
        raise
    check_pieces(box)
    return LoadedGame(game, box, folder, pack if overlay else None)


def check_game(game: Game[Any], folder: str) -> None:
    """Raise ``DataError`` for a game that texts, stickers or the camera would look for in vain."""
    if game.id != folder:
        raise DataError("core.game_id", game=folder, id=game.id)
    if not GAME_CODE.fullmatch(game.code):
        raise DataError("core.game_code", game=folder, code=game.code)
    views = [view.id for view in game.views]
    for view in game.joining:
        if view not in views:
            raise DataError("core.game_view", game=folder, view=view, known=", ".join(views))


def check_pieces(box: Box) -> None:
    """Raise ``DataError`` for a piece that no screen could name or whose sticker would be another's."""
    taken: dict[tuple[str, int], str] = {}
    for name, times in Counter(piece.id for piece in box.pieces).items():
        if times > 1:
            raise DataError("core.piece_twice", piece=name, other=name)
    for piece in box.pieces:
        if not piece.names or not all(name.strip() for _, name in piece.names):
            raise DataError("core.piece_name", piece=piece.id)
    for piece in box.stickered:
        if not PIECE_CODE.fullmatch(piece.code) or not 0 < piece.copy <= LAST_COPY:
            raise DataError("core.piece_code", piece=piece.id, code=piece.code, copy=piece.copy)
        other = taken.setdefault((piece.code.zfill(4), piece.copy), piece.id)
        if other != piece.id:
            raise DataError("core.piece_twice", piece=piece.id, other=other)


def read_pack(game: Game[Any], pack: Path) -> Mapping[str, bytes]:
    """Read the files of a pack that replace the game's own; raise ``DataError`` for one that cannot be used."""
    if not pack.is_dir():
        return {}
    contents: dict[str, bytes] = {}
    for path in sorted(pack.iterdir()):
        if path.suffix.lower() != ".toml":
            continue
        if path.name not in game.files:
            raise DataError("core.pack_unknown_file", file=str(path), known=", ".join(game.files))
        try:
            if (problem := obstacle(path, LARGEST_SETTINGS)) is not None:
                raise DataError("core.unreadable", file=str(path), problem=problem)
            contents[path.name] = path.read_bytes()
        except OSError as error:
            raise DataError("core.unreadable", file=str(path), problem=error.strerror or "") from error
    return contents
