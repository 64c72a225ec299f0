"""What can go wrong in the application: a key and arguments, never a finished sentence."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.errors import KeyedError
from rules.core.value import Arg, Msg, PieceRef, SeatRef, Word, msg


class CompanionError(KeyedError):
    """Root of the room's errors."""


class InputError(CompanionError, ValueError):
    """A word, name or file given by people that cannot be used."""


class JournalError(CompanionError, OSError):
    """An evening's file that cannot be used as it is; the file has not been changed."""


class EveningNotFoundError(JournalError, LookupError):
    """No evening is kept under that id."""


class NewerJournalError(JournalError):
    """An evening written by a newer version of the program or of its game."""


class DamagedJournalError(JournalError):
    """An evening's file is damaged; ``good`` counts the rows before the damage, which can be recovered."""

    def __init__(self, key: str, /, *, good: int, **args: Arg) -> None:
        """Keep how many rows are good."""
        super().__init__(key, good=good, **args)
        self.good = good


class DivergedError(JournalError):
    """A kept step no longer means what it meant; ``seq`` names it.

    Ways on: ``Session.resume(..., from_checkpoint=True)``, or an export of the evening.
    """

    def __init__(self, key: str, /, *, seq: int, **args: Arg) -> None:
        """Keep the first row that differs."""
        super().__init__(key, seq=seq, **args)
        self.seq = seq


class JournalFullError(JournalError):
    """The disk is full or the file cannot be written; the step has not been taken."""


def message_of(error: BaseException) -> Msg:
    """Return any room's error as a message; one that carries no key by its own words."""
    key = getattr(error, "key", None)
    if not isinstance(key, str):
        return msg("core.unexpected", problem=f"{type(error).__name__}: {error}")
    found = (getattr(error, name, None) for name in ("args_by_name", "arguments", "named"))
    named: Mapping[str, object] = next((each for each in found if each), {})
    return msg(key, **{name: _as_arg(value) for name, value in named.items()})


def _as_arg(value: object) -> Arg:
    return value if isinstance(value, int | str | PieceRef | SeatRef | Word | Msg) else str(value)
