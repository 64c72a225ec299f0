"""The wheel: built here, installed into an empty environment elsewhere, it has all it needs."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.packaging.outside import ROOT, run

DATA = {".toml", ".kv", ".po", ".md"}
PACKAGES = ("companion", "hardware", "kv", "rules", "vision")


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
