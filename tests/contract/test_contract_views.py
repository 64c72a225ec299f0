"""What a game asks the camera to look at is declared, and can be looked at."""

from __future__ import annotations

import random

import pytest

from rules.core.game import Game, ViewSpec
from tests.contract.cases import CASES, Case
from tests.contract.walks import VERBS, Walk

each_case = pytest.mark.parametrize("case", CASES, ids=str)
LAYOUTS = ("lattice", "spread", "held")
STEPS = 60


def views(game: Game[object]) -> list[str]:
    return [view.id for view in game.views]


def walk_through(case: Case) -> set[str]:
    """Walk about, then to the end, several times; return the views that questions named on the way."""
    met = set[str]()
    for seed in range(3):
        walk, dice = Walk(case, seed), random.Random(seed)
        for number in range(10 * STEPS):
            walk.take(dice.choice(VERBS) if number < STEPS else "answer", dice.randrange(2**16))
            met |= {ask.view for ask in walk.asks}
    return met - {""}


@each_case
def test_every_view_that_a_question_names_is_declared(case: Case) -> None:
    met = walk_through(case)
    assert sorted(met - set(views(case.game))) == []


@each_case
def test_views_for_joining_are_declared(case: Case) -> None:
    assert sorted(set(case.game.joining) - set(views(case.game))) == []


@each_case
def test_every_view_can_be_looked_at(case: Case) -> None:
    assert len(set(views(case.game))) == len(case.game.views)
    stickered = {piece.id for piece in case.box.stickered if not piece.anonymous}
    assert [view for view in case.game.views if not is_seen(view, stickered)] == []


def is_seen(view: ViewSpec, stickered: set[str]) -> bool:
    """Tell whether a view has an extent; a grid also its cells, and a piece that says where it begins."""
    if view.layout not in LAYOUTS or min(view.width_mm, view.height_mm) <= 0:
        return False
    return view.layout != "lattice" or (min(view.pitch_mm) > 0 and view.origin in stickered)


@each_case
def test_what_lies_in_a_view_is_in_the_box_and_inside_the_view(case: Case) -> None:
    pieces = {None, *(piece.id for piece in case.box.pieces)}
    table = case.game.tabletop(case.box, case.setup(1), random.Random(1))
    for view in case.game.views:
        for lying in table.picture(view.id):
            assert lying.piece in pieces
            assert 0 <= lying.x_mm <= view.width_mm
            assert 0 <= lying.y_mm <= view.height_mm


def test_a_view_left_out_is_noticed() -> None:
    case = next(case for case in CASES if case.game.id == "paper_city" and case.level == "guided")
    assert walk_through(case) == {"card", *(f"city{seat}" for seat in range(case.seats))}
