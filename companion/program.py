"""How this program is called, so that every command that it tells people runs as it is printed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path


def program() -> str:
    """Return what to type for the program: its name where the shell finds it, else its path."""
    script = Path(sys.executable).with_name("companion")
    if not script.is_file():
        return f"{shlex.quote(sys.executable)} -m companion"
    found = shutil.which("companion")
    if found is not None and Path(found).samefile(script):
        return "companion"
    return shlex.quote(near(script))


def command(*words: object) -> str:
    """Return a whole command, each word quoted where the shell needs it."""
    return " ".join((program(), *(shlex.quote(str(word)) for word in words)))


def near(path: Path) -> str:
    """Return a path from where people are where it lies below, else the whole of it."""
    there = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the links of a virtual environment
    return str(there.relative_to(Path.cwd()) if there.is_relative_to(Path.cwd()) else there)
