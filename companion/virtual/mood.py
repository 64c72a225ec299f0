"""The light and the camera's stand of one evening, and how they wander from view to view."""

from __future__ import annotations

import random
from dataclasses import dataclass

from vision.render import View


@dataclass(frozen=True, slots=True)
class Mood:
    """Hold what stays through an evening: a camera never hangs quite straight, and a lamp stands somewhere."""

    tilt_deg: float
    tilt_to_deg: float
    roll_deg: float
    blur_px: float
    noise: float
    light: float
    light_from_deg: float

    @classmethod
    def drawn(cls, seed: int) -> Mood:
        """Draw an evening's mood: the same seed always gives the same one."""
        dice = random.Random(f"mood:{seed}")  # noqa: S311 - a toy table, not a secret
        return cls(
            tilt_deg=dice.uniform(0.5, 4.0),
            tilt_to_deg=dice.uniform(0, 360),
            roll_deg=dice.uniform(-2.0, 2.0),
            blur_px=dice.uniform(0.6, 0.9),
            noise=dice.uniform(2.5, 5.0),
            light=dice.uniform(0.2, 0.5),
            light_from_deg=dice.uniform(0, 360),
        )

    def view(self, height_mm: float, turn: int, *, hand: bool) -> View:
        """Return the camera's stand at its `turn`-th change of view: light and focus differ a little."""
        dice = random.Random(f"view:{self.light_from_deg}:{turn}")  # noqa: S311 - see above
        return View(
            height_mm=height_mm,
            tilt_deg=self.tilt_deg + dice.uniform(0, 1.0),
            tilt_to_deg=self.tilt_to_deg,
            roll_deg=self.roll_deg + dice.uniform(-0.5, 0.5),
            blur_px=self.blur_px + dice.uniform(-0.1, 0.15),
            noise=self.noise,
            light=self.light + dice.uniform(-0.1, 0.1),
            light_from_deg=self.light_from_deg,
            glare=1 if dice.random() < GLARE_SHARE else 0,
            lamp=turn,
            hand=hand,
        )


GLARE_SHARE = 0.06
"""Views over which a bright spot lies: a lamp's reflex on a sleeve."""
