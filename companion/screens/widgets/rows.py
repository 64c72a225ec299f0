"""Rows and boxes that show values: lines of text, tracks, figures, the bar at the top."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.screens.widgets.scroll import Scroll
from companion.screens.widgets.tap import Tap
from companion.screens.widgets.text import measure
from companion.theme import INK, READABLE, TARGET
from companion.viewmodels.parts import Bar, Figure, Line, Mark, Track

NAMED_WIDTH = 226
"""The width of a button with a name, in dp."""


class Card(BoxLayout):
    """A rounded ground for what belongs together."""

    ground = ListProperty(INK.surface)


class LineRow(BoxLayout):
    """A line of text with its symbol and figure."""

    line = ObjectProperty(Line(""), rebind=True)
    ink = ListProperty(INK.text)
    large = NumericProperty(20)
    tint = StringProperty("")
    """The colour of its symbol, where it does not keep its own."""
    snug = BooleanProperty(False)
    """True for a text that is set smaller before it takes a second line."""

    def letters(self, text: str, width: float) -> float:
        """Return the size of its letters in pixels, for a width in pixels."""
        usual, least = int(sp(self.large)), int(dp(READABLE))
        if not self.snug:
            return usual
        sizes = (
            size for size in range(usual, least - 1, -1) if measure(text, size, 0, bold=False)[0] <= width
        )
        return next(sizes, usual)


class LineList(BoxLayout):
    """Lines under one another."""

    items = ObjectProperty(())
    ink = ListProperty(INK.text)
    large = NumericProperty(20)
    tint = StringProperty("")
    snug = BooleanProperty(False)
    afresh = BooleanProperty(False)
    """True for lines whose page goes back to its top when there are others; what a camera sees changes under a finger."""

    def __init__(self, **kwargs: Any) -> None:
        """Make the rows anew when the lines change."""
        super().__init__(**kwargs)
        self.bind(items=self._fill, large=self._fill)
        self.bind(items=self._begin)
        self._fill()

    def _begin(self, *_: Any) -> None:
        above = self.parent if self.afresh else None
        while above is not None and above is not above.parent:
            if isinstance(above, Scroll):
                above.scroll_y = 1
                return
            above = above.parent

    def _fill(self, *_: Any) -> None:
        self.clear_widgets()
        for line in self.items:
            self.add_widget(
                LineRow(line=line, ink=self.ink, large=self.large, tint=self.tint, snug=self.snug)
            )


class TrackBar(BoxLayout):
    """A track with its name and value."""

    track = ObjectProperty(Track("", "", 0, 0, 1), rebind=True)


class FigureBox(BoxLayout):
    """A count with its name."""

    figure = ObjectProperty(Figure("", "", ""), rebind=True)


class BoxGrid(GridLayout):
    """Tracks or figures side by side, as many in a row as are wide enough."""

    items = ObjectProperty(())
    least = NumericProperty(130)
    high = NumericProperty(66)

    def __init__(self, **kwargs: Any) -> None:
        """Make the boxes anew when their number changes."""
        super().__init__(**kwargs)
        self.size_hint_y = None
        self.bind(items=self._fill, width=self._arrange, high=self._arrange)
        self._fill()

    def _fill(self, *_: Any) -> None:
        if len(self.children) != len(self.items):
            self.clear_widgets()
            for item in self.items:
                self.add_widget(TrackBar() if isinstance(item, Track) else FigureBox())
        for box, item in zip(reversed(self.children), self.items, strict=True):
            if isinstance(item, Track):
                box.track = item
            else:
                box.figure = item
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        count = len(self.items)
        if not count:
            self.height = 0
            return
        fitting = max(1, min(count, int(self.width // dp(self.least))))
        rows = -(-count // fitting)
        self.cols = -(-count // rows)
        self.spacing = dp(8)
        self.row_force_default, self.row_default_height = True, dp(self.high)
        self.height = rows * dp(self.high) + (rows - 1) * dp(8)


class Notice(BoxLayout):
    """A refusal or a warning over the screen's body."""

    text = StringProperty("")
    mark = ObjectProperty(Mark("warn", "accent"))


class TopBar(BoxLayout):
    """The line at the top of a screen; on an upright display its named buttons go below it."""

    bar = ObjectProperty(Bar(""), rebind=True)
    beside = ObjectProperty(())
    below = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        """Share the buttons out when they change."""
        super().__init__(**kwargs)
        self.bind(bar=self._share)
        self._share()

    def _share(self, *_: Any) -> None:
        upright = Window.height > Window.width
        self.below = tuple(button for button in self.bar.buttons if button.text) if upright else ()
        self.beside = tuple(button for button in self.bar.buttons if button not in self.below)


class BarButtons(BoxLayout):
    """The bar's own buttons: narrow ones with a symbol, wide ones with a name."""

    items = ObjectProperty(())
    wide = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        """Make the buttons anew when they change."""
        super().__init__(**kwargs)
        self.spacing = dp(8)
        self.bind(items=self._fill)
        self._fill()

    def _fill(self, *_: Any) -> None:
        self.clear_widgets()
        widths = [dp(NAMED_WIDTH if button.text else TARGET + 3) for button in self.items]
        for button, width in zip(self.items, widths, strict=True):
            tap = Tap(
                button=button,
                size_hint=(None, None),
                width=width,
                height=dp(72),
                pos_hint={"center_y": 0.5},
                largest=20,
                icon=24,
            )
            self.add_widget(tap)
        self.wide = sum(widths) + dp(8) * max(0, len(widths) - 1)
