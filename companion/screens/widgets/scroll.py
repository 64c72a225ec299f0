"""Lists and pages that scroll, and hand a tap on at once."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ListProperty
from kivy.uix.recycleview import RecycleView, views
from kivy.uix.scrollview import ScrollView

from companion.screens.widgets.symbol import draw
from companion.theme import INK
from companion.viewmodels.parts import Mark

FADE, ARROW = 30, 18
"""How high the foot of a page fades away where more lies below, and how large its arrow is, in dp."""
BELOW, BEFORE, AFTER = Mark("down"), Mark("back"), Mark("next")


@cache
def fading(*, sideways: bool = False) -> Texture:
    """Return a line that goes from solid to clear, upwards or to the right."""
    texture = Texture.create(size=(16, 1) if sideways else (1, 16), colorfmt="rgba")
    texture.blit_buffer(bytes(b for at in range(16) for b in (255, 255, 255, 255 - 17 * at)), colorfmt="rgba")
    return texture


def forget_rows() -> None:
    """Let no list take rows of another size or letter: Kivy keeps those of lists that have gone for all others."""
    views._cached_views.clear()  # noqa: SLF001 - Kivy has no other way


class Quick:
    """Lets go of a tapped child in the next frame.

    Kivy's own scroll view holds the release back for 0.2 s, so that the child can be seen pressed.
    """

    _lifted: Any = None

    def on_touch_up(self, touch: Any) -> Any:
        """Remember which finger has left."""
        self._lifted = touch
        try:
            return super().on_touch_up(touch)  # type: ignore[misc]
        finally:
            self._lifted = None

    def simulate_touch_down(self, touch: Any) -> Any:
        """Press what is under a finger; one that has left already lets go as well."""
        found = super().simulate_touch_down(touch)  # type: ignore[misc]
        if self._lifted is touch:
            Clock.schedule_once(partial(self._do_touch_up, touch))  # type: ignore[attr-defined]
        return found


class Fading(Quick):
    """Lets its foot fade away, with an arrow, as long as more lies below."""

    ground = ListProperty(INK.back)
    arrow = ListProperty(INK.accent)

    def __init__(self, **kwargs: Any) -> None:
        """Look again whenever the page moves."""
        super().__init__(**kwargs)
        self._more: Any = InstructionGroup()
        self.canvas.after.add(self._more)  # type: ignore[attr-defined]
        show = Clock.create_trigger(self._show_more)
        for name in ("pos", "size", "scroll_y", "viewport_size", "ground", "arrow"):
            self.fbind(name, show)  # type: ignore[attr-defined]

    @property
    def has_more(self) -> bool:
        """True where something lies below what is shown."""
        view: Any = self
        hidden = view.viewport_size[1] - view.height
        return bool(view.height > dp(FADE) and hidden * view.scroll_y > dp(4))

    def _show_more(self, *_: Any) -> None:
        view: Any = self
        self._more.clear()
        if not self.has_more:
            return
        self._more.add(Color(*self.ground))
        wide = view.width - dp(10)
        self._more.add(Rectangle(texture=fading(), pos=view.pos, size=(wide, dp(FADE))))
        draw(self._more, BELOW, self.arrow, view.x + (wide - dp(ARROW)) / 2, view.y, dp(ARROW))


class Scroll(Fading, ScrollView):
    """A page that scrolls up and down."""


class QuickRecycle(Fading, RecycleView):
    """A long list."""


class Strip(Quick, ScrollView):
    """A row that scrolls sideways; an end behind which more lies fades away, with an arrow."""

    ground = ListProperty(INK.back)

    def __init__(self, **kwargs: Any) -> None:
        """Look again whenever the row moves."""
        super().__init__(**kwargs)
        self._more: Any = InstructionGroup()
        self.canvas.after.add(self._more)
        show = Clock.create_trigger(self._show_more)
        for name in ("pos", "size", "scroll_x", "viewport_size", "ground"):
            self.fbind(name, show)

    def _show_more(self, *_: Any) -> None:
        self._more.clear()
        hidden = self.viewport_size[0] - self.width
        if hidden <= dp(4):
            return
        wide = dp(FADE)
        if hidden * self.scroll_x > dp(4):
            self._end(self.x, wide, BEFORE)
        if hidden * (1 - self.scroll_x) > dp(4):
            self._end(self.right, -wide, AFTER)

    def _end(self, edge: float, wide: float, arrow: Mark) -> None:
        """Let one end fade away, inwards from its edge."""
        self._more.add(Color(*self.ground))
        texture = fading(sideways=True)
        self._more.add(Rectangle(texture=texture, pos=(edge, self.y), size=(wide, self.height)))
        side = dp(ARROW)
        middle = edge + (side if wide > 0 else -side) / 2
        draw(self._more, arrow, INK.accent, middle - side / 2, self.center_y - side / 2, side)
