"""What every screen is: a view to show, and a touch to hand on."""

from __future__ import annotations

from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.screens.widgets.rows import Notice
from companion.viewmodels.actions import Action
from companion.viewmodels.parts import View


class BaseScreen(Screen):
    """A screen that shows a view and hands touches to whoever leads."""

    view = ObjectProperty(None, rebind=True)
    lead = ObjectProperty(None)

    def __init__(self, view: View, **kwargs: Any) -> None:
        """Begin with a view, so that kv has something to read."""
        super().__init__(view=view, **kwargs)
        self._notice = Notice()
        self._say(view.notice)

    def show(self, view: View) -> None:
        """Show a view."""
        self.view = view
        self._say(view.notice)

    def _say(self, text: str) -> None:
        """Put a notice under the bar, for as long as there is one."""
        self._notice.text, above = text, self._notice.parent
        if text and above is None:
            body = self.children[0]
            body.add_widget(self._notice, index=len(body.children) - 1)
        elif above is not None and not text:
            above.remove_widget(self._notice)

    def choose(self, action: Action, touch: MotionEvent) -> None:
        """Hand a touch on, with the finger that made it."""
        self.lead(action, touch)
