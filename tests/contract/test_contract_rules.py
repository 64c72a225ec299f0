"""No rule without a test: every game's register of its rules, `tests/rules/<id>/rules.toml`."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from tests.contract.cases import BROKEN, LOADED

ROOMS = Path(__file__).parents[1] / "rules"
GAMES = [*(each.id for each in LOADED), *(each.id for each in BROKEN)]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    section: str
    rule: str
    tests: tuple[str, ...]


class Register(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a register holds; every section of the rules is named first, so that none is left out."""

    sections: tuple[str, ...]
    rules: tuple[Rule, ...]
    points: int = 0
    """How many open points, ``point.1`` and so on, the rules leave to us."""


@cache
def register(game_id: str) -> Register:
    return msgspec.convert(tomllib.loads((ROOMS / game_id / "rules.toml").read_text("utf-8")), Register)


@cache
def written(game_id: str) -> frozenset[str]:
    return frozenset(
        f"{path.name}::{node.name}"
        for path in (ROOMS / game_id).glob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def faults(found: Register, tests: frozenset[str]) -> list[str]:
    """Say in a line each what is wrong with a register."""
    sections = {rule.section for rule in found.rules}
    names = Counter(rule.id for rule in found.rules)
    points = {f"point.{n + 1}" for n in range(found.points)}
    return [
        *(f"{rule.id} has no test" for rule in found.rules if not rule.tests),
        *(f"{rule.id} is not in words" for rule in found.rules if not rule.rule.endswith(".")),
        *(
            f"{rule.id}: {each} is not there"
            for rule in found.rules
            for each in rule.tests
            if each not in tests
        ),
        *(f"{name} is there twice" for name, times in names.items() if times > 1),
        *(f"no rule of {section!r}" for section in found.sections if section not in sections),
        *(f"{section!r} is no section" for section in sorted(sections - set(found.sections))),
        *(f"{point} is missing" for point in sorted(points - names.keys())),
    ]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_register_and_no_rule_is_without_a_test(game_id: str) -> None:
    assert (ROOMS / game_id / "rules.toml").is_file(), f"tests/rules/{game_id}/rules.toml is missing"
    found = register(game_id)
    assert found.rules
    assert faults(found, written(game_id)) == []


def test_each_fault_of_a_register_is_named() -> None:
    good = Rule("a", "Goal", "It ends.", ("test_x.py::test_it",))
    odd = Rule("a", "Aim", "It", ())
    lost = Rule("b", "Goal", "It ends.", ("test_x.py::test_gone",))
    tests = frozenset({"test_x.py::test_it"})
    assert faults(Register(("Goal",), (good,)), tests) == []
    assert faults(Register(("Goal", "Setup"), (good, odd, lost), 1), tests) == [
        "a has no test",
        "a is not in words",
        "b: test_x.py::test_gone is not there",
        "a is there twice",
        "no rule of 'Setup'",
        "'Aim' is no section",
        "point.1 is missing",
    ]
