"""Picture files as grey frames."""

from __future__ import annotations

import stat
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ImageError
from vision.frame import LONGEST, Grey

LARGEST = 2**28
"""Bytes; no photo is that large, and a small computer could not hold it."""
SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".heic", ".heif"})
"""Heic, as phones take it, is listed to be named: it cannot be read."""
HEIC = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
"""Kinds that such a photo may call itself, after its first eight bytes."""


class _TooLargeError(Exception):
    """A picture of more pixels than OpenCV takes, or than there is memory for."""


def load_image(path: Path | str) -> Grey:
    """Return a picture file as a grey picture, turned as its EXIF note says.

    Raises ImageError naming the file when it is missing, empty, too large, of a kind that only phones read, or no picture.
    """
    data = _read(Path(path))
    if data == b"":
        raise ImageError("vision.image.empty", path=str(path))
    try:
        picture = None if data is None else _decode(data)
    except _TooLargeError as error:
        raise ImageError("vision.image.too_large", path=str(path)) from error
    if picture is None and data is not None and data[4:8] == b"ftyp" and data[8:12] in HEIC:
        raise ImageError("vision.image.heic", path=str(path))
    if picture is None or 0 in picture.shape:
        raise ImageError("vision.image.no_picture", path=str(path))
    if max(picture.shape) > LONGEST:
        raise ImageError("vision.image.too_large", path=str(path))
    return np.asarray(picture, np.uint8)


def _read(path: Path) -> bytes | None:
    """Return a file's bytes; None for a pipe, a device or a film, which would not end."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST):
            return path.read_bytes()
    except OSError as error:
        raise ImageError("vision.image.unreadable", path=str(path), reason=error.strerror or "") from error
    return None


def _decode(data: bytes) -> np.ndarray | None:
    level = cv2.utils.logging.getLogLevel()
    # What OpenCV would say of a file that is no picture, our own error says better.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error as error:
        if "MAX_IMAGE" in str(error) or "memory" in str(error).lower():
            raise _TooLargeError from error
        return None
    finally:
        cv2.utils.logging.setLogLevel(level)
