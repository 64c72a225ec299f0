"""What the paper games of one file share: a box from a few lines."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.data import Header, read_toml
from rules.core.game import Box, PieceInfo
from rules.core.value import Value

HEADER = b"""
[header]
schema = 1
edition = "paper"
source = "made for tests"
provenance = "house"
"""


class PaperFile(Value, frozen=True):
    header: Header
    pieces: dict[str, int]
    """Each piece and what it is worth."""


class PaperBox(Box, frozen=True):
    worth: tuple[tuple[str, int], ...] = ()

    def value(self, piece: str) -> int:
        return dict(self.worth)[piece]


def load(files: Mapping[str, bytes]) -> PaperBox:
    file = read_toml(files, "box.toml", PaperFile)
    pieces = tuple(PieceInfo(each, f"P{n}", (("en", each),)) for n, each in enumerate(file.pieces))
    header = file.header
    return PaperBox(pieces, header.provenance, header.edition, header.source, tuple(file.pieces.items()))
