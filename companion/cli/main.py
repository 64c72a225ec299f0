"""Puts the sub-commands together, and ends a wrong input with code 2 and one clear line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import ModuleType

from companion.cli import demo, doctor, pack, read, replay, run, score, sessions, shots, simulate, stickers
from companion.cli.console import Parser, ShowVersion, say_error
from companion.config import load_config, system_language
from companion.errors import message_of
from companion.texts import LANGUAGES, Texts

COMMANDS: tuple[ModuleType, ...] = (
    run, demo, read, score, simulate, replay, stickers, sessions, pack, doctor, shots
)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    texts = Texts(_language(arguments))
    Parser.texts = texts
    args = make_parser(texts).parse_args(list(arguments))
    if (problem := load_config()[1]) is not None:
        say_error(texts.say(problem))
    try:
        return int(args.run(args, texts))
    except BrokenPipeError:
        # Whoever read our output has gone; Python's own flush at exit must not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if not hasattr(error, "key"):
            raise
        say_error(texts.say(message_of(error)))
        return 2


def make_parser(texts: Texts) -> Parser:
    """Make the parser of the whole command line, in the words of a language."""
    parser = Parser(prog="companion", description=texts.say("cli.about"), epilog=texts.say("cli.epilog"))
    parser.add_argument("--version", action=ShowVersion, nargs=0, help=texts.say("cli.version.help"))
    parser.add_argument("--language", choices=LANGUAGES, help=texts.say("cli.language.help"))
    commands = parser.add_subparsers(metavar="COMMAND", title=texts.say("cli.commands"))
    parser.set_defaults(run=run.run, windowed=False)
    for command in COMMANDS:
        command.add(commands, texts)
    return parser


def _language(arguments: Sequence[str]) -> str:
    """Find the language before anything is said."""
    for at, word in enumerate(arguments):
        chosen = word.partition("=")[2] or (arguments[at + 1] if at + 1 < len(arguments) else "")
        if word.partition("=")[0] == "--language" and chosen in LANGUAGES:
            return chosen
    found = system_language()
    return found if found in LANGUAGES else "en"
