"""Our reader as comparison programs want one: a grey picture in, texts with their four corners out.

Give them `tests.bench.peer:read` (a frame's whole budget) or `tests.bench.peer:glance` (the first pass alone), with
this repository on the path. Each frame gets a reader of its own: it has seen nothing of the table before.
"""

from __future__ import annotations

from vision.decode import Reader
from vision.frame import Grey
from vision.tag import Corners

Reads = list[tuple[str, Corners]]


def read(grey: Grey) -> Reads:
    """Read one frame with every remedy that a frame's budget holds."""
    return _read(grey, still=True)


def glance(grey: Grey) -> Reads:
    """Read one frame as quickly as a player is told what was seen."""
    return _read(grey, still=False)


def _read(grey: Grey, *, still: bool) -> Reads:
    tags = Reader().read(grey, still=still)
    return [(tag.text, tag.corners) for tag in tags if tag.problem is None]
