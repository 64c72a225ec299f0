"""What the referee does with commands, states, and games that misbehave."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rules.core.asks import Some
from rules.core.commands import Amount, Answer, AskId, Correct, Done, Picked
from rules.core.desk import Script
from rules.core.errors import DivergedError, RuleError, ScriptError, StaleAnswerError
from rules.core.referee import Referee
from rules.core.state import Setup, State
from rules.core.value import PieceRef, msg, to_json
from tests.rules.core.tiny import BOX, IN, OUT, Table, TinyDesk, Tray, game

LAPS = 400


def count_up(desk: TinyDesk) -> Script[None]:
    """Ask for many numbers in one script; the diary is the sum, the laps are counted outside."""
    for _ in range(LAPS):
        laps.append(1)
        found = yield from desk.number(0, "n", lambda: (0, 9))
        desk.table = replace(desk.table, coins=desk.table.coins + found)


laps: list[int] = []


def test_a_command_costs_the_same_however_many_were_answered_before() -> None:
    referee = Referee(game(count_up), BOX)
    state, _ = referee.new(Setup(1))
    for n in range(LAPS - 1):
        laps.clear()
        with pytest.raises(RuleError):
            referee.apply(state, Answer(referee.asks(state)[0].id, Amount(10)))
        state, _ = referee.apply(state, Answer(referee.asks(state)[0].id, Amount(n % 10)))
        assert len(laps) == 1, "one answer, one step of the script"
    cold = Referee(game(count_up), BOX)
    again = cold.decode(to_json(state))
    laps.clear()
    assert cold.asks(again) == referee.asks(state)
    assert cold.table(again) == referee.table(state)
    assert len(laps) == LAPS
    after, _ = cold.apply(again, Answer(cold.asks(again)[0].id, Amount(1)))
    assert after == referee.apply(state, Answer(referee.asks(state)[0].id, Amount(1)))[0]


def test_a_state_is_taken_up_again_after_the_game_went_another_way() -> None:
    referee = Referee(game(count_up), BOX)
    start, _ = referee.new(Setup(1))
    name = referee.asks(start)[0].id
    one, _ = referee.apply(start, Answer(name, Amount(1)))
    two, _ = referee.apply(start, Answer(name, Amount(2)))
    assert [referee.table(state).coins for state in (start, one, two, one)] == [3, 4, 5, 4]


def test_looking_back_tells_nothing_twice() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        desk.tell("first")
        yield from desk.confirm(0, "q")
        desk.tell("second")
        yield from desk.confirm(0, "r")

    table = Table(script)
    state = table.referee.decode(table.json)
    assert [event.text.key for event in table.events] == ["first"]
    _, events = table.referee.apply(state, Answer(table.ask("0:q").id, Done()))
    assert [event.text.key for event in events] == ["second"]


def test_the_table_is_seen_in_the_middle_of_a_script() -> None:
    table = Table(count_up)
    table.say("0:n", Amount(4))
    assert table.tray.coins == 7
    assert table.state.base.coins == 3


def test_the_base_moves_on_at_a_resting_point() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from desk.confirm(0, "q")
        desk.note("turn")

    table = Table(script, times=2)
    assert table.state.answers == ()
    table.say("0:q", Done())
    assert table.state.base.diary == ("turn",)
    assert table.state.answers == ()
    table.say("0:q", Done())
    assert table.state == State(table.tray, "", 2)


def ends(desk: TinyDesk) -> Script[None]:
    yield from deeper(desk)
    desk.note("never")


def deeper(desk: TinyDesk) -> Script[None]:
    yield from desk.confirm(0, "q")
    desk.end(msg("tiny.end"), replace(desk.table, over=True))


def test_a_game_ends_at_once_from_any_depth() -> None:
    table = Table(ends, times=9)
    table.say("0:q", Done())
    assert table.referee.is_over(table.state)
    assert table.open == []
    assert table.tray.diary == ()
    assert [event.kind for event in table.events] == ["end"]


def test_a_game_that_is_over_takes_corrections_and_no_answers() -> None:
    table = Table(ends)
    name = table.ask("0:q").id
    table.say("0:q", Done())
    with pytest.raises(StaleAnswerError):
        table.do(Answer(name, Done()))
    table.do(Correct("coins", 9))
    assert table.tray.coins == 9
    assert table.referee.is_over(table.state)


def test_a_correction_is_told_with_its_word_as_a_text() -> None:
    table = Table(count_up)
    table.do(Correct("coins", 2))
    table.do(Correct("b", OUT))
    told = [dict(event.text.args)["value"] for event in table.events]
    assert told == [2, msg("tiny.out")]


@pytest.mark.parametrize(
    "command",
    [
        Correct("coins", -1),
        Correct("coins", 10),
        Correct("coins", "3"),
        Correct("coins", True),
        Correct("a", "elsewhere"),
        Correct("a", 0),
        Correct("weather", IN),
    ],
    ids=str,
)
def test_a_correction_out_of_bounds_is_refused(command: Correct) -> None:
    table = Table(count_up)
    before = table.json
    with pytest.raises(RuleError):
        table.do(command)
    assert table.json == before
    assert table.tray == Tray(runs=1)


def test_an_answer_to_no_open_question_is_stale() -> None:
    table = Table(count_up)
    with pytest.raises(StaleAnswerError, match="not_open"):
        table.do(Answer(AskId(0, "n", 99), Amount(1)))


def test_a_game_may_explain_a_refusal_better() -> None:
    plain = game(count_up)
    better = RuleError("tiny.because")
    explained = type(plain)(
        **{name: getattr(plain, name) for name in plain.__slots__} | {"explain": lambda *_: better}
    )
    referee = Referee(explained, BOX)
    state, _ = referee.new(Setup(1))
    with pytest.raises(RuleError, match=r"tiny\.because"):
        referee.apply(state, Answer(referee.asks(state)[0].id, Amount(99)))


def test_a_script_that_never_asks_is_stopped() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from ()

    with pytest.raises(ScriptError, match="idle"):
        Referee(game(script, times=10_000), BOX).new(Setup(1))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b'"n":1', b'"n":77'),  # that question is not asked
        (b'"value":4', b'"value":40'),  # that number is not offered
        (b'"script":"main"', b'"script":"brief"'),  # the script is over after the first of two answers
    ],
)
def test_kept_answers_that_no_longer_fit_say_so(was: bytes, now: bytes) -> None:
    def brief(desk: TinyDesk) -> Script[None]:
        yield from desk.number(0, "n", lambda: (0, 9))

    referee = Referee(game(count_up, scripts={"brief": brief}), BOX)
    state, _ = referee.new(Setup(1))
    for value in (4, 5):
        state, _ = referee.apply(state, Answer(referee.asks(state)[0].id, Amount(value)))
    changed = to_json(state).replace(was, now)
    assert changed != to_json(state)
    with pytest.raises(DivergedError):
        referee.asks(referee.decode(changed))


def test_kept_answers_with_the_last_ending_the_script_say_so() -> None:
    def brief(desk: TinyDesk) -> Script[None]:
        yield from desk.number(0, "n", lambda: (0, 9))

    referee = Referee(game(count_up, times=2, scripts={"brief": brief}), BOX)
    state, _ = referee.new(Setup(1))
    state, _ = referee.apply(state, Answer(referee.asks(state)[0].id, Amount(4)))
    with pytest.raises(DivergedError):
        referee.table(replace(state, script="brief"))


def test_a_large_question_is_sampled_and_a_small_one_listed() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        deck = [PieceRef(f"{n}") for n in range(30)]
        yield from desk.some(0, "large", lambda: deck, 10, 20)
        yield from desk.one(0, "small", desk.cards)

    table = Table(script)
    dice = random.Random(1)
    large = table.referee.legal(table.state, dice, 40)
    assert 1 < len(large) <= 40
    assert isinstance(table.ask("0:large"), Some)
    table.do(large[0])
    small = table.referee.legal(table.state, dice, 40)
    name = table.ask("0:small").id
    assert small == tuple(Answer(name, Picked((PieceRef(card),))) for card in "abc")


def test_secret_questions_are_for_their_own_seat() -> None:
    def script(desk: TinyDesk) -> Script[None]:
        yield from desk.one(1, "q", desk.cards, secret=True)

    table = Table(script)
    seen = {seat: len(table.referee.view_for(table.state, seat)[1]) for seat in (None, 0, 1)}
    assert seen == {None: 0, 0: 0, 1: 1}
