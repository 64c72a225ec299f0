"""The requirements files: everything that pyproject.toml names is pinned, hashed, and installed as pinned."""

from __future__ import annotations

import re
import runpy
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
FILES = ("requirements.txt", "requirements-build.txt", "requirements-dev.txt")
ENTRY = re.compile(r"^([a-z0-9][^\n\\]*?)\s*\\?\n((?:    [^\n]*\n)*)", re.MULTILINE)


def pinned(*names: str) -> dict[str, tuple[Requirement, str]]:
    """Read requirements files into name -> (pin, its hash lines)."""
    entries = [entry for name in names for entry in ENTRY.findall((ROOT / name).read_text("utf-8"))]
    pins = [(Requirement(line), hashes) for line, hashes in entries]
    return {canonicalize_name(pin.name): (pin, hashes) for pin, hashes in pins}


def wanted(group: str) -> list[Requirement]:
    """List what pyproject.toml asks for, for running, building or developing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lines: list[str] = {
        "run": project["project"]["dependencies"],
        "build": project["build-system"]["requires"],
        "dev": project["project"]["optional-dependencies"]["dev"],
    }[group]
    return [Requirement(line) for line in lines]


def assert_covers(group: str, *names: str) -> None:
    pins = pinned(*names)
    for requirement in wanted(group):
        pin, _ = pins[canonicalize_name(requirement.name)]
        [exact] = pin.specifier
        assert requirement.specifier.contains(exact.version), f"{pin} is not {requirement}"
        assert pin.marker == requirement.marker


def test_what_runs_is_pinned() -> None:
    assert_covers("run", FILES[0])


def test_what_builds_is_pinned() -> None:
    assert_covers("build", FILES[1])


def test_what_tests_is_pinned() -> None:
    assert_covers("dev", *FILES)


def test_every_pin_is_exact_and_hashed() -> None:
    for name, (pin, hashes) in pinned(*FILES).items():
        assert [exact.operator for exact in pin.specifier] == ["=="], name
        assert re.fullmatch(r"(    --hash=sha256:[0-9a-f]{64}( \\)?\n)+", hashes), name


def test_where_packages_come_from_is_written_nowhere() -> None:
    pin = runpy.run_path(str(ROOT / ".ci" / "pin"))
    entry = "segno==1.6.6 \\\n    --hash=sha256:" + 64 * "0"
    options = "".join(f"--{option} /elsewhere\n" for option in ("find-links", "trusted-host"))
    made = f"{options}\n{entry}\n"
    assert pin["read_pins"](made) == {"segno": entry}
    for name in (*FILES, "requirements-bench.txt"):
        lines = (ROOT / name).read_text("utf-8").splitlines()
        assert [line for line in lines if line.startswith("-") and not line.startswith("-r ")] == []


def test_what_is_installed_here_is_what_is_pinned() -> None:
    for name, (pin, _) in pinned(*FILES).items():
        if pin.marker is None or pin.marker.evaluate():
            assert pin.specifier.contains(metadata.version(name)), f"{name} {metadata.version(name)}"
