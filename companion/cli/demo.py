"""``companion demo``: robots play a whole evening on the virtual table."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import Subparsers, add_command, add_json, add_table
from companion.texts import Texts


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "demo", texts, run)
    add_table(parser, texts, seats=3)
    parser.add_argument("--headless", action="store_true", help=texts.say("cli.demo.headless.help"))
    parser.add_argument("--report", type=Path, metavar="DIR", help=texts.say("cli.demo.report.help"))
    parser.add_argument("--camera", metavar="NAME", help=texts.say("cli.demo.camera.help"))
    parser.add_argument("--spoil", action="store_true", help=texts.say("cli.demo.spoil.help"))
    add_json(parser, texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Play the evening."""
    from companion.demo import main

    return main(args, texts)
