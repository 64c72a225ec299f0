"""An evening that is killed goes on from its last acknowledged step."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from companion.demo import Evening, Plan
from companion.games import find
from companion.session import Session
from companion.store import Store
from tests.e2e import kill9


def test_killed_evenings_go_on_with_the_same_piles_and_lights(request: pytest.FixtureRequest) -> None:
    kills = 60 if request.config.getoption("--full") else 8
    tally = kill9.run("prestige", kills, seed=5, seats=3)
    assert tally.problems == []
    assert tally.kills == kills


def test_the_check_sees_an_evening_that_lost_a_step(tmp_path: Path) -> None:
    plan = Plan("prestige", 2, 5, "none")
    loaded = find("prestige")
    marks = kill9.reference(plan, loaded)
    with Evening.begin(plan, loaded, Store(tmp_path)) as evening:
        evening.robots.play()
        evening.session.undo()
        evening.session.undo()
        session_id = evening.session.id
    tally = kill9.Tally()
    with contextlib.closing(Session.resume(Store(tmp_path), session_id, loaded=loaded)) as session:
        kill9.check(session, max(marks), marks, tally)
    assert len(tally.problems) == 1
    assert "acknowledged" in tally.problems[0]


def test_the_check_sees_other_piles(tmp_path: Path) -> None:
    plan = Plan("prestige", 2, 5, "none")
    loaded = find("prestige")
    marks = kill9.reference(plan, loaded) | {1: "another mark"}
    with Evening.begin(plan, loaded, Store(tmp_path)) as evening:
        session_id = evening.session.id
    tally = kill9.Tally()
    with contextlib.closing(Session.resume(Store(tmp_path), session_id, loaded=loaded)) as session:
        kill9.check(session, 1, marks, tally)
    assert len(tally.problems) == 1
    assert "piles" in tally.problems[0]


def test_robots_go_on_with_their_pieces_as_they_lay() -> None:
    plan = Plan("prestige", 3, 9, "none")
    loaded = find("prestige")
    with Evening.begin(plan, loaded, Store(None)) as evening:
        evening.robots.play()
        whole = evening.tabletop.facts()
        wanted = kill9.steps(evening.session)
    tabletop, counts = kill9.play_up_to(plan, loaded, wanted)
    assert json.dumps(dict(tabletop.facts()), sort_keys=True) == json.dumps(dict(whole), sort_keys=True)
    assert counts.acts > 0


@pytest.mark.slow
def test_killed_evenings_of_dominion_go_on_with_the_same_piles_and_lights() -> None:
    tally = kill9.run("dominion_guilds", 50, seed=5, seats=3)
    assert tally.problems == []
    assert tally.kills == 50
