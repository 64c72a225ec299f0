"""Read a code where it is likely to lie: at a pose from a picture, or where one lay before."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from vision.finders import Candidate
from vision.merging import merge
from vision.qr_code import VERSIONS, side
from vision.refine import FINE, Picture, corners_of, fit, locate, pose_of, template
from vision.sampler import read_symbol
from vision.tag import Corners, Tag

NAME = "sampler"

AGREES = 0.5
"""Least agreement of the known modules with a fitted pose for which it is worth reading."""


def read_spot(light: Picture, way: Candidate) -> Tag | None:
    """Read one code with our own sampler, its corners fitted; None where that would be a guess."""
    found = locate(light, way.pose, way.version)
    symbol = read_symbol(light, found.pose, way.version) if found.agreement > AGREES else None
    if symbol is None:
        return None
    whole = template(symbol.modules, np.ones_like(symbol.modules), FINE)
    pose = fit(light, found.pose, whole, 4).pose
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
