"""One window for all screen tests, with the played evenings of the gallery behind it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from companion.app.director import Director
from companion.app.gallery import Gallery
from companion.app.window import prepare
from companion.games import LoadedGame, find
from companion.store import Store


@pytest.fixture(scope="session")
def prestige() -> LoadedGame:
    return find("prestige")


@pytest.fixture(scope="session")
def pilot(prestige: LoadedGame) -> Iterator[object]:
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        pytest.skip("screens need a display; `make test` brings a virtual one")
    prepare((800, 480))
    from companion.app.kivy_app import CompanionApp
    from companion.app.pilot import AppPilot

    found = AppPilot(CompanionApp(Director(Store(None), (prestige,), language="en")))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def gallery(prestige: LoadedGame) -> Gallery:
    return Gallery(Director(Store(None), (prestige,), language="en"), prestige)


@pytest.fixture
def director(prestige: LoadedGame) -> Director:
    return Director(Store(None), (prestige,), language="en", dice=random.Random(3))
