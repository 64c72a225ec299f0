"""Several people asked at once: waiting answers, offers, retractions, and corrections in between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.core.asks import Ask, Confirm, Number, One
from rules.core.commands import Amount, Answer, Correct, Done, Picked, Retract
from rules.core.desk import Script, picked
from rules.core.errors import RuleError, ScriptError, StaleAnswerError
from rules.core.value import PieceRef
from tests.rules.core.tiny import OUT, Table, TinyDesk


def together(desk: TinyDesk) -> Script[None]:
    """Ask every seat for a card at once; anybody may ring the bell, and is told so first."""
    names = {seat: desk.name(seat, "card") for seat in range(3)}
    bell = desk.name(2, "bell")

    def asks() -> Iterator[Ask]:
        for seat in desk.table.seats:
            yield One(names[seat], options=desk.cards())
        yield Confirm(bell, blocks=False)

    replies = yield from desk.gather(lambda: tuple(asks()))
    while bell in replies:
        desk.note("bell")
        if desk.table.coins > 5:
            yield from desk.confirm(2, "dong")
        bell = desk.name(2, "bell")
        replies = yield from desk.gather(lambda: tuple(asks()))
    for name, reply in sorted(replies.items(), key=lambda pair: pair[0].seat):
        desk.note(f"{name.seat}{''.join(c.id for c in picked(reply) if isinstance(c, PieceRef))}")


def test_the_script_goes_on_when_all_blocking_questions_are_answered() -> None:
    table = Table(together)
    table.pick("1:card", "b")
    table.pick("0:card", "a")
    assert table.open == ["2:card", "2:bell"]
    assert not table.tray.diary
    table.pick("2:card", "c")
    assert table.tray.diary == ("0a", "1b", "2c")


def test_an_answered_question_is_not_open_but_can_be_taken_back() -> None:
    table = Table(together)
    name = table.ask("1:card").id
    table.pick("1:card", "b")
    assert [ask.id for ask in table.referee.answered(table.state)] == [name]
    with pytest.raises(StaleAnswerError):
        table.do(Answer(name, Picked((PieceRef("b"),))))
    table.do(Retract(name))
    assert table.open == ["0:card", "1:card", "2:card", "2:bell"]
    table.pick("1:card", "c")
    for seat in (0, 2):
        table.pick(f"{seat}:card", "a")
    assert table.tray.diary == ("0a", "1c", "2a")


def test_nothing_can_be_taken_back_that_was_not_answered_or_is_over() -> None:
    table = Table(together)
    names = [table.ask(f"{seat}:card").id for seat in range(3)]
    with pytest.raises(RuleError):
        table.do(Retract(names[0]))
    for seat in range(3):
        table.pick(f"{seat}:card", "a")
    with pytest.raises(StaleAnswerError):
        table.do(Retract(names[0]))


def test_an_offer_taken_leaves_the_answers_of_others_standing() -> None:
    table = Table(together)
    table.pick("0:card", "a")
    old = table.ask("2:bell").id
    table.say("2:bell", Done())
    assert table.tray.diary == ("bell",)
    assert table.open == ["1:card", "2:card", "2:bell"]
    assert table.ask("2:bell").id != old
    table.do(Retract(table.referee.answered(table.state)[0].id))
    assert "0:card" in table.open


def test_answers_survive_questions_that_an_offer_brings() -> None:
    table = Table(together)
    table.do(Correct("coins", 9))
    table.pick("0:card", "a")
    table.say("2:bell", Done())
    assert table.open == ["2:dong"]
    table.say("2:dong", Done())
    assert table.open == ["1:card", "2:card", "2:bell"]


def test_waiting_answers_survive_a_correction_where_they_still_fit() -> None:
    table = Table(together)
    table.pick("0:card", "a")
    table.pick("1:card", "b")
    table.do(Correct("b", OUT))
    assert table.open == ["1:card", "2:card", "2:bell"]
    table.pick("1:card", "c")
    table.pick("2:card", "c")
    assert table.tray.diary == ("0a", "1c", "2c")


def test_a_correction_that_takes_away_the_last_open_question_lets_the_game_go_on() -> None:
    table = Table(together)
    table.pick("0:card", "a")
    table.pick("1:card", "b")
    table.do(Correct("seat.2", OUT))
    assert table.referee.is_over(table.state)
    assert table.tray.diary == ("0a", "1b")


def test_offers_alone_do_not_hold_the_game_up() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        name = desk.name(0, "offer")
        desk.note((yield from desk.gather(lambda: [Confirm(name, blocks=False)])))

    assert Table(script).tray.diary == ("{}",)


def test_questions_that_nobody_could_answer_are_left_out() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        empty, full = desk.name(0, "empty"), desk.name(1, "full")
        asks: list[Ask] = [One(empty, options=()), Number(full, low=1, high=2)]
        desk.note(len((yield from desk.gather(lambda: asks))))

    table = Table(script)
    assert table.open == ["1:full"]
    table.say("1:full", Amount(2))
    assert table.tray.diary == ("1",)


def test_a_question_used_up_may_not_be_asked_again_by_the_same_id() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        name = desk.name(0, "again")
        yield from desk.gather(lambda: [Confirm(name)])
        yield from desk.gather(lambda: [Confirm(name)])

    table = Table(script)
    with pytest.raises(ScriptError, match="repeated_question"):
        table.say("0:again", Done())
