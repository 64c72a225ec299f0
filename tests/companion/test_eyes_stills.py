"""A camera whose photos come beside its video: what a single photo has seen is not yet on the table."""

from __future__ import annotations

from typing import Unpack

import cv2
import numpy as np
import pytest

from rules.core.value import Cell
from tests.companion.paper_table import at_mm
from tests.companion.test_eyes_idle import FPS, Table, pieces
from vision.decode import Reader
from vision.frame import Frame, Grey
from vision.tag import Tag
from vision.wishes import Wishes

SMALLER = 3
"""Codes of three pixels a module have one in the video, where they cannot be read."""


class Pi(Table):
    """A camera with frames of a third of the size, and photos of what lies there or of what is `held` into them."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Grey] = []
        self.photos = 0

    def read(self, timeout_s: float) -> Frame:
        frame = super().read(timeout_s)
        width, height = frame.size
        size = (width // SMALLER, height // SMALLER)
        return Frame(np.asarray(cv2.resize(frame.grey, size, interpolation=cv2.INTER_AREA)), frame.time)

    def still(self) -> Frame | None:
        self.photos += 1
        photo = self.held.pop() if self.held else self.shots[self.photos % 2]
        return Frame(photo, self.frames / FPS, still=True)


def city(*cells: int) -> dict[str, tuple[float, float]]:
    return {f"c{cell:02d}": at_mm(Cell(cell, 0)) for cell in cells}


TABLES = {
    "card": ({"c07": (70.0, 75.0)}, {"c07": (70.0, 75.0), "c08": (140.0, 75.0)}),
    "city": (city(0, 1), city(0, 1, 2)),
}
"""What lies there, and what would with one card more."""


@pytest.mark.parametrize("view", ["card", "city"])
@pytest.mark.parametrize("look", [1, 2, 3])
def test_a_card_held_into_one_photo_and_withdrawn_is_never_told_to_lie_there(view: str, look: int) -> None:
    pi = Pi()
    home, more = TABLES[view]
    pi.lay(view, **more)
    shown = pi.shots[0]
    pi.lay(view, **home)
    pi.sight.watch(view)
    glances = []
    while pi.photos < look - 1:
        glances += pi.watch(1 / FPS)
    pi.held = [shown]
    glances += pi.watch(10)
    assert not pi.held
    assert {piece for glance in glances for piece in pieces(glance)} == set(home)


@pytest.mark.parametrize(("view", "photos"), [("card", 2), ("city", 1)])
def test_cards_that_lie_still_and_only_photos_can_read_are_told_at_once(view: str, photos: int) -> None:
    pi = Pi()
    cards = TABLES[view][1]
    pi.lay(view, **cards)
    pi.sight.watch(view)
    while not any(pieces(glance) for glance in pi.watch(1 / FPS)):
        assert pi.photos < photos
    assert pi.photos == photos
    later = pi.watch(60)
    assert all(pieces(glance) == set(cards) for glance in later if glance.reading is not None)
    if view == "card":
        assert all(pieces(glance) == set(cards) for glance in later)


class Hunting(Pi):
    """One whose video is out of focus where its photos are not, and in whose photos only a hard look reads."""

    def __init__(self) -> None:
        super().__init__()
        easy = self.decoder.reader.read

        class Hard(Reader):
            def read(self, grey: Grey, **wishes: Unpack[Wishes]) -> tuple[Tag, ...]:
                is_hard = wishes.get("thorough") or bool(wishes.get("places"))
                return easy(grey, **wishes) if is_hard else ()

        self.decoder.reader = Hard()

    def read(self, timeout_s: float) -> Frame:
        frame = super().read(timeout_s)
        return Frame(np.asarray(cv2.GaussianBlur(frame.grey, (0, 0), 3)), frame.time)


@pytest.mark.parametrize("view", ["card", "city"])
def test_a_card_that_only_the_hardest_look_reads_is_looked_at_so_again_where_no_frame_shows_it(
    view: str,
) -> None:
    pi = Hunting()
    cards = TABLES[view][1]
    pi.lay(view, **cards)
    pi.sight.watch(view)
    assert any(pieces(glance) == set(cards) for glance in pi.watch(15))
