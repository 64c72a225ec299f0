"""The panel drawn on the screen, for a table without buttons and lights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.theme import INK
from companion.viewmodels.parts import NO_MARK, Mark
from hardware.roles import DRAW, OK, UNDO, Kind, Role, light, next_button
from hardware.screen_panel import ScreenPanel
from hardware.signals import Rhythm, Signal

TABLE_WIDE = (
    (UNDO, "undo", "app.panel.undo"),
    (DRAW, "cards", "app.panel.cards"),
    (OK, "check", "app.panel.check"),
)
ROW = 58
"""How high a row of keys is, in dp; upright, where a row holds no names, there are two."""


class PanelKey(ButtonBehavior, BoxLayout):
    """One button of the panel, with its light where it has one."""

    role = ObjectProperty(None)
    mark = ObjectProperty(NO_MARK)
    text = StringProperty("")
    lamp = ListProperty(INK.white)
    lit = ObjectProperty(False)
    told = BooleanProperty(False)
    """True while its light is to tell something."""
    won = BooleanProperty(False)
    """True for a winner: a cup instead of a light, which would look like a turn."""
    has_lamp = ObjectProperty(False)
    cup = ObjectProperty(Mark("trophy", "accent"))
    idle = BooleanProperty(False)
    """True while the button has nothing to do."""


class PanelBar(GridLayout):
    """A row of buttons and lights; it presses and reads a ``ScreenPanel``."""

    def __init__(self, panel: ScreenPanel, clock: Any, say: Callable[[str], str], **kwargs: Any) -> None:
        """Draw a panel; ``clock`` gives the seconds its presses are stamped with, ``say`` the words on it."""
        super().__init__(**kwargs)
        self.panel, self.clock, self.say = panel, clock, say
        self.spacing, self.padding = dp(8), (dp(12), dp(4))
        self.size_hint_y, self.height = None, dp(ROW + 8)
        self._people: tuple[Any, ...] | None = None
        self._signals: Mapping[Role, Signal] = {}

    def seat(self, players: tuple[Any, ...]) -> None:
        """Draw a button and a light for everybody at the table."""
        if players == self._people:
            return
        self._people = players
        self.clear_widgets()
        for at, player in enumerate(players):
            if next_button(at) in self.panel.roles:
                self._add(next_button(at), Mark(player.shape, player.colour), player.name, has_lamp=True)
        for role, shape, text in TABLE_WIDE:
            if role in self.panel.roles:
                self._add(role, Mark(shape), self.say(text), has_lamp=False)
        self._arrange()

    def _arrange(self) -> None:
        count = max(1, len(self.children))
        rows = 2 if Window.height > Window.width and count > 4 else 1
        self.cols = -(-count // rows)
        self.height = dp(rows * ROW + (rows - 1) * 8 + 8)

    def _add(self, role: Role, mark: Mark, text: str, *, has_lamp: bool) -> None:
        # A press is as long as the finger stays: the panel debounces by itself.
        key = PanelKey(role=role, mark=mark, text=text, has_lamp=has_lamp, min_state_time=0)
        key.bind(state=self._take)
        self.add_widget(key)

    def _take(self, key: PanelKey, state: str) -> None:
        """Press or release; by state, for a finger that slides off the key lifts without an ``on_release``."""
        edge = self.panel.press if state == "down" else self.panel.release
        edge(key.role, self.clock())

    def tell(self, signals: Mapping[Role, Signal], idle: frozenset[Role] = frozenset()) -> None:
        """Note what the lights are to tell and which buttons have nothing to do, and show it at once."""
        self._signals = signals
        for key in self.children:
            key.idle = key.role in idle
        self.panel.tick(self.clock())
        self.glow()

    def glow(self, *, steady: bool = False) -> None:
        """Bring the drawn lights to what the panel shows; ``steady`` keeps them lit, and the screen at rest."""
        lights = dict(self.panel.frame.lights)
        for key in self.children:
            if key.role.kind is Kind.NEXT:
                signal = self._signals.get(light(key.role.seat))
                key.won = signal is not None and signal.rhythm is Rhythm.WIN
                key.told = signal is not None and not key.won
                glow = lights.get(light(key.role.seat))
                key.lit = (steady or bool(glow and glow.is_lit)) and key.told
                if signal is not None:
                    key.lamp = [part / 255 for part in msgspec.structs.astuple(signal.colour)] + [1]
                elif glow:
                    key.lamp = [glow.colour.red / 255, glow.colour.green / 255, glow.colour.blue / 255, 1]
