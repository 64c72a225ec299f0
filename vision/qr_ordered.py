"""Words of which more is lost than check words can mend: their bits, the surest ones first.

In glare the bits of a word are not lost together, and much of a code is no secret: how a text begins, that its
letters are ASCII, how it is padded. All of it, and the checks, are linear equations over single bits. They are solved
for the surest bits that tell all the others (ordered statistics: Fossorier and Lin, 1995), each of which is then
turned over once. A reading must be far better than chance, by what the checks alone say, and than any other.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.qr_code import CHECK_WORDS, WORDS, Level
from vision.qr_words import ALPHANUMERIC_MODE, BYTE_MODE, PADS, check_words

Bits = NDArray[np.uint8]
"""One bit an item, 0 or 1."""

Sureness = NDArray[np.float64]
"""How sure a bit is to be 1 (positive) or 0: the logarithm of how much likelier it is."""

SUREST = 4.0
"""No bit is surer than this: 1 in 55 is wrong all the same."""

SCALE = 4.0
"""Sureness of a module that is fully ink or paper, and then of all others in proportion."""

LAYOUTS = 3
"""Ways to begin and to pad that are tried, the likeliest first."""

EVIDENCE = 26.0
"""Bits by which the checks alone must make a reading better than chance. Each try looks at some 300 readings."""

LEAD = 10.0
"""Sureness by which the next likely reading must be worse: that it is the wrong one of two is then 1 in 20,000."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Hold which data bits are no secret, and what they are."""

    known: NDArray[np.bool_]
    value: Bits


@dataclass(frozen=True, slots=True)
class Mended:
    """Hold mended words, the bits by which their checks are better than chance, and those of what is no secret."""

    words: bytes
    evidence: float
    fixed: float


def mend(soft: NDArray[np.float32], version: int, level: Level) -> Mended | None:
    """Return what the bits of all words, 1 (set) to -1, are likely to be, or None where that would be a guess."""
    sure = np.clip(soft * SCALE, -SUREST, SUREST).astype(np.float64)
    generator = _generator(version, level)
    layouts = _layouts(version, level)
    data = sure[: len(generator)]
    scores = [_gain(data[each.known], each.value[each.known]) for each in layouts]
    best: Mended | None = None
    for index in np.argsort(scores)[::-1][:LAYOUTS]:
        layout = layouts[index]
        found = _solve(generator[~layout.known], (layout.value @ generator) & 1, sure)
        if found is not None and (best is None or found[1] > best.evidence):
            best = Mended(np.packbits(found[0]).tobytes(), found[1], float(scores[index]))
    return best


def _gain(sure: Sureness, bits: Bits) -> float:
    """Return by how many bits some bits are likelier than chance."""
    agree = np.where(bits > 0, sure, -sure)
    return float((1 - np.logaddexp(0, -agree) / np.log(2)).sum())


def _solve(rows: Bits, base: Bits, sure: Sureness) -> tuple[Bits, float] | None:
    """Return the likeliest sum of `base` and some rows, and its evidence, or None where it is not the only one."""
    weights = np.abs(sure)
    order = np.argsort(-weights, kind="stable")
    weights, wanted = weights[order], (sure[order] > 0) ^ (base[order] > 0)
    reduced, chosen = _reduced(rows[:, order])
    start = ((wanted[chosen] @ reduced) & 1) ^ wanted
    # Where a reading differs from what was seen; turning over one more of the surest bits gives another.
    differs = start.astype(np.uint8)
    for _ in range(2):
        costs = (reduced ^ differs) @ weights
        least = int(costs.argmin())
        if costs[least] >= differs @ weights:
            break
        differs = differs ^ reduced[least]
    if float(((reduced ^ differs) @ weights).min() - differs @ weights) < LEAD:
        return None
    checked = np.asarray(reduced.any(0), np.bool_)
    checked[chosen] = False
    bits = np.empty_like(differs)
    bits[order] = differs ^ (sure[order] > 0)
    evidence = _gain(weights[checked], 1 - differs[checked])
    return (bits, evidence) if evidence >= EVIDENCE else None


def _reduced(rows: Bits) -> tuple[Bits, NDArray[np.intp]]:
    """Return the rows such that each alone has a 1 in one column, the first ones that serve, and these columns."""
    count, width = rows.shape
    packed = np.packbits(np.ascontiguousarray(rows), axis=1)
    packed = np.ascontiguousarray(np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))))
    whole = packed.view(np.uint64)
    chosen: list[int] = []
    for column in range(width):
        here = (packed[:, column >> 3] >> (7 - (column & 7)) & 1).astype(np.bool_)
        row = len(chosen)
        below = np.flatnonzero(here[row:])
        if not len(below):
            continue
        other = row + int(below[0])
        whole[[row, other]] = whole[[other, row]]
        here[other], here[row] = here[row], False
        whole[here] ^= whole[row]
        chosen.append(column)
        if len(chosen) == count:
            break
    return np.unpackbits(packed, axis=1)[:, :width], np.array(chosen, np.intp)


@functools.cache
def _generator(version: int, level: Level) -> Bits:
    """Return the words, as bits, that each data bit alone makes: shape (data bits, all bits)."""
    checks = CHECK_WORDS[version, level]
    data = WORDS[version] - checks
    alone = np.packbits(np.eye(8 * data, dtype=np.uint8), axis=1)
    words = [row.tobytes() + check_words(row.tobytes(), checks) for row in alone]
    return np.unpackbits(np.frombuffer(b"".join(words), np.uint8).reshape(len(words), -1), axis=1)


@functools.cache
def _layouts(version: int, level: Level) -> tuple[Layout, ...]:
    """Return each way in which a text of one segment may begin and be padded."""
    room = 8 * (WORDS[version] - CHECK_WORDS[version, level])
    found: list[Layout] = []
    for length in range(1, room // 8):
        high = list(range(12, 12 + 8 * length, 8))
        found += _filled(room, f"{BYTE_MODE:04b}{length:08b}", 8 * length, high)
    for length in range(1, 2 * room // 11):
        bits = 11 * (length // 2) + 6 * (length % 2)
        found += _filled(room, f"{ALPHANUMERIC_MODE:04b}{length:09b}", bits, [])
    return tuple(found)


def _filled(room: int, head: str, secret: int, zeros: list[int]) -> Iterator[Layout]:
    """Make layouts of a head, secret bits but for some zeros, and the padding: printers have two ways."""
    stop = len(head) + secret
    if stop > room:
        return
    known = np.ones(room, np.bool_)
    known[len(head) : stop] = False
    known[zeros] = True
    first = min(room, -(-min(stop + 4, room) // 8) * 8)
    # Some printers (segno among them) add a whole word of zeros where the end mark already fills one.
    for begin in (first, first + 8) if (stop + 4) % 8 == 0 and first < room else (first,):
        value = np.zeros(room, np.uint8)
        value[: len(head)] = [int(bit) for bit in head]
        pads = bytes(PADS[i % 2] for i in range((room - begin) // 8))
        value[begin:] = np.unpackbits(np.frombuffer(pads, np.uint8))
        yield Layout(known, value)
