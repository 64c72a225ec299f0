"""Puts the real app together: evenings on disk, the camera and the buttons that there are."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from companion.app.director import Director
from companion.app.window import prepare
from companion.config import data_dir, evenings_dir, load_config
from companion.eyes_protocol import EyesLike
from companion.games import LoadedGame
from companion.store import Store
from companion.viewmodels.parts import Line, Mark
from hardware.errors import HardwareError
from hardware.ports import Panel

MARKS = {"green": Mark("check", "good"), "amber": Mark("warn", "accent"), "red": Mark("close", "bad")}


def main(args: argparse.Namespace) -> int:
    """Run the app as a command line asks for it."""
    return equip(windowed=bool(args.windowed), language=args.language or "")


def equip(*, windowed: bool, language: str) -> int:
    """Run the app until it is left."""
    prepare(full=not windowed, folder=data_dir())
    from companion.app.kivy_app import CompanionApp

    config = load_config()[0]
    director = Director(
        Store(evenings_dir()),
        folder=data_dir(),
        make_eyes=eyes_for,
        language=language or config.language,
    )
    director.examine = lambda: health(director)
    panel = find_panel()
    CompanionApp(director, panel, clock=time.monotonic).run()
    return 0


def find_panel() -> Panel | None:
    """Open the buttons and lights on pins; None where there are none, and they are drawn."""
    from hardware.panel import open_panel
    from hardware.pins import load_pins

    try:
        return open_panel(load_pins())
    except HardwareError:
        return None


def eyes_for(loaded: LoadedGame) -> EyesLike | None:
    """Open the camera that is chosen or there; None where there is none, and all goes by touch."""
    from companion.doctor import camera_spec

    spec = camera_spec(load_config()[0])
    if not spec:
        return None
    from companion.eyes import Eyes, Sight
    from companion.tags import Tags
    from vision.source import open_source

    return Eyes(lambda: Sight(lambda: open_source(spec), loaded, Tags([loaded])))


def health(director: Director, checks: Callable[[], tuple[object, ...]] | None = None) -> tuple[Line, ...]:
    """Look at everything, and say it in lines: what was found, and the mend."""
    from companion.doctor import Check, examine

    found: list[Line] = []
    for check in (checks or examine)():
        if isinstance(check, Check):
            found.append(
                Line(director.voice.say(check.found), MARKS[check.status], strong=check.status == "red")
            )
            if check.mend is not None:
                found.append(Line(director.voice.say(check.mend), Mark("next", "muted")))
    return tuple(found)
