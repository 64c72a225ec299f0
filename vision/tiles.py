"""Large pictures in parts: a still of 12 megapixels, enlarged whole, would fill a small machine's memory."""

from __future__ import annotations

import itertools

TILE = 1536
"""Pixels a side of a part, without what it shares with the next."""

SHARED = 320
"""Pixels that two neighbours share: more than a code of 10 pixels a module with its margin."""


def tiles(shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    """Return the rows and columns of each part; a picture that is hardly larger than one part stays whole."""
    height, width = shape
    if height * width <= 2 * TILE**2:
        return [(slice(0, height), slice(0, width))]
    return list(itertools.product(_along(height), _along(width)))


def _along(length: int) -> list[slice]:
    count = max(1, round(length / TILE))
    edges = [length * index // count for index in range(count + 1)]
    return [
        slice(max(0, start - SHARED // 2), min(length, stop + SHARED // 2))
        for start, stop in itertools.pairwise(edges)
    ]
