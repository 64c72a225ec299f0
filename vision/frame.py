"""One grey picture with the moment it was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError

Grey = NDArray[np.uint8]
"""A picture as rows of 8-bit brightness, shape (height, width)."""

LONGEST = 32_766
"""Pixels along a side of the largest picture that is read: OpenCV warps none that is longer, zxing takes twice as many."""


def check_grey(pixels: NDArray[Any]) -> Grey:
    """Return a read-only view of a grey picture.

    Raises FrameError for colour, other number types and empty pictures.
    """
    if not isinstance(pixels, np.ndarray) or pixels.dtype != np.uint8:
        found = str(pixels.dtype) if isinstance(pixels, np.ndarray) else type(pixels).__name__
        raise FrameError("vision.frame.not_8_bit", found=found)
    if pixels.ndim != 2:
        raise FrameError("vision.frame.not_grey", shape=pixels.shape)
    if 0 in pixels.shape:
        raise FrameError("vision.frame.empty", shape=pixels.shape)
    view = pixels.view()
    view.flags.writeable = False
    return view


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Hold one grey picture, read-only.

    `time` is monotonic seconds of the clock that the source was given; `still` says that it is a
    high-resolution photo and not a video frame.
    """

    grey: Grey
    time: float
    still: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "grey", check_grey(self.grey))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.grey.shape
        return width, height
