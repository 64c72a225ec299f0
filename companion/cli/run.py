"""``companion run``: the touchscreen app."""

from __future__ import annotations

import argparse

from companion.cli.console import Subparsers, add_command
from companion.display import is_blind
from companion.errors import InputError
from companion.program import program
from companion.texts import Texts


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "run", texts, run)
    parser.add_argument("--windowed", action="store_true", help=texts.say("cli.run.windowed.help"))


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Start the app; returns when it is left. Raises ``InputError`` where there is nothing to draw on."""
    if is_blind():
        raise InputError("core.run.no_display", companion=program())
    from companion.app.outfit import main

    return int(main(args) or 0)
