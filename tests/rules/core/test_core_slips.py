"""Ends that a correction brings about, and corrections that take them back."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm
from rules.core.commands import Answer, Correct, Done
from rules.core.desk import Script
from rules.core.game import Box, Correctable
from rules.core.referee import Referee
from rules.core.state import Setup
from rules.core.value import msg
from tests.rules.core.tiny import BOX, Play, Table, TinyDesk, Tray, correct, correctables


class PoorDesk(TinyDesk):
    """A desk at which the game is over without coins, and over in another way with nine."""

    def see_ends(self) -> None:
        if not self.table.over and self.table.coins in (0, 9):
            self.end(msg(f"tiny.coins.{self.table.coins}"), replace(self.table, over=True))


class PoorTable(Table):
    """A tiny game that ends by its coins."""

    def __init__(self, script: Play, times: int = 9) -> None:
        super().__init__(script, times)
        self.game = dataclasses.replace(self.game, desk=PoorDesk)
        self.referee = Referee(self.game, BOX)
        self.state, self.events = self.referee.new(Setup(3))

    @property
    def said(self) -> list[str]:
        return [event.text.key for event in self.events]

    def set(self, key: str, value: int | str) -> None:
        self.do(Correct(key, value))


def two_steps(desk: TinyDesk) -> Script[None]:
    yield from desk.confirm(0, "first")
    desk.note("first")
    yield from desk.confirm(0, "second")
    desk.note("second")


def all_at_once(desk: TinyDesk) -> Script[None]:
    names = [desk.name(seat, "ready") for seat in desk.table.seats]

    def build() -> list[Ask]:
        return [Confirm(name) for name in names]

    yield from desk.gather(build)
    desk.note("ready")


def test_a_correction_ends_the_game_in_the_middle_of_a_script() -> None:
    table = PoorTable(two_steps)
    table.say("0:first", Done())
    table.set("coins", 0)
    assert table.referee.is_over(table.state)
    assert (table.open, table.said) == ([], ["core.corrected", "tiny.coins.0"])
    assert table.tray.diary == ("first",)


def test_setting_the_fact_back_goes_on_from_the_same_question() -> None:
    table = PoorTable(two_steps)
    table.say("0:first", Done())
    name = table.ask("0:second").id
    table.set("coins", 0)
    table.set("coins", 4)
    assert table.said[-2:] == ["core.corrected", "core.reopened"]
    assert not table.referee.is_over(table.state)
    assert table.ask("0:second").id == name
    table.do(Answer(name, Done()))
    assert (table.tray.diary, table.tray.coins) == (("first", "second"), 4)


def test_other_corrections_made_at_the_end_hold_when_it_is_taken_back() -> None:
    table = PoorTable(two_steps)
    table.set("coins", 0)
    table.set("b", "out")
    assert table.referee.is_over(table.state)
    table.set("coins", 1)
    assert (table.tray.cards, table.open) == (("a", "c"), ["0:first"])


def test_one_slip_may_follow_another() -> None:
    table = PoorTable(two_steps)
    table.set("coins", 0)
    table.set("coins", 9)
    assert table.said[-1] == "tiny.coins.9"
    assert table.referee.is_over(table.state)
    table.set("coins", 0)
    assert table.said[-1] == "tiny.coins.0"
    table.set("coins", 3)
    table.set("coins", 9)
    table.set("coins", 5)
    table.say("0:first", Done())
    assert table.tray.diary == ("first",)


def test_answers_that_waited_for_others_still_stand_after_a_slip() -> None:
    table = PoorTable(all_at_once, times=1)
    table.say("1:ready", Done())
    table.set("coins", 0)
    table.set("coins", 3)
    assert table.open == ["0:ready", "2:ready"]
    table.say("0:ready", Done())
    table.say("2:ready", Done())
    assert table.tray.diary == ("ready",)


def test_an_end_that_was_played_is_not_taken_back_by_hand() -> None:
    def spend(desk: TinyDesk) -> Script[None]:
        yield from desk.confirm(0, "spend")
        desk.table = replace(desk.table, coins=0)
        desk.see_ends()

    table = PoorTable(spend)
    table.say("0:spend", Done())
    table.set("coins", 3)
    assert table.referee.is_over(table.state)


def test_a_slip_is_written_only_while_it_lasts() -> None:
    table = PoorTable(two_steps)
    assert b"slip" not in table.json
    table.set("coins", 0)
    assert b"slip" in table.json
    table.set("coins", 3)
    assert b"slip" not in table.json


def test_a_fact_that_can_be_set_only_after_the_one_that_ended_the_game_is_read_back_too() -> None:
    """Every step of this table is compared with one read back from its JSON."""

    def gated(box: Box, tray: Tray) -> tuple[Correctable, ...]:
        gift = () if tray.coins else (Correctable("gift", msg("tiny.coins"), 0, 0, 9),)
        return (*correctables(box, tray), *gift)

    def give(box: Box, tray: Tray, command: Correct) -> Tray:
        return correct(box, tray, Correct("coins", command.value) if command.key == "gift" else command)

    table = PoorTable(two_steps)
    table.game = dataclasses.replace(table.game, correctables=gated, correct=give)
    table.referee = Referee(table.game, BOX)
    table.set("coins", 0)
    table.set("gift", 4)
    table.say("0:first", Done())
    assert (table.tray.coins, table.open) == (4, ["0:second"])
