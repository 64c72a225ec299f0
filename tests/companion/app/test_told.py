"""What hands must do is all said, and apart from what somebody else left over."""

from __future__ import annotations

import os

import pytest

from companion.app.buttons import action_for, idle, signals
from companion.app.director import Director
from companion.app.evening import look, sit_down
from companion.app.gallery import play_until
from companion.app.staging import StillEyes
from companion.app.window import screen_size
from companion.demo import NONE, Plan
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import LoadedGame
from companion.naming import bare
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels.ask import AskView
from companion.viewmodels.card import CardView
from companion.viewmodels.home import PastView
from companion.viewmodels.log import LogView
from companion.viewmodels.place import PlaceView
from companion.viewmodels.scan import ScanView
from companion.viewmodels.table import TableView
from hardware.roles import DRAW, OK, ROLES, UNDO, light, next_button
from rules.core.asks import Place
from rules.core.commands import Answer, Correct, Done, Picked
from rules.core.value import Cell, Word

DIGITAL = (("events", "digital"), ("identities", "app"))


def table_of(director: Director, session: Session) -> TableView:
    sit_down(director, session)
    view = director.view()
    assert isinstance(view, TableView)
    return view


def begun(prestige: LoadedGame, director: Director) -> Session:
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    return play_until(prestige, director.store, plan, lambda _session, _ask: True).session


def placing(director: Director, session: Session) -> tuple[PlaceView, Place]:
    sit_down(director, session)
    ask = director.scene.blocking[0]
    director.act(a.Send(Answer(ask.id, Picked((Word("prestige.action.place"),)))))
    view = director.view()
    assert isinstance(view, PlaceView)
    director.act(view.rows[0].action)
    found, place = director.view(), director.scene.blocking[0]
    assert isinstance(found, PlaceView)
    assert isinstance(place, Place)
    return found, place


def test_a_long_set_up_is_told_in_full(prestige: LoadedGame, director: Director) -> None:
    view = table_of(director, begun(prestige, director))
    due = [director.voice.say(event.text) for event in director.scene.events if event.kind == "do"]
    assert len(due) > 6
    assert [line.text for line in view.hands] == due


def test_what_hands_must_do_is_told_until_the_game_goes_on_whoever_is_renamed_meanwhile(
    prestige: LoadedGame, director: Director
) -> None:
    session = begun(prestige, director)
    due = table_of(director, session).hands
    session.rename(0, "Zé")
    session.swap(0, 1)
    director.to_table()
    view = director.view()
    assert isinstance(view, TableView)
    assert view.hands == due
    answer = next(ask for ask in session.asks() if ask.blocks)
    session.dispatch(Answer(answer.id, Done()))
    director.to_table()
    later = director.view()
    assert isinstance(later, TableView)
    assert not set(due) & set(later.hands)


def test_the_log_lists_what_hands_had_to_do(prestige: LoadedGame, director: Director) -> None:
    session = begun(prestige, director)
    table_of(director, session)
    due = [director.voice.say(event.text) for event in session.log()[-1].text if event.kind == "do"]
    director.act(a.Go("log"))
    log = director.view()
    assert isinstance(log, LogView)
    assert due
    assert all(line in log.entries[0].text for line in due)


def test_what_is_left_of_another_turn_stands_apart(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    due = [event for event in director.scene.events if event.kind == "do"]
    assert due
    assert due[-1].seat not in director.scene.seats
    assert len(view.before) == len(due)
    assert view.before[0].text == f"If not done yet: {director.voice.say(due[0].text)}"
    assert not view.hands


def test_after_undo_hands_are_told_to_take_it_back_too(director: Director, grown: Session) -> None:
    assert not any("Undone" in line.text for line in table_of(director, grown).before)
    undone = []
    for _ in range(2):
        assert director.scene.undo is not None
        undone.append(director.voice.say(bare(director.scene.undo)).rstrip("."))
        director.act(a.Undo())
        view = director.view()
        assert isinstance(view, TableView)
        said = f"Undone: {'; '.join(undone)}. If that was done at the table too, take it back there."
        assert view.before[0].text == said
        assert not view.hands
        assert all(line.text.startswith("If not done yet") for line in view.before[1:2])
    for _ in range(2):
        director.act(a.Redo())
    again = director.view()
    assert isinstance(again, TableView)
    assert not any("Undone" in line.text for line in again.before)


def test_a_fix_that_is_undone_asks_nothing_of_hands(director: Director, grown: Session) -> None:
    table_of(director, grown)
    grown.dispatch(Correct("track.happiness", 3))
    director.act(a.Undo())
    view = director.view()
    assert isinstance(view, TableView)
    assert view.before[0].text == "Fix undone: Happiness is now 3."


def test_what_may_be_left_alone_is_folded_into_one_button(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    assert len(director.scene.offers) > 1
    assert [button.badge for button in view.offers] == [str(len(director.scene.offers))]
    director.act(view.offers[0].action)
    listed = director.view()
    assert isinstance(listed, AskView)
    assert [row.text for row in listed.rows] == [
        director.voice.say(ask.text) for ask in director.scene.offers
    ]
    director.act(listed.rows[0].action)
    assert director.stack[-1] == a.Go(director.screen, str(director.scene.offers[0].id.n))


def test_a_step_of_setting_up_is_done_and_the_rest_may_be_left_out(
    prestige: LoadedGame, director: Director
) -> None:
    view = table_of(director, begun(prestige, director))
    assert [button.text for button in view.main] == ["Done"]
    assert [button.action for button in view.offers] != [button.action for button in view.main]


def test_without_a_camera_the_touch_comes_first(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    assert director.eyes is None
    view = director.view()
    assert isinstance(view, TableView)
    assert not any(isinstance(button.action, a.Open) and button.action.scan for button in view.main)


def test_an_event_says_first_how_it_came_out(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.push("event", director.scene.turned_up[-1][1])
    view = director.view()
    assert isinstance(view, CardView)
    last = [event for event in director.scene.events if event.kind == "fact"][-1]
    told = (*view.hands, *view.besides)
    assert told[0].text == director.voice.say(last.text)
    assert told[0].strong


def test_a_place_that_is_refused_is_marked_and_says_why(director: Director, grown: Session) -> None:
    view, ask = placing(director, grown)
    legal = {cell for group in ask.groups for cell in group.cells}
    taken = next(tile.cell for tile in view.lattice.tiles if tile.cell not in legal)
    steps = len(grown.log())
    director.act(a.PickCell(taken))
    refused = director.view()
    assert isinstance(refused, PlaceView)
    assert refused.lattice.refused == taken
    assert director.notice is not None
    assert director.notice.key.startswith("prestige.no.")
    assert refused.notice
    assert refused.ok is None
    assert len(grown.log()) == steps


def test_the_mark_goes_once_another_place_is_touched(director: Director, grown: Session) -> None:
    view, _ = placing(director, grown)
    director.act(a.PickCell(Cell(0, 0)))
    director.act(view.lattice.spots[0].action)
    after = director.view()
    assert isinstance(after, PlaceView)
    assert after.lattice.refused is None
    assert not after.notice


def test_a_secret_screen_lights_the_one_it_is_for(prestige: LoadedGame, director: Director) -> None:
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    session = play_until(prestige, director.store, plan, lambda _session, ask: ask.secret).session
    table_of(director, session)
    assert {light(0), light(1), light(2)} <= set(signals(director))
    director.act(a.Go("secret", "1"))
    assert {role for role in signals(director) if role in {light(0), light(1), light(2)}} == {light(1)}
    director.act(a.Do("reveal", "1"))
    assert {role for role in signals(director) if role in {light(0), light(1), light(2)}} == {light(1)}


def test_a_question_for_everybody_lights_no_seat_that_was_left(
    prestige: LoadedGame, director: Director
) -> None:
    session = play_until(
        prestige, director.store, Plan("prestige", 3, 4, camera=NONE), lambda _session, _ask: True
    )
    table_of(director, session.session)
    assert not director.scene.seats
    session.session.leave(1)
    assert set(signals(director)) & {light(0), light(1), light(2)} == {light(0), light(2)}


def test_a_button_with_nothing_to_do_is_known_for_it(director: Director, grown: Session) -> None:
    table_of(director, grown)
    seat = director.scene.seats[0]
    asleep = idle(director, ROLES)
    assert UNDO not in asleep
    assert (OK in asleep) == (director.view().ok is None)
    assert {next_button(other) for other in range(3) if other != seat} <= asleep


def test_draw_has_something_to_do_only_where_the_table_must_reveal_something(
    director: Director, prestige: LoadedGame
) -> None:
    plan = Plan("prestige", 3, 4, camera=NONE, options=(("events", "cards"), ("identities", "app")))
    evening = play_until(prestige, director.store, plan, lambda _session, ask: ask.id.key.endswith(".action"))
    table_of(director, evening.session)
    assert action_for(director, DRAW) is None
    assert DRAW in idle(director, ROLES)
    drawn = play_until(prestige, director.store, plan, lambda _session, ask: bool(ask.chance))
    table_of(director, drawn.session)
    (event,) = director.scene.blocking
    assert action_for(director, DRAW) == a.Open(event.id.n, scan=False)
    assert DRAW not in idle(director, ROLES)
    director.act(action_for(director, DRAW))
    assert action_for(director, DRAW) == director.view().ok


def test_a_kept_evening_is_told_by_its_date(director: Director, grown: Session) -> None:
    kept = director.store.evenings()[0]
    director.push("past")
    past = director.view()
    assert isinstance(past, PastView)
    assert past.rows[0].text.startswith(director.voice.date(kept.saved_at))
    assert str(kept.steps) in past.rows[0].text


def test_the_camera_screen_says_what_is_asked_and_what_to_show(director: Director, grown: Session) -> None:
    director.eyes = StillEyes(EyesReport(status=WATCHING))
    sit_down(director, grown)
    ask = director.scene.blocking[0]
    director.act(a.Open(ask.id.n, scan=True))
    look(director)
    view = director.view()
    assert isinstance(view, ScanView)
    assert view.bar.title == director.voice.say(ask.text)
    assert view.status == "Show the table to the camera."


def test_what_may_be_left_alone_is_said_to_be(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("offers"))
    view = director.view()
    assert isinstance(view, AskView)
    assert view.help == "Answer only what you like: the game goes on without."


def test_without_a_display_its_size_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    assert screen_size() is None


def test_the_display_tells_its_size() -> None:
    if not os.environ.get("DISPLAY"):
        pytest.skip("needs a display; `make test` brings a virtual one")
    size = screen_size()
    assert size is not None
    assert min(size) > 400


def test_a_secret_that_has_been_read_is_hidden_by_one_touch(prestige: LoadedGame, director: Director) -> None:
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    session = play_until(prestige, director.store, plan, lambda _session, ask: ask.secret).session
    sit_down(director, session)
    seat = director.scene.hidden[0].id.seat
    director.act(a.Go("secret", str(seat)))
    director.act(a.Do("reveal", str(seat)))
    shown = director.view()
    assert isinstance(shown, AskView)
    assert [button.text for button in shown.buttons] == ["Seen, hide it"]
    assert shown.buttons[0].action is not None
    director.act(shown.buttons[0].action)
    assert shown.statement not in repr(director.view())
