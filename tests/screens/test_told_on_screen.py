"""What hands must do is on the screen in full; lamps and keys say what they stand for."""

from __future__ import annotations

import pytest

from companion.app import around
from companion.app.gallery import Gallery
from companion.app.pilot import AppPilot
from companion.screens.widgets.rows import LineRow, Notice
from companion.screens.widgets.scroll import Scroll
from companion.screens.widgets.tap import Tap
from companion.shots import SIZES
from companion.texts import LANGUAGES
from companion.viewmodels import actions as a
from companion.viewmodels.card import CardView
from companion.viewmodels.table import TableView
from rules.core.value import Msg


def show(pilot: AppPilot, gallery: Gallery, moment: str, size: tuple[int, int] = SIZES[0]) -> None:
    pilot.app.follow(gallery.director)
    pilot.resize(size)
    gallery.sit(moment)
    pilot.app.refresh()
    pilot.idle(3)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_that_hands_must_do_is_in_sight(pilot: AppPilot, gallery: Gallery, size: tuple[int, int]) -> None:
    show(pilot, gallery, "setup", size)
    view = gallery.director.view()
    assert isinstance(view, TableView)
    told = {each.line.text for each in pilot.widgets() if isinstance(each, LineRow)}
    assert {line.text for line in view.hands} <= told
    assert not any(each.has_more for each in pilot.widgets() if isinstance(each, Scroll))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", ["event", "held"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_has_come_of_an_event_is_in_sight_above_what_its_card_says(
    pilot: AppPilot, gallery: Gallery, size: tuple[int, int], moment: str, language: str
) -> None:
    around.prefer(gallery.director, "language", language)
    show(pilot, gallery, moment, size)
    gallery.event(moment)
    pilot.app.refresh()
    pilot.idle(3)
    view = gallery.director.view()
    assert isinstance(view, CardView)
    rows = {each.line.text: each for each in pilot.widgets() if isinstance(each, LineRow)}
    scroll = next(each for each in pilot.widgets() if isinstance(each, Scroll))
    assert view.hands
    for line in view.hands:
        row = rows[line.text]
        assert row.to_window(0, row.y)[1] >= scroll.to_window(0, scroll.y)[1]
        for printed in view.lines:
            below = rows[printed.text]
            assert row.to_window(0, row.y)[1] >= below.to_window(0, below.top)[1]


def test_the_next_card_begins_at_its_top_wherever_the_last_was_left(
    pilot: AppPilot, gallery: Gallery
) -> None:
    show(pilot, gallery, "event")
    gallery.event("event")
    pilot.app.refresh()
    pilot.idle(3)
    page = next(each for each in pilot.widgets() if isinstance(each, Scroll))
    page.scroll_y = 0
    pilot.app.refresh()
    assert page.scroll_y == 0
    gallery.event("held")
    pilot.app.refresh()
    pilot.idle(3)
    assert page.get_root_window()
    assert page.scroll_y == 1


@pytest.mark.parametrize("moment", ["action", "event", "cards"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_answer_of_a_turn_is_whole_in_sight_under_what_hands_must_do(
    pilot: AppPilot, gallery: Gallery, size: tuple[int, int], moment: str
) -> None:
    show(pilot, gallery, moment, size)
    view = gallery.director.view()
    assert isinstance(view, TableView)
    taps = {each.button.text: each for each in pilot.widgets() if isinstance(each, Tap)}
    lines = [each for each in pilot.widgets() if isinstance(each, LineRow)]
    assert view.answers
    assert not any(each.has_more for each in pilot.widgets() if isinstance(each, Scroll))
    for answer in view.answers:
        tap = taps[answer.text]
        assert all(tap.to_window(0, tap.top)[1] <= line.to_window(0, line.y)[1] for line in lines)


def test_the_lamps_of_those_who_are_asked_never_go_dark(pilot: AppPilot, gallery: Gallery) -> None:
    show(pilot, gallery, "action")
    seats = gallery.director.scene.seats
    assert pilot.app.bar is not None
    assert {key.role.seat for key in pilot.app.bar.keys if key.told} == set(seats)


def test_a_winner_has_a_cup_and_nobody_a_turn_when_the_game_is_over(
    pilot: AppPilot, gallery: Gallery
) -> None:
    show(pilot, gallery, "over")
    assert pilot.app.bar is not None
    keys = [key for key in pilot.app.bar.keys if key.has_lamp]
    winners = {each.seat for each in gallery.director.scene.sheet.standings if each.winner}
    assert {key.role.seat for key in keys if key.won} == winners
    assert not any(key.told or key.lit for key in keys)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_key_of_the_drawn_panel_has_its_word(
    pilot: AppPilot, gallery: Gallery, size: tuple[int, int]
) -> None:
    show(pilot, gallery, "action", size)
    from kivy.uix.label import Label

    assert pilot.app.bar is not None
    for key in pilot.app.bar.keys:
        words = [each.text for each in key.walk(restrict=True) if isinstance(each, Label)]
        assert key.text in words


def notices(pilot: AppPilot) -> list[str]:
    """Return the notices that are to be seen, none of them below another screen's edge."""
    found = [each for each in pilot.widgets() if isinstance(each, Notice) and each.text]
    assert all(each.height > 0 and each.to_window(0, each.y)[1] >= 0 for each in found)
    return [each.text for each in found]


@pytest.mark.parametrize("screen", ["table", "log", "score", "card", "what"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_went_wrong_is_said_on_every_screen_until_the_next_touch(
    pilot: AppPilot, gallery: Gallery, size: tuple[int, int], screen: str
) -> None:
    show(pilot, gallery, "action", size)
    director = gallery.director
    if screen != "table":
        director.act(a.Go(screen, "invader-01" if screen == "card" else ""))
    director.notice = Msg("app.panel.lost")
    for _ in range(2):  # told again, it is not there twice
        pilot.app.refresh()
        pilot.idle(3)
        assert notices(pilot) == [director.say_notice()]
    director.act(a.Set("deck", "invader"))
    pilot.idle(3)
    assert notices(pilot) == []
