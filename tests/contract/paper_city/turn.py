"""The scripts: a round in which all build what has been turned up, or one that only asks for points."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.asks import Ask, Confirm, Number, Place, PlaceGroup
from rules.core.commands import Amount
from rules.core.desk import Script
from rules.core.value import TABLE, PieceRef

from .desk import CityDesk
from .model import Table


def next_script(table: Table) -> str:
    """Go on round by round; where the companion only keeps the score, ask for it once."""
    if table.outcome:
        return ""
    return "round" if table.level == "guided" else "count"


def play_round(desk: CityDesk) -> Script[None]:
    """Turn a building up and let all place it; the last one ends the game."""
    reveal = "paper_city.reveal"
    shown = yield from desk.one(TABLE, reveal, desk.unseen, chance="seen", view="card")
    if isinstance(shown, PieceRef):
        desk.show(shown.id)
        yield from _place_all(desk, shown.id)
    if not desk.unseen() or not desk.seats():
        desk.finish()


def _place_all(desk: CityDesk, piece: str) -> Script[None]:
    """Let all place at the same time; who ends taking part meanwhile costs the others nothing."""
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
    """Ask everybody for the points of a city that was not followed."""
    names = {seat: desk.name(seat, "paper_city.points") for seat in desk.seats()}
    replies = yield from desk.gather(lambda: [Number(name, low=-9, high=99) for name in names.values()])
    for seat, name in names.items():
        if isinstance(reply := replies.get(name), Amount):
            desk.table = desk.table.city(seat, points=reply.value)
    desk.finish()
