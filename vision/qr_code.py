"""The structure of small QR codes (ISO/IEC 18004, versions 1 and 2): which module means what.

A module is addressed by row and column from the code's own top left; True is ink.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Modules = NDArray[np.bool_]
"""Shape (side, side), True = ink."""

Level = Literal["L", "M", "Q", "H"]

VERSIONS = (1, 2)
FINDER = 7
TIMING = 6
FORMAT_MASK = 0x5412
FORMAT_GENERATOR = 0x537
LEVEL_BITS: dict[Level, int] = {"L": 1, "M": 0, "Q": 3, "H": 2}
CHECK_WORDS: dict[tuple[int, Level], int] = {
    (1, "L"): 7,
    (1, "M"): 10,
    (1, "Q"): 13,
    (1, "H"): 17,
    (2, "L"): 10,
    (2, "M"): 16,
    (2, "Q"): 22,
    (2, "H"): 28,
}
"""Check words of the one block that these versions have."""

WORDS = {1: 26, 2: 44}
"""All words, data and checks."""


@dataclass(frozen=True, slots=True)
class Format:
    """Hold what the format information tells: the error correction level and the mask's number."""

    level: Level
    mask: int


def side(version: int) -> int:
    """Return the modules along one side."""
    return 17 + 4 * version


@functools.cache
def patterns(version: int) -> tuple[Modules, Modules]:
    """Return the fixed modules (finders, separators, timing, alignment, the dark one) and which they are.

    The format information is neither fixed nor data: it is left out of the second array.
    """
    n = side(version)
    ink, known = np.zeros((n, n), np.bool_), np.zeros((n, n), np.bool_)
    ink[TIMING, :] = ink[:, TIMING] = np.arange(n) % 2 == 0
    known[TIMING, :] = known[:, TIMING] = True
    for top, left in ((0, 0), (0, n - FINDER), (n - FINDER, 0)):
        rows = slice(max(0, top - 1), top + FINDER + 1)
        columns = slice(max(0, left - 1), left + FINDER + 1)
        ink[rows, columns], known[rows, columns] = False, True
        ink[top : top + FINDER, left : left + FINDER] = _rings(FINDER)
    if version > 1:
        at = n - 9
        ink[at : at + 5, at : at + 5] = _rings(5)
        known[at : at + 5, at : at + 5] = True
    ink[n - 8, 8] = known[n - 8, 8] = True
    return ink, known


def _rings(size: int) -> Modules:
    centre = size // 2
    away = np.abs(np.arange(size) - centre)
    ring = np.maximum(away[:, None], away[None, :])
    return np.asarray((ring == centre) | (ring <= centre - 2))


@functools.cache
def format_places(version: int) -> NDArray[np.intp]:
    """Return where the two copies of the format information lie, highest bit first: shape (2, 15, 2)."""
    n = side(version)
    down = [*range(6), 7, 8]
    around = [(8, column) for column in down] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(n - 1 - i, 8) for i in range(7)] + [(8, n - 8 + i) for i in range(8)]
    return np.array([around, apart], np.intp)


@functools.cache
def format_words() -> tuple[tuple[Format, NDArray[np.bool_]], ...]:
    """Return the 32 formats, each with its 15 modules, highest bit first."""
    return tuple(
        (Format(level, mask), _format_modules(bits << 3 | mask))
        for level, bits in LEVEL_BITS.items()
        for mask in range(8)
    )


def _format_modules(data: int) -> NDArray[np.bool_]:
    rest = data << 10
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= FORMAT_GENERATOR << shift
    word = (data << 10 | rest) ^ FORMAT_MASK
    return np.array([word >> bit & 1 for bit in range(14, -1, -1)], np.bool_)


@functools.cache
def word_places(version: int) -> NDArray[np.intp]:
    """Return where the bits of the words lie, in order, eight a word: shape (8 * words, 2), rows first."""
    n = side(version)
    taken = patterns(version)[1].copy()
    rows, columns = format_places(version).reshape(-1, 2).T
    taken[rows, columns] = True
    places = []
    upward = True
    for right in (*range(n - 1, TIMING, -2), *range(TIMING - 1, 0, -2)):
        for row in range(n - 1, -1, -1) if upward else range(n):
            places += [(row, column) for column in (right, right - 1) if not taken[row, column]]
        upward = not upward
    return np.array(places[: 8 * WORDS[version]], np.intp)


@functools.cache
def mask_pattern(version: int, mask: int) -> Modules:
    """Return which modules a mask turns over."""
    n = side(version)
    i, j = np.indices((n, n))
    rules = (
        (i + j) % 2,
        i % 2,
        j % 3,
        (i + j) % 3,
        (i // 2 + j // 3) % 2,
        i * j % 2 + i * j % 3,
        (i * j % 2 + i * j % 3) % 2,
        ((i + j) % 2 + i * j % 3) % 2,
    )
    return np.asarray(rules[mask] == 0)


def draw(version: int, shape: Format, words: bytes) -> Modules:
    """Return the whole code that these words make, data and checks."""
    ink = patterns(version)[0].copy()
    bits = next(modules for known, modules in format_words() if known == shape)
    for copy in format_places(version):
        ink[copy[:, 0], copy[:, 1]] = bits
    rows, columns = word_places(version).T
    ink[rows, columns] = np.unpackbits(np.frombuffer(words, np.uint8)).astype(np.bool_)
    data = np.zeros_like(ink)
    data[rows, columns] = True
    spare = ~(patterns(version)[1] | data)
    spare[format_places(version)[..., 0], format_places(version)[..., 1]] = False
    return ink ^ (mask_pattern(version, shape.mask) & (data | spare))
