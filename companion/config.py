"""The owner's settings: one small TOML file, written so that a power cut cannot tear it."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec

from companion.errors import ConfigError
from rules.core.value import Msg, Value, msg

FILE = "config.toml"
APP = "tabletop-companion"


class Config(Value, frozen=True):
    """What the owner has chosen; every field has a default."""

    language: str = ""
    """"pt_BR" or "en"; empty follows the system."""
    camera: str = ""
    """A source as ``vision.source`` reads it, such as "v4l2:0"; empty takes the first there is."""
    evenings: str = ""
    """Another folder for evenings."""
    packs: str = ""
    """Another folder for owner packs."""


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
    """Read the settings; a file that cannot be used is set aside, said, and the defaults hold."""
    path = (folder or config_dir()) / FILE
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), type=Config), None
    except FileNotFoundError:
        return Config(), None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        aside = _set_aside(path)
        return Config(), msg("core.config_broken", file=str(path), problem=str(error), aside=str(aside))


def save_config(config: Config, folder: Path | None = None) -> None:
    """Write the settings: another file first, then in place of the old; raise ``ConfigError`` if refused."""
    path = (folder or config_dir()) / FILE
    draft = path.with_name(FILE + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as file:
            file.write(to_toml(config))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise ConfigError("core.config_unwritten", file=str(path), problem=error.strerror or "") from error


def to_toml(config: Config) -> str:
    """Return the settings that differ from the default as TOML; a JSON string is a TOML string too."""
    chosen = msgspec.to_builtins(config)
    return "".join(f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in chosen.items())


def packs_dir() -> Path:
    """Return where owner packs lie, one folder a game."""
    chosen = load_config()[0].packs
    return Path(chosen) if chosen else data_dir() / "packs"


def evenings_dir() -> Path:
    """Return where evenings are kept."""
    chosen = load_config()[0].evenings
    return Path(chosen) if chosen else data_dir() / "evenings"


def system_language() -> str:
    """Return the language chosen, else the system's where we speak it, else English."""
    if chosen := load_config()[0].language:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "pt_BR" if value.startswith("pt") else "en"
    return "en"


def _set_aside(path: Path) -> Path:
    """Keep a file that cannot be used under another name; leave it where that is not allowed."""
    for number in range(1, 100):
        aside = path.with_name(f"{path.name}.broken{number}")
        if not aside.exists():
            break
    else:
        return path
    try:
        return path.replace(aside)
    except OSError:
        return path
