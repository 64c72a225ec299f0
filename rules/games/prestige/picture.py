"""How Prestige looks: tracks with their icons, coffers, piles, the city, and the tribe that is ahead."""

from __future__ import annotations

from collections import Counter

from rules.core.event import Event
from rules.core.picture import Board, Deck, Figure, Lattice, Line, Look, Mark, Tile, Track, named
from rules.core.score import ScoreSheet
from rules.core.value import TABLE, Msg, PieceRef, msg
from rules.games.prestige.data import CENTER, COINS, DECKS, PrestigeBox
from rules.games.prestige.data import Space as SpaceData
from rules.games.prestige.data import Track as TrackData
from rules.games.prestige.faces import CENTER_MARK, DECK_MARKS, TRACKS, face, group, kind_mark, tribe_mark
from rules.games.prestige.model import GUIDED, OVER, PLAY, Table
from rules.games.prestige.scoring import first_tribes, is_won
from rules.games.prestige.views import PITCH_MM

TROPHY = Mark("trophy", "accent")
MOST_NAMED = 3
"""Tribes that lead together and are still named: a longer list has no room in a bar."""


def board(box: PrestigeBox, table: Table, sheet: ScoreSheet) -> Board:
    """Picture the City Control Board and the city."""
    guided = table.level == GUIDED
    tracks = zip(box.tracks, table.tracks, strict=True)
    return Board(
        tracks=tuple(_track(track, value) for track, value in tracks),
        figures=_figures(box, table, guided=guided),
        lattices=(_city(box, table),) if guided else (),
        leads=_leads(box, table, sheet),
        notes=_notes(box, table) if guided else (),
        decks=tuple(
            Deck(
                deck,
                msg(f"prestige.picture.{deck}"),
                pile.left,
                pile.drawn,
                pile.order[: pile.seen],
                Mark(DECK_MARKS[deck], "accent"),
            )
            for deck, pile in zip(DECKS, table.events, strict=True)
        ),
        turn=table.turn if table.phase == PLAY else TABLE,
    )


def _track(track: TrackData, value: int) -> Track:
    spots = tuple((space.at, sort) for space in track.spaces if (sort := _sort(space)))
    here = dict(spots).get(value, "good")
    name = PieceRef(f"track-{track.id}")
    mark = Mark(TRACKS.get(track.id, "diamond"), "accent")
    space = track.space(value)
    why = _what_waits(space) if space and here != "good" else None
    return Track(track.id, name, value, track.low, track.high, mark, spots, here != "good", why)


def _what_waits(space: SpaceData) -> Msg | PieceRef | None:
    """Say in a word what a space that hurts does at the start of a turn."""
    if space.lose_game:
        return msg("prestige.picture.space.end")
    if space.event:
        return msg(f"prestige.picture.space.{space.event}")
    if space.discard_unit:
        return msg("prestige.picture.space.unit")
    lost = next(iter(space.lose), None)
    return (
        msg("prestige.picture.space.lose", count=space.lose[lost], what=PieceRef(f"track-{lost}"))
        if lost
        else None
    )


def _sort(space: SpaceData) -> str:
    if space.win or space.event == "favor_gained":
        return "good"
    if space.lose or space.lose_game or space.discard_unit:
        return "bad"
    return "event" if space.event else ""


def _figures(box: PrestigeBox, table: Table, *, guided: bool) -> tuple[Figure, ...]:
    coffers = _figure("coffers", table.coffers, Mark(TRACKS[COINS], "accent"))
    decks = tuple(
        _figure(deck, pile.left, Mark(DECK_MARKS[deck], "muted"))
        for deck, pile in zip(DECKS, table.events, strict=True)
    )
    if not guided:
        return (coffers, *decks)
    units = _figure("units", f"{len(table.units)}/{box.board.unit_places}", Mark("sword", "muted"))
    return (coffers, units, _figure("piles", table.in_piles, Mark("cards", "muted")), *decks)


def _figure(key: str, figure: int | str, mark: Mark) -> Figure:
    return Figure(key, msg(f"prestige.picture.{key}"), str(figure), mark)


def _city(box: PrestigeBox, table: Table) -> Lattice:
    tiles = tuple(
        Tile(
            spot.cell,
            spot.piece,
            CENTER_MARK if spot.piece == CENTER else tribe_mark(box, box.cards[spot.piece].tribe),
            CENTER_MARK if spot.piece == CENTER else kind_mark(box, spot.piece),
            is_down=not spot.is_up,
        )
        for spot in table.city
    )
    return Lattice(tiles, aspect=PITCH_MM[0] / PITCH_MM[1])


def _notes(box: PrestigeBox, table: Table) -> tuple[Line, ...]:
    units = [Line(PieceRef(unit), tribe_mark(box, box.cards[unit].tribe)) for unit in table.units]
    piles = [
        Line(
            msg("prestige.picture.pile", number=at + 1),
            tribe_mark(box, back) if (back := _back(box, pile.top, pile.back)) else Mark("cards", "muted"),
            figure=str(pile.count),
        )
        for at, pile in enumerate(table.piles)
    ]
    discard = Line(msg("prestige.picture.discard"), Mark("bin", "muted"), figure=str(len(table.discard)))
    return (*units, *piles, discard)


def _back(box: PrestigeBox, top: str, back: str) -> str:
    return back or (box.cards[top].tribe if top in box.cards else "")


def _leads(box: PrestigeBox, table: Table, sheet: ScoreSheet) -> Line:
    """Name the tribe with most points, where they are known; whose it is stays a secret till the end."""
    if table.phase == OVER and not is_won(table):
        return Line(msg("prestige.picture.nobody_won"), TROPHY)
    if not _is_followed(table):
        return Line(msg("prestige.picture.counted_later"), TROPHY)
    first, best = _first(box, table, sheet)
    if not first:
        return Line(msg("prestige.picture.nobody_leads"), TROPHY)
    if len(first) > MOST_NAMED:
        return Line(msg("prestige.picture.level", count=len(first)), TROPHY, figure=str(best))
    names = named(PieceRef(f"tribe-{tribe}") for tribe in first)
    mark = tribe_mark(box, first[0]) if len(first) == 1 else TROPHY
    return Line(msg("prestige.picture.leads", tribes=names, count=len(first)), mark, figure=str(best))


def _first(box: PrestigeBox, table: Table, sheet: ScoreSheet) -> tuple[tuple[str, ...], int]:
    """Return the tribes with most points, and how many these are; in the end those that have won, and no others."""
    counts: Counter[str] = Counter()
    for row in sheet.rows:
        counts[row.group] += row.amount
    best = max(counts.values(), default=0)
    if is_won(table):
        return first_tribes(box, table), best
    return tuple(tribe.id for tribe in box.tribes if counts[tribe.id] == best > 0), best


def _is_followed(table: Table) -> bool:
    """Tell whether it is known what lies in the city: of turns of which only the score is kept, nobody tells that."""
    is_guided = table.level == GUIDED and not table.unfollowed
    return is_guided or table.phase == OVER or bool(table.tally)


def shown(box: PrestigeBox, events: tuple[Event, ...]) -> str:
    """Name the event card that has just been drawn."""
    for event in reversed(events):
        card = dict(event.text.args).get("card")
        if event.text.key.endswith(".drawn") and isinstance(card, PieceRef) and card.id in box.events:
            return card.id
    return ""


LOOK: Look[Table] = Look(board, face, group, shown)
