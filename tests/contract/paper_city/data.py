"""What is in the box: the buildings with their names, and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.data import MOST, Header, read_toml, require_known, require_within
from rules.core.game import Box, PieceInfo
from rules.core.value import Value

FILE = "box.toml"
HALL = "hall"
"""The piece printed on every city, by which the camera knows where a grid begins; nobody builds it."""


class Building(Value, frozen=True):
    """One piece of the file."""

    id: str
    code: str
    names: dict[str, str]
    worth: int = 0


class CityFile(Value, frozen=True):
    """The whole file."""

    header: Header
    pieces: tuple[Building, ...]


class CityBox(Box, frozen=True):
    """The box, with what each building is worth."""

    worth: tuple[tuple[str, int], ...] = ()

    @property
    def buildings(self) -> tuple[str, ...]:
        """Name what may be built."""
        return tuple(name for name, _ in self.worth)

    def value(self, piece: str) -> int:
        """Return what a building is worth; nothing for the hall."""
        return dict(self.worth).get(piece, 0)


def load(files: Mapping[str, bytes]) -> CityBox:
    """Make the box; raise ``DataError`` in one line for the first thing wrong."""
    file = read_toml(files, FILE, CityFile)
    require_known(HALL, [each.id for each in file.pieces], FILE, "pieces")
    for each in file.pieces:
        require_within(each.worth, 0, MOST, FILE, f"pieces.{each.id}.worth")
    return CityBox(
        pieces=tuple(PieceInfo(each.id, each.code, tuple(each.names.items())) for each in file.pieces),
        provenance=file.header.provenance,
        edition=file.header.edition,
        source=file.header.source,
        worth=tuple((each.id, each.worth) for each in file.pieces if each.id != HALL),
    )
