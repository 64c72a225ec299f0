"""Settings, and the health of the box."""

from __future__ import annotations

from companion.theme import TEXT_SCALES
from companion.viewmodels.actions import Set
from companion.viewmodels.parts import Bar, Button, Line, Mark, View
from companion.viewmodels.setup import Choices
from companion.viewmodels.voice import Voice
from rules.core.value import Value

LANGUAGES = (("pt_BR", "Português"), ("en", "English"))
DIMS = (0, 2, 5, 15)
CAMERAS = ("auto", "off")


class Prefs(Value, frozen=True):
    """What the owner of the box has chosen."""

    language: str = "pt_BR"
    text: str = "normal"
    sound: bool = True
    dim: int = 5
    """Minutes without a touch until the screen dims; 0 for never."""
    camera: str = "auto"
    width_mm: float = 0.0
    """The display's measured width; 0 for the documented one."""


class SettingsView(View, frozen=True):
    """The settings."""

    choices: tuple[Choices, ...] = ()


class HealthView(View, frozen=True):
    """What works and what does not, with the mend."""

    lines: tuple[Line, ...] = ()
    empty: str = ""


def view(say: Voice, prefs: Prefs, levels: tuple[str, ...] = (), level: str = "") -> SettingsView:
    """Show the settings; those of the running evening too."""
    chosen = [
        Choices(
            say("app.settings.language"),
            tuple(
                Button(name, Set("language", key), chosen=key == prefs.language) for key, name in LANGUAGES
            ),
        ),
        Choices(
            say("app.settings.text"),
            tuple(
                Button(say(f"app.settings.text.{key}"), Set("text", key), chosen=key == prefs.text)
                for key in TEXT_SCALES
            ),
        ),
    ]
    if levels:
        words = tuple(
            Button(say(f"core.level.{word}"), Set("level", word), chosen=word == level) for word in levels
        )
        chosen.append(Choices(say("app.setup.level"), words))
    chosen += [
        Choices(
            say("app.settings.camera"),
            tuple(
                Button(say(f"app.settings.camera.{key}"), Set("camera", key), chosen=key == prefs.camera)
                for key in CAMERAS
            ),
        ),
        Choices(
            say("app.settings.sound"),
            (
                Button(say("app.settings.on"), Set("sound", 1), chosen=prefs.sound),
                Button(say("app.settings.off"), Set("sound", 0), chosen=not prefs.sound),
            ),
        ),
        Choices(
            say("app.settings.dim"),
            tuple(
                Button(
                    say("app.settings.minutes", count=minutes) if minutes else say("app.settings.never"),
                    Set("dim", minutes),
                    chosen=minutes == prefs.dim,
                )
                for minutes in DIMS
            ),
        ),
    ]
    return SettingsView(
        screen="settings", bar=Bar(say("app.settings.title"), Mark("gear", "accent")), choices=tuple(chosen)
    )


def health(say: Voice, lines: tuple[Line, ...]) -> HealthView:
    """Show the checks."""
    return HealthView(
        screen="health",
        bar=Bar(say("app.health.title"), Mark("pulse", "accent")),
        lines=lines,
        empty="" if lines else say("app.health.none"),
    )
