"""Puts the sub-commands together, and ends a wrong input with code 2 and one clear line."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from types import ModuleType

from companion.cli import (
    calibrate,
    demo,
    doctor,
    pack,
    read,
    replay,
    run,
    score,
    sessions,
    shots,
    simulate,
    stickers,
)
from companion.cli.console import Parser, ShowVersion, drop_output, open_output, say_error
from companion.config import load_config, system_language
from companion.errors import message_of
from companion.texts import LANGUAGES, Texts, language_named
from rules.core.value import msg

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Why an output takes no more."""
COMMANDS: tuple[ModuleType, ...] = (
    run, demo, read, score, simulate, replay, stickers, sessions, pack, doctor, calibrate, shots
)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    open_output()
    texts = Texts(_language(arguments))
    Parser.texts = texts
    try:
        code = _run(arguments, texts)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if hasattr(error, "key"):
            say_error(texts.say(message_of(error)))
        elif isinstance(error, OSError) and error.errno in NO_ROOM:
            drop_output()
            say_error(texts.say(msg("core.no_room", problem=error.strerror or "")))
        else:
            raise
        return 2
    return code


def _run(arguments: Sequence[str], texts: Texts) -> int:
    """Carry out a command; help and what argparse refuses end here too, so that their output is checked."""
    try:
        args = make_parser(texts).parse_args(list(arguments))
    except SystemExit as leaving:
        return int(leaving.code or 0)
    if (problem := load_config()[1]) is not None:
        say_error(texts.say(problem))
    return int(args.run(args, texts))


def make_parser(texts: Texts) -> Parser:
    """Make the parser of the whole command line, in the words of a language."""
    parser = Parser(prog="companion", description=texts.say("cli.about"), epilog=texts.say("cli.epilog"))
    parser.add_argument("--version", action=ShowVersion, nargs=0, help=texts.say("cli.version.help"))
    parser.add_argument(
        "--language", type=language_named, choices=LANGUAGES, help=texts.say("cli.language.help")
    )
    commands = parser.add_subparsers(metavar="COMMAND", title=texts.say("cli.commands"))
    parser.set_defaults(run=run.run, windowed=False)
    for command in COMMANDS:
        command.add(commands, texts)
    return parser


def _language(arguments: Sequence[str]) -> str:
    """Find the language before anything is said; a shell without one expects English."""
    for at, word in enumerate(arguments):
        chosen = language_named(word.partition("=")[2] or "".join(arguments[at + 1 : at + 2]))
        if word.partition("=")[0] == "--language" and chosen in LANGUAGES:
            return chosen
    return system_language("en")
