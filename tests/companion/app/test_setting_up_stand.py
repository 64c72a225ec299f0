"""Setting the camera's stand up: from the settings, by a figure that grows, and the camera is let go afterwards."""

from __future__ import annotations

from companion.app.director import Director
from companion.config import OFF, Config
from companion.eyes_protocol import LOST, EyesReport, StandReport
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.settings import SettingsView
from companion.viewmodels.stand import StandView
from rules.core.value import msg


class Lens:
    """A camera whose lens is turned by hand."""

    def __init__(self) -> None:
        self.report = StandReport()
        self.told: list[str] = []

    def start(self) -> None:
        self.told.append("on")

    def stop(self) -> None:
        self.told.append("off")

    def poll(self) -> StandReport:
        return self.report

    def show(self, focus: int, best: int, light: str = "good", size: str = "close") -> None:
        self.report = StandReport(EyesReport("watching", focus), focus, best, light, size, 2.44, 5)


def begun(lens: Lens | None) -> Director:
    director = Director(Store(None), (), make_stand=lambda _config: lens, language="en")
    director.act(a.Go("settings"))
    settings = director.view()
    assert isinstance(settings, SettingsView)
    director.act(next(button.action for button in settings.buttons))
    return director


def shown(director: Director) -> StandView:
    view = director.view()
    assert isinstance(view, StandView)
    return view


def test_the_figure_and_its_best_follow_the_lens_and_say_when_to_turn_back() -> None:
    lens = Lens()
    director = begun(lens)
    assert lens.told == ["on"]
    said = []
    for focus, best in ((20, 20), (64, 64), (41, 64), (63, 64)):
        lens.show(focus, best)
        assert director.look()
        assert not director.look()
        view = shown(director)
        assert view.figure == str(focus)
        assert (view.share, view.best_share) == (focus / 100, best / 100)
        said.append((view.is_sharp, view.advice))
    assert [is_sharp for is_sharp, _ in said] == [False, True, False, True]
    assert len({advice for _, advice in said}) == 3


def test_light_and_size_are_said_with_a_warning_where_they_are_not_well() -> None:
    lens = Lens()
    director = begun(lens)
    marks = {}
    for light, size in (("good", "good"), ("dark", "small"), ("uneven", "none")):
        lens.show(60, 60, light, size)
        director.look()
        view = shown(director)
        assert view.lines[0].text == director.voice(f"app.stand.light.{light}")
        marks[light, size] = tuple(line.mark.shape for line in view.lines)
    assert marks["good", "good"] == ("check", "check")
    assert marks["dark", "small"] == ("warn", "warn")
    assert marks["uneven", "none"] == ("warn", "info")


def test_module_sizes_are_written_as_the_language_does() -> None:
    lens = Lens()
    director = begun(lens)
    lens.show(60, 60)
    director.look()
    assert "2.4" in shown(director).lines[1].text
    director.act(a.Set("language", "pt_BR"))
    assert "2,4" in shown(director).lines[1].text


def test_beginning_anew_and_leaving_are_told_to_the_camera() -> None:
    lens = Lens()
    director = begun(lens)
    director.act(a.Do("stand"))
    director.act(a.Back())
    assert lens.told == ["on", "on", "off"]
    assert not director.look()


def test_a_lost_camera_says_why() -> None:
    lens = Lens()
    director = begun(lens)
    lens.report = StandReport(EyesReport(LOST, error=msg("app.scan.lost")), best=50)
    director.look()
    assert shown(director).advice == director.voice("app.scan.lost")


def test_without_a_camera_the_screen_says_so_and_settings_offer_none_when_it_is_off() -> None:
    view = shown(begun(None))
    assert view.advice
    assert [button.action for button in view.buttons] == [a.Back()]
    director = Director(Store(None), (), language="en")
    director.prefs = Config(camera=OFF)
    director.act(a.Go("settings"))
    settings = director.view()
    assert isinstance(settings, SettingsView)
    assert settings.buttons == ()
