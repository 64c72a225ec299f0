"""The owner's settings: one small TOML file that people write and the program only reads."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec

from companion.errors import InputError
from companion.texts import check_language
from rules.core.value import Arg, Msg, Value, msg

FILE = "config.toml"
APP = "tabletop-companion"


class Config(Value, frozen=True):
    """What the owner has chosen; every field has a default."""

    language: str = ""
    """"pt_BR" or "en"; empty follows the system."""
    camera: str = ""
    """A source as ``vision.source`` reads it, such as "v4l2:0"; empty takes the first there is."""
    evenings: str = ""
    """Another folder for evenings; "~" is the home, and a relative one lies in the data folder."""
    packs: str = ""
    """Another folder for owner packs, named alike."""


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
        config = msgspec.convert(tomllib.loads(path.read_text("utf-8-sig")), type=Config)
        if config.language:
            check_language(config.language)
    except FileNotFoundError:
        return Config(), None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        return _broken(path, getattr(error, "strerror", None) or str(error))
    except InputError as error:
        return _broken(path, error.message)
    return config, None


def packs_dir() -> Path:
    """Return where owner packs lie, one folder a game."""
    return _chosen(load_config()[0].packs or "packs")


def evenings_dir() -> Path:
    """Return where evenings are kept."""
    return _chosen(load_config()[0].evenings or "evenings")


def system_language() -> str:
    """Return the language chosen, else the system's where we speak it, else English."""
    if chosen := load_config()[0].language:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "pt_BR" if value.startswith("pt") else "en"
    return "en"


def _broken(path: Path, problem: Arg) -> tuple[Config, Msg]:
    return Config(), msg("core.config_broken", file=str(path), problem=problem)


def _chosen(folder: str) -> Path:
    # Not Path.expanduser: it raises for a user whom nobody knows.
    return data_dir() / os.path.expanduser(folder)  # noqa: PTH111
