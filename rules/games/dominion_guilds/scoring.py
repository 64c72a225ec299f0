"""Who has most points: everything that a player owns counts, wherever it lies."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.picture import named
from rules.core.score import ScoreRow, ScoreSheet, Standing, rank_by
from rules.core.value import Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import DominionBox
from rules.games.dominion_guilds.ending import end_of
from rules.games.dominion_guilds.model import COUNT, OVER, Table
from rules.games.dominion_guilds.tally import counted, differences


def cards_of(box: DominionBox, table: Table, seat: int) -> dict[str, int]:
    """Count a player's cards by kind: as they were read at the end, else as they were followed."""
    here = table.seats[seat]
    if here.tally:
        return dict(counted(box, here))
    return {kind: count for kind, count in zip(table.kinds, here.owned, strict=True) if count}


def worth(box: DominionBox, kind: str, cards: int) -> int:
    """Return the points of one card in a deck of so many cards."""
    card = box.cards[kind]
    return card.points + (cards // card.per_cards if card.per_cards else 0)


def points(box: DominionBox, table: Table, seat: int) -> int:
    """Return a player's points as they are now."""
    owned = cards_of(box, table, seat)
    total = sum(owned.values())
    return sum(count * worth(box, kind, total) for kind, count in owned.items())


def turns_of(table: Table, seat: int) -> int:
    """Return how many turns count for breaking a tie: missing some while away is no merit."""
    return table.seats[seat].turns + table.seats[seat].missed


def score(box: DominionBox, table: Table) -> ScoreSheet:
    """Score the table; before the end only where the players agreed to see scores all the time."""
    if table.phase not in (COUNT, OVER) and not table.switches.open_scores:
        standings = tuple(Standing(seat, 0, 1) for seat in range(len(table.seats)))
        return ScoreSheet((), standings, None, None, (msg("dominion_guilds.note.hidden"),))
    seats = range(len(table.seats))
    rows = [row for seat in seats for row in _rows(box, table, seat)]
    totals = {seat: points(box, table, seat) for seat in seats}
    over, played = table.phase == OVER, table.phase in (COUNT, OVER)
    # While people play, whoever has had one turn more than the next is not behind for it.
    ranks = rank_by({seat: (totals[seat], -turns_of(table, seat) if played else 0) for seat in seats})
    standings = tuple(Standing(seat, totals[seat], ranks[seat], over and ranks[seat] == 1) for seat in seats)
    # Piles may be set by hand after the end, which tells what ended it.
    outcome = (end_of(box, table) or table.outcome) if over else None
    tied = _tied(totals) if over else ()
    tie_break = _tie_break(table, tied, max(totals.values())) if tied else None
    notes = tuple(_notes(box, table, tied)) if played else ()
    return ScoreSheet(tuple(rows), standings, outcome, tie_break, notes)


def _notes(box: DominionBox, table: Table, tied: tuple[int, ...]) -> Iterator[Msg]:
    yield from differences(box, table)
    for seat in tied:
        if table.seats[seat].missed:
            yield msg("dominion_guilds.note.left", who=SeatRef(seat), count=turns_of(table, seat))
    if tied and not table.is_known and not any(seat.turns for seat in table.seats):
        yield msg("dominion_guilds.note.turns")


def _rows(box: DominionBox, table: Table, seat: int) -> Iterator[ScoreRow]:
    owned = cards_of(box, table, seat)
    total = sum(owned.values())
    tally = table.seats[seat].tally
    for kind, count in owned.items():
        card = box.cards[kind]
        if card.points or card.per_cards:
            pieces = tuple(piece for piece in tally if box.kinds[piece] == kind)
            each = worth(box, kind, total)
            key = "dominion_guilds.row.per_cards" if card.per_cards else "dominion_guilds.row.points"
            text = msg(key, card=PieceRef(kind), count=count, each=each, total=total)
            yield ScoreRow(seat, text, count * each, pieces)


def _tied(totals: dict[int, int]) -> tuple[int, ...]:
    """Return who has most points, where that is more than one."""
    best = max(totals.values())
    found = tuple(seat for seat, total in totals.items() if total == best)
    return found if len(found) > 1 else ()


def _tie_break(table: Table, tied: tuple[int, ...], best: int) -> Msg:
    """Spell out how players with equally many points were told apart."""
    fewest = min(turns_of(table, seat) for seat in tied)
    first = [seat for seat in tied if turns_of(table, seat) == fewest]
    if len(first) == 1:
        return msg("dominion_guilds.tie.turns", points=best, who=SeatRef(first[0]), count=fewest)
    return msg("dominion_guilds.tie.shared", points=best, who=named(map(SeatRef, first)), count=fewest)
