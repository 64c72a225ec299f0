"""Stickers in photos: which pieces, where, and what cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.tags import TagRead, Tags
from vision.decode import Reader
from vision.frame import Grey
from vision.image import load_image
from vision.layout import rows
from vision.tag import Tag


@dataclass(frozen=True, slots=True)
class Found:
    """One code in a photo."""

    tag: Tag
    read: TagRead

    @property
    def piece(self) -> str | None:
        """The piece's id, where the code is whole and known."""
        return self.read.piece_id


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo and the codes in it. The same file read twice is two photos."""

    path: Path
    grey: Grey
    found: tuple[Found, ...]

    def pieces(self, game_id: str) -> frozenset[str]:
        """Return the ids of a game's pieces in the photo."""
        return frozenset(each.piece for each in self.found if each.piece and each.read.game_id == game_id)

    def rows(self, game_id: str) -> list[list[str]]:
        """Return the ids of a game's pieces in the rows that they lie in, from the top, each from the left."""
        ours = {each.tag: each.piece for each in self.found if each.piece and each.read.game_id == game_id}
        return [[ours[tag] for tag in row] for row in rows(tuple(ours))]


def read_photos(paths: Iterable[Path], tags: Tags) -> tuple[Photo, ...]:
    """Read photos with every decoder there is; raise ``vision.errors.ImageError`` naming one that is none."""
    reader = Reader()
    return tuple(photo_of(path, load_image(path), tags, reader) for path in paths)


def photo_of(path: Path, grey: Grey, tags: Tags, reader: Reader) -> Photo:
    """Read a picture that lies, or will lie, at a path."""
    seen = sorted(reader.read(grey, thorough=True), key=lambda tag: (tag.centre[1], tag.centre[0]))
    return Photo(path, grey, tuple(Found(tag, _meaning(tag, tags)) for tag in seen))


def _meaning(tag: Tag, tags: Tags) -> TagRead:
    return TagRead(tag.text, problem="damaged") if tag.problem else tags.read(tag.text)


def photo_json(photo: Photo) -> dict[str, Any]:
    """Return a photo's codes as plain values; corners run clockwise from the code's own top left."""
    return {"image": str(photo.path), "tags": [_found_json(each) for each in photo.found]}


def _found_json(found: Found) -> dict[str, Any]:
    tag, read = found.tag, found.read
    return {
        "text": read.text,
        "game": read.game_id,
        "piece": read.piece_id,
        "copy": read.copy,
        "corners": corners_json(tag),
        "rotation_deg": round(tag.rotation_deg, 1) % 360,
        "problem": read.problem,
    }


def corners_json(tag: Tag) -> list[list[float]]:
    """Return four corners in pixels."""
    return [[round(x, 1), round(y, 1)] for x, y in tag.corners]
