"""No rule without a test: the register of the seed's rules, section by section."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest

HERE = Path(__file__).parent
SECTIONS = (
    "Objetivo do Jogo",
    "Preparação (Setup)",
    "Fluxo do Jogo",
    "Ação de Colocar",
    "Ação de Descartar",
    "Ação de Restaurar",
    "Ações Únicas",
    "Tipos de Cartas Especiais",
    "Cartas Destruídas",
    "Condições de Vitória",
    "Condições de Derrota",
    "Dicas para Vencer",
    "Tricky points",
    "Ours",
)


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    section: str
    rule: str
    tests: tuple[str, ...]


def register() -> tuple[Rule, ...]:
    raw = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))
    return msgspec.convert(raw["rules"], tuple[Rule, ...])


@cache
def written() -> frozenset[str]:
    return frozenset(
        f"{path.name}::{node.name}"
        for path in HERE.glob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("rule", register(), ids=lambda rule: rule.id)
def test_every_rule_has_tests_that_exist(rule: Rule) -> None:
    assert rule.tests, rule.id
    assert rule.rule.endswith("."), "in words"
    assert not set(rule.tests) - written()


def test_every_section_is_covered_and_every_rule_named_once() -> None:
    rules = register()
    assert {rule.section for rule in rules} == set(SECTIONS)
    assert len({rule.id for rule in rules}) == len(rules)
    assert {f"point.{n}" for n in range(1, 21)} <= {rule.id for rule in rules}
