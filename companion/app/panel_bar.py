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

from companion.screens.widgets.text import measure
from companion.theme import INK, READABLE
from companion.viewmodels.parts import NO_MARK, Mark
from hardware.roles import DRAW, OK, UNDO, Kind, Role, light, next_button
from hardware.screen_panel import ScreenPanel
from hardware.signals import Rhythm, Signal

TABLE_WIDE = (
    (UNDO, "undo", "app.panel.undo"),
    (DRAW, "cards", "app.panel.cards"),
    (OK, "check", "app.panel.check"),
)
ROW, GAP = 58, 8
"""How high a row of keys is and how far apart keys are, in dp."""
FEW, MANY = 4, 7
"""Upright, so many people fit into a row; lying, so many keys with words."""
SLIM = 0.6
"""How wide a key without words is against one with a name."""
LAMP, SYMBOL, APART = 26, 22, 12
"""How wide a light, a symbol and all gaps within a key are, in dp, as its rule in ``panel.kv`` lays them out."""
WIDE, INSETS = 130, (6, 12)
"""From so many dp on a key has a wide margin instead of a narrow one."""
ABOVE = 8
"""The margin above and below what is in a key, in dp."""
CUT = "\N{HORIZONTAL ELLIPSIS}"


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

    def inset_in(self, width: float) -> float:
        """Return the margin at either side of a key of this width, in pixels."""
        return float(dp(INSETS[width > dp(WIDE)]))

    def symbol_in(self, width: float) -> bool:
        """Tell whether the symbol has room beside the words; a light or the words alone tell as much."""
        return not self.has_lamp or self._words_fit(self.text, width, symbol=True)

    def words_in(self, width: float) -> str:
        """Return the words as far as a key of this width has room for them; a name is cut, another word left out."""
        symbol = self.symbol_in(width)
        if self._words_fit(self.text, width, symbol=symbol):
            return self.text
        if not self.has_lamp:
            return ""
        ends = range(len(self.text) - 1, 0, -1)
        cuts = (self.text[:end].rstrip() + CUT for end in ends)
        return next((cut for cut in cuts if self._words_fit(cut, width, symbol=symbol)), self.text[:1])

    def _words_fit(self, text: str, width: float, *, symbol: bool) -> bool:
        parts = APART + (LAMP if self.has_lamp else 0) + (SYMBOL if symbol else 0)
        room = width - 2 * self.inset_in(width) - dp(parts)
        longest, size = max(text.split() or [""], key=len), int(dp(READABLE))
        if measure(longest, size, 0, bold=False)[0] > room:
            return False
        return measure(text, size, int(room), bold=False)[1] <= dp(ROW - 2 * ABOVE)


class PanelBar(BoxLayout):
    """Buttons and lights in rows, people before what is everybody's; it presses and reads a ``ScreenPanel``."""

    def __init__(self, panel: ScreenPanel, clock: Any, say: Callable[[str], str], **kwargs: Any) -> None:
        """Draw a panel; ``clock`` gives the seconds its presses are stamped with, ``say`` the words on it."""
        super().__init__(orientation="vertical", **kwargs)
        self.panel, self.clock, self.say = panel, clock, say
        self.spacing, self.padding = dp(GAP), (dp(12), dp(4))
        self.size_hint_y, self.height = None, dp(ROW + GAP)
        self.keys: list[PanelKey] = []
        self._people: tuple[Any, ...] | None = None
        self._signals: Mapping[Role, Signal] = {}

    def seat(self, players: tuple[Any, ...]) -> None:
        """Draw a button and a light for everybody at the table."""
        if players == self._people:
            return
        self._people = players
        people = [
            self._key(next_button(at), Mark(player.shape, player.colour), player.name, has_lamp=True)
            for at, player in enumerate(players)
            if next_button(at) in self.panel.roles
        ]
        table = [
            self._key(role, Mark(shape), self.say(text), has_lamp=False)
            for role, shape, text in TABLE_WIDE
            if role in self.panel.roles
        ]
        self.keys = [*people, *table]
        self._lay(people, table)

    def _lay(self, people: list[PanelKey], table: list[PanelKey]) -> None:
        """Lay the keys out: lying all in one row, upright people first, in two rows where they are many."""
        rows = [[*people, *table]]
        if Window.height > Window.width and len(self.keys) > FEW:
            first = -(-len(people) // 2) if len(people) > FEW else len(people)
            rows = [people[:first], people[first:], table]
        elif len(self.keys) > MANY:
            for key in table:
                key.size_hint_x = SLIM
        rows = [row for row in rows if row]
        self.clear_widgets()
        for row in rows:
            box = BoxLayout(spacing=dp(GAP))
            for key in row:
                box.add_widget(key)
            self.add_widget(box)
        self.height = dp(len(rows) * (ROW + GAP))

    def _key(self, role: Role, mark: Mark, text: str, *, has_lamp: bool) -> PanelKey:
        # A press is as long as the finger stays: the panel debounces by itself.
        key = PanelKey(role=role, mark=mark, text=text, has_lamp=has_lamp, min_state_time=0)
        key.bind(state=self._take)
        return key

    def _take(self, key: PanelKey, state: str) -> None:
        """Press or release; by state, for a finger that slides off the key lifts without an ``on_release``."""
        edge = self.panel.press if state == "down" else self.panel.release
        edge(key.role, self.clock())

    def tell(self, signals: Mapping[Role, Signal], idle: frozenset[Role] = frozenset()) -> None:
        """Note what the lights are to tell and which buttons have nothing to do, and show it at once."""
        self._signals = signals
        for key in self.keys:
            key.idle = key.role in idle
        self.panel.tick(self.clock())
        self.glow()

    def glow(self, *, steady: bool = False) -> None:
        """Bring the drawn lights to what the panel shows; ``steady`` keeps them lit, and the screen at rest."""
        lights = dict(self.panel.frame.lights)
        for key in self.keys:
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
