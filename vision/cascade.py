"""After the first reader: every remedy in turn, for as long as a frame may take, on what is not read yet.

While the table rests, the next frame goes on where this one ran out of time: what was tried is not tried again on
the same picture, and the mean of all frames has less noise than any. When the table moves, all begins anew.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from statistics import median

import cv2
import numpy as np

from vision.decode import Decoder
from vision.finders import Candidate, candidates, completions, outlines
from vision.frame import Grey
from vision.geometry import Points
from vision.glare import LEAST_PX, MODULE_PX, MODULES, flattened, glare, glared
from vision.merging import merge
from vision.qr_code import VERSIONS, side
from vision.refine import FINE, Picture, corners_of, fit, known_template, pose_of
from vision.remedies import REMEDIES, read_region
from vision.spots import NAME, read_glared_spot, read_spot, ways_at
from vision.still_table import StillTable
from vision.tag import Corners, Tag
from vision.tiles import tiles

LIKE, LIKE_AT_ALL = 0.5, 0.4
"""Least likeness of a patch to a code for which a pose is worth fitting, at first and with time to spare."""

FITS = 0.4
"""Least agreement for which a fitted pose is better than the corners that a reader gave."""

SHOWS = 0.2
"""Agreement, in one frame, below which a code that was read earlier no longer lies there."""

VAIN = 2
"""Rounds through everything, without one new reading, after which a resting table is left in peace."""

MOST_PLACES = 12
"""Places that are read with other readers in one round, the likeliest first."""

WIDE = 2400
"""Pixels across above which stickers are looked for in a picture shrunk once more."""


class Cascade:
    """Read what the first reader left unread. One for each camera; it remembers while the table rests."""

    def __init__(self, again: Sequence[Decoder], clock: Callable[[], float]) -> None:
        """Prepare; `again` are readers: the first one reads regions, all of them whole pictures."""
        self._again, self._clock = tuple(again), clock
        self.forget()

    def forget(self) -> None:
        """Begin anew: the table has moved, or the camera looks at another one."""
        self._table = StillTable()
        self._known: tuple[Tag, ...] = ()
        self._spots = np.zeros((0, 3))
        self._fitted: dict[Tag, bool] = {}
        self._steps: Iterator[None] | None = None
        self._vain = 0

    def look(
        self,
        grey: Grey,
        seen: Sequence[Tag],
        *,
        places: Collection[Corners] = (),
        expected: Collection[str] = (),
        budget_s: float,
    ) -> tuple[Tag, ...]:
        """Return what was `seen` in a picture and what more can be read of it, or of the table it still shows.

        `places` are corners where codes were known to lie; the look ends early when all that is `expected` is
        read. Corners are fitted to a part of a pixel on the way.
        """
        self._take(grey, seen)
        until = self._clock() + budget_s
        self._hints = (*places, *(tag.corners for tag in seen if tag.problem is not None))
        self._known = merge((*self._known, *(tag for tag in seen if tag.problem is None)))
        wanted = set(expected)
        while self._clock() < until and self._step():
            if wanted and wanted <= {tag.text for tag in self._known}:
                break
        return merge((*self._known, *seen))

    def _take(self, grey: Grey, seen: Sequence[Tag]) -> None:
        rests = self._table.take(grey)
        if not rests or self._is_contradicted(seen):
            self.forget()
            self._table.take(grey)
            return
        again = {tag.text for tag in seen}
        self._known = tuple(tag for tag in self._known if tag.text in again or _shows(grey, tag))

    def _is_contradicted(self, seen: Sequence[Tag]) -> bool:
        for tag in seen:
            for known in self._known:
                near = np.hypot(*np.subtract(tag.centre, known.centre)) < known.side / 3
                if near and tag.problem is None and tag.text != known.text:
                    return True
        return False

    def _step(self) -> bool:
        """Try one thing; False when there is nothing left worth trying."""
        if self._steps is None:
            if self._vain >= VAIN:
                return False
            self._vain += 1
            self._steps = self._round()
        if next(self._steps, self) is self:
            self._steps = None
            return self._table.frames > 1
        return True

    # ---- one round through everything; each `yield` is a place to stop when time is up ---------------
    def _round(self) -> Iterator[None]:
        light = self._table.mean()
        grey = _levels(light)
        yield from self._settle(light, is_final=False)
        yield from self._sample(light, ways_at(self._hints))
        shrink = 2 if grey.shape[1] < WIDE else 3
        found = outlines(grey, shrink, self._circles())
        yield
        yield from self._sample(light, candidates(grey, found, LIKE))
        yield from self._glared()
        wider = [quad for outline in self._unread(found) for quad in (outline, *completions(outline))]
        ways = candidates(grey, wider, LIKE_AT_ALL, 2)
        yield from self._sample(light, ways)
        if self._unread(found) and shrink == 2:
            yield from self._sample(light, candidates(grey, outlines(grey, 1, self._circles()), LIKE))
        yield from self._regions(grey, ways)
        yield from self._whole(grey)
        yield from self._settle(light, is_final=True)

    def _settle(self, light: Picture, *, is_final: bool) -> Iterator[None]:
        """Fit the corners that other readers gave: by one step, while time is short, in the end by all modules."""
        for tag in self._known:
            version = _version(tag)
            if tag.decoder == NAME or version is None or self._fitted.get(tag, -1) >= is_final:
                continue
            better = _well_fitted(light, tag, version) if is_final else _fitted(light, tag, version)
            self._fitted[tag] = self._fitted[better] = is_final
            self._known = tuple(better if each is tag else each for each in self._known)
            yield

    def _sample(self, light: Picture, ways: Iterable[Candidate]) -> Iterator[None]:
        """Read with our own sampler what lies in the likely ways."""
        for way in ways:
            if self._is_read(np.mean(corners_of(way.pose, side(way.version)), 0)):
                continue
            tag = read_spot(light, way)
            if tag is not None:
                self._add(tag)
            yield

    def _regions(self, grey: Grey, ways: Sequence[Candidate]) -> Iterator[None]:
        """Read the likely places with another reader, one remedy after the other."""
        places: list[Points] = []
        for way in ways:
            corners = np.array(corners_of(way.pose, side(way.version)))
            reach = np.ptp(corners, axis=0).max() / 3
            if all(np.abs(corners.mean(0) - place.mean(0)).max() > reach for place in places):
                places.append(corners)
        for remedy in REMEDIES:
            for place in self._unread(places[:MOST_PLACES]):
                for tag in read_region(self._again[0], grey, place, remedy):
                    self._add(tag)
                yield

    def _glared(self) -> Iterator[None]:
        """Read what glare lies on in a picture without it, with other readers and with our own sampler.

        The mean of all frames up to now is best: what glare has left of a print is faint.
        """
        flat = self._without_glare()
        if flat is None:
            return
        broken: list[Corners] = []
        for reader, (rows, columns) in itertools.product(self._again[:2], tiles(flat.shape)):
            tags = reader.decode(np.ascontiguousarray(flat[rows, columns]))
            for tag in merge(each.moved(columns.start, rows.start) for each in tags):
                self._add(tag)
                broken += [tag.corners] if tag.problem is not None else []
            yield
        found = outlines(flat, 2, self._circles())
        light = self._table.mean()
        found = glared(glare(_levels(light)), found)
        yield
        wider = [quad for outline in found for quad in (outline, *completions(outline))]
        for way in itertools.chain(ways_at(broken), candidates(flat, wider, LIKE_AT_ALL, 2)):
            if not self._is_read(np.mean(corners_of(way.pose, side(way.version)), 0)):
                read = read_glared_spot(light, flat, way)
                if read is not None:
                    self._add(read)
                yield

    def _without_glare(self) -> Grey | None:
        """Return the mean picture with its glare taken away, None where it has none worth looking at.

        Of a large still nothing else is kept meanwhile: each picture of its size takes 12 MB.
        """
        light = self._table.mean()
        if cv2.countNonZero(glare(_levels(light))) < LEAST_PX:
            return None
        sizes = [tag.module_px for tag in self._known if tag.modules]
        return flattened(light, median(sizes) if sizes else MODULE_PX)

    def _whole(self, grey: Grey) -> Iterator[None]:
        for reader, (rows, columns) in itertools.product(self._again, tiles(grey.shape)):
            for tag in reader.decode(np.ascontiguousarray(grey[rows, columns])):
                self._add(tag.moved(columns.start, rows.start))
            yield

    def _add(self, tag: Tag) -> None:
        if tag.problem is None and not self._is_read(np.array(tag.centre)):
            self._known = (*self._known, tag)
            self._vain = 0

    def _unread(self, found: Sequence[Points]) -> list[Points]:
        return [outline for outline in found if not self._is_read(outline.mean(0))]

    def _is_read(self, centre: Points) -> bool:
        circles = self._circles()
        return bool((np.hypot(*(circles[:, :2] - centre).T) < circles[:, 2]).any())

    def _circles(self) -> Points:
        """Return the middles of the codes that are read, and half their sides."""
        if len(self._spots) != len(self._known):
            self._spots = np.array([(*tag.centre, tag.side / 2) for tag in self._known]).reshape(-1, 3)
        return self._spots


def _levels(light: Picture) -> Grey:
    return np.asarray(light if light.dtype == np.uint8 else cv2.convertScaleAbs(light), np.uint8)


def _version(tag: Tag) -> int | None:
    version, rest = divmod(tag.modules - 17, 4)
    return version if not rest and version in VERSIONS else None


def _fitted(light: Picture, tag: Tag, version: int) -> Tag:
    """Return the tag with corners fitted by what all codes have in common."""
    found = fit(light, pose_of(tag.corners, tag.modules), known_template(version, FINE), 1)
    return tag.fitted(corners_of(found.pose, tag.modules)) if found.agreement > FITS else tag


def _well_fitted(light: Picture, tag: Tag, version: int) -> Tag:
    """Return the tag with corners fitted by all its modules, where our own sampler reads the same."""
    again = read_spot(light, Candidate(pose_of(tag.corners, tag.modules), version, 1.0))
    return tag.fitted(again.corners) if again is not None and again.text == tag.text else tag


def _shows(light: Grey, tag: Tag) -> bool:
    """Say whether a code that was read earlier still lies in the picture, as far as that can be told."""
    version = _version(tag)
    if version is None:
        return True
    here = fit(light, pose_of(tag.corners, tag.modules), known_template(version, FINE), 1)
    return here.agreement > SHOWS or _shows_through(light, tag, version)


def _shows_through(grey: Grey, tag: Tag, version: int) -> bool:
    """Say whether a code that glare lies on still shows where the glare is taken away."""
    corners = np.array(tag.corners)
    reach = MODULES * tag.module_px
    x0, y0 = np.maximum(corners.min(0) - reach, 0).astype(int)
    x1, y1 = np.maximum(corners.max(0) + reach, 0).astype(int)
    part = grey[y0:y1, x0:x1]
    if not part.size or cv2.countNonZero(glare(part)) < LEAST_PX:
        return False
    pose = pose_of(corners - (x0, y0), tag.modules)
    return fit(flattened(part, tag.module_px), pose, known_template(version, FINE), 1).agreement > SHOWS
