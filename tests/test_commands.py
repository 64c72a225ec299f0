"""Every command in a README runs as it is printed: by one and the same path, known, and with arguments that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.cli.console import Parser
from companion.cli.main import make_parser
from companion.texts import Texts

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("*/**/README.md"))
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)
COMMANDS = (
    "run|demo|read|score|simulate|replay|stickers|sessions|pack|doctor|calibrate|shots|--help|--version"
)
BARE = re.compile(
    rf"(?<![\w./-])(?:companion (?={COMMANDS})|python3? (?=-m |\w+/)|(?<!-m )(?:pytest|ruff|mypy|lint-imports)(?: |$))"
)
OURS = re.compile(r"(?<![\w/])\.venv/bin/(companion|python) (.*)")
OTHER = {"python", "toml", "ini"}
"""Languages of blocks that are no commands."""


def lines_of(page: Path) -> Iterator[str]:
    """Yield what stands in a page as something to type."""
    language, text = None, page.read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("```"):
            language = None if language is not None else line[3:]
        elif language is not None:
            yield from line.split(" && ") if language not in OTHER else ()
        elif line.startswith("    "):
            yield line.strip()
        else:
            yield from re.findall(r"`([^`]+)`", line)


def test_there_are_pages_with_commands() -> None:
    assert sum(bool(OURS.search(line)) for page in PAGES for line in lines_of(page)) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_command_needs_a_path_that_nobody_has_set(page: Path) -> None:
    assert [line for line in lines_of(page) if BARE.search(line)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_is_one_that_there_is(page: Path) -> None:
    for line in lines_of(page):
        if (found := OURS.search(line)) is None:
            continue
        words = shlex.split(re.sub(r"<\w+>", "prestige", found[2]), comments=True)
        if found[1] == "companion":
            check_companion(words)
        elif words[0] == "-m":
            assert find_spec(words[1]), line
        else:
            assert (ROOT / words[0]).is_file(), line


def check_companion(words: list[str]) -> None:
    Parser.texts = Texts("en")
    parser = make_parser(Parser.texts)
    if "--help" in words or len(words) == 1:
        words = [words[0], "--help"] if not words[0].startswith("-") else ["--help"]
    try:
        parser.parse_args(words)
    except SystemExit as leaving:
        assert not leaving.code, words  # noqa: PT017 - the parser leaves by itself after its help


@pytest.mark.parametrize(
    "line", ["companion demo prestige", "python -m pytest tests", "python tests/x.py", "pytest -k y"]
)
def test_a_bare_command_would_be_found(line: str) -> None:
    assert BARE.search(line)
    assert not BARE.search(f".venv/bin/{line}")
