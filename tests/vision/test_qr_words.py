"""QR codes taken apart and put together again, against a generator that is not ours."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
import segno

from vision.qr_code import (
    CHECK_WORDS,
    WORDS,
    Format,
    Level,
    Modules,
    draw,
    format_places,
    format_words,
    mask_pattern,
    patterns,
    word_places,
)
from vision.qr_words import check_words, correct, evidence_bits, spell

KINDS = sorted(CHECK_WORDS)


def made(text: str | bytes, version: int, level: str, mask: int | None = None) -> Modules:
    code = segno.make_qr(text, version=version, error=level, mask=mask, boost_error=False)
    return np.array([list(row) for row in code.matrix], np.bool_)


def words_of(modules: Modules, version: int, mask: int) -> bytes:
    rows, columns = word_places(version).T
    return np.packbits((modules ^ mask_pattern(version, mask))[rows, columns]).tobytes()


@pytest.mark.parametrize(("version", "level"), KINDS)
def test_every_module_is_where_another_generator_puts_it(version: int, level: Level) -> None:
    for mask in range(8):
        modules = made("TC1A", version, level, mask)
        ink, known = patterns(version)
        assert (modules[known] == ink[known]).all()
        copies = [modules[copy[:, 0], copy[:, 1]] for copy in format_places(version)]
        told = [shape for shape, bits in format_words() if all((bits == copy).all() for copy in copies)]
        assert told == [Format(level, mask)]
        words = words_of(modules, version, mask)
        assert len(words) == WORDS[version]
        assert (draw(version, told[0], words) == modules).all()


@pytest.mark.parametrize(("version", "level"), KINDS)
def test_check_words_mend_errors_and_erasures_up_to_their_number(version: int, level: Level) -> None:
    rng = random.Random(version)
    checks = CHECK_WORDS[version, level]
    data = rng.randbytes(WORDS[version] - checks)
    words = data + check_words(data, checks)
    for erased, errors in ((0, 0), (0, checks // 2), (checks, 0), (checks - 4, 2), (3, (checks - 3) // 2)):
        places = rng.sample(range(len(words)), erased + errors)
        broken = bytearray(words)
        for place in places:
            broken[place] ^= rng.randrange(1, 256)
        assert correct(bytes(broken), checks, places[:erased]) == (words, errors)


def test_more_errors_than_the_check_words_tell_are_refused() -> None:
    rng = random.Random(5)
    data = rng.randbytes(13)
    words = data + check_words(data, 13)
    for _ in range(300):
        broken = bytearray(words)
        for place in rng.sample(range(26), 9):
            broken[place] ^= rng.randrange(1, 256)
        mended = correct(bytes(broken), 13)
        assert mended is None or mended[0] != words
    assert correct(words[:-1] + b"x", 13, range(14)) is None


def test_what_chance_would_spell_is_little_evidence() -> None:
    assert evidence_bits(26, 13, 0, 0) == 104
    assert evidence_bits(26, 13, 12, 0) == 8
    assert evidence_bits(44, 16, 0, 8) < 64
    # Random words are mended about as often as the evidence says: two bits here.
    rng = random.Random(1)
    mended = sum(correct(rng.randbytes(26), 2) is not None for _ in range(2000))
    told = 2 ** -evidence_bits(26, 2, 0, 1)
    assert 0.5 < mended / 2000 / told < 2


@pytest.mark.parametrize(
    "text", ["TC1AA01", "0", "12", "1234567", "A", "$%*+-./: ", "tc1:hive:a00", "ação", "A1a"]
)
def test_texts_are_spelt_as_they_were_written(text: str) -> None:
    for version, level in ((1, "L"), (2, "M")):
        mode = None if text.isascii() else "byte"
        code = segno.make_qr(
            text, version=version, error=level, encoding="utf-8" if mode else None, boost_error=False, mask=3
        )
        modules = np.array([list(row) for row in code.matrix], np.bool_)
        words = words_of(modules, version, 3)
        message = spell(words[: -CHECK_WORDS[version, level]])  # type: ignore[index]
        assert message is not None
        assert message.text == text


def test_mixed_segments_are_joined() -> None:
    segments = [("A1", "alphanumeric"), ("23", "numeric"), ("b", "byte")]
    bits = ""
    for text, mode in segments:
        if mode == "alphanumeric":
            bits += f"0010{len(text):09b}{10 * 45 + 1:011b}"
        elif mode == "numeric":
            bits += f"0001{len(text):010b}{int(text):07b}"
        else:
            bits += f"0100{len(text):08b}{ord(text):08b}"
    bits += "0000"
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8) + bytes([0xEC, 0x11, 0xEC])
    message = spell(data)
    assert message is not None
    assert message.text == "A123b"
    assert message.fixed_bits >= 24


def test_what_is_not_plain_text_is_no_text() -> None:
    pads = bytes(itertools.islice(itertools.cycle((0xEC, 0x11)), 15))
    assert spell(bytes([0x40, 0x14, 0x10]) + pads) is not None  # one byte: A
    assert spell(bytes([0x40, 0x14, 0x10]) + pads[1:]) is None  # the pads the wrong way round
    assert spell(bytes([0x40, 0x14, 0x11]) + pads) is None  # no end mark
    assert spell(bytes([0x40, 0x10, 0x70]) + pads) is None  # a bell
    assert spell(bytes([0x4F, 0xF4, 0x10]) + pads) is None  # longer than the code
    assert spell(bytes([0x70, 0x34, 0x10]) + pads) is None  # a declared character set
    assert spell(bytes([0x4F, 0xF0]) + bytes(20)) is None
    assert spell(b"\0" + pads) is None  # nothing at all
    assert spell(b"") is None
