"""A paper game small enough to see through: draw a card, hold it up, lay it into one shared city, say done."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games import LoadedGame
from companion.tags import Tags, encode
from rules.core.asks import Ask, Place, PlaceGroup
from rules.core.commands import Correct, Done, Picked, Put, Reply
from rules.core.desk import Desk, Script
from rules.core.event import Event
from rules.core.game import Box, Correctable, Facts, Game, Lying, PieceInfo, ViewSpec
from rules.core.grid import neighbours
from rules.core.score import ScoreRow, ScoreSheet, Standing
from rules.core.sighting import Mismatch, Move, Moves, Observation, Reading, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import Cell, PieceRef, Value, msg

CITY = ViewSpec("city", 900, 560, "lattice", (68, 93), (63, 88), (20, -32), "c00")
CARD = ViewSpec("card", 200, 150, "spread", (0, 0), (63, 88), (20, -32))
LAID = 8
PIECES = {
    f"{kind}{n:02d}": PieceInfo(
        f"{kind}{n:02d}", f"{kind.upper()}{n:02d}", (("en", f"{kind}{n}"),), anonymous=kind == "b"
    )
    for kind, count in (("c", 24), ("b", 1))
    for n in range(count)
}


def payload(piece: PieceInfo) -> str:
    return encode(GAME, piece)


class PaperTable(Value, frozen=True):
    seats: int
    turn: int = 0
    hand: str = ""
    city: tuple[tuple[str, Cell], ...] = (("c00", Cell(0, 0)),)


class PaperDesk(Desk[PaperTable]):
    def free(self) -> tuple[Cell, ...]:
        taken = [cell for _, cell in self.table.city]
        spots = [near for cell in taken for _, near in neighbours(cell)]
        return tuple(
            spot
            for spot in dict.fromkeys(spots)
            if spot not in taken and abs(spot.x) <= 5 and abs(spot.y) <= 2
        )


def turn(desk: PaperDesk) -> Script[None]:
    seat = desk.table.turn % desk.table.seats
    drawn = yield from desk.one(
        -1,
        "paper.draw",
        lambda: [PieceRef(name) for name in PIECES if name[0] == "c" and name not in dict(desk.table.city)],
        chance="seen",
        view="card",
    )
    assert isinstance(drawn, PieceRef)
    desk.table = replace(desk.table, hand=drawn.id)
    put = yield from desk.place(
        seat, "paper.lay", lambda: [PlaceGroup((desk.table.hand,), desk.free())], view="city"
    )
    assert put is not None
    desk.table = replace(desk.table, hand="", city=(*desk.table.city, (put.piece, put.cell)))
    desk.tell("paper.laid", seat, card=PieceRef(put.piece))
    yield from desk.confirm(seat, "paper.done")
    desk.table = replace(desk.table, turn=desk.table.turn + 1)


def observe(_box: Box, table: PaperTable, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    ask = next((ask for ask in asks if ask.view == sighting.view), None)
    lying = dict(table.city)
    new = [seen for seen in sighting.seen if seen.piece not in lying]
    if ask is None or not new:
        return Wait()
    seen = new[0]
    if not isinstance(ask, Place):
        return Moves((Move(ask.id.seat, ask.id.key, Picked((PieceRef(seen.piece),))),))
    if seen.cell is None:
        return Wait()
    move = Move(ask.id.seat, ask.id.key, Put(seen.piece, seen.cell))
    if seen.cell in ask.groups[0].cells and seen.piece in ask.groups[0].pieces:
        return Moves((move,))
    return Mismatch(msg("paper.not_there"), (Reading(msg("paper.other"), (move,)),))


def score(_box: Box, table: PaperTable) -> ScoreSheet:
    rows = tuple(
        ScoreRow(index % table.seats, msg("paper.card"), 1, (piece,))
        for index, (piece, _) in enumerate(table.city[1:])
    )
    totals = [sum(row.amount for row in rows if row.seat == seat) for seat in range(table.seats)]
    best = max(totals, default=0)
    return ScoreSheet(
        rows,
        tuple(
            Standing(seat, total, 1 + sum(t > total for t in totals), total == best)
            for seat, total in enumerate(totals)
        ),
    )


def facts(_box: Box | None, table: PaperTable) -> Facts:
    return {f"city.{cell.x}.{cell.y}": piece for piece, cell in table.city} | {"hand": table.hand}


def at_mm(cell: Cell) -> tuple[float, float]:
    return 450.0 + 68 * cell.x, 280.0 + 93 * cell.y


class PaperTabletop:
    """The robots' table of the paper game."""

    def __init__(self, _box: Any = None, _setup: Any = None, dice: random.Random | None = None) -> None:
        self.dice = dice or random.Random(0)
        self.table = PaperTable(2)
        self.pile = [name for name in PIECES if name[0] == "c" and name != "c00"]
        self.dice.shuffle(self.pile)
        self.lie: dict[str, tuple[Lying, ...]] = {}
        self.spoiled: dict[str, str] = {}

    def act(self, ask: Ask, asks: tuple[Ask, ...]) -> Reply:
        if ask.id.key == "paper.draw":
            self.table = replace(self.table, hand=self.pile.pop())
            return Picked((PieceRef(self.table.hand),))
        if isinstance(ask, Place):
            put = ask.sample(self.dice)
            assert isinstance(put, Put)
            self.table = replace(self.table, hand="", city=(*self.table.city, (put.piece, put.cell)))
            return put
        return Done()

    def hear(self, event: Event) -> None:
        """No instruction is given in this game."""

    def picture(self, view: str) -> tuple[Lying, ...]:
        if view in self.lie:
            return self.lie[view]
        if view == "card":
            return (Lying(self.table.hand, 100, 75),) if self.table.hand else ()
        return tuple(Lying(piece, *at_mm(cell)) for piece, cell in self.table.city)

    def facts(self) -> Facts:
        return {**facts(None, self.table), **self.spoiled}

    def spoil(self) -> str:
        piece, cell = self.table.city[-1]
        self.spoiled = {f"city.{cell.x}.{cell.y}": "c99"}
        return f"{piece} -> c99"


def load(_files: Mapping[str, bytes]) -> Box:
    return Box(tuple(PIECES.values()), "house", "paper", "the tests")


def correctables(_box: Box, _table: PaperTable) -> tuple[Correctable, ...]:
    return ()


def correct(_box: Box, table: PaperTable, _command: Correct) -> PaperTable:
    return table


GAME: Game[PaperTable] = Game(
    id="paper",
    code="ZZ",
    version=1,
    seats=(2, 4),
    names=(("en", "Paper"),),
    table_type=PaperTable,
    box_type=Box,
    files=(),
    load=load,
    lay=lambda _box, setup: PaperTable(setup.seats),
    desk=PaperDesk,
    scripts={"turn": turn},
    next_script=lambda table: "turn" if len(table.city) <= LAID else "",
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=lambda _box, table, _seat: table,
    facts=facts,
    invariants=lambda _box, _table: (),
    tabletop=PaperTabletop,
    views=(CITY, CARD),
)


def game_of() -> tuple[Game[PaperTable], Box]:
    return GAME, load({})


LOADED = LoadedGame(GAME, load({}))
TAGS = Tags([LOADED])


def setup(seats: int = 2) -> Setup:
    return Setup(seats)


__all__ = [
    "CARD",
    "CITY",
    "GAME",
    "LOADED",
    "PIECES",
    "TAGS",
    "Event",
    "PaperTabletop",
    "game_of",
    "payload",
    "setup",
]
