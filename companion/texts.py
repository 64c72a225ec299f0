"""Words for people: key-based catalogues read when first needed, and messages filled in with names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rules.core.game import Box
from rules.core.value import Arg, Choice, Msg

LANGUAGES = ("pt_BR", "en")


class Named(Protocol):
    """Anybody with a name."""

    @property
    def name(self) -> str:
        """The name to show."""
        ...


class Texts:
    """The texts of one language.

    A missing text is shown as its key in brackets, and kept in ``missing``.
    """

    def __init__(self, language: str, games: Iterable[object] = ()) -> None:
        """Choose a language; ``games`` adds loaded games that lie outside ``rules.games``."""
        self.language = language
        self.missing: dict[str, None] = {}

    def has(self, key: str) -> bool:
        """Tell whether there is a text for a key."""
        raise NotImplementedError

    def say(self, message: Msg | str, players: Sequence[Named] = (), box: Box | None = None) -> str:
        """Make the sentence of a message (or of a bare key)."""
        raise NotImplementedError

    def label(self, choice: Choice | Arg, players: Sequence[Named] = (), box: Box | None = None) -> str:
        """Name an option: a piece, a seat, a word, a cell, a number."""
        raise NotImplementedError
