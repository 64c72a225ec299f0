"""Says in a few words what a sighting came to."""

from __future__ import annotations

from rules.core.commands import Picked
from rules.core.sighting import Mismatch, Move, Observation, Wait
from rules.core.value import PieceRef, Word
from tests.rules.prestige.prestige_table import key_of

FIVE = "lince-03 ibex-09 garca-09 comunal-12 coruja-09"


def act(word: str) -> Move:
    return Move(0, "prestige.action", Picked((Word(f"prestige.action.{word}"),)))


def picked(key: str, *pieces: str, seat: int = 0) -> Move:
    return Move(seat, f"prestige.{key}", Picked(tuple(map(PieceRef, pieces))))


def reason(found: Observation) -> str:
    assert isinstance(found, Mismatch | Wait), found
    return key_of(found.text)
