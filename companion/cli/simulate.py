"""``companion simulate``: legal games by the rules alone."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli.console import Subparsers, add_command, add_json, add_table, print_json, print_line
from companion.texts import Texts
from rules.core.value import msg

if TYPE_CHECKING:
    from companion.games import LoadedGame
    from companion.simulate import Simulated


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    parser = add_command(commands, "simulate", texts, run)
    add_table(parser, texts, seats=2)
    parser.add_argument("--games", type=int, default=100, help=texts.say("cli.simulate.games.help"))
    parser.add_argument(
        "--policy",
        choices=("random", "sensible"),
        default="random",
        help=texts.say("cli.simulate.policy.help"),
    )
    parser.add_argument("--cap", type=int, default=3000, help=texts.say("cli.simulate.cap.help"))
    add_json(parser, texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Play the games; code 1 where something was created or lost."""
    import msgspec

    from companion.errors import InputError
    from companion.games import find
    from companion.simulate import simulate
    from rules.core.state import Setup

    if args.games < 1 or args.cap < 1:
        raise InputError("core.at_least_one")
    loaded = find(args.game)
    setup = Setup(args.seats, tuple(args.option), args.level)
    result = simulate(loaded, setup, args.games, args.seed, args.policy, args.cap)
    if args.json:
        figures = msgspec.to_builtins(result)
        del figures["endings"]
        print_json(figures)
    else:
        for line in _lines(result, loaded, args.policy, texts):
            print_line(line)
    return 1 if result.violations else 0


def _lines(result: Simulated, loaded: LoadedGame, policy: str, texts: Texts) -> Iterator[str]:
    """Say it for people: endings that read alike are counted together."""
    yield texts.say(
        msg(
            "cli.simulate.sum",
            game=loaded.game.name(texts.language),
            finished=result.finished,
            games=result.games,
            commands=result.commands,
            speed=round(result.commands_per_s),
            seconds=texts.figure(result.seconds),
            players=texts.say(f"cli.simulate.{policy}"),
        )
    )
    said: Counter[str] = Counter()
    for message, count in result.endings:
        said[texts.say(message, (), loaded.box)] += count
    yield from (f"  {count:6d}  {text}" for text, count in said.most_common())
    yield from (f"  ! {violation}" for violation in result.violations)
