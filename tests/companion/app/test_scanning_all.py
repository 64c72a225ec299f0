"""What everybody at the table is asked to show is said where the camera looks: nothing else there tells it."""

from __future__ import annotations

import pytest

from companion.app import evening
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import play_until
from companion.app.staging import StillEyes
from companion.demo import NONE, Plan
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import LoadedGame
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.scan import ScanView
from rules.core.sighting import Seen, Sighting


@pytest.fixture
def revealing(prestige: LoadedGame, director: Director) -> Session:
    """An evening of two that is won, in which nobody has shown a tribe yet."""
    plan = Plan("prestige", 2, 1, camera=NONE)
    return play_until(
        prestige, director.store, plan, lambda _session, ask: ask.id.key == "prestige.reveal"
    ).session


def show(director: Director, serial: int, *pieces: str) -> ScanView:
    sighting = Sighting("card", tuple(map(Seen, pieces)))
    eyes = StillEyes(EyesReport(WATCHING, serial, sighting=sighting, done=True))
    eyes.start("card")
    director.eyes = eyes
    evening.look(director)
    view = director.view()
    assert isinstance(view, ScanView)
    return view


def test_whose_tribes_are_to_be_shown_is_said_while_the_camera_looks(
    director: Director, revealing: Session
) -> None:
    sit_down(director, revealing)
    director.eyes = StillEyes(EyesReport())
    director.act(a.Open(revealing.asks()[0].id.n, scan=True))
    one, other = (player.name for player in revealing.players)
    assert director.view().bar.title == f"{one}: show your 2 tribes."
    after = show(director, 1, "tribe-auroque", "tribe-garca")
    assert after.bar.title == f"{other}: show your 2 tribes."
    unclear = show(director, 2, "tribe-auroque", "tribe-garca", "tribe-ibex", "tribe-lince", "tribe-raposa")
    assert unclear.readings
    assert unclear.bar.title == f"{other}: show your 2 tribes."
