"""Which ten kinds make the kingdom: by chance within what was agreed, by hand, or from randomizer cards."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.asks import Confirm, One
from rules.core.desk import Script, picked
from rules.core.picture import named
from rules.core.value import TABLE, Choice, PieceRef, Word
from rules.games.dominion_guilds.data import ACTION, ATTACK, DominionBox
from rules.games.dominion_guilds.desk import DominionDesk
from rules.games.dominion_guilds.model import SCOREKEEPER, Switches

RANDOM, BY_HAND, UNKNOWN = (
    Word("dominion_guilds.kingdom.random"),
    Word("dominion_guilds.kingdom.by_hand"),
    Word("dominion_guilds.kingdom.unknown"),
)
Kinds = tuple[str, ...]
Group = Callable[[str], bool]
COSTS = (2, 3, 4, 5)
"""What "one of each cost" asks for."""


def eligible(box: DominionBox, switches: Switches) -> Kinds:
    """Return the kinds that chance may take: those in the boxes on the table, no attacks where none are wanted."""
    boxes = switches.boxes.split("_")
    found = (kind for kind in box.kingdom if set(box.cards[kind].boxes) & set(_editions(boxes)))
    unwanted = switches.attacks == "none"
    return tuple(kind for kind in found if not (unwanted and box.cards[kind].is_a(ATTACK)))


def _editions(boxes: list[str]) -> list[str]:
    return [*boxes, "first", "second"] if "all" in boxes else boxes


def wishes(box: DominionBox, switches: Switches) -> tuple[Group, ...]:
    """Return a test for every kind of card that was asked for at least once."""
    found: list[Group] = []
    if switches.need in ("actions", "both"):
        found.append(lambda kind: box.cards[kind].is_a(ACTION) and box.cards[kind].plus.actions > 1)
    if switches.need in ("buys", "both"):
        found.append(lambda kind: box.cards[kind].plus.buys > 0)
    if switches.attacks == "some":
        found.append(lambda kind: box.cards[kind].is_a(ATTACK))
    if switches.costs == "spread":
        found += [_costs(box, cost) for cost in COSTS]
    return tuple(found)


def _costs(box: DominionBox, cost: int) -> Group:
    return lambda kind: box.cost(kind) == cost


def choose_kingdom(desk: DominionDesk) -> Script[tuple[Kinds, bool]]:
    """Choose the kinds; none where only the end is to be scored and nobody says which kinds there are.

    The second value tells whether all has been laid out already: whoever joins a game names its kingdom only.
    """
    name, skip = desk.name(TABLE, "dominion_guilds.kingdom"), desk.name(TABLE, "dominion_guilds.setup.skip")
    ways = (RANDOM, BY_HAND, *((UNKNOWN,) if desk.table.level == SCOREKEEPER else ()))
    replies = yield from desk.gather(lambda: [One(name, options=ways), Confirm(skip, blocks=False)])
    chosen = picked(replies.get(name))
    if chosen == (UNKNOWN,):
        return (), True
    if skip in replies or chosen == (BY_HAND,):
        return (yield from _by_hand(desk)), skip in replies
    return (yield from _drawn(desk)), False


def _drawn(desk: DominionDesk) -> Script[Kinds]:
    """Draw ten kinds, and others for those that the table would rather not have."""
    kinds = yield from _by_chance(desk)
    while True:
        keep, by_hand = (
            desk.name(TABLE, "dominion_guilds.kingdom.keep"),
            desk.name(TABLE, "dominion_guilds.kingdom.name"),
        )
        other = desk.name(TABLE, "dominion_guilds.kingdom.exchange")
        asks = (
            Confirm(keep, (("kinds", named(PieceRef(kind) for kind in kinds)),)),
            One(other, options=tuple(_refs(kinds)), blocks=False),
            Confirm(by_hand, blocks=False),
        )
        replies = yield from desk.gather(lambda asks=asks: asks)  # type: ignore[misc]
        if by_hand in replies:
            return (yield from _by_hand(desk))
        old = _kinds(picked(replies.get(other)))
        if not old:
            return kinds
        kinds = yield from _exchange(desk, kinds, old[0])


def _by_hand(desk: DominionDesk) -> Script[Kinds]:
    """Name ten kinds, whatever box they are from, or show their randomizer cards."""
    count = desk.box.supply.kinds
    picks = yield from desk.some(
        TABLE,
        "dominion_guilds.kingdom.pick",
        lambda: _refs(desk.box.kingdom),
        count,
        count,
        view="cards",
    )
    return _sorted(desk.box, _kinds(picks))


def _by_chance(desk: DominionDesk) -> Script[Kinds]:
    """Take one card for every wish that is not granted yet, then fill up."""
    box, switches = desk.box, desk.table.switches
    pool = eligible(box, switches)
    chosen: Kinds = ()
    for wish in wishes(box, switches):
        if not any(map(wish, chosen)):
            chosen = (*chosen, *(yield from _draw(desk, [k for k in pool if wish(k) and k not in chosen], 1)))
    rest = [kind for kind in pool if kind not in chosen]
    chosen = (*chosen, *(yield from _draw(desk, rest, box.supply.kinds - len(chosen))))
    return _sorted(box, chosen)


def _exchange(desk: DominionDesk, kinds: Kinds, old: str) -> Script[Kinds]:
    """Exchange one kind for another by chance; what was asked for stays granted where it can be."""
    box, switches = desk.box, desk.table.switches
    kept = tuple(kind for kind in kinds if kind != old)
    pool = [kind for kind in eligible(box, switches) if kind not in kinds]
    missing = [wish for wish in wishes(box, switches) if not any(map(wish, kept))]
    grants = {kind: sum(wish(kind) for wish in missing) for kind in pool}
    best = [kind for kind in pool if grants[kind] == max(grants.values())]
    drawn = yield from _draw(desk, best, 1)
    return _sorted(box, (*kept, *(drawn or (old,))))


def _draw(desk: DominionDesk, pool: list[str], count: int) -> Script[Kinds]:
    """Let the companion draw."""
    picks = yield from desk.some(
        TABLE, "dominion_guilds.kingdom.draw", lambda: _refs(tuple(pool)), count, count, chance="digital"
    )
    return _kinds(picks)


def _refs(kinds: Kinds) -> list[Choice]:
    return [PieceRef(kind) for kind in kinds]


def _kinds(picks: tuple[Choice, ...]) -> Kinds:
    return tuple(pick.id for pick in picks if isinstance(pick, PieceRef))


def _sorted(box: DominionBox, kinds: Kinds) -> Kinds:
    """Put kinds in the order of their costs, as people lay them out."""
    return tuple(sorted(kinds, key=lambda kind: (box.cost(kind), box.kingdom.index(kind))))
