"""The Kivy application: one window, screens made when first shown, a clock that drains the mailbox."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.app.director import Director
from companion.app.fingers import Fingers
from companion.app.idle import Idle
from companion.app.mailbox import Mailbox
from companion.app.window import is_portrait, scale
from companion.errors import message_of
from companion.eyes_protocol import OFF
from companion.i18n import install
from companion.screens import stock
from companion.theme import INK
from companion.viewmodels.actions import Action
from hardware.errors import HardwareError
from hardware.ports import Panel
from hardware.presses import PressGate
from hardware.roles import Role
from hardware.screen_panel import ScreenPanel
from hardware.signals import Signal
from rules.core.value import Msg, msg

if TYPE_CHECKING:
    from companion.app.panel_bar import PanelBar

TICKS = 15
"""Times a second that camera and panel are asked for news."""
LIVELY, CALM, DIM, LINGER = 60, 12, 4, 2.0
"""Frames a second while somebody touches the screen or looks through the camera, and this long (s) after; else; and
while the screen is dim, when all there is to do is to wake."""
STILL = 20.0
"""Seconds without a touch after which drawn lights stay lit: each flash draws the whole screen anew."""
VEIL = 0.82
"""How dark the dimmed screen is."""
FindPanel = Callable[[], tuple[Panel | None, Msg | None]]


class CompanionApp(App):
    """The touchscreen app over a director; real panel and eyes where there are any."""

    portrait = BooleanProperty(False)

    def __init__(
        self,
        director: Director,
        panel: Panel | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        **kwargs: Any,
    ) -> None:
        """Lead by a director; without a panel one is drawn on the screen."""
        super().__init__(**kwargs)
        self.title = "Tabletop Companion"
        self.director, self.clock = director, clock
        self.panel: Panel = panel or ScreenPanel()
        self.gate, self.mailbox = PressGate(), Mailbox()
        self.fingers = Fingers(self.gate)
        self.idle = Idle(director.prefs.dim, clock())
        self.bar: PanelBar | None = None
        self._question: object = None
        self._second = -1
        self._is_shown = False
        self._late: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []
        self._listen()

    def _listen(self) -> None:
        self.director.changed = self.refresh
        self.director.language_changed = self.rebuild
        self.director.background = self.aside

    def aside(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Do something slow in a thread of its own, the first screen never waiting; what it gave comes by the mailbox.

        So does what went wrong there, which is said: nobody is to wait for it.
        """
        if not self._is_shown:
            self._late.append((work, done))
            return

        def run() -> None:
            try:
                found = work()
            except Exception as error:  # noqa: BLE001 - whatever it is, the app goes on
                problem = message_of(error)
                self.mailbox.post(lambda: self._say(problem))
                return
            self.mailbox.post(lambda: done(found))

        threading.Thread(target=run, name="aside", daemon=True).start()

    def _say(self, problem: Msg) -> None:
        self.director.notice = problem
        self.refresh()

    def follow(self, director: Director) -> None:
        """Lead by another director from now on; the old one is left as it is."""
        self.director = director
        self._listen()
        self.rebuild()

    # ---- building ------------------------------------------------------------------------
    def build(self) -> Any:
        """Build the window with the home screen in it, and nothing else yet."""
        install(self.director.texts)
        Window.clearcolor = INK.back
        self._measure()
        self.root_box = FloatLayout()
        self.column = BoxLayout(orientation="vertical")
        self.manager = ScreenManager(transition=NoTransition())
        self.column.add_widget(self.manager)
        self.root_box.add_widget(self.column)
        Window.bind(size=lambda *_: self.rebuild())
        self.rebuild()
        Window.bind(on_touch_down=self._wake)
        Clock.schedule_interval(self.tick, 1 / TICKS)
        # The second frame's beginning: the first one has been drawn.
        Clock.schedule_once(lambda _dt: Clock.schedule_once(self._be_shown))
        return self.root_box

    def _be_shown(self, _seconds: float) -> None:
        """Do what the first screen did not wait for."""
        self._is_shown = True
        late, self._late = self._late, []
        for work, done in late:
            self.aside(work, done)

    def _measure(self) -> None:
        size = (int(Window.width), int(Window.height))
        scale(size, self.director.prefs.text, self.director.prefs.width_mm)
        self.portrait = is_portrait(size)

    def rebuild(self) -> None:
        """Make every screen anew: for another size, another language, larger letters."""
        install(self.director.texts)
        self._measure()
        if self.manager.screens:
            from companion.screens.widgets.scroll import forget_rows  # no list is needed for the first screen

            self.manager.clear_widgets()
            forget_rows()
        if self.bar is not None:
            self.column.remove_widget(self.bar)
            self.bar = None
        self.idle.minutes = self.director.prefs.dim
        self.refresh()

    # ---- showing -------------------------------------------------------------------------
    def lead(self, action: Action, touch: Any) -> None:
        """Take a touch from a screen, unless it was meant for what was there before."""
        if self.fingers.mean(touch):
            self.director.act(action)

    def refresh(self) -> None:
        """Show what the director is at now."""
        view = self.director.view()
        name = view.screen
        if self.manager.has_screen(name):
            self.manager.get_screen(name).show(view)
        else:
            self.manager.add_widget(stock.make(view, name, self.lead))
        if name == "event" != self.manager.current and self.director.prefs.motion:
            self.manager.get_screen(name).slide_in()
        self.manager.current = name
        self.idle.minutes = self.director.prefs.dim
        session = self.director.session
        self.fingers.show(self.director.place, session and session.state, self.clock())
        self._show_panel()

    def _show_panel(self) -> None:
        session = self.director.session
        signals = self._signals()
        self.panel.show(signals)
        asked = session and session.state
        if asked is not self._question:
            self._question = asked
            if self.idle.stir(self.clock()):
                self._veil(0)
        if session is not None and isinstance(self.panel, ScreenPanel):
            bar = self._draw_panel(self.panel)
            bar.seat(session.players)
            bar.tell(signals, self._idle_buttons())
        elif self.bar is not None and self.bar.parent is not None:
            self.column.remove_widget(self.bar)

    def _draw_panel(self, panel: ScreenPanel) -> PanelBar:
        """Show the drawn panel; it is made when the first evening begins."""
        if self.bar is None:
            from companion.app.panel_bar import PanelBar

            stock.load("panel")
            self.bar = PanelBar(panel, self.clock, self.director.voice)
        if self.bar.parent is None:
            self.column.add_widget(self.bar)
        return self.bar

    def _signals(self) -> Mapping[Role, Signal]:
        if self.director.session is None:
            return {}
        from companion.app import buttons

        return buttons.signals(self.director)

    def _idle_buttons(self) -> frozenset[Role]:
        from companion.app import buttons

        return buttons.idle(self.director, self.panel.roles)

    # ---- the clock -----------------------------------------------------------------------
    def tick(self, _seconds: float = 0.0) -> None:
        """Read the mailbox, the panel and the camera."""
        now = self.clock()
        self.mailbox.read()
        try:
            self._poll_panel(now)
        except HardwareError:
            self._lose_panel()
        if self.director.look() or self._is_time():
            self.refresh()
        if self.bar is not None and not self.idle.is_dim:
            self.bar.glow(steady=self.idle.age(now) > STILL)
        if self.idle.tick(now):
            if self.director.cover():
                self.refresh()
            self._veil(VEIL)
        Clock._max_fps = self.pace(now)  # noqa: SLF001 - Kivy has no other way to run slower at rest

    def pace(self, now: float) -> int:
        """Return how many frames a second are worth their power now."""
        if self.idle.is_dim:
            return DIM
        is_looking = self.director.report.status != OFF or self.director.stand is not None
        lively = self.idle.age(now) < LINGER or is_looking
        return LIVELY if lively else CALM

    def _is_time(self) -> bool:
        """Tell whether the clock on the table shows another second."""
        if self.idle.is_dim or self.director.screen != "table":
            return False
        before, self._second = self._second, self.director.second()
        return before != self._second

    def _poll_panel(self, now: float) -> None:
        for event in self.panel.poll(now):
            if self.gate.takes(event) and not self._dim_press(now):
                self._press(event.role)
        self.panel.tick(now)

    def _press(self, role: Role) -> None:
        from companion.app import buttons

        self.director.act(buttons.action_for(self.director, role))

    def wire(self, find_panel: FindPanel) -> None:
        """Put a panel in the place of the drawn one once it is found; the first screen does not wait for it.

        Where ``find_panel`` says that something is wrong with it, that is shown.
        """
        self.aside(find_panel, self._take_panel)

    def _take_panel(self, found: tuple[Panel | None, Msg | None]) -> None:
        panel, self.director.notice = found[0], found[1] or self.director.notice
        if panel is not None:
            self.panel.close()
            self.panel = panel
            self.rebuild()
        elif found[1] is not None:
            self.refresh()

    @property
    def wired(self) -> int:
        """Count the buttons and lights on pins."""
        return 0 if isinstance(self.panel, ScreenPanel) else len(self.panel.roles)

    def _lose_panel(self) -> None:
        """Go on with a panel drawn on the screen: the real one has been unplugged."""
        self.panel.close()
        self.panel = ScreenPanel()
        self.director.notice = msg("app.panel.lost")
        self.rebuild()

    def _dim_press(self, now: float) -> bool:
        woke = self.idle.touch(now)
        if woke:
            self._veil(0)
        return woke

    def _wake(self, _window: Any, touch: Any) -> bool:
        """Let the touch that wakes the screen do nothing else."""
        now = self.clock()
        self.fingers.come(touch, now)
        return self._dim_press(now)

    def _veil(self, dark: float) -> None:
        after = self.root_box.canvas.after
        after.clear()
        if dark:
            with after:
                Color(0, 0, 0, dark)
                Rectangle(pos=(0, 0), size=Window.size)

    def on_stop(self) -> None:
        """Leave lights and camera as they should be found."""
        self.panel.close()
        self.director.close()
