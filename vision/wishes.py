"""What may be asked of a reader beside the picture itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from vision.tag import Corners


class Wishes(TypedDict, total=False):
    """Say how hard to look, as keywords; the first pass alone is made where nothing is asked."""

    expected: Collection[str]
    """Texts that must be there: while one is missing, everything is tried."""

    thorough: bool
    """Try every remedy."""

    still: bool
    """The table rests: spend a frame's budget on remedies that were not tried yet."""

    places: Collection[Corners]
    """Corners, in this picture's pixels, where codes were known to lie: tried once more, however covered."""
