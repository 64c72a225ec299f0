"""Votes over frames: a tag is there once it was seen often enough, and gone once it was missed long enough.

Hands pass over the table all evening; nothing is said about that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.geometry import signed_deg
from vision.tag import Tag


@dataclass(frozen=True, slots=True)
class Appeared:
    """A tag has come and stays."""

    tag: Tag


@dataclass(frozen=True, slots=True)
class Moved:
    """A tag lies somewhere else now."""

    tag: Tag
    before: Tag


@dataclass(frozen=True, slots=True)
class Turned:
    """A tag is turned another way now."""

    tag: Tag
    before: Tag


@dataclass(frozen=True, slots=True)
class Gone:
    """A tag was taken away, or is covered for good; `tag` is the last sight of it."""

    tag: Tag


Change = Appeared | Moved | Turned | Gone


@dataclass(frozen=True, slots=True)
class Patience:
    """Say how much it takes: sightings until a change counts, misses AND seconds until a tag is gone.

    `move` is in sides of the code, `turn_deg` in degrees.
    """

    sightings: int = 2
    misses: int = 5
    missing_s: float = 1.5
    move: float = 0.6
    turn_deg: float = 20.0


DEFAULT = Patience()


@dataclass(slots=True)
class _Track:
    settled: Tag
    last: Tag
    seen_at: float
    sightings: int = 1
    misses: int = 0
    announced: bool = False
    restless: int = 0


class Steady:
    """Follow tags from frame to frame, the same text in two places as two tags."""

    def __init__(self, patience: Patience = DEFAULT) -> None:
        self._patience = patience
        self._tracks: list[_Track] = []

    def update(self, time: float, tags: Iterable[Tag], covered: Iterable[Tag] = ()) -> tuple[Change, ...]:
        """Take the tags of one frame, in picture coordinates, and return what has changed for certain.

        `time` is the frame's. Damaged tags do not count. Frames of other sizes must be scaled first. Tags that lie
        where something covers them now are not missed.
        """
        seen = [tag for tag in tags if tag.problem is None]
        pairs, fresh = self._match(seen)
        hidden = tuple(covered)
        changes: list[Change] = []
        for track in tuple(self._tracks):
            if id(track) in pairs:
                changes += self._sight(track, pairs[id(track)], time)
            elif not _is_among(track.last, hidden):
                changes += self._miss(track, time)
        for tag in fresh:
            track = _Track(tag, tag, time)
            self._tracks.append(track)
            changes += self._announce(track)
        return tuple(changes)

    def present(self) -> tuple[Tag, ...]:
        """Return the tags that are there, each as last seen."""
        return tuple(track.last for track in self._tracks if track.announced)

    def forget(self) -> None:
        """Begin anew, as after the camera was moved to another view."""
        self._tracks.clear()

    def _match(self, tags: list[Tag]) -> tuple[dict[int, Tag], list[Tag]]:
        """Pair tags with tracks of the same text, nearest first."""
        near = sorted(
            (math.dist(tag.centre, track.last.centre), t, k)
            for k, tag in enumerate(tags)
            for t, track in enumerate(self._tracks)
            if track.last.text == tag.text
        )
        pairs: dict[int, Tag] = {}
        taken: set[int] = set()
        for _, t, k in near:
            key = id(self._tracks[t])
            if key not in pairs and k not in taken:
                pairs[key] = tags[k]
                taken.add(k)
        return pairs, [tag for k, tag in enumerate(tags) if k not in taken]

    def _announce(self, track: _Track) -> list[Change]:
        if track.announced or track.sightings < self._patience.sightings:
            return []
        track.announced = True
        track.settled = track.last
        return [Appeared(track.last)]

    def _sight(self, track: _Track, tag: Tag, time: float) -> list[Change]:
        track.last, track.seen_at, track.misses = tag, time, 0
        track.sightings += 1
        if not track.announced:
            return self._announce(track)
        before = track.settled
        moved = math.dist(tag.centre, before.centre) > self._patience.move * before.side
        turned = abs(signed_deg(tag.rotation_deg - before.rotation_deg)) > self._patience.turn_deg
        track.restless = track.restless + 1 if moved or turned else 0
        if track.restless < self._patience.sightings:
            return []
        track.settled, track.restless = tag, 0
        return [*([Moved(tag, before)] if moved else []), *([Turned(tag, before)] if turned else [])]

    def _miss(self, track: _Track, time: float) -> list[Change]:
        track.misses += 1
        track.restless = 0
        too_often = track.misses >= self._patience.misses
        if not track.announced and track.misses > 1:
            self._tracks.remove(track)
        elif track.announced and too_often and time - track.seen_at >= self._patience.missing_s:
            self._tracks.remove(track)
            return [Gone(track.last)]
        return []


def _is_among(tag: Tag, others: tuple[Tag, ...]) -> bool:
    return any(other.text == tag.text and math.dist(other.centre, tag.centre) < tag.side for other in others)
