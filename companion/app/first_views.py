"""Makes the views before an evening: the first screen must not wait for what only a game needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.errors import JournalError
from companion.viewmodels import home
from companion.viewmodels.actions import Do
from companion.viewmodels.parts import Mark, View

if TYPE_CHECKING:
    from companion.app.director import Director

Make = Callable[["Director", str], View]


def show_home(director: Director, _about: str) -> View:
    """Show the first screen."""
    return home.view(director.voice, director.find_games(), director.store.evenings())


def show_past(director: Director, _about: str) -> View:
    """List the evenings that are kept."""
    return home.past(director.voice, director.games, director.store.evenings())


def _evening(director: Director, about: str) -> View:
    kept = next((each for each in director.store.evenings() if each.id == about), None)
    if kept is None:
        return show_past(director, about)
    loaded = director.loaded(kept.game)
    name = loaded.game.name(director.texts.language) if loaded else kept.game
    return home.evening(director.voice, kept, name)


def _recovery(director: Director, about: str) -> View:
    error = director.error
    if not isinstance(error, JournalError):
        return show_past(director, about)
    return home.recovery(director.voice, about, error)


def _sure(key: str, what: str, shape: str) -> Make:
    def make(director: Director, about: str) -> View:
        return home.sure(director.voice, key, Do(what, about), Mark(shape, "accent"))

    return make


FIRST: dict[str, Make] = {
    "home": show_home,
    "past": show_past,
    "evening": _evening,
    "recovery": _recovery,
    "delete": _sure("delete", "delete", "bin"),
    "leave": _sure("leave", "leave", "door"),
    "again": _sure("again", "again", "people"),
}
