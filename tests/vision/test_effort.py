"""Budgets count work: a busy machine reads as much, and nobody waits for ever."""

from __future__ import annotations

from vision.effort import PATIENCE, Effort


class Machine:
    """A machine whose processor does a share of the work that it could."""

    def __init__(self, share: float) -> None:
        self.now, self.share = 50.0, share

    def work(self) -> float:
        return self.share * self.now

    def wall(self) -> float:
        return self.now


def seconds_for(budget: float, share: float) -> float:
    machine = Machine(share)
    clock = Effort(machine.work, machine.wall)
    until, began = clock() + budget, machine.now
    while clock() < until:
        machine.now += 0.001
    return machine.now - began


def test_on_a_quiet_machine_a_budget_takes_its_time() -> None:
    assert abs(seconds_for(0.06, 1.0) - 0.06) < 0.002


def test_on_a_busy_machine_as_much_is_done_as_on_a_quiet_one() -> None:
    assert abs(seconds_for(0.06, 0.5) - 0.12) < 0.002


def test_nobody_waits_more_than_a_few_times_as_long() -> None:
    assert abs(seconds_for(0.06, 0.01) - PATIENCE * 0.06) < 0.002


def test_what_passes_between_two_looks_is_not_charged_to_either() -> None:
    machine = Machine(1.0)
    clock = Effort(machine.work, machine.wall)
    machine.now += 1000
    until = clock() + 0.06
    assert clock() < until
