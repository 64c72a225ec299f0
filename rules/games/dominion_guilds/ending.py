"""How a turn, and with it the game, ends."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm, Some
from rules.core.commands import AskId
from rules.core.desk import Script, picked
from rules.core.event import Event
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import FEWEST, PROVINCE, DominionBox
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.model import COUNT, GUIDED, OVER, Table


def end_of(box: DominionBox, table: Table) -> Msg | None:
    """Say why the game is over, if it is: no Province left, or too many empty piles."""
    if not table.left(PROVINCE):
        return msg("dominion_guilds.end.provinces")
    if table.empty >= box.supply.ends[len(table.seats) - FEWEST]:
        return msg("dominion_guilds.end.piles", count=table.empty)
    return None


def end_turn(desk: DominionDesk, seat: int) -> None:
    """Hand the turn on, or stop play where the game is over."""
    outcome = end_of(desk.box, desk.table)
    if outcome is not None:
        desk.table = replace(desk.table, phase=COUNT, outcome=outcome)
        desk.events.append(Event(outcome))
    else:
        desk.table = replace(desk.table, turn=desk.table.next_seat(seat))


def count_up(desk: DominionDesk) -> Script[None]:
    """Have the cards counted: read by the camera, or as they are known; then the game is over.

    What is left of the piles may be shown too: then every card of the box is accounted for.
    """
    names = [desk.name(seat, "dominion_guilds.final.cards") for seat in range(len(desk.table.seats))]
    rest, done = (
        desk.name(TABLE, "dominion_guilds.final.rest"),
        desk.name(TABLE, "dominion_guilds.final.done"),
    )
    cards = tuple(card for kind in desk.table.kinds for card in desk.box.copies[kind])
    shown: list[AskId] = []

    def build() -> list[Ask]:
        guided = desk.table.level == GUIDED
        asks: list[Ask] = [_count(name, cards, blocks=not guided) for name in names if name not in shown]
        asks += [_rest(rest, cards)] if rest not in shown else []
        return [*asks, Confirm(done)] if guided else asks

    while True:
        replies = yield from desk.gather(build)
        for name in (*names, rest):
            if name in replies:
                shown.append(name)
                _take_count(desk, name.seat, picked(replies[name]))
        if done in replies or all(name in shown for name in names) or not replies:
            break
    outcome = desk.table.outcome or msg("dominion_guilds.end.stopped")
    desk.end(outcome, replace(desk.table, phase=OVER, outcome=outcome))


def _count(name: AskId, cards: tuple[PieceRef, ...], *, blocks: bool) -> Some:
    """Ask for all cards of a player, each with its number."""
    args = (("who", SeatRef(name.seat)),)
    return Some(name, args, options=cards, high=len(cards), blocks=blocks, view="cards")


def _rest(name: AskId, cards: tuple[PieceRef, ...]) -> Some:
    """Offer to read what is left of the piles, and the trash."""
    return Some(name, options=cards, high=len(cards), blocks=False, view="cards")


def _take_count(desk: DominionDesk, seat: int, choices: tuple[Choice, ...]) -> None:
    cards = tuple(choice.id for choice in choices if isinstance(choice, PieceRef))
    if cards and seat == TABLE:
        desk.table = replace(desk.table, spread=cards)
        desk.tell("dominion_guilds.counted.rest", count=len(cards))
    elif cards:
        desk.table = desk.table.seat(seat, tally=cards)
        desk.tell("dominion_guilds.counted", seat, who=SeatRef(seat), count=len(cards))
