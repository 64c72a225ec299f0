"""Takes a picture of every screen in every size and language, from evenings that robots have played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from companion.texts import LANGUAGES

SIZES = ((800, 480), (1280, 720), (720, 1280))


def take(
    folder: Path,
    sizes: Iterable[tuple[int, int]] = SIZES,
    languages: Iterable[str] = LANGUAGES,
    only: Iterable[str] = (),
) -> Iterator[Path]:
    """Write the pictures as ``<screen>-<width>x<height>-<language>.png`` and yield each path; needs a display."""
    from companion.app.window import prepare
    from companion.files import make_folder

    make_folder(folder)
    wanted, sizes, languages = set(only), tuple(sizes), tuple(languages)
    prepare(sizes[0])
    from companion.app import around
    from companion.app.director import Director
    from companion.app.gallery import GAME, Gallery
    from companion.app.kivy_app import CompanionApp
    from companion.app.pilot import AppPilot
    from companion.app.poses import poses
    from companion.games import discover, find
    from companion.store import Store

    director = Director(Store(None), discover())
    gallery = Gallery(director, find(GAME))
    pilot = AppPilot(CompanionApp(director))
    pilot.start()
    for size, language in product(sizes, languages):
        pilot.resize(size)
        around.prefer(director, "language", language)
        for name, pose in poses(gallery):
            if wanted and name not in wanted:
                continue
            pose()
            pilot.app.refresh()
            path = folder / f"{name}-{size[0]}x{size[1]}-{language}.png"
            pilot.screenshot(str(path))
            yield path
    pilot.stop()


def main(args: Any) -> int:
    """Take the pictures that a command line asks for, and say where they are."""
    count = 0
    for path in take(args.output, only=args.only):
        count += 1
        print(path, flush=True)  # noqa: T201 - what the command is for
    return 0 if count else 2
