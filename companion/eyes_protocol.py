"""What the screens expect of the camera pipeline; no camera, Kivy or decoder is needed to import it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rules.core.sighting import Sighting
from rules.core.value import Msg

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A string: the first screen must not wait for numpy.
Picture: TypeAlias = "NDArray[np.uint8]"
"""RGB, height x width x 3, top row first."""

OFF, STARTING, WATCHING, LOST = "off", "starting", "watching", "lost"
"""Not started; waiting for the first frame; frames are coming; the source has stopped and is being reopened."""


@dataclass(frozen=True, slots=True)
class Outline:
    """One code found in the picture, to be drawn over it."""

    corners: tuple[tuple[float, float], ...]
    """Four corners in pixels of ``EyesReport.picture``, clockwise from the code's own top left."""
    piece: str | None
    """The game's piece id, or None where the code is not one of this game's."""
    status: str = "read"
    """"read" and placed, "unsure" of its place, "foreign", "damaged", "unknown_piece", "newer_format"; of a ghost
    "missing"."""
    text: str = ""
    """The raw payload, for a code that is not ours."""


@dataclass(frozen=True, slots=True)
class EyesReport:
    """What the pipeline knows at one moment; made anew for each poll, never changed afterwards."""

    status: str = OFF
    serial: int = 0
    """Grows with every new picture; the same serial means the same picture."""
    picture: Picture | None = field(default=None, compare=False)
    """Already small enough to show (at most 1280 pixels wide)."""
    outlines: tuple[Outline, ...] = ()
    sighting: Sighting | None = None
    """What lies there, once it has been steady; None while things still move."""
    done: bool = False
    """True where the table rests and everything was tried: there is no more to be read in it."""
    missing: tuple[str, ...] = ()
    """Piece ids that were expected and have not been read."""
    ghosts: tuple[Outline, ...] = ()
    """Where missing pieces lay when they were last read."""
    expected: int = 0
    """How many pieces ought to be there; 0 where nobody knows."""
    hints: tuple[Msg, ...] = ()
    """What stands in the way, worst first: ``app.hint.mirrored``, ``.dark``, ``.glare``, ``.blur``, ``.small``.

    Before them stands ``core.sticker_seems`` where the settings name another size than the stickers seem to have.
    """
    error: Msg | None = None
    """Why the source is lost, with the way on."""


@dataclass(frozen=True, slots=True)
class StandReport:
    """What the camera shows while its stand is set up; made anew for each picture."""

    seen: EyesReport = field(default_factory=EyesReport)
    """The picture with every code outlined; what was expected and what lies where is not asked."""
    focus: int | None = None
    """How sharp it is, 0 to 100; None where there is nothing to see."""
    best: int = 0
    """The sharpest it has been."""
    light: str = ""
    """"good", "dark", "bright", "uneven" or "glare"; empty before the first picture."""
    size: str = ""
    """Whether the codes are large enough: "good", "close", "small", or "none" to be seen."""
    module_px: float = 0.0
    codes: int = 0


class StandLike(Protocol):
    """The camera as the app drives it while its stand is set up, always from the app's own thread."""

    def start(self) -> None:
        """Begin to look; a second start forgets the best so far."""
        ...

    def stop(self) -> None:
        """Let the camera go; harmless when it is off."""
        ...

    def poll(self) -> StandReport:
        """Return the latest report at once; never waits for a frame."""
        ...


class EyesLike(Protocol):
    """The camera pipeline as the app drives it, always from the app's own thread."""

    def start(self, view: str, expected: tuple[str, ...] = ()) -> None:
        """Begin to watch one of the game's views; a second start changes the view."""
        ...

    def stop(self) -> None:
        """Let the camera go; harmless when it is off."""
        ...

    def poll(self) -> EyesReport:
        """Return the latest report at once; never waits for a frame."""
        ...

    def close(self) -> None:
        """Let everything go, its thread and its decoder too; waits until they are gone."""
        ...
