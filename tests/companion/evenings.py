"""Evenings of the lantern game, played by chance, and their files."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

from companion.players import default_players
from companion.session import Session
from companion.store import Store
from rules.core.commands import Amount, Answer, Picked
from rules.core.event import Event
from rules.core.state import Setup, State
from rules.core.value import Word
from tests.companion import lantern

GAME = lantern.make()
ANA_BIA = default_players("Ana", "Bia")


def start(store: Store | None = None, seed: int = 1) -> Session:
    return Session.start(store or Store(None), GAME, Setup(2), ANA_BIA, seed)


def wish(session: Session, seat: int, word: str = "lantern.gold") -> tuple[Event, ...]:
    ask = next(each for each in session.asks() if each.id.seat == seat)
    return session.dispatch(Answer(ask.id, Picked((Word(word),))))


def light(session: Session, value: int) -> tuple[Event, ...]:
    (ask,) = session.asks()
    return session.dispatch(Answer(ask.id, Amount(value)))


def play_round(session: Session, value: int = 3) -> None:
    wish(session, 0)
    wish(session, 1)
    light(session, value)


def evening(
    store: Store, steps: int = 30, seed: int = 5, *, close: bool = True
) -> tuple[str, list[State[Any]]]:
    """Play an evening; return its id and the state after each step."""
    session = Session.start(store, GAME, Setup(2), default_players("Ana", "Bia"), seed)
    states, dice = [session.state], random.Random(seed)
    for _ in range(steps):
        move = dice.random()
        if (move < 0.2 and session.undo_text()) or not session.asks():
            session.undo()
        else:
            lantern.play_randomly(session, 1, dice)
        states.append(session.state)
    if close:
        session.close()
    return session.id, states


def pull_plug(session: Session, store: Store, folder: Path) -> Store:
    """Return the files as a power cut would leave them now; the session never gets to close."""
    shutil.copytree(str(store.folder), folder, ignore=shutil.ignore_patterns("*-shm"))
    session.close()
    return Store(folder)


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}
