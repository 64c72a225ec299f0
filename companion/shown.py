"""What photos show of a table, by whose they are: pieces, sightings, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from companion.eyes_view import ViewReader
from companion.games import LoadedGame
from companion.reading import Photo
from companion.tags import Tags
from rules.core.game import ViewSpec
from rules.core.grid import neighbours
from rules.core.picture import Lattice
from rules.core.score import ScoreSheet
from rules.core.sighting import Seen, Sighting
from rules.core.value import TABLE, Cell, Msg, PieceRef, SeatRef, msg
from vision.camera import code_side_mm


class Shown:
    """Hold photos by seat; ``TABLE`` stands for those of the shared table, `code_mm` is the side of their codes."""

    def __init__(
        self, loaded: LoadedGame, photos: Iterable[tuple[int, Photo]], code_mm: float = code_side_mm()
    ) -> None:
        self._loaded, self._code_mm = loaded, code_mm
        self._of: dict[int, list[Photo]] = {}
        for seat, photo in photos:
            self._of.setdefault(seat, []).append(photo)
        self.photos = tuple(photo for of in self._of.values() for photo in of)
        self._grids: dict[tuple[int, str], tuple[list[Seen], list[Photo]]] = {}
        self._notices: dict[Msg, None] = {}

    def has(self, seat: int) -> bool:
        """Tell whether there are photos of a seat's."""
        return seat in self._of

    @property
    def seats(self) -> tuple[int, ...]:
        """Return whose photos there are."""
        return tuple(self._of)

    def images(self, seat: int) -> tuple[str, ...]:
        """Name a seat's photos that show anything of the game."""
        return tuple(photo.path.name for photo in self._of[seat] if photo.pieces(self._loaded.id))

    def _in(self, photos: Iterable[Photo]) -> frozenset[str]:
        return frozenset(piece for photo in photos for piece in photo.pieces(self._loaded.id))

    def sighting(self, seat: int, view: ViewSpec, wanted: frozenset[str]) -> tuple[Sighting, list[Msg]]:
        """Return what lies in a view in a seat's photos, and what to say of `wanted` pieces that may not be part of it."""
        if view.layout == "lattice":
            return self._lattice(seat, view, wanted)
        return self._spread(seat, view), []

    def _spread(self, seat: int, view: ViewSpec) -> Sighting:
        """Return what lies in photos, one photo below the other, in rows."""
        lying = [row for photo in self._of[seat] for row in photo.rows(self._loaded.id)]
        return Sighting(view.id, tuple(Seen(piece, row=at) for at, row in enumerate(lying) for piece in row))

    def _lattice(self, seat: int, view: ViewSpec, wanted: frozenset[str]) -> tuple[Sighting, list[Msg]]:
        """Return what lies on a view's grid, and what to say of the rest.

        Photos are joined by the cards that they share. A photo that cannot be joined and shows mostly `wanted`
        pieces is taken for another part of the same grid; in any other, pieces lie beside it.
        """
        placed, apart = self._placed(seat, view)
        here = frozenset(each.piece for each in placed)
        loose, beside = set[str](), set[str]()
        for photo in self._of[seat]:
            new = photo.pieces(self._loaded.id) - here
            if photo not in apart or 2 * len(new & wanted) > len(new):
                loose |= new & wanted
            else:
                beside |= new & wanted
        warnings = [*_several("core.score.beside", beside - loose)]
        if view.origin and view.origin not in self._in(self._of[seat]):
            warnings.append(msg("core.score.no_origin", piece=PieceRef(view.origin)))
        else:
            warnings += _several("core.score.unplaced", loose)
        return Sighting(view.id, (*placed, *(Seen(piece) for piece in sorted(loose)))), warnings

    def _placed(self, seat: int, view: ViewSpec) -> tuple[list[Seen], list[Photo]]:
        """Place the pieces of a seat's photos on a view's grid, once for all who ask; return the photos left over."""
        if (seat, view.id) not in self._grids:
            self._grids[seat, view.id] = self._place(self._of.get(seat, ()), view)
        return self._grids[seat, view.id]

    def _place(self, photos: Sequence[Photo], view: ViewSpec) -> tuple[list[Seen], list[Photo]]:
        """Place pieces photo by photo, those that share cards with what is placed first; return the rest."""
        reader = ViewReader(view, self._loaded, Tags([self._loaded]), code_mm=self._code_mm)
        placed: dict[str, Seen] = {}
        left = list(photos)
        while left:
            looks = ((photo, reader.read([each.tag for each in photo.found], _size(photo))) for photo in left)
            found = next(
                ((photo, look) for photo, look in looks if look.anchored and look.sighting.seen), None
            )
            if found is None:
                break
            photo, look = found
            left.remove(photo)
            reader.remember([each.tag for each in photo.found], _size(photo), complete=False)
            placed |= {each.piece: each for each in look.sighting.seen}
            self._notices |= {look.notice: None} if look.notice else {}
        return list(placed.values()), left

    def not_known(self, lattices: Iterable[Lattice]) -> Iterator[Msg]:
        """Name what lies face up with the pieces of a shared grid that a table follows, and does not there."""
        views = [view for view in self._loaded.game.views if view.layout == "lattice"]
        for lattice in lattices:
            view = next((view for view in views if lattice.area in {"", view.id}), None)
            known = {tile.piece for tile in lattice.tiles if not tile.is_down}
            if view is None or not known - {view.origin}:
                continue
            lying = {each.cell: each.piece for each in self._placed(TABLE, view)[0] if each.cell}
            joined = _joined({tile.cell for tile in lattice.tiles}, lying)
            yield from _several(
                "core.score.not_in_game", {lying[cell] for cell in joined} - known - self._backs()
            )

    def _backs(self) -> frozenset[str]:
        return frozenset(piece.id for piece in self._loaded.box.pieces if piece.anonymous)

    def unread(self, sheet: ScoreSheet) -> list[dict[str, Any]]:
        """Name damaged codes, and pieces that the score counts but no photo shows."""
        if not self.photos:
            return []
        damaged = [
            {"image": str(photo.path), "piece": None, "problem": "damaged", "at": list(each.tag.centre)}
            for photo in self.photos
            for each in photo.found
            if each.read.problem == "damaged"
        ]
        seen = self._in(self.photos)
        counted = dict.fromkeys(piece for row in sheet.rows for piece in row.pieces)
        missing = [
            {"image": None, "piece": piece, "problem": "not_seen", "at": None}
            for piece in counted
            if piece not in seen
        ]
        return damaged + missing

    def warnings(self) -> Iterable[Msg]:
        """Name codes that are not this game's, the same sticker seen twice, and what the owner must set right."""
        yield from self._of_two()
        yield from self._notices
        for photo in self.photos:
            if not photo.pieces(self._loaded.id):
                yield msg("core.score.empty_photo", image=photo.path.name)
            texts = [each.read.text for each in photo.found]
            for each in photo.found:
                if each.read.problem not in {None, "damaged"} or (
                    each.read.game_id not in {None, self._loaded.id}
                ):
                    key = f"core.tag.{each.read.problem or 'other_game'}"
                    yield msg(key, image=photo.path.name, text=each.read.text)
            for text in dict.fromkeys(texts):
                if text and texts.count(text) > 1:
                    yield msg("core.tag.twice", image=photo.path.name, text=text)

    def _of_two(self) -> Iterable[Msg]:
        """Name pieces in the photos of two people: they counted for both, and can belong to one only."""
        seats = sorted(seat for seat in self._of if seat != TABLE)
        for one, other in combinations(seats, 2):
            for piece in sorted(self._in(self._of[one]) & self._in(self._of[other])):
                yield msg("core.score.of_two", piece=PieceRef(piece), one=SeatRef(one), other=SeatRef(other))


def _several(key: str, pieces: Iterable[str]) -> Iterable[Msg]:
    """Say something of one piece, or of several by the first of them; nothing of none."""
    if found := sorted(pieces):
        yield msg(key, piece=PieceRef(found[0]), count=len(found))


def _joined(grid: set[Cell], lying: Collection[Cell]) -> set[Cell]:
    """Return the cells where something lies that are of a grid, or beside it card by card."""
    joined = grid.intersection(lying)
    edge = list(grid)
    while edge:
        near = {cell for _, cell in neighbours(edge.pop()) if cell in lying} - joined
        joined |= near
        edge += near
    return joined


def _size(photo: Photo) -> tuple[int, int]:
    height, width = photo.grey.shape
    return width, height
