"""Where the panel finds its pins, whatever folder it is opened from."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from hardware.errors import NoGpioError
from hardware.panel import lgpio_factory

ROOT = Path(__file__).parents[2]


def said(program: str, folder: Path) -> str:
    """Run a program in a folder, without a place for lgpio's pipe; return what it prints."""
    path = os.pathsep.join([str(ROOT), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "LG_WD": "/nowhere/at/all"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is None, reason="lgpio is not installed")
def test_opening_the_real_pins_leaves_the_working_directory_alone(tmp_path: Path) -> None:
    program = """
import os
from hardware.errors import NoGpioError
from hardware.panel import lgpio_factory
before = os.getcwd()
try:
    lgpio_factory().close()
except NoGpioError:
    pass
assert os.getcwd() == before, os.getcwd()
assert os.listdir(".") == [], os.listdir(".")
assert os.listdir(os.environ["LG_WD"]) == [".lgd-nfy0"]
print(os.environ["LG_WD"])
"""
    assert not Path(said(program, tmp_path).strip()).exists()


def test_the_pins_are_reached_from_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    """So it is where the kiosk's user is asked for in somebody else's home: ``sudo -u companion``."""
    program = """
import os
from hardware.errors import NoGpioError
from hardware.panel import lgpio_factory

def reason():
    try:
        lgpio_factory().close()
    except NoGpioError as error:
        return str(error)
    return ""

reason()  # imports what it can while that may be read
os.chmod(".", 0)
if os.geteuid() == 0:
    os.seteuid(65534)
print(reason())
"""
    closed = tmp_path / "home"
    closed.mkdir()
    try:
        printed = said(program, closed)
    finally:
        closed.chmod(0o700)
    assert "'.'" not in printed


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="this system keeps no files in memory")
def test_a_full_disk_does_not_take_the_buttons_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    monkeypatch.setenv("LG_WD", "/nowhere/at/all")
    with suppress(NoGpioError):  # where there are no pins, or no lgpio
        lgpio_factory().close()
    assert Path(os.environ["LG_WD"]).is_dir()
