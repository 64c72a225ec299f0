"""Read the modules of a code whose pose is known, covered, blurred or glared at as it may be.

Every code of a version has some 200 modules in common. They teach a small linear filter (an equaliser, as in a
modem) to tell ink from paper in this very picture: it undoes blur, motion, ink gain and a pose that is a part of a
module off, all at once. What it then says of the other modules is soft; the least certain words become erasures.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Matrix
from vision.qr_code import (
    CHECK_WORDS,
    Format,
    Modules,
    draw,
    format_places,
    format_words,
    mask_pattern,
    patterns,
    side,
    word_places,
)
from vision.qr_ordered import mend
from vision.qr_words import correct, evidence_bits, spell
from vision.refine import Floats, Picture, look

RING = 2
"""Modules of the white margin that the filter also learns from."""

SAMPLES = 2
"""Samples a module in each direction."""

REACH = 3
"""How far the filter reaches, in samples."""

STIFFNESS = 1e-3
"""Pull of the filter towards just taking the middle of each module."""

PLAIN = 1.5
"""Weight of a module's middle in that plain filter: contrast is never quite full."""

ODD = 0.6
"""Misfit at which a known module has lost half its say: it may be covered."""

WINDOW = 7
"""Modules over which light and dark are told apart."""

GLARED_WINDOW = 3
"""The same in glare, which is steep."""

FADED = 0.7
"""Share of a code's own contrast below which what is seen of a module counts for less."""

LEAST_CONTRAST = 4.0
"""Levels between light and dark below which there is nothing to tell."""

LEAST_FORMAT = 8.0
"""Least agreement, of 30 modules, with a format information."""

EVIDENCE = 40.0
"""Bits by which a reading must be better than chance. A frame takes some thousand tries (10 bits)."""

FIXED_AT_MOST = 40
"""Bits that end mark and padding may add to the evidence."""

SPARE = 3
"""Check words that are never spent on erasures."""


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """Hold a code that was read: its text, all its modules, and the bits by which it is better than chance."""

    text: str
    modules: Modules
    evidence: float


def read_symbol(picture: Picture, pose: Matrix, version: int) -> Symbol | None:
    """Read the code at a pose, or None where that would be a guess."""
    return decode(soft_modules(picture, pose, version), version)


def read_glared_symbol(picture: Picture, pose: Matrix, version: int) -> Symbol | None:
    """Read the code at a pose where glare lies on it: what the sensor could not hold is unknown, bit by bit."""
    soft = soft_glared_modules(picture, pose, version)
    return decode(soft, version) or decode_bits(soft, version)


def soft_modules(picture: Picture, pose: Matrix, version: int) -> Floats:
    """Return how surely each module is ink (1) or paper (-1), shape (side, side)."""
    seen = look(picture, _grid(version), pose, cv2.INTER_CUBIC)
    contrast, off = _contrast(seen, WINDOW)
    return _told(_share(off, contrast, LEAST_CONTRAST), np.ones_like(seen), version)


def soft_glared_modules(picture: Picture, pose: Matrix, version: int) -> Floats:
    """Return the same where glare lies on a code: 0 where it has left no contrast.

    Levels are about the square root of light: in light, glare is added, and contrast is the same up to where the
    sensor is full.
    """
    levels = look(picture, _grid(version), pose, cv2.INTER_CUBIC)
    light = np.asarray(np.square(levels) / 255, np.float32)
    contrast, off = _contrast(light, GLARED_WINDOW)
    whole = max(LEAST_CONTRAST, FADED * float(np.percentile(contrast, 75)))
    left = np.asarray(np.minimum(contrast / whole, 1), np.float32)
    return _told(_share(off, contrast, whole), left, version)


def _told(seen: Floats, left: Floats, version: int) -> Floats:
    """Return what the filter tells of each module, taught by those that are known as far as contrast is `left`."""
    n = side(version) + 2 * RING
    inputs = _neighbourhoods(seen, n)
    used, wanted = _lessons(version)
    lessons, share = inputs[used], _middles(left)[::SAMPLES, ::SAMPLES].ravel()
    wanted = wanted * share[used]
    weights = np.ones(len(lessons), np.float32)
    plain = np.zeros(inputs.shape[1], np.float32)
    plain[(len(plain) - 1) // 2] = PLAIN
    taught = plain
    for _ in range(3):
        weighted = lessons * weights[:, None]
        normal = weighted.T @ lessons
        pull = STIFFNESS * float(np.trace(normal)) / len(normal)
        normal += np.eye(len(normal), dtype=np.float32) * pull
        taught = np.linalg.solve(normal, weighted.T @ wanted + pull * plain).astype(np.float32)
        weights = 1 / (1 + (np.abs(lessons @ taught - wanted) / ODD) ** 4)
    told = (inputs @ taught * share).reshape(n, n)
    return np.asarray(told[RING:-RING, RING:-RING], np.float32)


@functools.cache
def _grid(version: int) -> Floats:
    n = side(version)
    centres = (np.arange((n + 2 * RING) * SAMPLES) + 0.5) / SAMPLES - RING
    return np.stack(np.meshgrid(centres, centres), -1).astype(np.float32)


@functools.cache
def _lessons(version: int) -> tuple[Modules, Floats]:
    ink, known = patterns(version)
    used = np.pad(known, RING, constant_values=True).ravel()
    wanted = np.where(np.pad(ink, RING), 1, -1).astype(np.float32).ravel()[used]
    return used, wanted


def _contrast(seen: Floats, modules: int) -> tuple[Floats, Floats]:
    """Return local light less dark over some modules, and twice how much darker than the middle of both it is."""
    window = modules * SAMPLES + 1
    kernel = np.ones((window, window), np.uint8)
    low = cv2.blur(cv2.erode(seen, kernel), (window, window))
    high = cv2.blur(cv2.dilate(seen, kernel), (window, window))
    return np.asarray(high - low, np.float32), np.asarray(high + low - 2 * seen, np.float32)


def _share(off: Floats, contrast: Floats, least: float) -> Floats:
    return np.asarray(off / np.maximum(contrast, least), np.float32)


def _neighbourhoods(seen: Floats, n: int) -> Floats:
    """Return for each module what the filter sees of it: shape (n * n, inputs), the last one constant."""
    middles = np.pad(_middles(seen), REACH + 1, mode="edge")
    first, last = 1, 2 * REACH + 2
    views = [
        middles[dy : dy + 2 * n : 2, dx : dx + 2 * n : 2].ravel()
        for dy in range(first, last)
        for dx in range(first, last)
    ]
    return np.stack([*views, np.ones(n * n, np.float32)], 1)


def _middles(samples: Floats) -> Floats:
    """Return the means of two by two samples: every second one is a module's."""
    return np.asarray(cv2.blur(samples, (SAMPLES, SAMPLES), anchor=(0, 0)), np.float32)


def decode(soft: Floats, version: int) -> Symbol | None:
    """Return what soft modules spell, or None where chance would spell as much."""
    for shape in _formats(soft, version):
        found = _decode_as(soft, version, shape)
        if found is not None:
            return found
    return None


def decode_bits(soft: Floats, version: int) -> Symbol | None:
    """Return what soft modules spell where whole words of them do not, or None where that would be a guess."""
    for shape in _formats(soft, version):
        mended = mend(_bits(soft, version, shape), version, shape.level)
        message = spell(mended.words[: -CHECK_WORDS[version, shape.level]]) if mended else None
        if mended is None or message is None:
            continue
        evidence = mended.evidence + min(mended.fixed, FIXED_AT_MOST)
        if evidence >= EVIDENCE:
            return Symbol(message.text, draw(version, shape, mended.words), evidence)
    return None


def _bits(soft: Floats, version: int, shape: Format) -> Floats:
    """Return the bits of all words, in their order: surely set (1) to surely not (-1)."""
    rows, columns = word_places(version).T
    turned = mask_pattern(version, shape.mask)[rows, columns]
    return np.asarray(np.where(turned, -soft[rows, columns], soft[rows, columns]), np.float32)


def _formats(soft: Floats, version: int) -> list[Format]:
    """Return the two likeliest formats, the likelier first, where both copies together agree enough."""
    places = format_places(version)
    told = np.clip(soft[places[..., 0], places[..., 1]], -1, 1).sum(0)
    words = format_words()
    signs = np.where(np.array([modules for _, modules in words]), 1, -1)
    scores = signs @ told
    best = np.argsort(-scores)[:2]
    return [words[i][0] for i in best if scores[i] >= LEAST_FORMAT]


def _decode_as(soft: Floats, version: int, shape: Format) -> Symbol | None:
    bits = _bits(soft, version, shape)
    words = np.packbits(bits > 0).tobytes()
    doubtful = [int(place) for place in np.argsort(np.abs(bits).reshape(-1, 8).min(1))]
    checks = CHECK_WORDS[version, shape.level]
    for erased in range(0, checks - SPARE, 2):
        mended = correct(words, checks, doubtful[:erased])
        if mended is None:
            continue
        message = spell(mended[0][:-checks])
        evidence = evidence_bits(len(words), checks, erased, mended[1])
        if message is None or evidence + min(message.fixed_bits, FIXED_AT_MOST) < EVIDENCE:
            continue
        return Symbol(message.text, draw(version, shape, mended[0]), evidence + message.fixed_bits)
    return None
