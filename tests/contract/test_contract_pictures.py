"""What a game shows on a screen can be drawn and said: symbols, colours, texts, pieces in their places."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.screens.glyphs import parts_of
from companion.texts import LANGUAGES, Texts
from companion.theme import COLOURS, INK
from companion.viewmodels import looks
from rules.core.game import Game
from rules.core.picture import SPOTS, STROKES, Board, Face, Lattice, Line, Look, Mark, Part, Track
from rules.core.value import Cell, Msg, PieceRef, Value, Word
from tests.contract.cases import CASES, LOADED, Case
from tests.contract.walks import VERBS, Walk

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_real_case = pytest.mark.parametrize("case", [case for case in CASES if not case.is_paper], ids=str)
STEPS = 60


def parts_in(value: object) -> Iterator[object]:
    """Yield every value inside a picture."""
    yield value
    if isinstance(value, Msg):
        return
    inner = value if isinstance(value, tuple) else ()
    if isinstance(value, Value):
        inner = tuple(getattr(value, name) for name in value.__struct_fields__)
    for each in inner:
        yield from parts_in(each)


def is_drawable(part: Part) -> bool:
    kind, points, width = part
    inside = all(0 <= point <= 24 for point in points)
    whole = len(points) == 3 if kind in {"disc", "ring"} else len(points) >= 4 and len(points) % 2 == 0
    return kind in STROKES and inside and whole and (width > 0 or kind in {"area", "disc"})


def faults_of(picture: Value) -> list[Mark | Track]:
    """Name the marks that no screen could draw, and the tracks that end before their value."""
    found: list[Mark | Track] = []
    for each in parts_in(picture):
        match each:
            case Mark(shape="", parts=()):
                pass
            case Mark(colour=colour, parts=own):
                known = colour in COLOURS or colour in INK.__struct_fields__
                if not known or not parts_of(each) or not all(map(is_drawable, own)):
                    found.append(each)
            case Track(low=low, high=high, value=value, spots=spots):
                if not low <= value <= high or any(
                    not low <= at <= high or sort not in SPOTS for at, sort in spots
                ):
                    found.append(each)
    return found


def look_of(case: Case) -> Look[object]:
    return looks.find(case.game)


def boards(case: Case, seed: int) -> Iterator[tuple[Walk, Board]]:
    """Picture a game on its way for the shared screen and for every seat."""
    walk, dice, look = Walk(case, seed), random.Random(seed), look_of(case)
    for number in range(STEPS):
        walk.take(dice.choice(VERBS), dice.randrange(2**16))
        if number % 6 == 0:
            for seat in (None, *range(case.seats)):
                table = case.game.cut(case.box, walk.table, seat)
                yield walk, look.board(case.box, table, case.game.score(case.box, table))


def faces(case: Case) -> Iterator[Face]:
    look, walk = look_of(case), Walk(case, 3)
    yield from (look.face(case.box, piece.id) for piece in case.box.pieces)
    walk.play_on(3)
    groups = dict.fromkeys(row.group for row in walk.referee.score(walk.state).rows if row.group)
    yield from (look.group(case.box, key) for key in groups)


@each_case
@pytest.mark.parametrize("seed", range(2))
def test_every_symbol_and_colour_of_a_board_is_known(case: Case, seed: int) -> None:
    assert [fault for _, board in boards(case, seed) for fault in faults_of(board)] == []


@each_case
def test_every_symbol_and_colour_of_a_piece_is_known(case: Case) -> None:
    assert [fault for face in faces(case) for fault in faults_of(face)] == []


@each_real_case
def test_a_picture_shows_no_word_without_a_text(case: Case) -> None:
    every = [Texts(language) for language in LANGUAGES]
    pictures = [*(board for _, board in boards(case, 1)), *faces(case)]
    for word in (each for picture in pictures for each in parts_in(picture)):
        if isinstance(word, Msg | PieceRef | Word):
            for texts in every:
                texts.label(word, box=case.box)
    assert {texts.language: list(texts.missing) for texts in every if texts.missing} == {}


@each_case
def test_what_lies_on_a_grid_is_in_the_box_and_in_a_place_of_its_own(case: Case) -> None:
    pieces = {piece.id for piece in case.box.pieces}
    for _, board in boards(case, 1):
        areas = [lattice.area for lattice in board.lattices]
        assert len(areas) == len(set(areas))
        names = [lattice.text for lattice in board.lattices if lattice.text is not None]
        assert len(names) == len(set(names))
        for lattice in board.lattices:
            assert {tile.piece for tile in lattice.tiles} <= pieces
            cells = [tile.cell for tile in lattice.tiles]
            assert len(cells) == len(set(cells))
            assert all(_is_inside(cell, lattice) for cell in cells)
            assert lattice.aspect > 0


def _is_inside(cell: Cell, lattice: Lattice) -> bool:
    if lattice.ends is None:
        return True
    low, high = lattice.ends
    return low.x <= cell.x <= high.x and low.y <= cell.y <= high.y


@each_case
def test_a_card_turned_up_is_in_the_box(case: Case) -> None:
    walk, look = Walk(case, 2), look_of(case)
    walk.play_on(2)
    shown = {look.shown(case.box, (event,)) for event in walk.events}
    assert shown - {""} <= {piece.id for piece in case.box.pieces}


def test_prestige_shows_the_events_that_are_drawn() -> None:
    case = next(case for case in CASES if case.game.id == "prestige" and case.level == "guided")
    walk = Walk(case, 2)
    walk.play_on(2)
    assert any(look_of(case).shown(case.box, (event,)) for event in walk.events)


@pytest.mark.parametrize("loaded", LOADED, ids=lambda loaded: str(loaded.id))
def test_every_game_of_the_box_has_a_look_of_its_own(loaded: object) -> None:
    game: Game[object] = loaded.game  # type: ignore[attr-defined]
    assert game.look is not None
    assert looks.find(replace(game, look=None)) is not game.look


@pytest.mark.parametrize(
    "mark",
    [
        Mark("no_such_symbol"),
        Mark("star", "no_such_colour"),
        Mark("own", "text", (("blob", (1, 1, 2, 2), 1),)),
        Mark("own", "text", (("line", (1, 1, 30, 2), 1),)),
        Mark("own", "text", (("disc", (1, 1), 0),)),
    ],
)
def test_a_mark_that_cannot_be_drawn_is_noticed(mark: Mark) -> None:
    assert faults_of(Board(leads=Line(Word("core.table"), mark))) == [mark]


def test_a_marker_off_its_track_is_noticed() -> None:
    track = Track("coins", Word("core.table"), 6, 0, 5)
    assert faults_of(Board(tracks=(track,))) == [track]
