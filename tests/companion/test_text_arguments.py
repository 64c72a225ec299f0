"""What code hands to a text by name is what the text fills in, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from companion.catalogue import read_catalogue
from companion.texts import LANGUAGES

ROOT = Path(str(files("companion"))).parent
ROOMS = ("companion", "rules", "vision", "hardware")
HOLE = re.compile(r"\{(\w+)\}")
SAYS = {"Msg", "msg", "say", "voice", "tell", "instruct"}
ASKS = {"place", "one", "some", "order", "number", "decide", "confirm"}
OWN = {"tell": {"seat", "private"}, "instruct": {"seat", "tone"}}
"""Parameters that are no part of the message."""
UNSAID = {"count", "told"}
"""What chooses a form or a better sentence, and need not be said."""


def texts(language: str) -> dict[str, set[str]]:
    """Return what every text of a language fills in, by key."""
    paths = (
        *ROOT.glob(f"companion/locale/*{language}.po"),
        *ROOT.glob(f"rules/games/*/locale/*{language}.po"),
    )
    return {
        key: {hole for form in forms for hole in HOLE.findall(form)}
        for path in paths
        for key, forms in read_catalogue(path.read_text("utf-8")).texts.items()
    }


def calls(source: str) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def key_of(call: ast.Call, known: dict[str, set[str]]) -> str:
    """Return the only text that a call names literally; empty where it names none, or several."""
    keys = [each.value for each in call.args if isinstance(each, ast.Constant) and each.value in known]
    return str(keys[0]) if len(keys) == 1 else ""


def named(call: ast.Call) -> set[str] | None:
    """Return the names of a message's arguments; None where the source does not tell them all."""
    name = name_of(call)
    if name in ASKS:
        given = next((each.value for each in call.keywords if each.arg == "args"), ast.Dict([], []))
        return _literal(given.body if isinstance(given, ast.Lambda) else given)
    if name == "Msg" and len(call.args) > 1:
        return _literal(call.args[1])
    names = {each.arg for each in call.keywords}
    return None if None in names else {str(each) for each in names} - OWN.get(name, set())


def _literal(given: ast.expr) -> set[str] | None:
    """Return the names in a dictionary or in pairs; None where they are put together elsewhere."""
    if isinstance(given, ast.Dict):
        names = given.keys
    elif isinstance(given, ast.Tuple):
        names = [each.elts[0] if isinstance(each, ast.Tuple) else None for each in given.elts]
    else:
        return None
    known = [each.value for each in names if isinstance(each, ast.Constant)]
    return {str(each) for each in known} if len(known) == len(names) else None


def faults(source: str, known: dict[str, set[str]]) -> Iterator[str]:
    """Name what a text wants and is not given; of a message also what it is given and does not say.

    An error may carry more than its text says: programs read it too.
    """
    for call in calls(source):
        name, key = name_of(call), key_of(call, known)
        is_error = name.endswith("Error")
        names = named(call) if key and (is_error or name in SAYS | ASKS) else None
        if names is None:
            continue
        lacking = known[key] - names
        spare = set() if is_error else names - known[key] - UNSAID
        if lacking or spare:
            yield f"{call.lineno}: {key} lacks {sorted(lacking)}, does not say {sorted(spare)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_given_what_they_fill_in(language: str) -> None:
    known = texts(language)
    found = [
        f"{path.relative_to(ROOT)}:{fault}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for fault in faults(path.read_text("utf-8"), known)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "is_faulty"),
    [
        ('msg("a.swapped", one=x, two=y)', False),
        ('msg("a.swapped", one=x, other=y)', True),
        ('msg("a.swapped", one=x)', True),
        ('msg("a.swapped", one=x, two=y, three=z)', True),
        ('msg("a.swapped", one=x, two=y, count=z)', False),
        ('msg("a.swapped", **both)', False),
        ('Msg("a.swapped", (("one", x), ("two", y)))', False),
        ('Msg("a.swapped", (("one", x), ("other", y)))', True),
        ('desk.tell("a.swapped", 1, private=2, one=x, two=y)', False),
        ('desk.tell("a.swapped", 1, private=2, one=x)', True),
        ('desk.one(1, "a.swapped", build, args={"one": x, "two": y})', False),
        ('desk.one(1, "a.swapped", build, args=lambda: {"one": x})', True),
        ('desk.one(1, "a.swapped", build)', True),
        ('RuleError("a.swapped", one=x, two=y, seat=z)', False),
        ('RuleError("a.swapped", one=x, seat=z)', True),
        ('ask.id.key.endswith("a.swapped")', False),
    ],
)
def test_a_name_that_does_not_agree_is_found(source: str, is_faulty: bool) -> None:
    assert bool(list(faults(source, {"a.swapped": {"one", "two"}}))) is is_faulty
