"""``companion``: the program."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        from importlib.metadata import version

        sys.stdout.write(f"companion {version('tabletop-companion')}\n")
        return 0
    from companion.cli.main import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
