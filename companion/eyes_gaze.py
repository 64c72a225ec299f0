"""One view followed from frame to frame, until what lies there is certain."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Protocol, Unpack

from companion.eyes_view import Reading, ViewReader
from vision.decode import merge
from vision.frame import Frame, Grey
from vision.likeness import is_shown
from vision.memory import Memory
from vision.source import Source
from vision.steady import Steady
from vision.stillness import Stillness
from vision.tag import Tag
from vision.wishes import Wishes

LOOKS = 3
"""Looks at a table that has come to rest, the last one as hard as can be, before the pace slows down."""
PAUSE_S = 2.0
"""Then comes a look after so long, for light and focus may have changed, and each pause is twice as long as the last."""
SLOWEST_S, MISSING_S = 30.0, 8.0
"""The longest pause where all that is looked for was read, and where something is missing."""


class Decodes(Protocol):
    """The one thing that is asked of a decoder process."""

    def decode(self, grey: Grey, **wishes: Unpack[Wishes]) -> tuple[Tag, ...] | None:
        """Return the tags of one picture, None where the decoder died over it."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Hold one picture and what was made of it; `reading` is None while nothing is certain."""

    frame: Frame
    tags: tuple[Tag, ...] = ()
    """In this frame's pixels."""
    reading: Reading | None = None
    is_fresh: bool = False
    """True where this very picture has been decoded."""
    is_moving: bool = False
    is_urgent: bool = False
    """True where the next frame may settle what this one has shown for the first time."""
    is_idle: bool = False
    """True where the table rests and nothing is due to be looked at in this picture."""
    is_done: bool = False
    """True where the table rests and has been looked at as hard as can be: what is not read by now will hardly be."""


class Gaze:
    """Watch one view: a lattice in stills of the resting table, loose cards by votes over frames."""

    def __init__(
        self, source: Source, decoder: Decodes, reader: ViewReader, expected: Collection[str] = ()
    ) -> None:
        """Begin; `expected` are ids of pieces that are worth looking harder for."""
        self._source, self._decoder, self._reader = source, decoder, reader
        self._expected = reader.payloads(expected)
        reader.begin()
        self.begin()

    def begin(self) -> None:
        """Look at everything anew, as after a while in which nobody saw what was done."""
        self._stillness, self._steady = Stillness(), Steady()
        self._memory = Memory(self._decoder.decode)
        self._looks, self._looked_at, self._pause_s = 0, 0.0, PAUSE_S
        self._is_whole = False
        self._read: tuple[Tag, ...] = ()
        self._once: tuple[Tag, ...] = ()
        """What the last photo alone has shown: a card may have been held into it, so the next look is as hard."""
        self._read_across = 0
        """Pixels across the photo in which those lie."""

    def step(self, timeout_s: float) -> Glance | None:
        """Take the next frame and make of it what can be made; None where none came in time."""
        frame = self._source.read(timeout_s)
        if frame is None:
            return None
        is_still = self._stillness.update(frame)
        if not is_still:
            self._looks, self._pause_s, self._once = 0, PAUSE_S, ()
        if self._reader.view.layout == "lattice":
            return self._step_lattice(frame) if is_still else Glance(frame, is_moving=True)
        return self._step_loose(frame, is_still=is_still)

    def _step_lattice(self, frame: Frame) -> Glance:
        if not self._is_due(frame):
            return Glance(frame, is_idle=True, is_done=not self._is_doubtful())
        photo = self._source.still() or frame
        if self._looks == 0:
            self._read = ()
        # Where a still failed, the frame stands in for it, which is smaller.
        larger = photo.size[0] / (self._read_across or photo.size[0])
        self._read, self._once = (
            tuple(tag.scaled(larger) for tag in tags) for tags in (self._read, self._once)
        )
        self._read_across = photo.size[0]
        tags = self._look(photo, frame.time, self._read)
        if tags is None:
            return Glance(photo)
        # Nothing has moved since the first look, so what an earlier one read still lies there.
        self._read = merge((*self._witnessed(tags, frame, photo), *self._read))
        reading = self._reader.read(self._read, photo.size)
        self._reader.remember(self._read, photo.size, complete=self._looks >= LOOKS)
        return Glance(photo, self._read, reading, is_fresh=True, is_done=self._is_done())

    def _witnessed(self, tags: Sequence[Tag], frame: Frame, photo: Frame) -> tuple[Tag, ...]:
        """Return the tags of a photo that the frame before it shows too, or another photo."""
        before = (*self._read, *self._once)
        smaller = frame.size[0] / photo.size[0]
        sure = [
            any(other.text == tag.text and math.dist(other.centre, tag.centre) < tag.side for other in before)
            or is_shown(tag.scaled(smaller), frame.grey, photo.grey)
            for tag in tags
        ]
        self._once = tuple(compress(tags, [not each for each in sure]))
        return tuple(compress(tags, sure))

    def _step_loose(self, frame: Frame, *, is_still: bool) -> Glance:
        """Vote over frames; once the table rests, look at stills too, where more may be read."""
        seen = self._memory.see(frame)
        if seen is None:
            return Glance(frame)
        tags = seen.tags
        is_due = is_still and self._is_due(frame)
        is_idle = is_still and not seen.decoded and not is_due
        if is_due:
            photo = self._source.still() or frame
            larger = photo.size[0] / frame.size[0]
            found = self._look(photo, frame.time, [tag.scaled(larger) for tag in (*tags, *seen.covered)])
            if found is None:
                return Glance(frame)
            better = tuple(tag.scaled(1 / larger) for tag in found)
            self._once = self._memory.learn(better, frame.grey, photo.grey)
            tags = merge((*better, *tags))
        self._steady.update(frame.time, tags, seen.covered)
        present = self._steady.present()
        broken = tuple(tag for tag in tags if tag.problem is not None)
        is_urgent = len(tags) - len(broken) > len(present)
        reading = self._reader.read((*present, *broken), frame.size) if present else None
        is_done = is_still and self._is_done() and not is_urgent
        return Glance(
            frame, tags, reading, is_fresh=True, is_urgent=is_urgent, is_idle=is_idle, is_done=is_done
        )

    def _is_done(self) -> bool:
        return self._looks >= LOOKS and not self._is_doubtful()

    def _is_doubtful(self) -> bool:
        """Say whether a code was read that another look must confirm."""
        return any(tag.problem is None for tag in self._once)

    def _is_due(self, frame: Frame) -> bool:
        return self._looks < LOOKS or frame.time - self._looked_at >= self._pause_s

    def _look(self, photo: Frame, time: float, lying: Sequence[Tag]) -> tuple[Tag, ...] | None:
        """Decode a photo, each time harder than the last; later quickly again, unless something is missing or doubtful.

        `lying` are codes that lay here a moment ago, in the photo's pixels.
        """
        self._looks += 1
        self._looked_at = time
        wanted = self._expected | self._reader.remembered
        is_hard = self._looks == LOOKS or (
            self._looks > LOOKS and (self._is_doubtful() or not self._is_whole)
        )
        tags = self._decoder.decode(
            photo.grey,
            # The first look is quick: most often it is enough, and people see it at once.
            expected=wanted if self._looks > 1 else (),
            thorough=is_hard,
            still=is_hard or 1 < self._looks < LOOKS,
            places=(*self._reader.places(photo.size), *(tag.corners for tag in lying if not tag.problem)),
        )
        if tags is not None:
            self._is_whole = wanted <= {tag.text for tag in (*tags, *self._read)}
            if self._looks > LOOKS:
                self._pause_s = min(2 * self._pause_s, SLOWEST_S if self._is_whole else MISSING_S)
        return tags
