"""Every screen in every size, language and letter size: nothing overflows, everything can be touched."""

from __future__ import annotations

import pytest

from companion.app import around
from companion.app.gallery import Gallery
from companion.app.pilot import AppPilot
from companion.app.poses import poses
from companion.shots import SIZES
from companion.texts import LANGUAGES


def look_through(pilot: AppPilot, gallery: Gallery, size: tuple[int, int]) -> dict[str, list[str]]:
    from companion.app.inspector import complaints

    pilot.app.follow(gallery.director)
    pilot.resize(size)
    found = {}
    for name, pose in poses(gallery):
        pose()
        pilot.app.refresh()
        pilot.idle(3)
        if lines := complaints(pilot.app.column):
            found[name] = lines
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overflows_and_everything_can_be_touched(
    pilot: AppPilot, gallery: Gallery, size: tuple[int, int], language: str
) -> None:
    around.prefer(gallery.director, "text", "normal")
    around.prefer(gallery.director, "language", language)
    found = look_through(pilot, gallery, size)
    assert not found, "\n".join(f"{name}: {line}" for name, lines in found.items() for line in lines)


@pytest.mark.parametrize("text", ["huge", pytest.param("large", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "size",
    [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_larger_letters_fit_too(pilot: AppPilot, gallery: Gallery, size: tuple[int, int], text: str) -> None:
    around.prefer(gallery.director, "language", "pt_BR")
    around.prefer(gallery.director, "text", text)
    try:
        found = look_through(pilot, gallery, size)
    finally:
        around.prefer(gallery.director, "text", "normal")
    assert not found, "\n".join(f"{name}: {line}" for name, lines in found.items() for line in lines)


def test_buttons_stand_where_they_do_on_a_new_screen_once_there_are_no_letters_above_them(
    pilot: AppPilot, gallery: Gallery
) -> None:
    def placed() -> dict[str, tuple[int, int]]:
        pilot.app.refresh()
        pilot.idle(3)
        return {tap.button.text: (round(tap.x), round(tap.y)) for tap in pilot.taps()}

    pilot.app.follow(gallery.director)
    gallery.place_cell()
    pilot.resize(SIZES[0])
    fresh = placed()
    gallery.ask("place")
    placed()
    gallery.place_cell()
    assert placed() == fresh
