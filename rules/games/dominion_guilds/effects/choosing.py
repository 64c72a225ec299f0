"""Questions that several cards share."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.desk import Script
from rules.core.value import Choice, PieceRef
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.known import Test, in_hand
from rules.games.dominion_guilds.model import DISCARD


def fits_any(_kind: str) -> bool:
    """Take every kind."""
    return True


def named(choice: Choice | None) -> str:
    """Return the kind that was picked; empty for none."""
    return choice.id if isinstance(choice, PieceRef) else ""


def piles(desk: DominionDesk, test: Test) -> tuple[PieceRef, ...]:
    """Return the kinds that are left in the supply and fit."""
    table = desk.table
    return tuple(
        PieceRef(kind) for kind, left in zip(table.kinds, table.supply, strict=True) if left and test(kind)
    )


def up_to(desk: DominionDesk, most: Callable[[], int], test: Test = fits_any) -> Test:
    """Make the test for cards that cost no more than a sum."""
    return lambda kind: desk.box.cost(kind) <= most() and test(kind)


def choose_gain(desk: DominionDesk, seat: int, card: str, test: Test, place: str = DISCARD) -> Script[str]:
    """Have somebody gain a card that fits, if there is one; return its kind."""
    pick = yield from desk.one(
        seat,
        "dominion_guilds.gain",
        lambda: piles(desk, test),
        args={"card": PieceRef(card)},
        view="card",
    )
    kind = named(pick)
    if kind:
        desk.gain(seat, kind, place)
    return kind


def choose_trash(
    desk: DominionDesk, seat: int, card: str, test: Test = fits_any, *, must: bool = False
) -> Script[str]:
    """Have somebody trash a card of their hand; return its kind, empty for none.

    Even where they must, they may say that there is none: hands are hidden.
    """
    key = "dominion_guilds.trash.must" if must else "dominion_guilds.trash.may"
    whole = must and test is fits_any

    pick = yield from desk.one(
        seat,
        key,
        lambda: in_hand(desk.table, seat, test),
        optional=not whole,
        trusted=True,
        args={"card": PieceRef(card)},
        view="card",
    )
    kind = named(pick)
    if kind:
        desk.trash_from_hand(seat, kind)
    return kind


def is_duty(desk: DominionDesk) -> bool:
    """Tell whether what later printings leave open is a duty: only cards of the first edition are in use."""
    return desk.table.switches.boxes in ("guilds_first", "first")
