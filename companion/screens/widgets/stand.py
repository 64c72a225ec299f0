"""How things stand: tracks, the picture of the city or board, and figures below or beside it."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets.lattice import cell_high
from companion.viewmodels.parts import Lattice

GAP = 8
WIDE, HIGH, HIGHEST = 150, 46, 64
"""The narrowest that a figure may be, its usual height, and its height where there is room, in dp."""

GAIN, NARROWEST = 1.05, 0.3
"""A picture has figures beside it where it is so much larger, and at least such a part of the whole width."""


def columns_beside(lattice: Lattice, count: int, width: float, height: float) -> int:
    """Return in how many columns figures stand beside a picture; 0 where it is larger with them below, in pixels."""
    if not count or height < dp(HIGH):
        return 0
    fitting = max(1, int((width + dp(GAP)) // dp(WIDE + GAP)))
    below = height - -(-count // fitting) * dp(HIGH + GAP)
    columns = -(-count // max(1, int((height + dp(GAP)) // dp(HIGH + GAP))))
    beside = width - columns * dp(WIDE + GAP)
    gains = cell_high(lattice, beside, height) > GAIN * cell_high(lattice, width, below)
    return columns if gains and beside > NARROWEST * width else 0


class StandCard(BoxLayout):
    """Tracks over a picture with its figures."""

    view = ObjectProperty(None, allownone=True)
    over = NumericProperty(0)
    """The height of the tracks in pixels."""
    beside = BooleanProperty(False)
    """True where the figures stand beside the picture."""
    figures_wide = NumericProperty(0)
    """How wide all of them are, and how high each is, in pixels and dp."""
    figure_high = NumericProperty(HIGH)

    def __init__(self, **kwargs: Any) -> None:
        """Arrange anew when size or picture change."""
        super().__init__(**kwargs)
        self.bind(view=self._arrange, size=self._arrange, over=self._arrange)
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        view = self.view
        count = len(view.board.figures) if view else 0
        room = self.height - self.over - dp(GAP)
        has_picture = bool(view and view.has_lattice)
        columns = columns_beside(view.lattice, count, self.width, room) if has_picture else 0
        self.beside = columns > 0
        if not self.beside:
            self.figure_high, self.figures_wide = HIGH, self.width
            return
        self.figures_wide = columns * dp(WIDE + GAP) - dp(GAP)
        rows = -(-count // columns)
        share = (room + dp(GAP)) / rows / dp(1) - GAP
        self.figure_high = max(HIGH, min(HIGHEST, share))
