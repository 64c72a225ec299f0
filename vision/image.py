"""Picture files as grey frames."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.errors import ImageError
from vision.frame import Grey

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".pgm"})


def load_image(path: Path | str) -> Grey:
    """Return a picture file as a grey picture, turned as its EXIF note says.

    Raises ImageError naming the file when it is missing, empty or no picture.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ImageError("vision.image.unreadable", path=str(path), reason=error.strerror or "") from error
    if not data:
        raise ImageError("vision.image.empty", path=str(path))
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error as error:
        raise ImageError("vision.image.no_picture", path=str(path)) from error
    if picture is None or 0 in picture.shape:
        raise ImageError("vision.image.no_picture", path=str(path))
    return np.asarray(picture, np.uint8)
