"""The memory of the table: what was read stays read while nothing changes there, and only changes are decoded.

A still table costs a comparison of small pictures and no decoding; a look at everything comes now and then.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.frame import Frame, Grey
from vision.gate import Box, Gate, Mask, Stir, block_side, footprint, grown, pieces
from vision.likeness import is_shown
from vision.tag import Corners, Point, Tag

LOOKS = 3
"""Looks at a region that has changed, once it has come to rest."""

COVER_S = 6.0
"""How long something that reaches in from the edge of the picture, as an arm does, may rest over codes."""

FIRST_S, SLOWEST_S = 0.5, 30.0
"""Pauses between looks at everything: twice as long each time while nothing changes."""

MOST = 0.5
"""A larger share of the picture than this is decoded whole."""

SAME_PLACE = 0.5
"""The same text nearer than this, in sides of the code, is the same code."""


class Decode(Protocol):
    """Read a picture or a part of one."""

    def __call__(self, grey: Grey, /, *, places: Collection[Corners]) -> tuple[Tag, ...] | None:
        """Return its tags, None where they were lost; `places` are corners where codes were known to lie."""
        ...


@dataclass(frozen=True, slots=True)
class Seen:
    """Hold the tags of one frame, those that were there and are covered now, and the share of it that was decoded."""

    tags: tuple[Tag, ...]
    covered: tuple[Tag, ...] = ()
    decoded: float = 0.0


@dataclass(slots=True)
class _Known:
    """Keep a tag, the blocks under it, how often it was read, and whether so since anything moved there.

    `home` is where it lies in the remembered picture, None where that has not taken it in yet.
    """

    tag: Tag
    blocks: Box
    reads: int = 1
    home: Point | None = None
    is_fresh: bool = True
    is_read: bool = True
    is_seen: bool = True

    @property
    def is_sure(self) -> bool:
        return self.reads > 1

    def read_again(self, tag: Tag, blocks: Box) -> None:
        """Take over where the tag lies now."""
        if self.home is not None and math.dist(self.home, tag.centre) >= SAME_PLACE * tag.side:
            self.home = None
        self.tag, self.blocks, self.reads = tag, blocks, self.reads + 1
        self.is_fresh = self.is_read = True


class Memory:
    """Follow the tags of one camera's frames, decoding what has changed. Use from one thread."""

    def __init__(self, decode: Decode) -> None:
        self._decode = decode
        self.forget()

    def forget(self) -> None:
        """Begin anew, as with another view."""
        self._gate = Gate()
        self._known: list[_Known] = []
        self._looks = np.zeros((0, 0), np.int64)
        self._moved_at = np.zeros((0, 0))
        self._wholes, self._whole_at, self._pause_s = 0, -math.inf, 0.0
        self._size = (0, 0)

    def see(self, frame: Frame) -> Seen | None:
        """Return what lies in a frame; None where the decoder was lost over it."""
        if frame.size != self._size:
            self.forget()  # as many blocks may be other pixels
            self._size = frame.size
        stir = self._gate.update(frame.grey)
        unlike = grown(stir.unlike)
        due = self._due(frame, stir, unlike)
        parts = self._parts(frame, due)
        # Before anything is decoded: a motion counts, be this frame lost or not.
        for each in self._known:
            each.is_read = each.is_read and not stir.moving[each.blocks].any()
        if not parts and not unlike.any():
            return Seen(self._undisturbed(stir))
        found: list[Tag] = []
        for part in parts:
            places = tuple(self._places(part, stir))
            tags = self._decode(np.ascontiguousarray(frame.grey[part]), places=places)
            if tags is None:
                return None
            found += [tag.moved(part[1].start, part[0].start) for tag in tags]
        self._looks[due] += 1
        self._recall([tag for tag in found if tag.problem is None], stir, frame.grey)
        covered = tuple(each.tag for each in self._known if each.is_sure and not each.is_seen)
        self._settle(unlike, frame.time)
        return Seen(
            (
                *(each.tag for each in self._known if each.is_seen),
                *(tag for tag in found if tag.problem is not None),
            ),
            covered,
            sum(frame.grey[part].size for part in parts) / frame.grey.size,
        )

    def learn(self, tags: Sequence[Tag], grey: Grey, photo: Grey) -> tuple[Tag, ...]:
        """Take over what a photo of the same still table shows, in this frame's coordinates; return what is not sure yet.

        A photo takes a moment, long enough to hold a card out and take it back: what the frame does not show has been read
        just once, and another frame or photo must read it too. So must a code where another was known to lie: from afar
        all codes look much alike.
        """
        for each in self._known:
            each.is_fresh = False
        once: list[Tag] = []
        for tag in (tag for tag in tags if tag.problem is None):
            known = self._nearest(tag)
            if known is not None:
                known.reads, known.is_read, known.is_fresh = max(known.reads, 2), True, True
                if known.home is None and is_shown(tag, grey, photo):
                    known.home = tag.centre
            elif not self._is_where_another_lay(tag) and is_shown(tag, grey, photo):
                self._add(tag, grey, reads=2, home=tag.centre)
            else:
                self._add(tag, grey)
                once.append(tag)
        self._known = [each for each in self._known if not self._is_replaced(each)]
        return tuple(once)

    def _undisturbed(self, stir: Stir) -> tuple[Tag, ...]:
        """Return what is known, where nothing is unlike it."""
        for each in self._known:
            each.is_fresh = False
        self._judge(stir)
        return tuple(each.tag for each in self._known if each.is_seen)

    def _due(self, frame: Frame, stir: Stir, unlike: Mask) -> Mask:
        """Return the blocks to be decoded, and keep the books of what was looked at since it last moved."""
        if self._looks.shape != unlike.shape:
            self._known, self._looks = [], np.zeros(unlike.shape, np.int64)
            self._moved_at = np.full(unlike.shape, frame.time)
        moving = grown(stir.moving)
        self._moved_at[moving] = frame.time
        self._looks[moving | ~unlike] = 0
        if unlike.any():
            self._pause_s = min(self._pause_s, FIRST_S)
        return np.asarray(unlike & (self._looks < LOOKS))

    def _parts(self, frame: Frame, due: Mask) -> list[Box]:
        """Return the parts of the picture to be decoded, in pixels, each with room for a whole code round it."""
        whole = [(slice(0, frame.grey.shape[0]), slice(0, frame.grey.shape[1]))]
        if frame.time - self._whole_at >= self._pause_s:
            self._wholes, self._whole_at = self._wholes + 1, frame.time
            if self._wholes >= LOOKS:
                self._pause_s = min(max(FIRST_S, 2 * self._pause_s), SLOWEST_S)
            return whole
        side = block_side(frame.grey)
        room = 2 * side + int(0.75 * np.median([each.tag.side for each in self._known] or [4 * side]))
        boxes: list[Box] = []
        for _, (rows, columns) in pieces(due):
            boxes = _joined(boxes, _around(rows, columns, side, room, frame.grey.shape))
        large = sum(frame.grey[box].size for box in boxes) > MOST * frame.grey.size
        return whole if large else boxes

    def _places(self, part: Box, stir: Stir) -> Iterator[Corners]:
        """Return where codes are known to lie at rest in a part of the picture, in its own pixels.

        What a hand passes over is not tried again and again: it is forgiven anyway.
        """
        (top, bottom), (left, right) = ((edge.start, edge.stop) for edge in part)
        for each in self._known:
            x, y = each.tag.centre
            is_inside = left <= x < right and top <= y < bottom
            if each.is_sure and is_inside and not stir.moving[each.blocks].any():
                yield each.tag.moved(-left, -top).corners

    def _recall(self, found: Sequence[Tag], stir: Stir, grey: Grey) -> None:
        """Match what was read now with what is known, and say of each known tag whether it is in sight."""
        for each in self._known:
            each.is_fresh = False
        for tag in found:
            known = self._nearest(tag) or self._moved(tag, stir)
            if known is None:
                self._add(tag, grey)
                self._pause_s = 0.0  # what was read for the first time is looked at again at once
            else:
                known.read_again(tag, _footprint(tag, grey, self._looks.shape))
        self._judge(stir)

    def _judge(self, stir: Stir) -> None:
        """Say of each known tag whether it is in sight, and forget what was only held out or passed by."""
        for each in self._known:
            is_calm = not stir.unlike[each.blocks].any()
            if is_calm and each.is_fresh:
                each.home = each.tag.centre
            is_there = each.is_read or (is_calm and each.home is not None)
            each.is_seen = each.is_fresh or (each.is_sure and is_there)
        self._known = [
            each
            for each in self._known
            if not self._has_gone(each, stir)
            and (stir.unlike[each.blocks].any() or not self._is_replaced(each))
        ]

    def _has_gone(self, known: _Known, stir: Stir) -> bool:
        """Say whether a tag's place is again as it was before the tag came there."""
        return not known.is_read and known.home is None and not stir.unlike[known.blocks].any()

    def _is_where_another_lay(self, tag: Tag) -> bool:
        return any(each.is_sure and _are_in_one_place(each.tag, tag) for each in self._known)

    def _is_replaced(self, known: _Known) -> bool:
        """Say whether another code was read just now where this one lay, as when the top card of a pile is taken."""
        return not known.is_fresh and any(
            each.is_fresh and each.is_sure and _are_in_one_place(known.tag, each.tag) for each in self._known
        )

    def _add(self, tag: Tag, grey: Grey, reads: int = 1, home: Point | None = None) -> None:
        self._known.append(_Known(tag, _footprint(tag, grey, self._looks.shape), reads, home))

    def _nearest(self, tag: Tag) -> _Known | None:
        """Return the known tag that lies here."""
        return next(
            (
                each
                for each in self._known
                if each.tag.text == tag.text
                and not each.is_fresh
                and math.dist(each.tag.centre, tag.centre) < SAME_PLACE * tag.side
            ),
            None,
        )

    def _moved(self, tag: Tag, stir: Stir) -> _Known | None:
        """Return the known tag that must have come here: of this text, and gone from where it was."""
        return next(
            (
                each
                for each in self._known
                if each.tag.text == tag.text
                and not each.is_fresh
                and (stir.unlike[each.blocks].any() or self._has_gone(each, stir))
            ),
            None,
        )

    def _settle(self, unlike: Mask, time: float) -> None:
        """Get used to what has come to rest and was looked at enough; what it covers is no longer known."""
        for piece, (rows, columns) in pieces(unlike):
            if (self._looks[piece] < LOOKS).any():
                continue
            under = [each for each in self._known if piece[each.blocks].any() and not each.is_seen]
            height, width = piece.shape
            reaches_in = rows.start == 0 or columns.start == 0 or rows.stop == height or columns.stop == width
            if under and reaches_in and time - self._moved_at[piece].max() < COVER_S:
                continue
            self._gate.accept(piece)
            self._known = [each for each in self._known if each not in under]
            for each in self._known:
                if piece[each.blocks].any():
                    each.home = each.tag.centre


def _are_in_one_place(tag: Tag, other: Tag) -> bool:
    """Say whether two codes are nearer than they can both be read: one has come in the place of the other."""
    return tag.text != other.text and math.dist(tag.centre, other.centre) < SAME_PLACE * other.side


def _footprint(tag: Tag, grey: Grey, shape: tuple[int, ...]) -> Box:
    return footprint(np.array(tag.corners), block_side(grey), shape)


def _around(rows: slice, columns: slice, side: int, room: int, shape: tuple[int, ...]) -> Box:
    """Return a box of blocks in pixels, with room round it."""
    height, width = shape
    return (
        slice(max(0, rows.start * side - room), min(height, rows.stop * side + room)),
        slice(max(0, columns.start * side - room), min(width, columns.stop * side + room)),
    )


def _joined(boxes: list[Box], new: Box) -> list[Box]:
    """Add a box; those that it meets become one with it, for a code may lie across both."""
    for box in boxes:
        if all(a.start <= b.stop and b.start <= a.stop for a, b in zip(box, new, strict=True)):
            rest = [other for other in boxes if other is not box]
            (r, c), (s, d) = box, new
            both = (
                slice(min(r.start, s.start), max(r.stop, s.stop)),
                slice(min(c.start, d.start), max(c.stop, d.stop)),
            )
            return _joined(rest, both)
    return [*boxes, new]
