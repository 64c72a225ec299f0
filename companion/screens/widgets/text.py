"""Text that fits: one kind shrinks until it does, the other grows downwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.label import Label

from companion.theme import INK, READABLE


@lru_cache(maxsize=4096)
def measure(text: str, size: int, width: int, bold: bool) -> tuple[int, int]:
    """Return the width and height in pixels of a text at a font size, wrapped at a width (0: never)."""
    label = CoreLabel(text=text, font_size=size, bold=bold, text_size=(width or None, None))
    label.resolve_font_name()
    found: tuple[int, int] = label.render()
    return found


@lru_cache(maxsize=4096)
def fit(text: str, width: int, height: int, largest: int, smallest: int, bold: bool) -> int:
    """Return the largest font size in pixels at which a text stays inside, its words unbroken."""
    longest = max(text.split() or [""], key=len)
    low, high = smallest, max(smallest, largest)
    while low < high:
        middle = (low + high + 1) // 2
        inside = (
            measure(text, middle, width, bold)[1] <= height and measure(longest, middle, 0, bold)[0] <= width
        )
        low, high = (middle, high) if inside else (low, middle - 1)
    return low


class FitText(Label):
    """A text inside a box of a given size: as large as fits between two sizes."""

    largest = NumericProperty(20)
    """In sp, the size that it has where there is room."""
    smallest = NumericProperty(READABLE)
    """In dp: what can still be read is no matter of taste."""
    ink = ListProperty(INK.text)

    def __init__(self, **kwargs: Any) -> None:
        """Fit whenever text or box change."""
        super().__init__(**kwargs)
        self.bind(size=self._fit, text=self._fit, largest=self._fit, bold=self._fit, padding=self._fit)
        self._fit()

    def _fit(self, *_: Any) -> None:
        width = int(self.width - self.padding[0] - self.padding[2])
        height = int(self.height - self.padding[1] - self.padding[3])
        if width < 8 or height < 8:
            return
        self.font_size = fit(
            self.text, width, height, int(sp(self.largest)), int(dp(self.smallest)), self.bold
        )
        self.text_size = (self.width, None)


class Flow(Label):
    """A text as wide as its box and as high as it needs."""

    ink = ListProperty(INK.text)
    grows = BooleanProperty(True)
