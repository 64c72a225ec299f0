"""The first reader: zxing-cpp, QR model 2 only."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import zxingcpp

from vision.frame import Grey, check_grey
from vision.mirror import mirrored
from vision.qr_code import Format, format_words
from vision.tag import Corners, Tag

# Plain QRCode would also mean Micro QR and rMQR, which are "seen" inside real codes now and then.
FORMATS = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCodeModel2])

FORMATS_BY_NAME: dict[tuple[object, object], Format] = {
    (shape.level, shape.mask): shape for shape, _ in format_words()
}


class ZxingDecoder:
    """Read a picture as it is."""

    name = "zxing"

    def decode(self, grey: Grey) -> tuple[Tag, ...]:
        """Return the codes found, those with a broken checksum as damaged."""
        found = zxingcpp.read_barcodes(
            check_grey(grey), formats=FORMATS, text_mode=zxingcpp.TextMode.Plain, return_errors=True
        )
        read = [(_corners(code.position), *_structure(code)) for code in found]
        tags = [self._tag(code, *each) for code, each in zip(found, read, strict=True)]
        for at in np.flatnonzero(mirrored(grey, read)):
            tags[at] = replace(tags[at], is_mirrored=True)
        return tuple(tags)

    def _tag(self, code: zxingcpp.Barcode, corners: Corners, modules: int, _shape: Format | None) -> Tag:
        text = _text(code) if code.valid else ""
        return Tag.measured(text, corners, modules, self.name, None if code.valid else "damaged")


def _text(code: zxingcpp.Barcode) -> str:
    # Ours are ASCII; for a foreign code zxing knows the character set that the code itself declares.
    return code.bytes.decode() if code.bytes.isascii() else code.text


def _corners(position: zxingcpp.Position) -> Corners:
    p, q, r, s = (
        (point.x - 0.5, point.y - 0.5)
        # zxing counts from the picture's corner, we count from the first pixel's centre.
        for point in (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    )
    return p, q, r, s


def _structure(code: zxingcpp.Barcode) -> tuple[int, Format | None]:
    """Return the modules along one side, 0 where that could not be read, and the format."""
    extra = cast("dict[str, object] | None", code.extra) or {}  # none where not even the format could be read
    version = str(extra.get("Version", ""))
    shape = FORMATS_BY_NAME.get((extra.get("ECLevel"), extra.get("DataMask"))) if code.valid else None
    return 17 + 4 * int(version) if version.isdecimal() else 0, shape


class EnlargedDecoder:
    """Read a picture twice as large and sharpened: small and soft codes appear, at five times the cost."""

    name = "zxing2x"

    def __init__(self, factor: int = 2) -> None:
        self._factor = factor
        self._inner = ZxingDecoder()

    def decode(self, grey: Grey) -> tuple[Tag, ...]:
        """Return the codes found, in coordinates of the given picture."""
        large = enlarge(check_grey(grey), self._factor)
        return tuple(tag.scaled(1 / self._factor).read_by(self.name) for tag in self._inner.decode(large))


def enlarge(grey: Grey, factor: int = 2) -> Grey:
    """Return the picture enlarged with a cubic filter, then unsharp-masked."""
    # Imported here: a decoder process that never looks twice starts three times as quickly.
    import cv2

    large = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(large, (0, 0), factor)
    return np.asarray(cv2.addWeighted(large, 2.0, soft, -1.0, 0), np.uint8)
