"""Frames and payloads that nobody would show on purpose: nothing crashes, nothing grows, nothing is made up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from vision.decode import Reader
from vision.frame import Grey

PAYLOADS: tuple[str | bytes, ...] = (
    "TC1AA01",
    "0",
    "tc1:prestige:a00",
    "A\x01B\x1d\x7f",
    "テスト".encode("shift-jis"),
    "ação, Güterzüge",
    bytes(range(256)),
    "9" * 400,
    "漢字",
    "https://example.org/" + "x" * 60,
)

TEXTS = {
    *(payload for payload in PAYLOADS if isinstance(payload, str)),
    "テスト",
    bytes(range(256)).decode("latin-1"),
    "A LONG TEXT ",
    "IN TWO PARTS",
}
"""What may be told of them, by whichever reader: a code of a sequence tells its own part."""

Mutation = Callable[[Grey, np.random.Generator], Grey]


def drawn(payload: str | bytes, rng: np.random.Generator) -> Grey:
    if rng.random() < 0.1:
        code = segno.make_sequence("A LONG TEXT IN TWO PARTS", symbol_count=2)[int(rng.integers(2))]
    else:
        code = segno.make(payload, micro=False)
    ink = np.pad(np.array([list(row) for row in code.matrix], np.uint8), int(rng.integers(0, 5)))
    scale = int(rng.integers(1, 5))
    levels = np.where(ink > 0, rng.integers(0, 90), rng.integers(140, 256)).astype(np.uint8)
    picture = np.asarray(np.kron(levels, np.ones((scale, scale), np.uint8)), np.uint8)
    return np.pad(picture, int(rng.integers(0, 30)), constant_values=int(rng.integers(256)))


def cut(grey: Grey, rng: np.random.Generator) -> Grey:
    y, x = (int(rng.integers(side)) for side in grey.shape)
    return grey[y:, x:] if rng.random() < 0.5 else grey[: y + 1, : x + 1]


def turned(grey: Grey, rng: np.random.Generator) -> Grey:
    shift = rng.uniform(-0.3, 0.3, (4, 2)) * grey.shape[::-1]
    box = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * grey.shape[::-1]
    warp = cv2.getPerspectiveTransform(box.astype(np.float32), (box + shift).astype(np.float32))
    return np.asarray(cv2.warpPerspective(grey, warp, grey.shape[::-1], borderValue=90), np.uint8)


def noisy(grey: Grey, rng: np.random.Generator) -> Grey:
    return np.clip(grey + rng.normal(0, rng.uniform(1, 80), grey.shape), 0, 255).astype(np.uint8)


def flipped(grey: Grey, rng: np.random.Generator) -> Grey:
    spots = rng.random(grey.shape) < rng.uniform(0, 0.2)
    return np.where(spots, 255 - grey, grey)


def soft(grey: Grey, rng: np.random.Generator) -> Grey:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), float(rng.uniform(0.3, 4))), np.uint8)


def tiled(grey: Grey, rng: np.random.Generator) -> Grey:
    return np.tile(grey, (int(rng.integers(1, 3)), int(rng.integers(1, 4))))


def squeezed(grey: Grey, rng: np.random.Generator) -> Grey:
    height, width = (max(1, round(side * rng.uniform(0.02, 1.2))) for side in grey.shape)
    return np.asarray(cv2.resize(grey, (width, height)), np.uint8)


def negative(grey: Grey, rng: np.random.Generator) -> Grey:
    return 255 - grey if rng.random() < 0.7 else np.ascontiguousarray(grey[:, ::-1])


MUTATIONS: tuple[Mutation, ...] = (cut, turned, noisy, flipped, soft, tiled, squeezed, negative)


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * 4096 / 1e6


def mutated(rng: np.random.Generator) -> tuple[Grey, str | bytes]:
    payload = PAYLOADS[int(rng.integers(len(PAYLOADS)))]
    grey = drawn(payload, rng)
    for mutation in rng.choice(len(MUTATIONS), int(rng.integers(0, 4))):
        grey = MUTATIONS[mutation](grey, rng)
        if 0 in grey.shape:
            return np.zeros((1, 1), np.uint8), payload
    return grey, payload


def test_mutated_frames_crash_nothing_and_are_never_misread(*, full: bool) -> None:
    rng = np.random.default_rng(11)
    reader = Reader(clock=lambda: 0.0)
    count = 20_000 if full else 80
    settled = 0.0
    for index in range(count):
        grey, _ = mutated(rng)
        tags = reader.read(grey, thorough=index % 4 > 0, still=index % 4 == 0)
        assert {tag.text for tag in tags if tag.problem is None} <= TEXTS
        if index == count // 4:
            settled = resident_mb()
    assert resident_mb() - settled < 60


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (7, 7), (2, 300), (3000, 4000)])
def test_pictures_of_any_size_are_read_or_empty(size: tuple[int, int]) -> None:
    blank = np.full(size, 200, np.uint8)
    assert Reader().read(blank, thorough=True) == ()


def test_random_pictures_hold_no_text(*, full: bool) -> None:
    rng = np.random.default_rng(5)
    for index in range(2000 if full else 6):
        step = int(rng.integers(2, 12))
        blocks = rng.integers(0, 256, (240 // step, 320 // step)).astype(np.uint8)
        if index % 2:
            blocks = np.where(blocks > 127, np.uint8(220), np.uint8(30))
        picture = np.asarray(cv2.resize(blocks, (320, 240), interpolation=cv2.INTER_NEAREST), np.uint8)
        assert not [tag for tag in Reader().read(picture, thorough=True) if tag.problem is None]
