"""A director over evenings in memory, and an evening of Prestige with a grown city."""

from __future__ import annotations

import random

import pytest

from companion.app.director import Director
from companion.app.gallery import by_key, play_until
from companion.demo import NONE, Plan
from companion.games import LoadedGame, find
from companion.session import Session
from companion.store import Store

DIGITAL = (("events", "digital"), ("identities", "app"))


@pytest.fixture(scope="session")
def prestige() -> LoadedGame:
    return find("prestige")


@pytest.fixture
def director(prestige: LoadedGame) -> Director:
    return Director(Store(None), (prestige,), language="en", dice=random.Random(1))


@pytest.fixture
def grown(prestige: LoadedGame, director: Director) -> Session:
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    return play_until(prestige, director.store, plan, by_key("action")).session


@pytest.fixture
def finished(prestige: LoadedGame, director: Director) -> Session:
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    return play_until(prestige, director.store, plan, lambda _session, _ask: False).session
