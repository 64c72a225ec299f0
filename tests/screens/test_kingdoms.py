"""Whatever cards a Dominion is played with, their piles can be read on every display."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.app import around
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.pilot import AppPilot
from companion.app.staging import StillEyes
from companion.eyes_protocol import EyesReport
from companion.games import LoadedGame, find
from companion.players import default_players
from companion.session import Session
from companion.shots import SIZES
from companion.store import Store
from companion.texts import LANGUAGES
from rules.core.commands import Answer
from rules.core.state import Setup

KINGDOMS = 40
STEPS = 200
NAMES = ("Ana", "Bruno", "Clara", "Davi", "Eva", "Fê")
LONG = (
    "Maria Antonieta Bragança",
    "Wolfeschlegelsteinhause",
    "Zé",
    "Ana-Luísa Guimarães",
    "Jo",
    "M M M M M M",
)


@pytest.fixture(scope="module")
def dominion() -> LoadedGame:
    return find("dominion_guilds")


@pytest.fixture(scope="module")
def evenings(dominion: LoadedGame) -> tuple[Session, ...]:
    """Begin games until every card of the boxes has been in a kingdom."""
    found, seen = [], set[str]()
    for seed in range(KINGDOMS):
        boxes = "guilds_all" if seed % 2 else "newer_all"
        setup = Setup(2 + seed % 5, (("boxes", boxes),))
        session = Session.start(Store(None), dominion, setup, default_players(*NAMES[: setup.seats]), seed)
        dice = random.Random(seed)
        for _ in range(STEPS):
            ask = next(ask for ask in session.asks() if ask.blocks)
            if session.state.script != "setup":
                break
            session.dispatch(Answer(ask.id, ask.sample(dice)))
        kingdom = set(session.referee.table(session.state).kinds)
        if kingdom - seen:
            seen |= kingdom
            found.append(session)
    return tuple(found)


def looks(pilot: AppPilot, sessions: tuple[Session, ...], director: Director) -> Iterator[str]:
    from companion.app.inspector import complaints

    for session in sessions:
        sit_down(director, session)
        pilot.app.refresh()
        pilot.idle(3)
        yield from (f"{len(session.players)} seats: {line}" for line in complaints(pilot.app.column))
        director.clear()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_pile_can_be_read(
    pilot: AppPilot,
    dominion: LoadedGame,
    evenings: tuple[Session, ...],
    size: tuple[int, int],
    language: str,
) -> None:
    director = Director(Store(None), (dominion,), language=language, eyes=StillEyes(EyesReport()))
    pilot.app.follow(director)
    pilot.resize(size)
    around.prefer(director, "language", language)
    found = sorted(looks(pilot, evenings, director))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_long_names_are_cut_and_never_run_out_of_a_key(
    pilot: AppPilot, dominion: LoadedGame, size: tuple[int, int]
) -> None:
    director = Director(Store(None), (dominion,), language="pt_BR")
    pilot.app.follow(director)
    pilot.resize(size)
    tables = tuple(
        Session.start(Store(None), dominion, Setup(seats), default_players(*LONG[:seats]), 1)
        for seats in (2, 4, 6)
    )
    found = sorted(looks(pilot, tables, director))
    assert not found, "\n".join(found)
