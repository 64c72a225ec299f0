"""Set-up, and which script follows which."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm
from rules.core.commands import AskId
from rules.core.desk import Script
from rules.core.picture import named
from rules.core.state import Setup
from rules.core.value import TABLE, Arg, Choice, PieceRef, SeatRef
from rules.games.prestige.data import DECKS, PILES, PrestigeBox
from rules.games.prestige.desk import PrestigeDesk
from rules.games.prestige.model import GUIDED, OVER, PLAY, REVEAL, SETUP, EventPile, Pile, Seat, Table

SCRIPTS = {SETUP: "setup", REVEAL: "reveal", OVER: ""}


def lay(box: PrestigeBox, setup: Setup) -> Table:
    """Lay out the table; cards are dealt in the set-up's script."""
    hard = box.hard if setup.option("board") == "hard" else None
    starts = hard.starts if hard else {}
    in_piles = box.deck_size
    return Table(
        seats=tuple(Seat() for _ in range(setup.seats)),
        tracks=tuple(starts.get(track.id, track.start) for track in box.tracks),
        coffers=hard.coffers if hard else box.board.coffers,
        piles=tuple(Pile(in_piles if not at else 0, up=not at) for at in range(PILES)),
        events=tuple(EventPile(box.board.events[deck], box.board.events[deck]) for deck in DECKS),
        turn=setup.first,
        level=setup.level,
        digital=setup.option("events") == "digital",
        secret=setup.option("identities") == "app",
        fallen_count=setup.option("discarded_units") == "count",
        hard=hard is not None,
    )


def next_script(table: Table) -> str:
    """Name the script that runs on this table."""
    if table.phase == PLAY:
        return "turn" if table.level == GUIDED else "keep"
    return SCRIPTS[table.phase]


def set_up(desk: PrestigeDesk) -> Script[None]:
    """Lead through the set-up; one touch skips the rest of the list."""
    skipped = False
    for key, instruct in STEPS.items():
        instruct(desk)
        if not skipped:
            skipped = yield from _step_or_skip(desk, key)
    if desk.table.digital:
        yield from _shuffle_events(desk)
    if desk.table.secret:
        yield from _deal_identities(desk)
    desk.begin_play()


def _step_or_skip(desk: PrestigeDesk, key: str) -> Script[bool]:
    """Ask to go on with the list; True where people would rather skip it."""
    step, skip = desk.name(TABLE, f"prestige.setup.{key}"), desk.name(TABLE, "prestige.setup.skip")

    def build() -> list[Ask]:
        return [Confirm(step), Confirm(skip, blocks=False)]

    replies = yield from desk.gather(build)
    return skip in replies


def _instruct_board(desk: PrestigeDesk) -> None:
    table = desk.table
    desk.instruct("prestige.do.center")
    desk.instruct("prestige.do.board_hard" if table.hard else "prestige.do.board")
    for track, value in zip(desk.box.tracks, table.tracks, strict=True):
        desk.instruct("prestige.do.marker", track=PieceRef(f"track-{track.id}"), value=value)
    desk.instruct("prestige.do.coffers", count=table.coffers)


def _instruct_events(desk: PrestigeDesk) -> None:
    if desk.table.digital:
        desk.tell("prestige.events_digital")
        return
    for deck, pile in zip(DECKS, desk.table.events, strict=True):
        desk.instruct(f"prestige.do.deck.{deck}", count=pile.size)


def _instruct_deck(desk: PrestigeDesk) -> None:
    """Build the deck, deal the hands, and part the rest into piles as equal as can be."""
    box, hand = desk.box, desk.box.board.hand
    desk.instruct("prestige.do.city_deck", tribe=box.board.per_tribe, communal=box.board.communal)
    desk.instruct("prestige.do.deal", count=hand)
    desk.deal(hand)
    rest = box.deck_size - hand * len(desk.table.seats)
    counts = [rest // PILES + (at < rest % PILES) for at in range(PILES)]
    desk.table = replace(desk.table, piles=tuple(Pile(n, up=not at) for at, n in enumerate(counts)))
    desk.instruct("prestige.do.piles", one=counts[0], two=counts[1], three=counts[2])


def _instruct_identities(desk: PrestigeDesk) -> None:
    if desk.table.secret:
        desk.tell("prestige.identities_digital")
    else:
        desk.instruct("prestige.do.identities", count=identities_each(desk.table))
    desk.instruct("prestige.do.guides")
    desk.tell("prestige.starts", desk.table.starter, who=SeatRef(desk.table.starter))


def identities_each(table: Table) -> int:
    """Return how many identities each player has."""
    return 2 if len(table.seats) == 2 else 1


def _shuffle_events(desk: PrestigeDesk) -> Script[None]:
    for at, deck in enumerate(DECKS):

        def build(deck: str = deck) -> list[Choice]:
            return [PieceRef(piece) for piece in desk.box.by_deck[deck]]

        key = f"prestige.shuffle.{deck}"
        order = yield from desk.order(TABLE, key, build, chance="digital", secret=True)
        cards = tuple(choice.id for choice in order if isinstance(choice, PieceRef))
        desk.table = desk.table.event_pile(at, order=cards[: desk.table.events[at].left])


def _deal_identities(desk: PrestigeDesk) -> Script[None]:
    """Deal identities in secret, and show each seat at which somebody sits its own."""

    def build() -> list[Choice]:
        return [PieceRef(f"tribe-{tribe}") for tribe in desk.box.claimable]

    order = yield from desk.order(TABLE, "prestige.deal", build, chance="digital", secret=True)
    dealt = [choice.id.removeprefix("tribe-") for choice in order if isinstance(choice, PieceRef)]
    each = identities_each(desk.table)
    names = [desk.name(seat, "prestige.identity") for seat in range(len(desk.table.seats))]
    for seat in range(len(names)):
        tribes = tuple(sorted(dealt[seat * each : (seat + 1) * each], key=desk.box.claimable.index))
        desk.table = desk.table.seat(seat, tribes=tribes)

    def asks() -> list[Ask]:
        return [_show(desk.table, name) for name in names]

    yield from desk.gather(asks)


def _show(table: Table, name: AskId) -> Ask:
    return Confirm(name, args=(("tribes", identities(table, name.seat)),), secret=True)


def identities(table: Table, seat: int) -> Arg:
    """Name the tribes of a seat that has some."""
    return named([PieceRef(f"tribe-{tribe}") for tribe in table.seats[seat].tribes])


STEPS: dict[str, Callable[[PrestigeDesk], None]] = {
    "board": _instruct_board,
    "events": _instruct_events,
    "deck": _instruct_deck,
    "identities": _instruct_identities,
}
"""The set-up list: each part is one touch."""
