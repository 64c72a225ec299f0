"""Where frames come from: one interface, and the short texts that name a source."""

from __future__ import annotations

from typing import Protocol

from vision.errors import SourceSpecError
from vision.frame import Frame


class Source(Protocol):
    """Give frames; used by one thread.

    `read` and `still` raise SourceLostError once the source is gone for good; Watched mends that.
    """

    @property
    def name(self) -> str:
        """A short text for people, as `open_source` takes it."""
        ...

    def read(self, timeout_s: float) -> Frame | None:
        """Return the newest frame not yet given, or None if none came in time."""
        ...

    def still(self) -> Frame | None:
        """Return a high-resolution still where the source can take one, else the last frame."""
        ...

    def close(self) -> None:
        """Release the camera; may be called twice."""
        ...


def open_source(spec: str) -> Source:
    """Open the source that a text names.

    `folder:PATH` (pictures or a video file), `v4l2:/dev/video0` or `v4l2:0`, `url:ADDRESS`, `rpicam:` or
    `rpicam:FPS`. Raises SourceSpecError for a text that is none of these, NoCameraError or ImageError when
    it cannot be opened. A virtual table is no text: build VirtualSource with a function that draws it.
    """
    kind, colon, rest = spec.partition(":")
    match kind if colon else "":
        case "folder" if rest:
            from vision.source_folder import FolderSource

            return FolderSource(rest)
        case "v4l2" if rest:
            from vision.source_opencv import open_v4l2

            return open_v4l2(rest)
        case "url" if rest:
            from vision.source_opencv import open_url

            return open_url(rest)
        case "rpicam" if not rest or rest.isdecimal():
            from vision.source_rpicam import RpicamSource

            return RpicamSource(fps=int(rest or 15))
    raise SourceSpecError("vision.source.unknown", spec=spec)
