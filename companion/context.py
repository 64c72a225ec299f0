"""What photos do not show: how people say that a game went, and what is taken for granted."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from companion.around import check_name
from companion.errors import InputError
from companion.files import LARGEST_SETTINGS, read_text
from companion.games import LoadedGame
from companion.players import Player
from rules.core.asks import Ask, Confirm, Number
from rules.core.commands import Amount, Done, Picked, Reply
from rules.core.errors import RuleError
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, Value, Word, msg

FINAL = "final.toml"
"""A game's own context for scoring from photos alone: how a game usually ends."""
Given = str | int | tuple[str, ...]


class Context(Value, frozen=True):
    """What photos do not show."""

    players: tuple[str, ...] = ()
    options: dict[str, str] = msgspec.field(default_factory=dict)
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)
    """Facts by the key under which they can be corrected ("max" for the highest number), set in this order
    once no question is left that something answers."""
    answers: dict[str, Given] = msgspec.field(default_factory=dict)
    """Answers by the question's key: a piece, a word, a number, or a list of pieces."""
    seat: dict[str, dict[str, Given]] = msgspec.field(default_factory=dict)
    """Answers to questions about one person, by name."""


class Usual(Context, frozen=True):
    """How a game is usually laid out, and how it usually ends."""

    laid_out: dict[str, Given] = msgspec.field(default_factory=dict)
    """Answers that tell nothing of the end: to take them for granted leaves the outcome as it is."""


def read_context(path: Path) -> Context:
    """Read a context; raise ``InputError`` naming file and place."""
    text = read_text(path, LARGEST_SETTINGS, "core.context_unreadable")
    try:
        return msgspec.convert(tomllib.loads(text), type=Context)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError("core.context_unreadable", file=str(path), problem=str(error)) from error


def usual_end(loaded: LoadedGame) -> Usual:
    """Return what the game itself says of how it usually ends; empty where it says nothing."""
    file = loaded.folder.joinpath(FINAL) if loaded.folder is not None else None
    if file is None or not file.is_file():
        return Usual()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), type=Usual)


class Known:
    """Hand out what people said, then what is usual; keep what was used of either.

    Raises ``InputError`` for the name of somebody who is not there.
    """

    def __init__(self, said: Context, usual: Usual, players: tuple[Player, ...]) -> None:
        self._seats = {seat_named(name, players): answers for name, answers in said.seat.items()}
        self._said, self._players = said, players
        self._answers = usual.laid_out | usual.answers | said.answers
        self._facts = said.facts | {key: value for key, value in usual.facts.items() if key not in said.facts}
        self._assumed = (usual.facts.keys() - said.facts.keys()) | (
            usual.answers.keys() - said.answers.keys()
        )
        self._used: set[tuple[int, str]] = set()
        self.has_assumed = False
        """True once something of the end was needed that nobody said."""

    def answer(self, ask: Ask) -> Given | None:
        """Return what answers a question: for one person first, else for everybody."""
        key, seat = ask.id.key, seat_of(ask)
        for whose, answers in ((seat, self._seats.get(seat, {})), (TABLE, self._answers)):
            if key in answers:
                self._used.add((whose, key))
                self.has_assumed |= whose == TABLE and key in self._assumed
                return answers[key]
        return None

    def facts(self, *, is_ended: bool) -> list[tuple[str, int | str]]:
        """Return the facts that have not been set yet; where the end is known, nothing need be assumed."""
        left = self._facts.items()
        return [(key, value) for key, value in left if not (is_ended and key in self._assumed)]

    def was_set(self, key: str) -> None:
        """Cross out a fact."""
        del self._facts[key]
        self.has_assumed |= key in self._assumed

    def unused(self) -> Iterable[Msg]:
        """Name the facts and answers that people gave and nothing has taken."""
        yield from (msg("core.score.not_set", fact=key) for key in self._facts if key not in self._assumed)
        for whose, answers in ((TABLE, self._said.answers), *self._seats.items()):
            name = "" if whose == TABLE else self._players[whose].name
            left = (key for key in answers if (whose, key) not in self._used)
            yield from (msg("core.score.not_asked", question=f"{name} {key}".strip()) for key in left)


def seat_named(name: str, players: tuple[Player, ...]) -> int:
    """Find a seat by its player's name; raise ``InputError`` where there is none."""
    names = [player.name for player in players]
    name = check_name(name)
    if name not in names:
        raise InputError("core.unknown_player", name=name, known=", ".join(names))
    return names.index(name)


def seat_of(ask: Ask) -> int:
    """Return whom a question is about: who is asked, else the one seat that it names."""
    if ask.id.seat != TABLE:
        return ask.id.seat
    named = [arg.seat for _, arg in ask.args if isinstance(arg, SeatRef)]
    return named[0] if len(named) == 1 else TABLE


def fitting(ask: Ask, given: Given) -> Reply:
    """Turn a given answer into a reply; raise ``InputError`` where it is not on offer."""
    words = (given,) if isinstance(given, str | int) else given
    if isinstance(ask, Confirm):
        return Done()
    if isinstance(ask, Number) and isinstance(given, int):
        reply: Reply | None = if_fits(ask, Amount(given))
    else:
        options: Mapping[str, Choice] = {name_of(each): each for each in getattr(ask, "options", ())}
        picks = tuple(options[str(word)] for word in words if str(word) in options)
        reply = if_fits(ask, Picked(picks)) if len(picks) == len(words) else None
    if reply is None:
        raise InputError("core.context_answer", key=ask.id.key, given=", ".join(map(str, words)))
    return reply


def name_of(choice: Choice) -> str:
    """Return how a context names a choice."""
    match choice:
        case PieceRef(id=name) | Word(key=name):
            return name
        case SeatRef(seat=seat):
            return str(seat + 1)
        case _:
            return f"{choice.x},{choice.y}"


def if_fits(ask: Ask, reply: Reply) -> Reply | None:
    """Return the reply where a question takes it."""
    try:
        ask.check(reply)
    except RuleError:
        return None
    return reply
