"""Codes that glare lies on: read as far as the sensor still shows them, and never guessed."""

from __future__ import annotations

import tracemalloc

import cv2
import numpy as np
import pytest

from tests.vision.codes import modules_of, on_table, seen_by_camera
from vision.decode import Reader
from vision.decode_zxing import ZxingDecoder
from vision.frame import Grey
from vision.glare import flattened, glare, glared
from vision.qr_code import Level, format_places, format_words, mask_pattern, word_places
from vision.qr_ordered import EVIDENCE, mend
from vision.refine import Floats, locate, pose_of
from vision.sampler import read_glared_symbol, read_symbol

TEXT = "TC1AA01"
HARD = 1.1
"""Strength of a spot from which plain readers do not read the code any more."""

SQUARE = np.array([(60.3, 70.6), (144.3, 70.6), (144.3, 154.6), (60.3, 154.6)])


def shone_on(grey: Grey, at: tuple[float, float], strength: float, reach: float) -> Grey:
    """Add a lamp's reflection to the light that makes a picture, up to what a sensor holds."""
    y, x = np.indices(grey.shape)
    spot = strength * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))
    light = (grey / 255.0) ** 2.2 + spot
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def code_in_glare(strength: float, *, at: tuple[float, float] = (115, 125), seed: int = 0) -> Grey:
    grey = np.asarray(on_table(TEXT, SQUARE) * 0.85, np.uint8)
    return seen_by_camera(shone_on(grey, at, strength, 26), blur=0.7, noise=2.0, seed=seed)


def soft_words(text: str, level: Level = "Q") -> tuple[Floats, bytes]:
    """Return the bits of a code's words as surely told as can be, and the words."""
    ink = modules_of(text, level=level.lower())
    shape = next(each for each, bits in format_words() if (ink[tuple(format_places(1)[0].T)] == bits).all())
    rows, columns = word_places(1).T
    bits = ink[rows, columns] ^ mask_pattern(1, shape.mask)[rows, columns]
    return np.where(bits, 1, -1).astype(np.float32), np.packbits(bits).tobytes()


@pytest.mark.parametrize("text", [TEXT, "TC1AA0123456", "tc1:ab", "TC1:ALHAMBRA:B07"])
def test_words_that_all_lack_some_bits_are_mended_bit_by_bit(text: str) -> None:
    soft, words = soft_words(text)
    for word in range(26):
        soft[8 * word + word % 8] = 0
        soft[8 * word + (word + 3) % 8] *= 0.01
    mended = mend(soft, 1, "Q")
    assert mended is not None
    assert mended.words == words
    assert mended.evidence >= EVIDENCE


def test_what_too_few_bits_tell_is_never_guessed() -> None:
    rng = np.random.default_rng(4)
    told = 0
    for share in np.linspace(0.3, 1.0, 60):
        soft, words = soft_words("TC1:ALHAMBRA:B07")
        soft[rng.permutation(len(soft))[: int(len(soft) * share)]] = 0
        mended = mend(soft + rng.normal(0, 0.2, len(soft)).astype(np.float32), 1, "Q")
        assert mended is None or mended.words == words
        told += mended is not None
    assert told > 5
    for _ in range(100):
        assert mend(rng.normal(0, 1, 208).astype(np.float32), 1, "Q") is None


def test_a_code_in_glare_is_read_in_light_where_levels_have_lost_it() -> None:
    plain = better = 0
    for seed, strength in enumerate(np.linspace(0.6, 1.6, 11)):
        grey = code_in_glare(float(strength), seed=seed)
        flat = flattened(grey, 4.0)
        pose = locate(flat, pose_of(SQUARE + 1.5, 21), 1).pose
        symbols = (read_symbol(grey, pose, 1), read_glared_symbol(grey, pose, 1))
        assert all(symbol is None or symbol.text == TEXT for symbol in symbols)
        plain, better = plain + (symbols[0] is not None), better + (symbols[1] is not None)
    assert better >= plain + 2


def test_glare_is_found_and_what_it_touches() -> None:
    grey = code_in_glare(1.5)
    white = glare(grey)
    assert 100 < cv2.countNonZero(white) < grey.size / 2
    assert len(glared(white, [SQUARE, SQUARE - 60.0])) == 1
    assert not glare(seen_by_camera(on_table(TEXT, SQUARE), noise=8.0)).any()


def test_glare_is_taken_from_a_large_still_in_parts_that_show_no_seam() -> None:
    rng = np.random.default_rng(5)
    part = np.asarray(cv2.blur(rng.integers(150, 256, (700, 300), np.uint8), (3, 3)), np.uint8)
    whole = flattened(part, 4.0)
    for top in (0, 150, 400):
        again = flattened(np.ascontiguousarray(part[top:]), 4.0)
        assert np.array_equal(again[min(top, 25) :], whole[top:][min(top, 25) :])
    still = np.full((2592, 4608), 200, np.uint8)
    tracemalloc.start()
    flattened(still)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 * still.size


def test_a_still_table_shows_a_code_through_glare_and_goes_on_showing_it() -> None:
    grey = code_in_glare(HARD)
    assert not [tag for tag in ZxingDecoder().decode(grey) if tag.problem is None]
    reader = Reader((ZxingDecoder,), clock=lambda: 0.0)
    for seed in range(3):
        tags = reader.read(code_in_glare(HARD, seed=seed), still=True)
        assert [tag.text for tag in tags if tag.problem is None] == [TEXT]
        assert np.abs(np.subtract(tags[0].corners, SQUARE)).max() < 1.0


def test_glare_on_an_empty_table_is_no_code() -> None:
    reader = Reader(clock=lambda: 0.0)
    for seed in range(3):
        empty = seen_by_camera(
            shone_on(np.full((220, 220), 120, np.uint8), (110, 110), 2.0, 30), noise=4.0, seed=seed
        )
        assert reader.read(empty, still=True) == ()
