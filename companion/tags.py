"""What a sticker's code says: which game, which piece, which copy, and whether it was read right.

``TC1`` + game (2) + piece (4, padded with zeros) + copy (2, base 36) + check = 12 characters that a QR code
holds in its alphanumeric mode. The check is ISO 7064 MOD 37-2: unlike MOD 37,36 it sees every swap of two
characters; its check character may be ``*``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from companion.games import LAST_COPY, BrokenGame, LoadedGame
from rules.core.game import Game, PieceInfo
from rules.core.value import Value

FORMAT = "TC1"
LENGTH = 12
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Problem = Literal["foreign", "damaged", "unknown_piece", "newer_format"]


class TagRead(Value, frozen=True):
    """What a code's text turned out to be."""

    text: str
    game_id: str | None = None
    piece_id: str | None = None
    copy: int | None = None
    problem: Problem | None = None


def encode(game: Game[Any], piece: PieceInfo) -> str:
    """Return the payload of a piece's sticker, 12 upper-case characters."""
    if not 0 < piece.copy <= LAST_COPY:
        raise ValueError(f"copy {piece.copy} of {piece.id} does not fit two base-36 digits")
    copy = DIGITS[piece.copy // 36] + DIGITS[piece.copy % 36]
    body = f"{FORMAT}{game.code}{piece.code:0>4}{copy}"
    return body + _check(body)


def _check(body: str) -> str:
    from stdnum.iso7064 import mod_37_2

    return str(mod_37_2.calc_check_digit(body))


class Tags:
    """Reads payloads as pieces of the games it was given."""

    def __init__(self, games: Iterable[LoadedGame | BrokenGame]) -> None:
        """Learn the stickers of every game; broken ones are left out."""
        loaded = [each for each in games if isinstance(each, LoadedGame)]
        self._games = {each.game.code: each.id for each in loaded}
        self._pieces = {
            encode(each.game, piece): (each.id, piece) for each in loaded for piece in each.box.stickered
        }

    def read(self, text: str) -> TagRead:
        """Say which piece a payload names, or what is wrong with it."""
        if (known := self._pieces.get(text)) is not None:
            game_id, piece = known
            return TagRead(text, game_id, piece.id, piece.copy)
        if not _is_ours(text):
            return TagRead(text, problem="foreign")
        if text[:3] != FORMAT:
            return TagRead(text, problem="newer_format")
        if len(text) != LENGTH or _check(text[:-1]) != text[-1]:
            return TagRead(text, problem="damaged")
        game_id_or_none = self._games.get(text[3:5])
        if game_id_or_none is None:
            return TagRead(text, problem="foreign")
        return TagRead(text, game_id_or_none, problem="unknown_piece")


def _is_ours(text: str) -> bool:
    """Tell whether a text has our form: TC, a format digit, then only letters, digits and a star at the end."""
    body = text[:-1]
    return (
        text.startswith("TC")
        and text[2:3] in tuple(DIGITS[1:10])
        and LENGTH - 1 <= len(text) <= 16
        and all(character in DIGITS for character in body)
        and text[-1] in DIGITS + "*"
    )
