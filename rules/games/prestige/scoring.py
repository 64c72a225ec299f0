"""Who is the True Founder: cards that lie face up, tribe by tribe."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.picture import Text, named
from rules.core.score import ScoreRow, ScoreSheet, Standing, rank_by
from rules.core.value import TABLE, Arg, Msg, PieceRef, msg
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import OVER, REVEAL, Table

Key = tuple[int, int]
"""What tribes are compared by: points, a card one and a Leader two, then what these cards cost."""
OPEN = {REVEAL: "reveal", OVER: "fallen"}
"""Why it is open whose a tribe is, where that is not simply secret yet."""


def counted(box: PrestigeBox, table: Table) -> tuple[str, ...]:
    """Name the cards that count: face up in the city or active; where agreed, discarded units too."""
    lying = [spot.piece for spot in table.city if spot.is_up and spot.piece in box.cards]
    found = table.tally or (*lying, *table.units)
    fallen = [unit for unit in table.fallen if unit in table.discard.known] if table.fallen_count else ()
    return tuple(dict.fromkeys((*found, *fallen)))


def tribe_key(box: PrestigeBox, table: Table, tribe: str) -> Key:
    """Count a tribe's cards, leaders double, and add up their costs, leaders once."""
    cards = [box.cards[piece] for piece in counted(box, table) if box.cards[piece].tribe == tribe]
    return sum(card.counts for card in cards), sum(card.cost for card in cards)


def is_won(table: Table) -> bool:
    """Tell whether the city has prevailed, is known and all tribes are shown; only then does any tribe win."""
    return table.phase == OVER and table.outcome is not None and "win" in table.outcome.key


def claims(table: Table) -> Iterator[tuple[int, str]]:
    """Yield every seat with each of its tribes: two of one player are never added up."""
    for at, seat in enumerate(table.seats):
        yield from ((at, tribe) for tribe in seat.tribes)


def _first(box: PrestigeBox, table: Table) -> list[tuple[int, str]]:
    keys = {claim: tribe_key(box, table, claim[1]) for claim in claims(table)}
    best = max(keys.values(), default=(0, 0))
    return [claim for claim, key in keys.items() if key == best]


def first_tribes(box: PrestigeBox, table: Table) -> tuple[str, ...]:
    """Return the tribes of the True Founders: those that somebody plays, by points and costs."""
    return tuple(tribe for _, tribe in _first(box, table))


def founders(box: PrestigeBox, table: Table) -> tuple[int, ...]:
    """Return the seats of the True Founders: more than one where points and costs are equal."""
    return tuple(dict.fromkeys(seat for seat, _ in _first(box, table)))


def score(box: PrestigeBox, table: Table) -> ScoreSheet:
    """Score the table as it is now; whose a tribe is stays open until all of a city that prevailed has been shown."""
    if not is_won(table) or not any(seat.tribes for seat in table.seats):
        return _open_sheet(box, table)
    rows = [row for seat, tribe in claims(table) for row in _claimed(box, table, seat, tribe)]
    best = {
        at: max((tribe_key(box, table, tribe) for tribe in seat.tribes), default=(0, 0))
        for at, seat in enumerate(table.seats)
    }
    ranks, first = rank_by(best), founders(box, table)
    standings = [Standing(at, best[at][0], ranks[at], at in first) for at in best]
    return ScoreSheet(
        tuple(rows), tuple(standings), table.outcome, _tie_break(box, table), tuple(_notes(box, table))
    )


def _open_sheet(box: PrestigeBox, table: Table) -> ScoreSheet:
    """Count every tribe without saying whose it is; in a fallen city nobody wins."""
    rows = [row for tribe in box.claimable for row in _rows(box, table, TABLE, tribe)]
    standings = tuple(Standing(at, 0, 1) for at in range(len(table.seats)))
    note = msg(f"prestige.note.{OPEN.get(table.phase, 'hidden')}")
    return ScoreSheet(tuple(rows), standings, table.outcome, None, (note, *_notes(box, table)))


def _rows(box: PrestigeBox, table: Table, seat: int, tribe: str) -> Iterator[ScoreRow]:
    for piece in counted(box, table):
        card = box.cards[piece]
        if card.tribe == tribe:
            kind = "leader" if card.leader else "card"
            args: dict[str, Arg] = {"card": PieceRef(piece), "tribe": PieceRef(f"tribe-{tribe}")}
            yield ScoreRow(seat, msg(f"prestige.row.{kind}", **args), card.counts, (piece,), tribe)


def _claimed(box: PrestigeBox, table: Table, seat: int, tribe: str) -> tuple[ScoreRow, ...]:
    """Count a tribe that somebody plays; one without a card shows too, for who was what is to come out."""
    nothing = ScoreRow(seat, Msg("prestige.row.none"), 0, (), tribe)
    return tuple(_rows(box, table, seat, tribe)) or (nothing,)


def _tie_break(box: PrestigeBox, table: Table) -> Msg | None:
    """Spell out how tribes with equally many points were told apart."""
    keys = {tribe: tribe_key(box, table, tribe) for _, tribe in claims(table)}
    best = max(keys.values())
    level = {tribe: key for tribe, key in keys.items() if key[0] == best[0]}
    if len(level) == 1:
        return None
    first = [tribe for tribe, key in level.items() if key == best]
    args: dict[str, Arg] = {"count": best[0], "tribes": _costs(level)}
    if len(first) == 1:
        return msg("prestige.tie.cost", winner=PieceRef(f"tribe-{first[0]}"), cost=best[1], **args)
    return msg("prestige.tie.shared", cost=best[1], **args)


def _costs(level: dict[str, Key]) -> Text:
    """Name tribes with what their cards cost."""
    return named(
        msg("prestige.tie.tribe", tribe=PieceRef(f"tribe-{tribe}"), cost=cost)
        for tribe, (_, cost) in level.items()
    )


def _notes(box: PrestigeBox, table: Table) -> Iterator[Msg]:
    if is_won(table) and any(seat.tribes for seat in table.seats):
        claimed = [tribe for _, tribe in claims(table)]
        best = max(tribe_key(box, table, tribe)[0] for tribe in claimed)
        for tribe in box.claimable:
            count = tribe_key(box, table, tribe)[0]
            if tribe not in claimed and count >= best:
                yield msg("prestige.note.unclaimed", tribe=PieceRef(f"tribe-{tribe}"), count=count)
    if table.hard:
        yield msg("prestige.note.hard")
