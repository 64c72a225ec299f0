"""The files of the boxes: figures as published, and faults named in one line."""

from __future__ import annotations

from importlib.resources import files

import pytest

import rules.games.dominion_guilds as folder
from rules.core.errors import DataError
from rules.games.dominion_guilds.data import FILES
from rules.games.dominion_guilds.describe import describe
from rules.games.dominion_guilds.effects import EFFECTS
from rules.games.dominion_guilds.effects.overpaying import OVERPAY
from rules.games.dominion_guilds.load import load
from tests.rules.dominion_guilds.dominion_table import box


def contents() -> dict[str, bytes]:
    return {name: files(folder).joinpath(name).read_bytes() for name in FILES}


def broken(name: str, old: str, new: str) -> str:
    """Load with one thing changed; return the fault's place and key."""
    found = contents()
    text = found[name].decode()
    assert old in text
    found[name] = text.replace(old, new, 1).encode()
    with pytest.raises(DataError) as caught:
        load(found)
    problem = caught.value.args_by_name.get("problem")
    key = getattr(problem, "key", problem)
    return f"{caught.value.args_by_name.get('file')} {caught.value.args_by_name.get('path')} {key}"


def test_the_boxes_hold_seven_basic_cards_thirteen_of_guilds_and_both_editions() -> None:
    def of(name: str) -> int:
        return sum(name in card.boxes for card in box().cards.values())

    assert (len(box().basic), of("guilds"), of("newer"), of("first"), of("second")) == (7, 13, 10, 25, 26)


def test_costs_of_guilds_are_as_printed() -> None:
    costs = {
        "candlestick_maker": 2,
        "stonemason": 2,
        "doctor": 3,
        "masterpiece": 3,
        "advisor": 4,
        "herald": 4,
        "plaza": 4,
    }
    costs |= {"taxman": 4, "baker": 5, "butcher": 5, "journeyman": 5, "merchant_guild": 5, "soothsayer": 5}
    assert {kind: box().cost(kind) for kind in costs} == costs
    assert [card.id for card in box().cards.values() if card.overpay] == [
        "stonemason",
        "doctor",
        "masterpiece",
        "herald",
    ]


def test_only_soothsayer_and_taxman_of_guilds_attack() -> None:
    attacks = [card.id for card in box().cards.values() if "guilds" in card.boxes and card.is_a("attack")]
    assert sorted(attacks) == ["soothsayer", "taxman"]


def test_no_effect_is_without_a_card_and_no_overpay_without_an_effect() -> None:
    assert set(EFFECTS) <= set(box().cards)
    assert set(OVERPAY) == {card.id for card in box().cards.values() if card.overpay}


def test_every_copy_has_a_sticker_and_every_kingdom_card_a_randomizer() -> None:
    sheets = {piece.sheet for piece in box().stickered}
    assert sheets == {"basic", "first", "second", "guilds", "randomizers"}
    assert sum(piece.kind == "copper" for piece in box().stickered) == 120
    assert sum(piece.sheet == "guilds" for piece in box().stickered) == 130
    assert sum(piece.sheet == "randomizers" for piece in box().stickered) == len(box().kingdom)


def test_every_card_says_what_it_does() -> None:
    assert [kind for kind in box().cards if not describe(box(), f"{kind}.1")] == []
    assert describe(box(), "randomizer.herald") == describe(box(), "herald.1")


def test_the_english_name_stands_along() -> None:
    assert next(piece.name("pt_BR") for piece in box().pieces if piece.id == "herald.1") == "Arauto (Herald)"


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("guilds.toml", "cost = 2", "cost = 100", "guilds.toml cards[0].cost core.fault.within"),
        ("guilds.toml", '"action"', '"deed"', "guilds.toml cards[0].types core.fault.unknown"),
        (
            "guilds.toml",
            '["guilds", "newer"]',
            '["alchemy"]',
            "guilds.toml cards[0].boxes core.fault.unknown",
        ),
        (
            "guilds.toml",
            'boxes = ["guilds", "newer"]\n',
            "",
            "guilds.toml cards[0].boxes dominion_guilds.fault.boxes",
        ),
        (
            "guilds.toml",
            'id = "stonemason"',
            'id = "doctor"',
            "guilds.toml cards[2].id dominion_guilds.fault.twice",
        ),
        (
            "guilds.toml",
            'id = "stonemason"',
            'id = "stone mason"',
            "guilds.toml cards[1].id dominion_guilds.fault.id",
        ),
        (
            "guilds.toml",
            'code = "STN"',
            'code = "STONE"',
            "guilds.toml cards[1].code dominion_guilds.fault.code",
        ),
        (
            "basic.toml",
            "ends = [3, 3, 3, 4, 4]",
            "ends = [3]",
            "basic.toml supply.ends dominion_guilds.fault.figures",
        ),
        ("basic.toml", "piles = [46,", "piles = [0,", "basic.toml cards[0].piles core.fault.within"),
        ("basic.toml", 'id = "copper"', 'id = "bronze"', "basic.toml cards dominion_guilds.fault.needed"),
    ],
)
def test_a_fault_is_named_with_its_place(name: str, old: str, new: str, fault: str) -> None:
    assert broken(name, old, new) == fault
