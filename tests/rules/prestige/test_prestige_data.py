"""The data files: what is in the box, and a clear line for whatever is wrong with it."""

from __future__ import annotations

import re

import pytest

from rules.games.prestige.data import DECKS, PrestigeBox
from rules.games.prestige.load import load
from tests.rules.prestige.prestige_table import BOX, EDITION, FILES, changed

MINIMUM = """
[[cards]]
id = "{id}"
tribe = "{tribe}"
types = ["{type}"]
placement = "{placement}"
leader = {leader}
cost = 0
needs = []
"""


@pytest.fixture
def box() -> PrestigeBox:
    """The box as it is loaded now, not when the tests were found."""
    return load(EDITION)


def test_the_house_set_has_what_the_rules_can_meet(box: PrestigeBox) -> None:
    cards = list(box.cards.values())
    assert {tribe: sum(card.tribe == tribe for card in cards) for tribe in box.caps} == dict.fromkeys(
        box.claimable, 11
    ) | {"comunal": 15}
    standard = [card for card in cards if card.placement == "standard"]
    assert sum(card.unique is not None for card in standard) >= 2
    assert sum(any(clause.side in ("left", "right") for clause in card.adjacency) for card in standard) >= 2
    assert {card.placement for card in cards} == {"standard", "below", "above", "water", "unit"}
    assert box.cards["comunal-01"].needs[0].count == 2
    assert {clause.side for card in cards for clause in card.adjacency} == {
        "any",
        "left",
        "right",
        "above",
        "below",
    }


def test_the_data_say_that_they_are_ours(box: PrestigeBox) -> None:
    assert box.provenance == "house"
    owner = changed("cards.toml", 'provenance = "house"', 'provenance = "owner"')
    assert load(owner).provenance == "house"
    for name in ("board.toml", "events.toml"):
        owner[name] = owner[name].replace(b'provenance = "house"', b'provenance = "owner"')
    assert load(owner).provenance == "owner"


def test_every_piece_has_a_name_in_both_languages_and_a_code_of_its_own(box: PrestigeBox) -> None:
    codes = [(piece.code, piece.copy) for piece in box.stickered]
    assert len(set(codes)) == len(codes)
    for piece in box.pieces:
        assert re.fullmatch(r"[0-9A-Z]{1,4}", piece.code) or piece not in box.stickered
        assert {language for language, _ in piece.names} == {"en", "pt_BR"}


def test_each_city_card_has_a_sticker_for_its_back_that_tells_its_tribe_alone(box: PrestigeBox) -> None:
    backs = [piece for piece in box.pieces if piece.anonymous]
    assert len(backs) == len(box.cards)
    assert [box.backs[piece.id] for piece in backs] == [card.tribe for card in box.cards.values()]
    assert {piece.sheet for piece in backs} == {"backs"}
    assert {piece.sheet for piece in box.pieces} == {"board", "city", "events", "identities", "backs", ""}


def test_codes_that_are_not_given_stay_the_same_in_another_order() -> None:
    text = FILES["events.toml"].decode()
    bare = re.sub(r'code = "IN\d\d"\n', "", text)
    head, *events = bare.split("\n[[events]]")
    reversed_text = "\n[[events]]".join([head, *reversed(events)])
    one = {piece.id: piece.code for piece in load({**FILES, "events.toml": bare.encode()}).pieces}
    two = {piece.id: piece.code for piece in load({**FILES, "events.toml": reversed_text.encode()}).pieces}
    assert one == two
    assert one["invader-01"] != "IN01"
    assert len(one["invader-01"]) == 4


def test_copies_of_a_card_are_pieces_of_their_own() -> None:
    files = changed("cards.toml", 'id = "raposa-01"\n', 'id = "raposa-01"\ncopies = 2\n')
    box = load(files)
    pieces = [piece for piece in box.pieces if piece.kind == "raposa-01"]
    assert [(piece.id, piece.copy, piece.code) for piece in pieces] == [
        ("raposa-01", 1, "R01"),
        ("raposa-01.2", 2, "R01"),
    ]
    assert sum(piece.kind == "back-raposa" for piece in box.pieces) == 12


def test_the_faithful_minimum_of_an_owner_is_enough() -> None:
    text = FILES["cards.toml"].decode()
    head = text.partition("\n[[cards]]")[0]
    cards = [
        MINIMUM.format(
            id=f"{tribe}-{n}",
            tribe=tribe,
            type="unit" if n == 0 else "market",
            placement="unit" if n == 0 else "standard",
            leader="true" if n == 0 and tribe != "comunal" else "false",
        )
        for tribe, count in BOX.caps.items()
        for n in range(count)
    ]
    box = load({**FILES, "cards.toml": (head + "".join(cards)).encode()})
    assert all(card.by_hand for card in box.cards.values())
    assert box.cards["lince-0"].counts == 2
    assert next(piece.name("en") for piece in box.pieces if piece.id == "lince-0") == "Lince 0"


def test_one_language_is_enough_for_a_name_and_none_is_made_from_the_id() -> None:
    files = changed("cards.toml", ', pt_BR = "Casa Longa"', "")
    files["events.toml"] = files["events.toml"].replace(b'en = "Good Harvest", ', b"")
    files["board.toml"] = files["board.toml"].replace(b'{ en = "Defense", pt_BR = "Defesa" }', b"{}")
    named = {piece.id: piece for piece in load(files).pieces}
    assert [named["auroque-01"].name(language) for language in ("pt_BR", "en")] == ["Longhouse"] * 2
    assert [named["favor_gained-01"].name(language) for language in ("pt_BR", "en")] == ["Boa Colheita"] * 2
    assert named["track-defense"].name("pt_BR") == "Defense"


def test_mere_names_carry_no_sticker(box: PrestigeBox) -> None:
    mere = [piece for piece in box.pieces if piece not in box.stickered]
    assert {piece.id.partition("-")[0] for piece in mere} == {"tribe", "track", "type"}
    assert {(piece.code, piece.sheet) for piece in mere} == {("", "")}
    assert [piece.id for piece in mere if piece.id.startswith("tribe")] == ["tribe-comunal"]


def test_decks_need_as_many_events_as_their_piles(box: PrestigeBox) -> None:
    for deck in DECKS:
        assert len(box.by_deck[deck]) >= box.board.events[deck]
