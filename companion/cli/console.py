"""What all sub-commands share: words, output, files, and how a wrong input ends."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion.texts import Texts

Subparsers = Any
"""What ``add_subparsers`` returns; its type has no public name."""
Runner = Callable[[argparse.Namespace, Texts], int]


class Parser(argparse.ArgumentParser):
    """A parser that ends with one clear line."""

    texts: Texts | None = None

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with code 2."""
        said = f"{message} ({self.prog} --help)"
        if Parser.texts is not None:
            said = Parser.texts.say("cli.wrong", ()) + f" {said}"
        sys.stderr.write(f"companion: {said}\n")
        sys.exit(2)


class ShowVersion(argparse.Action):
    """Print the version and leave."""

    def __call__(self, *_: object) -> NoReturn:
        """Print it."""
        from importlib.metadata import version

        print_line(f"companion {version('tabletop-companion')}")
        sys.exit(0)


def add_command(commands: Subparsers, name: str, texts: Texts, run: Runner) -> Parser:
    """Add a sub-command with its help from the catalogue."""
    said = texts.say(f"cli.{name}.help")
    parser: Parser = commands.add_parser(name, help=said, description=said)
    parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help=texts.say("cli.json.help"))


def add_table(parser: argparse.ArgumentParser, texts: Texts, seats: int) -> None:
    """Add what a new game is set up with."""
    parser.add_argument("game", help=texts.say("cli.game.help"))
    parser.add_argument("--seats", type=int, default=seats, help=texts.say("cli.seats.help"))
    parser.add_argument("--seed", type=int, default=7, help=texts.say("cli.seed.help"))
    parser.add_argument("--level", default="guided", help=texts.say("cli.level.help"))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=pair,
        metavar="KEY=WORD",
        help=texts.say("cli.option.help"),
    )


def pair(text: str) -> tuple[str, str]:
    """Read KEY=WORD."""
    key, equals, word = text.partition("=")
    if not (key and equals and word):
        raise argparse.ArgumentTypeError(f"KEY=WORD is expected, not {text!r}")
    return key, word


def print_json(value: object) -> None:
    """Print one object on standard output."""
    print_line(json.dumps(value, ensure_ascii=False, indent=2))


def print_line(text: str = "") -> None:
    """Print a line on standard output."""
    sys.stdout.write(f"{text}\n")


def say_error(text: str) -> None:
    """Print a line on standard error."""
    sys.stderr.write(f"companion: {text}\n")


def read_lines(path: str) -> Sequence[str]:
    """Read a text file's lines, or standard input's for "-"; raise ``InputError`` naming the file."""
    from companion.errors import InputError

    try:
        if path == "-":
            return sys.stdin.read().splitlines()
        return Path(path).read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError("core.unreadable", file=path, problem=error.strerror or "") from error
    except UnicodeDecodeError as error:
        raise InputError("core.unreadable", file=path, problem=str(error)) from error


def write_text(path: str, text: str) -> None:
    """Write a text file, or standard output for "-"; raise ``InputError`` naming the file."""
    from companion.errors import InputError

    if path == "-":
        sys.stdout.write(text)
        return
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise InputError("core.sheet_unwritten", file=path, problem=error.strerror or "") from error
