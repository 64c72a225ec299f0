"""What is wrong with a data file is named in one line, with file and place."""

from __future__ import annotations

import pytest

from rules.core.errors import DataError
from rules.core.value import Msg
from rules.games.prestige import GAME
from rules.games.prestige.load import load
from tests.rules.prestige.prestige_table import FILES, changed


def problem(files: dict[str, bytes]) -> str:
    with pytest.raises(DataError) as caught:
        load(files)
    args = caught.value.args_by_name
    fault = args.get("problem")
    if not isinstance(fault, Msg):
        return f"{args['file']}: {caught.value.key}"
    named = ", ".join(f"{name}={value}" for name, value in fault.args)
    return f"{args['file']}: {args['path']}: {fault.key.rpartition('fault.')[2]}({named})"


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        (
            "cards.toml",
            'tribe = "auroque"',
            'tribe = "auroch"',
            "cards.auroque-01.tribe: unknown(known=auroque, garca, ibex, lince, coruja, raposa, comunal, value=auroch)",
        ),
        (
            "cards.toml",
            'types = ["habitation"]',
            'types = ["house"]',
            "cards.auroque-01.types: unknown(known=habitation, farm, market, ",
        ),
        ("cards.toml", 'id = "auroque-02"', 'id = "auroque-01"', "cards: twice(value=auroque-01)"),
        ("cards.toml", 'code = "A02"', 'code = "A01"', "auroque-02: code_taken(code=A01, other=auroque-01)"),
        (
            "events.toml",
            'code = "FG02"',
            'code = "FG01"',
            "favor_gained-02: code_taken(code=FG01, other=favor_gained-01)",
        ),
        (
            "events.toml",
            'code = "FG02"',
            'code = "A02"',
            "favor_gained-02: code_taken(code=A02, other=auroque-02)",
        ),
        (
            "cards.toml",
            'code = "A02"',
            'code = "0A01"',
            "auroque-02: code_taken(code=0A01, other=auroque-01)",
        ),
        ("cards.toml", 'code = "A02"', 'code = "A0002"', "cards.auroque-02.code: code()"),
        ("cards.toml", 'code = "A02"', 'code = "a02"', "cards.auroque-02.code: code()"),
        ("cards.toml", 'id = "auroque-02"', 'id = "Au 2"', "cards.Au 2: id()"),
        (
            "cards.toml",
            'placement = "below"',
            'placement = "under"',
            "cards.auroque-06.placement: unknown(known=standard, below, above, water, unit, value=under)",
        ),
        (
            "cards.toml",
            "effects = { population = # }",
            "effects = { people = 1 }",
            "cards.auroque-01.effects: unknown(known=happiness, population, defense, prestige, coins, value=people)",
        ),
        (
            "cards.toml",
            "effects = { population = # }",
            "effects = { population = 100 }",
            "cards.auroque-01.effects.population: within(high=99, low=-99, value=100)",
        ),
        (
            "cards.toml",
            "effects = { population = # }",
            "effects = { population = -100 }",
            "effects.population: within(high=99, low=-99, value=-100)",
        ),
        (
            "cards.toml",
            'side = "any"',
            'side = "near"',
            "adjacency: unknown(known=any, left, right, above, below, value=near)",
        ),
        (
            "cards.toml",
            'when = "card_placed"',
            'when = "always"',
            "passive: unknown(known=card_placed, invader_drawn, value=always)",
        ),
        ("cards.toml", "cost = #", "cost = -1", "cards.auroque-04.cost: within(high=99, low=0, value=-1)"),
        ("cards.toml", "cost = #", "cost = 100", "cards.auroque-04.cost: within(high=99, low=0, value=100)"),
        ("cards.toml", "count = #", "count = 0", "needs: within(high=99, low=1, value=0)"),
        ("cards.toml", "count = #", "count = 100", "needs: within(high=99, low=1, value=100)"),
        (
            "cards.toml",
            "pay = { coins = # }",
            "pay = { coins = 0 }",
            "unique.pay.coins: within(high=99, low=1, value=0)",
        ),
        ("cards.toml", "communal = true\n", "", "tribes: one_communal()"),
        ("cards.toml", "leader = true\n", "", "tribes.auroque: no_leader()"),
        ("cards.toml", 'placement = "unit"\nleader', "leader", "cards.auroque-10: leader_unit()"),
        (
            "cards.toml",
            'placement = "unit"\n[cards.passive]',
            "[cards.passive]",
            "cards.auroque-09: passive_unit()",
        ),
        ("cards.toml", "schema = 1", "schema = 2", "core.data_newer"),
        ("cards.toml", "[header]", "[heading]", "core.data_header"),
        ("cards.toml", "cost = #", "price = 1", "$.cards[3]: field_unknown(field=price)"),
        ("cards.toml", "[[tribes]]", "[[tribes", "cards.toml: core.data_syntax"),
        ("board.toml", "start = 4", "start = 11", "tracks.happiness.start: within(high=10, low=0, value=11)"),
        ("board.toml", "start = 4", "start = -1", "tracks.happiness.start: within(high=10, low=0, value=-1)"),
        ("board.toml", "at = 10", "at = 11", "tracks.happiness.spaces.11: within(high=10, low=0, value=11)"),
        ("board.toml", "at = 1\n", "at = 0\n", "tracks.happiness.spaces: twice(value=0)"),
        (
            "board.toml",
            'event = "favor_lost"',
            'event = "favour"',
            "tracks.happiness.spaces.0: unknown(known=favor_gained, favor_lost, invader, value=favour)",
        ),
        (
            "board.toml",
            "then = { happiness = -2 }",
            "then = { joy = -2 }",
            "spaces.10.then: unknown(known=happiness, population, defense, prestige, coins, value=joy)",
        ),
        (
            "cards.toml",
            "pay = { coins = # }\neffects = { population = # }",
            "pay = { coins = 2 }\neffects = { people = 1 }",
            "unique: unknown(known=happiness, population, defense, prestige, coins, value=people)",
        ),
        ("board.toml", "lose = { population = 1 }", "lose = { people = 1 }", "spaces.2.lose: unknown("),
        (
            "board.toml",
            "lose = { population = 1 }",
            "lose = { population = 0 }",
            "spaces.2.lose.population: within(high=99, low=1, value=0)",
        ),
        (
            "board.toml",
            "discard_unit = 1",
            "discard_unit = -1",
            "tracks.population.spaces.1.discard_unit: within(high=99, low=0, value=-1)",
        ),
        ("board.toml", "win = true", "win = false", "tracks: no_win()"),
        ("board.toml", "lose_game = true", "lose_game = false", "tracks: no_loss()"),
        ("board.toml", "start = 2", "start = 15", "tracks.prestige.start: ends_at_start()"),
        ("board.toml", "population = 3 }", "population = 0 }", "hard.starts.population: ends_at_start()"),
        ("board.toml", "at = 15", "at = 14", "tracks.prestige.spaces.14: ends_inside()"),
        (
            "board.toml",
            "at = 0\nlose_game = true",
            "at = 3\nlose_game = true",
            "tracks.population.spaces.3: ends_inside()",
        ),
        ("board.toml", "hand = 4", "hand = 0", "board.hand: within(high=99, low=1, value=0)"),
        ("board.toml", "hand = 4", "hand = 15", "board.hand: hand(count=15, deck=58, seats=4)"),
        ("board.toml", "hand = 4", "hand = 100", "board.hand: within(high=99, low=1, value=100)"),
        ("board.toml", "coffers = 5", "coffers = -5", "board.coffers: within(high=99, low=0, value=-5)"),
        ("board.toml", "coffers = 5", "coffers = 100", "board.coffers: within(high=99, low=0, value=100)"),
        (
            "board.toml",
            "invader = 10",
            "invader = 10\nraid = 1",
            "board.events: unknown(known=favor_gained, favor_lost, invader, value=raid)",
        ),
        ("board.toml", "invader = 10", "", "board.events: field_missing(field=invader)"),
        ("board.toml", "invader = 10", "invader = 13", "events.invader: few_cards(found=12, least=13)"),
        ("board.toml", "per_tribe = 8", "per_tribe = 12", "tribes.auroque: few_cards(found=11, least=12)"),
        ("board.toml", "communal = 10", "communal = 16", "tribes.comunal: few_cards(found=15, least=16)"),
        (
            "board.toml",
            "happiness = 3, ",
            "joy = 3, ",
            "hard.starts: unknown(known=happiness, population, defense, prestige, value=joy)",
        ),
        (
            "board.toml",
            "happiness = 3, ",
            "happiness = 11, ",
            "hard.starts.happiness: within(high=10, low=0, value=11)",
        ),
        (
            "events.toml",
            'deck = "invader"',
            'deck = "raid"',
            "events.invader-01.deck: unknown(known=favor_gained, favor_lost, invader, value=raid)",
        ),
        ("events.toml", 'match = "market"', 'match = "shop"', "destroy: unknown(known=habitation, "),
        (
            "events.toml",
            'protect = "between_walls"',
            'protect = "luck"',
            "destroy: unknown(known=between_walls, adjacent_water, any_wall_in_play, value=luck)",
        ),
        ("events.toml", "cancel_if = { defense", "cancel_if = { shield", "cancel_if: unknown("),
        ("events.toml", "count = #", "count = 0", "destroy: within(high=99, low=1, value=0)"),
        (
            "events.toml",
            "discard_unit = #",
            "discard_unit = -1",
            "discard_unit: within(high=99, low=0, value=-1)",
        ),
        (
            "events.toml",
            'code = "FG02"',
            'code = "FG02"\ncopies = 100',
            "events.favor_gained-02.copies: within(high=99, low=1, value=100)",
        ),
        ("events.toml", 'id = "invader-01"', 'id = "raposa-01"', "raposa-01: twice(value=raposa-01)"),
        (
            "cards.toml",
            'between_walls]]\ntype = "habitation"',
            'between_walls]]\ntype = "home"',
            "between_walls: unknown(",
        ),
        ("cards.toml", 'types = ["wall"]', 'types = ["tower"]', "walls_only()"),
        ("cards.toml", 'side = "any"\ntype = "water"', 'side = "any"\ntype = "wet"', "adjacency: unknown("),
        (
            "cards.toml",
            'when = "card_placed"\ntype = "farm"',
            'when = "card_placed"\ntype = "field"',
            "passive: unknown(",
        ),
        ("cards.toml", 'needs = [{ type = "water"', 'needs = [{ type = "wet"', "needs: unknown("),
        ("cards.toml", "each = { happiness = # }", "each = { joy = 1 }", "between_walls: unknown("),
        ("cards.toml", "pay = { coins = # }", "pay = { gold = 2 }", "unique.pay: unknown("),
        (
            "cards.toml",
            'placement = "unit"\n[cards.passive]',
            'placement = "unit"\nadjacency = [{ type = "farm", effects = { coins = 1 } }]\n[cards.passive]',
            "cards.auroque-09: unit_neighbours()",
        ),
        (
            "cards.toml",
            'code = "A02"',
            'code = "A02"\ncopies = 0',
            "cards.auroque-02.copies: within(high=99, low=1, value=0)",
        ),
        ("board.toml", "coffers = 3", "coffers = -3", "hard.coffers: within(high=99, low=0, value=-3)"),
        ("board.toml", "coffers = 3", "coffers = 100", "hard.coffers: within(high=99, low=0, value=100)"),
        (
            "board.toml",
            "low = 0\nhigh = 10\nstart = 4",
            "low = 4\nhigh = 4\nstart = 4",
            "tracks.happiness.high: within(high=99, low=5, value=4)",
        ),
        (
            "board.toml",
            "low = 0\nhigh = 10\nstart = 4",
            "low = 0\nhigh = 100\nstart = 4",
            "tracks.happiness.high: within(high=99, low=1, value=100)",
        ),
        (
            "board.toml",
            "low = 0\nhigh = 10\nstart = 4",
            "low = -100\nhigh = 10\nstart = 4",
            "tracks.happiness.low: within(high=99, low=-99, value=-100)",
        ),
        (
            "board.toml",
            "unit_places = 5",
            "unit_places = 0",
            "board.unit_places: within(high=99, low=1, value=0)",
        ),
        (
            "board.toml",
            "invader = 10",
            "invader = 0",
            "board.events.invader: within(high=99, low=1, value=0)",
        ),
        ("cards.toml", 'id = "farm"', 'id = "habitation"', "types: twice(value=habitation)"),
        ("cards.toml", 'id = "garca"', 'id = "auroque"', "tribes: twice(value=auroque)"),
        ("board.toml", 'id = "defense"', 'id = "happiness"', "tracks: twice(value=happiness)"),
        ("events.toml", 'id = "favor_lost-01"', 'id = "favor_lost-02"', "events: twice(value=favor_lost-02)"),
        (
            "cards.toml",
            'pt_BR = "Casa Longa"',
            'pt = "Casa Longa"',
            "cards.auroque-01.names: unknown(known=en, pt_BR, value=pt)",
        ),
        ("cards.toml", 'pt_BR = "Casa Longa"', 'pt_BR = " "', "cards.auroque-01.names.pt_BR: empty()"),
        (
            "cards.toml",
            'pt_BR = "Garça"',
            'br = "Garça"',
            "tribes.garca.names: unknown(known=en, pt_BR, value=br)",
        ),
        ("cards.toml", 'pt_BR = "Roça"', 'pt_BR = ""', "types.farm.names.pt_BR: empty()"),
        ("board.toml", 'pt_BR = "Felicidade"', 'pt_BR = ""', "tracks.happiness.names.pt_BR: empty()"),
        (
            "events.toml",
            'pt_BR = "Boa Colheita"',
            'pt-BR = "Boa Colheita"',
            "events.favor_gained-01.names: unknown(known=en, pt_BR, value=pt-BR)",
        ),
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
        ("cards.toml", "cost = #", "cost = 0"),
        ("cards.toml", "cost = #", "cost = 99"),
        ("board.toml", "coffers = 5", "coffers = 99"),
        ("board.toml", "hand = 4", "hand = 8"),
        ("cards.toml", "effects = { population = # }", "effects = { population = -99 }"),
        ("cards.toml", 'code = "A02"', 'code = "A02"\ncopies = 99'),
    ],
)
def test_what_just_fits_is_accepted(name: str, old: str, new: str) -> None:
    assert load(changed(name, old, new)).deck_size >= 58


def test_a_missing_file_is_named() -> None:
    for name in GAME.files:
        rest = {each: data for each, data in FILES.items() if each != name}
        assert name in problem(rest)
