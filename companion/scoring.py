"""Automatic scoring from photos: goes on with the game's own questions, answered by what the photos show.

What photos cannot show comes from an evening, or from a small TOML file (``Context``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import InputError
from companion.games import LoadedGame
from companion.players import Player
from companion.reading import Photo
from rules.core.asks import Ask, Confirm, Number, One, Some
from rules.core.commands import Amount, Answer, Correct, Done, Picked, Reply
from rules.core.errors import RuleError
from rules.core.referee import Referee
from rules.core.score import ScoreSheet
from rules.core.state import Setup, State
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, Value, Word, msg

ROUNDS = 2000
"""Questions after which a game counts as going round in circles."""
FEW = 12
"""Choices that are named in full where a question stays open."""
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


@dataclass(slots=True)
class Scored:
    """A score sheet and what stands in its way."""

    sheet: ScoreSheet
    state: State[Any]
    players: tuple[Player, ...]
    unread: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[Msg] = field(default_factory=list)


def read_context(path: Path) -> Context:
    """Read a context; raise ``InputError`` naming file and place."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8-sig")), type=Context)
    except OSError as error:
        problem = error.strerror or ""
        raise InputError("core.context_unreadable", file=str(path), problem=problem) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError("core.context_unreadable", file=str(path), problem=str(error)) from error


def with_usual_end(loaded: LoadedGame, context: Context) -> Context:
    """Add what the game itself says of how it usually ends; what people say comes first."""
    file = loaded.folder.joinpath(FINAL) if loaded.folder is not None else None
    if file is None or not file.is_file():
        return context
    usual = msgspec.convert(tomllib.loads(file.read_text("utf-8")), type=Context)
    return msgspec.structs.replace(
        context, facts=context.facts | usual.facts | context.facts, answers=usual.answers | context.answers
    )


def own_up(scored: Scored, said: Context, used: Context) -> None:
    """Where nobody said how the game ended, give no outcome: warn of what was taken for granted."""
    outcome = scored.sheet.outcome
    if outcome is None or (used.facts, used.answers) == (said.facts, said.answers):
        return
    scored.sheet = msgspec.structs.replace(scored.sheet, outcome=None)
    scored.warnings.append(msg("core.score.assumed", outcome=outcome))


def require_shown(loaded: LoadedGame, photos: Iterable[tuple[str, Photo]]) -> None:
    """Raise ``InputError`` where no photo shows anything of the game: there is nothing to score."""
    every = tuple(photo for _, photo in photos)
    if not any(photo.pieces(loaded.id) for photo in every):
        images = ", ".join(photo.path.name for photo in every)
        raise InputError("core.score.no_sticker", game=loaded.id, images=images)


def new_table(loaded: LoadedGame, context: Context, players: tuple[Player, ...]) -> State[Any]:
    """Lay out a game that was not followed: at the level that asks for the end only, where there is one."""
    levels = loaded.game.levels
    level = "scorekeeper" if "scorekeeper" in levels else levels[0]
    setup = Setup(len(players), tuple(sorted(context.options.items())), level)
    return Referee(loaded.game, loaded.box).new(setup)[0]


def score_photos(
    loaded: LoadedGame,
    state: State[Any],
    players: tuple[Player, ...],
    photos: Iterable[tuple[str, Photo]],
    context: Context,
) -> Scored:
    """Score a table from photos, each with the name of its owner or "" for the shared table.

    Raises ``InputError`` for the name of somebody who is not there.
    """
    for name in context.seat:
        _seat_named(name, players)
    shown = _Shown(loaded.id, players, tuple(photos))
    end = _End(loaded, state, players, context, shown)
    end.finish()
    sheet = end.referee.score(end.state)
    warnings = [*end.warnings, *shown.warnings()]
    return Scored(sheet, end.state, players, shown.unread(sheet), warnings)


class _Shown:
    """What the photos show, by whose they are."""

    def __init__(
        self, game_id: str, players: tuple[Player, ...], photos: tuple[tuple[str, Photo], ...]
    ) -> None:
        self._game_id, self.photos = game_id, photos
        self._pieces: dict[int, set[str]] = {}
        for name, photo in photos:
            seat = _seat_named(name, players) if name else TABLE
            self._pieces.setdefault(seat, set()).update(photo.pieces(game_id))

    def pieces(self, seat: int) -> set[str] | None:
        """Return the pieces in a seat's photos (TABLE: in the shared ones); None where there are none."""
        return self._pieces.get(seat)

    def unread(self, sheet: ScoreSheet) -> list[dict[str, Any]]:
        """Name damaged codes, and pieces that the score counts but no photo shows."""
        if not self.photos:
            return []
        damaged = [
            {"image": str(photo.path), "piece": None, "problem": "damaged", "at": list(each.tag.centre)}
            for _, photo in self.photos
            for each in photo.found
            if each.read.problem == "damaged"
        ]
        seen = {piece for _, photo in self.photos for piece in photo.pieces(self._game_id)}
        counted = dict.fromkeys(piece for row in sheet.rows for piece in row.pieces)
        missing = [
            {"image": None, "piece": piece, "problem": "not_seen", "at": None}
            for piece in counted
            if piece not in seen
        ]
        return damaged + missing

    def warnings(self) -> Iterable[Msg]:
        """Name codes that are not this game's, and the same sticker seen twice."""
        yield from self._of_two()
        for _, photo in self.photos:
            if not photo.pieces(self._game_id):
                yield msg("core.score.empty_photo", image=photo.path.name)
            texts = [each.read.text for each in photo.found]
            for each in photo.found:
                if each.read.problem not in {None, "damaged"} or (
                    each.read.game_id not in {None, self._game_id}
                ):
                    key = f"core.tag.{each.read.problem or 'other_game'}"
                    yield msg(key, image=photo.path.name, text=each.read.text)
            for text in dict.fromkeys(texts):
                if text and texts.count(text) > 1:
                    yield msg("core.tag.twice", image=photo.path.name, text=text)

    def _of_two(self) -> Iterable[Msg]:
        """Name pieces in the photos of two people: they counted for both, and can belong to one only."""
        seats = sorted(seat for seat in self._pieces if seat != TABLE)
        for one, other in combinations(seats, 2):
            for piece in sorted(self._pieces[one] & self._pieces[other]):
                yield msg("core.score.of_two", piece=PieceRef(piece), one=SeatRef(one), other=SeatRef(other))


class _End:
    """Goes on with a game by what is known, until it is over or nothing more is known."""

    def __init__(
        self,
        loaded: LoadedGame,
        state: State[Any],
        players: tuple[Player, ...],
        context: Context,
        shown: _Shown,
    ) -> None:
        self.referee: Referee[Any] = Referee(loaded.game, loaded.box)
        self.state = state
        self.warnings: list[Msg] = []
        self._players, self._context, self._shown = players, context, shown
        self._facts = list(context.facts.items())
        self._used: set[tuple[str, str]] = set()

    def finish(self) -> None:
        """Answer and set what can be; say what stays open."""
        for _ in range(ROUNDS):
            if self.referee.is_over(self.state) or not (self._answer() or self._set()):
                break
        self.warnings += [msg("core.score.not_set", fact=key) for key, _ in self._facts]
        self.warnings += [msg("core.score.not_asked", question=key) for key in self._unused()]
        for ask in self.referee.asks(self.state):
            if ask.blocks:
                self.warnings.append(_left_open(ask))

    def _answer(self) -> bool:
        """Answer one question; what is offered to the camera comes first, for a go-on may close it."""
        for ask in sorted(self.referee.asks(self.state), key=lambda ask: ask.blocks):
            reply = self._reply(ask) if ask.blocks else self._offered(ask)
            if reply is not None:
                self.state, _ = self.referee.apply(self.state, Answer(ask.id, reply))
                return True
        return False

    def _reply(self, ask: Ask) -> Reply | None:
        given = self._given(ask)
        if given is not None:
            return _fitting(ask, given)
        if isinstance(ask, Confirm):
            return Done()
        return self._seen(ask)

    def _given(self, ask: Ask) -> Given | None:
        """Return what the context answers: for one person first, else for everybody."""
        key, seat = ask.id.key, seat_of(ask)
        name = self._players[seat].name if seat != TABLE else ""
        for whose, answers in ((name, self._context.seat.get(name, {})), ("", self._context.answers)):
            if key in answers:
                self._used.add((whose, key))
                return answers[key]
        return None

    def _unused(self) -> Iterable[str]:
        """Name the answers that no question has taken."""
        given = (("", self._context.answers), *self._context.seat.items())
        every = ((whose, key) for whose, answers in given for key in answers)
        return (f"{whose} {key}".strip() for whose, key in every if (whose, key) not in self._used)

    def _offered(self, ask: Ask) -> Reply | None:
        """Take an offer to read a spread where photos show some of it; a single card may mean anything."""
        reply = self._seen(ask) if isinstance(ask, Some) else None
        return reply if isinstance(reply, Picked) and reply.choices else None

    def _seen(self, ask: Ask) -> Reply | None:
        """Answer by the pieces in the photos that belong to the question."""
        pieces = self._shown.pieces(seat_of(ask))
        if pieces is None or not (isinstance(ask, Some | One) and ask.view):
            return None
        picks = tuple(each for each in ask.options if isinstance(each, PieceRef) and each.id in pieces)
        return _if_fits(ask, Picked(picks))

    def _set(self) -> bool:
        """Set the next fact that can be set now."""
        specs = {each.key: each for each in self.referee.correctables(self.state)}
        for key, value in self._facts:
            if key not in specs:
                continue
            wanted = specs[key].high if value == "max" else value
            try:
                self.state, _ = self.referee.apply(self.state, Correct(key, wanted))
            except RuleError:
                continue
            self._facts.remove((key, value))
            return True
        return False


def _left_open(ask: Ask) -> Msg:
    """Name a question with its key, and where there are few words to choose from, these too."""
    words = [name_of(each) for each in getattr(ask, "options", ())]
    if 0 < len(words) <= FEW:
        return msg("core.score.open_of", question=ask.text, key=ask.id.key, known=", ".join(words))
    return msg("core.score.open", question=ask.text, key=ask.id.key)


def _seat_named(name: str, players: tuple[Player, ...]) -> int:
    names = [player.name for player in players]
    if name not in names:
        raise InputError("core.unknown_player", name=name, known=", ".join(names))
    return names.index(name)


def seat_of(ask: Ask) -> int:
    """Return whom a question is about: who is asked, else the one seat that it names."""
    if ask.id.seat != TABLE:
        return ask.id.seat
    named = [arg.seat for _, arg in ask.args if isinstance(arg, SeatRef)]
    return named[0] if len(named) == 1 else TABLE


def _fitting(ask: Ask, given: Given) -> Reply:
    """Turn a given answer into a reply; raise ``InputError`` where it is not on offer."""
    words = (given,) if isinstance(given, str | int) else given
    if isinstance(ask, Confirm):
        return Done()
    if isinstance(ask, Number) and isinstance(given, int):
        reply: Reply | None = _if_fits(ask, Amount(given))
    else:
        options: Mapping[str, Choice] = {name_of(each): each for each in getattr(ask, "options", ())}
        picks = tuple(options[str(word)] for word in words if str(word) in options)
        reply = _if_fits(ask, Picked(picks)) if len(picks) == len(words) else None
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


def _if_fits(ask: Ask, reply: Reply) -> Reply | None:
    try:
        ask.check(reply)
    except RuleError:
        return None
    return reply
