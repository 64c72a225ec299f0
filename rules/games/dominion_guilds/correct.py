"""Sets by hand what people say is so, and keeps the number of cards when it does."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.commands import Correct
from rules.core.zone import Zone
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.correctables import YES
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.ending import end_of
from rules.games.dominion_guilds.known import zone_of
from rules.games.dominion_guilds.model import COUNT, DECK, DISCARD, GUIDED, HAND, PLAY, Now, Table
from rules.games.dominion_guilds.tally import read_elsewhere

LOOKED_FOR = (DISCARD, DECK, HAND)
"""Where a card is taken from that somebody does not own after all: first where it is missed least."""


def correct(box: DominionBox, table: Table, command: Correct) -> Table:
    """Apply a correction that has been checked."""
    group, _, rest = command.key.partition(".")
    if isinstance(command.value, str):
        return _set_word(box, table, group, rest, command.value)
    table = _set_number(box, table, group, rest, command.value)
    return _reopened(box, table) if group == "pile" else table


def _reopened(box: DominionBox, table: Table) -> Table:
    """Play on where a pile turns out not to have ended the game; what was read for the end is read again then."""
    if table.phase != COUNT or table.outcome is None or end_of(box, table) is not None:
        return table
    seats = tuple(replace(seat, tally=(), told=()) for seat in table.seats)
    return replace(table, seats=seats, spread=(), phase=PLAY, outcome=None).go_on()


def _set_word(box: DominionBox, table: Table, group: str, rest: str, word: str) -> Table:
    if group == "turn":
        return table if word == str(table.turn) else _handed(table, int(word))
    if group == "level":
        return _set_level(box, table, word)
    return _set_away(table, int(rest), word == YES)


def _set_away(table: Table, at: int, away: bool) -> Table:
    """Let somebody leave or come back; the turn of whoever leaves in play goes to the next one, and is missed unless it counts."""
    table = table.seat(at, away=away)
    if not away or table.turn != at or table.phase == COUNT:
        return table
    table = _unused(table)
    here = table.seats[at]
    return table.seat(at, missed=here.missed + (not table.begun)).go_on()


def _handed(table: Table, at: int) -> Table:
    """Give the turn to somebody else, and count none that was left before anything was done in it."""
    return replace(_unused(table), turn=at, now=Now(), begun=False)


def _unused(table: Table) -> Table:
    """Take the turn back unless something was done in it."""
    is_used = table.now != Now() or table.seats[table.turn].play
    return table if is_used else _uncounted(table)


def _uncounted(table: Table) -> Table:
    """Take back the turn that was counted when it began; one that is kept is counted when it ends."""
    if table.level != GUIDED or table.phase != PLAY or not table.begun:
        return table
    table = table.seat(table.turn, turns=max(0, table.seats[table.turn].turns - 1))
    return replace(table, begun=False)


def _set_level(box: DominionBox, table: Table, level: str) -> Table:
    """Change the level; where hands were not followed, everybody is taken to have a fresh one."""
    if level == GUIDED and table.level != GUIDED:
        for at, seat in enumerate(table.seats):
            hand = min(box.supply.hand, seat.cards)
            table = table.seat(
                at, hand=Zone(hidden=hand), deck=Zone(hidden=seat.cards - hand), discard=Zone(), play=()
            )
    table = table if level == table.level else _unused(table)
    return replace(table, level=level)


def _set_number(box: DominionBox, table: Table, group: str, rest: str, value: int) -> Table:
    match group:
        case "now":
            return replace(table, now=replace(table.now, **{rest: value}))
        case "tokens" | "turns":
            return table.seat(int(rest), **{group: value})
        case "pile":
            more = value - table.left(rest)
            return table.piled(rest, more).trashed(rest, -more)
        case "owned":
            at, _, kind = rest.partition(".")
            return _set_owned(_set_read(box, table, int(at), kind, value), int(at), kind, value)
        case _:
            return _set_place(table, int(rest), group, value)


def _set_read(box: DominionBox, table: Table, at: int, kind: str, value: int) -> Table:
    """Count as many as people say beside the cards that were read; of those too many, copies read elsewhere go first."""
    here = table.seats[at]
    if not here.tally:
        return table
    read = [card for card in here.tally if box.kinds[card] == kind]
    kept = sorted(read, key=read_elsewhere(table, at).__contains__)[:value]
    others = tuple(card for card in here.tally if box.kinds[card] != kind)
    told = tuple(each for each in here.told if each != kind) + (kind,) * (value - len(kept))
    return table.seat(at, tally=(*others, *kept), told=told)


def _set_owned(table: Table, at: int, kind: str, value: int) -> Table:
    """Give cards to a player from the pile, or take them back; where a card lies that was gained unseen, nobody knows."""
    while table.owns(at, kind) < value and table.left(kind):
        table = table.piled(kind, -1).owned(at, kind, 1)
        table = table.seat(at, discard=table.seats[at].discard.hide(1))
    while table.owns(at, kind) > value:
        table = _taken_back(table, at, kind).piled(kind, 1).owned(at, kind, -1)
    return table


def _taken_back(table: Table, at: int, kind: str) -> Table:
    """Take a card away wherever it lies: where it is known to be, else among hidden ones."""
    seat = table.seats[at]
    places = [place for place in LOOKED_FOR if kind in zone_of(seat, place).known]
    if kind in seat.play and not places and not _is_hidden(table, at, kind):
        play = list(seat.play)
        play.remove(kind)
        return table.seat(at, play=tuple(play))
    if not places or _is_hidden(table, at, kind):
        hidden = next(place for place in LOOKED_FOR if zone_of(seat, place).hidden)
        return table.seat(at, **{hidden: zone_of(seat, hidden).hide(-1)})
    return table.seat(at, **{places[0]: zone_of(seat, places[0]).take(kind)})


def _is_hidden(table: Table, at: int, kind: str) -> bool:
    """Tell whether one card of a kind at least is nowhere in sight."""
    seat = table.seats[at]
    seen = seat.play.count(kind) + sum(zone_of(seat, place).known.count(kind) for place in LOOKED_FOR)
    return table.owns(at, kind) > seen


def _set_place(table: Table, at: int, place: str, value: int) -> Table:
    """Count a hand or a deck anew; the difference lies in the other two places."""
    others = [DISCARD, DECK if place == HAND else HAND]
    while (more := value - len(zone_of(table.seats[at], place))) != 0:
        source = next((each for each in others if len(zone_of(table.seats[at], each))), DISCARD)
        giver, taker = (source, place) if more > 0 else (place, DISCARD)
        lost = zone_of(table.seats[at], giver)
        table = table.seat(at, **{giver: zones.shrink(lost, 1)})
        table = table.seat(at, **{taker: zone_of(table.seats[at], taker).hide(1)})
    return table
