"""Keeps the owner's choices in one small file of our own, written so that a power cut cannot tear it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from companion.theme import TEXT_SCALES
from companion.viewmodels.settings import CAMERAS, DIMS, LANGUAGES, Prefs
from rules.core.value import from_json, to_json

FILE = "app.json"


def load(folder: Path | None) -> Prefs:
    """Read the choices; a file that cannot be read or means nothing gives the usual ones."""
    if folder is None:
        return Prefs()
    try:
        found = from_json((folder / FILE).read_bytes(), Prefs)
    except (OSError, msgspec.DecodeError):
        return Prefs()
    return found if is_known(found) else Prefs()


def is_known(prefs: Prefs) -> bool:
    """Tell whether every choice is one that the screens offer."""
    return (
        prefs.language in dict(LANGUAGES)
        and prefs.text in TEXT_SCALES
        and prefs.dim in DIMS
        and prefs.camera in CAMERAS
        and prefs.width_mm >= 0
    )


def save(folder: Path | None, prefs: Prefs) -> bool:
    """Write the choices; False where the disk does not take them, which is no reason to stop."""
    if folder is None:
        return True
    draft = folder / (FILE + ".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(to_json(prefs))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(folder / FILE)
    except OSError:
        return False
    return True
