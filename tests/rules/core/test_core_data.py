"""Data files: read into types, or one line with file and place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rules.core.data import SCHEMA, Header, read_toml, require, require_known, require_within
from rules.core.errors import DataError
from rules.core.value import Msg, Value, Word, msg

GOOD = """
[header]
schema = 1
edition = "first"
source = "rulebook"
provenance = "house"

[[cards]]
id = "a"
cost = 2

[[cards]]
id = "b"
cost = 3
"""


class Card(Value, frozen=True):
    id: str
    cost: int


class Deck(Value, frozen=True):
    header: Header
    cards: tuple[Card, ...]


def read(text: str | bytes) -> Deck:
    return read_toml({"cards.toml": text.encode() if isinstance(text, str) else text}, "cards.toml", Deck)


def test_a_good_file_becomes_its_type() -> None:
    assert read(GOOD).cards == (Card("a", 2), Card("b", 3))


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        (GOOD.replace("cost = 3", "cost = 'three'"), "core.data_check", "$.cards[1].cost"),
        (GOOD.replace("cost = 3", "cots = 3"), "core.data_check", "$.cards[1]"),
        (GOOD.replace("cost = 3", ""), "core.data_check", "$.cards[1]"),
        (GOOD.replace("cost = 3", "cost ="), "core.data_syntax", "line=14"),
        (GOOD.replace("cost = 3", "cost = '''3"), "core.data_syntax", "line=15"),
        (GOOD.encode() + b"\xff", "core.data_letters", "line=15"),
        (GOOD.replace("schema = 1", f"schema = {SCHEMA + 1}"), "core.data_newer", str(SCHEMA + 1)),
        (GOOD.replace("schema = 1", ""), "core.data_header", "cards.toml"),
        (GOOD.replace("schema = 1", "schema = 'one'"), "core.data_header", "cards.toml"),
        (GOOD.replace("schema = 1", "schema = true"), "core.data_header", "cards.toml"),
        (GOOD.replace("[header]", "[heading]"), "core.data_header", "cards.toml"),
        ("header = 3", "core.data_header", "cards.toml"),
        (GOOD.replace('"house"', '"hearsay"'), "core.data_provenance", "hearsay"),
        (GOOD.replace('edition = "first"', ""), "core.data_check", "$.header"),
    ],
)
def test_a_wrong_file_is_one_line_with_file_and_place(text: str | bytes, key: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(text)
    line = str(caught.value)
    assert caught.value.key == key
    assert dict(caught.value.message.args)["file"] == "cards.toml"
    assert says in line
    assert "\n" not in line


def test_a_missing_file_is_named() -> None:
    with pytest.raises(DataError, match=r"data_missing.*cards\.toml"):
        read_toml({}, "cards.toml", Deck)


@pytest.mark.parametrize(
    ("old", "new", "place", "fault"),
    [
        ("cost = 3", "", "$.cards[1]", msg("core.fault.field_missing", field="cost")),
        ("cost = 3", "cost = 3\ncots = 3", "$.cards[1]", msg("core.fault.field_unknown", field="cots")),
        (
            "cost = 3",
            "cost = 'three'",
            "$.cards[1].cost",
            msg("core.fault.kind", wanted=Word("core.fault.kind.int"), got=Word("core.fault.kind.str")),
        ),
        (
            "cost = 3",
            "cost = 2026-01-01",
            "$.cards[1].cost",
            msg("core.fault.kind", wanted=Word("core.fault.kind.int"), got="date"),
        ),
        ("[header]", "rare = 1\n[header]", "$", msg("core.fault.field_unknown", field="rare")),
    ],
)
def test_what_is_wrong_is_a_reason_with_names_and_no_sentence(
    old: str, new: str, place: str, fault: Msg
) -> None:
    with pytest.raises(DataError) as caught:
        read(GOOD.replace(old, new))
    assert caught.value.args_by_name == {"file": "cards.toml", "path": place, "problem": fault}


def refused(check: Callable[[], None]) -> object:
    with pytest.raises(DataError) as caught:
        check()
    assert (caught.value.key, caught.value.args_by_name["file"]) == ("core.data_check", "cards.toml")
    return caught.value.args_by_name["problem"]


def test_a_failed_cross_check_names_file_path_and_fault() -> None:
    require(True, "cards.toml", "cards.a", "core.fault.twice")
    with pytest.raises(DataError, match=r"cards\.toml.*cards\.a.*fault\.twice"):
        require(False, "cards.toml", "cards.a", "core.fault.twice")


def test_a_number_lies_within_its_bounds() -> None:
    for value in (1, 5, 9):
        require_within(value, 1, 9, "cards.toml", "cards.a")
    for value in (0, 10):
        fault = refused(partial(require_within, value, 1, 9, "cards.toml", "cards.a"))
        assert fault == msg("core.fault.within", value=value, low=1, high=9)


def test_an_unknown_word_is_told_with_those_that_are_known() -> None:
    require_known("", ("", "wall", "water"), "cards.toml", "cards.a")
    fault = refused(lambda: require_known("wet", ("", "wall", "water"), "cards.toml", "cards.a"))
    assert fault == msg("core.fault.unknown", value="wet", known="wall, water")
