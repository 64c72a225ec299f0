"""``companion``: the program."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        from importlib.metadata import version

        # Unlike a write, it minds no closed output.
        print(f"companion {version('tabletop-companion')}")  # noqa: T201
        return 0
    from companion.cli.main import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
