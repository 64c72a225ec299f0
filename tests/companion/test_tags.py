"""What stickers say, and that what is misread is noticed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from companion.games import BrokenGame, LoadedGame, discover
from companion.tags import DIGITS, LENGTH, Tags, encode
from rules.core.errors import DataError
from rules.core.game import PieceInfo
from tests.companion import lantern

GAME = lantern.make()
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
CODES = st.text(DIGITS, min_size=1, max_size=4)
COPIES = st.integers(1, 36 * 36 - 1)


def box_of(*pieces: PieceInfo) -> LoadedGame:
    return LoadedGame(GAME.game, msgspec.structs.replace(GAME.box, pieces=pieces))


def piece(code: str, copy: int = 1) -> PieceInfo:
    return PieceInfo(f"{code}.{copy}", code, (("en", "a piece"),), copy)


def neighbours(text: str) -> Iterator[str]:
    for at, old in enumerate(text):
        yield from (text[:at] + new + text[at + 1 :] for new in ALPHANUMERIC if new != old)


def swaps(text: str) -> Iterator[str]:
    for at in range(len(text)):
        for other in range(at + 1, len(text)):
            if text[at] != text[other]:
                mixed = list(text)
                mixed[at], mixed[other] = mixed[other], mixed[at]
                yield "".join(mixed)


@given(CODES, COPIES)
def test_a_sticker_is_read_as_its_piece(code: str, copy: int) -> None:
    one = piece(code, copy)
    tags, text = Tags([box_of(one)]), encode(GAME.game, one)
    found = tags.read(text)
    assert (found.game_id, found.piece_id, found.copy, found.problem) == ("lantern", one.id, copy, None)


@given(CODES, COPIES)
def test_any_wrong_character_and_any_swap_is_noticed(code: str, copy: int) -> None:
    one = piece(code, copy)
    text = encode(GAME.game, one)
    tags = Tags([box_of(one)])
    for wrong in (*neighbours(text), *swaps(text)):
        assert tags.read(wrong).problem in {"damaged", "foreign", "newer_format"}, wrong


@given(CODES, COPIES)
def test_a_sticker_fits_the_smallest_code_at_level_q(code: str, copy: int) -> None:
    text = encode(GAME.game, piece(code, copy))
    assert len(text) == LENGTH <= 16
    made = segno.make_qr(text, error="q", version=1, mode="alphanumeric", boost_error=False)
    assert (made.version, made.error, made.mode) == (1, "Q", "alphanumeric")


@given(st.text(max_size=40))
def test_any_text_at_all_gets_an_answer(text: str) -> None:
    assert Tags([GAME]).read(text).problem == "foreign"


def test_other_codes_formats_games_and_pieces_are_told_apart() -> None:
    tags = Tags([GAME])
    other = msgspec.structs.replace(GAME.box.pieces[0], code="ZZZZ")
    assert tags.read("https://example.org").problem == "foreign"
    assert tags.read("").problem == "foreign"
    assert tags.read("TC2LA00L001XYZ").problem == "newer_format"
    assert tags.read(encode(GAME.game, other)).problem == "unknown_piece"
    assert Tags([]).read(encode(GAME.game, other)).problem == "foreign"


def test_copies_are_pieces_of_their_own() -> None:
    one, two = piece("CU", 1), piece("CU", 2)
    tags = Tags([box_of(one, two)])
    reads = [tags.read(encode(GAME.game, each)) for each in (one, two)]
    assert [read.piece_id for read in reads] == ["CU.1", "CU.2"]
    assert [read.copy for read in reads] == [1, 2]


def test_a_broken_game_takes_no_other_with_it() -> None:
    broken = BrokenGame("chess", DataError("core.data_missing", file="board.toml"))
    first = GAME.box.pieces[0]
    assert Tags([broken, GAME]).read(encode(GAME.game, first)).piece_id == first.id


@pytest.mark.parametrize("copy", [0, 36 * 36])
def test_a_copy_number_that_does_not_fit_is_refused(copy: int) -> None:
    with pytest.raises(ValueError, match="base-36"):
        encode(GAME.game, piece("CU", copy))


def test_every_sticker_of_every_game_is_its_own() -> None:
    games = [each for each in discover() if isinstance(each, LoadedGame)]
    tags = Tags(games)
    for each in games:
        for one in each.box.stickered:
            read = tags.read(encode(each.game, one))
            assert (read.game_id, read.piece_id) == (each.id, one.id)


def test_a_mere_name_has_no_tag_where_other_pieces_have_a_sheet() -> None:
    card, name = msgspec.structs.replace(piece("A"), sheet="city"), piece("B")
    tags = Tags([box_of(card, name)])
    assert tags.read(encode(GAME.game, card)).piece_id == card.id
    assert tags.read(encode(GAME.game, name)).problem == "unknown_piece"
