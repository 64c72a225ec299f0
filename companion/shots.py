"""Takes a picture of every screen in every size and language, from evenings that robots have played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from companion.display import go_under_xvfb, lacks_desktop
from companion.errors import InputError
from companion.files import make_folder
from companion.texts import LANGUAGES

SIZES = ((800, 480), (1280, 720), (720, 1280))


def take(
    folder: Path,
    sizes: Iterable[tuple[int, int]] = SIZES,
    languages: Iterable[str] = LANGUAGES,
    only: Iterable[str] = (),
) -> Iterator[Path]:
    """Write the pictures into a folder as ``<screen>-<width>x<height>-<language>.png`` and yield each path.

    Needs a display as large as each of ``sizes``. ``only`` keeps screens whose names contain one of its words; raises
    ``InputError`` for a word that is in none.
    """
    from companion.app.window import prepare

    words, sizes, languages = tuple(only), tuple(sizes), tuple(languages)
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
    names = [name for name, _ in poses(gallery)]
    for word in words:
        if not any(word in name for name in names):
            raise InputError("core.shots.no_screen", word=word, known=", ".join(names))
    pilot = AppPilot(CompanionApp(director))
    pilot.start()
    for size, language in product(sizes, languages):
        pilot.resize(size)
        around.prefer(director, "language", language)
        for name, pose in poses(gallery):
            if words and not any(word in name for word in words):
                continue
            pose()
            pilot.app.refresh()
            path = folder / f"{name}-{size[0]}x{size[1]}-{language}.png"
            pilot.screenshot(str(path))
            yield path
    pilot.stop()


def main(args: Any) -> int:
    """Take the pictures that a command line asks for, and say where they are.

    A virtual display is taken, where there is one, even beside a real one: no desktop is as high as it is wide.
    """
    make_folder(args.output)
    go_under_xvfb()
    if lacks_desktop():
        raise InputError("core.shots.no_display")
    for path in take(args.output, only=args.only):
        print(path, flush=True)  # noqa: T201 - what the command is for
    return 0
