"""From a grey picture to tags, with a second look where the first is not enough."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Protocol, Unpack

from vision.effort import Effort
from vision.errors import DecoderError, FrameError
from vision.frame import LONGEST, Grey, check_grey
from vision.merging import merge
from vision.tag import Corners, Tag
from vision.wishes import Wishes

if TYPE_CHECKING:
    from vision.cascade import Cascade

BUDGET_S = 0.06
"""Seconds of work that one frame of a resting table may take after the first pass."""

LONG_S = 2.0
"""Seconds of work that one picture may take where every remedy is asked for."""


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
    """Read with zxing, and look again, with every remedy there is, where codes are missing.

    Decoders are made when first needed; one that is not installed is left out, and `missing` names it. The first
    that is there makes the first pass. Keep one reader for each camera: it remembers a table at rest. `clock` gives
    the seconds that budgets are kept by: the work done, where none is given.
    """

    def __init__(
        self,
        makers: Iterable[Maker] = (_make_zxing, _make_enlarged, _make_pyzbar),
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._makers, self._clock = tuple(makers), clock or Effort()
        self._made: dict[int, Decoder | None] = {}
        self._cascade: Cascade | None = None
        self.missing: tuple[DecoderError, ...] = ()

    def read(self, grey: Grey, **wishes: Unpack[Wishes]) -> tuple[Tag, ...]:
        """Return the tags of one picture, duplicates merged.

        What is not read at known `places` is tried once more. That and the first pass are all, unless some
        `expected` text is still missing, or the picture is to be read `thorough` or `still`. Raises FrameError for
        anything but a grey picture and for one longer than LONGEST, and DecoderError when no decoder is installed at all.
        """
        pixels = check_grey(grey)
        if max(pixels.shape) > LONGEST:
            raise FrameError("vision.frame.too_large", shape=pixels.shape)
        expected, places = wishes.get("expected", ()), wishes.get("places", ())
        thorough, still = wishes.get("thorough", False), wishes.get("still", False)
        first = next((made for made in map(self._decoder, range(len(self._makers))) if made), None)
        if first is None:
            raise DecoderError("vision.decoder.none", missing=tuple(map(str, self.missing)))
        tags = merge(first.decode(pixels))
        is_short = not set(expected) <= {tag.text for tag in tags}
        if not (thorough or still or is_short):
            return _read_again(pixels, tags, places) if places else tags
        until = expected if is_short and not thorough else ()
        budget = LONG_S if thorough or is_short else BUDGET_S
        return self._again().look(pixels, tags, places=places, expected=until, budget_s=budget)

    def _again(self) -> Cascade:
        if self._cascade is None:
            # Imported here: a decoder process that never looks twice starts three times as quickly.
            from vision.cascade import Cascade

            made = (self._decoder(index) for index in range(len(self._makers)))
            self._cascade = Cascade([decoder for decoder in made if decoder], self._clock)
        return self._cascade

    def _decoder(self, index: int) -> Decoder | None:
        if index not in self._made:
            try:
                self._made[index] = self._makers[index]()
            except DecoderError as error:
                self._made[index] = None
                self.missing = (*self.missing, error)
        return self._made[index]


def _read_again(grey: Grey, tags: tuple[Tag, ...], places: Collection[Corners]) -> tuple[Tag, ...]:
    # Imported here, as the cascade is: most often there is nothing to look at twice.
    from vision.spots import read_places

    return read_places(grey, tags, places)


__all__ = ["BUDGET_S", "LONG_S", "Decoder", "Maker", "Reader", "merge"]
