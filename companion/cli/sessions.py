"""``companion sessions``: kept evenings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.console import (
    Subparsers,
    add_command,
    add_force,
    add_from,
    add_json,
    is_kept,
    open_store,
    print_json,
    print_line,
    read_lines,
    say_error,
)
from companion.texts import Texts
from rules.core.value import msg

if TYPE_CHECKING:
    from companion.store import Evening


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command and its own."""
    parser = add_command(commands, "sessions", texts, list_)
    add_json(parser, texts)
    add_from(parser, texts)
    own = parser.add_subparsers(metavar="COMMAND", title=texts.say("cli.commands"))
    for name, run in (
        ("list", list_), ("show", show), ("export", export), ("import", import_),
        ("recover", recover), ("delete", delete),
    ):  # fmt: skip
        said = texts.say(f"cli.sessions.{name}.help")
        each = own.add_parser(name, help=said, description=said)
        each.set_defaults(run=run)
        add_from(each, texts, again=True)
        if name in {"list", "show"}:
            add_json(each, texts, again=True)
        if name == "import":
            each.add_argument("file", help=texts.say("cli.replay.file.help"))
            each.add_argument("--part", action="store_true", help=texts.say("cli.sessions.part.help"))
        elif name != "list":
            each.add_argument("id", help=texts.say("cli.sessions.id.help"))
        if name == "export":
            each.add_argument("-o", "--output", default="-", help=texts.say("cli.sessions.output.help"))
            add_force(each, texts)


def list_(args: argparse.Namespace, texts: Texts) -> int:
    """List the evenings, the newest first."""
    import msgspec

    kept = open_store(args.folder).evenings()
    if args.json:
        print_json(
            [{**_plain(each), "players": [msgspec.to_builtins(p) for p in each.players]} for each in kept]
        )
        return 0
    for each in kept:
        print_line(_line(each, texts))
    if not kept:
        print_line(texts.say("cli.sessions.none"))
    return 0


def _plain(each: Evening) -> dict[str, object]:
    return {
        "id": each.id,
        "game": each.game,
        "steps": each.steps,
        "over": each.over,
        "saved_at": each.saved_at,
        "problem": each.problem or None,
    }


def _line(each: Evening, texts: Texts) -> str:
    if each.reason:
        return f"{each.id}  ! {texts.say(each.reason)}"
    names = ", ".join(player.name for player in each.players)
    over = texts.say("cli.sessions.over") if each.over else ""
    steps = texts.say(msg("cli.sessions.steps", count=each.steps))
    return f"{each.id}  {each.saved_at[:16].replace('T', ' ')}  {names}  {steps} {over}".rstrip()


def show(args: argparse.Namespace, texts: Texts) -> int:
    """Tell an evening: its log and its score."""
    from companion.replay import evening_lines, replay_json, replay_rows

    contents = open_store(args.folder).read(args.id).require_whole()
    result = replay_json(replay_rows(contents.rows, contents.checkpoints, contents.file), texts)
    if args.json:
        print_json({"id": args.id, **result})
        return 0
    for line in evening_lines(result):
        print_line(line)
    return 0


def export(args: argparse.Namespace, texts: Texts) -> int:
    """Write an evening as JSON lines."""
    from companion.files import keep_others, write_output
    from companion.lines import HEAD

    text = "".join(f"{line}\n" for line in open_store(args.folder).export(args.id))
    if args.output == "-":
        sys.stdout.write(text)
        return 0
    if not args.force:
        keep_others(Path(args.output), HEAD)
    write_output(Path(args.output), text)
    return 0


def import_(args: argparse.Namespace, texts: Texts) -> int:
    """Keep an exported evening, or what is good of it."""
    from companion.games import game_ids

    evening_id = open_store(args.folder).import_(_lines_of(args.file, args.part), args.file, part=args.part)
    print_line(evening_id)
    game = evening_id.partition("-")[2]
    if game not in game_ids():
        say_error(texts.say(msg("core.journal.game_missing", file=evening_id, game=game)))
    return 0


def _lines_of(file: str, part: bool) -> Iterable[str]:
    """Read an exported evening, or one as it is kept."""
    from companion.inspection import inspect
    from companion.lines import to_lines

    if not is_kept(file):
        return read_lines(file)
    contents = inspect(Path(file))
    if not part or not contents.rows:
        contents.require_whole("core.journal.damaged_import")
    return to_lines(contents.rows, contents.checkpoints)


def recover(args: argparse.Namespace, texts: Texts) -> int:
    """Copy what is good of a damaged evening into a new one."""
    print_line(open_store(args.folder).recover(args.id))
    return 0


def delete(args: argparse.Namespace, texts: Texts) -> int:
    """Throw an evening away."""
    open_store(args.folder).delete(args.id)
    print_line(texts.say(msg("cli.sessions.deleted", id=args.id)))
    return 0
