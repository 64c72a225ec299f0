"""``companion score``: automatic scoring from photos, from a kept evening, or both."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.console import (
    Subparsers,
    add_command,
    add_from,
    add_json,
    open_store,
    pair,
    print_json,
    print_line,
)
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.context import Context
    from companion.games import LoadedGame
    from companion.reading import Photo
    from companion.scoring import Scored


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "score", texts, run)
    parser.add_argument("game", help=texts.say("cli.game.help"))
    parser.add_argument(
        "images", nargs="*", type=Path, metavar="IMAGE", help=texts.say("cli.score.images.help")
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        type=pair,
        metavar="NAME=IMAGE",
        help=texts.say("cli.score.seat.help"),
    )
    parser.add_argument("--session", metavar="ID", help=texts.say("cli.score.session.help"))
    add_from(parser, texts)
    parser.add_argument("--context", type=Path, metavar="FILE", help=texts.say("cli.score.context.help"))
    parser.add_argument("--annotate", type=Path, metavar="DIR", help=texts.say("cli.score.annotate.help"))
    add_json(parser, texts)
    parser.epilog = texts.say("cli.score.epilog")


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Score and print."""
    from companion.games import discover, find
    from companion.marking import write_marked
    from companion.program import near
    from companion.reading import read_photos
    from companion.tags import Tags
    from rules.core.value import msg

    loaded = find(args.game)
    owners = ["" for _ in args.images] + [name for name, _ in args.seat]
    paths = [*args.images, *(Path(image) for _, image in args.seat)]
    photos = read_photos(paths, Tags(discover()))
    scored = _score(args, loaded, list(zip(owners, photos, strict=True)))
    _print(args, loaded, scored, texts)
    if args.annotate:
        for path in write_marked(photos, scored.sheet, loaded.box, texts.language, args.annotate):
            if not args.json:
                print_line(texts.say(msg("cli.score.marked", file=near(path))))
    return 0


def _score(args: argparse.Namespace, loaded: LoadedGame, photos: list[tuple[str, Photo]]) -> Scored:
    from companion import around
    from companion.context import Context, read_context, usual_end
    from companion.errors import InputError
    from companion.players import default_players
    from companion.scoring import new_table, require_shown, score_photos

    context = read_context(args.context) if args.context else Context()
    if args.session:
        return _score_session(args, loaded, photos, context)
    if not photos:
        raise InputError("core.score.nothing", game=loaded.id)
    names = context.players or tuple(dict.fromkeys(name for name, _ in args.seat))
    if not names:
        raise InputError("core.score.players", game=loaded.id)
    players = around.sit(default_players(*names))
    require_shown(loaded, photos)
    table = new_table(loaded, context, players)
    return score_photos(loaded, table, players, photos, context, usual_end(loaded))


def _score_session(
    args: argparse.Namespace, loaded: LoadedGame, photos: list[tuple[str, Photo]], context: Context
) -> Scored:
    from companion.errors import InputError
    from companion.replay import replay_rows
    from companion.scoring import score_photos
    from rules.core.value import msg

    contents = open_store(args.folder).read(args.session).require_whole()
    replayed = replay_rows(contents.rows, contents.checkpoints, contents.file)
    if replayed.loaded.id != loaded.id:
        raise InputError("core.score.other_game", evening=args.session, game=replayed.loaded.id)
    scored = score_photos(loaded, replayed.state, replayed.players, photos, context)
    if context.players or context.options:
        scored.warnings.append(msg("core.score.session_knows", evening=args.session))
    return scored


def _print(args: argparse.Namespace, loaded: LoadedGame, scored: Scored, texts: Texts) -> None:
    from companion.sheets import sheet_json, sheet_lines

    sheet = sheet_json(loaded.game, scored.sheet, scored.players, loaded.box, texts)
    sheet["unread"] = scored.unread
    sheet["warnings"] += [texts.say(each, scored.players, loaded.box) for each in scored.warnings]
    if args.json:
        print_json(sheet)
        return
    for line in sheet_lines(sheet):
        print_line(line)
    for each in scored.unread:
        name = texts.piece(each["piece"] or "", loaded.box)
        print_line(texts.say(f"core.unread.{each['problem']}") + f" {each['image'] or name}")
