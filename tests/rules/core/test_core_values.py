"""Values, their JSON, zones, grids, ranks and errors."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.commands import Answer, AskId, Command, Correct, Done, Picked, Put, Retract
from rules.core.errors import DataError, DivergedError, RuleError, RulesError, ScriptError, StaleAnswerError
from rules.core.grid import DIRECTIONS, between, bounds, nearest, neighbours, step
from rules.core.score import rank_by
from rules.core.state import Setup
from rules.core.value import Cell, Msg, PieceRef, SeatRef, Value, Word, from_json, is_whole, msg, to_json
from rules.core.zone import Zone

cells = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))


def test_message_arguments_have_one_order() -> None:
    assert msg("k", b=1, a="x") == msg("k", a="x", b=1) == Msg("k", (("a", "x"), ("b", 1)))


@pytest.mark.parametrize(
    "command",
    [
        Answer(AskId(-1, "deal", 3), Picked((PieceRef("a"), SeatRef(1), Word("w"), Cell(-1, 2)))),
        Answer(AskId(0, "put", 4), Put("a", Cell(0, 0), "city", 3)),
        Answer(AskId(0, "go", 5), Done()),
        Retract(AskId(1, "q", 6)),
        Correct("coins", 3),
        Correct("owner", "bank"),
    ],
    ids=str,
)
def test_commands_survive_one_line_of_json(command: Command) -> None:
    line = to_json(command)
    assert b"\n" not in line
    again: Command = from_json(line, Command)  # type: ignore[arg-type]
    assert again == command


class Lamp(Value, frozen=True):
    light: str = "guided"
    price: int = 1000


def test_equal_values_have_one_json_whatever_objects_they_are_made_of() -> None:
    read = from_json(b'{"light":"guided","price":1000}', Lamp)
    assert read == Lamp()
    assert to_json(read) == to_json(Lamp())


def test_unknown_fields_and_wrong_types_are_refused() -> None:
    for line in (b'{"x":1,"y":2,"z":3}', b'{"x":"1","y":2}', b'{"x":1}'):
        with pytest.raises(msgspec.ValidationError):
            from_json(line, Cell)


def test_values_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Cell(0, 0).x = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("value", "whole"), [(3, True), (-1, True), (True, False), (1.0, False), ("1", False)]
)
def test_whole_numbers_are_told_from_what_only_looks_like_them(value: object, whole: bool) -> None:
    assert is_whole(value) == whole


def test_an_ask_id_reads_as_seat_key_and_number() -> None:
    assert str(AskId(-1, "game.draw", 12)) == "-1:game.draw:12"


def test_a_switch_not_chosen_has_its_default() -> None:
    assert Setup(2, (("deck", "digital"),)).option("deck", "cards") == "digital"
    assert Setup(2).option("deck", "cards") == "cards"


class TestZone:
    def test_every_card_counts_seen_or_not(self) -> None:
        assert len(Zone(("a", "b"), 3)) == 5

    def test_a_known_card_is_taken_before_an_unseen_one(self) -> None:
        assert Zone(("a", "b"), 1).take("a") == Zone(("b",), 1)

    def test_of_two_equal_cards_one_is_taken(self) -> None:
        assert Zone(("a", "b", "a")).take("a") == Zone(("b", "a"))

    def test_a_card_not_known_here_is_one_of_the_unseen(self) -> None:
        assert Zone(("a",), 2).take("z") == Zone(("a",), 1)

    def test_no_card_comes_out_of_nothing(self) -> None:
        for zone in (Zone(), Zone(("a",))):
            with pytest.raises(RuleError, match="zone_empty"):
                zone.take("z")

    def test_unseen_cards_come_and_go_by_count(self) -> None:
        assert Zone(hidden=2).hide(3).hide(-4) == Zone(hidden=1)
        with pytest.raises(RuleError):
            Zone(hidden=2).hide(-3)

    def test_cards_put_in_are_known_in_their_order(self) -> None:
        assert Zone(("a",)).add("c", "b") == Zone(("a", "c", "b"))


class TestGrid:
    def test_above_is_up_the_picture(self) -> None:
        assert step(Cell(0, 0), "above", 2) == Cell(0, -2)

    def test_a_cell_has_four_neighbours_with_their_sides(self) -> None:
        assert dict(neighbours(Cell(2, 3))) == {
            "left": Cell(1, 3),
            "right": Cell(3, 3),
            "above": Cell(2, 2),
            "below": Cell(2, 4),
        }

    def test_between_means_strictly_and_in_one_line(self) -> None:
        assert list(between(Cell(0, 1), Cell(3, 1))) == [Cell(1, 1), Cell(2, 1)]
        assert list(between(Cell(1, 3), Cell(1, 1))) == [Cell(1, 2)]
        assert list(between(Cell(0, 0), Cell(1, 0))) == []
        assert list(between(Cell(0, 0), Cell(2, 2))) == []
        assert list(between(Cell(0, 0), Cell(0, 0))) == []

    @given(one=cells, other=cells)
    def test_between_does_not_care_which_comes_first(self, one: Cell, other: Cell) -> None:
        assert list(between(one, other)) == list(between(other, one))

    @given(start=cells, side=st.sampled_from(sorted(DIRECTIONS)), among=st.lists(cells))
    def test_the_nearest_cell_is_the_first_one_walked_into(
        self, start: Cell, side: str, among: list[Cell]
    ) -> None:
        walked = [step(start, side, times) for times in range(1, 20)]
        assert nearest(start, side, among) == next((cell for cell in walked if cell in among), None)

    def test_bounds_hold_every_cell(self) -> None:
        assert bounds([Cell(2, -1), Cell(-3, 4), Cell(0, 0)]) == (Cell(-3, -1), Cell(2, 4))
        assert bounds([]) == (Cell(0, 0), Cell(0, 0))


def test_equal_keys_share_a_rank_and_the_next_are_left_out() -> None:
    assert rank_by({0: (5, 1), 1: (7, 0), 2: (5, 1), 3: (5, 0)}) == {1: 1, 0: 2, 2: 2, 3: 4}
    assert rank_by({}) == {}


@pytest.mark.parametrize(
    ("kind", "also"),
    [
        (RuleError, ValueError),
        (StaleAnswerError, RuleError),
        (DataError, ValueError),
        (ScriptError, RuntimeError),
        (DivergedError, RuntimeError),
    ],
)
def test_every_error_is_one_of_ours_and_one_of_the_library(
    kind: type[RulesError], also: type[Exception]
) -> None:
    error = kind("core.why", card=PieceRef("a"), count=2)
    assert isinstance(error, RulesError)
    assert isinstance(error, also)
    assert error.message == msg("core.why", card=PieceRef("a"), count=2)
    assert str(error) == "core.why(card=PieceRef(id='a'), count=2)"
