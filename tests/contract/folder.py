"""The folder of a new game, made as CONTRIBUTING says: `paper_city` copied and called something else."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

EXAMPLE = "paper_city"


def copy_example(games: Path, game_id: str) -> Path:
    """Copy the example among other games' folders, with another id."""
    folder = games / game_id
    with as_file(files("tests.contract") / EXAMPLE) as example:
        shutil.copytree(example, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (path for path in folder.rglob("*") if path.is_file()):
        path.write_text(path.read_text("utf-8").replace(EXAMPLE, game_id), "utf-8")
    return folder
