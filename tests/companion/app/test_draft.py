"""Answers put together touch by touch."""

from __future__ import annotations

from companion.viewmodels.actions import Filter, Nudge, Pick, PickCell, PickPiece, Turn
from companion.viewmodels.draft import Draft, may_decline, reply, touch
from rules.core.asks import Ask, Confirm, Number, One, Order, Place, PlaceGroup, Some
from rules.core.commands import Amount, AskId, Done, Picked, Put
from rules.core.value import Cell, PieceRef, Word

A, B, C = PieceRef("a"), PieceRef("b"), PieceRef("c")
ID = AskId(0, "paper.ask", 7)


def after(ask: Ask, *actions: object) -> Draft:
    draft = Draft()
    for action in actions:
        draft = touch(draft, ask, action)  # type: ignore[arg-type]
    return draft


def test_one_touch_answers_a_pick_of_one() -> None:
    ask = One(ID, options=(A, B))
    assert reply(after(ask, Pick(1)), ask) == Picked((B,))


def test_nothing_touched_is_no_answer_yet() -> None:
    ask = One(ID, options=(A, B))
    assert reply(after(ask), ask) is None


def test_a_second_touch_takes_a_pick_back() -> None:
    ask = Some(ID, options=(A, B, C), low=1, high=2)
    assert reply(after(ask, Pick(0), Pick(2), Pick(0)), ask) == Picked((C,))


def test_too_many_picks_are_no_answer() -> None:
    ask = Some(ID, options=(A, B, C), low=1, high=2)
    assert reply(after(ask, Pick(0), Pick(1), Pick(2)), ask) is None


def test_a_sum_that_is_not_reached_is_no_answer() -> None:
    ask = Some(ID, options=(A, B, C), low=0, high=3, predicate="sum_at_least", bound=5, weights=(2, 2, 3))
    assert reply(after(ask, Pick(0), Pick(1)), ask) is None
    assert reply(after(ask, Pick(0), Pick(2)), ask) == Picked((A, C))


def test_an_order_is_the_order_of_touching() -> None:
    ask = Order(ID, options=(A, B, C))
    assert reply(after(ask, Pick(2), Pick(0), Pick(1)), ask) == Picked((C, A, B))


def test_an_order_with_a_gap_is_no_answer() -> None:
    ask = Order(ID, options=(A, B, C))
    assert reply(after(ask, Pick(2)), ask) is None


def test_a_number_stays_between_its_bounds() -> None:
    ask = Number(ID, low=2, high=5)
    assert reply(after(ask), ask) == Amount(2)
    assert reply(after(ask, Nudge(1), Nudge(5)), ask) == Amount(5)
    assert reply(after(ask, Nudge(-5)), ask) == Amount(2)


def test_a_go_on_needs_nothing() -> None:
    assert reply(Draft(), Confirm(ID)) == Done()


def test_a_placement_needs_piece_and_cell() -> None:
    ask = Place(
        ID,
        groups=(PlaceGroup(("a", "b"), (Cell(0, 1), Cell(1, 1))), PlaceGroup(("c",), (Cell(2, 2),), "sea")),
    )
    assert reply(after(ask, PickPiece("b")), ask) is None
    assert reply(after(ask, PickPiece("b"), PickCell(Cell(1, 1))), ask) == Put("b", Cell(1, 1))


def test_the_only_cell_of_a_piece_is_picked_with_it() -> None:
    ask = Place(
        ID, groups=(PlaceGroup(("a",), (Cell(0, 1), Cell(1, 1))), PlaceGroup(("c",), (Cell(2, 2),), "sea"))
    )
    assert reply(after(ask, PickPiece("c")), ask) == Put("c", Cell(2, 2), "sea")


def test_the_only_piece_needs_no_touch() -> None:
    ask = Place(ID, groups=(PlaceGroup(("a",), (Cell(0, 1), Cell(1, 1))),))
    assert reply(after(ask, PickCell(Cell(0, 1))), ask) == Put("a", Cell(0, 1))


def test_a_cell_that_is_not_legal_for_the_piece_is_no_answer() -> None:
    ask = Place(
        ID,
        groups=(PlaceGroup(("a",), (Cell(0, 1), Cell(0, 2))), PlaceGroup(("b",), (Cell(5, 5), Cell(6, 5)))),
    )
    assert reply(after(ask, PickPiece("a"), PickCell(Cell(5, 5))), ask) is None


def test_a_piece_turns_through_its_own_quarters() -> None:
    ask = Place(ID, groups=(PlaceGroup(("a",), (Cell(0, 1), Cell(0, 2)), turns=(0, 2)),))
    turned = after(ask, PickPiece("a"), PickCell(Cell(0, 1)), Turn())
    assert reply(turned, ask) == Put("a", Cell(0, 1), turn=2)


def test_another_question_begins_with_nothing_touched() -> None:
    first, second = One(ID, options=(A, B)), One(AskId(0, "paper.ask", 8), options=(A, B))
    draft = touch(Draft(), first, Pick(1))
    assert touch(draft, second, Filter()).picks == ()


def test_nothing_is_an_answer_only_where_the_question_takes_it() -> None:
    assert may_decline(One(ID, options=(A,), optional=True))
    assert not may_decline(One(ID, options=(A,)))
    assert not may_decline(Number(ID, low=0, high=3))
    assert may_decline(Some(ID, options=(Word("x"),), low=0, high=1))
