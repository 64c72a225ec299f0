"""Two players' areas in one picture: each keeps its own cells, and what may be anybody's is not told."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.grids import Hands, Truth, lay, shoot, tally, told
from vision.areas import Area, lattices
from vision.camera import CM3
from vision.geometry import Matrix, rigid
from vision.layout import Layout, Pitch
from vision.render import Scene, View, projection
from vision.tag import Tag

PITCH = Pitch(40, 40)
HANDS = Hands(off=0.15, off_deg=9, missing=0.15)


def two(
    seed: int, gap_mm: float, turn_deg: float, pitches: tuple[Pitch, Pitch] = (PITCH, PITCH)
) -> tuple[list[Tag], list[Area], list[Truth]]:
    """Lay two areas of 4 x 4 side by side, the right one turned, with a gap between them."""
    rng = np.random.default_rng(seed)
    poses: list[tuple[str, Matrix]] = []
    areas, truths = [], []
    for name, pitch, side, turn in zip("AB", pitches, (-1, 1), (0.0, turn_deg), strict=True):
        own, truth, origin = lay(rng, pitch, 4, 4, HANDS, name=name)
        reach = 2 * pitch.x_mm * (abs(np.cos(np.radians(turn))) + abs(np.sin(np.radians(turn))))
        pose = rigid(side * (reach + gap_mm / 2), 0, turn)
        poses += [(text, pose @ at) for text, at in own]
        areas.append(Area(name, pitch, origin))
        truths.append(truth)
    to_picture = projection(Scene(0, 0, ()), CM3, View(700, 20, 37 * seed, 71 * seed), still=True)
    return shoot(rng, poses, to_picture, 0.4), areas, truths


def check(layouts: tuple[Layout, ...], truths: list[Truth]) -> None:
    for layout, truth in zip(layouts, truths, strict=True):
        found = tally(told(layout), truth)
        assert found.wrong == 0
        assert found.untold <= 1


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), turn=st.floats(-180, 180))
def test_two_areas_apart_keep_their_own_cells_and_directions(seed: int, turn: float) -> None:
    tags, areas, truths = two(seed, 130, turn)
    layouts, strays = lattices(tags, areas)
    assert [layout.name for layout in layouts] == ["A", "B"]
    assert strays == ()
    check(layouts, truths)


def test_areas_may_have_pitches_of_their_own() -> None:
    pitches = (Pitch(40, 40), Pitch(60, 50, 0, 8))
    tags, areas, truths = two(3, 170, 25, pitches)
    layouts, _ = lattices(tags, areas)
    check(layouts, truths)


def test_a_card_halfway_between_two_areas_is_nobody_s() -> None:
    tags, areas, _ = two(5, 260, 0)
    rng = np.random.default_rng(0)
    to_picture = projection(Scene(0, 0, ()), CM3, View(700, 20, 37 * 5, 71 * 5), still=True)
    stray = shoot(rng, [("X", rigid(0, 0, 0))], to_picture, 0.4)
    layouts, strays = lattices([*tags, *stray], areas)
    assert [(each.text, each.reason) for each in strays] == [("X", "between_areas")]
    assert all("X" not in told(layout) for layout in layouts)


def test_areas_that_touch_are_not_told_wrongly() -> None:
    for seed in range(10):
        tags, areas, truths = two(seed, 15, 0)
        layouts, strays = lattices(tags, areas)
        both = truths[0] | truths[1]
        found = [text for layout in layouts for text in told(layout)]
        assert len(found) + len(strays) + sum(len(layout.untold) for layout in layouts) == len(both)
        for layout, truth in zip(layouts, truths, strict=True):
            assert told(layout).items() <= truth.items()


@pytest.mark.parametrize("seed", [6, 18, 20, 33, 58])
def test_stickers_off_the_middle_of_their_cards_bring_no_card_nearer_to_another_area(seed: int) -> None:
    pitch = Pitch(68, 93, 20, -32)
    turn = 180.0 * (seed % 2) + 8
    tags, areas, truths = two(seed, 50, turn, (pitch, pitch))
    layouts, _ = lattices(tags, areas)
    for layout, truth in zip(layouts, truths, strict=True):
        assert told(layout).items() <= truth.items()
    assert sum(len(told(layout)) for layout in layouts) > 0.75 * len(tags)


def test_an_area_without_its_origin_goes_by_cards_known_from_before() -> None:
    tags, areas, truths = two(8, 130, 40)
    home = areas[1].origin
    seen = [tag for tag in tags if tag.text != home]
    known = dict([next((text, cell) for text, cell in truths[1].items() if text != home)])
    layouts, _ = lattices(seen, [areas[0], Area("B", PITCH, home, known)])
    rest = {text: cell for text, cell in truths[1].items() if text != home}
    check(layouts, [truths[0], rest])


@pytest.mark.parametrize("count", [0, 1])
def test_with_one_area_or_none_in_sight_all_cards_are_its(count: int) -> None:
    tags, areas, truths = two(4, 130, 0)
    own = [tag for tag in tags if tag.text in truths[0]]
    layouts, strays = lattices(own[: 99 * count], areas)
    assert strays == ()
    assert told(layouts[1]) == {}
    assert len(told(layouts[0])) >= (len(truths[0]) - 1) * count


def test_damaged_codes_are_named_beside_the_areas() -> None:
    tags, areas, _ = two(4, 130, 0)
    broken = Tag.measured("", tags[0].corners, 21, "truth", "damaged")
    _, strays = lattices([*tags, broken], areas)
    assert [each.reason for each in strays] == ["damaged"]
