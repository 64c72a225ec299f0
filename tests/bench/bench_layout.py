"""Print how many tiles of hand-laid grids are told right, wrong, and not at all, beside a plain global homography.

Both get the same corners, as far off as a decoder's. Times are the thread's own. Run it as a program.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

import cv2
import numpy as np

from tests.bench.budget import budget
from tests.vision.grids import Grid, Tally, Truth, grid, tally, told
from vision.geometry import Points, apply, box, homography
from vision.sizes import sized_lattice

SCENES = 200
ROUNDS = 60
NEAR_CELL = 0.3


def ours(laid: Grid) -> Truth:
    """Tell cells as the application does."""
    return told(sized_lattice(laid.tags, laid.pitch, laid.origin)[0])


def plain(laid: Grid) -> Truth:
    """Tell cells by one homography, grown from the origin and fitted again until nothing changes."""
    pitch, side = laid.pitch, box(laid.pitch.code_mm, laid.pitch.code_mm)
    quads = {tag.text: np.array(tag.corners) for tag in laid.tags}
    start = np.add(side, (pitch.sticker_dx, pitch.sticker_dy))
    matrix = homography(quads[laid.origin], start)
    found: Truth = {}
    for _ in range(ROUNDS):
        now = {text: cell for text, quad in quads.items() if (cell := _nearest(laid, apply(matrix, quad)))}
        near = sorted(now, key=lambda text: now[text][0] ** 2 + now[text][1] ** 2)[
            : max(4, 2 * len(found) + 3)
        ]
        source = np.concatenate([quads[text] for text in near]) if near else np.empty((0, 2))
        target = np.concatenate([_corners(laid, now[text], side) for text in near]) if near else source
        fitted = cv2.findHomography(source, target, cv2.RANSAC, 0.08 * pitch.x_mm)[0] if near else None
        if fitted is None or {text: now[text] for text in near} == found:
            return now
        matrix, found = np.asarray(fitted, np.float64), {text: now[text] for text in near}
    return found


def _centred(laid: Grid, turn: float) -> Points:
    """Return where a card's middle lies from its sticker's, when it is turned by so many quarters."""
    c, s = math.cos(turn * math.pi / 2), math.sin(turn * math.pi / 2)
    return np.array([[c, -s], [s, c]]) @ (laid.pitch.sticker_dx, laid.pitch.sticker_dy)


def _nearest(laid: Grid, quad: Points) -> tuple[int, int, int] | None:
    across = quad[1] - quad[0]
    turn = math.degrees(math.atan2(across[1], across[0])) / 90
    col, row = (quad.mean(0) - _centred(laid, turn)) / (laid.pitch.x_mm, laid.pitch.y_mm)
    col -= laid.pitch.shift * (round(row) % 2)
    if max(abs(col - round(col)), abs(row - round(row))) > NEAR_CELL:
        return None
    return round(col), round(row), round(turn) % 4


def _corners(laid: Grid, cell: tuple[int, int, int], side: Points) -> Points:
    col, row, turn = cell
    middle = np.array([(col + laid.pitch.shift * (row % 2)) * laid.pitch.x_mm, row * laid.pitch.y_mm])
    return np.asarray(np.roll(side, -turn, 0) + middle + _centred(laid, turn))


def measure(scenes: int = SCENES) -> dict[str, float]:
    """Return shares of tiles, the worst first to be looked at, and milliseconds."""
    laid = [grid(seed) for seed in range(scenes)]
    figures: dict[str, float] = {"scenes": scenes, "tiles": sum(len(one.truth) for one in laid)}
    readers: dict[str, Callable[[Grid], Truth]] = {"ours": ours, "plain": plain}
    for name, read in readers.items():
        total, spent = Tally(), []
        for one in laid:
            began = time.thread_time()
            found = read(one)
            spent.append(1000 * (time.thread_time() - began))
            total += tally(found, one.truth)
        figures |= {
            f"{name}_right": total.right / total.tiles,
            f"{name}_wrong": total.wrong,
            f"{name}_untold": total.untold / total.tiles,
            f"{name}_ms": median(spent),
            f"{name}_worst_ms": max(spent),
        }
    return figures


def lines(found: dict[str, float]) -> Iterator[str]:
    """Say it for people."""
    yield (
        f"{found['tiles']:.0f} hand-laid tiles in {found['scenes']:.0f} pictures: right {found['ours_right']:.2%}, wrong "
        f"{found['ours_wrong']:.0f} {budget(found['ours_wrong'], 0)}, cannot tell {found['ours_untold']:.2%} "
        f"{budget(100 * found['ours_untold'], 1, '%')}; median {found['ours_ms']:.1f} ms, worst {found['ours_worst_ms']:.0f} ms"
    )
    yield (
        f"one global homography on the same corners: right {found['plain_right']:.2%}, wrong {found['plain_wrong']:.0f}, "
        f"cannot tell {found['plain_untold']:.2%}; median {found['plain_ms']:.1f} ms"
    )


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
