"""``companion replay``: folds an exported evening, every step checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.console import (
    Subparsers,
    add_command,
    add_json,
    is_kept,
    print_json,
    print_line,
    read_lines,
)
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.replay import Replayed


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "replay", texts, run)
    parser.add_argument("file", help=texts.say("cli.replay.file.help"))
    add_json(parser, texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Fold and print."""
    from companion.replay import evening_lines, replay_json

    result = replay_json(_replayed(args.file), texts)
    if args.json:
        print_json(result)
        return 0
    for line in evening_lines(result):
        print_line(line)
    return 0


def _replayed(file: str) -> Replayed:
    from companion.inspection import inspect
    from companion.replay import replay_lines, replay_rows

    if not is_kept(file):
        return replay_lines(read_lines(file), file)
    contents = inspect(Path(file)).require_whole("core.journal.damaged_import")
    return replay_rows(contents.rows, {}, file)
