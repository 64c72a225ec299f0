"""Typing a name on the screen's own keyboard."""

from __future__ import annotations

from companion.viewmodels.setup import LONGEST_NAME


def typed(text: str, key: str) -> str:
    """Return the text after a key; "<" rubs out, a name has one blank at a time and no end."""
    if key == "<":
        return text[:-1]
    if len(text) >= LONGEST_NAME or (key == " " and (not text or text.endswith(" "))):
        return text
    return text + (key.upper() if starts_word(text) else key)


def starts_word(text: str) -> bool:
    """Tell whether the next letter begins a word."""
    return not text or text[-1] in " -"
