"""A code is known again in a smaller, noisier picture a little aside, and bare table is not taken for it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera import CM3
from vision.decode import Reader
from vision.frame import Grey
from vision.likeness import is_shown
from vision.render import Piece, Scene, View, render
from vision.tag import Tag

CARDS = tuple(Piece(f"TC1AA{i:02d}", 60 + 60 * (i % 4), 50 + 70 * (i // 4), 17 * i, 50, 50) for i in range(8))
LARGER = CM3.still[0] / CM3.video[0]


def shot(height_mm: float, noise: float, cards: tuple[Piece, ...] = CARDS, *, still: bool = False) -> Grey:
    return render(Scene(300, 200, cards), CM3, View(height_mm, tilt_deg=5, noise=noise), still=still).grey


def read(photo: Grey) -> list[Tag]:
    """Return the codes of a photo in its video's pixels."""
    return [tag.scaled(1 / LARGER) for tag in Reader().read(photo)]


@pytest.mark.parametrize(("height_mm", "noise"), [(400, 2), (1000, 24)])
def test_a_code_is_shown_where_it_lies_and_not_by_a_bare_table(height_mm: float, noise: float) -> None:
    photo = shot(height_mm, 2, still=True)
    tags = read(photo)
    assert len(tags) >= len(CARDS) - 1
    there, bare = shot(height_mm, noise), shot(height_mm, noise, ())
    aside = np.roll(there, 2, (0, 1))
    assert all(is_shown(tag, there, photo) and is_shown(tag, aside, photo) for tag in tags)
    assert not any(is_shown(tag, bare, photo) for tag in tags)


def test_a_code_at_the_edge_or_outside_the_frame_is_no_mishap() -> None:
    photo = shot(400, 2, still=True)
    frame, tag = shot(400, 2), read(photo)[0]
    x, y = tag.centre
    assert not is_shown(tag.moved(-x - 500, -y), frame, photo)
    is_shown(tag.moved(-x, -y), frame, photo)
    is_shown(tag.moved(frame.shape[1] - x, frame.shape[0] - y), frame, photo)


def test_a_frame_shows_what_it_shows_itself() -> None:
    photo = shot(400, 2, still=True)
    assert all(is_shown(tag, photo, photo) for tag in Reader().read(photo))
