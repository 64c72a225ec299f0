"""Drives the running app as a person would: touches in the window, presses on the panel, pictures taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.kivy_app import CompanionApp
from companion.errors import CompanionError
from companion.files import write_picture
from companion.screens.widgets.lattice import LatticePicture
from companion.screens.widgets.tap import Tap, TapList
from companion.viewmodels.actions import Action
from hardware.roles import Role
from hardware.screen_panel import ScreenPanel
from rules.core.value import Cell

GL_PACK_ALIGNMENT = 0x0D05
LOOK = 0.3
"""Seconds for which people look at what is new before they touch it; they pass on the app's clock at once."""


class WindowClosedError(CompanionError):
    """People have closed the window."""


class Finger(MotionEvent):
    """A finger on the glass, as Kivy's input providers report one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Carry a position."""
        super().__init__(*args, is_touch=True, type_id="touch", **kwargs)

    def depack(self, args: Any) -> None:
        """Read the position, each part 0 to 1."""
        self.sx, self.sy = args
        self.profile = ("pos",)
        super().depack(args)


def _is_inside(widget: Widget, frame: Widget) -> bool:
    """Tell whether a widget's middle can be seen in the window of what it scrolls in."""
    x, y = widget.to_window(widget.center_x, widget.center_y)
    left, bottom = frame.to_window(frame.x, frame.y)
    return bool(left < x < left + frame.width and bottom + 4 < y < bottom + frame.height - 4)


class AppPilot:
    """Hands and eyes for one app."""

    def __init__(self, app: CompanionApp, *, heeds_window: bool = False) -> None:
        """Sit down before an app that runs or has been started by ``start``.

        With ``heeds_window`` people can close or resize the window meanwhile.
        """
        self.app, self._heeds_window = app, heeds_window
        self._count = 0
        self._looked, self._clock = 0.0, app.clock
        app.clock = self._now

    def _now(self) -> float:
        return self._clock() + self._looked

    # ---- running -------------------------------------------------------------------------
    def start(self) -> None:
        """Start the app without giving the thread away; ``idle`` then runs its frames."""
        self.app._run_prepare()  # noqa: SLF001 - Kivy's own way to run an app in a test
        EventLoop.status = "started"
        self.idle(3)

    def idle(self, frames: int = 1) -> None:
        """Let the app run some frames; raise ``WindowClosedError`` where people have closed its window."""
        for _ in range(frames):
            EventLoop.idle()
            if self._heeds_window:
                Window.mainloop()
            if EventLoop.quit:
                raise WindowClosedError("core.demo.closed")

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size in pixels; every screen is made anew."""
        Window.size = size
        self.idle(4)
        self.app.rebuild()
        self.idle(2)

    def stop(self) -> None:
        """Stop an app that ``start`` has started."""
        self.app.stop()
        EventLoop.status = "stopped"

    # ---- looking -------------------------------------------------------------------------
    def widgets(self, root: Widget | None = None) -> Iterator[Widget]:
        """Walk through everything on screen."""
        base = root or self.app.root_box
        yield from base.walk(restrict=True)

    def taps(self) -> list[Tap]:
        """Return every button on screen that can be touched now."""
        return [each for each in self.widgets() if isinstance(each, Tap) and each.button.action is not None]

    def find(self, wanted: str | Action | Callable[[Tap], bool]) -> Tap | None:
        """Find a button by its text, by its action, or by any test."""
        if isinstance(wanted, str):
            return next((tap for tap in self.taps() if tap.button.text == wanted), None)
        if callable(wanted):
            return next((tap for tap in self.taps() if wanted(tap)), None)
        return next((tap for tap in self.taps() if tap.button.action == wanted), None)

    def picture(self) -> Any:
        """Return the window's pixels: RGB, height x width x 3, top row first."""
        import numpy as np
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glPixelStorei, glReadPixels

        width, height = (int(part) for part in Window.size)
        glPixelStorei(GL_PACK_ALIGNMENT, 1)
        pixels = bytes(glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE))
        return np.flipud(np.frombuffer(pixels, np.uint8).reshape(height, width, 3))

    def look(self) -> None:
        """Look at the screen for a moment, as people do before they touch it."""
        self._looked += LOOK

    def screenshot(self, path: str) -> None:
        """Write the window as a PNG file, exactly there, once a screen that slides in has come to rest."""
        self.idle(2)
        while self.app.manager.current_screen.opacity < 1:
            self.idle()
        write_picture(Path(path), self.picture())

    # ---- doing ---------------------------------------------------------------------------
    def touch(self, x: float, y: float, *, lift: bool = True, slide: tuple[float, float] = (0, 0)) -> None:
        """Touch the glass at a point of the window, in pixels from its lower left corner; lift after sliding so far."""
        self._count += 1
        at = x / Window.width, y / Window.height
        finger = Finger("pilot", self._count, at)
        EventLoop.post_dispatch_input("begin", finger)
        self.idle()
        if any(slide):
            finger.move([(x + slide[0]) / Window.width, (y + slide[1]) / Window.height])
            EventLoop.post_dispatch_input("update", finger)
            self.idle()
        if lift:
            EventLoop.post_dispatch_input("end", finger)
            self.idle(2)

    def tap(self, wanted: str | Action | Callable[[Tap], bool]) -> bool:
        """Touch a button in its middle, scrolled into view first; False where there is none."""
        found = self.find(wanted)
        if found is None and self.scroll_to(wanted):
            found = self.find(wanted)
        if found is None:
            return False
        self.reveal(found)
        self.look()
        self.touch(*found.to_window(found.center_x, found.center_y))
        return True

    def tap_cell(self, cell: Cell) -> bool:
        """Touch a cell of the picture; False where no picture takes touches."""
        picture = next(
            (each for each in self.widgets() if isinstance(each, LatticePicture) and each.mode == "pick"),
            None,
        )
        if picture is None:
            return False
        left, bottom, width, height = picture.place(cell)
        frame = picture.parent
        for axis, middle, whole, part in (
            ("scroll_x", left + width / 2 - picture.x, picture.width, frame.width),
            ("scroll_y", bottom + height / 2 - picture.y, picture.height, frame.height),
        ):
            if whole > part:
                setattr(frame, axis, min(1.0, max(0.0, (middle - part / 2) / (whole - part))))
        self.idle(2)
        left, bottom, width, height = picture.place(cell)
        self.look()
        self.touch(*picture.to_window(left + width / 2, bottom + height / 2))
        return True

    def scroll_to(self, wanted: object) -> bool:
        """Scroll a long list to the row with this action or text; False where no list has it."""
        for each in self.widgets():
            if not isinstance(each, TapList):
                continue
            for at, button in enumerate(each.items):
                if wanted in {button.action, button.text}:
                    each.show_row(at)
                    self.idle(2)
                    return True
        return False

    def reveal(self, widget: Widget) -> None:
        """Scroll until a widget is in view."""
        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView):
                if not _is_inside(widget, parent):
                    self._scroll(parent, widget)
                return
            parent = parent.parent

    def _scroll(self, parent: ScrollView, widget: Widget) -> None:
        if isinstance(parent, TapList):
            self.scroll_to(widget.button.action)
        else:
            parent.scroll_to(widget, padding=8, animate=False)
            self.idle(20)

    def press(self, role: Role, *, hasty: bool = False) -> None:
        """Press a button of the panel drawn on screen, where that is drawn; else of the panel itself.

        A ``hasty`` finger does not look before.
        """
        if not hasty:
            self.look()
        bar = self.app.bar
        key = next((key for key in bar.keys if key.role == role), None) if bar and bar.parent else None
        if key is not None:
            self.touch(*key.to_window(key.center_x, key.center_y))
        elif isinstance(self.app.panel, ScreenPanel):
            now = self.app.clock()
            self.app.panel.press(role, now)
            self.app.panel.release(role, now)
        self.app.tick()
        self.idle()
