"""Several lattices in one picture, such as two players' areas: each with its own direction, origin and pitch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points
from vision.layout import Known, Layout, Pitch, Untold, lattice
from vision.lens import Lens
from vision.plane import fit_plane
from vision.tag import Tag

CLEARLY_NEARER = 0.8
"""The widest gap on the way to a card's own area, as a share of that to any other, is at most this."""


@dataclass(frozen=True, slots=True)
class Area:
    """Name a lattice and say how it is recognised: by its origin, or by cards whose cells are known from before."""

    name: str
    pitch: Pitch
    origin: str | None = None
    known: Mapping[str, Known] = field(default_factory=dict)


def lattices(
    tags: Sequence[Tag], areas: Sequence[Area], lens: Lens | None = None
) -> tuple[tuple[Layout, ...], tuple[Untold, ...]]:
    """Return the layout of each area, in their order, and the tags that may belong to one as well as to another.

    A card belongs where the widest gap on the way to a known card is clearly the narrowest. All codes must lie in one
    plane; areas with codes of different sizes cannot be told apart in one picture.
    """
    sound = [tag for tag in tags if tag.problem is None]
    seeds = [_seeds(area, [tag.text for tag in sound]) for area in areas]
    if len(areas) < 2 or sum(bool(each) for each in seeds) < 2:
        owners = np.full(len(sound), next((i for i, each in enumerate(seeds) if each), 0))
    else:
        owners = _owners(_middles(sound, areas, lens), seeds)
    layouts = []
    for index, area in enumerate(areas):
        own = [tag for tag, owner in zip(sound, owners, strict=True) if owner == index]
        layout = lattice(own, area.pitch, area.origin, area.known, lens)
        layouts.append(replace(layout, name=area.name))
    strays = [tag for tag, owner in zip(sound, owners, strict=True) if owner < 0]
    damaged = [Untold(tag.text, tag.problem, tag.corners) for tag in tags if tag.problem is not None]
    return tuple(layouts), (*(Untold(tag.text, "between_areas", tag.corners) for tag in strays), *damaged)


def _seeds(area: Area, texts: Sequence[str]) -> list[int]:
    return [i for i, text in enumerate(texts) if text == area.origin or text in area.known]


def _middles(tags: Sequence[Tag], areas: Sequence[Area], lens: Lens | None) -> list[Points]:
    """Return for each area where the middles of cards lie on the table if they are its cards, in mm."""
    poses = fit_plane([lens.straight(tag) for tag in tags] if lens else tags, areas[0].pitch.code_mm).poses
    turns = np.radians(poses[:, 2])
    c, s = np.cos(turns), np.sin(turns)
    stickers = [(area.pitch.sticker_dx, area.pitch.sticker_dy) for area in areas]
    return [poses[:, :2] - np.stack([c * dx - s * dy, s * dx + c * dy], 1) for dx, dy in stickers]


def _owners(middles: Sequence[Points], seeds: Sequence[list[int]]) -> NDArray[np.int64]:
    """Return the area of each card, -1 where it cannot be told."""
    nearest = np.full((len(seeds), len(middles[0])), np.inf)
    for index, own in enumerate(seeds):
        gaps = np.linalg.norm(middles[index][:, None] - middles[index], axis=2)
        for through in range(len(gaps)):
            # The widest gap of the best way: as shortest paths, but with the maximum instead of the sum.
            gaps = np.minimum(gaps, np.maximum(gaps[:, through, None], gaps[through]))
        if own:
            nearest[index] = gaps[own].min(0)
    best, second = np.sort(nearest, 0)[:2]
    return np.where(best <= CLEARLY_NEARER * second, nearest.argmin(0), -1)
