"""Names beside frames in the camera's picture."""

from __future__ import annotations

from companion.screens.widgets.beside import Box, free_box

PAGE: Box = (0, 0, 400, 200)
SIZE = (80.0, 20.0)


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_name_stands_under_its_frame() -> None:
    left, _, right, top = free_box((100, 100, 130, 140), SIZE, PAGE, [])
    assert (left + right) / 2 == 115
    assert 90 < top <= 100


def test_names_of_cards_side_by_side_do_not_cover_each_other() -> None:
    taken: list[Box] = []
    for at in range(5):
        taken.append(free_box((100 + 30 * at, 90, 125 + 30 * at, 120), SIZE, PAGE, taken))
    assert all(apart(one, other) for at, one in enumerate(taken) for other in taken[at + 1 :])


def test_a_name_stays_inside_the_picture() -> None:
    for frame in ((0, 0, 20, 20), (380, 0, 400, 20), (380, 180, 400, 200)):
        left, bottom, right, top = free_box(frame, SIZE, PAGE, [])
        assert left >= 0
        assert bottom >= 0
        assert right <= 400
        assert top <= 200
