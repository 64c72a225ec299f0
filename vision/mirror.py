"""Which codes are seen in a mirror: readers forgive that, but cells that are told from them are other ones.

A mirrored code is read with rows for columns, so its format information lies with rows for columns too.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.qr_code import VERSIONS, Format, format_places, format_words, side
from vision.tag import Corners

CLEARLY = 0.15
"""By how much, as a share of the contrast, the mirrored format must fit better; true ones fit better by 0.3 and more."""

Code = tuple[Corners, int, Format | None]
"""Corners as they were read, modules along one side, and the format where it is known."""


def mirrored(grey: Grey, codes: Sequence[Code]) -> NDArray[np.bool_]:
    """Say of each code whether it lies mirrored in the picture; no for versions above 2."""
    found = np.zeros(len(codes), np.bool_)
    for version in VERSIONS:
        which = [
            at
            for at, (_, modules, shape) in enumerate(codes)
            if modules == side(version) and shape is not None
        ]
        if which:
            signs = np.array([_paper(version, shape) for _, _, shape in (codes[at] for at in which) if shape])
            places = _weights(version) @ np.array([codes[at][0] for at in which])
            found[which] = _fits_mirrored(_levels(grey, places), signs)
    return found


def _fits_mirrored(levels: NDArray[np.float64], signs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Compare the levels at the format's places, straight in the first half and mirrored in the second."""
    straight, swapped = np.split(levels, 2, axis=1)
    better = ((swapped - straight) * signs).sum(1) / np.abs(signs).sum(1)
    return np.asarray(better > CLEARLY * np.maximum(1.0, np.ptp(levels, axis=1)))


def _levels(grey: Grey, places: NDArray[np.float64]) -> NDArray[np.float64]:
    height, width = grey.shape
    x, y = np.rint(np.moveaxis(places, 2, 0)).astype(np.intp)
    return np.asarray(grey[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], np.float64)


@functools.cache
def _weights(version: int) -> NDArray[np.float64]:
    """Return how a code's corners make up the places of its format, straight and then mirrored: shape (60, 4)."""
    straight = (format_places(version).reshape(-1, 2) + 0.5)[:, ::-1] / side(version)
    u, v = np.concatenate([straight, straight[:, ::-1]]).T
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], 1)


@functools.cache
def _paper(version: int, shape: Format) -> NDArray[np.float64]:
    """Return 1 for places of the format that are paper, -1 for ink, 0 where a mirrored code is alike."""
    bits = next(bits for known, bits in format_words() if known == shape)
    places = [(int(row), int(column)) for row, column in format_places(version).reshape(-1, 2)]
    ink = dict(zip(places, (bool(bit) for bit in np.tile(bits, 2)), strict=True))
    return np.array([(1 - 2 * ink[r, c]) * (ink.get((c, r)) is not ink[r, c]) for r, c in places], np.float64)
