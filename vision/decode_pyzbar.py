"""The second opinion and the fallback: zbar, by way of pyzbar."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

from vision.errors import DecoderError
from vision.frame import Grey, check_grey
from vision.tag import Corners, Problem, Tag, text_of

FOURCC_GREY = 0x30303859
"""zbar's name for an 8-bit grey picture: Y800."""

LEAVE_BYTES_ALONE = 4
"""zbar's ZBAR_CFG_BINARY, which pyzbar has no name for: without it UTF-8 is taken for Big5 or Shift-JIS."""


class PyzbarDecoder:
    """Read a picture with zbar.

    pyzbar's own `decode` loses the order of the corners (it sorts them into a hull) and throws a whole frame
    away over one structured-append code; its ctypes layer beneath has neither fault and is used here.
    """

    name = "pyzbar"

    def __init__(self) -> None:
        """Load the library. Raises DecoderError where pyzbar or libzbar0 is missing."""
        self._zbar = _load()

    def decode(self, grey: Grey) -> tuple[Tag, ...]:
        """Return the codes found; nothing for a frame that zbar cannot digest."""
        pixels = check_grey(grey)
        try:
            return tuple(self._scan(pixels))
        except ValueError:
            return ()

    def _scan(self, grey: Grey) -> Iterator[Tag]:
        zbar = self._zbar
        # A scanner a frame: a kept one grows by a hundred bytes with every code read.
        scanner, image = zbar.zbar_image_scanner_create(), zbar.zbar_image_create()
        try:
            zbar.zbar_image_scanner_set_config(scanner, 0, zbar.ZBarConfig.CFG_ENABLE, 0)
            zbar.zbar_image_scanner_set_config(scanner, zbar.ZBarSymbol.QRCODE, zbar.ZBarConfig.CFG_ENABLE, 1)
            zbar.zbar_image_scanner_set_config(scanner, zbar.ZBarSymbol.QRCODE, LEAVE_BYTES_ALONE, 1)
            height, width = grey.shape
            data = ctypes.create_string_buffer(grey.tobytes(), grey.size)
            zbar.zbar_image_set_format(image, FOURCC_GREY)
            zbar.zbar_image_set_size(image, width, height)
            zbar.zbar_image_set_data(image, ctypes.cast(data, ctypes.c_void_p), grey.size, None)
            if zbar.zbar_scan_image(scanner, image) > 0:
                yield from self._tags(image)
        finally:
            zbar.zbar_image_destroy(image)
            zbar.zbar_image_scanner_destroy(scanner)

    def _tags(self, image: Any) -> Iterator[Tag]:
        zbar = self._zbar
        symbol = zbar.zbar_image_first_symbol(image)
        while symbol:
            if symbol.contents.type == zbar.ZBarSymbol.QRCODE and zbar.zbar_symbol_get_loc_size(symbol) == 4:
                raw = ctypes.string_at(
                    zbar.zbar_symbol_get_data(symbol), zbar.zbar_symbol_get_data_length(symbol)
                )
                text = text_of(raw)
                problem: Problem | None = "damaged" if text is None else None
                yield _tag(text or "", self._corners(symbol), problem)
            symbol = zbar.zbar_symbol_next(symbol)

    def _corners(self, symbol: Any) -> Corners:
        def corner(index: int) -> tuple[float, float]:
            zbar = self._zbar
            return zbar.zbar_symbol_get_loc_x(symbol, index), zbar.zbar_symbol_get_loc_y(symbol, index)

        # zbar goes counter-clockwise: top left, bottom left, bottom right, top right.
        return corner(0), corner(3), corner(2), corner(1)


def _tag(text: str, corners: Corners, problem: Problem | None) -> Tag:
    """Make a tag; one that zbar goes round the other way is mirrored, and gets rows for columns as from zxing."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = p, q, r, s = corners
    if (x2 - x0) * (y3 - y1) >= (x3 - x1) * (y2 - y0):
        return Tag.measured(text, corners, 0, PyzbarDecoder.name, problem)
    return replace(Tag.measured(text, (p, s, r, q), 0, PyzbarDecoder.name, problem), is_mirrored=True)


def _load() -> ModuleType:
    try:
        from pyzbar import wrapper
    except ImportError as error:
        raise DecoderError("vision.decoder.missing", decoder="pyzbar", reason=str(error)) from error
    module: ModuleType = wrapper
    return module
