"""Says whatever the game says, in both languages: a text that is missing or not filled in fails the test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.players import default_players
from companion.texts import LANGUAGES, Texts
from rules.core.sighting import Ambiguous, Mismatch, Observation, Wait
from rules.core.value import Msg, PieceRef
from rules.games.prestige.data import PrestigeBox

PLAYERS = default_players("Ana", "Bia", "Caio", "Davi")
BOTH = [Texts(language) for language in LANGUAGES]


def check_said(box: PrestigeBox, *messages: Msg | None) -> None:
    """Say messages aloud."""
    known = {piece.id for piece in box.pieces}
    for message in messages:
        if message is None:
            continue
        for ref in _pieces(message):
            assert ref.id in known, message
        for texts in BOTH:
            said = texts.say(message, PLAYERS, box)
            assert not texts.missing, (message, texts.missing)
            assert "None" not in said, (message, said)
            assert "()" not in said, (message, said)


def _pieces(message: Msg) -> Iterator[PieceRef]:
    for _, arg in message.args:
        if isinstance(arg, Msg):
            yield from _pieces(arg)
        elif isinstance(arg, PieceRef):
            yield arg


def said_of(found: Observation) -> Iterable[Msg | None]:
    """Yield every text of what was made of a picture."""
    if isinstance(found, Wait | Mismatch):
        yield found.text
    if isinstance(found, Ambiguous | Mismatch):
        for reading in found.readings:
            assert isinstance(reading.text, Msg)
            yield reading.text
