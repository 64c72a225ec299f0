"""The wheel: built here, installed into an empty environment elsewhere, it has all it needs."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = {".toml", ".kv", ".po", ".md"}
PACKAGES = ("companion", "hardware", "kv", "rules", "vision")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a program outside the checkout and return what it printed."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet")
    run(*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    [built] = folder.glob("tabletop_companion-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own, which sees our dependencies but not the checkout."""
    place = tmp_path_factory.mktemp("elsewhere") / "env"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        python,
        "install",
        "--quiet",
    )
    run(*pip, "--no-deps", "--no-index", wheel, cwd=place)
    site = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=place).strip()
    )
    # A folder named in a .pth is not searched for further .pth files, so the editable checkout stays unseen.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return place


def test_it_carries_every_module_and_every_data_file(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    kept = [
        path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.suffix in {*DATA, ".py"}
    ]
    assert {path.relative_to(ROOT).as_posix() for path in kept} <= carried


def test_it_carries_nothing_but_the_rooms_and_its_metadata(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_packages_come_from_the_wheel_and_not_from_the_checkout(installed: Path) -> None:
    code = f"import {', '.join(PACKAGES)}; print(*(m.__file__ for m in ({', '.join(PACKAGES)})), sep='\\n')"
    places = run(installed / "bin" / "python", "-c", code, cwd=installed).split()
    assert all(Path(place).is_relative_to(installed) for place in places)


def test_the_kv_files_are_found_through_the_package(installed: Path) -> None:
    code = (
        "from importlib.resources import files;"
        "print(*sorted(f.name for f in files('kv').iterdir() if f.name.endswith('.kv')), sep='\\n')"
    )
    found = run(installed / "bin" / "python", "-c", code, cwd=installed).split()
    assert found == sorted(path.name for path in (ROOT / "kv").glob("*.kv"))
    assert found


def test_the_command_says_its_version_from_anywhere(installed: Path, wheel: Path, tmp_path: Path) -> None:
    said = run(installed / "bin" / "companion", "--version", cwd=tmp_path)
    assert wheel.name.split("-")[1] in said
