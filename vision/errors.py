"""The errors of this room: a key and named arguments; the text is made at the screen."""

from __future__ import annotations


class VisionError(Exception):
    """Root of everything that vision raises on purpose.

    `key` names the message, `arguments` fill it in.
    """

    def __init__(self, key: str, **arguments: object) -> None:
        super().__init__(key)
        self.key = key
        self.arguments = arguments

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.key} ({named})" if named else self.key


class FrameError(VisionError, ValueError):
    """A picture that is no grey 8-bit frame: wrong type, colour, empty."""


class ImageError(VisionError, OSError):
    """A file that is no readable picture or video; `arguments["path"]` names it."""


class NoCameraError(VisionError, OSError):
    """A source that cannot be opened at all: no such camera, program, folder or address."""


class SourceLostError(VisionError, OSError):
    """A source that worked and does no longer: unplugged, its program died."""


class SourceSpecError(VisionError, ValueError):
    """A source description that `open_source` does not understand."""


class DecoderError(VisionError, RuntimeError):
    """A decoder that is not installed or keeps dying before its first answer."""


class GeometryError(VisionError, ValueError):
    """Points that do not fix a plane: too few, in one line, or equal."""


class PayloadError(VisionError, ValueError):
    """A text that does not fit on the recommended sticker (version 1, level Q, 16 characters)."""


class LensError(VisionError, ValueError):
    """A lens that cannot be found out from these pictures, read from its file, or used for pictures of this shape."""
