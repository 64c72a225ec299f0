"""Rows of forms and logs, made from values."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.recycleboxlayout import RecycleBoxLayout
from kivy.uix.recycleview.views import RecycleDataViewBehavior
from kivy.uix.widget import Widget

from companion.screens.widgets.scroll import QuickRecycle
from companion.screens.widgets.tap import TapGrid, grown
from companion.screens.widgets.text import measure
from companion.theme import TARGET
from companion.viewmodels.join import NumberRow
from companion.viewmodels.log import Entry
from companion.viewmodels.parts import NO_MARK
from companion.viewmodels.setup import Choices

NO_ENTRY = Entry("", "", "", NO_MARK, undone=False)
ENTRY_SIDES, ENTRY_LABEL = 160, 96
"""What stands beside the words of a step, in dp."""


class FormRow(BoxLayout):
    """A seat being set up."""

    buttons = ObjectProperty(())


class SeatRow(BoxLayout):
    """A seat of the running evening."""

    buttons = ObjectProperty(())


class ChoiceRow(BoxLayout):
    """One switch with its words."""

    choices = ObjectProperty(Choices("", ()), rebind=True)


class Rows(GridLayout):
    """Rows under one another, made from values."""

    items = ObjectProperty(())
    high = NumericProperty(0)
    """The height of a row in dp; 0 where each has its own."""
    room = NumericProperty(0)
    """The height in pixels that they may fill, up to ``tallest`` dp each."""
    tallest = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        """Make the rows anew when the values change."""
        super().__init__(cols=1, size_hint_y=None, height=0, spacing=dp(8), **kwargs)
        self.bind(minimum_height=self.setter("height"), items=self._fill)
        for name in ("room", "high", "tallest"):
            self.fbind(name, self._grow)
        self._fill()

    def _fill(self, *_: Any) -> None:
        if len(self.children) != len(self.items):
            self.clear_widgets()
            for item in self.items:
                self.add_widget(self.row(item))
            self._grow()
            return
        for row, item in zip(reversed(self.children), self.items, strict=True):
            self.change(row, item)

    def _grow(self, *_: Any) -> None:
        """Share the room out among rows that are all as high."""
        if self.high:
            for row in self.children:
                row.height = grown(dp(self.high), self.tallest, self.room, len(self.children))

    def row(self, item: Any) -> Widget:
        """Make the row of a value."""
        raise NotImplementedError

    def change(self, row: Any, item: Any) -> None:
        """Give a row another value."""
        row.buttons = item


class FormRows(Rows):
    """The seats being set up."""

    def row(self, item: Any) -> Widget:
        """Make a seat's row."""
        return FormRow(buttons=item)


class SeatRows(Rows):
    """The seats of the running evening."""

    def row(self, item: Any) -> Widget:
        """Make a seat's row."""
        return SeatRow(buttons=item)


class ChoiceRows(Rows):
    """Switches under one another."""

    def row(self, item: Any) -> Widget:
        """Make a switch's row."""
        return ChoiceRow(choices=item)

    def change(self, row: Any, item: Any) -> None:
        """Give a row another switch."""
        row.choices = item


class NumberBar(RecycleDataViewBehavior, BoxLayout):
    """A number with the buttons that change it."""

    row = ObjectProperty(NumberRow("", "", (), ()), rebind=True)


class NumberRows(QuickRecycle):
    """Numbers to be set: of a large table far more than a screen shows, and only those in sight have widgets."""

    items = ObjectProperty(())
    cols = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        """Follow the numbers."""
        super().__init__(**kwargs)
        self.bind(items=self._fill)
        self._fill()

    def _fill(self, *_: Any) -> None:
        self.data = [{"row": item} for item in self.items]


class KeyRows(Rows):
    """A keyboard."""

    def row(self, item: Any) -> Widget:
        """Make a block of keys: two long rows of letters, or four where the screen is upright."""
        upright = Window.height > Window.width
        size = (
            {"least": 66, "most": 7, "high": 60}
            if upright
            else {"least": TARGET, "most": 13, "high": TARGET + 1}
        )
        return TapGrid(items=item, centred=True, largest=26, **size)

    def change(self, row: Any, item: Any) -> None:
        """Give a row other keys."""
        row.items = item


class EntryRow(RecycleDataViewBehavior, BoxLayout):
    """One step of the log."""

    entry = ObjectProperty(NO_ENTRY, rebind=True)


class EntryBox(RecycleBoxLayout):
    """The log's rows, each as high as its text."""


class Entries(QuickRecycle):
    """The log."""

    items = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        """Follow the steps."""
        super().__init__(**kwargs)
        self.bind(items=self._fill, width=self._fill)
        self._fill()

    def _fill(self, *_: Any) -> None:
        self.data = [{"entry": entry, "place": (None, self._high(entry))} for entry in self.items]

    def _high(self, entry: Entry) -> float:
        """Return how high a step's row must be for its words."""
        width = max(80, int(self.width - dp(ENTRY_SIDES + (ENTRY_LABEL if entry.label else 0))))
        title = measure(entry.title, int(sp(20)), width, bold=True)[1] * 1.1
        text = measure(entry.text, int(sp(20)), width, bold=False)[1] * 1.1 if entry.text else 0
        return float(max(dp(50), title + text + dp(20)))
