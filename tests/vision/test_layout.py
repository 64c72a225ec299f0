"""Hand-laid cities told in cells, from true corners and from decoded photos."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from tests.vision.staging import lay_city
from vision.camera import CM3, code_side_mm
from vision.decode import Reader, merge
from vision.errors import GeometryError
from vision.geometry import apply, box, rigid
from vision.layout import Layout, Pitch, lattice, rows
from vision.plane import fit_plane
from vision.render import Picture, Scene, View, projection, render
from vision.tag import Tag

PITCH = Pitch(70, 96, 0, 30)


def photograph(scene: Scene, view: View, seed: int) -> Picture:
    return render(scene, CM3, view, seed=seed, still=True)


def seen(scene: Scene, seed: int, *, tilt: float = 0.0, noise_px: float = 0.5) -> list[Tag]:
    """Return tags at their true corners, off as a decoder's are; quicker than a decoded photo."""
    rng = np.random.default_rng(seed)
    high = CM3.height_for(scene.width_mm, scene.height_mm) * 1.3
    view = View(high, tilt, 50.0 * seed, 33.0 * seed)
    to_frame = projection(scene, CM3, view, still=True)
    side = code_side_mm()
    tags = []
    for piece in scene.pieces:
        pose = rigid(piece.x_mm, piece.y_mm, piece.angle_deg) @ rigid(piece.sticker_dx, piece.sticker_dy, 0)
        corners = apply(to_frame @ pose, box(side, side)) + rng.normal(0, noise_px, (4, 2))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        tags.append(Tag.measured(str(piece.payload), (a, b, c, d), 21, "truth"))
    return tags


def cells(layout: Layout) -> dict[str, tuple[int, int, int]]:
    return {card.text: (card.col, card.row, card.turn) for card in layout.placed}


@pytest.mark.parametrize("seed", range(3))
def test_a_decoded_photo_of_a_hand_laid_city_is_laid_out_right(seed: int) -> None:
    laid = lay_city(seed, cols=5, rows=3, off=0.12, off_deg=8)
    high = CM3.height_for(laid.scene.width_mm, laid.scene.height_mm) * 1.35
    photo = photograph(laid.scene, View(high, 14, 70.0 * seed), seed)
    tags = Reader().read(photo.grey, expected=tuple(laid.truth))
    layout = lattice(tags, PITCH, laid.origin)
    assert layout.anchored
    # A card laid crosswise may lie over its neighbour's sticker, as on a real table.
    in_sight = {tag.payload for tag in photo.tags if tag.covered == 0}
    assert len(in_sight) >= 0.8 * len(laid.truth)
    told = cells(layout)
    assert in_sight <= told.keys()
    assert told == {text: laid.truth[text] for text in told}


@pytest.mark.parametrize("tilt", [0, 15, 30])
@pytest.mark.parametrize("seed", range(8))
def test_cards_a_fifth_of_the_pitch_and_twelve_degrees_off_are_all_told(tilt: float, seed: int) -> None:
    laid = lay_city(seed, off=0.2, off_deg=12)
    layout = lattice(seen(laid.scene, seed, tilt=tilt), PITCH, laid.origin)
    assert cells(layout) == laid.truth


@pytest.mark.parametrize("seed", range(8))
def test_gaps_in_the_city_and_wider_gaps_between_cards(seed: int) -> None:
    holes = lay_city(seed, off=0.12, off_deg=8, empty=0.5)
    assert cells(lattice(seen(holes.scene, seed, tilt=15), PITCH, holes.origin)) == holes.truth
    wide = lay_city(seed, off=0.08, off_deg=6, gap=14)
    assert cells(lattice(seen(wide.scene, seed, tilt=15), PITCH, wide.origin)) == wide.truth


@pytest.mark.parametrize("seed", range(12))
def test_worse_laid_cards_are_untold_rather_than_wrong(seed: int) -> None:
    laid = lay_city(seed, off=0.3, off_deg=15)
    layout = lattice(seen(laid.scene, seed, tilt=15), PITCH, laid.origin)
    assert {text: laid.truth[text] for text in cells(layout)} == cells(layout)
    assert len(layout.placed) + len(layout.untold) == len(laid.truth)
    assert len(layout.placed) >= 0.6 * len(laid.truth)


def test_a_card_between_two_cells_is_untold() -> None:
    laid = lay_city(1, empty=0.0, turned=0.0)
    pieces = list(laid.scene.pieces)
    pieces[0] = dataclasses.replace(pieces[0], x_mm=pieces[0].x_mm - 35)
    layout = lattice(seen(Scene(470, 430, tuple(pieces)), 0), PITCH, laid.origin)
    assert [(one.text, one.reason) for one in layout.untold] == [(pieces[0].payload, "between_cells")]
    assert pieces[0].payload not in cells(layout)


def test_a_card_laid_at_45_degrees_is_untold() -> None:
    laid = lay_city(1, empty=0.0, turned=0.0)
    pieces = list(laid.scene.pieces)
    # Turned about its sticker, so that the sticker stays where it was but the card's middle does not.
    pieces[7] = dataclasses.replace(pieces[7], angle_deg=45, sticker_dy=0)
    others = [dataclasses.replace(piece, sticker_dy=0) for piece in pieces[:7] + pieces[8:]]
    layout = lattice(seen(Scene(470, 430, (*others, pieces[7])), 0), Pitch(70, 96), laid.origin)
    assert [(one.text, one.reason) for one in layout.untold] == [(pieces[7].payload, "askew")]


def test_two_cards_in_one_cell_are_both_untold() -> None:
    laid = lay_city(1, empty=0.0, turned=0.0)
    first = laid.scene.pieces[3]
    second = dataclasses.replace(first, payload="TC1PRXTRA", y_mm=first.y_mm + 15)
    layout = lattice(seen(Scene(470, 430, (*laid.scene.pieces, second)), 0), PITCH, laid.origin)
    assert {(one.text, one.reason) for one in layout.untold} == {
        (first.payload, "cell_taken"),
        ("TC1PRXTRA", "cell_taken"),
    }
    assert cells(layout).items() <= laid.truth.items()


def test_the_same_text_twice_damaged_codes_and_other_sizes_are_named() -> None:
    laid = lay_city(2, empty=0.0)
    tags = seen(laid.scene, 1)
    twice = tags[0]
    big = Tag.measured("BIG", tuple((3 * x, 3 * y) for x, y in box(40, 40)), 21, "truth")  # type: ignore[arg-type]
    damaged = Tag.measured("", tags[1].corners, 21, "truth", "damaged")
    layout = lattice([*tags[2:], twice, twice.scaled(1.02), big, damaged], PITCH, laid.origin)
    reasons = sorted((one.text, one.reason) for one in layout.untold)
    assert reasons == sorted([("", "damaged"), (twice.text, "twice"), (twice.text, "twice"), ("BIG", "size")])


@pytest.mark.parametrize("seed", range(4))
def test_without_the_origin_known_cards_anchor_the_city(seed: int) -> None:
    laid = lay_city(seed, off=0.1, off_deg=6)
    tags = [tag for tag in seen(laid.scene, seed, tilt=10) if tag.text != laid.origin]
    names = [tag.text for tag in tags]
    rest = {text: cell for text, cell in laid.truth.items() if text != laid.origin}
    one = {names[3]: laid.truth[names[3]]}
    two = {name: laid.truth[name][:2] for name in (names[1], names[-1])}
    for known in (one, two):
        layout = lattice(tags, PITCH, laid.origin, known)
        assert layout.anchored
        assert cells(layout) == rest


def test_one_known_cell_without_its_turn_is_not_enough() -> None:
    laid = lay_city(3, off=0.1, off_deg=6)
    tags = [tag for tag in seen(laid.scene, 0) if tag.text != laid.origin]
    layout = lattice(tags, PITCH, laid.origin, {tags[0].text: laid.truth[tags[0].text][:2]})
    assert not layout.anchored


def test_a_known_card_that_was_moved_since_is_outvoted() -> None:
    laid = lay_city(4, off=0.05, off_deg=4, empty=0.0)
    tags = [tag for tag in seen(laid.scene, 0) if tag.text != laid.origin]
    known = {tag.text: laid.truth[tag.text] for tag in tags[:4]}
    col, row, turn = known[tags[0].text]
    known[tags[0].text] = (col + 2, row, turn)
    layout = lattice(tags, PITCH, None, known)
    assert layout.anchored
    assert cells(layout) == {text: cell for text, cell in laid.truth.items() if text != laid.origin}
    contradicting = {tags[0].text: (col + 2, row, turn), tags[1].text: laid.truth[tags[1].text]}
    assert not lattice(tags, PITCH, None, contradicting).anchored


def test_without_anchors_the_layout_is_relative_and_most_cards_are_upright() -> None:
    laid = lay_city(5, off=0.1, off_deg=6)
    layout = lattice(seen(laid.scene, 0), PITCH)
    assert not layout.anchored
    found = cells(layout)
    left = min(col for col, _, _ in laid.truth.values())
    top = min(row for _, row, _ in laid.truth.values())
    assert found == {text: (col - left, row - top, turn) for text, (col, row, turn) in laid.truth.items()}


def test_the_origin_alone_and_nothing_at_all() -> None:
    laid = lay_city(6)
    tags = [tag for tag in seen(laid.scene, 0) if tag.text == laid.origin]
    layout = lattice(tags, PITCH, laid.origin)
    assert cells(layout) == {laid.origin: (0, 0, 0)}
    assert layout.placed[0].confidence == 1.0
    nothing = lattice([], PITCH, laid.origin)
    assert (nothing.placed, nothing.untold, nothing.anchored, nothing.outline(0, 0)) == ((), (), False, None)


def test_confidence_falls_with_distance_from_the_lattice() -> None:
    neat = lattice(seen(lay_city(7).scene, 0), PITCH, lay_city(7).origin)
    messy = lattice(seen(lay_city(7, off=0.2, off_deg=12).scene, 0), PITCH, lay_city(7).origin)
    assert min(card.confidence for card in neat.placed) > 0.9
    assert np.mean([card.confidence for card in messy.placed]) < 0.85
    assert all(0 <= card.confidence <= 1 for card in messy.placed)


def test_a_missing_card_s_place_can_be_shown_in_the_picture() -> None:
    laid = lay_city(8, off=0.05, off_deg=4, empty=0.0, turned=0.0)
    tags = seen(laid.scene, 0, tilt=15)
    absent = next(tag for tag in tags if laid.truth[tag.text][:2] == (1, 1))
    layout = lattice([tag for tag in tags if tag is not absent], PITCH, laid.origin)
    outline = layout.outline(1, 1)
    assert outline is not None
    middle = np.mean(outline, 0)
    assert math.dist(middle, absent.centre) < 3.0 * absent.side
    width = math.dist(outline[0], outline[1])
    assert width == pytest.approx(0.9 * 70 / code_side_mm() * absent.side, rel=0.25)


@pytest.mark.parametrize("tilt", [0, 25, 40])
def test_the_plane_of_a_slanted_photo_is_right_to_two_millimetres(tilt: float) -> None:
    laid = lay_city(9, off=0.2, off_deg=45)
    plane = fit_plane(seen(laid.scene, 3, tilt=tilt), code_side_mm())
    truth = np.array(
        [
            apply(rigid(piece.x_mm, piece.y_mm, piece.angle_deg), [(0, piece.sticker_dy)])[0]
            for piece in laid.scene.pieces
        ]
    )
    a, b = ((points - points.mean(0)) @ (1, 1j) for points in (plane.poses[:, :2], truth))
    turn = (np.conj(a) * b).sum()
    assert np.abs(a * turn / abs(turn) - b).max() < 2.5
    assert np.abs(plane.sizes - 1).max() < 0.05


def test_no_plane_without_tags_or_from_points() -> None:
    with pytest.raises(GeometryError):
        fit_plane([], 12.6)
    point = Tag.measured("A", ((5.0, 5.0),) * 4, 21, "truth")
    with pytest.raises(GeometryError):
        fit_plane([point], 12.6)


def test_a_spread_is_read_in_rows() -> None:
    def at(text: str, x: float, y: float) -> Tag:
        return Tag.measured(text, tuple((x + p, y + q) for p, q in box(40, 40)), 21, "t")  # type: ignore[arg-type]

    tags = [at("C", 500, 112), at("E", 320, 410), at("A", 100, 95), at("B", 300, 140), at("D", 90, 380)]
    assert ["".join(tag.text for tag in row) for row in rows(tags)] == ["ABC", "DE"]
    assert rows([]) == ()


def test_a_city_in_a_mirror_is_not_told_and_a_reflection_is_no_second_card() -> None:
    laid = lay_city(1, cols=4, rows=3, off=0.1, off_deg=5)
    high = CM3.height_for(laid.scene.width_mm, laid.scene.height_mm) * 1.3
    photo = photograph(laid.scene, View(high, 10), 1).grey
    reflected = Reader().read(np.ascontiguousarray(photo[:, ::-1]), expected=tuple(laid.truth))
    assert len(reflected) >= 0.8 * len(laid.truth)
    assert all(tag.is_mirrored for tag in reflected)
    layout = lattice(reflected, PITCH, laid.origin)
    assert not layout.placed
    assert {each.reason for each in layout.untold} == {"mirrored"}
    straight = Reader().read(photo)
    assert not any(tag.is_mirrored for tag in straight)
    both = merge((*reflected, *straight))
    assert {tag.text for tag in both if tag.is_mirrored} == {tag.text for tag in reflected} - {
        tag.text for tag in straight
    }
