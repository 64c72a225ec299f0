"""The data files: what is in the box, and a clear line for whatever is wrong with it."""

from __future__ import annotations

import re

import pytest

from rules.core.errors import DataError
from rules.games.prestige import GAME
from rules.games.prestige.data import DECKS
from rules.games.prestige.load import load
from tests.rules.prestige.prestige_table import BOX, FILES

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


def changed(name: str, old: str, new: str, count: int = 1) -> dict[str, bytes]:
    text = FILES[name].decode()
    assert old in text, old
    return {**FILES, name: text.replace(old, new, count).encode()}


def problem(files: dict[str, bytes]) -> str:
    with pytest.raises(DataError) as caught:
        load(files)
    args = caught.value.args_by_name
    line = f"{args.get('file')}: {args.get('path', '')}: {args.get('problem', caught.value.key)}"
    assert "\n" not in line
    return line


def test_the_house_set_has_what_the_rules_can_meet() -> None:
    cards = list(BOX.cards.values())
    assert {tribe: sum(card.tribe == tribe for card in cards) for tribe in BOX.caps} == dict.fromkeys(
        BOX.claimable, 11
    ) | {"comunal": 15}
    standard = [card for card in cards if card.placement == "standard"]
    assert sum(card.unique is not None for card in standard) >= 2
    assert sum(any(clause.side in ("left", "right") for clause in card.adjacency) for card in standard) >= 2
    assert {card.placement for card in cards} == {"standard", "below", "above", "water", "unit"}
    assert BOX.cards["comunal-01"].needs[0].count == 2
    assert {clause.side for card in cards for clause in card.adjacency} == {
        "any",
        "left",
        "right",
        "above",
        "below",
    }


def test_the_data_say_that_they_are_ours() -> None:
    assert BOX.provenance == "house"
    owner = changed("cards.toml", 'provenance = "house"', 'provenance = "owner"')
    assert load(owner).provenance == "house"
    for name in ("board.toml", "events.toml"):
        owner[name] = owner[name].replace(b'provenance = "house"', b'provenance = "owner"')
    assert load(owner).provenance == "owner"


def test_every_piece_has_a_name_in_both_languages_and_a_code_of_its_own() -> None:
    codes = [(piece.code, piece.copy) for piece in BOX.pieces]
    assert len(set(codes)) == len(codes)
    for piece in BOX.pieces:
        assert re.fullmatch(r"[0-9A-Z]{1,4}", piece.code)
        assert {language for language, _ in piece.names} == {"en", "pt_BR"}


def test_each_city_card_has_a_sticker_for_its_back_that_tells_its_tribe_alone() -> None:
    backs = [piece for piece in BOX.pieces if piece.anonymous]
    assert len(backs) == len(BOX.cards)
    assert [BOX.backs[piece.id] for piece in backs] == [card.tribe for card in BOX.cards.values()]
    assert {piece.sheet for piece in backs} == {"backs"}
    assert {piece.sheet for piece in BOX.pieces} == {"board", "city", "events", "identities", "backs", ""}


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


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("cards.toml", 'tribe = "auroque"', 'tribe = "auroch"', "cards.auroque-01: unknown tribe 'auroch'"),
        (
            "cards.toml",
            'types = ["habitation"]',
            'types = ["house"]',
            "cards.auroque-01: unknown type 'house'",
        ),
        ("cards.toml", 'id = "auroque-02"', 'id = "auroque-01"', "cards.auroque-01: the id is there twice"),
        (
            "cards.toml",
            'code = "A02"',
            'code = "A01"',
            "auroque-02: has the code A01 of auroque-01; give it its own",
        ),
        (
            "cards.toml",
            'code = "A02"',
            'code = "A0002"',
            "cards.auroque-02: a code is up to four of 0-9 and A-Z",
        ),
        ("cards.toml", 'id = "auroque-02"', 'id = "Au 2"', "cards.Au 2: an id is a-z, 0-9, - and _"),
        (
            "cards.toml",
            'placement = "below"',
            'placement = "under"',
            "cards.auroque-06: unknown placement 'under'",
        ),
        (
            "cards.toml",
            "effects = { population = 1 }",
            "effects = { people = 1 }",
            "effects: unknown track 'people'",
        ),
        ("cards.toml", 'side = "any"', 'side = "near"', "adjacency: unknown side 'near'"),
        ("cards.toml", 'when = "card_placed"', 'when = "always"', "passive: unknown moment 'always'"),
        ("cards.toml", "cost = 1", "cost = -1", "cards.auroque-04: cost must be at least 0"),
        ("cards.toml", "count = 1", "count = 0", "needs: count must be at least 1"),
        ("cards.toml", "pay = { coins = 2 }", "pay = { coins = 0 }", "unique: pay takes amounts above 0"),
        ("cards.toml", "communal = true\n", "", "tribes: exactly one is communal"),
        ("cards.toml", "leader = true\n", "", "tribes.auroque: has no leader"),
        (
            "cards.toml",
            'placement = "unit"\nleader',
            "leader",
            "cards.auroque-10: a leader is placed as a unit",
        ),
        ("cards.toml", 'placement = "unit"\n[cards.passive]', "[cards.passive]", "only a unit has a passive"),
        ("cards.toml", "schema = 1", "schema = 2", "core.data_newer"),
        ("cards.toml", "[header]", "[heading]", "core.data_header"),
        ("cards.toml", "cost = 1", "price = 1", "price"),
        ("cards.toml", "[[tribes]]", "[[tribes", "cards.toml"),
        ("board.toml", "start = 4", "start = 11", "tracks.happiness.start: lies outside the track"),
        ("board.toml", "at = 10", "at = 11", "tracks.happiness.spaces.11: lies outside the track"),
        ("board.toml", "at = 1\n", "at = 0\n", "tracks.happiness.spaces: two spaces at one value"),
        ("board.toml", 'event = "favor_lost"', 'event = "favour"', "unknown event deck 'favour'"),
        ("board.toml", "then = { happiness = -2 }", "then = { joy = -2 }", "unknown track 'joy'"),
        (
            "cards.toml",
            "pay = { coins = 2 }\neffects = { population = 1 }",
            "pay = { coins = 2 }\neffects = { people = 1 }",
            "unique: unknown track 'people'",
        ),
        ("board.toml", "lose = { population = 1 }", "lose = { people = 1 }", "unknown track 'people'"),
        (
            "board.toml",
            "lose = { population = 1 }",
            "lose = { population = 0 }",
            "lose takes amounts above 0",
        ),
        ("board.toml", "win = true", "win = false", "tracks: no space has win"),
        ("board.toml", "lose_game = true", "lose_game = false", "tracks: no space has lose_game"),
        ("board.toml", "start = 2", "start = 15", "the game would end on the starting space"),
        ("board.toml", "hand = 4", "hand = 0", "board.hand: must be at least 1"),
        ("board.toml", "coffers = 5", "coffers = -5", "board.coffers: must be at least 0"),
        ("board.toml", "invader = 10", "invaders = 10", "board.events: needs exactly"),
        ("board.toml", "invader = 10", "invader = 13", "events of invader: has 12 cards, needs at least 13"),
        ("board.toml", "per_tribe = 8", "per_tribe = 12", "tribes.auroque: has 11 cards, needs at least 12"),
        ("board.toml", "communal = 10", "communal = 16", "tribes.comunal: has 15 cards, needs at least 16"),
        ("board.toml", "happiness = 3, ", "joy = 3, ", "hard.starts: unknown track 'joy'"),
        (
            "board.toml",
            "happiness = 3, ",
            "happiness = 11, ",
            "hard.starts.happiness: lies outside the track",
        ),
        ("events.toml", 'deck = "invader"', 'deck = "raid"', "events.invader-01: unknown event deck 'raid'"),
        ("events.toml", 'match = "market"', 'match = "shop"', "destroy: unknown type 'shop'"),
        (
            "events.toml",
            'protect = "between_walls"',
            'protect = "luck"',
            "destroy: unknown protection 'luck'",
        ),
        ("events.toml", "cancel_if = { defense", "cancel_if = { shield", "cancel_if: unknown track 'shield'"),
        ("events.toml", "count = 1", "count = 0", "destroy: count must be at least 1"),
        ("events.toml", "discard_unit = 1", "discard_unit = -1", "discard_unit must be at least 0"),
        ("events.toml", 'id = "invader-01"', 'id = "raposa-01"', "events: ids of cards too: raposa-01"),
        (
            "cards.toml",
            'between_walls]]\ntype = "habitation"',
            'between_walls]]\ntype = "home"',
            "between_walls: unknown type 'home'",
        ),
        (
            "cards.toml",
            'side = "any"\ntype = "water"',
            'side = "any"\ntype = "wet"',
            "adjacency: unknown type 'wet'",
        ),
        (
            "cards.toml",
            'when = "card_placed"\ntype = "farm"',
            'when = "card_placed"\ntype = "field"',
            "passive: unknown type 'field'",
        ),
        ("cards.toml", 'needs = [{ type = "water"', 'needs = [{ type = "wet"', "needs: unknown type 'wet'"),
        (
            "cards.toml",
            "each = { happiness = 1 }",
            "each = { joy = 1 }",
            "between_walls: unknown track 'joy'",
        ),
        ("cards.toml", "pay = { coins = 2 }", "pay = { gold = 2 }", "unique: unknown track 'gold'"),
        (
            "cards.toml",
            'placement = "unit"\n[cards.passive]',
            'placement = "unit"\nadjacency = [{ type = "farm", effects = { coins = 1 } }]\n[cards.passive]',
            "cards.auroque-09: a unit has no neighbours",
        ),
        (
            "cards.toml",
            'code = "A02"',
            'code = "A02"\ncopies = 0',
            "cards.auroque-02: copies must be at least 1",
        ),
        ("board.toml", "coffers = 3", "coffers = -3", "hard.coffers: must be at least 0"),
        (
            "board.toml",
            "low = 0\nhigh = 10\nstart = 4",
            "low = 4\nhigh = 4\nstart = 4",
            "high must be above low",
        ),
        ("board.toml", "unit_places = 5", "unit_places = 0", "board.unit_places: must be at least 1"),
        ("board.toml", "invader = 10", "invader = 0", "board.events.invader: must be at least 1"),
        ("cards.toml", 'id = "farm"', 'id = "habitation"', "types.habitation: the id is there twice"),
        ("cards.toml", 'id = "garca"', 'id = "auroque"', "tribes.auroque: the id is there twice"),
        ("board.toml", 'id = "defense"', 'id = "happiness"', "tracks.happiness: the id is there twice"),
        ("events.toml", 'id = "favor_lost-01"', 'id = "favor_lost-02"', "the id is there twice"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(name: str, old: str, new: str, expected: str) -> None:
    line = problem(changed(name, old, new))
    counts = ("per_tribe", "communal", "invader")
    assert line.startswith(f"{name}: ") or old.startswith(counts), "a count is missed where the cards are"
    assert expected in line


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("board.toml", "invader = 10", "invader = 12"),
        ("board.toml", "per_tribe = 8", "per_tribe = 11"),
        ("board.toml", "communal = 10", "communal = 15"),
        ("board.toml", "start = 4", "start = 10"),
        ("board.toml", "start = 4", "start = 0"),
        ("board.toml", "coffers = 5", "coffers = 0"),
        ("board.toml", "hand = 4", "hand = 1"),
        ("board.toml", "happiness = 3, ", "happiness = 10, "),
        ("board.toml", "happiness = 3, ", "happiness = 0, "),
        ("cards.toml", "cost = 1", "cost = 0"),
    ],
)
def test_what_just_fits_is_accepted(name: str, old: str, new: str) -> None:
    assert load(changed(name, old, new)).deck_size >= 58


def test_a_missing_file_is_named() -> None:
    for name in GAME.files:
        rest = {each: data for each, data in FILES.items() if each != name}
        assert name in problem(rest)


def test_decks_need_as_many_events_as_their_piles() -> None:
    for deck in DECKS:
        assert len(BOX.by_deck[deck]) >= BOX.board.events[deck]
