"""How a game looks on screen: the values of its own picture, said in one language."""

from __future__ import annotations

from typing import Any

from companion.viewmodels.looks import plain
from companion.viewmodels.parts import NO_MARK, Deck, Figure, Lattice, Line, Mark, Tile, Track
from companion.viewmodels.voice import Voice
from rules.core import picture
from rules.core.game import Game
from rules.core.grid import bounds
from rules.core.value import Value


class Face(Value, frozen=True):
    """A piece as lists and large cards show it."""

    name: str
    group: str = ""
    """A key to filter by, such as a tribe."""
    group_text: str = ""
    mark: Mark = NO_MARK
    """Whose it is."""
    kind: Mark = NO_MARK
    """What it is."""
    note: str = ""
    """One short line: a cost, kinds."""
    lines: tuple[Line, ...] = ()
    """What it does, for the card shown large."""


class Board(Value, frozen=True):
    """What a game's table looks like now."""

    tracks: tuple[Track, ...] = ()
    figures: tuple[Figure, ...] = ()
    lattices: tuple[tuple[str, Lattice], ...] = ()
    """By area, the main one first."""
    leads: Line = Line("")
    notes: tuple[Line, ...] = ()
    decks: tuple[Deck, ...] = ()
    turn: int | None = None
    """Whose turn it is, in a game that asks others meanwhile; TABLE's where it is nobody's."""


def find(game: Game[Any]) -> picture.Look[Any]:
    """Return the game's own look, or the plain one."""
    return game.look or plain.look(game)


def say_board(board: picture.Board, voice: Voice) -> Board:
    """Say every text of a board."""
    return Board(
        tuple(_track(track, voice) for track in board.tracks),
        tuple(Figure(each.key, voice.label(each.text), each.figure, each.mark) for each in board.figures),
        tuple((lattice.area, _lattice(lattice, voice)) for lattice in board.lattices),
        _line(board.leads, voice) if board.leads else Line(""),
        tuple(_line(line, voice) for line in board.notes),
        tuple(
            Deck(deck.key, voice.label(deck.text), deck.left, deck.drawn, deck.seen, deck.mark)
            for deck in board.decks
        ),
        board.turn,
    )


def say_face(face: picture.Face, voice: Voice) -> Face:
    """Say every text of a piece."""
    return Face(
        voice.label(face.name),
        face.group,
        voice.label(face.group_text) if face.group_text else "",
        face.mark,
        face.kind,
        " \N{MIDDLE DOT} ".join(voice.label(note) for note in face.notes),
        tuple(_line(line, voice) for line in face.lines),
    )


def _line(line: picture.Line, voice: Voice) -> Line:
    return Line(voice.label(line.text), line.mark, line.strong, line.figure)


def _track(track: picture.Track, voice: Voice) -> Track:
    return Track(
        track.key,
        voice.label(track.text),
        track.value,
        track.low,
        track.high,
        track.mark,
        track.spots,
        track.warns,
        voice.label(track.here) if track.here else "",
    )


def _lattice(lattice: picture.Lattice, voice: Voice) -> Lattice:
    tiles = tuple(_tile(tile, voice) for tile in lattice.tiles)
    low, high = lattice.ends or bounds(tile.cell for tile in tiles)
    text = voice.label(lattice.text) if lattice.text is not None else ""
    return Lattice(tiles, (), low, high, lattice.aspect, text=text)


def _tile(tile: picture.Tile, voice: Voice) -> Tile:
    return Tile(
        tile.cell,
        voice.piece(tile.piece),
        tile.mark,
        tile.kind,
        tile.piece,
        tile.is_down,
        tile.is_new,
        tile.turn,
    )
