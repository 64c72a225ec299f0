"""``companion shots``: every screen in every size and both languages, as pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import Subparsers, add_command
from companion.texts import Texts


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "shots", texts, run)
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("shots"), help=texts.say("cli.shots.output.help")
    )
    parser.add_argument("--only", action="append", default=[], help=texts.say("cli.shots.only.help"))


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Take the pictures."""
    from companion.shots import main

    return int(main(args) or 0)
