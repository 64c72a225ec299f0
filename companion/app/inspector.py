"""What a careful eye checks on a screen: texts that fit, targets that can be touched, nothing outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.core.window import Window
from kivy.metrics import Metrics, dp
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.panel_bar import PanelKey
from companion.screens.widgets.lattice import PICK, LatticePicture
from companion.screens.widgets.scroll import Strip
from companion.screens.widgets.tap import Tap
from companion.screens.widgets.text import measure
from companion.theme import READABLE, TARGET

SLACK = 1.5
"""Pixels that rounding may take."""


def ancestors(widget: Widget) -> Iterator[Widget]:
    """Yield what a widget is in, from the inside out."""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        yield parent
        parent = parent.parent


def is_shown(widget: Widget) -> bool:
    """Tell whether a widget can be seen at all."""
    chain = (widget, *ancestors(widget))
    return widget.width > 2 and widget.height > 2 and all(each.opacity > 0 for each in chain)


def scrolls(widget: Widget) -> bool:
    """Tell whether a widget lies on a page that scrolls."""
    return any(isinstance(each, ScrollView) for each in ancestors(widget))


def is_in_strip(widget: Widget) -> bool:
    """Tell whether a widget lies in a row that scrolls sideways."""
    return any(isinstance(each, Strip) for each in ancestors(widget))


def name_of(widget: Widget) -> str:
    """Name a widget by its kind and text."""
    text = getattr(widget, "text", "") or getattr(getattr(widget, "button", None), "text", "")
    return f"{type(widget).__name__}({text[:40]!r})"


def box(widget: Widget) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top in the window."""
    left, bottom = widget.to_window(widget.x, widget.y)
    return left, bottom, left + widget.width, bottom + widget.height


def overflowing(widgets: list[Widget]) -> Iterator[str]:
    """Name texts that are larger than their boxes, or whose words are broken."""
    for label in widgets:
        if not isinstance(label, Label) or not label.text:
            continue
        if not is_shown(label):
            yield f"{name_of(label)} has no room"
        wide, high = label.texture_size
        if wide > label.width + SLACK or high > label.height + SLACK:
            yield f"{name_of(label)} {label.texture_size} in {[round(part) for part in label.size]}"
        longest = max(label.text.split() or [""], key=len)
        if measure(longest, int(label.font_size), 0, label.bold)[0] > label.width + SLACK:
            yield f"{name_of(label)} breaks {longest!r}"


def outside(widgets: list[Widget]) -> Iterator[str]:
    """Name what lies outside the window, but for what can be scrolled there."""
    for widget in widgets:
        if (
            not isinstance(widget, Label | Tap | PanelKey)
            or not is_shown(widget)
            or not (getattr(widget, "text", "x"))
        ):
            continue
        left, bottom, right, top = box(widget)
        if (left < -SLACK or right > Window.width + SLACK) and not is_in_strip(widget):
            yield f"{name_of(widget)} from {left:.0f} to {right:.0f} sideways"
        if not scrolls(widget) and (bottom < -SLACK or top > Window.height + SLACK):
            yield f"{name_of(widget)} from {bottom:.0f} to {top:.0f} upwards"


def small_targets(widgets: list[Widget]) -> Iterator[str]:
    """Name what is smaller to the finger than 9 mm."""
    least = dp(TARGET) - SLACK
    for widget in widgets:
        if isinstance(widget, Tap | PanelKey) and is_shown(widget) and min(widget.size) < least:
            yield f"{name_of(widget)} {[round(part) for part in widget.size]} < {least:.0f}"
        if (
            isinstance(widget, LatticePicture)
            and widget.mode == PICK
            and widget.lattice.spots
            and is_shown(widget)
        ) and min(widget.cell) < least:
            yield f"cells {[round(part) for part in widget.cell]} < {least:.0f}"


def tiny_texts(widgets: list[Widget]) -> Iterator[str]:
    """Name texts too small to be read from a chair."""
    least = int(dp(READABLE)) - 1
    for label in widgets:
        if isinstance(label, Label) and label.text and label.font_size < least:
            yield f"{name_of(label)} {label.font_size:.0f}"


def covering(widgets: list[Widget]) -> Iterator[str]:
    """Name buttons that lie over one another."""
    shown = [
        each for each in widgets if isinstance(each, Tap | PanelKey) and is_shown(each) and not scrolls(each)
    ]
    for at, one in enumerate(shown):
        for other in shown[at + 1 :]:
            a, b = box(one), box(other)
            if a[0] < b[2] - SLACK and b[0] < a[2] - SLACK and a[1] < b[3] - SLACK and b[1] < a[3] - SLACK:
                yield f"{name_of(one)} over {name_of(other)}"


def complaints(root: Any) -> list[str]:
    """Name everything that is wrong with what is on the screen now."""
    widgets = [each for each in root.walk(restrict=True) if isinstance(each, Widget)]
    looks = (overflowing, outside, small_targets, tiny_texts, covering)
    found = [line for look in looks for line in look(widgets)]
    return found if Metrics.density > 0 else ["no density"]
