"""Cross checks of the data files: what the types alone cannot tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from rules.core.data import MOST, require, require_known, require_within
from rules.core.game import PieceInfo
from rules.games.prestige.data import (
    COINS,
    DECKS,
    LANGUAGES,
    MOMENTS,
    PLACEMENTS,
    PROTECTIONS,
    SEATS,
    SIDES,
    TRIBAL_CENTER,
    WALL,
    Adjacency,
    BoardFile,
    Card,
    CardsFile,
    Effects,
    EventsFile,
    Happening,
    Hard,
    Names,
    Passive,
    Space,
    Track,
    Tribe,
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

    def check_effects(self, path: str, effects: Effects, low: int = -MOST) -> None:
        """Require that every key is a track or the coffers, and every amount sane."""
        for key, amount in effects.items():
            require_known(key, self.keys, self.file, path)
            require_within(amount, low, MOST, self.file, f"{path}.{key}")

    def check_type(self, path: str, name: str) -> None:
        """Require a listed type."""
        require_known(name, self.types, self.file, path)


def check_board(file: str, data: BoardFile) -> None:
    """Check counts and tracks."""
    board = data.board
    check_ids(file, "tracks", [track.id for track in data.tracks])
    for name in ("hand", "unit_places", "per_tribe", "communal"):
        require_within(getattr(board, name), 1, MOST, file, f"board.{name}")
    require_within(board.coffers, 0, MOST, file, "board.coffers")
    for deck in DECKS:
        require(deck in board.events, file, "board.events", "core.fault.field_missing", field=deck)
    for deck, count in board.events.items():
        require_known(deck, DECKS, file, "board.events")
        require_within(count, 1, MOST, file, f"board.events.{deck}")
    known = Known(file, data)
    for track in data.tracks:
        _check_track(file, known, track)
    ends = [space for track in data.tracks for space in track.spaces]
    require(any(space.win for space in ends), file, "tracks", "prestige.fault.no_win")
    require(any(space.lose_game for space in ends), file, "tracks", "prestige.fault.no_loss")
    if data.hard:
        _check_hard(file, data.hard, {track.id: track for track in data.tracks})


def _check_hard(file: str, hard: Hard, tracks: dict[str, Track]) -> None:
    require_within(hard.coffers, 0, MOST, file, "hard.coffers")
    for key, start in hard.starts.items():
        require_known(key, tracks, file, "hard.starts")
        _check_start(file, f"hard.starts.{key}", tracks[key], start)


def _check_track(file: str, known: Known, track: Track) -> None:
    path = f"tracks.{track.id}"
    check_names(file, path, track.names)
    require_within(track.low, -MOST, MOST, file, f"{path}.low")
    require_within(track.high, track.low + 1, MOST, file, f"{path}.high")
    for value, count in Counter(space.at for space in track.spaces).items():
        require(count == 1, file, f"{path}.spaces", "core.fault.twice", value=value)
    for space in track.spaces:
        _check_space(file, known, f"{path}.spaces.{space.at}", track, space)
    _check_start(file, f"{path}.start", track, track.start)


def _check_start(file: str, path: str, track: Track, start: int) -> None:
    require_within(start, track.low, track.high, file, path)
    space = track.space(start)
    require(not (space and space.ends), file, path, "prestige.fault.ends_at_start")


def _check_space(file: str, known: Known, path: str, track: Track, space: Space) -> None:
    require_within(space.at, track.low, track.high, file, path)
    require_known(space.event, ("", *DECKS), file, path)
    require_within(space.discard_unit, 0, MOST, file, f"{path}.discard_unit")
    known.check_effects(f"{path}.then", space.then)
    known.check_effects(f"{path}.lose", space.lose, low=1)
    inside = track.low < space.at < track.high
    require(not (space.ends and inside), file, path, "prestige.fault.ends_inside")


def check_ids(file: str, path: str, ids: Iterable[str]) -> None:
    """Require well-formed ids, each once."""
    for name, count in Counter(ids).items():
        require(bool(NAME.fullmatch(name)), file, f"{path}.{name}", "core.fault.id")
        require(count == 1, file, path, "core.fault.twice", value=name)


def check_names(file: str, path: str, names: Names) -> None:
    """Require languages that we speak; one is enough, and no name at all is made from the id."""
    for language, name in names.items():
        require_known(language, LANGUAGES, file, f"{path}.names")
        require(bool(name.strip()), file, f"{path}.names.{language}", "core.fault.empty")


def check_cards(file: str, data: CardsFile, board: BoardFile) -> None:
    """Check tribes, types and every City Card."""
    for path, found in (("tribes", data.tribes), ("types", data.types), ("cards", data.cards)):
        check_ids(file, path, [each.id for each in found])
        for each in found:
            check_names(file, f"{path}.{each.id}", each.names)
    claimable = [tribe for tribe in data.tribes if not tribe.communal]
    require(len(data.tribes) == len(claimable) + 1, file, "tribes", "prestige.fault.one_communal")
    few = len(claimable) < FEWEST_TRIBES
    require(not few, file, "tribes", "prestige.fault.few_tribes", found=len(claimable), least=FEWEST_TRIBES)
    known = Known(file, board, [kind.id for kind in data.types])
    for card in data.cards:
        _check_card(known, card, [tribe.id for tribe in data.tribes])
    for tribe in data.tribes:
        _check_tribe(file, data, tribe.id, board.board.communal if tribe.communal else board.board.per_tribe)
    for tribe in claimable:
        leads = any(card.leader for card in data.cards if card.tribe == tribe.id)
        require(leads, file, f"tribes.{tribe.id}", "prestige.fault.no_leader")


def check_deal(file: str, board: BoardFile, tribes: Iterable[Tribe]) -> None:
    """Check that the deck is large enough for everybody's hand at the largest table."""
    counts, (_, seats) = board.board, SEATS
    deck = sum(counts.communal if tribe.communal else counts.per_tribe for tribe in tribes)
    args = {"count": counts.hand, "seats": seats, "deck": deck}
    require(counts.hand * seats <= deck, file, "board.hand", "prestige.fault.hand", **args)


def _check_tribe(file: str, data: CardsFile, tribe: str, least: int) -> None:
    found = sum(card.copies for card in data.cards if card.tribe == tribe)
    require(found >= least, file, f"tribes.{tribe}", "prestige.fault.few_cards", found=found, least=least)


def _check_card(known: Known, card: Card, tribes: list[str]) -> None:
    file, path = known.file, f"cards.{card.id}"
    require_known(card.tribe, tribes, file, f"{path}.tribe")
    require_known(card.placement, PLACEMENTS, file, f"{path}.placement")
    require_within(card.cost, 0, MOST, file, f"{path}.cost")
    _check_copies(file, path, card)
    for kind in card.types:
        known.check_type(f"{path}.types", kind)
    _check_kind(file, path, card)
    for need in card.needs:
        known.check_type(f"{path}.needs", need.type)
        require_within(need.count, 1, MOST, file, f"{path}.needs")
    known.check_effects(f"{path}.effects", card.effects)
    _check_clauses(known, path, card.adjacency)
    for clause in card.between_walls:
        known.check_type(f"{path}.between_walls", clause.type)
        known.check_effects(f"{path}.between_walls", clause.each)
    _check_passive(known, f"{path}.passive", card.passive)
    _check_unique(known, f"{path}.unique", card.unique)


def _check_kind(file: str, path: str, card: Card) -> None:
    """Require what the rules give to units alone, or to walls alone, where it belongs."""
    require(card.is_unit or not card.leader, file, path, "prestige.fault.leader_unit")
    require(card.is_unit or card.passive is None, file, path, "prestige.fault.passive_unit")
    lonely = card.is_unit and (card.adjacency or card.between_walls)
    require(not lonely, file, path, "prestige.fault.unit_neighbours")
    require(WALL in card.types or not card.between_walls, file, path, "prestige.fault.walls_only")


def _check_copies(file: str, path: str, card: Card | Happening) -> None:
    require(bool(CODE.fullmatch(card.code)), file, f"{path}.code", "core.fault.code")
    require_within(card.copies, 1, MOST, file, f"{path}.copies")


def _check_clauses(known: Known, path: str, clauses: tuple[Adjacency, ...]) -> None:
    for clause in clauses:
        known.check_type(f"{path}.adjacency", clause.type)
        known.check_effects(f"{path}.adjacency", clause.effects)
        require_known(clause.side, ("any", *SIDES), known.file, f"{path}.adjacency")


def _check_passive(known: Known, path: str, passive: Passive | None) -> None:
    if passive is None:
        return
    require_known(passive.when, MOMENTS, known.file, path)
    known.check_effects(path, passive.effects)
    if passive.type:
        known.check_type(path, passive.type)


def _check_unique(known: Known, path: str, unique: Unique | None) -> None:
    if unique is None:
        return
    known.check_effects(f"{path}.pay", unique.pay, low=1)
    known.check_effects(path, unique.effects)


def check_events(file: str, data: EventsFile, cards: CardsFile, board: BoardFile) -> None:
    """Check every Event Card, and that each deck has enough of them."""
    check_ids(file, "events", [event.id for event in data.events])
    known = Known(file, board, [kind.id for kind in cards.types])
    for event in data.events:
        check_names(file, f"events.{event.id}", event.names)
        _check_event(known, event)
    for deck, least in board.board.events.items():
        found = sum(event.copies for event in data.events if event.deck == deck)
        enough = found >= least
        require(enough, file, f"events.{deck}", "prestige.fault.few_cards", found=found, least=least)


def _check_event(known: Known, event: Happening) -> None:
    file, path = known.file, f"events.{event.id}"
    require_known(event.deck, DECKS, file, f"{path}.deck")
    _check_copies(file, path, event)
    known.check_effects(f"{path}.effects", event.effects)
    known.check_effects(f"{path}.cancel_if", event.cancel_if)
    require_within(event.discard_unit, 0, MOST, file, f"{path}.discard_unit")
    if (destroy := event.destroy) is None:
        return
    where = f"{path}.destroy"
    require_known(destroy.protect, PROTECTIONS, file, where)
    require_within(destroy.count, 1, MOST, file, where)
    if destroy.match not in ("any", TRIBAL_CENTER):
        known.check_type(where, destroy.match)


def check_pieces(pieces: Mapping[str, Iterable[PieceInfo]]) -> None:
    """Require, file by file, that no id stands for two pieces and that no two would carry the same sticker."""
    codes: dict[tuple[str, int], str] = {}
    names: dict[str, None] = {}
    for file, found in pieces.items():
        for piece in found:
            require(piece.id not in names, file, piece.id, "core.fault.twice", value=piece.id)
            names[piece.id] = None
            if not piece.sheet:
                continue
            other = codes.setdefault((piece.code.zfill(4), piece.copy), piece.id)
            taken = other != piece.id
            require(not taken, file, piece.id, "core.fault.code_taken", code=piece.code, other=other)
