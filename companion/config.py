"""The owner's settings: one TOML file in the user's folder."""

from __future__ import annotations

import os
from pathlib import Path


def data_dir() -> Path:
    """Return where evenings and packs are kept; ``COMPANION_HOME`` moves it."""
    if home := os.environ.get("COMPANION_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("tabletop-companion", appauthor=False)


def packs_dir() -> Path:
    """Return where owner packs lie, one folder a game."""
    return data_dir() / "packs"


def evenings_dir() -> Path:
    """Return where evenings are kept."""
    return data_dir() / "evenings"
