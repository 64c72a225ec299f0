"""The owner's settings: one small TOML file, written by people or by the settings screen."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from companion.errors import InputError
from companion.files import LARGEST_SETTINGS, obstacle, write_whole
from companion.texts import LANGUAGES, check_language, language_named
from companion.visible import visible
from rules.core.value import Arg, Msg, Value, msg

FILE = "config.toml"
APP = "tabletop-companion"
OFF = "off"
"""The camera of those who play without one."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says its language, the first that is set."""
LONGEST_NAME = 255
"""Bytes of a file's or folder's name."""
LIMITS = {"dim": (1, 24 * 60), "width_mm": (50, 2000), "sticker_mm": (8, 80)}
"""The least and the most that a number may be where it is not 0: up to a day, from a watch's screen to a wall's, and stickers as
large as can be printed."""
Setting = str | int | float | bool


class Config(Value, frozen=True):
    """What the owner has chosen; every field has a default."""

    language: str = ""
    """"pt_BR" or "en"; empty follows the system (see ``system_language``)."""
    camera: str = ""
    """A source as ``vision.source`` reads it, such as "v4l2:0"; empty takes the first there is, "off" none."""
    evenings: str = ""
    """Another folder for evenings; "~" is the home, and a relative one lies in the data folder."""
    packs: str = ""
    """Another folder for owner packs, named alike."""
    text: Literal["small", "normal", "large", "huge"] = "normal"
    """The size of letters."""
    sound: bool = True
    motion: bool = True
    """False for a calm screen on which nothing moves."""
    dim: int = 5
    """Minutes without a touch until the screen dims; 0 for never."""
    width_mm: float = 0.0
    """The display's measured width; 0 for the documented one."""
    sticker_mm: float = 0.0
    """The side of the stickers on the cards, from which millimetres on the table are told; 0 for the usual 15 mm."""


def data_dir() -> Path:
    """Return where evenings and packs are kept; ``COMPANION_HOME`` moves it."""
    if home := os.environ.get("COMPANION_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def config_dir() -> Path:
    """Return where the configuration lies; ``COMPANION_HOME`` moves it."""
    if home := os.environ.get("COMPANION_HOME"):
        return Path(home)
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def load_config(folder: Path | None = None) -> tuple[Config, Msg | None]:
    """Read the settings; where the file cannot be used, the defaults hold and the reason comes with them."""
    path = (folder or config_dir()) / FILE
    try:
        if (problem := obstacle(path, LARGEST_SETTINGS)) is not None:
            return Config(), _broken(path, problem)
        return parse(path.read_text("utf-8-sig")), None
    except FileNotFoundError:
        return Config(), None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        return Config(), _broken(path, getattr(error, "strerror", None) or str(error))
    except InputError as error:
        return Config(), _broken(path, error.message)


def parse(text: str) -> Config:
    """Read settings from TOML; raise ``TOMLDecodeError``, ``ValidationError`` or ``InputError``."""
    config = msgspec.convert(tomllib.loads(text), type=Config)
    if config.language:
        config = msgspec.structs.replace(config, language=check_language(config.language))
    for name in ("camera", "evenings", "packs"):
        place = getattr(config, name)
        parts = place.split("/") if name != "camera" else ()
        # No system takes a NUL, and nobody means an escape.
        if visible(place) != place or any(len(os.fsencode(part)) > LONGEST_NAME for part in parts):
            raise InputError("core.config_path", name=name)
    for name, (low, high) in LIMITS.items():
        value = getattr(config, name)
        # What is no number at all ("nan") lies between no two others.
        if value and not low <= value <= high:
            raise InputError("core.config_number", name=name, value=str(value), low=low, high=high)
    return config


def save_config(changes: Mapping[str, Setting], folder: Path | None = None) -> Msg | None:
    """Set some fields in the owner's file, all other lines left as they are; return why it could not be.

    A file that cannot be read is not touched.
    """
    path = (folder or config_dir()) / FILE
    if (problem := load_config(folder)[1]) is not None:
        return problem
    try:
        text = path.read_text("utf-8-sig") if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, edited(text, changes))
    except OSError as error:
        return _broken(path, error.strerror or str(error))
    return None


def edited(text: str, changes: Mapping[str, Setting]) -> str:
    """Return TOML with fields set: each in its own line where it has one, else in a new line at the end."""
    lines = text.splitlines()
    for key, value in changes.items():
        new = f"{key} = {json.dumps(value, ensure_ascii=False)}"
        owns = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*=""")
        at = next((at for at, line in enumerate(lines) if owns.match(line)), len(lines))
        lines[at : at + 1] = [new]
    made = "".join(f"{line}\n" for line in lines)
    wanted = msgspec.structs.replace(parse(text), **changes)
    # A value over several lines, or a key inside one: the file is written anew, without its remarks.
    return made if _means(made, wanted) else _plain(wanted)


def _means(text: str, wanted: Config) -> bool:
    try:
        return parse(text) == wanted
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, InputError):
        return False


def _plain(config: Config) -> str:
    fields = ((name, getattr(config, name)) for name in Config.__struct_fields__)
    chosen = ((name, value) for name, value in fields if value != getattr(Config(), name))
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in chosen)


def packs_dir() -> Path:
    """Return where owner packs lie, one folder a game."""
    return _chosen(load_config()[0].packs or "packs")


def evenings_dir() -> Path:
    """Return where evenings are kept."""
    return _chosen(load_config()[0].evenings or "evenings")


def system_language(unnamed: str = "pt_BR") -> str:
    """Return the language chosen, else the system's, ``unnamed`` where it names none; English for all others."""
    if chosen := load_config()[0].language:
        return chosen
    named = next((value for name in LOCALE if (value := os.environ.get(name))), "")
    language = named.partition(".")[0]
    if language in {"", "C", "POSIX"}:
        return unnamed
    known = language_named(language)
    return known if known in LANGUAGES else "en"


def _broken(path: Path, problem: Arg) -> Msg:
    return msg("core.config_broken", file=str(path), problem=problem)


def _chosen(folder: str) -> Path:
    # Not Path.expanduser: it raises for a user whom nobody knows.
    return data_dir() / os.path.expanduser(folder)  # noqa: PTH111
