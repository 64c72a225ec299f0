"""A figure over its budget cannot be overlooked, and the last line counts them."""

from __future__ import annotations

from tests.bench import bench_session
from tests.bench.budget import budget, summary

FIGURES = {
    "apply_ms": 0.5,
    "command_ms": 1.0,
    "command_fsync_ms": 2.0,
    "command_view_ms": 4.9,
    "commands_per_s": 1000.0,
    "commands_per_s_fsync": 500.0,
    "resume_s": 0.6,
    "resume_rows": 2000.0,
}


def test_a_figure_is_over_only_above_its_budget() -> None:
    assert budget(5, 5, "ms") == "(budget 5 ms)"
    assert budget(5.01, 5, "ms") == "(OVER the budget 5 ms)"
    assert budget(2.1, 2) == "(OVER the budget 2)"


def test_the_lines_of_a_benchmark_say_which_budget_is_not_kept() -> None:
    lines = list(bench_session.lines(FIGURES))
    assert sum("OVER" in line for line in lines) == 1
    assert next(line for line in lines if "OVER" in line).startswith("resume")
    assert summary(lines) == "1 of 2 within budget"
    assert summary([]) == "0 of 0 within budget"
