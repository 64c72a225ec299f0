"""What a sighting is compared with, and the few answers that all views give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.asks import Ask, One, Some
from rules.core.commands import AskId, Picked, Put, Reply
from rules.core.errors import RuleError
from rules.core.sighting import Ambiguous, Mismatch, Move, Moves, Observation, Reading, Wait
from rules.core.value import Choice, Msg, PieceRef, Word, msg
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.explain import why
from rules.games.prestige.model import Table


@dataclass(frozen=True, slots=True)
class Observer:
    """The box, the table and the open questions."""

    box: PrestigeBox
    table: Table
    asks: tuple[Ask, ...]

    def ask(self, *keys: str) -> Ask | None:
        """Find the first open question with one of these keys."""
        return next((ask for ask in self.asks if ask.id.key in keys), None)

    def key_of(self, asked: AskId | None) -> str:
        """Return the key of the question that the camera was opened for; "" where it is open no more."""
        return next((ask.id.key for ask in self.asks if ask.id == asked), "")

    def offers(self, word: str) -> Ask | None:
        """Find the question for an action that offers this one."""
        ask = self.ask("prestige.action")
        return ask if isinstance(ask, One) and Word(f"prestige.action.{word}") in ask.options else None

    def on_its_way(self) -> tuple[str, ...]:
        """Name the unit that waits for another one to make room."""
        ask = self.ask("prestige.unit.replace")
        return tuple(arg.id for _, arg in ask.args if isinstance(arg, PieceRef)) if ask else ()

    def is_unit(self, piece: str) -> bool:
        """Say whether a piece is a card that is placed as a Unit."""
        return piece in self.box.cards and self.box.cards[piece].is_unit

    def answer(self, ask: Ask, reply: Reply) -> Observation:
        """Answer a question, or say why this cannot be the answer."""
        try:
            ask.check(reply)
        except RuleError as refusal:
            return refuse(why(self.box, self.table, ask, reply) or refusal.message)
        return Moves((move(ask, reply),))


def whole(observer: Observer, ask: Ask, pieces: Iterable[str]) -> Observation:
    """Answer with all that was read, once people have counted: a picture may show a part of what lies there."""
    cards = tuple(PieceRef(piece) for piece in dict.fromkeys(pieces))
    if not cards:
        return Wait()
    found = observer.answer(ask, pick(*cards))
    if not isinstance(found, Moves) or (isinstance(ask, Some) and len(cards) == ask.high):
        return found
    return Ambiguous((Reading(msg("prestige.see.all", count=len(cards)), found.moves),))


def either(observer: Observer, ask: Ask, *ways: tuple[Msg, Reply]) -> Observation:
    """Let people choose between several ways to read a picture, the likelier first; refuse where none is an answer."""
    fitting = [
        Reading(text, (move(ask, reply),))
        for text, reply in ways
        if isinstance(observer.answer(ask, reply), Moves)
    ]
    return Ambiguous(tuple(fitting)) if fitting else observer.answer(ask, ways[-1][1])


def move(ask: Ask, reply: Reply) -> Move:
    """Answer a question by its seat and key."""
    return Move(ask.id.seat, ask.id.key, reply)


def pick(*choices: Choice) -> Picked:
    """Make the reply of a pick."""
    return Picked(choices)


def act(ask: Ask, word: str) -> Move:
    """Choose an action."""
    return move(ask, pick(Word(f"prestige.action.{word}")))


def then(ask: Ask, key: str, reply: Reply) -> Move:
    """Answer the question that the same seat will be asked next."""
    return Move(ask.id.seat, key, reply)


def refuse(reason: Msg, *readings: Reading) -> Mismatch:
    """Ask people what is true; that the camera is wrong is always one of the answers."""
    return Mismatch(reason, (*readings, Reading(msg("prestige.see.nothing"))))


def lay(observer: Observer, where: Put) -> tuple[Move, ...] | None:
    """Make the moves that place a card in the city; None where nobody is asked for any."""
    if ask := observer.ask("prestige.place"):
        return (move(ask, where),)
    if ask := observer.offers("place"):
        return act(ask, "place"), then(ask, "prestige.place", where)
    return None
