"""A place where cards lie: some known, some only counted."""

from __future__ import annotations

import msgspec

from rules.core.errors import RuleError
from rules.core.value import Value


class Zone(Value, frozen=True):
    """Cards known by id, and how many more are there unseen."""

    known: tuple[str, ...] = ()
    hidden: int = 0

    def __len__(self) -> int:
        """Count every card, seen or not."""
        return len(self.known) + self.hidden

    def add(self, *pieces: str) -> Zone:
        """Put known cards in."""
        return msgspec.structs.replace(self, known=(*self.known, *pieces))

    def hide(self, count: int) -> Zone:
        """Put unseen cards in, or take them out with a negative count."""
        if self.hidden + count < 0:
            raise RuleError("core.zone_empty")
        return msgspec.structs.replace(self, hidden=self.hidden + count)

    def take(self, piece: str) -> Zone:
        """Take a card out: a known one if it is there, else one of the unseen."""
        if piece in self.known:
            at = self.known.index(piece)
            return msgspec.structs.replace(self, known=self.known[:at] + self.known[at + 1 :])
        return self.hide(-1)
