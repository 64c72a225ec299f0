"""Print how much each camera reads from each height, with the 15 mm sticker: the README's measured columns.

Cards lie scattered over the whole field, turned anyhow, the camera 5 degrees off straight down, in the light and with
the noise of an evening. "At once" is the first pass over one picture; "in the end" ten frames of a video, or one
still with every remedy. Run it as a program; it takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from vision.camera import CAMERAS, CameraModel
from vision.decode import Reader
from vision.frame import Grey
from vision.render import Picture, Piece, Scene, View, render
from vision.tag import Tag

HEIGHTS_CM = {
    ("cm3", True): (40, 60, 80, 100),
    ("cm3", False): (30, 60),
    ("cm3-wide", True): (40, 60),
    ("cm2", True): (40, 60),
    ("cm2", False): (30,),
    ("webcam", False): (30, 40, 60),
}
"""Centimetres by camera, and whether it takes stills: the rows of the README's table."""

SCENES, CARDS, FRAMES = 3, 24, 10


def photograph(camera: CameraModel, height_cm: int, seed: int, shot: int, *, still: bool) -> Picture:
    """Take one picture of a scene; further shots differ by their noise."""
    rng = np.random.default_rng([seed, height_cm])
    wide, high = (0.94 * side for side in camera.field_mm(10.0 * height_cm))
    columns, rows = 6, 4
    pieces = tuple(
        Piece(
            f"TC1AA{at:02d}",
            (at % columns + rng.uniform(0.25, 0.75)) * wide / columns,
            (at // columns + rng.uniform(0.25, 0.75)) * high / rows,
            float(rng.uniform(0, 360)),
            w_mm=30,
            h_mm=30,
        )
        for at in range(CARDS)
    )
    towards = float(rng.uniform(0, 360))
    view = View(
        10.0 * height_cm, 5.0, towards, blur_px=0.8, noise=4, light=0.4, light_from_deg=towards, lamp=seed
    )
    return render(Scene(wide, high, pieces), camera, view, seed=1000 * seed + shot, still=still)


def _share(tags: tuple[Tag, ...], picture: Picture) -> tuple[int, int]:
    # Cards may lie over one another in a small field; nobody reads what is half hidden.
    free = {tag.payload for tag in picture.tags if tag.covered == 0}
    return len({tag.text for tag in tags if tag.problem is None} & free), len(free)


def measure_row(camera: CameraModel, height_cm: int, *, still: bool) -> tuple[float, float]:
    """Return the shares of codes read at once and in the end."""
    found = np.zeros((2, 2))
    for seed in range(SCENES):
        picture = photograph(camera, height_cm, seed, 0, still=still)
        found[0] += _share(Reader().read(picture.grey), picture)
        found[1] += _share(_read_on(camera, height_cm, seed, picture.grey, still=still), picture)
    at_once, in_the_end = found[:, 0] / found[:, 1]
    return float(at_once), float(in_the_end)


def _read_on(camera: CameraModel, height_cm: int, seed: int, grey: Grey, *, still: bool) -> tuple[Tag, ...]:
    reader = Reader()
    if still:
        return reader.read(grey, thorough=True)
    tags: tuple[Tag, ...] = ()
    for shot in range(FRAMES):
        frame = photograph(camera, height_cm, seed, shot, still=False).grey
        tags = reader.read(frame, still=True)
    return tags


def measure() -> dict[str, tuple[float, float]]:
    """Return for each row what was read at once and in the end."""
    return {
        f"{name} {'still' if still else 'video'} {height} cm": measure_row(CAMERAS[name], height, still=still)
        for (name, still), heights in HEIGHTS_CM.items()
        for height in heights
    }


def lines(found: dict[str, tuple[float, float]]) -> Iterator[str]:
    """Say it for people."""
    for row, (at_once, in_the_end) in found.items():
        yield f"{row}, 15 mm stickers: {at_once:.0%} read at once, {in_the_end:.0%} in the end"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
