"""Decoders that misbehave in the child process, each in its own way, on a picture with a given first pixel."""

from __future__ import annotations

import math
import os
import sys
import threading
from typing import Any, Unpack

from vision.tag import Tag
from vision.wishes import Wishes

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
NOWHERE = ((math.nan, 0.0), *CORNERS[1:])
ABORT, HANG, RAISE, QUIT, MODULES, LOSE_ITSELF = 1, 2, 3, 4, 5, 6


class Moody:
    def read(self, grey: Any, **wishes: Unpack[Wishes]) -> tuple[Tag, ...]:
        match int(grey[0, 0]):
            case 1:
                os.abort()
            case 2:
                threading.Event().wait()
            case 3:
                raise ValueError("4294967295 is not a valid orientation")
            case 4:
                sys.exit(3)
            case 5:
                loaded = {name.partition(".")[0] for name in sys.modules}
                return tuple(Tag(name, CORNERS, 1.0, "moody") for name in sorted(loaded))
            case 6:
                return (Tag("TC1AA01", NOWHERE, 1.0, "moody"),)
        height, width = grey.shape
        text = f"{width}x{height}:{int(grey.sum())}:{','.join(wishes.get('expected', ()))}:{wishes.get('thorough')}"
        if wishes.get("still"):
            text += f":still:{len(wishes['places'])}"
        return (Tag(text, CORNERS, 1.0, "moody"), Tag("", CORNERS, 2.0, "moody", "damaged"))


def stillborn() -> Moody:
    raise RuntimeError("cannot be made")
