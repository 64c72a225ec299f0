"""The look of any game: its correctable numbers as tracks and figures, and who leads."""

from __future__ import annotations

from typing import Any

from companion.viewmodels.looks import Board, Face
from companion.viewmodels.parts import Figure, Line, Mark, Track
from companion.viewmodels.voice import Voice
from rules.core.event import Event
from rules.core.game import Box, Correctable, Game
from rules.core.score import ScoreSheet

LONGEST_TRACK = 20
TRACKS = 4
FIGURES = 6


def board(game: Game[Any], box: Box, table: Any, voice: Voice, sheet: ScoreSheet) -> Board:
    """Show the short numbers as tracks, the others as figures."""
    numbers = [each for each in game.correctables(box, table) if isinstance(each.value, int)]
    short = [each for each in numbers if each.high - each.low <= LONGEST_TRACK][:TRACKS]
    others = [each for each in numbers if each not in short][:FIGURES]
    return Board(
        tracks=tuple(_track(each, voice) for each in short),
        figures=tuple(Figure(each.key, voice.say(each.text), str(each.value)) for each in others),
        leads=leads(sheet, voice),
    )


def _track(fact: Correctable, voice: Voice) -> Track:
    return Track(fact.key, voice.say(fact.text), int(fact.value), fact.low, fact.high)


def leads(sheet: ScoreSheet, voice: Voice) -> Line:
    """Say who is ahead, by name."""
    first = [standing for standing in sheet.standings if standing.rank == 1 and standing.seat >= 0]
    if not first:
        return Line("")
    names = ", ".join(voice.seat(standing.seat) for standing in first)
    if len(first) == len(sheet.standings) > 1:
        return Line(voice("app.table.level"), Mark("trophy", "accent"), figure=str(first[0].total))
    return Line(voice("app.table.leads", who=names), Mark("trophy", "accent"), figure=str(first[0].total))


def face(_box: Box, piece: str, voice: Voice) -> Face:
    """Show a piece's name, and its sheet as its group."""
    info = voice.pieces.get(piece)
    group = info.sheet if info else ""
    return Face(voice.piece(piece), group, group)


def group(_box: Box, key: str, _voice: Voice) -> Face:
    """Show a group by its key."""
    return Face(key, key)


def shown(_box: Box, _events: tuple[Event, ...]) -> str:
    """Show no card by itself."""
    return ""
