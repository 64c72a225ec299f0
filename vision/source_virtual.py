"""The virtual table's camera: frames come from a function that draws the table as it is now."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from vision.frame import Frame


class VirtualSource:
    """Give what `render(still)` draws: the present table, as a video frame or as a still."""

    def __init__(
        self, render: Callable[[bool], NDArray[Any]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = "virtual:"
        self._render = render
        self._clock = clock

    def read(self, timeout_s: float) -> Frame | None:
        """Draw a video frame. Raises FrameError when the function draws no grey picture."""
        return Frame(self._render(False), self._clock())

    def still(self) -> Frame | None:
        """Draw a still."""
        return Frame(self._render(True), self._clock(), still=True)

    def close(self) -> None:
        """Do nothing: there is no camera."""
