"""Leads through the screens: holds what is open, turns touches into commands, makes the view. No Kivy."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.cameras import Camera
from companion.config import OFF, Config, load_config, system_language
from companion.errors import CompanionError
from companion.eyes_protocol import EyesLike, EyesReport, StandLike, StandReport
from companion.games import BrokenGame, LoadedGame
from companion.store import Store
from companion.texts import Texts
from companion.viewmodels.actions import Action, Go
from companion.viewmodels.correct import Mending
from companion.viewmodels.draft import Draft
from companion.viewmodels.parts import View
from companion.viewmodels.voice import Voice
from rules.core.errors import RulesError, StaleAnswerError
from rules.core.value import TABLE, Msg

if TYPE_CHECKING:
    from companion.doctor import Check
    from companion.session import Session
    from companion.viewmodels.scene import Scene
    from companion.viewmodels.setup import Form
    from rules.core.sighting import Observation, Sighting
    from rules.core.state import State

Found = tuple[LoadedGame | BrokenGame, ...]
Background = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Does something slow elsewhere, and hands what it gave to a function in the director's own thread."""
Answered = tuple[tuple[tuple[object, ...], tuple[str, ...]], ...]
"""Loose pieces that have answered, each time with the script's answers up to this one: where it is undone they have not."""
LOOKING = ("scan", "what", "join")
"""Screens on which the camera is on."""
HOME, TABLE_SCREEN = Go("home"), Go("table")


class Director:
    """One app's screens and what is being done on them; one thread."""

    def __init__(  # noqa: PLR0913 - the app's parts, each of which a test may replace
        self,
        store: Store,
        games: Found | None = None,
        *,
        eyes: EyesLike | None = None,
        make_eyes: Callable[[LoadedGame, Config], EyesLike | None] | None = None,
        make_stand: Callable[[Config], StandLike | None] = lambda _config: None,
        examine: Callable[[], tuple[Check, ...]] = tuple,
        cameras: Callable[[Config], tuple[Camera, ...]] = lambda _config: (),
        folder: Path | None = None,
        settings: Path | None = None,
        dice: random.Random | None = None,
        language: str = "",
    ) -> None:
        """Begin at the home screen; ``folder`` takes copies of evenings, ``settings`` the choices: None for nowhere.

        ``make_eyes`` opens the camera for a game, where ``eyes`` are not given, ``make_stand`` for setting its stand
        up; ``examine`` tells how the box does, in the background; ``cameras`` lists what can be chosen.
        """
        self.store, self.eyes, self.folder, self.settings = store, eyes, folder, settings
        self.make_eyes, self.make_stand = make_eyes, make_stand
        self.examine, self.cameras = examine, cameras
        self.stand: StandLike | None = None
        """The camera while its stand is set up."""
        self.background: Background = at_once
        self._games, self._is_finding = games, False
        self.dice = dice or random.SystemRandom()
        self.prefs, problem = load_config(settings) if settings is not None else (Config(), None)
        self.texts = Texts(language or self.prefs.language or system_language(), self._playable())
        self.session: Session | None = None
        self.stack: list[Go] = [HOME]
        self.changed: Callable[[], None] = lambda: None
        self.language_changed: Callable[[], None] = lambda: None
        self.clear(problem)

    def clear(self, notice: Msg | None = None) -> None:
        """Forget everything half done."""
        self.draft, self.mending = Draft(), Mending()
        self.notice: Msg | None = notice
        self.form: Form | None = None
        self.error: CompanionError | None = None
        self.score_seat: int | None = None
        self.score_group = ""
        self.secret_seat: int | None = None
        self.swapping: int | None = None
        self.picked: int | None = None
        self.found_cameras: tuple[Camera, ...] = ()
        self.checks: tuple[Check, ...] | None = None
        """How the box does; None while that is being looked at."""
        self.typed = ""
        self.known: tuple[str, ...] = ()
        """The names of everybody who has played, the last evening's first."""
        self.deck = self.deck_card = ""
        self.join_step, self.numbers = 0, dict[str, int]()
        """Which view of a game begun without us is shown, and the numbers entered so far."""
        self.joins = False
        """True while such a game's set-up has still to be told."""
        self.join_from: State[Any] | None = None
        """Where taking over began: undone further, what comes before it is shown again."""
        self.join_by_touch = False
        """True where such views are told by touch although there is a camera."""
        self.report = EyesReport()
        self.stand_report = StandReport()
        self.photo = EyesReport()
        """The last steady picture of what lies on a grid, for the score to show."""
        self.made: Observation | None = None
        self.settled: Sighting | None = None
        self.used: tuple[str, ...] = ()
        """Loose pieces in the picture that have answered a question, until they leave it."""
        self.before: tuple[str, ...] = ()
        """Loose pieces that have answered any question since people sat down."""
        self.lately: tuple[object, Answered] = (None, ())
        """Where the script began that ran last, and the loose pieces that have answered in it."""
        self._scene: tuple[object, Scene] | None = None

    # ---- what there is -----------------------------------------------------------------
    @property
    def games(self) -> Found:
        """The games, loaded when first needed."""
        if self._games is None:
            self._games = _discover()
        return self._games

    def find_games(self) -> Found | None:
        """Return the games; while they are being loaded in the background None, and a change once they are there."""
        if self._games is None and not self._is_finding:
            self._is_finding = True
            self.background(_discover, self._take_games)
        return self._games

    def _take_games(self, found: Found) -> None:
        self._games = self._games or found
        self.changed()

    def _playable(self) -> tuple[LoadedGame, ...]:
        return tuple(game for game in self._games or () if isinstance(game, LoadedGame))

    def loaded(self, game_id: str) -> LoadedGame | None:
        """Return a game that can be played."""
        return next(
            (game for game in self.games if isinstance(game, LoadedGame) and game.id == game_id), None
        )

    @property
    def screen(self) -> str:
        """The name of the screen on top."""
        return self.stack[-1].screen

    @property
    def voice(self) -> Voice:
        """Speak of the running game, or of none."""
        if self.session is None:
            return Voice(self.texts)
        return Voice.at(self.texts, self.session.players, self.session.box)

    @property
    def scene(self) -> Scene:
        """The running evening as the screen's reader may see it; made once a moment."""
        if self.session is None:
            raise RuntimeError("no evening is running")
        key = (
            self.session.state,
            self.session.players,
            self.texts,
            self.secret_seat,
            self.session.undo_text(),
            self.session.undone_texts(),
            self.eyes is not None,
        )
        if self._scene is None or not _same(self._scene[0], key):
            from companion.viewmodels.scene import look_at

            seen = look_at(self.session, self.texts, self.secret_seat, has_eyes=self.eyes is not None)
            self._scene = (key, seen)
        return self._scene[1]

    @property
    def place(self) -> tuple[object, ...]:
        """Where among the screens people are, whatever they put together there."""
        return (*self.stack, self.form.step if self.form else "", self.join_step)

    # ---- moving about ------------------------------------------------------------------
    def push(self, screen: str, about: str = "") -> None:
        """Show a screen on top; what one person looks at does not stay under it for the next one to come back to."""
        if self.screen == "own":
            self.stack.pop()
        self.stack.append(Go(screen, about))

    def pop(self) -> None:
        """Leave the top screen."""
        if len(self.stack) > 1:
            self.stack.pop()
        if self.screen in {"home", "table"}:
            self.secret_seat = None

    def to_table(self) -> None:
        """Show the table and nothing on top of it."""
        self.stack = [HOME, TABLE_SCREEN]
        self.secret_seat = None

    def cover(self) -> bool:
        """Put away what one person alone was looking at; True where something was."""
        if self.screen != "own" and self.secret_seat is None:
            return False
        self.to_table()
        return True

    def view(self) -> View:
        """Make the view of the screen on top."""
        from companion.app.first_views import FIRST

        top = self.stack[-1]
        make = FIRST.get(top.screen)
        if make is None:
            from companion.app.views import VIEWS

            make = VIEWS[top.screen]
        return self._standing(self._noticed(make(self, top.about)))

    def _noticed(self, view: View) -> View:
        """Say a refusal or a warning on every screen, unless its view has one of its own."""
        said = self.say_notice()
        return msgspec.structs.replace(view, notice=said) if said and not view.notice else view

    def _standing(self, view: View) -> View:
        """Say on every screen of an evening whose turn it is and who leads, where its bar has room; the table's says it."""
        if self.session is None or view.bar.note or self.screen == "table":
            return view
        from companion.viewmodels.table import standing

        return msgspec.structs.replace(view, bar=msgspec.structs.replace(view.bar, note=standing(self.scene)))

    def say_notice(self) -> str:
        """Return the notice in words, or nothing."""
        return self.voice.say(self.notice) if self.notice else ""

    def second(self) -> int:
        """Return the second that a running clock shows; -1 while none runs."""
        clock = self.session.clock() if self.session else None
        return int(clock.total) if clock and clock.running else -1

    def clock_text(self) -> str:
        """Return the evening's clock in a few words; empty where it was never started."""
        if self.session is None:
            return ""
        from companion.viewmodels import clock

        seats = self.scene.seats
        return clock.small(self.voice, self.session.clock(), seats[0] if len(seats) == 1 else TABLE)

    # ---- doing -------------------------------------------------------------------------
    def act(self, action: Action | None) -> None:
        """Carry out what a touch or button asks for; a refusal becomes the screen's notice."""
        from companion.app.acts import ACTS

        if action is None:
            return
        self.notice = None
        try:
            ACTS[type(action)](self, action)
        except StaleAnswerError:
            pass
        except (RulesError, CompanionError) as error:
            self.notice = error.message
        self.watch()
        self.changed()

    def look(self) -> bool:
        """Take the camera's latest report; True where the screen must change."""
        if self.stand is not None:
            before, self.stand_report = self.stand_report, self.stand.poll()
            return self.stand_report is not before
        if self.eyes is None or self.screen not in LOOKING:
            return False
        from companion.app import evening

        return evening.look(self)

    def watch(self) -> None:
        """Turn the camera on where it is looked through, and off everywhere else."""
        if self.screen not in LOOKING:
            self.used = ()
        if self.eyes is not None and self.screen not in LOOKING and self.report.status != "off":
            self.eyes.stop()
            self.report, self.made, self.settled = EyesReport(), None, None
        if self.stand is not None and self.screen != "stand":
            self.stand.stop()
            self.stand, self.stand_report = None, StandReport()

    def close(self) -> None:
        """Let go of evening and camera."""
        self._close_eyes()
        if self.stand is not None:
            self.stand.stop()
        if self.session is not None:
            self.session.close()
            self.session = None

    def open_eyes(self, loaded: LoadedGame) -> None:
        """Open the camera for a game, unless it is switched off."""
        if self.make_eyes is None:
            return
        self._close_eyes()
        self.eyes = self.make_eyes(loaded, self.prefs) if self.prefs.camera != OFF else None

    def _close_eyes(self) -> None:
        """Stop looking; eyes of our own are closed for good, and nobody waits until their thread is gone."""
        eyes = self.eyes
        if eyes is None:
            return
        eyes.stop()
        self.report, self.made, self.settled = EyesReport(), None, None
        if self.make_eyes is not None:
            self.eyes = None
            self.background(eyes.close, lambda _done: None)


def _discover() -> Found:
    """Load the games, and what the next screens need: the first one must not wait for either."""
    from companion.app import acts, views  # noqa: F401 - loaded here so that the next touch finds them there
    from companion.games import discover

    return discover()


def at_once(work: Callable[[], Any], done: Callable[[Any], None]) -> None:
    """Do something slow here and now."""
    done(work())


def _same(one: object, other: object) -> bool:
    """Compare by identity of the state, which is large, and by equality of the rest."""
    return (
        isinstance(one, tuple)
        and isinstance(other, tuple)
        and one[0] is other[0]
        and one[2] is other[2]
        and (one[1], *one[3:]) == (other[1], *other[3:])
    )
