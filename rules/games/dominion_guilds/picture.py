"""How Dominion looks: the supply with its counts, the turn, and what everybody has."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.event import Event
from rules.core.picture import Board, Face, Figure, Line, Look, Mark, Text, named
from rules.core.score import ScoreSheet
from rules.core.value import TABLE, PieceRef, SeatRef, Word, msg
from rules.games.dominion_guilds.data import (
    ACTION,
    ATTACK,
    CURSE,
    SHORT,
    TREASURE,
    VICTORY,
    Card,
    DominionBox,
)
from rules.games.dominion_guilds.model import GUIDED, PLAY, SETUP, Table

MARKS = {
    ATTACK: ("sword", "vermillion"),
    CURSE: ("storm", "purple"),
    TREASURE: ("coin", "yellow"),
    VICTORY: ("laurel", "green"),
    ACTION: ("hammer", "sky"),
}
"""Symbol and colour by type; the first type in this order that a card has tells."""


def mark_of(card: Card, colour: str = "") -> Mark:
    """Return the symbol of a card's type."""
    for kind, (shape, own) in MARKS.items():
        if card.is_a(kind):
            return Mark(shape, colour or own)
    return Mark("card", colour or "muted")


def board(box: DominionBox, table: Table, sheet: ScoreSheet) -> Board:
    """Picture the table: the piles, and what everybody has."""
    if table.phase == SETUP:
        return Board(turn=TABLE)
    few = len(table.kinds) <= len(box.basic) + box.supply.kinds
    figures = tuple(
        Figure(f"pile.{kind}", PieceRef(SHORT + kind), str(left), mark_of(box.cards[kind]))
        for kind, left in zip(table.kinds, table.supply, strict=True)
        if few or kind in box.basic
    )
    whose = table.turn if table.phase == PLAY else TABLE
    return Board(figures=figures, leads=_leads(table, sheet), notes=tuple(_notes(table)), turn=whose)


def _leads(table: Table, sheet: ScoreSheet) -> Line | None:
    """Say who is ahead, where the players agreed to see that; else how many tokens whoever is on turn has."""
    if sheet.rows and table.switches.open_scores:
        first = [each for each in sheet.standings if each.rank == 1]
        who = named(SeatRef(each.seat) for each in first)
        return Line(
            msg("dominion_guilds.leads", who=who), Mark("trophy", "accent"), figure=str(first[0].total)
        )
    tokens = table.seats[table.turn].tokens
    if table.phase != PLAY or not tokens:
        return None
    return Line(
        msg("dominion_guilds.picture.tokens", who=SeatRef(table.turn), count=tokens), Mark("coin", "accent")
    )


def _notes(table: Table) -> Iterator[Line]:
    for at, seat in enumerate(table.seats):
        if table.level == GUIDED:
            args = {
                "hand": len(seat.hand),
                "deck": len(seat.deck),
                "tokens": seat.tokens,
                "turns": seat.turns,
            }
            yield Line(msg("dominion_guilds.picture.seat", who=SeatRef(at), **args), Mark("cards", "muted"))
        else:
            text = msg("dominion_guilds.picture.kept", who=SeatRef(at), tokens=seat.tokens, turns=seat.turns)
            yield Line(text, Mark("cards", "muted"))


def face(box: DominionBox, piece: str) -> Face:
    """Picture a card."""
    kind = box.kinds.get(piece, piece)
    if kind not in box.cards:
        return Face(PieceRef(piece))
    card = box.cards[kind]
    first = card.types[0]
    cost: Text = msg("dominion_guilds.picture.cost", count=card.cost)
    return Face(
        PieceRef(kind),
        first,
        Word(f"dominion_guilds.type.{first}"),
        mark_of(card),
        mark_of(card, "on_card"),
        (cost,),
    )


def group(_box: DominionBox, key: str) -> Face:
    """Picture a type."""
    shape, colour = MARKS.get(key, ("card", "muted"))
    return Face(Word(f"dominion_guilds.type.{key}"), key, mark=Mark(shape, colour))


def shown(_box: DominionBox, _events: tuple[Event, ...]) -> str:
    """Show no card large: cards come one after the other."""
    return ""


LOOK: Look[Table] = Look(board, face, group, shown)
