"""The translator that kv calls as ``_('key')``; texts on screen change with the language, at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.event import Observable
from kivy.lang.builder import global_idmap

from companion.texts import Texts
from rules.core.value import Arg, msg


class Translator(Observable):
    """Says one of the app's texts; kv rules that call it are run again when the language changes."""

    def __init__(self, texts: Texts) -> None:
        """Speak the language of some texts."""
        super().__init__()
        self.texts = texts
        self._observers: dict[int, tuple[Callable[..., object], tuple[Any, ...]]] = {}
        self._last = 0

    @property
    def proxy_ref(self) -> Translator:
        """Itself: it lives as long as the app."""
        return self

    @property
    def watched(self) -> int:
        """Count the rules that follow the language."""
        return len(self._observers)

    def __call__(self, key: str, **args: Arg) -> str:
        """Say a text."""
        return self.texts.say(msg(key, **args))

    def fbind(self, name: str, func: Callable[..., object], *args: Any, **_kwargs: Any) -> int:
        """Follow the language from a kv rule; the number returned ends it."""
        if name != "_":
            return 0
        self._last += 1
        self._observers[self._last] = (func, args)
        return self._last

    def unbind_uid(self, _name: str, uid: int) -> None:
        """Stop following: the rule's widget is gone."""
        self._observers.pop(uid, None)

    def speak(self, texts: Texts) -> None:
        """Change the language, and every text on screen with it."""
        self.texts = texts
        for func, args in tuple(self._observers.values()):
            func(*args, None, None)


def install(texts: Texts) -> Translator:
    """Make the translator known to every kv file as ``_``."""
    known = global_idmap.get("_")
    if isinstance(known, Translator):
        known.speak(texts)
        return known
    translator = Translator(texts)
    global_idmap["_"] = translator
    return translator
