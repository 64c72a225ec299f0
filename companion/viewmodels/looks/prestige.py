"""How Prestige looks: tracks with their icons, coffers, piles, the city, and the tribe that is ahead."""

from __future__ import annotations

from collections import Counter

from companion.viewmodels.looks import Board, Face
from companion.viewmodels.parts import Figure, Lattice, Line, Mark, Tile, Track
from companion.viewmodels.voice import Voice
from rules.core.event import Event
from rules.core.game import Game
from rules.core.grid import bounds
from rules.core.score import ScoreSheet
from rules.core.value import PieceRef
from rules.games.prestige.data import CENTER, COINS, DECKS, PrestigeBox
from rules.games.prestige.data import Space as SpaceData
from rules.games.prestige.data import Track as TrackData
from rules.games.prestige.describe import describe
from rules.games.prestige.model import GUIDED, Table

TRIBES = {
    "auroque": Mark("horns", "vermillion"),
    "garca": Mark("bird", "sky"),
    "ibex": Mark("peaks", "purple"),
    "lince": Mark("paw", "orange"),
    "coruja": Mark("owl", "blue"),
    "raposa": Mark("tail", "yellow"),
    "comunal": Mark("links", "black"),
}
SPARE = (*TRIBES.values(), Mark("star", "green"))
"""Marks for the tribes of an owner's own edition, in their order."""
KINDS = {
    "habitation": "house",
    "farm": "wheat",
    "tower": "tower",
    "temple": "temple",
    "road": "road",
    "wall": "wall",
    "water": "wave",
    "garden": "tree",
    "market": "awning",
    "workshop": "hammer",
    "monument": "obelisk",
    "leader": "crown",
    "unit": "sword",
}
TRACKS = {
    "happiness": "heart",
    "population": "people",
    "defense": "shield",
    "prestige": "laurel",
    COINS: "coin",
}
DECK_MARKS = {"favor_gained": "gift", "favor_lost": "storm", "invader": "raid"}
CENTER_MARK = Mark("hut", "accent")
ASPECT = 68 / 93


def board(_game: Game[Table], box: PrestigeBox, table: Table, voice: Voice, sheet: ScoreSheet) -> Board:
    """Picture the City Control Board and the city."""
    guided = table.level == GUIDED
    tracks = zip(box.tracks, table.tracks, strict=True)
    return Board(
        tracks=tuple(_track(track, value, voice) for track, value in tracks),
        figures=_figures(box, table, voice, guided=guided),
        lattices=(("", _city(box, table, voice)),) if guided else (),
        leads=leads(box, sheet, voice),
        notes=_notes(box, table, voice) if guided else (),
    )


def _track(track: TrackData, value: int, voice: Voice) -> Track:
    spots = tuple((space.at, sort) for space in track.spaces if (sort := _sort(space)))
    here = dict(spots).get(value, "good")
    name = voice.piece(f"track-{track.id}")
    mark = Mark(TRACKS.get(track.id, "diamond"), "accent")
    return Track(track.id, name, value, track.low, track.high, mark, spots, warns=here != "good")


def _sort(space: SpaceData) -> str:
    if space.win or space.event == "favor_gained":
        return "good"
    if space.lose or space.lose_game or space.discard_unit:
        return "bad"
    return "event" if space.event else ""


def _figures(box: PrestigeBox, table: Table, voice: Voice, *, guided: bool) -> tuple[Figure, ...]:
    coffers = Figure("coffers", voice("app.prestige.coffers"), str(table.coffers), Mark("coin", "accent"))
    decks = tuple(
        Figure(deck, voice(f"app.prestige.{deck}"), str(pile.left), Mark(DECK_MARKS[deck], "muted"))
        for deck, pile in zip(DECKS, table.events, strict=True)
    )
    if not guided:
        return (coffers, *decks)
    places = box.board.unit_places
    units = Figure(
        "units", voice("app.prestige.units"), f"{len(table.units)}/{places}", Mark("sword", "muted")
    )
    piles = Figure("piles", voice("app.prestige.piles"), str(table.in_piles), Mark("cards", "muted"))
    return (coffers, units, piles, *decks)


def _city(box: PrestigeBox, table: Table, voice: Voice) -> Lattice:
    tiles = tuple(
        Tile(
            spot.cell,
            voice.piece(spot.piece),
            CENTER_MARK if spot.piece == CENTER else tribe_mark(box, box.cards[spot.piece].tribe),
            CENTER_MARK if spot.piece == CENTER else kind_mark(box, spot.piece),
            spot.piece,
            is_down=not spot.is_up,
        )
        for spot in table.city
    )
    low, high = bounds(tile.cell for tile in tiles)
    return Lattice(tiles, (), low, high, ASPECT)


def _notes(box: PrestigeBox, table: Table, voice: Voice) -> tuple[Line, ...]:
    units = [Line(voice.piece(unit), tribe_mark(box, box.cards[unit].tribe)) for unit in table.units]
    piles = [
        Line(
            voice("app.prestige.pile", number=at + 1),
            tribe_mark(box, back) if (back := _back(box, pile.top, pile.back)) else Mark("cards", "muted"),
            figure=str(pile.count),
        )
        for at, pile in enumerate(table.piles)
    ]
    discarded = Line(voice("app.prestige.discard"), Mark("bin", "muted"), figure=str(len(table.discard)))
    return (*piles, discarded, *units)


def _back(box: PrestigeBox, top: str, back: str) -> str:
    return back or (box.cards[top].tribe if top in box.cards else "")


def tribe_mark(box: PrestigeBox, tribe: str) -> Mark:
    """Return a tribe's shape and colour."""
    if tribe in TRIBES:
        return TRIBES[tribe]
    order = [each.id for each in box.tribes]
    return SPARE[order.index(tribe) % len(SPARE)] if tribe in order else Mark("card", "muted")


def kind_mark(box: PrestigeBox, piece: str) -> Mark:
    """Return the symbol of a card's first kind that has one."""
    types = box.cards[piece].types if piece in box.cards else ()
    if "leader" in types:
        return Mark("crown", "on_card")
    return Mark(next((KINDS[each] for each in types if each in KINDS), "card"), "on_card")


def leads(box: PrestigeBox, sheet: ScoreSheet, voice: Voice) -> Line:
    """Name the tribe with most cards; whose it is stays a secret till the end."""
    counts: Counter[str] = Counter()
    for row in sheet.rows:
        counts[row.group] += row.amount
    best = max(counts.values(), default=0)
    if best <= 0:
        return Line(voice("app.prestige.nobody_leads"), Mark("trophy", "accent"))
    first = [tribe for tribe in (each.id for each in box.tribes) if counts[tribe] == best]
    names = ", ".join(voice.piece(f"tribe-{tribe}") for tribe in first)
    mark = tribe_mark(box, first[0]) if len(first) == 1 else Mark("trophy", "accent")
    return Line(voice("app.prestige.leads", tribes=names), mark, figure=str(best))


def group(box: PrestigeBox, key: str, voice: Voice) -> Face:
    """Picture a tribe."""
    return Face(voice.piece(f"tribe-{key}"), key, mark=tribe_mark(box, key))


def face(box: PrestigeBox, piece: str, voice: Voice) -> Face:
    """Picture a City Card, an Event Card, or anything else in the box."""
    name = voice.piece(piece)
    if piece in box.cards:
        card = box.cards[piece]
        kinds = ", ".join(voice.piece(f"type-{each}") for each in card.types)
        cost = voice("app.prestige.cost", count=card.cost) if card.cost else ""
        note = " \N{MIDDLE DOT} ".join(part for part in (kinds, cost) if part)
        tribe = voice.piece(f"tribe-{card.tribe}")
        return Face(name, card.tribe, tribe, tribe_mark(box, card.tribe), kind_mark(box, piece), note)
    if piece in box.events:
        deck = box.events[piece].deck
        mark = Mark(DECK_MARKS[deck], "accent")
        return Face(
            name, f"~{deck}", voice(f"app.prestige.{deck}"), mark, lines=_event_lines(box, piece, voice)
        )
    if piece == CENTER:
        return Face(name, "~center", name, CENTER_MARK, CENTER_MARK)
    if piece.startswith("tribe-"):
        return Face(name, mark=tribe_mark(box, piece.removeprefix("tribe-")))
    return Face(name)


def _event_lines(box: PrestigeBox, piece: str, voice: Voice) -> tuple[Line, ...]:
    """Say what an event does: changes as symbols with words, then the rest as the game says it."""
    effects = box.events[piece].effects
    changes = [
        Line(
            f"{effects[key]:+d}".replace("-", "\N{MINUS SIGN}") + " " + _name(key, voice),
            Mark(TRACKS.get(key, "diamond"), "on_card"),
            strong=True,
        )
        for key in box.keys
        if key in effects
    ]
    others = [line for line in describe(box, piece) if line.key != "prestige.text.event"]
    return (*changes, *(Line(voice.say(line), Mark("info", "card_muted")) for line in others))


def _name(key: str, voice: Voice) -> str:
    return voice("app.prestige.coins") if key == COINS else voice.piece(f"track-{key}")


def shown(box: PrestigeBox, events: tuple[Event, ...]) -> str:
    """Name the event card that has just been drawn."""
    for event in reversed(events):
        card = dict(event.text.args).get("card")
        if event.text.key.endswith(".drawn") and isinstance(card, PieceRef) and card.id in box.events:
            return card.id
    return ""
