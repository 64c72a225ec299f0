"""A turn in scorekeeper mode: one touch says what was bought and hands the turn on."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from rules.core.asks import Ask, Number, One
from rules.core.commands import Amount, AskId
from rules.core.desk import Script, picked
from rules.core.value import Choice, PieceRef, SeatRef, Word
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import fits_any, piles
from rules.games.dominion_guilds.ending import end_of, end_turn
from rules.games.dominion_guilds.model import COUNT, PLAY, SCOREKEEPER

NOTHING, STOP = Word("dominion_guilds.keep.nothing"), Word("dominion_guilds.keep.end")
MOST_TOKENS = 99


def keep_turn(desk: DominionDesk) -> Script[None]:
    """Note one turn: the card gained last ends it; further ones and tokens are offers nobody must take."""
    seat = desk.table.turn
    choices = yield from _hear(desk, seat)
    if choices == (STOP,):
        desk.table = replace(desk.table, phase=COUNT, outcome=end_of(desk.box, desk.table))
    elif choices:
        desk.table = desk.table.counted(seat)
        _note(desk, seat, choices)
        end_turn(desk)


def _hear(desk: DominionDesk, seat: int) -> Script[tuple[Choice, ...]]:
    """Note what is offered by the way, until somebody says how the turn ended; none where it was corrected away."""
    while True:
        turn, more = desk.name(seat, "dominion_guilds.keep"), desk.name(seat, "dominion_guilds.keep.more")
        tokens = desk.name(seat, "dominion_guilds.keep.tokens")
        replies = yield from desk.gather(partial(_asks, desk, seat, (turn, more, tokens)))
        reply = replies.get(tokens)
        if isinstance(reply, Amount):
            desk.table = desk.table.seat(seat, tokens=reply.value)
            desk.tell("dominion_guilds.keep.has_tokens", seat, who=SeatRef(seat), count=reply.value)
        elif more in replies:
            _note(desk, seat, picked(replies[more]))
        else:
            return picked(replies.get(turn))


def _asks(desk: DominionDesk, seat: int, names: tuple[AskId, AskId, AskId]) -> list[Ask]:
    table = desk.table
    is_kept = table.level == SCOREKEEPER and table.phase == PLAY
    if not is_kept or table.turn != seat or table.seats[seat].away:
        return []
    turn, more, tokens = names
    found = piles(desk, fits_any)
    return [
        One(turn, options=(NOTHING, *found, STOP), view="card"),
        One(more, options=found, blocks=False, view="card"),
        Number(tokens, low=0, high=MOST_TOKENS, blocks=False),
    ]


def _note(desk: DominionDesk, seat: int, choices: tuple[Choice, ...]) -> None:
    desk.table = replace(desk.table, unfollowed=True)
    for choice in choices:
        if isinstance(choice, PieceRef):
            desk.gain(seat, choice.id)
