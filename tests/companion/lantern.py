"""A small game for the application's tests: a shuffle, secret choices at the same time, a number, a score."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from companion.games import LoadedGame
from rules.core.asks import Ask, One
from rules.core.commands import Answer, Command, Correct, Picked, Reply
from rules.core.desk import Desk, Script, picked
from rules.core.event import Event
from rules.core.game import Box, Correctable, Facts, Game, Lying, OptionSpec, PieceInfo
from rules.core.score import ScoreRow, ScoreSheet, Standing, rank_by
from rules.core.sighting import Observation, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, Value, Word, msg

ROUNDS = 40
DECK = tuple(f"lamp{n}" for n in range(8))


class Lantern(Value, frozen=True):
    rounds: int
    scores: tuple[int, ...]
    deck: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    level: str = "guided"
    playing: tuple[bool, ...] = (True, True)


class Moonlit(Lantern, frozen=True, kw_only=True):
    """A table that asks for more than older evenings know."""

    moon: int


class LanternDesk(Desk[Lantern]):
    def change(self, **new: Any) -> None:
        self.table = msgspec.structs.replace(self.table, **new)

    def give(self, seat: int, points: int) -> None:
        scores = self.table.scores
        self.change(scores=(*scores[:seat], scores[seat] + points, *scores[seat + 1 :]))


def round_(desk: LanternDesk) -> Script[None]:
    if not desk.table.deck:
        order = yield from desk.order(TABLE, "lantern.shuffle", _deck, chance="digital", secret=True)
        desk.change(deck=tuple(each.id for each in order if isinstance(each, PieceRef)))
    names = [desk.name(seat, "lantern.wish") for seat in range(len(desk.table.scores))]
    wishes = yield from desk.gather(
        lambda: [
            One(name, options=(Word("lantern.red"), Word("lantern.gold")), secret=True) for name in names
        ]
    )
    for name in names:
        if picked(wishes.get(name)) == (Word("lantern.gold"),):
            desk.give(name.seat, 1)
    desk.tell("lantern.wished", count=len(names))
    seat = desk.table.rounds % len(desk.table.scores)
    lit = yield from desk.number(seat, "lantern.light", lambda: (0, 5))
    desk.give(seat, lit)
    lamp = desk.table.deck[0]
    desk.tell("lantern.peeked", seat, private=seat, lamp=PieceRef(lamp))
    desk.tell("lantern.lit", seat, who=SeatRef(seat), count=lit)
    desk.change(deck=desk.table.deck[1:], drawn=(*desk.table.drawn, lamp), rounds=desk.table.rounds + 1)
    if desk.table.rounds == ROUNDS:
        desk.end(Msg("lantern.over"), desk.table)


def _deck() -> Iterator[Choice]:
    return (PieceRef(each) for each in DECK)


def lay(_box: Box, setup: Setup) -> Lantern:
    return Lantern(0, (0,) * setup.seats, level=setup.level, playing=(True,) * setup.seats)


def score(_box: Box, table: Lantern) -> ScoreSheet:
    rows = tuple(ScoreRow(seat, Msg("lantern.light"), points) for seat, points in enumerate(table.scores))
    ranks = rank_by({seat: (points,) for seat, points in enumerate(table.scores)})
    standings = tuple(Standing(seat, table.scores[seat], rank) for seat, rank in ranks.items())
    outcome = Msg("lantern.over") if table.rounds == ROUNDS else None
    return ScoreSheet(rows, standings, outcome)


def correctables(_box: Box, table: Lantern) -> tuple[Correctable, ...]:
    yes_no = (("yes", Msg("lantern.yes")), ("no", Msg("lantern.no")))
    words = tuple((word, Msg(f"core.level.{word}")) for word in ("guided", "scorekeeper"))
    return (
        *(
            Correctable(f"score.{seat}", msg("lantern.score", seat=SeatRef(seat)), points, -9, 99)
            for seat, points in enumerate(table.scores)
        ),
        Correctable("level", Msg("lantern.level"), table.level, words=words),
        Correctable("away.1", Msg("lantern.away"), "no" if table.playing[1] else "yes", words=yes_no),
    )


def correct(_box: Box, table: Lantern, command: Correct) -> Lantern:
    if command.key == "level":
        return msgspec.structs.replace(table, level=str(command.value))
    if command.key == "away.1":
        return msgspec.structs.replace(table, playing=(True, command.value == "no"))
    seat = int(command.key.partition(".")[2])
    scores = (*table.scores[:seat], int(command.value), *table.scores[seat + 1 :])
    return msgspec.structs.replace(table, scores=scores)


def observe(_box: Box, _table: Lantern, _asks: tuple[Ask, ...], _sighting: Sighting) -> Observation:
    return Wait()


def facts(_box: Box, table: Lantern) -> Facts:
    return {"rounds": table.rounds}


class NoTabletop:
    """Nothing lies on this table."""

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        return Picked()

    def hear(self, event: Event) -> None:
        pass

    def picture(self, view: str) -> tuple[Lying, ...]:
        return ()

    def facts(self) -> Facts:
        return {}

    def spoil(self) -> str:
        return ""


def load(_files: Mapping[str, bytes]) -> Box:
    pieces = tuple(PieceInfo(each, f"L{n}", (("en", f"Lamp {n}"),)) for n, each in enumerate(DECK))
    return Box(pieces, "house", "test", "made for tests")


def make(bonus: int = 0, version: int = 1, table_type: type[Lantern] = Lantern) -> LoadedGame:
    """Make the game; a ``bonus`` is a rule that has been changed since."""
    game: Game[Lantern] = Game(
        id="lantern",
        code="LA",
        version=version,
        seats=(2, 3),
        names=(("en", "Lantern"),),
        table_type=table_type,
        box_type=Box,
        files=(),
        load=load,
        lay=lay,
        desk=LanternDesk,
        scripts={"round": round_ if not bonus else partial(_generous, bonus)},
        next_script=lambda table: "" if table.rounds == ROUNDS else "round",
        score=score,
        observe=observe,
        correctables=correctables,
        correct=correct,
        cut=lambda _box, table, _seat: msgspec.structs.replace(table, deck=()),
        facts=facts,
        invariants=lambda _box, _table: (),
        tabletop=lambda _box, _setup, _dice: NoTabletop(),
        options=(OptionSpec("moon", ("none", "full")),),
    )
    return LoadedGame(game, load({}))


def _generous(bonus: int, desk: LanternDesk) -> Script[None]:
    """Play a round by changed rules: wishes bring more."""
    before = desk.table.scores
    yield from round_(desk)
    for seat, points in enumerate(desk.table.scores):
        if points > before[seat]:
            desk.give(seat, bonus)


def play_randomly(session: Any, steps: int, dice: random.Random) -> None:
    """Answer open questions by chance."""
    for _ in range(steps):
        asks = session.asks()
        if not asks:
            return
        ask = asks[dice.randrange(len(asks))]
        session.dispatch(Answer(ask.id, ask.sample(dice)))


def first_answer(session: Any) -> Command:
    """Answer the first open question with its first reply."""
    ask = session.asks()[0]
    return Answer(ask.id, next(ask.replies()))
