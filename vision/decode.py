"""From a grey picture to tags, with a second look where the first is not enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from vision.errors import DecoderError
from vision.frame import Grey, check_grey
from vision.geometry import contains
from vision.tag import Tag

LEAST_SQUARE = 0.4
"""Shortest to longest side of a code that may be real, seen at a slant."""


class Decoder(Protocol):
    """Read every code in one grey picture."""

    @property
    def name(self) -> str:
        """The name written on each tag."""
        ...

    def decode(self, grey: Grey) -> tuple[Tag, ...]:
        """Return the codes found, damaged ones marked. Raises FrameError for anything but a grey picture."""
        ...


Maker = Callable[[], Decoder]


def _make_zxing() -> Decoder:
    try:
        from vision.decode_zxing import ZxingDecoder
    except ImportError as error:
        raise DecoderError("vision.decoder.missing", decoder="zxing", reason=str(error)) from error
    return ZxingDecoder()


def _make_enlarged() -> Decoder:
    try:
        from vision.decode_zxing import EnlargedDecoder
    except ImportError as error:
        raise DecoderError("vision.decoder.missing", decoder="zxing", reason=str(error)) from error
    return EnlargedDecoder()


def _make_pyzbar() -> Decoder:
    from vision.decode_pyzbar import PyzbarDecoder

    return PyzbarDecoder()


class Reader:
    """Read with zxing, and look again (enlarged and sharpened, then zbar) where codes are missing.

    Decoders are made when first needed; one that is not installed is left out, and `missing` names it.
    """

    def __init__(self, makers: Iterable[Maker] = (_make_zxing, _make_enlarged, _make_pyzbar)) -> None:
        self._makers = tuple(makers)
        self._made: dict[int, Decoder | None] = {}
        self.missing: tuple[DecoderError, ...] = ()

    def read(self, grey: Grey, *, expected: Collection[str] = (), thorough: bool = False) -> tuple[Tag, ...]:
        """Return the tags of one picture, duplicates merged, the earliest decoder's word first.

        Stops at the first decoder that works, unless some `expected` text is still missing or `thorough`
        asks for all of them. Raises FrameError for anything but a grey picture, and DecoderError when no
        decoder is installed at all.
        """
        check_grey(grey)
        tags: tuple[Tag, ...] = ()
        decoders = 0
        for index in range(len(self._makers)):
            decoder = self._decoder(index)
            if decoder is None:
                continue
            tags = merge((*tags, *decoder.decode(grey)))
            decoders += 1
            if not thorough and set(expected) <= {tag.text for tag in tags}:
                return tags
        if not decoders:
            raise DecoderError("vision.decoder.none", missing=tuple(map(str, self.missing)))
        return tags

    def _decoder(self, index: int) -> Decoder | None:
        if index not in self._made:
            try:
                self._made[index] = self._makers[index]()
            except DecoderError as error:
                self._made[index] = None
                self.missing = (*self.missing, error)
        return self._made[index]


def merge(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Keep one tag for each code: the first that was read there.

    The same text within one side of itself is one code, farther off it is two. A damaged tag stays only
    where nothing was read and where it looks like one single code.
    """
    ordered = tuple(tags)
    read = [_Spot(tag) for tag in ordered if tag.problem is None]
    kept: list[_Spot] = []
    for spot in read:
        if not any(spot.same_code(other) for other in kept):
            kept.append(spot)
    for spot in (_Spot(tag) for tag in ordered if tag.problem is not None and _plausible(tag)):
        if not any(spot.overlaps(other) for other in kept):
            kept.append(spot)
    return tuple(spot.tag for spot in kept)


class _Spot:
    """Keep what is asked of a tag again and again: every tag is compared with every other."""

    __slots__ = ("side", "tag", "x", "y")

    def __init__(self, tag: Tag) -> None:
        self.tag = tag
        self.x, self.y = tag.centre
        self.side = tag.side

    def same_code(self, other: _Spot) -> bool:
        reach = max(self.side, other.side)
        if abs(self.x - other.x) > reach or abs(self.y - other.y) > reach:
            return False
        apart = math.hypot(self.x - other.x, self.y - other.y)
        return apart < reach if self.tag.text == other.tag.text else apart < reach / 3

    def overlaps(self, other: _Spot) -> bool:
        return contains(self.tag.corners, (other.x, other.y)) or contains(other.tag.corners, (self.x, self.y))


def _plausible(tag: Tag) -> bool:
    sides = [math.dist(a, b) for a, b in zip(tag.corners, tag.corners[1:] + tag.corners[:1], strict=True)]
    return min(sides) > LEAST_SQUARE * max(sides)
