"""How a turn, and with it the game, ends."""

from __future__ import annotations

from collections import Counter
from itertools import chain

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


def end_turn(desk: DominionDesk) -> None:
    """Hand the turn on, or stop play where the game is over."""
    outcome = end_of(desk.box, desk.table)
    if outcome is not None:
        desk.table = replace(desk.table, phase=COUNT, outcome=outcome)
        desk.events.append(Event(outcome))
    else:
        desk.table = desk.table.go_on()


def count_up(desk: DominionDesk) -> Script[None]:
    """Have the cards counted: read by the camera, or as they are known; then the game is over."""
    if desk.table.level == GUIDED:
        yield from _check_cards(desk)
    else:
        for seat in range(len(desk.table.seats)):
            yield from _count_cards(desk, seat)
    if desk.table.phase != COUNT:
        desk.tell("core.reopened")
        return
    outcome = desk.table.outcome or msg("dominion_guilds.end.stopped")
    desk.end(outcome, replace(desk.table, phase=OVER, outcome=outcome))


def _check_cards(desk: DominionDesk) -> Script[None]:
    """Offer to read everybody's cards and what is left of the piles, as often as pictures need; a go-on ends it."""
    done = desk.name(TABLE, "dominion_guilds.final.done")
    seats = range(len(desk.table.seats))
    while True:
        names = [desk.name(seat, "dominion_guilds.final.cards") for seat in seats]
        rest = desk.name(TABLE, "dominion_guilds.final.rest")

        def build(names: list[AskId] = names, rest: AskId = rest) -> list[Ask]:
            if desk.table.phase != COUNT:
                return []
            return [Confirm(done), *(_spread(desk, name, blocks=False) for name in (*names, rest))]

        replies = yield from desk.gather(build)
        for name in (*names, rest):
            _take_count(desk, name.seat, picked(replies.get(name)))
        if done in replies or not replies:
            return


def _count_cards(desk: DominionDesk, seat: int) -> Script[None]:
    """Ask for all cards of a player; what one picture does not show, further ones add."""
    name = desk.name(seat, "dominion_guilds.final.cards")
    while True:
        more, rest = (
            desk.name(seat, "dominion_guilds.final.more"),
            desk.name(TABLE, "dominion_guilds.final.rest"),
        )

        def build(more: AskId = more, rest: AskId = rest) -> list[Ask]:
            if desk.table.phase != COUNT:
                return []
            whole = _spread(desk, name, blocks=True)
            return [whole, _spread(desk, more, blocks=False), _spread(desk, rest, blocks=False)]

        replies = yield from desk.gather(build)
        for each in (name, more, rest):
            _take_count(desk, each.seat, picked(replies.get(each)))
        if name in replies or not replies:
            return


def _spread(desk: DominionDesk, name: AskId, *, blocks: bool) -> Some:
    """Ask for cards, each with its number; an offer leaves out those that have been read there."""
    table = desk.table
    read = table.spread if name.seat == TABLE else table.seats[name.seat].tally
    known = frozenset(() if blocks else read)
    cards = tuple(chain.from_iterable(desk.box.copies[kind] for kind in table.kinds))
    cards = tuple(card for card in cards if card.id not in known) if known else cards
    args = (("count", len(read)), ("who", SeatRef(name.seat)))
    return Some(name, args, options=cards, high=len(cards), blocks=blocks, view="cards")


def _take_count(desk: DominionDesk, seat: int, choices: tuple[Choice, ...]) -> None:
    """Note cards that were read, beside those read before."""
    cards = tuple(choice.id for choice in choices if isinstance(choice, PieceRef))
    if not cards:
        return
    if seat == TABLE:
        desk.table = replace(desk.table, spread=tuple(dict.fromkeys((*desk.table.spread, *cards))))
        desk.tell("dominion_guilds.counted.rest", count=len(desk.table.spread))
    else:
        here = desk.table.seats[seat]
        new = [card for card in dict.fromkeys(cards) if card not in here.tally]
        read, told = (*here.tally, *new), Counter(here.told)
        # What was told holds for all that somebody has, so a card that is read after all was among it.
        told -= Counter(desk.box.kinds[card] for card in new)
        desk.table = desk.table.seat(seat, tally=read, told=tuple(told.elements()))
        desk.tell("dominion_guilds.counted", seat, who=SeatRef(seat), count=len(read))
