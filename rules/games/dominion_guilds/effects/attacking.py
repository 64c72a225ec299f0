"""Attacks. Those that ask nothing strike at once; the others ask each victim, who may show a Moat instead."""

from __future__ import annotations

from functools import partial

from rules.core.desk import Build, Script
from rules.core.value import Choice, PieceRef, SeatRef, Word
from rules.games.dominion_guilds import zones
from rules.games.dominion_guilds.data import COPPER, CURSE_CARD, GOLD, MOAT, SILVER, TREASURE, VICTORY
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.effects.choosing import choose_gain, choose_trash, named, up_to
from rules.games.dominion_guilds.effects.looking import LAID_OFF, PUT_BACK
from rules.games.dominion_guilds.known import Test, could_show, in_hand, on_top
from rules.games.dominion_guilds.model import DECK, DISCARD, HAND, OLD
from rules.games.dominion_guilds.played import Effect, Played

SHIELD, NONE = Word("dominion_guilds.shows_moat"), Word("dominion_guilds.has_none")
MILITIA_HAND, TAXED_HAND, TOP = 3, 5, 2


def militia(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Have everybody else discard down to three."""
    desk.strike(seat, lambda other, _struck: desk.discard_down(other, MILITIA_HAND))
    yield from ()


def witch(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Give everybody else a Curse, in turn order while there are any."""

    def curse(other: int, _struck: list[int]) -> None:
        desk.gain(other, CURSE_CARD)

    desk.strike(seat, curse)
    yield from ()


def soothsayer(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Gain a Gold; everybody else gains a Curse, and whoever did draws a card."""
    desk.gain(seat, GOLD)

    def curse(other: int, struck: list[int]) -> None:
        if desk.gain(other, CURSE_CARD):
            struck.append(other)

    def draw(other: int, struck: list[int]) -> None:
        if other in struck:
            desk.draw(other, 1)

    def both(other: int, struck: list[int]) -> None:
        curse(other, struck)
        draw(other, struck)

    desk.strike(seat, *((curse, draw) if desk.table.switches.year == OLD else (both,)))
    yield from ()


def bureaucrat(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Gain a Silver onto the deck; everybody else puts a Victory card of their hand onto theirs."""
    desk.gain(seat, SILVER, DECK)
    for other in desk.table.others(seat):
        pick = yield from _ask_victim(
            desk,
            other,
            "dominion_guilds.bureaucrat",
            partial(_cards, desk, other, lambda kind: desk.box.cards[kind].is_a(VICTORY)),
        )
        if kind := named(pick):
            table = zones.take(desk.table, other, HAND, kind)
            desk.table = zones.put(table, other, DECK, kind)
            desk.tell("dominion_guilds.onto_deck", other, who=SeatRef(other), card=PieceRef(kind))


def taxman(desk: DominionDesk, seat: int, played: Played) -> Script[None]:
    """Trash a Treasure; players with five cards discard another; gain a better one onto the deck."""

    def is_treasure(kind: str) -> bool:
        return desk.box.cards[kind].is_a(TREASURE)

    taxed = yield from choose_trash(desk, seat, played.kind, is_treasure)
    if not taxed:
        return
    for other in desk.table.others(seat):
        if len(desk.table.seats[other].hand) >= TAXED_HAND:
            pick = yield from _ask_victim(
                desk,
                other,
                "dominion_guilds.taxman",
                partial(_cards, desk, other, lambda kind: kind == taxed),
            )
            if kind := named(pick):
                desk.discard_from_hand(other, kind)
    most = desk.box.cost(taxed) + desk.table.switches.taxman
    yield from choose_gain(desk, seat, played.kind, up_to(desk, lambda: most, is_treasure), DECK)


def bandit(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Gain a Gold; everybody else reveals two cards, trashes a Treasure but no Copper, and discards the rest."""
    desk.gain(seat, GOLD)
    for other in desk.table.others(seat):
        yield from _rob(desk, other, other, "dominion_guilds.bandit", spared=COPPER)


def thief(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Trash a Treasure of the two cards that everybody else reveals; then gain any of those trashed."""
    stolen: list[str] = []
    for other in desk.table.others(seat):
        kind = yield from _rob(desk, other, seat, "dominion_guilds.thief")
        stolen += [kind] if kind else []

    def loot() -> list[Choice]:
        return [PieceRef(kind) for kind in stolen if desk.table.trash[desk.table.at(kind)]]

    picks = yield from desk.some(seat, "dominion_guilds.thief.gain", loot, 0, len(stolen), view="card")
    for kind in map(named, picks):
        desk.table = zones.put(desk.table.trashed(kind, -1).owned(seat, kind, 1), seat, DISCARD, kind)
        desk.tell("dominion_guilds.stolen", seat, who=SeatRef(seat), card=PieceRef(kind))
        desk.instruct("dominion_guilds.do.steal", seat, who=SeatRef(seat), card=PieceRef(kind))


def spy(desk: DominionDesk, seat: int, _played: Played) -> Script[None]:
    """Have everybody reveal their top card, and say of each whether it is discarded or stays."""
    for other in (seat, *desk.table.others(seat)):
        if not desk.is_here(seat) or not _revealed(desk, other, 1, shields=other != seat):
            continue
        build = partial(_spied, desk, seat, other)
        pick = yield from desk.one(seat, "dominion_guilds.spy", build, args={"who": SeatRef(other)})
        if pick == SHIELD:
            _show_moat(desk, other)
        if pick in (SHIELD, None):
            continue
        desk.ready(other, 1)
        if pick == LAID_OFF:
            desk.lay_off(other, 1)
            desk.tell("dominion_guilds.spied.off", seat, who=SeatRef(other))
            desk.instruct("dominion_guilds.do.lay_off", other, who=SeatRef(other))
        elif pick == PUT_BACK:
            desk.tell("dominion_guilds.spied.stays", seat, who=SeatRef(other))


def _cards(desk: DominionDesk, other: int, test: Test) -> tuple[PieceRef, ...]:
    return in_hand(desk.table, other, test)


def _spied(desk: DominionDesk, seat: int, other: int) -> list[Choice]:
    shield = [SHIELD] if other != seat and could_show(desk.table, other, MOAT) else []
    return [LAID_OFF, PUT_BACK, *shield]


def _revealed(desk: DominionDesk, other: int, count: int, *, shields: bool = True) -> int:
    """Return how many cards a victim will reveal; whoever may show a Moat instead does not shuffle for it yet."""
    if not (shields and could_show(desk.table, other, MOAT)):
        return desk.ready(other, count)
    here = desk.table.seats[other]
    return min(count, len(here.deck) + len(here.discard))


def _rob(desk: DominionDesk, other: int, asked: int, key: str, spared: str = "") -> Script[str]:
    """Ask which Treasure of a victim's two top cards is trashed; the rest is discarded. Return its kind.

    Nothing happens once whoever is asked has left: they have said nothing.
    """
    count = _revealed(desk, other, TOP) if desk.is_here(asked) else 0
    if not count:
        return ""

    def fits(kind: str) -> bool:
        return desk.box.cards[kind].is_a(TREASURE) and kind != spared

    def build() -> list[Choice]:
        shield = [SHIELD] if could_show(desk.table, other, MOAT) else []
        found = on_top(desk.table, other, count, fits)
        return [*found, NONE, *shield] if found or shield else []

    args = {"who": SeatRef(other)}
    pick = yield from desk.one(asked, key, build, trusted=True, args=args, view="card")
    if pick == SHIELD:
        _show_moat(desk, other)
    if pick == SHIELD or not desk.is_here(asked):
        return ""
    kind = named(pick)
    count = desk.ready(other, TOP)
    desk.unknow_deck(other)
    if kind:
        desk.trash_from_top(other, kind)
    if off := desk.lay_off(other, count - bool(kind)):
        desk.instruct("dominion_guilds.do.robbed", other, who=SeatRef(other), count=off)
    return kind


def _ask_victim(desk: DominionDesk, other: int, key: str, build: Build) -> Script[Choice | None]:
    """Ask a victim for a card of the hand; they may have none, or show a Moat. Nobody is asked who cannot have it."""

    def offered() -> list[Choice]:
        found = list(build())
        shield = [SHIELD] if found and could_show(desk.table, other, MOAT) else []
        return [*found, NONE, *shield] if found else []

    args = {"who": SeatRef(other)}
    pick = yield from desk.one(other, key, offered, trusted=True, args=args, view="card")
    if pick == SHIELD:
        _show_moat(desk, other)
    return pick


def _show_moat(desk: DominionDesk, other: int) -> None:
    """Note that a victim has shown a Moat instead."""
    desk.show_in_hand(other, MOAT)
    desk.tell("dominion_guilds.moat.shown", other, who=SeatRef(other))


ATTACKING: dict[str, Effect] = {
    "militia": militia,
    "witch": witch,
    "soothsayer": soothsayer,
    "bureaucrat": bureaucrat,
    "taxman": taxman,
    "bandit": bandit,
    "thief": thief,
    "spy": spy,
}
