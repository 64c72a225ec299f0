"""What scripts may count on when they ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.asks import Number, PlaceGroup, Some
from rules.core.commands import Amount, Correct, Done, Picked, Put
from rules.core.desk import Script
from rules.core.errors import RuleError
from rules.core.value import TABLE, Cell, PieceRef, msg
from tests.rules.core.tiny import OUT, Table, TinyDesk


def one(cards: str = "abc", **more: Any) -> Callable[[TinyDesk], Script[None]]:
    def script(desk: TinyDesk) -> Script[None]:
        found = yield from desk.one(
            0, "q", lambda: [card for card in desk.cards() if card.id in cards], **more
        )
        desk.note(found.id if isinstance(found, PieceRef) else found)

    return script


def test_a_single_option_is_taken_without_asking() -> None:
    table = Table(one("b"))
    assert table.open == []
    assert table.tray.diary == ("b",)


@pytest.mark.parametrize(
    "mark", [{"optional": True}, {"trusted": True}, {"secret": True}, {"chance": "seen"}]
)
def test_a_single_option_is_asked_where_to_take_it_would_assume_or_tell(mark: dict[str, Any]) -> None:
    table = Table(one("b", **mark))
    assert table.open == ["0:q"]
    table.pick("0:q", "b")
    assert table.tray.diary == ("b",)


@pytest.mark.parametrize("mark", [{}, {"optional": True}, {"trusted": True}])
def test_nothing_on_offer_is_not_asked(mark: dict[str, Any]) -> None:
    assert Table(one("", **mark)).tray.diary == ("None",)


def test_an_optional_question_can_be_declined() -> None:
    table = Table(one(optional=True))
    table.pick("0:q")
    assert table.tray.diary == ("None",)


def test_message_arguments_are_kept_in_a_stable_order() -> None:
    ask = Table(one(args={"z": 1, "a": 2})).ask("0:q")
    assert ask.text == msg("q", a=2, z=1)


def test_a_correction_asks_again_by_the_same_id_with_new_options() -> None:
    table = Table(one())
    before = table.ask("0:q")
    table.do(Correct("a", OUT))
    after = table.ask("0:q")
    assert after.id == before.id
    assert after.options == (PieceRef("b"), PieceRef("c"))
    with pytest.raises(RuleError):
        table.pick("0:q", "a")


def test_a_question_stays_open_where_a_correction_leaves_one_option() -> None:
    table = Table(one())
    table.do(Correct("a", OUT))
    table.do(Correct("b", OUT))
    assert table.open == ["0:q"]
    table.pick("0:q", "c")


def test_a_question_closes_where_a_correction_leaves_no_option() -> None:
    table = Table(one())
    for card in "abc":
        table.do(Correct(card, OUT))
    assert table.tray.diary == ("None",)
    assert table.open == []


def some(low: int, high: int, **more: Any) -> Callable[[TinyDesk], Script[None]]:
    def script(desk: TinyDesk) -> Script[None]:
        found = yield from desk.some(0, "q", desk.cards, low, high, **more)
        desk.note("".join(card.id for card in found if isinstance(card, PieceRef)))

    return script


def test_as_many_are_asked_for_as_there_are() -> None:
    ask = Table(some(5, 9)).ask("0:q")
    assert isinstance(ask, Some)
    assert (ask.low, ask.high) == (3, 3)


def test_nothing_to_pick_is_not_asked() -> None:
    assert Table(some(0, 0)).open == []


def worth(card: Any) -> int:
    return {"a": 1, "b": 2, "c": 4}[card.id]


def test_a_sum_that_cannot_be_reached_is_not_asked() -> None:
    table = Table(some(1, 3, predicate="sum_at_least", bound=8, weigh=worth))
    assert table.open == []
    assert table.tray.diary == ("",)


def test_a_sum_below_its_bound_is_refused_by_name() -> None:
    table = Table(some(1, 3, predicate="sum_at_least", bound=5, weigh=worth))
    with pytest.raises(RuleError, match="sum_at_least"):
        table.pick("0:q", "a", "b")
    table.pick("0:q", "a", "c")
    assert table.tray.diary == ("ac",)


def test_weights_and_bound_follow_a_correction() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from desk.some(
            0, "q", desk.cards, 1, 3, predicate="sum_at_least", bound=lambda: desk.table.coins, weigh=worth
        )

    table = Table(script)
    table.do(Correct("coins", 4))
    table.do(Correct("a", OUT))
    ask = table.ask("0:q")
    assert (ask.bound, ask.weights) == (4, (2, 4))
    table.do(Correct("coins", 7))
    assert table.open == []


def test_fewer_than_two_things_need_no_order() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from desk.order(0, "none", list)
        found = yield from desk.order(0, "one", lambda: [PieceRef("x")])
        desk.note(found)
        yield from desk.order(0, "three", desk.cards)

    table = Table(script)
    assert table.open == ["0:three"]
    table.pick("0:three", "c", "a", "b")
    assert len(table.tray.diary) == 1


def number(bounds: Callable[[int], tuple[int, int]]) -> Callable[[TinyDesk], Script[None]]:
    def script(desk: TinyDesk) -> Script[None]:
        desk.note((yield from desk.number(0, "q", lambda: bounds(desk.table.coins))))

    return script


def test_a_number_with_one_value_is_not_asked() -> None:
    assert Table(number(lambda _coins: (2, 2))).tray.diary == ("2",)


def test_bounds_follow_a_correction_until_one_value_is_left() -> None:
    table = Table(number(lambda coins: (0, coins)))
    table.do(Correct("coins", 7))
    ask = table.ask("0:q")
    assert isinstance(ask, Number)
    assert (ask.low, ask.high) == (0, 7)
    table.do(Correct("coins", 0))
    assert table.tray.diary == ("0",)


def test_a_number_is_answered_in_its_bounds() -> None:
    table = Table(number(lambda coins: (1, coins)))
    for value in (0, 4):
        with pytest.raises(RuleError):
            table.say("0:q", Amount(value))
    table.say("0:q", Amount(3))
    assert table.tray.diary == ("3",)


def place(*groups: PlaceGroup, optional: bool = False) -> Callable[[TinyDesk], Script[None]]:
    def script(desk: TinyDesk) -> Script[None]:
        put = yield from desk.place(0, "q", lambda: groups, optional=optional)
        desk.note(put.cell if put else None)

    return script


@pytest.mark.parametrize(
    "group",
    [
        PlaceGroup((), (Cell(0, 0),)),
        PlaceGroup(("a",), ()),
        PlaceGroup(("a",), (Cell(0, 0),), turns=()),
    ],
)
def test_a_piece_that_fits_nowhere_is_not_asked_for(group: PlaceGroup) -> None:
    assert Table(place(group, optional=True)).tray.diary == ("None",)


def test_a_piece_is_placed_on_a_cell_of_its_group() -> None:
    table = Table(place(PlaceGroup(("a",), (Cell(0, 0),)), PlaceGroup(("b",), (Cell(1, 0),))))
    with pytest.raises(RuleError):
        table.say("0:q", Put("a", Cell(1, 0)))
    table.say("0:q", Put("b", Cell(1, 0)))
    assert table.tray.diary == (str(Cell(1, 0)),)


def test_a_confirmation_waits_for_go_on() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from desk.confirm(1, "q")
        desk.note("on")

    table = Table(script)
    with pytest.raises(RuleError):
        table.say("1:q", Picked())
    table.say("1:q", Done())
    assert table.tray.diary == ("on",)


def test_facts_instructions_and_secrets_are_told_as_such() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        desk.tell("told", 1, count=2)
        desk.tell("whispered", private=2)
        desk.instruct("draw", 0)
        yield from desk.confirm(TABLE, "q")

    told, whispered, draw = Table(script).events
    assert (told.text, told.seat, told.kind, told.private) == (msg("told", count=2), 1, "fact", None)
    assert (whispered.seat, whispered.private) == (TABLE, 2)
    assert (draw.seat, draw.kind) == (0, "do")


def test_ids_go_on_counting_from_one_script_to_the_next() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from desk.confirm(0, "q")

    table = Table(script, times=3)
    seen = []
    for _ in range(3):
        seen.append(table.ask("0:q").id.n)
        table.say("0:q", Done())
    assert seen == sorted(set(seen))
