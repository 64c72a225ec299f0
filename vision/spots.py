"""Read a code where it is likely to lie: at a pose from a picture, or where one lay before."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence

import numpy as np

from vision.finders import Candidate
from vision.frame import Grey
from vision.geometry import Matrix
from vision.merging import merge
from vision.qr_code import VERSIONS, side
from vision.refine import FINE, Picture, corners_of, fit, locate, pose_of, template
from vision.sampler import Symbol, read_glared_symbol, read_symbol
from vision.tag import Corners, Tag

NAME = "sampler"

AGREES = 0.5
"""Least agreement of the known modules with a fitted pose for which it is worth reading."""


def read_spot(light: Picture, way: Candidate) -> Tag | None:
    """Read one code with our own sampler, its corners fitted; None where that would be a guess."""
    return _read(light, light, way, read_symbol)


def read_glared_spot(light: Picture, flat: Grey, way: Candidate) -> Tag | None:
    """Read one code that glare lies on, found and fitted in the same picture `flat`, without the glare."""
    return _read(light, flat, way, read_glared_symbol)


def _read(
    light: Picture, shown: Picture, way: Candidate, read: Callable[[Picture, Matrix, int], Symbol | None]
) -> Tag | None:
    found = locate(shown, way.pose, way.version)
    symbol = read(light, found.pose, way.version) if found.agreement > AGREES else None
    if symbol is None:
        return None
    whole = template(symbol.modules, np.ones_like(symbol.modules), FINE)
    pose = fit(shown, found.pose, whole, 4).pose
    modules = side(way.version)
    return Tag.measured(symbol.text, corners_of(pose, modules), modules, NAME)


def ways_at(places: Collection[Corners]) -> Iterator[Candidate]:
    """Return each way in which a code may lie at corners where one was known to lie."""
    for corners, version in itertools.product(places, VERSIONS):
        yield Candidate(pose_of(corners, side(version)), version, 1.0)


def read_places(light: Picture, seen: Sequence[Tag], places: Collection[Corners]) -> tuple[Tag, ...]:
    """Return the tags that were `seen`, and what is read of those that lay at `places` and were not."""
    found = list(seen)
    for way in ways_at(places):
        spot = np.mean(corners_of(way.pose, side(way.version)), 0)
        if not any(tag.problem is None and np.hypot(*(spot - tag.centre)) < tag.side / 2 for tag in found):
            tag = read_spot(light, way)
            found += [tag] if tag else []
    return merge(found)
