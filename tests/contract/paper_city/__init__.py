"""A paper game: all seats place at once, each may take it back, and any may end taking part at any moment.

It stands for My City. Cards are revealed by people; every city is a grid of two by two. It is written as a game is:
one folder with its data, its texts and its picture.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm, Number, One, Place, PlaceGroup
from rules.core.commands import Amount, Correct, Picked, Put, Reply
from rules.core.desk import Desk, Script
from rules.core.errors import RuleError
from rules.core.game import Correctable, Facts, Game, OptionSpec, ViewSpec
from rules.core.score import ScoreRow, ScoreSheet
from rules.core.sighting import Mismatch, Move, Moves, Observation, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import TABLE, Cell, PieceRef, msg
from tests.contract.paper import PaperBox, load, sheet

from .picture import LOOK
from .robot import CityTable
from .table import CELLS, City, Table

IN, OUT = "paper_city.in", "paper_city.out"


class CityDesk(Desk[Table]):
    box: PaperBox

    def seats(self) -> list[int]:
        return [seat for seat, city in enumerate(self.table.cities) if city.taking_part]

    def free(self, seat: int) -> tuple[Cell, ...]:
        used = [put.cell for put in self.table.cities[seat].placed]
        return tuple(cell for cell in CELLS if cell not in used)

    def unseen(self) -> tuple[PieceRef, ...]:
        return tuple(PieceRef(each.id) for each in self.box.pieces if each.id not in self.table.shown)

    def leave(self, seat: int) -> None:
        self.table = self.table.city(seat, taking_part=False)
        self.tell("paper_city.left", seat)

    def settle(self, seat: int, reply: Reply | None) -> None:
        city = self.table.cities[seat]
        if isinstance(reply, Put):
            self.table = self.table.city(seat, placed=(*city.placed, reply))
            self.tell("paper_city.placed", seat, piece=PieceRef(reply.piece))
        elif reply is not None:
            self.table = self.table.city(seat, passes=city.passes + 1)
            self.tell("paper_city.passed", seat)


def play_round(desk: CityDesk) -> Script[None]:
    shown = yield from desk.one(TABLE, "paper_city.reveal", desk.unseen, chance="seen", view="card")
    if isinstance(shown, PieceRef):
        desk.table = replace(desk.table, shown=(*desk.table.shown, shown.id))
        yield from place_all(desk, shown.id)
    if not desk.unseen() or not desk.seats():
        outcome = msg("paper_city.over")
        desk.end(outcome, replace(desk.table, outcome=outcome))


def place_all(desk: CityDesk, piece: str) -> Script[None]:
    places = {seat: desk.name(seat, "paper_city.place") for seat in desk.seats()}
    leaves = {seat: desk.name(seat, "paper_city.leave") for seat in desk.seats()}

    def asks() -> Iterator[Ask]:
        for seat in [seat for seat in places if seat in desk.seats()]:
            group = PlaceGroup((piece,), desk.free(seat), f"city{seat}", (0, 1))
            yield Place(places[seat], groups=(group,), optional=True, view=f"city{seat}")
            yield Confirm(leaves[seat], blocks=False)

    replies = yield from desk.gather(lambda: tuple(asks()))
    while leaving := [seat for seat, name in leaves.items() if name in replies]:
        desk.leave(leaving[0])
        leaves[leaving[0]] = desk.name(leaving[0], "paper_city.leave")
        replies = yield from desk.gather(lambda: tuple(asks()))
    for seat, name in places.items():
        desk.settle(seat, replies.get(name))


def count_points(desk: CityDesk) -> Script[None]:
    names = {seat: desk.name(seat, "paper_city.points") for seat in desk.seats()}
    replies = yield from desk.gather(lambda: [Number(name, low=-9, high=99) for name in names.values()])
    for seat, name in names.items():
        if isinstance(reply := replies.get(name), Amount):
            desk.table = desk.table.city(seat, points=reply.value)
    outcome = msg("paper_city.over")
    desk.end(outcome, replace(desk.table, outcome=outcome))


def lay(_box: PaperBox, setup: Setup) -> Table:
    costs = int(setup.option("passing", "costs") == "costs")
    return Table(setup.level, costs, (City(),) * setup.seats)


def next_script(table: Table) -> str:
    if table.outcome:
        return ""
    return "round" if table.level == "guided" else "count"


def score(box: PaperBox, table: Table) -> ScoreSheet:
    rows = []
    for seat, city in enumerate(table.cities):
        pieces = tuple(put.piece for put in city.placed)
        rows += [
            ScoreRow(seat, msg("paper_city.built"), sum(map(box.value, pieces)), pieces),
            ScoreRow(seat, msg("paper_city.passes"), -city.passes * table.pass_costs),
            ScoreRow(seat, msg("paper_city.counted"), city.points),
        ]
    ties = tuple(-city.passes for city in table.cities)
    return sheet(rows, ties, table.outcome, msg("paper_city.fewer_passes"))


def observe(_box: PaperBox, table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    ask = next((ask for ask in asks if ask.view == sighting.view), None)
    if isinstance(ask, One) and len(sighting.seen) == 1:
        return Moves((Move(TABLE, ask.id.key, Picked((PieceRef(sighting.seen[0].piece),))),))
    if not isinstance(ask, Place):
        return Wait()
    known = [put.piece for put in table.cities[ask.id.seat].placed]
    new = [seen for seen in sighting.seen if seen.piece not in known and seen.cell]
    if not new:
        return Wait()
    puts = [Put(seen.piece, seen.cell, sighting.view, seen.turn or 0) for seen in new if seen.cell]
    try:
        ask.check(puts[0])
    except RuleError as error:
        return Mismatch(error.message)
    return Moves((Move(ask.id.seat, ask.id.key, puts[0]),)) if len(puts) == 1 else Wait()


def correctables(_box: PaperBox, table: Table) -> tuple[Correctable, ...]:
    words = ((IN, msg(IN)), (OUT, msg(OUT)))
    found: list[Correctable] = []
    for seat, city in enumerate(table.cities):
        part = IN if city.taking_part else OUT
        found += [
            Correctable(f"passes.{seat}", msg("paper_city.passes"), city.passes, 0, 9),
            Correctable(f"part.{seat}", msg("paper_city.part"), part, words=words),
        ]
    return tuple(found)


def correct(_box: PaperBox, table: Table, command: Correct) -> Table:
    what, _, seat = command.key.partition(".")
    if what == "passes":
        return table.city(int(seat), passes=command.value)
    return table.city(int(seat), taking_part=command.value == IN)


def facts(_box: PaperBox, table: Table) -> Facts:
    found: dict[str, int | str] = {}
    for seat, city in enumerate(table.cities):
        found |= {f"{seat}.{put.cell.x}.{put.cell.y}": put.piece for put in city.placed}
        found |= {f"{seat}.passes": city.passes, f"{seat}.points": city.points}
    return found


def invariants(_box: PaperBox, table: Table) -> tuple[str, ...]:
    broken = []
    for seat, city in enumerate(table.cities):
        cells = [put.cell for put in city.placed]
        pieces = [put.piece for put in city.placed]
        if [cell for cell in cells if cells.count(cell) > 1 or cell not in CELLS]:
            broken.append(f"cells of {seat}")
        if [piece for piece in pieces if pieces.count(piece) > 1 or piece not in table.shown]:
            broken.append(f"pieces of {seat}")
    return tuple(broken)


GAME = Game(
    id="paper_city",
    code="PA",
    version=1,
    seats=(2, 4),
    names=(("en", "Paper City"), ("pt_BR", "Cidade de Papel")),
    table_type=Table,
    box_type=PaperBox,
    files=("box.toml",),
    load=load,
    lay=lay,
    desk=CityDesk,
    scripts={"round": play_round, "count": count_points},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=lambda _box, table, _seat: table,
    facts=facts,
    invariants=invariants,
    tabletop=CityTable,
    look=LOOK,
    options=(OptionSpec("passing", ("costs", "free")),),
    views=tuple(ViewSpec(f"city{seat}", 80.0, 80.0, "lattice", (40.0, 40.0)) for seat in range(4)),
)
