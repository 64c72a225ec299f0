"""Outlines, labels and hints on pictures for people."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from companion.theme import font
from vision.annotate import COLOURS, Mark, State, annotate
from vision.camera import CM3
from vision.decode import Reader
from vision.errors import FrameError
from vision.frame import Grey
from vision.hints import hints
from vision.meter import measure
from vision.render import Piece, Scene, View, render
from vision.tag import Corners

QUAD = ((100.0, 100.0), (200.0, 110.0), (190.0, 210.0), (95.0, 205.0))
FONT = font()
PAPER = np.full((300, 400), 128, np.uint8)


def share_on_edge(picture: np.ndarray, colour: tuple[int, int, int]) -> float:
    """Return how much of the quad's outline has a colour."""
    hits, steps = 0, 200
    for (x0, y0), (x1, y1) in zip(QUAD, QUAD[1:] + QUAD[:1], strict=True):
        for step in range(steps):
            x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
            hits += bool((np.abs(picture[round(y), round(x)].astype(int) - colour) < 40).all())
    return hits / (4 * steps)


@pytest.mark.parametrize(
    ("state", "least", "most"), [("read", 0.97, 1.0), ("unsure", 0.5, 0.85), ("missing", 0.4, 0.65)]
)
def test_outlines_follow_the_code_in_colour_and_in_pattern(state: State, least: float, most: float) -> None:
    picture = annotate(PAPER, [Mark(QUAD, state)])
    assert picture.shape == (300, 400, 3)
    assert picture.dtype == np.uint8
    assert least <= share_on_edge(picture, COLOURS[state]) <= most
    assert (picture[150, 145] == 128).all()
    assert (picture[20, 20] == 128).all()


@pytest.mark.parametrize("shift", [(0, 0), (-95, -100), (199, 89)])
def test_labels_stay_in_the_picture_and_off_the_code(shift: tuple[int, int]) -> None:
    quad = tuple((x + shift[0], y + shift[1]) for x, y in QUAD)
    bare = annotate(PAPER, [Mark(quad, "read")])  # type: ignore[arg-type]
    labelled = annotate(PAPER, [Mark(quad, "read", "Água 12")], font=FONT)  # type: ignore[arg-type]
    changed = np.argwhere((bare != labelled).any(2))
    assert len(changed) > 100
    middle = np.mean(quad, 0)
    assert np.abs(changed - middle[::-1]).max(1).min() > 30


def test_letters_keep_their_accents_and_without_a_font_there_are_none() -> None:
    def named(label: str) -> np.ndarray:
        return annotate(PAPER, [Mark(QUAD, "read", label)], font=FONT)

    assert len({named(label).tobytes() for label in ("Poço", "Poco", "Pôco")}) == 3
    bare = annotate(PAPER, [Mark(QUAD, "read")])
    assert (annotate(PAPER, [Mark(QUAD, "read", "Poço")]) == bare).all()


def test_a_picture_for_the_screen_is_smaller_and_the_marks_still_fit() -> None:
    picture = annotate(PAPER, [Mark(QUAD, "read")], width=200)
    assert picture.shape == (150, 200, 3)
    assert (np.abs(picture[52, 75].astype(int) - COLOURS["read"]) < 60).all()


def test_marks_partly_outside_and_tiny_pictures() -> None:
    outside = ((-50.0, -50.0), (30.0, -40.0), (20.0, 900.0), (-60.0, 40.0))
    assert annotate(PAPER, [Mark(outside, "unsure", "X")], font=FONT).shape == (300, 400, 3)
    assert annotate(np.zeros((2, 2), np.uint8), [Mark(QUAD, "missing", "X")], font=FONT).shape == (2, 2, 3)
    with pytest.raises(FrameError):
        annotate(np.zeros((4, 4, 3), np.uint8), [])


def photo_hints(**view: object) -> tuple[str, ...]:
    pieces = tuple(Piece(f"TC1AA{i:02d}", 45 + 70 * (i % 5), 60 + 95 * (i // 5), 20 * i) for i in range(15))
    still = bool(view.pop("still", True))
    seed = 3
    picture = render(Scene(370, 310, pieces), CM3, View(**view), seed=seed, still=still)  # type: ignore[arg-type]
    return hints(picture.grey, Reader().read(picture.grey))


def on_black_cloth(count: int) -> Grey:
    tokens = tuple(
        Piece(f"TC1AA{i:02d}", 60 + 60 * (i % 4), 50 + 60 * (i // 4), 5, 15, 15) for i in range(count)
    )
    grey = render(Scene(300, 200, tokens), CM3, View(height_mm=450, tilt_deg=5)).grey
    return np.asarray(np.where(grey > 150, grey, grey * 0.35), np.uint8)


@pytest.mark.parametrize("far", [1e9, 1e30, -1e12, np.inf])
def test_a_mark_near_the_horizon_is_drawn_as_far_as_the_picture_goes(far: float) -> None:
    beyond = ((far, far), (200.0, 110.0), (190.0, 210.0), (95.0, 205.0))
    picture = annotate(PAPER, [Mark(beyond, "read", "far"), Mark(QUAD, "unsure")], font=FONT)
    assert (picture != 128).any(2).sum() > 100


def test_a_good_photo_needs_no_hint() -> None:
    for height in (400, 500, 600, 700):
        assert photo_hints(height_mm=height) == ()
    assert photo_hints(light=0.7) == ()
    assert photo_hints(hand=True) == ()


@pytest.mark.parametrize(
    ("view", "hint"),
    [
        ({"height_mm": 600, "still": False}, "too_small"),
        ({"glare": 3}, "glare"),
        ({"height_mm": 450, "blur_px": 3.0}, "blur"),
        ({"height_mm": 600, "blur_px": 2.2}, "blur"),
        ({"exposure": 0.08}, "dark"),
    ],
)
def test_what_stands_in_the_way_is_named(view: dict[str, object], hint: str) -> None:
    assert hint in photo_hints(**view)


@pytest.mark.parametrize("count", [1, 2, 6, 12])
def test_a_black_cloth_in_good_light_is_not_called_dark(count: int) -> None:
    """Stickers on it cover less of the picture than what is looked at for its brightest parts."""
    grey = on_black_cloth(count)
    tags = Reader().read(grey)
    assert tags
    assert "dark" not in hints(grey, tags)
    assert measure(grey, tags).light != "dark"
    dim = (grey * 0.25).astype(np.uint8)
    assert "dark" in hints(dim, Reader().read(dim))


@pytest.mark.parametrize(("blur_px", "found"), [(0.0, ()), (1.0, ()), (2.6, ("blur",))])
@pytest.mark.parametrize("still", [True, False])
def test_blur_is_told_from_a_nearly_empty_table_without_any_code_read(
    blur_px: float, found: tuple[str, ...], still: bool
) -> None:
    alone = Scene(370, 310, (Piece("TC1AA07", 185, 155, 140),))
    picture = render(alone, CM3, View(height_mm=600, blur_px=blur_px), seed=3, still=still)
    assert hints(picture.grey) == found


def test_hints_of_pictures_without_any_tags() -> None:
    assert hints(np.zeros((200, 300), np.uint8)) == ("dark",)
    assert hints(np.full((200, 300), 255, np.uint8)) == ("glare",)
    assert hints(np.full((200, 300), 140, np.uint8)) == ()


def quad_at(x: float, y: float, side: float = 40) -> Corners:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def named(paper: np.ndarray, quads: list[Corners], own: Corners, label: str) -> np.ndarray:
    return annotate(paper, [Mark(quad, "read", label if quad is own else "") for quad in quads], font=FONT)


def inked(labels: list[str], gap: float, width: int = 900) -> list[np.ndarray]:
    """Return, for a row of codes, where each one's label has left ink."""
    paper = np.full((200, width), 128, np.uint8)
    quads = [quad_at(60 + at * gap, 100 + 6 * at) for at in range(len(labels))]
    bare = annotate(paper, [Mark(quad, "read") for quad in quads])
    return [
        (named(paper, quads, own, label) != bare).any(2) for own, label in zip(quads, labels, strict=True)
    ]


@pytest.mark.parametrize("gap", [60, 90, 150])
def test_labels_of_neighbours_never_run_into_one_another(gap: float) -> None:
    spots = inked(["Hospedaria de Peregrinos", "Muralha Externa", "Poço", "Santuário do Cume"], gap)
    assert all(spot.any() for spot in spots)
    for one, other in pairwise(spots):
        assert not (one & other).any()
        assert np.argwhere(one)[:, 1].max() < np.argwhere(other)[:, 1].min()


def test_a_label_with_room_is_written_in_full_and_as_large_as_ever() -> None:
    alone = inked(["Hospedaria de Peregrinos"], 0)[0]
    beside = inked(["Hospedaria de Peregrinos", ""], 600)[0]
    assert (alone == beside).all()
    narrow = inked(["Hospedaria de Peregrinos", ""], 100)[0]
    assert 0 < np.ptp(np.argwhere(narrow)[:, 1]) < 100 < np.ptp(np.argwhere(alone)[:, 1])


def test_a_label_without_any_room_is_left_out() -> None:
    assert not inked(["Hospedaria", ""], 12)[0].any()


def test_a_mirrored_picture_is_named_and_one_reflection_is_not() -> None:
    pieces = tuple(Piece(f"TC1AA{i:02d}", 50 + 70 * (i % 4), 60 + 95 * (i // 4)) for i in range(8))
    grey = render(Scene(400, 320, pieces), CM3, View(450), still=True).grey
    flipped = np.ascontiguousarray(grey[:, ::-1])
    tags, reflected = Reader().read(grey), Reader().read(flipped)
    assert hints(flipped, reflected) == ("mirrored",)
    assert hints(grey, (*tags, reflected[0])) == ()
