"""From a grey picture to tags, with a second look where the first is not enough."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from vision.frame import Grey
from vision.tag import Tag


class Decoder(Protocol):
    """Read every code in one grey picture."""

    name: str

    def decode(self, grey: Grey) -> tuple[Tag, ...]:
        """Return the codes found, damaged ones marked. Raises FrameError for anything but a grey picture."""
        ...


class Reader:
    """Read with zxing, and look again (enlarged and sharpened, then pyzbar) where codes are missing."""

    def read(self, grey: Grey, *, expected: Collection[str] = (), thorough: bool = False) -> tuple[Tag, ...]:
        """Return the tags of one picture, duplicates merged."""
        raise NotImplementedError
