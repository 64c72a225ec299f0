"""Evenings played by touch alone, through real touches on real buttons."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import by_key, play_until
from companion.app.pilot import AppPilot
from companion.demo import NONE, Evening, Plan
from companion.games import LoadedGame
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.draft import options
from hardware.panel import mock_factory, open_panel
from hardware.pins import load_pins
from hardware.roles import OK, UNDO, next_button
from hardware.screen_panel import ScreenPanel
from rules.core.asks import Ask, Confirm, Number, One, Order, Place, Some
from rules.core.commands import Amount, Answer, Picked, Put, Reply
from rules.core.game import Tabletop
from rules.core.value import msg

DIGITAL = (("events", "digital"), ("identities", "app"))
ENOUGH = 24
"""Answers after which a shorter evening is left."""


def answer(pilot: AppPilot, ask: Ask, reply: Reply) -> None:
    """Answer a question the way a person would: whatever is on the screen now."""
    director = pilot.app.director
    while director.screen == "event":
        assert pilot.tap(a.Back())
    if ask.secret:
        if director.screen != "secret":
            assert pilot.tap(a.Go("secret", str(ask.id.seat)))
        assert pilot.tap(a.Do("reveal", str(ask.id.seat)))
        assert pilot.tap(a.Give())
        return
    if pilot.tap(a.Send(Answer(ask.id, reply))):
        return
    if director.screen == "table":
        assert pilot.tap(a.Open(ask.id.n))
    match ask, reply:
        case Place(), Put(piece=piece, cell=cell):
            put(pilot, piece, cell)
        case One() | Some() | Order(), Picked(choices=choices):
            pick(pilot, ask, choices)
        case Number(), Amount():
            assert pilot.tap(a.Send(Answer(ask.id, reply)))
        case Confirm(), _:
            assert pilot.tap(a.Give())


def put(pilot: AppPilot, piece: str, cell: object) -> None:
    director = pilot.app.director
    if director.draft.piece != piece:
        assert pilot.tap(a.PickPiece(piece)), piece
    if director.draft.cell != cell:
        assert pilot.tap_cell(cell)  # type: ignore[arg-type]
        assert director.draft.cell == cell
    assert pilot.tap(a.Give())


def pick(pilot: AppPilot, ask: Ask, choices: tuple[object, ...]) -> None:
    if not choices:
        assert pilot.tap(a.Decline())
        return
    for choice in choices:
        index = options(ask).index(choice)
        assert pilot.tap(a.Pick(index)), choice
    if not isinstance(ask, One):
        assert pilot.tap(a.Give())


def play(pilot: AppPilot, session: Session, tabletop: Tabletop, limit: int) -> int:
    """Play until the end or the limit; return how many questions were answered by touch."""
    count = 0
    while not session.is_over() and count < limit:
        asks = session.asks()
        ask = next(ask for ask in asks if ask.blocks)
        reply = tabletop.act(ask, asks)
        answer(pilot, ask, reply)
        assert all(each.id != ask.id for each in session.asks()), (ask.id, reply, pilot.app.director.screen)
        count += 1
    return count


@pytest.fixture
def seated(pilot: AppPilot, director: Director, prestige: LoadedGame) -> tuple[AppPilot, Session, Tabletop]:
    run = Evening.begin(Plan("prestige", 3, 4, camera=NONE, options=DIGITAL), prestige, director.store)
    sit_down(director, run.session)
    pilot.app.follow(director)
    pilot.resize((800, 480))
    return pilot, run.session, run.tabletop


def test_an_evening_is_played_by_touch_alone(seated: tuple[AppPilot, Session, Tabletop]) -> None:
    pilot, session, tabletop = seated
    assert play(pilot, session, tabletop, ENOUGH) == ENOUGH
    differing = {
        key: (value, tabletop.facts()[key])
        for key, value in session.referee.facts(session.state).items()
        if tabletop.facts().get(key, value) != value
    }
    assert not differing


@pytest.mark.slow
def test_a_whole_evening_is_played_by_touch_alone(seated: tuple[AppPilot, Session, Tabletop]) -> None:
    pilot, session, tabletop = seated
    play(pilot, session, tabletop, 10_000)
    assert session.is_over()
    assert pilot.tap(a.Go("score")) or pilot.tap(a.Back())
    assert pilot.app.director.screen in {"score", "table"}


@pytest.fixture
def grown(pilot: AppPilot, director: Director, prestige: LoadedGame) -> Session:
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    session = play_until(prestige, director.store, plan, by_key("action")).session
    sit_down(director, session)
    pilot.app.follow(director)
    pilot.resize((800, 480))
    return session


def test_undo_on_the_screen_and_on_the_panel_is_the_same(pilot: AppPilot, grown: Session) -> None:
    before = grown.undo_text()
    assert pilot.tap(a.Undo())
    after_touch = grown.undo_text()
    assert after_touch != before
    grown.redo()
    pilot.app.director.to_table()
    pilot.app.refresh()
    assert grown.undo_text() == before
    pilot.press(UNDO)
    assert grown.undo_text() == after_touch


def test_a_double_press_of_ok_counts_once(
    pilot: AppPilot, director: Director, prestige: LoadedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Evening.begin(Plan("prestige", 3, 4, camera=NONE, options=DIGITAL), prestige, director.store)
    sit_down(director, run.session)
    now = [pilot.app.clock() + 10]
    monkeypatch.setattr(pilot.app, "clock", lambda: now[0])
    pilot.app.follow(director)
    now[0] += 1
    pilot.press(OK)
    steps = len(run.session.log())
    now[0] += 0.1
    pilot.press(OK)
    assert len(run.session.log()) == steps
    now[0] += 1
    pilot.press(OK)
    assert len(run.session.log()) == steps + 1


def test_a_finger_that_slides_off_a_drawn_key_leaves_it_ready_for_the_next_press(
    pilot: AppPilot, grown: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [pilot.app.clock() + 100]
    monkeypatch.setattr(pilot.app, "clock", lambda: now[0])
    pilot.app.follow(pilot.app.director)
    pilot.idle(3)
    now[0] += 1
    bar = pilot.app.bar
    assert bar is not None
    key = next(key for key in bar.keys if key.role == UNDO)
    x, y = key.to_window(key.center_x, key.center_y)
    pilot.touch(x, y, slide=(0, 3 * key.height))
    pilot.app.tick()
    undone = sum(step.undone for step in grown.log())
    now[0] += 1
    pilot.press(UNDO)
    assert sum(step.undone for step in grown.log()) == undone + 1


def test_somebody_elses_button_does_nothing(pilot: AppPilot, grown: Session) -> None:
    seat = pilot.app.director.scene.seats[0]
    steps = len(grown.log())
    pilot.press(next_button((seat + 1) % 3))
    assert len(grown.log()) == steps


def test_the_light_of_whoever_is_on_turn_is_lit(
    pilot: AppPilot, grown: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [pilot.app.clock() + 100]
    monkeypatch.setattr(pilot.app, "clock", lambda: now[0])
    seat = pilot.app.director.scene.seats[0]
    assert pilot.app.bar is not None
    lit = set()
    for _ in range(20):
        now[0] += 0.1
        pilot.app.tick()
        lit |= {key.role.seat for key in pilot.app.bar.keys if key.lit}
    assert lit == {seat}


def until(pilot: AppPilot, done: Callable[[], bool]) -> bool:
    """Let the app run until something has happened in the background, for so many frames at most."""
    for _ in range(400):
        if done():
            return True
        pilot.idle()
    return False


def has_bar(pilot: AppPilot) -> bool:
    return pilot.app.bar is not None


def test_a_panel_on_pins_takes_the_drawn_ones_place_and_gives_it_back(
    pilot: AppPilot, grown: Session
) -> None:
    pins = mock_factory()
    pilot.app.wire(lambda: (open_panel(load_pins(), factory=pins), None))
    assert until(pilot, lambda: pilot.app.wired > 0)
    assert not has_bar(pilot)
    pilot.app.wire(lambda: (ScreenPanel(), None))
    assert until(pilot, lambda: pilot.app.wired == 0)
    assert has_bar(pilot)
    pins.close()


def test_what_is_wrong_with_the_wiring_is_said(pilot: AppPilot, grown: Session) -> None:
    problem = msg("hardware.pins.unreadable", file="/etc/companion/pins.toml", reason="No such file")
    pilot.app.wire(lambda: (None, problem))
    assert until(pilot, lambda: pilot.app.director.notice == problem)
    pilot.idle(2)
    assert "/etc/companion/pins.toml" in pilot.app.manager.current_screen.view.notice


def test_whatever_goes_wrong_in_the_background_is_said_and_the_app_goes_on(
    pilot: AppPilot, grown: Session
) -> None:
    def find() -> tuple[None, None]:
        raise OSError("no such chip")

    pilot.app.wire(find)
    assert until(pilot, lambda: pilot.app.director.notice is not None)
    assert "no such chip" in pilot.app.manager.current_screen.view.notice
    assert pilot.tap(a.Go("more"))


def test_the_touch_that_wakes_a_dim_screen_does_nothing_else(pilot: AppPilot, grown: Session) -> None:
    pilot.app.idle.is_dim = True
    steps = len(grown.log())
    assert pilot.tap(a.Go("more"))
    assert pilot.app.director.screen == "table"
    assert len(grown.log()) == steps
    pilot.app.idle = type(pilot.app.idle)(0, pilot.app.clock())
    assert pilot.tap(a.Go("more"))
    assert pilot.app.director.screen == "more"


def test_every_text_changes_with_the_language(pilot: AppPilot, grown: Session) -> None:
    assert pilot.tap(a.Go("more"))
    assert pilot.tap(a.Go("settings"))
    assert pilot.app.director.screen == "settings"
    assert pilot.tap(a.Set("language", "pt_BR"))
    assert pilot.app.manager.current_screen.view.bar.title == "Ajustes"
    assert pilot.tap(a.Back())
    assert pilot.find("Corrigir algo") is not None
    assert pilot.tap(a.Go("settings"))
    assert pilot.tap(a.Set("language", "en"))


def test_screens_that_are_gone_no_longer_follow_the_language(pilot: AppPilot, grown: Session) -> None:
    from kivy.lang.builder import global_idmap

    pilot.app.rebuild()
    before = global_idmap["_"].watched
    for _ in range(5):
        pilot.app.rebuild()
    assert global_idmap["_"].watched <= before + 2
