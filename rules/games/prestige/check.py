"""Cross checks of the data files: what the types alone cannot tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rules.core.data import require
from rules.core.game import PieceInfo
from rules.games.prestige.data import (
    COINS,
    DECKS,
    MOMENTS,
    PLACEMENTS,
    PROTECTIONS,
    SIDES,
    TRIBAL_CENTER,
    Adjacency,
    BoardFile,
    Card,
    CardsFile,
    Effects,
    EventsFile,
    Happening,
    Hard,
    Passive,
    Space,
    Track,
    Unique,
)

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
CODE = re.compile(r"[0-9A-Z]{0,4}")
FEWEST_TRIBES = 4


class Known:
    """What effects and types may name."""

    def __init__(self, file: str, board: BoardFile, types: Iterable[str] = ()) -> None:
        self.file = file
        self.keys = (*(track.id for track in board.tracks), COINS)
        self.types = tuple(types)

    def check_effects(self, path: str, effects: Effects) -> None:
        """Require that every key is a track or the coffers."""
        for key in effects:
            require(key in self.keys, self.file, path, f"unknown track {key!r}")

    def check_type(self, path: str, name: str) -> None:
        """Require a listed type."""
        require(name in self.types, self.file, path, f"unknown type {name!r}")


def check_board(file: str, data: BoardFile) -> None:
    """Check counts and tracks."""
    board = data.board
    check_ids(file, "tracks", [track.id for track in data.tracks])
    require(set(board.events) == set(DECKS), file, "board.events", f"needs exactly {', '.join(DECKS)}")
    for name in ("hand", "unit_places", "per_tribe", "communal"):
        require(getattr(board, name) >= 1, file, f"board.{name}", "must be at least 1")
    require(board.coffers >= 0, file, "board.coffers", "must be at least 0")
    for deck, count in board.events.items():
        require(count >= 1, file, f"board.events.{deck}", "must be at least 1")
    known = Known(file, data)
    for track in data.tracks:
        _check_track(file, known, track)
    ends = [space for track in data.tracks for space in track.spaces]
    require(any(space.win for space in ends), file, "tracks", "no space has win")
    require(any(space.lose_game for space in ends), file, "tracks", "no space has lose_game")
    if data.hard:
        _check_hard(file, data.hard, {track.id: track for track in data.tracks})


def _check_hard(file: str, hard: Hard, tracks: dict[str, Track]) -> None:
    require(hard.coffers >= 0, file, "hard.coffers", "must be at least 0")
    for key, start in hard.starts.items():
        require(key in tracks, file, "hard.starts", f"unknown track {key!r}")
        fits = tracks[key].low <= start <= tracks[key].high
        require(fits, file, f"hard.starts.{key}", "lies outside the track")


def _check_track(file: str, known: Known, track: Track) -> None:
    path = f"tracks.{track.id}"
    require(track.low <= track.start <= track.high, file, f"{path}.start", "lies outside the track")
    require(track.low < track.high, file, path, "high must be above low")
    values = [space.at for space in track.spaces]
    require(len(set(values)) == len(values), file, f"{path}.spaces", "two spaces at one value")
    for space in track.spaces:
        _check_space(file, known, f"{path}.spaces.{space.at}", track, space)


def _check_space(file: str, known: Known, path: str, track: Track, space: Space) -> None:
    require(track.low <= space.at <= track.high, file, path, "lies outside the track")
    require(space.event in ("", *DECKS), file, path, f"unknown event deck {space.event!r}")
    require(space.discard_unit >= 0, file, path, "discard_unit must be at least 0")
    known.check_effects(path, space.then)
    known.check_effects(path, space.lose)
    require(all(n > 0 for n in space.lose.values()), file, path, "lose takes amounts above 0")
    ends = (space.win or space.lose_game) and space.at == track.start
    require(not ends, file, path, "the game would end on the starting space")


def check_ids(file: str, path: str, ids: Iterable[str]) -> None:
    """Require well-formed ids, each once."""
    for name, count in Counter(ids).items():
        require(bool(NAME.fullmatch(name)), file, f"{path}.{name}", "an id is a-z, 0-9, - and _")
        require(count == 1, file, f"{path}.{name}", "the id is there twice")


def check_cards(file: str, data: CardsFile, board: BoardFile) -> None:
    """Check tribes, types and every City Card."""
    check_ids(file, "tribes", [tribe.id for tribe in data.tribes])
    check_ids(file, "types", [kind.id for kind in data.types])
    check_ids(file, "cards", [card.id for card in data.cards])
    claimable = [tribe for tribe in data.tribes if not tribe.communal]
    require(len(data.tribes) == len(claimable) + 1, file, "tribes", "exactly one is communal")
    require(len(claimable) >= FEWEST_TRIBES, file, "tribes", f"at least {FEWEST_TRIBES} can be claimed")
    known = Known(file, board, [kind.id for kind in data.types])
    for card in data.cards:
        _check_card(known, card, [tribe.id for tribe in data.tribes])
    for tribe in data.tribes:
        _check_tribe(file, data, tribe.id, board.board.communal if tribe.communal else board.board.per_tribe)
    for tribe in claimable:
        leads = any(card.leader for card in data.cards if card.tribe == tribe.id)
        require(leads, file, f"tribes.{tribe.id}", "has no leader")


def _check_tribe(file: str, data: CardsFile, tribe: str, least: int) -> None:
    found = sum(card.copies for card in data.cards if card.tribe == tribe)
    require(found >= least, file, f"tribes.{tribe}", f"has {found} cards, needs at least {least}")


def _check_card(known: Known, card: Card, tribes: list[str]) -> None:
    file, path = known.file, f"cards.{card.id}"
    require(card.tribe in tribes, file, path, f"unknown tribe {card.tribe!r}")
    require(card.placement in PLACEMENTS, file, path, f"unknown placement {card.placement!r}")
    require(card.cost >= 0, file, path, "cost must be at least 0")
    _check_copies(file, path, card)
    is_unit = card.placement == "unit"
    require(is_unit or not card.leader, file, path, "a leader is placed as a unit")
    require(is_unit or card.passive is None, file, path, "only a unit has a passive")
    require(not (is_unit and (card.adjacency or card.between_walls)), file, path, "a unit has no neighbours")
    for kind in card.types:
        known.check_type(path, kind)
    for need in card.needs:
        known.check_type(f"{path}.needs", need.type)
        require(need.count >= 1, file, f"{path}.needs", "count must be at least 1")
    known.check_effects(f"{path}.effects", card.effects)
    _check_clauses(known, path, card.adjacency)
    for clause in card.between_walls:
        known.check_type(f"{path}.between_walls", clause.type)
        known.check_effects(f"{path}.between_walls", clause.each)
    _check_passive(known, f"{path}.passive", card.passive)
    _check_unique(known, f"{path}.unique", card.unique)


def _check_copies(file: str, path: str, card: Card | Happening) -> None:
    require(bool(CODE.fullmatch(card.code)), file, path, "a code is up to four of 0-9 and A-Z")
    require(card.copies >= 1, file, path, "copies must be at least 1")


def _check_clauses(known: Known, path: str, clauses: tuple[Adjacency, ...]) -> None:
    for clause in clauses:
        known.check_type(f"{path}.adjacency", clause.type)
        known.check_effects(f"{path}.adjacency", clause.effects)
        sided = clause.side in ("any", *SIDES)
        require(sided, known.file, f"{path}.adjacency", f"unknown side {clause.side!r}")


def _check_passive(known: Known, path: str, passive: Passive | None) -> None:
    if passive is None:
        return
    require(passive.when in MOMENTS, known.file, path, f"unknown moment {passive.when!r}")
    known.check_effects(path, passive.effects)
    if passive.type:
        known.check_type(path, passive.type)


def _check_unique(known: Known, path: str, unique: Unique | None) -> None:
    if unique is None:
        return
    known.check_effects(path, unique.pay)
    known.check_effects(path, unique.effects)
    require(all(n > 0 for n in unique.pay.values()), known.file, path, "pay takes amounts above 0")


def check_events(file: str, data: EventsFile, cards: CardsFile, board: BoardFile) -> None:
    """Check every Event Card, and that each deck has enough of them."""
    check_ids(file, "events", [event.id for event in data.events])
    known = Known(file, board, [kind.id for kind in cards.types])
    shared = {card.id for card in cards.cards} & {event.id for event in data.events}
    require(not shared, file, "events", f"ids of cards too: {', '.join(sorted(shared))}")
    for event in data.events:
        _check_event(known, event)
    for deck, least in board.board.events.items():
        found = sum(event.copies for event in data.events if event.deck == deck)
        require(found >= least, file, f"events of {deck}", f"has {found} cards, needs at least {least}")


def _check_event(known: Known, event: Happening) -> None:
    file, path = known.file, f"events.{event.id}"
    require(event.deck in DECKS, file, path, f"unknown event deck {event.deck!r}")
    _check_copies(file, path, event)
    known.check_effects(f"{path}.effects", event.effects)
    known.check_effects(f"{path}.cancel_if", event.cancel_if)
    require(event.discard_unit >= 0, file, path, "discard_unit must be at least 0")
    if (destroy := event.destroy) is None:
        return
    where = f"{path}.destroy"
    require(destroy.protect in PROTECTIONS, file, where, f"unknown protection {destroy.protect!r}")
    require(destroy.count >= 1, file, where, "count must be at least 1")
    if destroy.match not in ("any", TRIBAL_CENTER):
        known.check_type(where, destroy.match)


def check_codes(file: str, pieces: Iterable[PieceInfo]) -> None:
    """Require that no two pieces would carry the same sticker, and that no id stands for two."""
    seen: dict[tuple[str, int], str] = {}
    names: dict[str, None] = {}
    for piece in pieces:
        require(piece.id not in names, file, piece.id, "the id is there twice")
        names[piece.id] = None
        other = seen.setdefault((piece.code, piece.copy), piece.id)
        require(other == piece.id, file, piece.id, f"has the code {piece.code} of {other}; give it its own")
