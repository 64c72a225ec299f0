"""Cards that play other cards."""

from __future__ import annotations

from rules.core.desk import Script
from rules.core.value import TABLE, PieceRef, SeatRef, Word
from rules.games.dominion_guilds.data import ACTION
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import named
from rules.games.dominion_guilds.known import in_hand, on_top
from rules.games.dominion_guilds.play import lay_down, lay_down_top, perform
from rules.games.dominion_guilds.played import Effect, Played

NO_ACTION, NOT_PLAYED = Word("dominion_guilds.herald.other"), Word("dominion_guilds.vassal.other")


def throne_room(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Choose an Action of the hand and play it twice; it is in play once."""
    pick = yield from desk.one(
        seat,
        "dominion_guilds.throne_room",
        lambda: in_hand(desk.table, seat, lambda kind: _is_action(desk, kind)),
        optional=True,
        trusted=True,
        view="play",
    )
    if kind := named(pick):
        lay_down(desk, seat, kind)
        again = Played(kind)
        for _ in range(2):
            yield from perform(desk, seat, again)


def herald(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Reveal the top card: an Action is played at no cost, anything else stays."""
    if not desk.is_here(seat) or not desk.ready(seat, 1):
        return
    known = desk.table.seats[seat].deck.known
    if known:
        kind = known[0] if _is_action(desk, known[0]) else ""
    else:
        pick = yield from desk.one(
            TABLE,
            "dominion_guilds.herald",
            lambda: _revealed(desk, seat, NO_ACTION),
            trusted=True,
            chance="seen",
            args={"who": SeatRef(seat)},
            view="card",
        )
        kind = named(pick)
    if kind:
        yield from _play_top(desk, seat, kind)


def vassal(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Discard the top card; if it is an Action, it may be played."""
    if not desk.is_here(seat) or not desk.ready(seat, 1):
        return
    pick = yield from desk.one(
        seat,
        "dominion_guilds.vassal",
        lambda: _revealed(desk, seat, NOT_PLAYED),
        trusted=True,
        view="card",
    )
    if kind := named(pick):
        yield from _play_top(desk, seat, kind)
    elif desk.is_here(seat):
        desk.lay_off(seat, 1)
        desk.instruct("dominion_guilds.do.lay_off", seat, who=SeatRef(seat))


def _play_top(desk: DominionDesk, seat: int, kind: str) -> Script[None]:
    """Play the top card of a deck."""
    lay_down_top(desk, seat, kind)
    desk.instruct("dominion_guilds.do.play_top", seat, who=SeatRef(seat), card=PieceRef(kind))
    yield from perform(desk, seat, Played(kind))


def _is_action(desk: DominionDesk, kind: str) -> bool:
    return desk.box.cards[kind].is_a(ACTION)


def _revealed(desk: DominionDesk, seat: int, otherwise: Word) -> list[PieceRef | Word]:
    """Offer the Actions that may lie on top; nothing where there can be none, or nobody sits, so that nobody is asked."""
    actions = on_top(desk.table, seat, 1, lambda kind: _is_action(desk, kind))
    return [*actions, otherwise] if actions and desk.is_here(seat) else []


PLAYING: dict[str, Effect] = {"throne_room": throne_room, "herald": herald, "vassal": vassal}
