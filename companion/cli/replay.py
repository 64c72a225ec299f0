"""``companion replay``: folds an exported evening, every step checked."""

from __future__ import annotations

import argparse

from companion.cli.console import Subparsers, add_command, add_json, print_json, print_line, read_lines
from companion.texts import Texts


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "replay", texts, run)
    parser.add_argument("file", help=texts.say("cli.replay.file.help"))
    add_json(parser, texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Fold and print."""
    from companion.replay import evening_lines, replay_json, replay_lines

    result = replay_json(replay_lines(read_lines(args.file), args.file), texts)
    if args.json:
        print_json(result)
        return 0
    for line in evening_lines(result):
        print_line(line)
    return 0
