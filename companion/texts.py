"""Words for people: key-based catalogues read when first needed, and messages filled in with names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from companion.catalogue import Catalogue, read_catalogue
from companion.errors import InputError
from rules.core.value import TABLE, Arg, Cell, Choice, Msg, PieceRef, SeatRef, Word

if TYPE_CHECKING:
    from rules.core.game import Box

LANGUAGES = ("pt_BR", "en")
SPOKEN = {language.partition("_")[0]: language for language in LANGUAGES}
_HOLE = re.compile(r"\{(\w+)\}")


def language_named(name: str) -> str:
    """Return the language that people mean by "pt", "pt-BR" or "en_GB"; another name as it is."""
    return SPOKEN.get(name.replace("-", "_").partition("_")[0].lower(), name)


def check_language(language: str) -> str:
    """Return a language that we speak, however it is written; raise ``InputError`` for any other."""
    known = language_named(language)
    if known not in LANGUAGES:
        raise InputError("core.unknown_language", language=language, known=", ".join(LANGUAGES))
    return known


class Named(Protocol):
    """Anybody with a name."""

    @property
    def name(self) -> str:
        """The name to show."""
        ...


class HasFolder(Protocol):
    """A game that knows where its catalogues lie."""

    @property
    def id(self) -> str:
        """The game's id."""
        ...

    @property
    def folder(self) -> Traversable | None:
        """The folder with ``locale`` in it."""
        ...


class Texts:
    """The texts of one language.

    A game's catalogue is read when a key of that game is first asked for. A missing text is shown as its
    key in brackets, and kept in ``missing``.
    """

    def __init__(self, language: str, games: Iterable[HasFolder] = ()) -> None:
        """Choose a language; ``games`` adds loaded games that lie outside ``rules.games``."""
        self.language = check_language(language)
        self.missing: dict[str, None] = {}
        self._folders = {each.id: each.folder for each in games if each.folder is not None}
        self._own = load_catalogue(files("companion"), language)
        self._games: dict[str, tuple[Catalogue, Callable[[int], int]] | None] = {}
        self._plural = self._own.chooser()
        self._names: tuple[Box | None, dict[str, str]] = (None, {})

    # ---- texts -------------------------------------------------------------------------
    def has(self, key: str) -> bool:
        """Tell whether there is a text for a key."""
        return self._find(key) is not None

    def say(self, message: Msg | str, players: Sequence[Named] = (), box: Box | None = None) -> str:
        """Make the sentence of a message (or of a bare key)."""
        if isinstance(message, str):
            message = Msg(message)
        args = dict(message.args)
        if isinstance(told := args.get("told"), Msg) and (said := self._told(told)):
            # What that sentence carries besides is said only where it has no words of its own.
            message, args = said, dict(said.args)
        text = self._text(message.key, args.get("count"))
        return _HOLE.sub(lambda hole: self._fill(message.key, hole[1], args, players, box), text)

    def label(self, choice: Choice | Arg, players: Sequence[Named] = (), box: Box | None = None) -> str:
        """Name an option: a piece, a seat, a word, a cell, a number."""
        match choice:
            case Msg():
                return self.say(choice, players, box)
            case Word(key=key):
                return self.say(key, players, box)
            case PieceRef(id=piece):
                return self.piece(piece, box)
            case SeatRef(seat=seat):
                return self.seat(seat, players)
            case Cell(x=x, y=y):
                return self.say(Msg("core.cell", (("x", x), ("y", y))))
            case _:
                return str(choice)

    def figure(self, value: float, digits: int = 1) -> str:
        """Write a number with so many digits after the decimal mark of the language."""
        return f"{value:.{digits}f}".replace(".", self.say("core.decimal_mark"))

    def piece(self, piece: str, box: Box | None) -> str:
        """Name a piece of a box; its id where the box does not know it."""
        if box is None:
            return piece
        if self._names[0] is not box:
            self._names = (box, {each.id: each.name(self.language) for each in box.pieces})
        return self._names[1].get(piece, piece)

    def seat(self, seat: int, players: Sequence[Named] = ()) -> str:
        """Name who sits there."""
        if seat == TABLE:
            return self.say("core.table")
        if 0 <= seat < len(players):
            return players[seat].name
        return self.say(Msg("core.seat", (("number", seat + 1),)))

    def _told(self, told: Msg) -> Msg | None:
        """Return the better sentence of a message, its ``told``, or the next better one; None where there is no text."""
        found: Msg | None = told
        while found is not None and not self.has(found.key):
            further = dict(found.args).get("told")
            found = further if isinstance(further, Msg) else None
        return found

    # ---- inside ------------------------------------------------------------------------
    def _fill(
        self, key: str, name: str, args: dict[str, Arg], players: Sequence[Named], box: Box | None
    ) -> str:
        if name not in args:
            self.missing[f"{key}{{{name}}}"] = None
            return f"{{{name}}}"
        return self.label(args[name], players, box)

    def _text(self, key: str, count: Arg | None) -> str:
        found = self._find(key)
        if found is None:
            self.missing[key] = None
            return f"[{key}]"
        forms, plural = found
        form = plural(abs(count)) if len(forms) > 1 and isinstance(count, int) else 0
        return forms[min(form, len(forms) - 1)]

    def _find(self, key: str) -> tuple[tuple[str, ...], Callable[[int], int]] | None:
        if (forms := self._own.texts.get(key)) is not None:
            return forms, self._plural
        game = self._game(key.partition(".")[0])
        if game is not None and (forms := game[0].texts.get(key)) is not None:
            return forms, game[1]
        return None

    def _game(self, game_id: str) -> tuple[Catalogue, Callable[[int], int]] | None:
        if game_id not in self._games:
            folder = self._folders.get(game_id) or _package_folder(game_id)
            found = load_catalogue(folder, self.language) if folder is not None else None
            self._games[game_id] = (found, found.chooser()) if found else None
        return self._games[game_id]


def _package_folder(game_id: str) -> Traversable | None:
    if not game_id.isidentifier() or find_spec(f"rules.games.{game_id}") is None:
        return None
    return files(f"rules.games.{game_id}")


def load_catalogue(folder: Traversable, language: str) -> Catalogue:
    """Read a folder's catalogues of a language, ``en.po`` and ``<part>.en.po``; none at all are empty."""
    found = Catalogue({})
    shelf = folder.joinpath("locale")
    files = sorted(shelf.iterdir(), key=lambda file: file.name) if shelf.is_dir() else []
    for file in files:
        if file.name == f"{language}.po" or file.name.endswith(f".{language}.po"):
            part = read_catalogue(file.read_text("utf-8"), str(file))
            found = Catalogue({**found.texts, **part.texts}, part.plurals)
    return found
