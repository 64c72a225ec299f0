"""Photos with every code outlined and named, so that a score can be checked by eye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.files import make_folder, write_picture
from companion.reading import Found, Photo
from companion.theme import font
from rules.core.game import Box
from rules.core.score import ScoreSheet


def write_marked(
    photos: Iterable[Photo], sheet: ScoreSheet, box: Box, language: str, folder: Path
) -> list[Path]:
    """Write one picture a photo into a folder, made if need be, and over none of the photos.

    Raises ``InputError`` where it cannot be.
    """
    photos = tuple(photos)
    taken = {photo.path.resolve() for photo in photos}
    worth: dict[str, int] = {}
    for row in sheet.rows:
        for piece in row.pieces:
            worth[piece] = worth.get(piece, 0) + (row.amount if len(row.pieces) == 1 else 0)
    names = {piece.id: piece.name(language) for piece in box.pieces}
    written: list[Path] = []
    for photo in photos:
        path = _free(folder / f"{photo.path.stem}.png", taken)
        _write(photo, path, names, worth)
        taken.add(path.resolve())
        written.append(path)
    return written


def _free(path: Path, taken: set[Path]) -> Path:
    """Give two photos of one name two names."""
    number, found = 1, path
    while found.resolve() in taken:
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found


def _write(photo: Photo, path: Path, names: Mapping[str, str], worth: Mapping[str, int]) -> None:
    from vision.annotate import Mark, annotate

    marks = [
        Mark(each.tag.corners, "unsure" if each.read.problem else "read", _label(each, names, worth))
        for each in photo.found
    ]
    make_folder(path.parent)
    write_picture(path, annotate(photo.grey, marks, font=font()))


def _label(found: Found, names: Mapping[str, str], worth: Mapping[str, int]) -> str:
    if found.read.problem:
        return found.read.problem
    piece = found.piece or ""
    points = worth.get(piece)
    name = names.get(piece, piece)
    # The points come first: where there is little room, a label is cut at its end.
    return f"{points:+d} {name}" if points else name
