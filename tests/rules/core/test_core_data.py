"""Data files: read into types, or one line with file and place."""

from __future__ import annotations

import pytest

from rules.core.data import SCHEMA, Header, read_toml, require
from rules.core.errors import DataError
from rules.core.value import Value

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
        (GOOD.replace("cost = 3", "cost = 'three'"), "core.data_field", "$.cards[1].cost"),
        (GOOD.replace("cost = 3", "cots = 3"), "core.data_field", "$.cards[1]"),
        (GOOD.replace("cost = 3", ""), "core.data_field", "$.cards[1]"),
        (GOOD.replace("cost = 3", "cost ="), "core.data_syntax", "line 14"),
        (GOOD.encode() + b"\xff", "core.data_syntax", "utf-8"),
        (GOOD.replace("schema = 1", f"schema = {SCHEMA + 1}"), "core.data_newer", str(SCHEMA + 1)),
        (GOOD.replace("schema = 1", ""), "core.data_header", "cards.toml"),
        (GOOD.replace("schema = 1", "schema = 'one'"), "core.data_header", "cards.toml"),
        (GOOD.replace("schema = 1", "schema = true"), "core.data_header", "cards.toml"),
        (GOOD.replace("[header]", "[heading]"), "core.data_header", "cards.toml"),
        ("header = 3", "core.data_header", "cards.toml"),
        (GOOD.replace('"house"', '"hearsay"'), "core.data_provenance", "hearsay"),
        (GOOD.replace('edition = "first"', ""), "core.data_field", "$.header"),
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


def test_a_failed_cross_check_names_file_and_path() -> None:
    require(ok=True, file="cards.toml", path="cards[0]", problem="none")
    with pytest.raises(DataError, match=r"cards\.toml.*cards\[3\].*twice"):
        require(ok=False, file="cards.toml", path="cards[3]", problem="twice")
