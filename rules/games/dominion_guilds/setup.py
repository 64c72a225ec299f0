"""Set-up: the kingdom, the piles, the decks; and which script follows which."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm
from rules.core.desk import Script
from rules.core.state import Setup
from rules.core.value import TABLE, PieceRef, SeatRef
from rules.core.zone import Zone
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.kingdom import choose_kingdom
from rules.games.dominion_guilds.model import COUNT, GUIDED, OVER, PLAY, SETUP, Seat, Switches, Table

SCRIPTS = {SETUP: "setup", COUNT: "count", OVER: ""}


def lay(box: DominionBox, setup: Setup) -> Table:
    """Lay out the table with the basic piles; the kingdom is chosen in the set-up's script."""
    table = Table(
        seats=(Seat(),) * setup.seats,
        kinds=(),
        supply=(),
        trash=(),
        turn=setup.first,
        level=setup.level,
        switches=Switches(
            year=setup.option("rules", "2013"),
            boxes=setup.option("boxes", "guilds_second"),
            need=setup.option("need", "any"),
            costs=setup.option("costs", "any"),
            attacks=setup.option("attacks", "any"),
            taxman=int(setup.option("taxman", "3")),
            open_scores=setup.option("scores") == "open",
        ),
    )
    return with_kinds(box, table, box.basic)


def with_kinds(box: DominionBox, table: Table, kinds: tuple[str, ...], *, is_sure: bool = True) -> Table:
    """Lay out the piles, and deal everybody a deck, a hand and, where the kingdom is known, its first tokens."""
    seats = len(table.seats)
    owned = tuple(box.cards[kind].start for kind in kinds)
    hand = min(box.supply.hand, sum(owned))
    tokens = sum(box.cards[kind].start_tokens for kind in kinds) if is_sure else 0
    seat = Seat(owned, Zone(hidden=hand), Zone(hidden=sum(owned) - hand), tokens=tokens)
    return replace(
        table,
        kinds=kinds,
        supply=tuple(box.pile(kind, seats) for kind in kinds),
        trash=(0,) * len(kinds),
        seats=tuple(replace(seat, away=each.away) for each in table.seats),
    )


def next_script(table: Table) -> str:
    """Name the script that runs on this table."""
    if table.phase == PLAY:
        return "turn" if table.level == GUIDED else "keep"
    return SCRIPTS[table.phase]


def set_up(desk: DominionDesk) -> Script[None]:
    """Lead through the set-up; one touch skips the rest of the list."""
    chosen, skipped = yield from choose_kingdom(desk)
    kinds = (*desk.box.basic, *(chosen or desk.box.kingdom))
    desk.table = with_kinds(desk.box, desk.table, kinds, is_sure=bool(chosen))
    if chosen:
        desk.tell("dominion_guilds.kingdom.keep.told")
    for key, instruct in STEPS.items():
        if chosen:
            instruct(desk)
        if not skipped:
            skipped = yield from _step_or_skip(desk, key)
    desk.table = replace(desk.table, phase=PLAY)


def _step_or_skip(desk: DominionDesk, key: str) -> Script[bool]:
    """Ask to go on with the list; True where people would rather skip it.

    What was done is told before the next part is: undo names a step by what it told first.
    """
    step = desk.name(TABLE, f"dominion_guilds.setup.{key}")
    skip = desk.name(TABLE, "dominion_guilds.setup.skip")

    def build() -> list[Ask]:
        return [Confirm(step), Confirm(skip, blocks=False)]

    replies = yield from desk.gather(build)
    is_skipped = skip in replies
    desk.tell(f"{(skip if is_skipped else step).key}.told")
    return is_skipped


def _piles(desk: DominionDesk) -> None:
    """Say how many cards each pile has."""
    box, seats = desk.box, len(desk.table.seats)
    for kind in box.basic:
        desk.instruct("dominion_guilds.do.pile", card=PieceRef(kind), count=box.pile(kind, seats))
    for kind in desk.table.kinds[len(box.basic) :]:
        desk.instruct("dominion_guilds.do.pile", card=PieceRef(kind), count=box.pile(kind, seats))
    if seats >= box.supply.two_sets_from:
        desk.instruct("dominion_guilds.do.two_sets")
    desk.tell("dominion_guilds.not_covered")


def _decks(desk: DominionDesk) -> None:
    """Deal the decks."""
    for kind in desk.box.basic:
        if count := desk.box.cards[kind].start:
            desk.instruct("dominion_guilds.do.deal", card=PieceRef(kind), count=count)
    desk.instruct("dominion_guilds.do.first_hand", count=desk.box.supply.hand)
    if tokens := desk.table.seats[0].tokens:
        desk.instruct("dominion_guilds.do.first_tokens", count=tokens)
    desk.tell("dominion_guilds.starts", desk.table.turn, who=SeatRef(desk.table.turn))


STEPS: dict[str, Callable[[DominionDesk], None]] = {"piles": _piles, "decks": _decks}
"""The set-up list: each part is one touch."""
