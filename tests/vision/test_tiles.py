"""Large pictures in parts: nothing is left out, nothing is cut that a neighbour does not show whole."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera import CAMERAS
from vision.cascade import Cascade
from vision.frame import Grey
from vision.tag import Tag
from vision.tiles import SHARED, TILE, tiles


@pytest.mark.parametrize("size", [(1080, 1920), (1296, 2304), (1, 1), (7, 90)])
def test_a_frame_of_a_video_stays_whole(size: tuple[int, int]) -> None:
    assert tiles(size) == [(slice(0, size[0]), slice(0, size[1]))]


@pytest.mark.parametrize("name", ["cm3", "cm2"])
def test_parts_of_a_still_are_small_and_every_code_lies_whole_in_one(name: str) -> None:
    camera = next(camera for camera in CAMERAS.values() if camera.name == name)
    width, height = camera.size(still=True)
    parts = tiles((height, width))
    assert len(parts) > 1
    most = (1.5 * TILE + SHARED) ** 2
    assert all((rows.stop - rows.start) * (columns.stop - columns.start) < most for rows, columns in parts)
    code = SHARED
    for y in range(0, height - code, 97):
        for x in range(0, width - code, 97):
            assert any(
                rows.start <= y and y + code <= rows.stop and columns.start <= x and x + code <= columns.stop
                for rows, columns in parts
            )


class Brightest:
    """A decoder that sees a code of ten pixels at the lightest pixel, and keeps what sizes it was given."""

    name = "brightest"

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def decode(self, grey: Grey) -> tuple[Tag, ...]:
        self.sizes.append(grey.size)
        top, left = divmod(float(grey.argmax()), grey.shape[1])
        corners = ((left, top), (left + 10, top), (left + 10, top + 10), (left, top + 10))
        return (Tag.measured("SPOT", corners, 0, self.name),) if grey.max() > 200 else ()


@pytest.mark.parametrize("spot", [(60, 40), (1300, 1250), (2500, 2400)])
def test_what_is_read_in_a_part_is_told_in_pixels_of_the_whole(spot: tuple[int, int]) -> None:
    grey = np.full((2500, 2600), 60, np.uint8)
    grey[spot[1], spot[0]] = 255
    reader = Brightest()
    tags = Cascade([reader], clock=lambda: 0.0).look(grey, (), budget_s=1.0)
    assert [tag.corners[0] for tag in tags] == [spot]
    assert max(reader.sizes) < grey.size / 2
