"""``companion pack check``: looks at an owner pack before it is used."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import Subparsers, add_command, print_line, say_error
from companion.texts import Texts


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command and its own."""
    parser = add_command(commands, "pack", texts, check)
    own = parser.add_subparsers(required=True, metavar="COMMAND", title=texts.say("cli.commands"))
    said = texts.say("cli.pack.check.help")
    each = own.add_parser("check", help=said, description=said)
    each.add_argument("folder", type=Path, metavar="DIR", help=texts.say("cli.pack.folder.help"))
    each.add_argument("--game", help=texts.say("cli.pack.game.help"))
    each.set_defaults(run=check)


def check(args: argparse.Namespace, texts: Texts) -> int:
    """Load each game with its pack laid over it; code 2 and one line for each pack that is wrong."""
    from companion.errors import InputError
    from companion.packs import check_pack, packs_in
    from rules.core.errors import DataError
    from rules.core.value import msg

    packs = packs_in(args.folder, args.game or "")
    if not packs:
        raise InputError("core.pack_none", folder=str(args.folder))
    code = 0
    for game_id, folder in packs:
        try:
            names = check_pack(game_id, folder)
        except DataError as error:
            say_error(texts.say(error.message))
            code = 2
        else:
            print_line(texts.say(msg("cli.pack.good", game=game_id, files=", ".join(names))))
    return code
