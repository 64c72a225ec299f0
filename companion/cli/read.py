"""``companion read``: the stickers in photos."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import Subparsers, add_command, add_json, print_json, print_line
from companion.texts import Texts


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "read", texts, run)
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help=texts.say("cli.images.help"))
    add_json(parser, texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Read the photos."""
    from companion.games import LoadedGame, discover
    from companion.reading import Photo, photo_json, read_photos
    from companion.tags import Tags

    games = discover()
    photos = read_photos(args.images, Tags(games))
    if args.json:
        print_json([photo_json(photo) for photo in photos])
        return 0
    boxes = {each.id: each.box for each in games if isinstance(each, LoadedGame)}

    def name(photo: Photo, at: int) -> str:
        read = photo.found[at].read
        if read.problem:
            return f"{texts.say(f'core.tag.name.{read.problem}')} {read.text}".rstrip()
        return f"{texts.piece(read.piece_id or '', boxes.get(read.game_id or ''))} ({read.text})"

    for photo in photos:
        print_line(f"{photo.path}: {len(photo.found)}")
        for at, each in enumerate(photo.found):
            x, y = each.tag.centre
            print_line(f"  {x:7.0f} {y:7.0f} {round(each.tag.rotation_deg) % 360:5d}°  {name(photo, at)}")
    return 0
