"""Puts the real app together: evenings on disk, the camera and the buttons that there are."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.app.director import Director
from companion.app.window import prepare
from companion.cameras import camera_spec, cameras
from companion.config import Config, config_dir, data_dir, evenings_dir
from companion.errors import message_of
from companion.eyes_protocol import EyesLike, StandLike
from companion.games import LoadedGame
from companion.store import Store
from hardware.errors import HardwareError, PinsError
from hardware.ports import Panel
from rules.core.value import Msg

if TYPE_CHECKING:
    from companion.app.kivy_app import CompanionApp
    from companion.doctor import Check


def main(args: argparse.Namespace) -> int:
    """Run the app as a command line asks for it."""
    return equip(windowed=bool(args.windowed), language=args.language or "")


def equip(*, windowed: bool, language: str) -> int:
    """Run the app until it is left."""
    prepare(full=not windowed)
    from companion.app.kivy_app import CompanionApp

    director = Director(
        Store(evenings_dir()),
        folder=data_dir(),
        settings=config_dir(),
        make_eyes=eyes_for,
        make_stand=stand_for,
        examine=lambda: look_over(app),
        cameras=cameras,
        language=language,
    )
    app = CompanionApp(director)
    app.wire(find_panel)
    app.run()
    return 0


def look_over(app: CompanionApp) -> tuple[Check, ...]:
    """Tell how the box does."""
    from companion.doctor import examine

    return examine(app.director.prefs, app.wired)


def find_panel(environ: Mapping[str, str] = os.environ) -> tuple[Panel | None, Msg | None]:
    """Open the buttons and lights on pins; None where there are none, and they are drawn.

    With them comes what is wrong with the owner's wiring file, if anything is.
    """
    from hardware.panel import open_panel
    from hardware.pins import find_pins, load_pins

    try:
        return open_panel(load_pins(find_pins(environ))), None
    except PinsError as error:
        return None, message_of(error)
    except HardwareError:
        return None, None


def eyes_for(loaded: LoadedGame, config: Config) -> EyesLike | None:
    """Open the camera that is chosen or there; None where there is none, and all goes by touch."""
    spec = camera_spec(config)
    if not spec:
        return None
    from companion.eyes import Eyes, Sight
    from companion.lenses import own_code_mm, own_lens
    from companion.tags import Tags
    from vision.errors import LensError
    from vision.source import open_source

    try:
        lens = own_lens()
    except LensError:
        lens = None  # the doctor names what is wrong with the file; cells are told without it
    code_mm = own_code_mm(config)
    return Eyes(lambda: Sight(lambda: open_source(spec), loaded, Tags([loaded]), lens=lens, code_mm=code_mm))


def stand_for(config: Config) -> StandLike | None:
    """Open the same camera for setting its stand up; None where there is none."""
    spec = camera_spec(config)
    if not spec:
        return None
    from companion.eyes_stand import StandEyes
    from vision.source import open_source

    return StandEyes(lambda: open_source(spec))
