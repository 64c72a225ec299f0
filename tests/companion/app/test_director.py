"""Moving through the screens: setting up, going on, seats, settings, broken evenings."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from companion.app import evening
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.idle import GRACE, Idle
from companion.app.mailbox import Mailbox
from companion.app.names import typed
from companion.app.outfit import eyes_for
from companion.app.staging import StillEyes
from companion.cameras import Camera
from companion.config import FILE, Config, load_config
from companion.doctor import Check, amber
from companion.errors import JournalError
from companion.eyes_protocol import EyesReport
from companion.games import BrokenGame, LoadedGame
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.home import HomeView, PastView, SureView
from companion.viewmodels.parts import Mark
from companion.viewmodels.settings import HealthView, SettingsView
from companion.viewmodels.setup import NameView, SetupView
from rules.core.errors import DataError
from rules.core.value import msg


def begin(director: Director) -> SetupView:
    director.act(a.Do("new", "prestige"))
    view = director.view()
    assert isinstance(view, SetupView)
    return view


def write_name(director: Director, name: str) -> None:
    for letter in name:
        director.act(a.Type(letter))
    director.act(a.Do("named"))


def test_a_first_evening_needs_four_touches(director: Director) -> None:
    begin(director)
    for _ in range(3):
        director.act(director.view().ok)
    assert director.screen == "table"
    assert director.session is not None
    assert len(director.session.players) == 3


def test_everybody_gets_a_colour_and_shape_of_their_own(director: Director) -> None:
    begin(director)
    director.act(a.Do("add"))
    director.act(a.Do("remark", "0"))
    assert director.form is not None
    marks = [(player.colour, player.shape) for player in director.form.players]
    assert len({colour for colour, _ in marks}) == len({shape for _, shape in marks}) == 4


def test_no_more_people_than_the_game_takes(director: Director) -> None:
    view = begin(director)
    director.act(view.buttons[0].action)
    full = director.view()
    assert isinstance(full, SetupView)
    assert full.buttons[0].action is None


def test_no_fewer_people_than_the_game_needs(director: Director) -> None:
    begin(director)
    director.act(a.Do("remove", "0"))
    view = director.view()
    assert isinstance(view, SetupView)
    assert all(row[2].action is None for row in view.rows)


def test_a_name_is_typed_on_the_screen(director: Director) -> None:
    begin(director)
    director.act(a.Go("name", "1"))
    write_name(director, "ana lu")
    assert director.form is not None
    assert director.form.players[1].name == "Ana Lu"
    assert director.screen == "setup"


def test_an_empty_name_is_not_taken(director: Director) -> None:
    begin(director)
    director.act(a.Go("name", "1"))
    view = director.view()
    assert isinstance(view, NameView)
    assert view.ok is None


def test_the_chosen_rules_and_start_player_reach_the_game(director: Director) -> None:
    begin(director)
    director.act(a.Set("option.events", "digital"))
    director.act(a.Set("level", "scorekeeper"))
    director.act(a.Set("first", 2))
    director.act(a.Do("start"))
    assert director.session is not None
    setup = director.session.setup
    assert (setup.option("events"), setup.level, setup.first) == ("digital", "scorekeeper", 2)


def test_chance_picks_the_start_player(director: Director) -> None:
    begin(director)
    director.act(a.Go("picker"))
    director.act(a.Do("draw_pick"))
    picked = director.picked
    director.act(a.Do("use_pick"))
    assert director.form is not None
    assert director.form.first == picked


def test_a_game_that_already_runs_is_entered_by_hand(director: Director) -> None:
    begin(director)
    director.act(a.Set("running", 1))
    director.act(a.Do("start"))
    assert director.screen == "join"


def test_last_times_people_are_offered_again(director: Director) -> None:
    begin(director)
    director.act(a.Go("name", "0"))
    write_name(director, "bia")
    director.act(a.Do("start"))
    director.act(a.Home())
    begin(director)
    assert director.form is not None
    assert director.form.players[0].name == "Bia"


def test_an_open_evening_goes_on_from_the_home_screen(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    steps = len(grown.log())
    director.act(a.Home())
    view = director.view()
    assert isinstance(view, HomeView)
    director.act(view.ok)
    assert director.session is not None
    assert director.session.id == grown.id
    assert len(director.session.log()) == steps


def test_an_evening_is_deleted_only_after_a_second_touch(director: Director, grown: Session) -> None:
    grown.close()
    director.act(a.Go("past"))
    past = director.view()
    assert isinstance(past, PastView)
    director.act(past.rows[0].action)
    kept = director.view()
    assert isinstance(kept, SureView)
    director.act(kept.buttons[-1].action)
    assert len(director.store.evenings()) == 1
    sure = director.view()
    assert isinstance(sure, SureView)
    director.act(sure.buttons[0].action)
    assert director.store.evenings() == ()
    assert director.screen == "past"


def test_people_change_places_and_names_in_play(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    first, second = grown.players[:2]
    director.act(a.Go("seats"))
    director.act(a.Do("swap", "0"))
    director.act(a.Do("swap", "1"))
    assert grown.players[:2] == (second, first)
    director.act(a.Go("name", "0"))
    director.typed = ""
    write_name(director, "zoe")
    assert grown.players[0].name == "Zoe"


def test_somebody_leaves_and_comes_back(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("seats"))
    director.act(a.Go("leave", "1"))
    director.act(a.Do("leave", "1"))
    assert not grown.players[1].here
    assert director.screen == "seats"
    director.act(a.Do("join", "1"))
    assert grown.players[1].here


def test_the_language_changes_in_play(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    english = director.view().bar.title
    director.act(a.Set("language", "pt_BR"))
    assert director.view().bar.title != english
    assert director.view().bar.title.startswith("Vez de ")


def test_the_level_changes_in_play(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("settings"))
    director.act(a.Set("level", "scorekeeper"))
    assert director.scene.level == "scorekeeper"


def test_choices_are_kept_on_disk(tmp_path: Path, prestige: LoadedGame) -> None:
    one = Director(Store(None), (prestige,), settings=tmp_path, language="en")
    for field, value in (("text", "large"), ("motion", 0), ("camera", "v4l2:1"), ("language", "pt_BR")):
        one.act(a.Set(field, value))
    again = Director(Store(None), (prestige,), settings=tmp_path)
    assert again.prefs == Config("pt_BR", "v4l2:1", text="large", motion=False)
    assert again.texts.language == "pt_BR"


def test_a_language_for_one_evening_is_not_kept(tmp_path: Path, prestige: LoadedGame) -> None:
    one = Director(Store(None), (prestige,), settings=tmp_path, language="pt_BR")
    one.act(a.Set("sound", 0))
    assert load_config(tmp_path)[0] == Config(sound=False)


def test_a_broken_file_of_choices_is_said_and_choices_hold_for_now(
    tmp_path: Path, prestige: LoadedGame
) -> None:
    (tmp_path / FILE).write_text("text = 'gigantic'")
    director = Director(Store(None), (prestige,), settings=tmp_path, language="en")
    assert str(tmp_path / FILE) in director.view().notice
    director.act(a.Go("settings"))
    director.act(a.Set("text", "huge"))
    assert director.prefs.text == "huge"
    assert str(tmp_path / FILE) in director.view().notice


def test_choices_survive_a_disk_that_takes_nothing(tmp_path: Path, prestige: LoadedGame) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    director = Director(Store(None), (prestige,), settings=blocked, language="en")
    director.act(a.Set("text", "huge"))
    assert director.prefs.text == "huge"
    assert director.notice is not None


def test_every_camera_there_is_can_be_chosen(prestige: LoadedGame, grown: Session) -> None:
    opened = []
    found = (
        Camera("rpicam:", msg("core.camera.pi")),
        Camera("v4l2:2", msg("core.camera.device", name="Lens")),
    )
    director = Director(
        Store(None),
        (prestige,),
        make_eyes=lambda _loaded, config: opened.append(config.camera),
        cameras=lambda _config: found,
        language="en",
    )
    sit_down(director, grown)
    director.act(a.Go("settings"))
    view = director.view()
    assert isinstance(view, SettingsView)
    offered = next(each for each in view.choices if each.title == "Camera").buttons
    assert [button.action for button in offered] == [
        a.Set("camera", spec) for spec in ("", "rpicam:", "v4l2:2", "off")
    ]
    assert offered[2].text == "Lens"
    for button in offered[1:]:
        director.act(button.action)
    assert opened == ["", "rpicam:", "v4l2:2"]
    assert director.eyes is None


def test_an_evening_left_leaves_no_thread_and_no_decoder_behind(
    prestige: LoadedGame, director: Director, grown: Session, tmp_path: Path
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), np.full((120, 160), 200, np.uint8))
    director.make_eyes = lambda loaded, config: eyes_for(loaded, replace(config, camera=f"folder:{tmp_path}"))

    def looking() -> int:
        return [thread.name for thread in threading.enumerate()].count("eyes")

    sit_down(director, grown)
    for _ in range(3):
        assert director.eyes is not None
        director.eyes.start("city")
        assert looking() == 1
        director.act(a.Set("camera", ""))
    evening.leave(director)
    assert director.eyes is None
    assert looking() == 0


def test_the_way_to_the_camera_goes_as_soon_as_it_is_switched_off(
    prestige: LoadedGame, director: Director, grown: Session
) -> None:
    director.make_eyes = lambda _loaded, _config: StillEyes(EyesReport())
    sit_down(director, grown)
    has_eyes = [director.scene.has_eyes]
    for choice in ("off", ""):
        director.act(a.Set("camera", choice))
        has_eyes.append(director.scene.has_eyes)
    assert has_eyes == [True, False, True]


def test_health_is_looked_at_in_the_background_and_said_in_one_sentence(prestige: LoadedGame) -> None:
    waiting: list[Callable[[], None]] = []
    checks = (Check("disk", "green", msg("core.doctor.power")), amber("camera", "no_camera"))
    director = Director(Store(None), (prestige,), examine=lambda: checks, language="en")
    director.background = lambda work, done: waiting.append(lambda: done(work()))
    director.act(a.Go("health"))
    before = director.view()
    assert isinstance(before, HealthView)
    assert before.title
    assert not before.lines
    waiting.pop()()
    view = director.view()
    assert isinstance(view, HealthView)
    assert view.title != before.title
    assert len(view.lines) == 2
    assert view.mark == Mark("warn", "accent")
    assert len(view.fine) == 1
    director.act(a.Do("examine"))
    assert director.view() == before


def test_a_broken_game_is_greyed_out_and_the_others_stay(prestige: LoadedGame) -> None:
    broken = BrokenGame("wrong", DataError("core.data_missing", file="cards.toml"))
    view = Director(Store(None), (prestige, broken), language="en").view()
    assert isinstance(view, HomeView)
    assert [button.action is None for button in view.games] == [False, True]
    assert "cards.toml" in view.games[1].note


def test_an_evening_that_cannot_be_read_offers_a_way_on(tmp_path: Path, prestige: LoadedGame) -> None:
    director = Director(Store(tmp_path), (prestige,), language="en", dice=random.Random(1))
    begin(director)
    director.act(a.Do("start"))
    director.act(a.Home())
    file = next(path for path in tmp_path.iterdir() if path.is_file())
    before = b"this is not an evening any more" * 40
    file.write_bytes(before)
    director.act(a.Do("resume", director.store.evenings()[0].id))
    assert isinstance(director.error, JournalError)
    view = director.view()
    assert isinstance(view, SureView)
    assert view.text
    assert any(button.action == a.Do("back") for button in view.buttons)
    assert file.read_bytes() == before


def test_a_name_has_capitals_and_one_blank_at_a_time() -> None:
    text = ""
    for key in "  ana   maria":
        text = typed(text, key)
    assert text == "Ana Maria"
    assert typed("A", "<") == ""
    assert typed("", "<") == ""


def test_the_touch_that_wakes_the_screen_does_nothing_else() -> None:
    idle = Idle(2, now=0.0)
    assert not idle.touch(10.0)
    assert not idle.tick(129.0)
    assert idle.tick(130.0)
    assert idle.is_dim
    assert idle.touch(200.0)
    assert idle.touch(200.0 + GRACE / 2)
    assert not idle.touch(200.0 + 2 * GRACE)


def test_a_screen_that_never_dims_stays_on() -> None:
    idle = Idle(0, now=0.0)
    assert not idle.tick(1e6)


def test_letters_are_read_in_order_and_those_of_meanwhile_next_time() -> None:
    box, read = Mailbox(), []
    box.post(lambda: read.append(1))
    box.post(lambda: box.post(lambda: read.append(3)))
    box.post(lambda: read.append(2))
    assert box.read() == 3
    assert read == [1, 2]
    assert box.read() == 1
    assert read == [1, 2, 3]
