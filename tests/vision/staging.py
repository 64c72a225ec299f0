"""What the tests of this room are staged with: a clock that the test turns, and hand-laid cities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.render import Piece, Scene

CARD = (66.0, 92.0)
STICKER_DY = 30.0


@dataclass
class FakeClock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class City:
    """A hand-laid city and the truth about it: text -> (col, row, turn) against the origin card."""

    scene: Scene
    origin: str
    truth: dict[str, tuple[int, int, int]]
    pitch: tuple[float, float]


def lay_city(  # noqa: PLR0913 each is one way in which hands differ
    seed: int = 0,
    *,
    cols: int = 6,
    rows: int = 4,
    off: float = 0.0,
    off_deg: float = 0.0,
    gap: float = 4.0,
    empty: float = 0.15,
    turned: float = 0.2,
) -> City:
    rng = np.random.default_rng(seed)
    pitch = (CARD[0] + gap, CARD[1] + gap)
    home = (cols // 2, rows // 2)
    pieces, truth = [], {}
    for row in range(rows):
        for col in range(cols):
            here = (col, row) == home
            if not here and rng.random() < empty:
                continue
            turn = int(rng.integers(4)) if not here and rng.random() < turned else 0
            dx, dy, spin = rng.uniform(-1, 1, 3)
            text = f"TC1PR{col:02d}{row:02d}X"
            x = 60 + (col + dx * off) * pitch[0]
            y = 70 + (row + dy * off) * pitch[1]
            pieces.append(Piece(text, x, y, 90 * turn + spin * off_deg, *CARD, sticker_dy=STICKER_DY))
            truth[text] = (col - home[0], row - home[1], turn)
    size = (cols * pitch[0] + 50, rows * pitch[1] + 45)
    return City(Scene(*size, tuple(pieces)), f"TC1PR{home[0]:02d}{home[1]:02d}X", truth, pitch)
