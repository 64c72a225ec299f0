"""From a view's tags to what the rules call a sighting, with a memory of what lay where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.config import FILE, config_dir
from companion.eyes_protocol import Outline
from companion.games import LoadedGame
from companion.tags import TagRead, Tags, encode
from rules.core.game import ViewSpec
from rules.core.sighting import Seen, Sighting
from rules.core.value import Cell, Msg, msg
from vision.camera import code_side_mm
from vision.errors import LensError
from vision.layout import Known, Layout, Pitch, Untold, rows
from vision.lens import Lens
from vision.sizes import sized_lattice
from vision.tag import Corners, Tag

Laid = tuple[Layout, float | None]
"""Cells, and the stickers' side in millimetres where that seems to be another than the settings say."""
FORGET_AFTER = 3
"""Complete looks without a piece after which its remembered cell no longer counts."""
SURE = 0.98
"""Confidence in a piece that was read but has no cell to be sure of."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold what one look at a view gave: the sighting, and an outline for every code found."""

    sighting: Sighting
    outlines: tuple[Outline, ...]
    anchored: bool = True
    """False where cells could not be tied to a known card; the sighting then names no cells."""
    ghosts: tuple[Outline, ...] = ()
    """Where pieces that were here at the last look ought to lie, and cannot be read now."""
    notice: Msg | None = None
    """What the owner must set right: the stickers seem to be of another size than the settings say."""

    @property
    def pieces(self) -> frozenset[str]:
        """Name the game's pieces that were read, placed or not, now or earlier in this look."""
        placed = (*self.sighting.seen, *self.sighting.earlier)
        return frozenset(seen.piece for seen in placed) | frozenset(self.sighting.unsure)


class ViewReader:
    """Read one view of one game; foreign, damaged and other games' codes are named, and ignored.

    Remembers the cell of every piece it has placed: these tie the lattice down when the origin is hidden
    or outside the picture.
    """

    def __init__(
        self,
        view: ViewSpec,
        loaded: LoadedGame,
        tags: Tags,
        lens: Lens | None = None,
        code_mm: float = code_side_mm(),
    ) -> None:
        self.view, self._game_id, self._tags, self._lens = view, loaded.id, tags, lens
        self.code_mm = code_mm
        self._payloads = {piece.id: encode(loaded.game, piece) for piece in loaded.box.stickered}
        self._known: dict[str, Known] = {}
        self._missed: dict[str, int] = {}
        self._met: set[str] = set()
        self._lay_at: dict[str, Corners] = {}
        """Where codes lay in the last picture that showed them, as shares of its width."""
        self._laid: tuple[list[Tag], tuple[int, int], Laid] | None = None
        """What was laid out last, and of what: a picture that is believed is read first and then remembered."""

    def begin(self) -> None:
        """Begin another look: from now on pieces count as seen earlier only once they are read again."""
        self._met.clear()

    @property
    def remembered(self) -> frozenset[str]:
        """Return the payloads that lay here at the last look."""
        return frozenset(self._known)

    @property
    def remembered_pieces(self) -> tuple[str, ...]:
        """Return the ids of the pieces that lay here at the last look."""
        return tuple(self._tags.read(text).piece_id or "" for text in self._known)

    def places(self, size: tuple[int, int]) -> tuple[Corners, ...]:
        """Return where the pieces that lay here were last seen, in pixels of a picture of a `size`."""
        return tuple(_stretched(corners, size[0]) for corners in self._lay_at.values())

    def payloads(self, pieces: Iterable[str]) -> frozenset[str]:
        """Return the payloads of pieces; an id that the box does not know has none."""
        return frozenset(self._payloads[piece] for piece in pieces if piece in self._payloads)

    def read(self, tags: Sequence[Tag], size: tuple[int, int]) -> Reading:
        """Say what lies where, in a picture of a `size` in pixels.

        Nothing is remembered yet: `remember` does that once the picture is believed.
        """
        reads = {tag.text: self._tags.read(tag.text) for tag in tags}
        ours = [tag for tag in tags if self._is_ours(tag, reads)]
        others = tuple(_stranger(tag, reads[tag.text]) for tag in tags if not self._is_ours(tag, reads))
        if self.view.layout == "lattice":
            return self._on_lattice(ours, reads, others, size)
        return self._spread(ours, reads, others)

    def remember(self, tags: Sequence[Tag], size: tuple[int, int], *, complete: bool) -> None:
        """Keep the cells told by these tags; in a `complete` look, forget what is missing time and again.

        `size` is the picture's, in pixels: only what it would show can be missing from it.
        """
        if self.view.layout != "lattice":
            return
        ours = [tag for tag in tags if self._tags.read(tag.text).game_id == self._game_id]
        layout, _ = self._lay(ours, size)
        self._laid = None  # where cards are known to lie tells the next picture's cells
        if not layout.anchored:
            return
        here = {placed.text: (placed.col, placed.row, placed.turn) for placed in layout.placed}
        self._known |= here
        self._met |= here.keys()
        self._lay_at |= {card.text: _stretched(card.corners, 1 / size[0]) for card in layout.placed}
        for text, (col, row, *_) in tuple(self._known.items()):
            if text in here:
                self._missed[text] = 0
            elif complete and _is_inside(layout.outline(col, row), size):
                self._forget_a_little(text)

    def _forget_a_little(self, text: str) -> None:
        self._missed[text] = self._missed.get(text, 0) + 1
        if self._missed[text] >= FORGET_AFTER:
            del self._known[text], self._missed[text]
            self._lay_at.pop(text, None)

    def _is_ours(self, tag: Tag, reads: dict[str, TagRead]) -> bool:
        read = reads[tag.text]
        return tag.problem is None and read.problem is None and read.game_id == self._game_id

    def _lay(self, ours: list[Tag], size: tuple[int, int]) -> Laid:
        if self._laid is not None and self._laid[:2] == (ours, size):
            return self._laid[2]
        dx, dy = self.view.sticker_at_mm
        pitch = Pitch(*self.view.pitch_mm, dx, dy, self.code_mm)
        origin = self._payloads.get(self.view.origin)
        laid = sized_lattice(ours, pitch, origin, self._known, self._lens_for(size))
        self._laid = ours, size, laid
        return laid

    def _lens_for(self, size: tuple[int, int]) -> Lens | None:
        """Return the lens for a picture's size; none where the picture is not the calibrated camera's."""
        try:
            return self._lens.for_size(size) if self._lens else None
        except LensError:
            return None

    def _on_lattice(
        self,
        ours: list[Tag],
        reads: dict[str, TagRead],
        others: tuple[Outline, ...],
        size: tuple[int, int],
    ) -> Reading:
        layout, seems_mm = self._lay(ours, size)
        named = {text: read.piece_id or "" for text, read in reads.items()}
        told = layout.placed if layout.anchored else ()
        seen = tuple(
            Seen(named[card.text], Cell(card.col, card.row), card.turn, card.confidence) for card in told
        )
        doubted: list[tuple[str, Untold | None]] = [(each.text, each) for each in layout.untold]
        if not layout.anchored:
            doubted += [(card.text, None) for card in layout.placed]
        unsure = tuple(named[text] for text, _ in doubted if text)
        outlines = tuple(_placed_outline(tag, named[tag.text], unsure) for tag in ours)
        ghosts = tuple(self._ghosts(layout, frozenset(reads))) if layout.anchored else ()
        sighting = Sighting(self.view.id, seen, unsure, tuple(self._earlier(layout, frozenset(reads))))
        return Reading(sighting, outlines + others, layout.anchored, ghosts, self._notice(seems_mm))

    def _notice(self, seems_mm: float | None) -> Msg | None:
        """Say that the settings name another size than the stickers seem to have, and where to set it right."""
        if seems_mm is None:
            return None
        told, file = f"{self.code_mm / code_side_mm(1):.3g}", str(config_dir() / FILE)
        return msg("core.sticker_seems", seems=f"{seems_mm:g}", told=told, file=file)

    def _earlier(self, layout: Layout, read: frozenset[str]) -> Iterator[Seen]:
        """Name what was placed since `begin` and is not read now, where nothing else was read."""
        taken = {(card.col, card.row) for card in layout.placed} if layout.anchored else set()
        for text, (col, row, *turn) in self._known.items():
            if text in self._met and text not in read and (col, row) not in taken:
                piece = self._tags.read(text).piece_id or ""
                yield Seen(piece, Cell(col, row), turn[0] if turn else None, SURE)

    def _ghosts(self, layout: Layout, read: frozenset[str]) -> Iterator[Outline]:
        """Outline the cells of remembered pieces without a code in the picture, where nothing else was read."""
        taken = {(card.col, card.row) for card in layout.placed}
        for text, (col, row, *_) in self._known.items():
            corners = None if text in read or (col, row) in taken else layout.outline(col, row)
            if corners is not None:
                yield Outline(corners, self._tags.read(text).piece_id, "missing", text)

    def _spread(self, ours: Sequence[Tag], reads: dict[str, TagRead], others: tuple[Outline, ...]) -> Reading:
        seen = tuple(
            Seen(
                reads[tag.text].piece_id or "", turn=round(tag.rotation_deg / 90) % 4, confidence=SURE, row=at
            )
            for at, row in enumerate(rows(ours))
            for tag in row
        )
        outlines = tuple(Outline(tag.corners, reads[tag.text].piece_id, "read", tag.text) for tag in ours)
        return Reading(Sighting(self.view.id, seen), outlines + others)


def _stretched(corners: Corners, factor: float) -> Corners:
    a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in corners)
    return a, b, c, d


def _is_inside(corners: Sequence[tuple[float, float]] | None, size: tuple[int, int]) -> bool:
    width, height = size
    return corners is not None and all(0 <= x < width and 0 <= y < height for x, y in corners)


def _placed_outline(tag: Tag, piece: str, unsure: tuple[str, ...]) -> Outline:
    return Outline(tag.corners, piece, "unsure" if piece in unsure else "read", tag.text)


def _stranger(tag: Tag, read: TagRead) -> Outline:
    """Name what is wrong with a code; a whole code of another game is as foreign here as any other."""
    status = "damaged" if tag.problem is not None else read.problem or "foreign"
    return Outline(tag.corners, None, status, tag.text)
