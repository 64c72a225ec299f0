"""Settings, and the health of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cameras import Camera
from companion.config import OFF, Config
from companion.theme import TEXT_SCALES
from companion.viewmodels.actions import Back, Do, Go
from companion.viewmodels.parts import PRIMARY, Bar, Button, Line, Mark, View
from companion.viewmodels.setup import Choices, choices
from companion.viewmodels.voice import Voice

if TYPE_CHECKING:
    from companion.doctor import Check

LANGUAGES = (("pt_BR", "Português"), ("en", "English"))
DIMS = (0, 2, 5, 15)
MARKS = {"green": Mark("check", "good"), "amber": Mark("warn", "accent"), "red": Mark("close", "bad")}
STATES = ("red", "amber", "green")


class SettingsView(View, frozen=True):
    """The settings."""

    choices: tuple[Choices, ...] = ()
    buttons: tuple[Button, ...] = ()


class HealthView(View, frozen=True):
    """What works and what does not, with the mend."""

    title: str = ""
    mark: Mark = Mark("pulse", "accent")
    lines: tuple[Line, ...] = ()
    """What is to be mended, each with how."""
    fine: tuple[Line, ...] = ()
    buttons: tuple[Button, ...] = ()


def view(
    say: Voice,
    config: Config,
    cameras: tuple[Camera, ...] = (),
    levels: tuple[str, ...] = (),
    level: str = "",
) -> SettingsView:
    """Show the settings; those of the running evening too."""
    words = tuple((word, say(f"core.level.{word}")) for word in levels)
    chosen = (
        choices(say("app.settings.language"), "language", LANGUAGES, say.texts.language),
        choices(say("app.settings.text"), "text", _said(say, "text", tuple(TEXT_SCALES)), config.text),
        *((choices(say("app.setup.level"), "level", words, level),) if words else ()),
        _cameras(say, config, cameras),
        choices(say("app.settings.sound"), "sound", _said(say, "sound", (1, 0)), int(config.sound)),
        choices(say("app.settings.motion"), "motion", _said(say, "motion", (1, 0)), int(config.motion)),
        choices(say("app.settings.dim"), "dim", tuple(_minutes(say, each) for each in DIMS), config.dim),
    )
    return SettingsView(
        screen="settings",
        bar=Bar(say("app.settings.title"), Mark("gear", "accent")),
        choices=chosen,
        buttons=() if config.camera == OFF else (_to_stand(say),),
    )


def _to_stand(say: Voice) -> Button:
    return Button(say("app.stand.title"), Go("stand"), mark=Mark("camera"))


def _said(say: Voice, field: str, words: tuple[int | str, ...]) -> tuple[tuple[int | str, str], ...]:
    return tuple((word, say(f"app.settings.{field}.{word}")) for word in words)


def _minutes(say: Voice, minutes: int) -> tuple[int | str, str]:
    return minutes, say("app.settings.minutes", count=minutes) if minutes else say("app.settings.never")


def _cameras(say: Voice, config: Config, cameras: tuple[Camera, ...]) -> Choices:
    """Offer whichever there is, each one by name, and none."""
    words = (
        ("", say("app.settings.camera.auto")),
        *((camera.spec, say.say(camera.name)) for camera in cameras),
        (OFF, say("app.settings.camera.off")),
    )
    note = "" if cameras else say("app.settings.camera.none")
    return choices(say("app.settings.camera"), "camera", words, config.camera, note)


def health(say: Voice, checks: tuple[Check, ...] | None) -> HealthView:
    """Say how the box does: first in one sentence, then what to mend; None while that is being looked at."""
    bar = Bar(say("app.health.title"), Mark("pulse", "accent"))
    if checks is None:
        return HealthView(screen="health", bar=bar, title=say("app.health.looking"))
    worst = next((state for state in STATES if any(check.status == state for check in checks)), "green")
    fine = tuple(Line(say.say(check.found), MARKS["green"]) for check in checks if check.status == "green")
    return HealthView(
        screen="health",
        bar=bar,
        ok=Back(),
        title=say(f"app.health.{worst}"),
        mark=MARKS[worst],
        lines=tuple(line for state in STATES[:2] for line in _to_mend(say, checks, state)),
        fine=fine,
        buttons=(
            Button(say("app.health.back"), Back(), PRIMARY, mark=Mark("check")),
            Button(say("app.health.again"), Do("examine"), mark=Mark("pulse")),
            _to_stand(say),
        ),
    )


def _to_mend(say: Voice, checks: tuple[Check, ...], state: str) -> tuple[Line, ...]:
    """Name each thing that is not well, and how to mend it."""
    found: list[Line] = []
    for check in checks:
        if check.status == state:
            found.append(Line(say.say(check.found), MARKS[state], strong=True))
            if check.mend is not None:
                found.append(Line(say.say(check.mend), Mark("next", "muted")))
    return tuple(found)
