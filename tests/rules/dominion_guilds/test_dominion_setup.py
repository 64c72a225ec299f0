"""Piles and decks by number of players, and how the kingdom is chosen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.core.commands import Answer, Correct, Picked
from rules.core.errors import RuleError
from rules.core.referee import Referee
from rules.core.state import Setup
from rules.core.value import PieceRef, Word
from rules.games.dominion_guilds import GAME
from rules.games.dominion_guilds.kingdom import eligible, wishes
from rules.games.dominion_guilds.model import Table
from tests.rules.dominion_guilds.dominion_table import Play, box, cards, short

RANDOM, BY_HAND = (Word(f"dominion_guilds.kingdom.{word}") for word in ("random", "by_hand"))
TEN = "cellar moat village workshop smithy market mine witch baker herald"
FIGURES = {
    "copper": (46, 39, 32, 85, 78),
    "silver": (40, 40, 40, 80, 80),
    "gold": (30, 30, 30, 60, 60),
    "estate": (8, 12, 12, 12, 12),
    "duchy": (8, 12, 12, 12, 12),
    "gardens": (8, 12, 12, 12, 12),
    "province": (8, 12, 12, 15, 18),
    "curse": (10, 20, 30, 40, 50),
    "herald": (10, 10, 10, 10, 10),
}


class Begin(Play):
    """A game from its set-up on; the companion draws by itself."""

    def __init__(self, seats: int = 2, seed: int = 1, level: str = "guided", **options: str) -> None:
        self.referee: Referee[Table] = Referee(GAME, box())
        self.dice = random.Random(seed)
        self.state, events = self.referee.new(Setup(seats, tuple(options.items()), level))
        self.events = list(events)

    def give(self, key: str, *choices: Word | PieceRef) -> Begin:
        ask = self.ask(key)
        self.state, events = self.referee.apply(self.state, Answer(ask.id, Picked(choices)))
        self.events += events
        while drawn := [ask for ask in self.asks if ask.chance == "digital"]:
            self.state, events = self.referee.apply(
                self.state, Answer(drawn[0].id, drawn[0].sample(self.dice))
            )
            self.events += events
        return self

    def kingdom(self) -> list[str]:
        return [kind for kind in self.offered("kingdom.exchange") if kind in box().kingdom]

    def by_hand(self, text: str) -> Begin:
        self.give("kingdom", BY_HAND)
        return self.give("kingdom.pick", *map(PieceRef, cards(text)))

    def through(self) -> Begin:
        self.do("setup.piles")
        self.do("setup.decks")
        return self


# ---- piles ---------------------------------------------------------------------------
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_pile_has_its_size_for_the_number_of_players(seats: int) -> None:
    game = Begin(seats).by_hand(TEN.replace("cellar", "gardens"))
    assert {kind: game.table.left(kind) for kind in FIGURES} == {
        k: row[seats - 2] for k, row in FIGURES.items()
    }


def test_dealt_estates_do_not_come_from_the_pile() -> None:
    totals = [Begin(seats).by_hand(TEN).table for seats in range(2, 7)]
    assert [table.left("estate") + sum(seat.owned[3] for seat in table.seats) for table in totals] == [
        14,
        21,
        24,
        27,
        30,
    ]


def test_everybody_begins_with_seven_coppers_and_three_estates_and_five_cards_in_hand() -> None:
    game = Begin(3).by_hand(TEN).through()
    for at in range(3):
        assert (game.owns("copper", at), game.owns("estate", at), game.sizes(at)) == (7, 3, (5, 5, 0))


@pytest.mark.parametrize(("kingdom", "tokens"), [(TEN, 1), (TEN.replace("baker", "doctor"), 0)])
def test_a_baker_in_the_kingdom_gives_everybody_a_token(kingdom: str, tokens: int) -> None:
    game = Begin(2).by_hand(kingdom).through()
    assert [seat.tokens for seat in game.table.seats] == [tokens, tokens]


@pytest.mark.parametrize(("seats", "said"), [(4, 0), (5, 1), (6, 1)])
def test_five_and_six_players_are_told_of_a_second_set(seats: int, said: int) -> None:
    assert len(Begin(seats).by_hand(TEN).told("do.two_sets")) == said


def test_what_needs_other_boxes_is_said() -> None:
    assert len(Begin(2).by_hand(TEN).told("not_covered")) == 1


def first_told(game: Begin) -> str:
    """Return the first thing told, which names a step."""
    return next(event for event in game.events if event.kind == "fact").text.key.removeprefix(
        "dominion_guilds."
    )


def test_each_part_of_the_set_up_is_told_as_what_it_is() -> None:
    """Else what is undone would be called by what was only said beside it."""
    game = Begin(2).give("kingdom", RANDOM)
    for key in ("kingdom.keep", "setup.piles", "setup.decks"):
        game.events.clear()
        game.do(key)
        assert first_told(game) == f"{key}.told"


def test_a_kingdom_named_by_hand_and_a_skipped_list_are_told_too() -> None:
    game = Begin(2).by_hand(TEN)
    assert first_told(game) == "kingdom.keep.told"
    game.events.clear()
    game.do("setup.skip")
    assert first_told(game) == "setup.skip.told"


def test_whoever_leaves_during_the_set_up_does_not_begin() -> None:
    game = Begin(3)
    game.state, _ = game.referee.apply(game.state, Correct("away.0", "yes"))
    table = game.by_hand(TEN).through().table
    assert [seat.away for seat in table.seats] == [True, False, False]
    assert table.turn == 1
    assert {ask.id.seat for ask in game.asks if ask.blocks} == {1}


def test_the_set_up_list_may_be_skipped() -> None:
    game = Begin(2).by_hand(TEN)
    game.do("setup.skip")
    assert short(game.asks[0]) == "treasures"


def test_whoever_joins_a_game_names_its_kingdom_and_skips_the_rest() -> None:
    game = Begin(2)
    game.do("setup.skip")
    game.give("kingdom.pick", *map(PieceRef, cards(TEN)))
    assert short(game.asks[0]) == "treasures"


# ---- by hand -------------------------------------------------------------------------
def test_ten_kinds_may_be_named_from_any_box_a_newer_one_has_left_out_too() -> None:
    game = Begin(2, rules="2021", boxes="newer_second").by_hand(TEN.replace("herald", "taxman"))
    assert "taxman" in game.table.kinds


@pytest.mark.parametrize("count", [9, 11])
def test_a_kingdom_has_ten_kinds(count: int) -> None:
    game = Begin(2).give("kingdom", BY_HAND)
    with pytest.raises(RuleError):
        game.give("kingdom.pick", *map(PieceRef, box().kingdom[:count]))


# ---- by chance -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("boxes", "allowed"),
    [
        ("guilds_second", {"guilds", "second"}),
        ("guilds_first", {"guilds", "first"}),
        ("guilds_all", {"guilds", "first", "second"}),
        ("newer_second", {"newer", "second"}),
        ("newer_all", {"newer", "first", "second"}),
        ("guilds", {"guilds"}),
        ("second", {"second"}),
        ("first", {"first"}),
    ],
)
def test_chance_takes_nothing_from_a_box_that_was_not_chosen(boxes: str, allowed: set[str]) -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        kingdom = Begin(2, seed, boxes=boxes).give("kingdom", RANDOM).kingdom()
        assert len(set(kingdom)) == 10
        met.update(kingdom)
    assert all(set(box().cards[kind].boxes) & allowed for kind in met)
    assert len(met) > 10


@pytest.mark.parametrize("seed", range(24))
def test_chance_grants_what_was_asked_for(seed: int) -> None:
    wanted = {"need": "both", "costs": "spread", "attacks": "some"}
    kingdom = [box().cards[kind] for kind in Begin(2, seed, **wanted).give("kingdom", RANDOM).kingdom()]
    assert any(card.plus.actions > 1 for card in kingdom)
    assert any(card.plus.buys for card in kingdom)
    assert any(card.is_a("attack") for card in kingdom)
    assert {2, 3, 4, 5} <= {card.cost for card in kingdom}


@pytest.mark.parametrize("seed", range(4))
def test_no_attack_comes_where_none_is_wanted(seed: int) -> None:
    kingdom = Begin(2, seed, attacks="none").give("kingdom", RANDOM).kingdom()
    assert not any(box().cards[kind].is_a("attack") for kind in kingdom)


@pytest.mark.parametrize("seed", range(4))
def test_one_card_may_be_drawn_again_and_what_was_asked_for_stays_granted(seed: int) -> None:
    game = Begin(2, seed, need="actions", boxes="second").give("kingdom", RANDOM)
    before = game.kingdom()
    old = next(kind for kind in before if box().cards[kind].plus.actions > 1)
    after = game.give("kingdom.exchange", PieceRef(old)).kingdom()
    assert len(set(after)) == 10
    assert old not in after
    assert len(set(after) - set(before)) == 1
    assert any(box().cards[kind].plus.actions > 1 for kind in after)


@pytest.mark.parametrize("seed", [14, 32, 47, 58])
def test_where_one_card_cannot_grant_all_that_is_missing_it_grants_what_it_can(seed: int) -> None:
    game = Begin(2, seed, need="actions", costs="spread", boxes="first").give("kingdom", RANDOM)
    asked_for = wishes(box(), game.table.switches)
    pool = eligible(box(), game.table.switches)
    for old in game.kingdom():
        drawn = Begin(2, seed, need="actions", costs="spread", boxes="first").give("kingdom", RANDOM)
        kept = [kind for kind in drawn.kingdom() if kind != old]
        missing = [wish for wish in asked_for if not any(map(wish, kept))]
        most = max(sum(wish(kind) for wish in missing) for kind in pool if kind not in (*kept, old))
        new = (set(drawn.give("kingdom.exchange", PieceRef(old)).kingdom()) - set(kept)).pop()
        assert sum(wish(new) for wish in missing) == most


def test_a_kingdom_that_is_kept_is_laid_out() -> None:
    game = Begin(2).give("kingdom", RANDOM)
    kingdom = game.kingdom()
    game.do("kingdom.keep")
    assert list(game.table.kinds[7:]) == kingdom
    assert game.is_open("setup.piles")


def test_whoever_dislikes_what_came_names_ten() -> None:
    game = Begin(2).give("kingdom", RANDOM).do("kingdom.name")
    assert game.is_open("kingdom.pick")


# ---- randomizer cards ----------------------------------------------------------------
def test_randomizer_cards_name_the_kingdom() -> None:
    game = Begin(2).give("kingdom", BY_HAND)
    seen = game.see("cards", [f"randomizer.{kind}" for kind in cards(TEN)])
    assert type(seen).__name__ == "Moves"
    some = game.see("cards", [f"randomizer.{kind}" for kind in cards(TEN)[:4]])
    assert type(some).__name__ == "Wait"
