"""The shape of the tree: what neither the type checker nor import-linter can see."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("companion", "hardware", "kv", "rules", "tests", "vision")
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
# The brackets keep this line from finding itself.
REGISTRIES = re.compile(r"py[p]i[.](org|io)|python[h]osted|pi[w]heels|deb[.]debian|npm[j]s")
CAMERA_NAMES = {"VideoCapture", "picamera2", "libcamera"}


def files(*suffixes: str) -> list[Path]:
    """List the files of the rooms with one of the suffixes."""
    found = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*")) if path.suffix in suffixes)
    return [path for path in found if "__pycache__" not in path.parts]


def kept_files() -> list[Path]:
    """List what git keeps; where there is no git, all that lies in the rooms and at the root."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        return [
            path for path in [*ROOT.iterdir(), *files(".py", ".kv", ".toml", ".md", ".po")] if path.is_file()
        ]
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield every name, attribute and imported module of a syntax tree."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (part for alias in aliases for part in alias.name.split("."))
                if isinstance(node, ast.ImportFrom) and node.module:
                    yield from node.module.split(".")


def test_no_file_of_code_is_longer_than_the_hard_stop() -> None:
    too_long = {
        str(path.relative_to(ROOT)): count
        for path in files(".py", ".kv")
        if (count := len(path.read_text("utf-8").splitlines())) > LONGEST_FILE
    }
    assert too_long == {}, "find the two rooms that want to part"


def functions_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield every function's name and the lines of its body, its docstring left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield node.name, (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_no_function_is_longer_than_the_hard_stop() -> None:
    too_long = {
        f"{path.relative_to(ROOT)}: {name}": count
        for path in files(".py")
        for name, count in functions_in(ast.parse(path.read_text("utf-8")))
        if count > LONGEST_FUNCTION
    }
    assert too_long == {}, "give a part of it a name"


def test_no_file_names_a_package_registry() -> None:
    naming = []
    for path in kept_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if REGISTRIES.search(text):
            naming.append(str(path.relative_to(ROOT)))
    assert naming == []


def test_a_camera_is_opened_only_by_its_source() -> None:
    opening = [
        str(path.relative_to(ROOT))
        for path in files(".py")
        if not path.match("vision/source_*.py") and "tests" not in path.relative_to(ROOT).parts
        if CAMERA_NAMES & set(names_in(ast.parse(path.read_text("utf-8"))))
    ]
    assert opening == []


def test_no_test_sleeps_and_no_test_mocks() -> None:
    lazy = [
        str(path.relative_to(ROOT))
        for path in files(".py")
        if path.name.startswith("test_")
        if {"sleep", "unittest", "mocker"} & set(names_in(ast.parse(path.read_text("utf-8"))))
    ]
    assert lazy == []


def test_every_python_file_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in files(".py")
        if path.stat().st_size and not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "tests"])
def test_every_room_is_described(room: str) -> None:
    assert (ROOT / room / "README.md").is_file()
