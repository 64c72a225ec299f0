"""What happened and what hands must do now, told to people; recomputed on replay, never stored."""

from __future__ import annotations

from rules.core.value import TABLE, Msg, Value


class Event(Value, frozen=True):
    """A past-tense fact (``fact``), an instruction for hands (``do``) or the end of the game (``end``)."""

    text: Msg
    seat: int = TABLE
    kind: str = "fact"
    private: int | None = None
    """The only seat that may read it, or None for everybody."""
    tone: str = ""
    """"good" or "bad" news for whoever it happens to; empty where it is neither."""
