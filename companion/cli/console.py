"""What all sub-commands share: words, output, files, and how a wrong input ends."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from companion.texts import Texts
from companion.visible import visible
from rules.core.value import msg

if TYPE_CHECKING:
    from companion.store import Store

Subparsers = Any
"""What ``add_subparsers`` returns; its type has no public name."""
DATABASE = b"SQLite format 3\0"
"""How an evening's own file begins."""
Runner = Callable[[argparse.Namespace, Texts], int]


WRONG = (
    (r"the following arguments are required: (?P<what>.+)", "cli.wrong.missing"),
    (r"unrecognized arguments: (?P<what>.+)", "cli.wrong.unknown"),
    (r"argument (?P<what>.*): invalid choice: '?(?P<given>.*?)'? \(choose from (?P<known>.+)\)", "cli.wrong.choice"),
    (r"argument (?P<what>.*): invalid \w+ value: '(?P<given>.*)'", "cli.wrong.number"),
    (r"argument (?P<what>.*): expected .*argument.*", "cli.wrong.nothing"),
    (r"argument (?P<what>.*): not a pair: (?P<given>.*)", "cli.wrong.pair"),
)  # fmt: skip
"""What argparse says, in English only, and the keys under which we say it."""


class Formatter(argparse.HelpFormatter):
    """Writes "usage" in the language of the rest, and what has lines of its own as it stands."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(f"{indent}{line}" for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Put our own word before it."""
        if prefix is None and Parser.texts is not None:
            prefix = Parser.texts.say("cli.usage") + " "
        super().add_usage(usage, actions, groups, prefix)


class Parser(argparse.ArgumentParser):
    """A parser that speaks our languages and ends with one clear line."""

    texts: Texts | None = None

    def __init__(self, **given: Any) -> None:
        """Add the help in our words."""
        super().__init__(**given, add_help=False, formatter_class=Formatter)
        if Parser.texts is not None:
            self._positionals.title = Parser.texts.say("cli.positionals")
            self._optionals.title = Parser.texts.say("cli.options")
            self.add_argument("-h", "--help", action="help", help=Parser.texts.say("cli.help.help"))

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; pictures are taken before, between and after options, where argparse takes the first lot only."""
        found, rest = self.parse_known_args(args, namespace)
        if rest and (not hasattr(found, "images") or any(word.startswith("-") for word in rest)):
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        if rest:
            found.images = [*found.images, *map(Path, rest)]
        return found

    def _print_message(self, message: str, file: Any = None) -> None:
        # Argparse would pass over an output that takes no more.
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with code 2."""
        if Parser.texts is not None:
            message = _in_our_words(message, Parser.texts)
        say_error(f"{message} ({self.prog} --help)")
        sys.exit(2)


def _in_our_words(message: str, texts: Texts) -> str:
    for pattern, key in WRONG:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            said = {name: value or texts.say("cli.commands") for name, value in found.groupdict().items()}
            return texts.say(msg(key, **said)).replace("'", "")
    return message


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


def add_json(parser: argparse.ArgumentParser, texts: Texts, *, again: bool = False) -> None:
    """Add ``--json``; ``again`` where the command before the sub-command has it too, and both count."""
    default = argparse.SUPPRESS if again else False
    parser.add_argument("--json", action="store_true", default=default, help=texts.say("cli.json.help"))


def add_from(parser: argparse.ArgumentParser, texts: Texts, *, again: bool = False) -> None:
    """Add ``--from``: another folder of evenings than the usual one."""
    default = argparse.SUPPRESS if again else None
    said = texts.say("cli.from.help")
    parser.add_argument("--from", dest="folder", type=Path, default=default, metavar="DIR", help=said)


def open_store(folder: Path | None) -> Store:
    """Return the evenings of a folder, or of its ``evenings``; the usual ones for None.

    Raises ``InputError`` where there is no such folder.
    """
    from companion.config import evenings_dir
    from companion.errors import InputError
    from companion.files import is_folder
    from companion.store import Store

    if folder is None:
        return Store(evenings_dir())
    if not is_folder(folder):
        raise InputError("core.pack_no_folder", folder=str(folder))
    inner = folder / "evenings"
    return Store(inner if inner.is_dir() else folder)


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


def add_force(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Add ``--force``: an output may take the place of a file of another kind."""
    parser.add_argument("--force", action="store_true", help=texts.say("cli.force.help"))


def pair(text: str) -> tuple[str, str]:
    """Read KEY=WORD."""
    key, equals, word = text.partition("=")
    if not (key and equals and word):
        raise argparse.ArgumentTypeError(f"not a pair: {text}")
    return key, word


def print_json(value: object) -> None:
    """Print one object on standard output, in ASCII where that cannot say everything."""
    is_whole = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not is_whole, indent=2)
    # JSON escapes no more than the first 32; terminals obey these too.
    sys.stdout.write(re.sub("[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def open_output() -> None:
    """Let nothing that a terminal or a pipe cannot show end the program: it is written as an escape.

    A stream that was closed before leads nowhere, or the next file opened would take its place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Write no more: Python's own flush at exit must not complain about an output that is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_line(text: str = "") -> None:
    """Print a line on standard output; what is hidden in a name stays out of it."""
    sys.stdout.write(f"{visible(text)}\n")


def say_error(text: str) -> None:
    """Print a line on standard error."""
    sys.stderr.write(f"companion: {visible(text)}\n")


def read_lines(path: str) -> Sequence[str]:
    """Read a text file's lines, or standard input's for "-"; raise ``InputError`` naming the file."""
    from companion.errors import InputError
    from companion.files import LARGEST_TEXT, read_text

    if path != "-":
        return read_text(Path(path), LARGEST_TEXT).splitlines()
    try:
        return sys.stdin.read(LARGEST_TEXT).splitlines()
    except UnicodeDecodeError as error:
        raise InputError("core.unreadable", file=path, problem=str(error)) from error


def say_progress(text: str) -> None:
    """Print a line on standard error at once; also where a window's library has taken the stream over."""
    stream = sys.__stderr__ or sys.stderr
    stream.write(f"{visible(text)}\n")
    stream.flush()


def is_kept(path: str) -> bool:
    """Tell whether a file is an evening as the companion keeps it, not an exported one."""
    from companion.files import is_file

    if not is_file(Path(path)):
        return False
    try:
        with Path(path).open("rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except OSError:
        return False
