"""Loads the box from its files, and names every physical piece."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from rules.core.data import Header, read_toml
from rules.core.game import PieceInfo
from rules.games.prestige import check
from rules.games.prestige.data import (
    CENTER,
    BoardFile,
    Card,
    CardsFile,
    EventsFile,
    Happening,
    Kind,
    Names,
    PrestigeBox,
    Track,
    Tribe,
)

BOARD, CARDS, EVENTS = FILES = ("board.toml", "cards.toml", "events.toml")
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CERTAINTY = ("house", "owner", "published")
CENTER_NAMES = {"en": "Tribal Center", "pt_BR": "Centro Tribal"}
E = TypeVar("E", Card, Happening)


def load(files: Mapping[str, bytes]) -> PrestigeBox:
    """Make the box; raise ``DataError`` in one line, naming file and place, for the first thing wrong."""
    board = read_toml(files, BOARD, BoardFile)
    cards = read_toml(files, CARDS, CardsFile)
    events = read_toml(files, EVENTS, EventsFile)
    check.check_board(BOARD, board)
    check.check_cards(CARDS, cards, board)
    check.check_deal(BOARD, board, cards.tribes)
    check.check_events(EVENTS, events, cards, board)
    pieces = _pieces(board, cards, events)
    check.check_pieces(pieces)
    header = _least_certain(board.header, cards.header, events.header)
    return PrestigeBox(
        pieces=tuple(piece for found in pieces.values() for piece in found),
        provenance=header.provenance,
        edition=header.edition,
        source=header.source,
        board=board.board,
        tracks=board.tracks,
        tribes=cards.tribes,
        cards={card.id: card for card in _copied(cards.cards)},
        events={event.id: event for event in _copied(events.events)},
        hard=board.hard,
    )


def _least_certain(*headers: Header) -> Header:
    """Let all files speak by the one that is least sure of itself."""
    return min(headers, key=lambda header: CERTAINTY.index(header.provenance))


def _copied(found: Iterable[E]) -> Iterator[E]:
    """Yield every physical card: further copies are pieces of their own."""
    for each in found:
        yield from (replace(each, id=_nth(each.id, copy)) for copy in range(1, each.copies + 1))


def _nth(name: str, copy: int) -> str:
    return name if copy == 1 else f"{name}.{copy}"


def _pieces(board: BoardFile, cards: CardsFile, events: EventsFile) -> dict[str, tuple[PieceInfo, ...]]:
    """Name every piece, file by file; those without a sheet carry no sticker and are here for their names."""
    return {
        BOARD: tuple(_board_pieces(board)),
        CARDS: tuple(_card_pieces(cards)),
        EVENTS: tuple(
            piece
            for event in events.events
            for piece in _piece(event.id, event.names, "events", event.copies, code=event.code)
        ),
    }


def _board_pieces(board: BoardFile) -> Iterator[PieceInfo]:
    yield from _piece(CENTER, CENTER_NAMES, "board", code="CTR")
    for track in board.tracks:
        yield from _piece(f"track-{track.id}", _named(track), "")


def _card_pieces(cards: CardsFile) -> Iterator[PieceInfo]:
    for card in cards.cards:
        yield from _piece(card.id, card.names, "city", card.copies, code=card.code)
    for tribe in cards.tribes:
        yield from _piece(f"tribe-{tribe.id}", _named(tribe), "" if tribe.communal else "identities")
        backs = sum(card.copies for card in cards.cards if card.tribe == tribe.id)
        yield from _piece(f"back-{tribe.id}", _named(tribe), "backs", backs, anonymous=True)
    for kind in cards.types:
        yield from _piece(f"type-{kind.id}", _named(kind), "")


def _named(each: Track | Tribe | Kind) -> Names:
    return each.names or {"en": each.id.capitalize()}


def _piece(
    name: str, names: Names, sheet: str, copies: int = 1, *, code: str = "", anonymous: bool = False
) -> Iterator[PieceInfo]:
    shown = tuple(names.items()) or (("en", name.replace("-", " ").capitalize()),)
    for copy in range(1, copies + 1):
        yield PieceInfo(
            id=_nth(name, copy),
            code=(code or _code(name)) if sheet else "",
            names=shown,
            copy=copy,
            sheet=sheet,
            anonymous=anonymous,
            kind=name,
        )


def _code(name: str) -> str:
    """Make a code that stays the same when the file is put in another order."""
    rest, code = zlib.crc32(name.encode()) % 36**4, ""
    for _ in range(4):
        rest, digit = divmod(rest, 36)
        code = DIGITS[digit] + code
    return code
