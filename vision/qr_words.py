"""The words of a QR code: Reed-Solomon with errors and erasures, and the text they spell.

Reed-Solomon over GF(256) with the polynomial 0x11D and roots from alpha^0 on (ISO/IEC 18004, annex A). Words are in
the code's order: the first one is the coefficient of the highest power.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

POLYNOMIAL = 0x11D
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
PADS = (0xEC, 0x11)
NUMERIC_MODE, ALPHANUMERIC_MODE, BYTE_MODE, END = 1, 2, 4, 0
SPACE, DELETE = 32, 127


def _tables() -> tuple[list[int], list[int]]:
    powers, logarithms = [0] * 512, [0] * 256
    value = 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logarithms[value] = exponent
        value = value << 1 ^ (POLYNOMIAL if value & 0x80 else 0)
    return powers, logarithms


EXP, LOG = _tables()


def _times(a: int, b: int) -> int:
    return EXP[LOG[a] + LOG[b]] if a and b else 0


def _over(a: int, b: int) -> int:
    return EXP[LOG[a] + 255 - LOG[b]] if a else 0


@functools.cache
def _multiples(x: int) -> bytes:
    """Return x times everything: much quicker to look up than to work out."""
    return bytes(_times(value, x) for value in range(256))


def _value(polynomial: Iterable[int], x: int) -> int:
    """Evaluate a polynomial with its highest coefficient first."""
    multiples = _multiples(x)
    result = 0
    for coefficient in polynomial:
        result = multiples[result] ^ coefficient
    return result


@functools.lru_cache(maxsize=8)
def _syndromes(words: bytes, checks: int) -> tuple[int, ...]:
    """Return what is all zero where nothing is wrong; the same words are tried with ever more erasures."""
    return tuple(_value(words, EXP[power]) for power in range(checks))


def _product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    result = [0] * (len(a) + len(b) - 1)
    for j, y in enumerate(b):
        multiples = _multiples(y)
        for i, x in enumerate(a, j):
            result[i] ^= multiples[x]
    return result


def check_words(data: bytes, checks: int) -> bytes:
    """Return the check words that belong to the data."""
    generator = [1]
    for power in range(checks):
        generator = _product([EXP[power], 1], generator)
    rest = [*data, *[0] * checks]
    for i in range(len(data)):
        factor = rest[i]
        for j in range(1, checks + 1):
            rest[i + j] ^= _times(factor, generator[checks - j])
    return bytes(rest[len(data) :])


def correct(words: bytes, checks: int, erased: Collection[int] = ()) -> tuple[bytes, int] | None:
    """Return the mended words and how many errors lay outside the `erased` places, or None.

    None where more is wrong than the check words can tell: twice the errors plus the erasures exceed them.
    """
    syndromes = _syndromes(words, checks)
    if not any(syndromes):
        return words, 0
    if len(erased) > checks:
        return None
    last = len(words) - 1
    erasures = [1]
    for place in erased:
        erasures = _product(erasures, [1, EXP[last - place]])
    locator = _locate(syndromes, erasures, len(erased))
    errors = len(locator) - 1 - len(erased)
    if errors < 0 or 2 * errors + len(erased) > checks:
        return None
    backwards = locator[::-1]
    places = [place for place in range(len(words)) if _value(backwards, EXP[255 - (last - place)]) == 0]
    if len(places) != len(locator) - 1:
        return None
    mended = _mend(words, syndromes, locator, places)
    if any(_syndromes(mended, checks)):
        return None
    return mended, errors


def _locate(syndromes: Sequence[int], erasures: list[int], known: int) -> list[int]:
    """Find the locator of errors and erasures (Berlekamp and Massey, begun with the erasures)."""
    locator, previous = list(erasures), list(erasures)
    length, shift, scale = known, 1, 1
    for step in range(known, len(syndromes)):
        gap = 0
        for i, coefficient in enumerate(locator[: step + 1]):
            gap ^= _times(coefficient, syndromes[step - i])
        if gap == 0:
            shift += 1
            continue
        factor = _over(gap, scale)
        term = [0] * shift + [_times(factor, coefficient) for coefficient in previous]
        size = max(len(locator), len(term))
        longer = [
            (locator[i] if i < len(locator) else 0) ^ (term[i] if i < len(term) else 0) for i in range(size)
        ]
        if 2 * (length - known) <= step - known:
            length, previous, scale, shift = step + 1 - length + known, locator, gap, 1
        else:
            shift += 1
        locator = longer
    while locator[-1] == 0:
        locator.pop()
    return locator


def _mend(words: bytes, syndromes: Sequence[int], locator: list[int], places: list[int]) -> bytes:
    """Work out the wrong words' values (Forney)."""
    evaluator = _product(syndromes, locator)[: len(syndromes)][::-1]
    slope = [coefficient if i % 2 == 0 else 0 for i, coefficient in enumerate(locator[1:])][::-1]
    mended = bytearray(words)
    for place in places:
        power = len(words) - 1 - place
        inverse = EXP[255 - power]
        below = _value(slope, inverse)
        if below == 0:
            return words
        mended[place] ^= _times(EXP[power], _over(_value(evaluator, inverse), below))
    return bytes(mended)


def evidence_bits(words: int, checks: int, erased: int, errors: int) -> float:
    """Return how unlikely it is, as -log2, that words drawn at random would have been mended like this."""
    free = words - erased
    ways = math.log2(math.comb(free, errors)) if 0 < errors <= free else 0.0
    return 8.0 * (checks - erased - errors) - ways


@dataclass(frozen=True, slots=True)
class Message:
    """Hold a text and how many bits of the code were fixed by its structure (end mark and padding)."""

    text: str
    fixed_bits: int


class _Bits:
    """Take bits from the front."""

    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data)
        self.left = 8 * len(data)

    def take(self, count: int) -> int:
        """Return the next bits as a number. Raises ValueError past the end."""
        if count > self.left:
            raise ValueError(count)
        self.left -= count
        return self._value >> self.left & (1 << count) - 1


def spell(data: bytes) -> Message | None:
    """Return the text of data words (versions 1 to 9), or None for any but numeric, alphanumeric and bytes.

    None too where the end mark or the padding is not as it must be, and for characters that nobody prints.
    """
    bits = _Bits(data)
    try:
        raw = b"".join(_segments(bits))
        fixed = _end(bits)
        text = raw.decode("utf-8")
    except (ValueError, IndexError):
        return None
    return Message(text, fixed) if text.isprintable() and text else None


def _segments(bits: _Bits) -> Iterator[bytes]:
    while bits.left >= 4:
        mode = bits.take(4)
        if mode == END:
            return
        if mode == NUMERIC_MODE:
            yield _digits(bits, bits.take(10)).encode()
        elif mode == ALPHANUMERIC_MODE:
            yield _letters(bits, bits.take(9)).encode()
        elif mode == BYTE_MODE:
            yield bytes(bits.take(8) for _ in range(bits.take(8)))
        else:
            raise ValueError(mode)


def _digits(bits: _Bits, count: int) -> str:
    groups = [3] * (count // 3) + ([count % 3] if count % 3 else [])
    found = [f"{bits.take((0, 4, 7, 10)[size]):0{size}d}" for size in groups]
    if any(len(part) != size for part, size in zip(found, groups, strict=True)):
        raise ValueError(found)
    return "".join(found)


def _letters(bits: _Bits, count: int) -> str:
    text = ""
    for _ in range(count // 2):
        first, second = divmod(bits.take(11), len(ALPHANUMERIC))
        text += ALPHANUMERIC[first] + ALPHANUMERIC[second]
    return text + (ALPHANUMERIC[bits.take(6)] if count % 2 else "")


def _end(bits: _Bits) -> int:
    """Check what follows the text: zeros up to a whole word, then the two pads in turn. Returns the bits."""
    fixed = bits.left
    if bits.take(bits.left % 8):
        raise ValueError(fixed)
    rest = bytes(bits.take(8) for _ in range(bits.left // 8))
    # Some printers (segno among them) add a whole word of zeros where the end mark already fills one.
    pads = rest[1:] if rest[:1] == b"\0" else rest
    if any(word != PADS[i % 2] for i, word in enumerate(pads)):
        raise ValueError(rest)
    return fixed
