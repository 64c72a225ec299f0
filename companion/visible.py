"""What of a text is seen: no character that moves a terminal's cursor, forges a line, or hides."""

from __future__ import annotations

import unicodedata

JOINER = "\N{ZERO WIDTH JOINER}"
"""Holds a family of emoji together; no other invisible character has a place in a text for people."""
HIDDEN = {"Cc", "Cf"}
BREAKS = {"Zl", "Zp"}


def visible(text: str) -> str:
    """Return a text without control and format characters; a line break or tab becomes a blank."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in BREAKS or (kind == "Cc" and character.isspace()):
        return " "
    return "" if kind in HIDDEN and character != JOINER else character
