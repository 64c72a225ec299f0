"""Sticker sheets: every code reads back, with its name under it, in the place that was asked for."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pypdfium2
import pytest
import zxingcpp
from numpy.typing import NDArray

from companion.errors import InputError
from companion.games import LoadedGame, discover
from companion.sticker_page import Grid
from companion.stickers import choose_pieces, write_sheets
from companion.tags import encode
from rules.core.game import PieceInfo
from tests.companion import lantern

GAME = lantern.make()
GAMES = [each for each in discover() if isinstance(each, LoadedGame)]
DPI = 300


def pages(path: Path) -> list[tuple[NDArray[np.uint8], str]]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [(np.array(_grey(page)), page.get_textpage().get_text_bounded()) for page in document]
    finally:
        document.close()


def _grey(page: pypdfium2.PdfPage) -> NDArray[np.uint8]:
    return np.array(page.render(scale=DPI / 72, grayscale=True).to_numpy()).squeeze()


def codes(picture: NDArray[np.uint8]) -> list[str]:
    return [each.text for each in zxingcpp.read_barcodes(picture)]


def many(count: int) -> LoadedGame:
    pieces = tuple(
        PieceInfo(f"c{n}", "C", (("pt_BR", "Coração"), ("en", "Heart")), n + 1) for n in range(count)
    )
    return LoadedGame(GAME.game, msgspec.structs.replace(GAME.box, pieces=pieces))


@pytest.mark.parametrize("loaded", [GAME, *GAMES], ids=lambda each: each.id)
def test_every_code_of_every_sheet_reads_back(loaded: LoadedGame, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    pieces = choose_pieces(loaded)
    count = write_sheets(loaded, pieces, path, "en")
    found = pages(path)
    assert len(found) == count
    read = sorted(text for picture, _ in found for text in codes(picture))
    assert read == sorted(encode(loaded.game, piece) for piece in pieces)


def test_names_stand_under_the_codes_in_the_language_asked_for(tmp_path: Path) -> None:
    loaded, path = many(2), tmp_path / "sheet.pdf"
    write_sheets(loaded, loaded.box.pieces, path, "pt_BR")
    assert pages(path)[0][1].count("Coração") == 2


def test_a_begun_sheet_goes_on_where_it_was_left(tmp_path: Path) -> None:
    loaded, path, grid = many(3), tmp_path / "sheet.pdf", Grid()
    assert write_sheets(loaded, loaded.box.pieces, path, "en", start=grid.per_page - 1) == 2
    first, second = pages(path)
    assert (len(codes(first[0])), len(codes(second[0]))) == (2, 1)
    left, top = grid.place(grid.per_page - 2)
    corners = (each.position.top_left for each in zxingcpp.read_barcodes(first[0]))
    position = min(corners, key=lambda corner: corner.x)
    assert position.x / DPI * 25.4 == pytest.approx(left + 15 * 2 / 25, abs=0.5)
    assert position.y / DPI * 25.4 == pytest.approx(top + 15 * 2 / 25, abs=0.5)


def test_a_code_is_as_large_as_the_camera_is_told(tmp_path: Path) -> None:
    loaded, path = many(1), tmp_path / "sheet.pdf"
    write_sheets(loaded, loaded.box.pieces, path, "en", sticker_mm=20)
    corners = zxingcpp.read_barcodes(pages(path)[0][0])[0].position
    assert (corners.top_right.x - corners.top_left.x) / DPI * 25.4 == pytest.approx(20 * 21 / 25, abs=0.4)


def test_a_wrong_sheet_piece_or_start_is_named(tmp_path: Path) -> None:
    for wrong in ({"sheet": "nowhere"}, {"only": ("lamp99",)}):
        with pytest.raises(InputError) as caught:
            choose_pieces(GAME, **wrong)
        assert caught.value.key in {"core.unknown_sheet", "core.unknown_piece"}
    with pytest.raises(InputError):
        write_sheets(GAME, GAME.box.pieces, tmp_path / "x.pdf", "en", start=0)
    for size in (0.0, -3.0, 0.001, 1000.0, float("nan"), float("inf")):
        with pytest.raises(InputError) as caught:
            write_sheets(GAME, GAME.box.pieces, tmp_path / "x.pdf", "en", sticker_mm=size)
        assert caught.value.key == "core.sticker_size"
    with pytest.raises(InputError):
        write_sheets(GAME, GAME.box.pieces, tmp_path / "no" / "x.pdf", "en")


def test_only_the_pieces_asked_for_are_chosen() -> None:
    assert [each.id for each in choose_pieces(GAME, only=("lamp1", "lamp4"))] == ["lamp1", "lamp4"]
    assert choose_pieces(GAME) == GAME.box.pieces


def test_pieces_without_a_sheet_carry_no_sticker_where_others_have_one() -> None:
    pieces = GAME.box.pieces
    mixed = (msgspec.structs.replace(pieces[0], sheet="lamps"), *pieces[1:])
    loaded = LoadedGame(GAME.game, msgspec.structs.replace(GAME.box, pieces=mixed))
    assert choose_pieces(loaded) == mixed[:1]
    assert choose_pieces(loaded, "lamps") == mixed[:1]
    with pytest.raises(InputError) as caught:
        choose_pieces(loaded, only=(pieces[1].id,))
    assert caught.value.key == "core.sticker_none"


def test_the_backs_begin_on_a_page_that_says_what_they_are_for(tmp_path: Path) -> None:
    loaded, path = next(each for each in GAMES if each.id == "prestige"), tmp_path / "sheet.pdf"
    pieces = choose_pieces(loaded)
    for language, word in (("en", "backs (optional)"), ("pt_BR", "versos (opcionais)")):
        count = write_sheets(loaded, pieces, path, language)
        found = pages(path)
        assert all(f"{number}/{count}" in text for number, (_, text) in enumerate(found, start=1))
        assert all("100 %" in text and "50 mm" in text for _, text in found)
        backs = {encode(loaded.game, piece) for piece in pieces if piece.anonymous}
        for picture, text in found:
            assert (
                (word in text) == (not backs.isdisjoint(codes(picture))) == backs.issuperset(codes(picture))
            )


def test_the_measure_on_the_page_is_as_long_as_it_says(tmp_path: Path) -> None:
    loaded, path = many(1), tmp_path / "sheet.pdf"
    write_sheets(loaded, loaded.box.pieces, path, "en")
    line = pages(path)[0][0][round(11 / 25.4 * DPI)]
    dark = np.flatnonzero(line[line.size // 2 :] < 128)
    assert (dark[-1] - dark[0]) / DPI * 25.4 == pytest.approx(50, abs=0.4)


@pytest.mark.parametrize("size", [8.0, 15.0, 25.0, 80.0])
def test_the_grid_stands_in_the_middle_of_the_page(size: float) -> None:
    grid = Grid(size)
    left = grid.place(0)[0]
    right = 210 - grid.place(grid.columns - 1)[0] - size
    assert left == pytest.approx(right)
    assert left >= 12
    assert grid.place(grid.per_page - 1)[1] + size <= 297 - 12


def test_every_name_on_a_sheet_stands_inside_its_cut_marks_and_once(tmp_path: Path) -> None:
    for loaded in GAMES:
        pieces = [piece for piece in choose_pieces(loaded) if not piece.anonymous]
        write_sheets(loaded, pieces, tmp_path / "sheet.pdf", "en")
        document = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")
        textpage = document[0].get_textpage()
        boxes = [textpage.get_rect(at) for at in range(textpage.count_rects())]
        grid = Grid()
        right = (grid.place(grid.columns - 1)[0] + grid.sticker_mm) / 25.4 * 72
        left = grid.place(0)[0] / 25.4 * 72
        under = [box for box in boxes if box[3] < (297 - 22) / 25.4 * 72]
        assert under
        assert all(left <= box[0] and box[2] <= right for box in under)
        document.close()


def test_equal_pieces_are_numbered_where_a_cut_sticker_would_not_tell(tmp_path: Path) -> None:
    loaded, path = many(3), tmp_path / "sheet.pdf"
    write_sheets(loaded, loaded.box.pieces, path, "en")
    text = pages(path)[0][1]
    assert all(f"Heart {number}" in text for number in (1, 2, 3))
