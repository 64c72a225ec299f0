"""Frames and the errors of this room."""

from __future__ import annotations

import numpy as np
import pytest

from vision.errors import FrameError, ImageError, NoCameraError, SourceLostError, VisionError
from vision.frame import Frame


def test_a_frame_cannot_be_painted_over() -> None:
    pixels = np.zeros((4, 6), np.uint8)
    frame = Frame(pixels, 1.0)
    with pytest.raises(ValueError, match="read-only"):
        frame.grey[0, 0] = 1
    pixels[0, 0] = 7  # the owner's own array stays his
    assert frame.size == (6, 4)


@pytest.mark.parametrize(
    ("pixels", "key"),
    [
        (np.zeros((4, 6, 3), np.uint8), "vision.frame.not_grey"),
        (np.zeros((4, 6), np.float32), "vision.frame.not_8_bit"),
        (np.zeros((0, 6), np.uint8), "vision.frame.empty"),
        ("photo.jpg", "vision.frame.not_8_bit"),
    ],
)
def test_what_is_no_grey_picture_is_named(pixels: object, key: str) -> None:
    with pytest.raises(FrameError) as caught:
        Frame(pixels, 0.0)  # type: ignore[arg-type]
    assert caught.value.key == key
    assert caught.value.arguments


def test_every_error_is_also_one_of_python_s() -> None:
    assert issubclass(FrameError, ValueError)
    for kind in (ImageError, NoCameraError, SourceLostError):
        assert issubclass(kind, OSError)
    error = NoCameraError("vision.source.no_camera", source="v4l2:0")
    assert isinstance(error, VisionError)
    assert str(error) == "vision.source.no_camera (source='v4l2:0')"
