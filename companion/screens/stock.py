"""Which screen shows which view; a screen and its kv file are loaded when first shown."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any

from kivy.animation import Animation
from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.screens.base import BaseScreen
from companion.screens.widgets import rows, scroll, symbol, tap, text
from companion.viewmodels.parts import View

SLIDE, FAINT, SLIDE_S = 56, 0.2, 0.35
"""How a card just drawn comes in: from so far below (dp), so faint, in so many seconds."""
WIDGETS = (rows, scroll, symbol, tap, text)
"""Modules whose classes the first screen's kv files name."""


class HomeScreen(BaseScreen):
    """Go on, begin anew, look back."""


class ListScreen(BaseScreen):
    """A long list: past evenings, every piece."""


class SureScreen(BaseScreen):
    """A question about the app itself."""


class SetupScreen(BaseScreen):
    """Setting a game up."""


class NameScreen(BaseScreen):
    """Typing a name."""


class TableScreen(BaseScreen):
    """Whose turn, what may be done, how things stand."""


class AskScreen(BaseScreen):
    """A question shown large."""


class PlaceScreen(BaseScreen):
    """Where a piece goes."""


class ScanScreen(BaseScreen):
    """The camera's picture and what was read."""


class CardScreen(BaseScreen):
    """A card shown large."""

    lift = NumericProperty(0)
    """How far below its place the card is still, in dp."""

    def slide_in(self) -> None:
        """Let the card come up from the deck."""
        Animation.cancel_all(self)
        self.lift, self.opacity = SLIDE, FAINT
        Animation(lift=0, opacity=1, duration=SLIDE_S, transition="out_cubic").start(self)


class ScoreScreen(BaseScreen):
    """Ranks, totals and reasons."""


class CodeScreen(BaseScreen):
    """The score as a QR code."""


class PhotoScreen(BaseScreen):
    """The picture that the score was read from."""


class LogScreen(BaseScreen):
    """Every step by name."""


class CorrectScreen(BaseScreen):
    """Mending one fact."""


class MoreScreen(BaseScreen):
    """The menu of an evening."""


class SeatsScreen(BaseScreen):
    """Who sits where."""


class PickerScreen(BaseScreen):
    """Somebody picked by chance."""


class SecretScreen(BaseScreen):
    """A screen handed over with nothing on it yet."""


class CityScreen(BaseScreen):
    """The picture in large and the table in words."""


class DecksScreen(BaseScreen):
    """What has been drawn, and what is known of the piles."""


class JoinScreen(BaseScreen):
    """Taking over a game that was begun without us."""


class SettingsScreen(BaseScreen):
    """Settings."""


class HealthScreen(BaseScreen):
    """What works and what does not."""


class StandScreen(BaseScreen):
    """Setting up the camera's stand."""


SCREENS: dict[str, tuple[type[BaseScreen], str]] = {
    "home": (HomeScreen, "home"),
    "past": (ListScreen, "list"),
    "pieces": (ListScreen, "list"),
    "sure": (SureScreen, "sure"),
    "setup": (SetupScreen, "setup"),
    "name": (NameScreen, "setup"),
    "table": (TableScreen, "table"),
    "ask": (AskScreen, "ask"),
    "place": (PlaceScreen, "ask"),
    "scan": (ScanScreen, "scan"),
    "card": (CardScreen, "card"),
    "event": (CardScreen, "card"),
    "score": (ScoreScreen, "score"),
    "code": (CodeScreen, "score"),
    "photo": (PhotoScreen, "scan"),
    "log": (LogScreen, "log"),
    "correct": (CorrectScreen, "log"),
    "more": (MoreScreen, "around"),
    "seats": (SeatsScreen, "around"),
    "picker": (PickerScreen, "around"),
    "secret": (SecretScreen, "around"),
    "city": (CityScreen, "around"),
    "decks": (DecksScreen, "decks"),
    "join": (JoinScreen, "join"),
    "settings": (SettingsScreen, "settings"),
    "health": (HealthScreen, "settings"),
    "stand": (StandScreen, "stand"),
}
_loaded: set[str] = set()


def load(name: str) -> None:
    """Load a kv file once."""
    if name in _loaded:
        return
    with as_file(files("kv").joinpath(f"{name}.kv")) as path:
        Builder.load_file(str(path))
    _loaded.add(name)


def _load_values() -> None:
    """Load what shows values: everything that the first screen can do without."""
    from companion.screens.widgets import forms, lattice, pictures, stand  # noqa: F401 - kv names their classes

    load("values")


def make(view: View, name: str, lead: Any) -> BaseScreen:
    """Make the screen that shows a view."""
    load("widgets")
    if view.screen != "home":
        _load_values()
    kind, file = SCREENS[view.screen]
    load(file)
    return kind(view, name=name, lead=lead)
