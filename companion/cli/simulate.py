"""``companion simulate``: legal games by the rules alone."""

from __future__ import annotations

import argparse

from companion.cli.console import Subparsers, add_command, add_json, add_table, print_json, print_line
from companion.texts import Texts


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
        print_json(msgspec.to_builtins(result))
    else:
        print_line(
            f"{loaded.game.name(texts.language)}: {result.finished}/{result.games}, {result.commands} "
            f"({result.commands_per_s:.0f}/s, {result.seconds:.1f} s)"
        )
        for key, count in sorted(result.outcomes.items(), key=lambda each: -each[1]):
            print_line(f"  {count:6d}  {texts.say(key) if texts.has(key) else key}")
        for violation in result.violations:
            print_line(f"  ! {violation}")
    return 1 if result.violations else 0
