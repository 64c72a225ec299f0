"""Words for views: one language, the people at the table, one game's box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from companion.players import Player
from companion.viewmodels.parts import NO_MARK, Mark
from rules.core.value import TABLE, Arg, Choice, Msg, PieceRef, SeatRef, msg

if TYPE_CHECKING:
    from rules.core.game import Box, PieceInfo

DATE_PARTS = 3


class TextsLike(Protocol):
    """A language's texts, as ``companion.texts.Texts`` gives them."""

    language: str

    def has(self, key: str) -> bool:
        """Tell whether there is a text for a key."""
        ...

    def say(self, message: Msg | str, players: Sequence[Player] = (), box: Box | None = None) -> str:
        """Make the sentence of a message."""
        ...

    def label(self, choice: Choice | Arg, players: Sequence[Player] = (), box: Box | None = None) -> str:
        """Name an option."""
        ...

    def figure(self, value: float, digits: int = 1) -> str:
        """Write a number with so many digits after the decimal mark of the language."""
        ...


@dataclass(frozen=True)
class Voice:
    """Says everything that a view shows."""

    texts: TextsLike
    players: tuple[Player, ...] = ()
    box: Box | None = None
    pieces: dict[str, PieceInfo] = field(default_factory=dict)

    @classmethod
    def at(cls, texts: TextsLike, players: tuple[Player, ...], box: Box) -> Voice:
        """Speak of one game's table."""
        return cls(texts, players, box, {piece.id: piece for piece in box.pieces})

    def __call__(self, key: str, /, **args: Arg) -> str:
        """Say one of the app's own texts."""
        return self.say(msg(key, **args))

    def date(self, moment: str) -> str:
        """Say a moment, given as ISO 8601, the way dates are written where the language is spoken."""
        day, _, time = moment.partition("T")
        parts = day.split("-")
        if len(parts) != DATE_PARTS:
            return moment
        return self("app.date", year=parts[0], month=parts[1], day=parts[2], time=time[:5])

    def say(self, message: Msg) -> str:
        """Say a message."""
        return self.texts.say(message, self.players, self.box)

    def has(self, key: str) -> bool:
        """Tell whether there is a text for a key."""
        return self.texts.has(key)

    def piece(self, piece: str) -> str:
        """Name a piece."""
        return self.label(PieceRef(piece))

    def label(self, choice: Choice | Arg) -> str:
        """Name an option, or say a message that stands for one."""
        return self.texts.label(choice, self.players, self.box)

    def seat(self, seat: int) -> str:
        """Name whoever sits at a seat."""
        return self.label(SeatRef(seat)) if seat != TABLE else self("app.table.everyone")

    def seat_mark(self, seat: int) -> Mark:
        """Mark a seat by the shape and colour of whoever sits there."""
        if not 0 <= seat < len(self.players):
            return NO_MARK
        player = self.players[seat]
        return Mark(player.shape, player.colour)
