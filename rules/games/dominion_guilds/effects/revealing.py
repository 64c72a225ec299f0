"""Cards that name a card, or turn cards up until the right ones come."""

from __future__ import annotations

from rules.core.desk import Script
from rules.core.value import PieceRef
from rules.games.dominion_guilds.data import TREASURE
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import named
from rules.games.dominion_guilds.known import most_found
from rules.games.dominion_guilds.played import Effect, Played

DOCTOR, JOURNEYMAN, ADVENTURER = 3, 3, 2


def name_card(desk: DominionDesk, seat: int, card: str) -> Script[str]:
    """Have somebody name a card."""
    pick = yield from desk.one(
        seat,
        "dominion_guilds.name",
        lambda: [PieceRef(kind) for kind in desk.table.kinds],
        args={"card": PieceRef(card)},
        view="card",
    )
    return named(pick)


def doctor(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Name a card, reveal three, trash those of that name; the others go back in any order."""
    kind = yield from name_card(desk, seat, played.kind)
    count = desk.ready(seat, DOCTOR)
    found = yield from desk.number(
        seat,
        "dominion_guilds.doctor",
        lambda: (0, most_found(desk.table, seat, lambda each: each == kind, among=count)),
        args={"card": PieceRef(kind)},
    )
    desk.unknow_deck(seat)
    for _ in range(found):
        desk.trash_from_top(seat, kind)


def journeyman(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Name a card, reveal until three others have come; these go to the hand, the rest is discarded."""
    kind = yield from name_card(desk, seat, played.kind)
    found = yield from desk.number(
        seat,
        "dominion_guilds.journeyman",
        lambda: (0, most_found(desk.table, seat, lambda each: each == kind)),
        args={"card": PieceRef(kind)},
    )
    desk.keep_of_revealed(seat, JOURNEYMAN, found, played.kind)


def adventurer(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Reveal until two Treasures have come; these go to the hand, the rest is discarded."""
    others = yield from desk.number(
        seat,
        "dominion_guilds.adventurer",
        lambda: (0, most_found(desk.table, seat, lambda each: not desk.box.cards[each].is_a(TREASURE))),
    )
    desk.keep_of_revealed(seat, ADVENTURER, others, played.kind)


REVEALING: dict[str, Effect] = {"doctor": doctor, "journeyman": journeyman, "adventurer": adventurer}
