"""Codes in rendered and drawn pictures: read, damaged, doubled, foreign."""

from __future__ import annotations

import math
import time

import cv2
import numpy as np
import pytest
import segno

from vision.camera import CM3, WEBCAM
from vision.decode import Decoder, Reader, merge
from vision.decode_pyzbar import PyzbarDecoder
from vision.decode_zxing import EnlargedDecoder, ZxingDecoder
from vision.errors import DecoderError, FrameError
from vision.frame import LONGEST, Grey
from vision.render import Picture, Piece, Scene, View, render
from vision.tag import Tag, text_of


def photograph(view: View, seed: int = 0, *, still: bool = True, turn: float = 0.0) -> Picture:
    pieces = tuple(
        Piece(f"TC1AA{i:02d}", 50 + 70 * (i % 5), 60 + 95 * (i // 5), turn + 37 * i, 63, 88)
        for i in range(15)
    )
    return render(Scene(400, 320, pieces), CM3, view, seed=seed, still=still)


def drawn(content: str | bytes, *, scale: int = 4) -> Grey:
    matrix = np.array([list(row) for row in segno.make_qr(content).matrix], np.uint8)
    ink = np.kron(np.pad(matrix, 4), np.ones((scale, scale), np.uint8))
    return np.where(ink > 0, np.uint8(0), np.uint8(255))


@pytest.mark.parametrize(
    "decoder", [ZxingDecoder(), EnlargedDecoder(), PyzbarDecoder()], ids=lambda d: d.name
)
@pytest.mark.parametrize("turn", [0, 90, 200])
def test_corners_go_clockwise_from_the_code_s_own_top_left(decoder: Decoder, turn: float) -> None:
    picture = photograph(View(450, tilt_deg=10), turn=turn)
    truth = {tag.payload: tag for tag in picture.tags}
    tags = [tag for tag in decoder.decode(picture.grey) if tag.problem is None]
    assert len(tags) >= 0.8 * len(truth)
    for tag in tags:
        off = [math.dist(a, b) for a, b in zip(tag.corners, truth[tag.text].corners, strict=True)]
        assert max(off) < 3.5
        assert tag.module_px == pytest.approx(truth[tag.text].module_px, rel=0.12)
        assert tag.decoder == decoder.name


def test_zxing_s_corners_have_no_bias() -> None:
    off = []
    for seed in range(3):
        picture = photograph(View(500, roll_deg=30 * seed), seed)
        truth = {tag.payload: np.array(tag.corners) for tag in picture.tags}
        off += [np.array(tag.corners) - truth[tag.text] for tag in ZxingDecoder().decode(picture.grey)]
    assert np.abs(np.mean(off, (0, 1))).max() < 0.2


@pytest.mark.parametrize("seed", range(4))
def test_the_documented_still_reads_at_least_99_of_100_stickers(seed: int) -> None:
    view = View(600, tilt_deg=8, tilt_to_deg=80 * seed, roll_deg=25 * seed)
    picture = photograph(view, seed)
    assert 3.3 < picture.px_per_module < 3.7
    read = {tag.text for tag in Reader().read(picture.grey)}
    texts = {tag.payload for tag in picture.tags}
    assert len(texts) == 15
    assert read == texts


def test_a_second_look_finds_what_the_first_missed() -> None:
    picture = photograph(View(600, tilt_deg=8), still=False)
    texts = {tag.payload for tag in picture.tags}
    first = {tag.text for tag in Reader().read(picture.grey) if tag.problem is None}
    patient = Reader(clock=time.process_time)  # a busy machine leaves less to a budget of seconds
    second = {tag.text for tag in patient.read(picture.grey, expected=texts) if tag.problem is None}
    thorough = {tag.text for tag in Reader().read(picture.grey, thorough=True) if tag.problem is None}
    assert first < second
    assert len(second) >= 0.95 * len(texts)
    assert second <= thorough <= texts


def test_a_code_seen_but_not_read_is_damaged() -> None:
    picture = photograph(View(600, tilt_deg=8), still=False)
    tags = Reader().read(picture.grey)
    damaged = [tag for tag in tags if tag.problem == "damaged"]
    assert damaged
    assert all(tag.text == "" for tag in damaged)
    quads = [np.mean(true.corners, 0) for true in picture.tags]
    for tag in damaged:
        assert min(math.dist(tag.centre, quad) for quad in quads) < tag.side


def test_texts_in_any_script() -> None:
    assert text_of("ação".encode()) == "ação"
    assert text_of(b"caf\xe9") == "café"
    assert [tag.text for tag in ZxingDecoder().decode(drawn("日本語"))] == ["日本語"]
    for content in ("Güterzüge", "ação", "TC1AA01", "A\x01B"):
        utf8 = content if content.isascii() else content.encode()
        for decoder in (ZxingDecoder(), PyzbarDecoder()):
            assert [tag.text for tag in decoder.decode(drawn(utf8))] == [content]


def test_letters_that_zbar_cannot_tell_are_damaged_and_not_garbled() -> None:
    for content in ("テスト".encode("shift-jis"), "漢字"):
        (tag,) = PyzbarDecoder().decode(drawn(content))
        assert (tag.text, tag.problem) == ("", "damaged")
        assert [tag.text for tag in Reader().read(drawn(content))] == [
            content if isinstance(content, str) else "テスト"
        ]


def test_a_structured_append_code_spoils_no_frame() -> None:
    sequence = segno.make_sequence("A LONG TEXT IN TWO PARTS", symbol_count=2)
    part = np.array([list(row) for row in sequence[0].matrix], np.uint8)
    odd = np.where(np.kron(np.pad(part, 4), np.ones((4, 4), np.uint8)) > 0, np.uint8(0), np.uint8(255))
    plain = drawn("TC1AA01")
    height = max(odd.shape[0], plain.shape[0])
    sheet = np.full((height, odd.shape[1] + plain.shape[1]), 255, np.uint8)
    sheet[: odd.shape[0], : odd.shape[1]] = odd
    sheet[: plain.shape[0], odd.shape[1] :] = plain
    for decoder in (PyzbarDecoder(), ZxingDecoder()):
        assert "TC1AA01" in {tag.text for tag in decoder.decode(sheet)}


def test_micro_codes_are_not_seen_inside_real_ones() -> None:
    micro = np.array([list(row) for row in segno.make_micro("34").matrix], np.uint8)
    sheet = np.where(np.kron(np.pad(micro, 4), np.ones((6, 6), np.uint8)) > 0, np.uint8(0), np.uint8(255))
    assert Reader().read(sheet) == ()


def tag_at(text: str, x: float, side: float = 40.0, problem: object = None) -> Tag:
    corners = ((x, 0.0), (x + side, 0.0), (x + side, side), (x, side))
    return Tag.measured(text, corners, 0, "test", problem)  # type: ignore[arg-type]


def test_one_code_read_twice_is_one_and_the_same_text_elsewhere_is_two() -> None:
    assert len(merge([tag_at("A", 0), tag_at("A", 1.5), tag_at("A", 200)])) == 2
    assert [tag.text for tag in merge([tag_at("A", 0), tag_at("B", 2)])] == ["A"]


def test_damaged_sightings_of_a_read_code_and_quads_over_several_are_dropped() -> None:
    read = tag_at("A", 0)
    wide = Tag("", ((0.0, 0.0), (400.0, 0.0), (400.0, 40.0), (0.0, 40.0)), 5.0, "test", "damaged")
    lone = tag_at("", 300, problem="damaged")
    assert merge([tag_at("", 3, problem="damaged"), wide, read, lone]) == (read, lone)


@pytest.mark.parametrize(
    "decoder", [ZxingDecoder(), EnlargedDecoder(), PyzbarDecoder()], ids=lambda d: d.name
)
def test_bad_pictures_are_refused_and_tiny_ones_are_empty(decoder: Decoder) -> None:
    with pytest.raises(FrameError):
        decoder.decode(np.zeros((9, 9, 3), np.uint8))
    with pytest.raises(FrameError):
        decoder.decode(np.zeros((0, 9), np.uint8))
    assert decoder.decode(np.zeros((1, 1), np.uint8)) == ()
    strided = np.zeros((40, 80), np.uint8)[:, ::2]
    assert decoder.decode(strided) == ()


def test_a_decoder_that_is_not_installed_is_left_out() -> None:
    def absent() -> Decoder:
        raise DecoderError("vision.decoder.missing", decoder="zxing", reason="no wheel")

    reader = Reader((absent, PyzbarDecoder))
    assert [tag.text for tag in reader.read(drawn("TC1AA01"))] == ["TC1AA01"]
    assert [error.key for error in reader.missing] == ["vision.decoder.missing"]
    with pytest.raises(DecoderError) as caught:
        Reader((absent,)).read(drawn("TC1AA01"))
    assert caught.value.key == "vision.decoder.none"


def test_no_texts_are_seen_in_pictures_without_codes() -> None:
    pieces = tuple(Piece(None, 60 + 70 * i, 100, 11 * i) for i in range(5))
    picture = render(Scene(400, 220, pieces), WEBCAM, View(500))
    noise = np.random.default_rng(3).integers(0, 256, (480, 640), np.uint8)
    blocks = cv2.resize(noise[::8, ::8], None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    for grey in (picture.grey, noise, np.asarray(blocks, np.uint8)):
        assert not [tag for tag in Reader().read(grey, thorough=True) if tag.problem is None]


@pytest.mark.parametrize(
    "decoder", [ZxingDecoder(), EnlargedDecoder(), PyzbarDecoder()], ids=lambda d: d.name
)
@pytest.mark.parametrize("level", ["L", "M", "Q", "H"])
@pytest.mark.parametrize("version", [1, 2])
def test_a_code_in_a_mirror_is_told_from_one_that_is_none(decoder: Decoder, level: str, version: int) -> None:
    for mask in range(8):
        code = segno.make_qr("TC1AA01", error=level, version=version, mask=mask, boost_error=False)
        ink = np.kron(
            np.pad(np.array([list(row) for row in code.matrix], np.uint8), 4), np.ones((3, 3), np.uint8)
        )
        for quarter in range(4):
            grey = np.ascontiguousarray(np.rot90(np.where(ink > 0, 40, 220).astype(np.uint8), quarter))
            assert [tag.is_mirrored for tag in decoder.decode(grey)] == [False]
            assert [tag.is_mirrored for tag in decoder.decode(np.ascontiguousarray(grey.T))] == [True]


@pytest.mark.parametrize(
    "view",
    [
        View(620, noise=8, blur_px=1.0),
        View(450, 50, 30, 20),
        View(450, noise=24),
        View(450, blur_px=2.0),
        View(450, exposure=0.25, noise=6),
        View(450, light=0.9),
        View(450, glare=6),
        View(450, cover=0.04),
    ],
)
def test_hard_pictures_make_no_code_a_mirrored_one(view: View) -> None:
    for seed in range(2):
        grey = photograph(view, seed, still=False).grey
        for picture, is_mirrored in ((grey, False), (np.ascontiguousarray(grey[:, ::-1]), True)):
            decoders = (ZxingDecoder(), EnlargedDecoder(), PyzbarDecoder())
            tags = [tag for decoder in decoders for tag in decoder.decode(picture)]
            assert all(tag.is_mirrored == is_mirrored for tag in tags if tag.problem is None)


@pytest.mark.parametrize("shape", [(40, 32_767), (33_000, 40), (3, 70_000)])
def test_a_picture_too_long_for_the_decoders_is_refused_by_name(shape: tuple[int, int]) -> None:
    with pytest.raises(FrameError) as caught:
        Reader().read(np.full(shape, 128, np.uint8), thorough=True)
    assert caught.value.key == "vision.frame.too_large"


def test_the_longest_picture_is_read() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (40, LONGEST)).astype(np.uint8)
    soft = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)
    assert Reader().read(soft, thorough=True) == ()
