"""What every game must keep, tried by walks through it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.commands import Answer, AskId, Command, Correct
from rules.core.errors import RuleError, StaleAnswerError
from rules.core.referee import Referee
from rules.core.run import Run
from rules.core.score import ScoreSheet
from rules.core.state import Setup, State
from rules.core.value import from_json, to_json
from tests.contract.cases import BROKEN, CASES, Case
from tests.contract.mutants import wrong_commands, wrong_corrections
from tests.contract.walks import Steps, Walk, extremes, few, some_of, walks

each_case = pytest.mark.parametrize("case", CASES, ids=str)
numbers = st.integers(0, 2**16)


def check_json(walk: Walk) -> None:
    """State and last command survive their one line of JSON."""
    line = to_json(walk.state)
    assert b"\n" not in line
    assert walk.referee.decode(line) == walk.state
    assert to_json(walk.referee.decode(line)) == line
    for command in walk.journal[-1:]:
        again: Command = from_json(to_json(command), Command)  # type: ignore[arg-type]
        assert again == command


def check_cold(walk: Walk) -> None:
    """A referee that knows nothing but the state's JSON sees the same game."""
    cold, warm = walk.case.referee(), walk.referee
    state = cold.decode(to_json(walk.state))
    assert cold.asks(state) == warm.asks(walk.state)
    assert cold.answered(state) == warm.answered(walk.state)
    assert cold.table(state) == warm.table(walk.state)
    assert cold.facts(state) == warm.facts(walk.state)
    assert cold.correctables(state) == warm.correctables(walk.state)


def check_open(walk: Walk) -> None:
    """Somebody can always go on, until the game is over; then nobody is asked."""
    asks = walk.asks
    assert any(ask.blocks for ask in asks) != walk.referee.is_over(walk.state)
    assert bool(asks) != walk.referee.is_over(walk.state)
    for ask in asks:
        assert next(ask.replies(), None) is not None, ask
    assert all(0 <= ask.id.seat < walk.case.seats or ask.id.seat == -1 for ask in asks)
    assert all(ask.id.seat == -1 or not ask.chance for ask in asks), "chance is the table's"


def check_conserved(walk: Walk) -> None:
    """Nothing was created or lost."""
    assert walk.case.game.invariants(walk.case.box, walk.table) == ()


def check_ended(walk: Walk) -> None:
    """No end stands on the table that nobody has noticed."""
    assert Run(walk.case.game, walk.case.box, walk.state).verdict() is None


def check_score(walk: Walk) -> None:
    """A score can be had at any time, of the whole table and of what anybody may see of it."""
    check_sheet(walk.referee.score(walk.state), walk.case.seats)
    for seat in (None, *range(walk.case.seats)):
        seen, _ = walk.referee.view_for(walk.state, seat)
        check_sheet(walk.case.game.score(walk.case.box, seen), walk.case.seats)


def check_sheet(sheet: ScoreSheet, seats: int) -> None:
    assert [each.seat for each in sheet.standings] == list(range(seats))
    ranks = [each.rank for each in sheet.standings]
    for each in sheet.standings:
        rows = [row for row in sheet.rows if row.seat == each.seat]
        loose = sum(row.amount for row in rows if not row.group)
        groups = {row.group: 0 for row in rows if row.group}
        for row in rows:
            groups |= {row.group: groups[row.group] + row.amount} if row.group else {}
        assert each.total == loose + max(groups.values(), default=0)
        assert each.rank == 1 + sum(rank < each.rank for rank in ranks)
        assert each.rank == 1 or not each.winner
        better = [other for other in sheet.standings if other.total > each.total]
        assert all(other.rank < each.rank for other in better if other.winner == each.winner)
    assert sheet.outcome is not None or not any(each.winner for each in sheet.standings)


CHECKS = (check_json, check_cold, check_open, check_conserved, check_ended, check_score)


def test_no_game_is_broken() -> None:
    assert [(each.id, str(each.error)) for each in BROKEN] == []


@each_case
@given(number=numbers, steps=walks())
@few
def test_every_step_keeps_the_contract(case: Case, number: int, steps: Steps) -> None:
    walk = Walk(case, number)
    for step in steps:
        before, line = walk.state, to_json(walk.state)
        walk.take(*step)
        assert to_json(before) == line, "a state changed under a command"
        for check in CHECKS:
            check(walk)
    assert to_json(walk.events)
    assert walk.fold() == walk.state
    assert to_json(walk.fold()) == to_json(walk.state), "equal states, one checksum"


@each_case
@given(number=numbers, steps=walks(), back=st.integers(1, 10))
@few
def test_undo_is_the_shorter_game(case: Case, number: int, steps: Steps, back: int) -> None:
    walk, states = Walk(case, number), list[State[Any]]()
    for verb, chosen in steps:
        states.append(walk.state)
        command = walk.choose(verb, chosen)
        if command is None:
            break
        walk.do(command)
    back = min(back, len(walk.journal))
    redo = walk.journal[len(walk.journal) - back :]
    last = walk.state
    for _ in range(back):
        walk.undo()
    assert walk.state == states[len(walk.journal)]
    for command in redo:
        walk.do(command)
    assert walk.state == last


@each_case
@given(number=numbers, steps=walks(4, 25))
@few
def test_what_is_legal_applies_and_nothing_else_does(case: Case, number: int, steps: Steps) -> None:
    walk = Walk(case, number)
    for step in steps:
        walk.take(*step)
        for command in some_of(walk.referee.legal(walk.state, random.Random(step[1]), 6), step[1], 6):
            case.referee().apply(walk.state, command)
        for command in some_of(mistakes(walk), step[1]):
            refuse(walk.referee, walk.state, command)


def mistakes(walk: Walk) -> Iterator[Command]:
    yield from wrong_corrections(walk.referee.correctables(walk.state))
    for ask in walk.asks:
        yield from wrong_commands(ask)


def refuse(referee: Referee[Any], state: State[Any], command: Command) -> None:
    asks, table, line = referee.asks(state), referee.table(state), to_json(state)
    with pytest.raises(RuleError) as caught:
        referee.apply(state, command)
    assert caught.value.key
    assert to_json(state) == line
    assert referee.asks(state) == asks
    assert referee.table(state) == table


@each_case
@given(number=numbers, steps=walks(1, 20))
@few
def test_a_second_press_is_stale(case: Case, number: int, steps: Steps) -> None:
    walk = Walk(case, number)
    for step in steps:
        walk.take(*step)
        if command := walk.choose("answer", step[1]):
            walk.do(command)
            with pytest.raises(StaleAnswerError):
                walk.referee.apply(walk.state, command)


@each_case
@given(number=numbers, steps=walks())
@few
def test_a_question_keeps_its_number_and_is_answered_once(case: Case, number: int, steps: Steps) -> None:
    walk, names, used = Walk(case, number), dict[int, AskId](), list[AskId]()
    for verb, chosen in steps:
        command = walk.choose(verb, chosen)
        if command is None:
            break
        walk.do(command)
        waiting = [ask.id for ask in walk.referee.answered(walk.state)]
        now = [*waiting, *(ask.id for ask in walk.asks)]
        assert len({name.n for name in now}) == len(now)
        assert all(names.setdefault(name.n, name) == name for name in now)
        assert not set(used) & set(now)
        used += [command.ask] if isinstance(command, Answer) and command.ask not in waiting else []


@each_case
@given(number=numbers, steps=walks(1, 25))
@few
def test_every_correctable_fact_takes_its_values(case: Case, number: int, steps: Steps) -> None:
    walk = Walk(case, number)
    for step in steps:
        walk.take(*step)
    specs = walk.referee.correctables(walk.state)
    for spec in specs:
        values = [word for word, _ in spec.words] or range(spec.low, spec.high + 1)
        assert spec.value in values
    corrections = [Correct(spec.key, value) for spec in specs for value in extremes(spec)]
    for command in some_of(corrections, number):
        check_corrected(walk, command)


def check_corrected(walk: Walk, command: Correct) -> None:
    game, box = walk.case.game, walk.case.box
    table = game.correct(box, walk.table, command)
    assert {each.key: each.value for each in game.correctables(box, table)}[command.key] == command.value
    assert game.invariants(box, table) == ()
    after = Walk(walk.case, walk.number)
    after.state, _ = after.referee.apply(walk.state, command)
    for check in CHECKS:
        check(after)


@each_case
def test_a_whole_game_keeps_the_contract_to_its_end(case: Case) -> None:
    for seed in range(2):
        walk = Walk(case, seed)
        walk.play_on(seed)
        for check in CHECKS:
            check(walk)
        ends = [event for event in walk.events if event.kind == "end"]
        assert bool(ends) == walk.referee.is_over(walk.state)
        assert (walk.referee.score(walk.state).outcome is not None) == bool(ends)
        assert not case.is_paper or ends


@each_case
def test_a_setup_that_the_game_does_not_know_is_refused(case: Case) -> None:
    low, high = case.game.seats
    wrong = [Setup(low - 1), Setup(high + 1), Setup(low, level="none"), Setup(low, first=low)]
    for setup in [*wrong, Setup(low, (("no", "thing"),)), Setup(low, first=-1)]:
        with pytest.raises(RuleError):
            case.referee().new(setup)
