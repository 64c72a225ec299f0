"""What paying more than the cost of a card does. Only buying can, and only with coins that are there."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.desk import Script
from rules.core.value import PieceRef
from rules.games.dominion_guilds.data import ACTION, SILVER
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import choose_gain, named
from rules.games.dominion_guilds.effects.looking import look, raise_card
from rules.games.dominion_guilds.effects.trashing import STONEMASON_GAINS
from rules.games.dominion_guilds.known import in_discard

Overpay = Callable[[DominionDesk, int, int], Script[None]]


def stonemason(desk: DominionDesk, seat: int, paid: int) -> Script[None]:
    """Gain two Actions that cost exactly what was paid more."""

    def fits(kind: str) -> bool:
        return desk.box.cards[kind].is_a(ACTION) and desk.box.cost(kind) == paid

    for _ in range(STONEMASON_GAINS):
        yield from choose_gain(desk, seat, "stonemason", fits)


def doctor(desk: DominionDesk, seat: int, paid: int) -> Script[None]:
    """Look at the top card once for every coin: trash it, discard it or put it back."""
    for _ in range(paid):
        if desk.ready(seat, 1):
            yield from look(desk, seat, 1)


def masterpiece(desk: DominionDesk, seat: int, paid: int) -> Script[None]:
    """Gain a Silver for every coin."""
    for _ in range(paid):
        desk.gain(seat, SILVER)
    yield from ()


def herald(desk: DominionDesk, seat: int, paid: int) -> Script[None]:
    """Put a card of the discard pile onto the deck for every coin, as many as there are."""
    for _ in range(paid):
        pick = yield from desk.one(
            seat,
            "dominion_guilds.raise",
            lambda: in_discard(desk.table, seat),
            trusted=True,
            args={"card": PieceRef("herald")},
            view="card",
        )
        if kind := named(pick):
            raise_card(desk, seat, kind)


OVERPAY: dict[str, Overpay] = {
    "stonemason": stonemason,
    "doctor": doctor,
    "masterpiece": masterpiece,
    "herald": herald,
}
