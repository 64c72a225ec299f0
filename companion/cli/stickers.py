"""``companion stickers``: sheets of QR stickers as PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import Subparsers, add_command, add_force, print_line
from companion.texts import Texts
from rules.core.value import msg

PDF = b"%PDF"
"""How a sheet begins."""


class _Sheets:
    """The sheets of every game, looked up only where the help is read."""

    def __str__(self) -> str:
        """Name them."""
        from companion.games import LoadedGame, discover
        from companion.stickers import sheet_names

        games = (each for each in discover() if isinstance(each, LoadedGame))
        return "; ".join(f"{each.id}: {', '.join(sheet_names(each))}" for each in games)


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "stickers", texts, run)
    parser.add_argument("game", help=texts.say("cli.game.help"))
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE.pdf",
        help=texts.say("cli.stickers.output.help"),
    )
    said = texts.say(msg("cli.stickers.sheet.help", sheets="%(sheets)s"))
    vars(parser.add_argument("--sheet", default="", help=said))["sheets"] = _Sheets()
    add_force(parser, texts)
    parser.add_argument("--start", type=int, default=1, help=texts.say("cli.stickers.start.help"))
    parser.add_argument(
        "--only", nargs="+", default=(), metavar="PIECE", help=texts.say("cli.stickers.only.help")
    )
    parser.add_argument(
        "--size", type=float, default=None, metavar="MM", help=texts.say("cli.stickers.size.help")
    )


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Write the PDF."""
    from companion.config import load_config
    from companion.files import keep_others
    from companion.games import find
    from companion.stickers import choose_pieces, write_sheets
    from vision.camera import STICKER_MM

    loaded = find(args.game)
    if not args.force:
        keep_others(args.output, PDF)
    pieces = choose_pieces(loaded, args.sheet, args.only)
    usual = load_config()[0].sticker_mm or STICKER_MM
    size = usual if args.size is None else args.size
    pages = write_sheets(loaded, pieces, args.output, texts.language, start=args.start, sticker_mm=size)
    print_line(texts.say(msg("cli.stickers.done", file=str(args.output), count=len(pieces), pages=pages)))
    if size != usual:
        print_line(texts.say(msg("cli.stickers.other_size", size=f"{size:g}")))
    return 0
