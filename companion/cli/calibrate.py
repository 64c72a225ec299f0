"""``companion calibrate``: the camera's lens from a few pictures of a sticker sheet."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import Subparsers, add_command, add_force, add_json, print_json, print_line
from companion.texts import Texts
from rules.core.value import msg


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "calibrate", texts, run)
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help=texts.say("cli.images.help"))
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.toml", help=texts.say("cli.calibrate.output.help")
    )
    add_force(parser, texts)
    add_json(parser, texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Write the lens."""
    from dataclasses import asdict

    from companion.files import keep_others
    from companion.lenses import lens_from, lens_path
    from vision.lens import HEAD, save_lens

    if args.output is not None and not args.force:
        keep_others(args.output, HEAD.encode())
    lens = lens_from(args.images)
    path = args.output or lens_path()
    if args.output is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    save_lens(lens, path)
    if args.json:
        print_json(asdict(lens))
    else:
        off = texts.figure(lens.error_px, 2)
        print_line(texts.say(msg("cli.calibrate.done", file=str(path), pictures=lens.pictures, off=off)))
    return 0
