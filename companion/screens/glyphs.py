"""Symbols as strokes and areas on a grid of 24 x 24, y upwards; the font needs no picture glyphs."""

from __future__ import annotations

from math import cos, pi, sin

from rules.core.picture import Mark, Part

Points = tuple[float, ...]


def _round(corners: int, radius: float, start: float = 90.0, inner: float = 0.0) -> Points:
    """Return the corners of a regular polygon, or of a star where an inner radius is given."""
    steps = corners * (2 if inner else 1)
    points: list[float] = []
    for at in range(steps):
        angle = (start + 360 * at / steps) * pi / 180
        reach = inner if inner and at % 2 else radius
        points += (12 + reach * cos(angle), 12 + reach * sin(angle))
    return tuple(points)


def _arc(x: float, y: float, radius: float, low: float, high: float) -> Points:
    angles = [(low + (high - low) * at / 14) * pi / 180 for at in range(15)]
    return tuple(part for angle in angles for part in (x + radius * cos(angle), y + radius * sin(angle)))


def _area(*corners: float) -> Part:
    return "area", corners, 0.0


def _line(*points: float, width: float = 2.4) -> Part:
    return "line", points, width


def _loop(*points: float, width: float = 2.4) -> Part:
    return "loop", points, width


def _disc(x: float, y: float, radius: float) -> Part:
    return "disc", (x, y, radius), 0.0


def _ring(x: float, y: float, radius: float, width: float = 2.4) -> Part:
    return "ring", (x, y, radius), width


def _box(x: float, y: float, width: float, height: float) -> Part:
    return _area(x, y, x + width, y, x + width, y + height, x, y + height)


_BLANK = _loop(5, 3, 19, 3, 19, 21, 5, 21, width=2.2)

GLYPHS: dict[str, tuple[Part, ...]] = {
    # seats
    "circle": (_disc(12, 12, 10),),
    "square": (_box(3, 3, 18, 18),),
    "triangle": (_area(12, 22, 23, 3, 1, 3),),
    "diamond": (_area(12, 23, 22, 12, 12, 1, 2, 12),),
    "star": (_area(*_round(5, 11.5, inner=4.8)),),
    "hexagon": (_area(*_round(6, 11)),),
    "cross": (_area(8, 1, 16, 1, 16, 8, 23, 8, 23, 16, 16, 16, 16, 23, 8, 23, 8, 16, 1, 16, 1, 8, 8, 8),),
    "ring": (_ring(12, 12, 8, 5),),
    # tribes
    "horns": (
        _area(*_arc(12, 15, 10, 180, 360), *_arc(12, 18, 8, 350, 190)),
        _area(8, 3, 16, 3, 14, 9, 10, 9),
    ),
    "drop": (_area(12, 23, *_arc(12, 9, 7.5, 30, -210)),),
    "bird": (
        ("line", (3, 4, 9, 7, 13, 12, 12, 17, 14, 20.5, 17, 20.5, 22, 18), 2.8),
        _area(3, 4, 12, 3, 16, 8, 13, 13),
        _line(11, 4, 11, 0, width=1.8),
    ),
    "peaks": (_area(1, 3, 9, 20, 14, 9.5, 17, 15, 23, 3),),
    "paw": (
        _disc(12, 8, 5.6),
        _disc(4.4, 13, 2.7),
        _disc(9, 19, 2.9),
        _disc(15, 19, 2.9),
        _disc(19.6, 13, 2.7),
    ),
    "owl": (
        _ring(7, 13, 4.4, 2.6),
        _ring(17, 13, 4.4, 2.6),
        _disc(7, 13, 1.6),
        _disc(17, 13, 1.6),
        _area(12, 4, 14.6, 9.4, 9.4, 9.4),
        _line(2, 21, 9, 18.4, width=2.2),
        _line(22, 21, 15, 18.4, width=2.2),
    ),
    "tail": (_area(4, 2, 16, 3, 21, 9, 21, 16, 15, 23, 16, 16, 12, 10),),
    "links": (_ring(8, 12, 5.4, 2.8), _ring(16, 12, 5.4, 2.8)),
    "mask": (_ring(12, 12, 9, 2.6), _line(8, 9, 16, 9), _disc(8.5, 14.5, 1.6), _disc(15.5, 14.5, 1.6)),
    # kinds of cards
    "house": (_area(12, 22, 23, 12, 20, 12, 20, 2, 14, 2, 14, 9, 10, 9, 10, 2, 4, 2, 4, 12, 1, 12),),
    "wheat": (
        _line(12, 1, 12, 22),
        _line(12, 16, 18, 21),
        _line(12, 16, 6, 21),
        _line(12, 10, 18.5, 15.5),
        _line(12, 10, 5.5, 15.5),
        _line(12, 4, 18.5, 9.5),
        _line(12, 4, 5.5, 9.5),
    ),
    "tower": (
        _area(
            5,
            22,
            5,
            14,
            8,
            14,
            8,
            2,
            16,
            2,
            16,
            14,
            19,
            14,
            19,
            22,
            16,
            22,
            16,
            19,
            14,
            19,
            14,
            22,
            10,
            22,
            10,
            19,
            8,
            19,
            8,
            22,
        ),
    ),
    "temple": (
        _area(12, 23, 23, 16, 1, 16),
        _box(3, 6, 3.4, 9),
        _box(10.3, 6, 3.4, 9),
        _box(17.6, 6, 3.4, 9),
        _box(1, 2, 22, 3),
    ),
    "road": (
        _line(7, 2, 10, 22),
        _line(17, 2, 14, 22),
        _line(12, 3, 12, 7, width=2),
        _line(12, 10, 12, 14, width=2),
        _line(12, 17, 12, 21, width=2),
    ),
    "wall": (
        _box(1, 3, 9.5, 4.8),
        _box(12, 3, 11, 4.8),
        _box(1, 9.4, 4.5, 4.8),
        _box(7, 9.4, 10, 4.8),
        _box(18.5, 9.4, 4.5, 4.8),
        _box(1, 15.8, 9.5, 4.8),
        _box(12, 15.8, 11, 4.8),
    ),
    "wave": tuple(
        _line(*(part for at in range(21) for part in (2 + at, y + 1.9 * sin(at * pi / 5))), width=2.6)
        for y in (6, 12, 18)
    ),
    "tree": (_disc(12, 15, 7), _box(10.5, 1, 3, 8)),
    "awning": (
        _area(3, 22, 21, 22, 23, 14, 1, 14),
        _box(3, 2, 2.4, 11),
        _box(18.6, 2, 2.4, 11),
        _box(3, 6, 18, 2.4),
    ),
    "hammer": (_area(4, 22, 17, 22, 20, 17, 17, 17, 17, 15, 4, 15), _box(9, 1, 3.4, 14)),
    "obelisk": (_area(12, 23, 15, 19, 16.5, 5, 7.5, 5, 9, 19), _box(5, 1, 14, 3)),
    "sword": (
        _line(12, 22, 12, 6, width=3.4),
        _line(6.5, 7.5, 17.5, 7.5, width=3),
        _line(12, 6, 12, 2, width=3),
    ),
    "crown": (_area(2, 20, 7, 13, 12, 22, 17, 13, 22, 20, 20, 5, 4, 5), _box(4, 2, 16, 2)),
    "hut": (_area(12, 23, 22, 4, 15, 4, 12, 12, 9, 4, 2, 4), _line(12, 23, 9.5, 24, width=1.6)),
    # tracks and counts
    "heart": (_area(12, 2, 2, 12, *_arc(7, 16, 5.4, 195, 25), *_arc(17, 16, 5.4, 155, -15), 22, 12),),
    "people": (
        _disc(8, 17, 4),
        _disc(17, 16, 3.2),
        _area(1, 3, 15, 3, 13.5, 10, 10, 12, 6, 12, 2.5, 10),
        _area(16.6, 3, 23, 3, 22, 9, 19, 11, 15.4, 11),
    ),
    "shield": (_area(12, 23, 21, 20, 21, 12, 17.5, 5, 12, 1, 6.5, 5, 3, 12, 3, 20),),
    "laurel": (_area(*_round(5, 8.5, inner=3.6)), ("line", _arc(12, 12, 10.4, 130, 410), 2.0)),
    "coin": (_ring(12, 12, 9.4, 2.6), _ring(12, 12, 4.6, 2.2)),
    "cards": (_loop(3, 3, 14, 3, 14, 18, 3, 18, width=2.2), _line(7, 21.4, 19, 21.4, 19, 6.5, width=2.2)),
    "card": (_BLANK,),
    "gift": (_box(3, 2, 18, 10), _box(1.5, 13, 21, 4), _ring(8.5, 19, 2.6, 2), _ring(15.5, 19, 2.6, 2)),
    "storm": (_area(14, 23, 4, 11, 11, 11, 8, 1, 20, 14, 13, 14),),
    "raid": (
        _line(4, 4, 20, 20, width=3),
        _line(20, 4, 4, 20, width=3),
        _line(3, 8, 8, 3),
        _line(21, 8, 16, 3),
    ),
    "bin": (_area(5, 17, 19, 17, 17.5, 2, 6.5, 2), _box(3, 18.4, 18, 2.4), _box(9, 21, 6, 2)),
    # the app's own
    "back": (_line(14.5, 4, 6.5, 12, 14.5, 20, width=3.2),),
    "next": (_line(9.5, 4, 17.5, 12, 9.5, 20, width=3.2),),
    "up": (_line(4, 8, 12, 16, 20, 8, width=3.2),),
    "down": (_line(4, 16, 12, 8, 20, 16, width=3.2),),
    "save": (
        _line(12, 22, 12, 9, width=2.8),
        _line(6, 14, 12, 8, 18, 14, width=2.8),
        _line(3, 9, 3, 3, 21, 3, 21, 9, width=2.8),
    ),
    "menu": (_line(3, 6, 21, 6, width=2.8), _line(3, 12, 21, 12, width=2.8), _line(3, 18, 21, 18, width=2.8)),
    "undo": (
        ("line", (5, 13.5, *_arc(13, 10, 7, 120, -120)), 2.6),
        _line(10.2, 20, 4, 14, 11, 9.5, width=2.6),
    ),
    "redo": (
        ("line", (19, 13.5, *_arc(11, 10, 7, 60, 300)), 2.6),
        _line(13.8, 20, 20, 14, 13, 9.5, width=2.6),
    ),
    "plus": (_line(12, 4, 12, 20, width=3.2), _line(4, 12, 20, 12, width=3.2)),
    "minus": (_line(4, 12, 20, 12, width=3.2),),
    "check": (_line(3.5, 12, 9.5, 5.5, 20.5, 18.5, width=3.2),),
    "close": (_line(5, 5, 19, 19, width=3), _line(19, 5, 5, 19, width=3)),
    "camera": (
        _loop(2, 4, 22, 4, 22, 18, 17, 18, 15, 21, 9, 21, 7, 18, 2, 18, width=2.2),
        _ring(12, 11, 4.2, 2.4),
    ),
    "hand": (
        _area(
            5,
            12,
            8,
            14,
            8,
            21,
            10,
            21,
            10.6,
            14,
            11.4,
            23,
            13.4,
            23,
            13.8,
            14,
            15,
            21.6,
            17,
            21.4,
            16.8,
            13,
            18.4,
            18,
            20,
            17.4,
            19,
            8,
            16,
            1,
            9,
            1,
            3,
            9,
        ),
    ),
    "gear": (
        _ring(12, 12, 6, 3.4),
        *(
            _line(
                12 + 8 * cos(a * pi / 4),
                12 + 8 * sin(a * pi / 4),
                12 + 10.6 * cos(a * pi / 4),
                12 + 10.6 * sin(a * pi / 4),
                width=3.4,
            )
            for a in range(8)
        ),
    ),
    "list": tuple(part for y in (6, 12, 18) for part in (_disc(4, y, 1.8), _line(9, y, 22, y, width=2.6))),
    "trophy": (
        _area(6, 22, 18, 22, 17, 12, 13.5, 9, 13.5, 5, 17, 3, 17, 1, 7, 1, 7, 3, 10.5, 5, 10.5, 9, 7, 12),
        ("line", _arc(6, 17, 4, 90, 270), 1.8),
        ("line", _arc(18, 17, 4, 90, -90), 1.8),
    ),
    "warn": (_loop(12, 22, 23, 3, 1, 3, width=2.4), _line(12, 15.5, 12, 9.5, width=2.6), _disc(12, 6.4, 1.4)),
    "info": (_ring(12, 12, 9.6, 2.2), _line(12, 12.4, 12, 6.4, width=2.8), _disc(12, 16.6, 1.6)),
    "swap": (
        _line(3, 16, 20, 16, width=2.6),
        _line(15.5, 20.5, 20.5, 16, 15.5, 11.5, width=2.6),
        _line(21, 7, 4, 7, width=2.6),
        _line(8.5, 11.5, 3.5, 7, 8.5, 2.5, width=2.6),
    ),
    "pencil": (_area(3, 3, 4.5, 9, 16.5, 21, 21, 16.5, 9, 4.5),),
    "dice": (
        _loop(3, 3, 21, 3, 21, 21, 3, 21, width=2.2),
        _disc(8, 16, 2),
        _disc(16, 8, 2),
        _disc(12, 12, 2),
    ),
    "code": (
        _loop(3, 14, 10, 14, 10, 21, 3, 21, width=2),
        _loop(14, 14, 21, 14, 21, 21, 14, 21, width=2),
        _loop(3, 3, 10, 3, 10, 10, 3, 10, width=2),
        _box(14, 7, 3, 3),
        _box(18, 3, 3, 3),
        _box(14, 2, 3, 3),
        _box(18, 8, 3, 3),
    ),
    "globe": (
        _ring(12, 12, 9.6, 2),
        _line(2.4, 12, 21.6, 12, width=2),
        _line(12, 2.4, 12, 21.6, width=2),
        ("line", _arc(12, 12, 9.6, 90, 90), 2.0),
    ),
    "letters": (
        _line(1.5, 3, 7, 19, 12.5, 3, width=2.4),
        _line(3.6, 8.6, 10.4, 8.6, width=2.2),
        _ring(18, 7, 3.6, 2.2),
        _line(21.6, 11.2, 21.6, 3, width=2.2),
    ),
    "sun": (
        _disc(12, 12, 4.6),
        *(
            _line(
                12 + 7.4 * cos(a * pi / 4),
                12 + 7.4 * sin(a * pi / 4),
                12 + 10.6 * cos(a * pi / 4),
                12 + 10.6 * sin(a * pi / 4),
                width=2.2,
            )
            for a in range(8)
        ),
    ),
    "sound": (
        _area(2, 9, 7, 9, 13, 3, 13, 21, 7, 15, 2, 15),
        ("line", _arc(13, 12, 5, 50, -50), 2.2),
        ("line", _arc(13, 12, 9, 50, -50), 2.2),
    ),
    "door": (
        _loop(5, 2, 16, 2, 16, 22, 5, 22, width=2.2),
        _disc(13, 12, 1.4),
        _line(18, 12, 24, 12, width=2.2),
    ),
    "play": (_area(6, 2, 21, 12, 6, 22),),
    "clock": (_ring(12, 12, 9.6, 2.2), _line(12, 18, 12, 12, 16.4, 9, width=2.4)),
    "pulse": (_line(1, 11, 7, 11, 10, 19, 14, 4, 17, 11, 23, 11, width=2.6),),
    "rub": (
        _loop(8, 4, 23, 4, 23, 20, 8, 20, 1, 12, width=2.2),
        _line(12, 8.5, 19, 15.5, width=2.2),
        _line(19, 8.5, 12, 15.5, width=2.2),
    ),
    "space": (_line(3, 14, 3, 8, 21, 8, 21, 14, width=2.8),),
    "turn": (("line", _arc(12, 12, 8, 120, -180), 2.6), _area(2, 20, 12, 22, 8.5, 14)),
    "eye": (
        ("loop", (1, 12, *_arc(12, 6, 12, 150, 30), 23, 12, *_arc(12, 18, 12, -30, -150)), 2.0),
        _disc(12, 12, 3.6),
    ),
    "lost": (
        ("loop", (2, 2, 22, 2, 22, 22, 2, 22), 2.2),
        _line(8.6, 15, 9.4, 17.2, 12, 18.2, 14.6, 17.2, 15.2, 14.8, 13.8, 12.8, 12, 11.4, 12, 9.6, width=2.4),
        _disc(12, 6.2, 1.6),
    ),
    "people_swap": (
        _disc(7, 17, 3.6),
        _area(1, 5, 13, 5, 11.5, 11, 2.5, 11),
        _line(15, 13, 22, 13, width=2.2),
        _line(19, 16.4, 22.4, 13, 19, 9.6, width=2.2),
    ),
    "destroyed": (_line(3, 3, 21, 21, width=3), _line(3, 21, 21, 3, width=3)),
}


def parts_of(mark: Mark) -> tuple[Part, ...]:
    """Return the strokes of a mark: the game's own, or those of the symbol of that name."""
    return mark.parts or GLYPHS.get(mark.shape, ())
