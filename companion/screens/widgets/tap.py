"""Everything to touch: a button made from its value, and containers that make buttons from values."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.recycleview.views import RecycleDataViewBehavior
from kivy.uix.widget import Widget

from companion.screens.widgets.scroll import QuickRecycle
from companion.screens.widgets.text import measure
from companion.theme import INK, READABLE, TARGET, UPRIGHT_HIGH
from companion.viewmodels.parts import DANGER, PRIMARY, QUIET, Button

BLANK = Button("", None)
DENSE, DENSE_HIGH = 300, 66
"""The narrowest row of a list to be searched, and its height, in dp."""
LOW = 60
"""Buttons up to this height, in dp, are keys and marks: they do not grow on an upright display."""


def high_of(high: float) -> float:
    """Return the height of a button in pixels: on an upright display there is more of it."""
    grows = high > LOW and Window.height > Window.width
    return float(dp(high * (UPRIGHT_HIGH if grows else 1.0)))


def grown(high: float, tallest: float, room: float, rows: int) -> float:
    """Return how high in pixels each of some rows may be to fill a room, ``tallest`` dp at most."""
    share = (room - (rows - 1) * dp(8)) / max(1, rows)
    return max(high, min(share, float(dp(tallest))))


def choose_from(widget: Widget, action: object, touch: object) -> None:
    """Hand an action, and the finger that asks for it, to the screen that a widget is on."""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if hasattr(parent, "choose"):
            parent.choose(action, touch)
            return
        parent = parent.parent


class Tap(ButtonBehavior, BoxLayout):
    """A button: symbol, text, a note under it, a badge at its end."""

    button = ObjectProperty(BLANK, rebind=True)
    largest = NumericProperty(20)
    centred = BooleanProperty(False)
    icon = NumericProperty(28)
    """The side of its symbol, in dp."""
    inset = NumericProperty(12)
    """The distance from its edge to what is in it, in dp."""
    share = NumericProperty(0.9)
    """The height of its note against its text's."""
    ground = ListProperty(INK.raised)
    edge = ListProperty(INK.none)
    ink = ListProperty(INK.text)
    note_ink = ListProperty(INK.muted)
    tint = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        """Colour it by its value and by the finger on it."""
        super().__init__(**kwargs)
        self.bind(button=self._colour, state=self._colour)
        self._colour()

    def _colour(self, *_: Any) -> None:
        button, down = self.button, self.state == "down"
        off = button.action is None
        main = button.kind == PRIMARY and not off
        self.ground = self._ground(button, down=down, off=off)
        self.edge = self._edge(button, off=off)
        self.ink = INK.on_accent if main else INK.muted if off else INK.text
        self.note_ink = INK.on_accent if main else INK.muted
        self.tint = "on_accent" if main else "muted" if off and button.mark.colour == "text" else ""

    @staticmethod
    def _edge(button: Button, *, off: bool) -> tuple[float, ...]:
        if button.chosen:
            return INK.accent
        if button.kind == DANGER:
            return INK.bad
        return INK.raised if button.kind == QUIET or off else INK.none

    @staticmethod
    def _ground(button: Button, *, down: bool, off: bool) -> tuple[float, ...]:
        if off:
            return INK.surface
        if button.kind == PRIMARY:
            return INK.accent_pressed if down else INK.accent
        if down:
            return INK.pressed
        if button.chosen:
            return INK.chosen
        return INK.surface if button.kind == QUIET else INK.raised

    def note_in(self, button: Button, wide: float, high: float) -> str:
        """Return the note, unless the text needs the whole of a box of this size in pixels."""
        bold = button.kind == PRIMARY
        needed = measure(button.text, int(dp(READABLE)), int(wide), bold)[1] if button.note else 0
        return button.note if needed <= high / (1 + self.share) else ""

    def on_release(self) -> None:
        """Do what it says, if it can be done now."""
        if self.button.action is not None:
            choose_from(self, self.button.action, self.last_touch)


class RowTap(RecycleDataViewBehavior, Tap):
    """A button of a long list."""

    def refresh_view_attrs(self, view: Any, index: int, data: dict[str, Any]) -> Any:
        """Take over a row's value."""
        self.state = "normal"
        return super().refresh_view_attrs(view, index, data)


class TapGrid(GridLayout):
    """Buttons side by side, as many in a row as are wide enough; used for few."""

    items = ObjectProperty(())
    least = NumericProperty(200)
    """The narrowest that a button may be, in dp."""
    most = NumericProperty(9)
    """So many in a row at most."""
    high = NumericProperty(TARGET)
    """Their height in dp; 0 shares what there is."""
    room = NumericProperty(0)
    """The height in pixels that they may fill, up to ``tallest`` each; 0 for no more than ``high``."""
    tallest = NumericProperty(0)
    largest = NumericProperty(20)
    centred = BooleanProperty(False)
    icon = NumericProperty(28)
    inset = NumericProperty(12)

    def __init__(self, **kwargs: Any) -> None:
        """Make the buttons anew when their values change."""
        super().__init__(**kwargs)
        for name in ("width", "room", "least", "most", "high"):
            self.fbind(name, self._arrange)
        for name in ("items", "largest", "centred", "icon", "inset"):
            self.fbind(name, self._fill)
        self._fill()

    def _fill(self, *_: Any) -> None:
        while len(self.children) > len(self.items):
            self.remove_widget(self.children[0])
        while len(self.children) < len(self.items):
            self.add_widget(Tap(size_hint_y=1))
        for tap, button in zip(reversed(self.children), self.items, strict=True):
            tap.largest, tap.centred, tap.icon, tap.inset = self.largest, self.centred, self.icon, self.inset
            tap.button = button
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        if not self.items:
            if self.high:
                self.height = 0
            return
        self.cols = max(
            1, min(len(self.items), int(self.most), int((self.width + dp(8)) // dp(self.least + 8)))
        )
        self.row_force_default = bool(self.high)
        if self.high:
            rows = -(-len(self.items) // self.cols)
            high = grown(high_of(self.high), self.tallest, self.room, rows)
            self.row_default_height = high
            self.height = rows * high + (rows - 1) * self.spacing[1]


class TapRow(BoxLayout):
    """Buttons side by side, each as wide as its words: for a strip that scrolls sideways."""

    items = ObjectProperty(())
    icon = NumericProperty(22)

    def __init__(self, **kwargs: Any) -> None:
        """Make the buttons anew when their values change."""
        super().__init__(**kwargs)
        self.spacing, self.size_hint_x = dp(8), None
        self.bind(minimum_width=self.setter("width"), items=self._fill)
        self._fill()

    def _fill(self, *_: Any) -> None:
        while len(self.children) > len(self.items):
            self.remove_widget(self.children[0])
        while len(self.children) < len(self.items):
            self.add_widget(Tap(size_hint=(None, 1), icon=self.icon, centred=True))
        for tap, button in zip(reversed(self.children), self.items, strict=True):
            tap.button = button
            words = measure(button.text, int(sp(tap.largest)), 0, bold=False)[0]
            mark = dp(self.icon + tap.inset) if button.mark.shape else 0
            tap.width = max(dp(TARGET), words + mark + dp(2 * tap.inset + 4))


class TapList(QuickRecycle):
    """Buttons in a long list that scrolls."""

    items = ObjectProperty(())
    least = NumericProperty(280)
    high = NumericProperty(64)
    dense = BooleanProperty(False)
    """True for a list to be searched: lower rows, so that more of them are seen at once."""
    row_high = NumericProperty(64)
    """The height of a row in pixels."""
    cols = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        """Follow the values."""
        super().__init__(**kwargs)
        self.bind(items=self._fill, width=self._arrange, dense=self._arrange)
        self._fill()

    def _fill(self, *_: Any) -> None:
        self.data = [{"button": button} for button in self.items]
        self._arrange()

    def show_row(self, index: int) -> None:
        """Scroll until a button is in the middle."""
        step = self.row_high + dp(8)
        whole = -(-len(self.items) // self.cols) * step
        above = (index // self.cols) * step - (self.height - step) / 2
        self.scroll_y = 1 - min(1.0, max(0.0, above / max(1.0, whole - self.height)))

    def _arrange(self, *_: Any) -> None:
        least = DENSE if self.dense else self.least
        self.row_high = high_of(DENSE_HIGH if self.dense else self.high)
        self.cols = max(1, int((self.width - dp(4)) // dp(least + 8)))
