"""A turn in scorekeeper mode: one touch says what was bought and hands the turn on."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.asks import Ask, Number, One
from rules.core.commands import Amount
from rules.core.desk import Script, picked
from rules.core.value import PieceRef, SeatRef, Word
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import fits_any, piles
from rules.games.dominion_guilds.ending import end_of, end_turn
from rules.games.dominion_guilds.model import COUNT, PLAY, SCOREKEEPER

NOTHING, STOP = Word("dominion_guilds.keep.nothing"), Word("dominion_guilds.keep.end")
MOST_TOKENS = 99


def keep_turn(desk: DominionDesk) -> Script[None]:
    """Note one turn: the card gained last ends it; further ones, tokens and trashed cards are offers nobody must take."""
    seat = desk.table.turn
    while True:
        turn = desk.name(seat, "dominion_guilds.keep")
        more = desk.name(seat, "dominion_guilds.keep.more")
        tokens = desk.name(seat, "dominion_guilds.keep.tokens")

        def build() -> list[Ask]:
            table = desk.table
            if (
                table.turn != seat
                or table.level != SCOREKEEPER
                or table.seats[seat].away
                or table.phase != PLAY
            ):
                return []
            found = piles(desk, fits_any)
            return [
                One(turn, options=(NOTHING, *found, STOP), view="card"),  # noqa: B023 - asked before it changes
                One(more, options=found, blocks=False, view="card"),  # noqa: B023
                Number(tokens, low=0, high=MOST_TOKENS, blocks=False),  # noqa: B023
            ]

        replies = yield from desk.gather(build)
        reply = replies.get(tokens)
        if isinstance(reply, Amount):
            desk.table = desk.table.seat(seat, tokens=reply.value)
            desk.tell("dominion_guilds.keep.has_tokens", seat, who=SeatRef(seat), count=reply.value)
        elif more in replies:
            _note(desk, seat, picked(replies[more]))
        else:
            break
    choices = picked(replies.get(turn))
    if not choices:
        return
    if choices == (STOP,):
        outcome = end_of(desk.box, desk.table)
        desk.table = replace(desk.table, phase=COUNT, outcome=outcome)
        return
    desk.table = desk.table.seat(seat, turns=desk.table.seats[seat].turns + 1)
    _note(desk, seat, choices)
    end_turn(desk, seat)


def _note(desk: DominionDesk, seat: int, choices: tuple[object, ...]) -> None:
    for choice in choices:
        if isinstance(choice, PieceRef):
            desk.gain(seat, choice.id)
