"""``companion doctor``: looks whether all is well with the box on the table."""

from __future__ import annotations

import argparse

from companion.cli.console import Subparsers, add_command, add_json, print_json, print_line
from companion.texts import Texts

SIGNS = {"green": "+", "amber": "~", "red": "!"}


def add(commands: Subparsers, texts: Texts) -> None:
    """Add the sub-command."""
    add_json(add_command(commands, "doctor", texts, run), texts)


def run(args: argparse.Namespace, texts: Texts) -> int:
    """Look and tell; code 1 where something is red."""
    from companion.doctor import examine, worst

    checks = examine()
    if args.json:
        print_json(
            [
                {
                    "check": each.check,
                    "status": each.status,
                    "found": texts.say(each.found),
                    "mend": texts.say(each.mend) if each.mend else None,
                }
                for each in checks
            ]
        )
    else:
        names = {each.check: texts.say(f"core.doctor.name.{each.check}") for each in checks}
        wide = max(map(len, names.values()))
        for each in checks:
            print_line(f"{SIGNS[each.status]} {names[each.check]:{wide}} {texts.say(each.found)}")
            if each.mend:
                print_line(f"{'':{wide + 2}} -> {texts.say(each.mend)}")
    return 1 if worst(checks) == "red" else 0
