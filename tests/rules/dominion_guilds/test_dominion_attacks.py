"""Attacks of the base game, and the Moat."""

from __future__ import annotations

import pytest

from rules.core.commands import Correct
from rules.core.value import SeatRef
from tests.rules.dominion_guilds.dominion_table import BIA, CAIO, ME, Has, Play, play


# ---- Militia and Witch ---------------------------------------------------------------
def test_militia_has_everybody_else_discard_down_to_three() -> None:
    game = play(Has("militia copper*4"), Has(), Has("copper*4")).do("act", "militia")
    assert game.table.now.coins == 2
    assert [game.sizes(at) for at in (BIA, CAIO)] == [(3, 0, 2), (3, 0, 1)]


def test_militia_leaves_a_hand_of_three_alone_59() -> None:
    game = play(Has("militia copper*4"), Has("copper*3")).do("act", "militia")
    assert game.sizes(BIA) == (3, 0, 0)
    assert game.told("do.discard") == []


def test_witch_draws_two_and_gives_curses_from_the_left_while_there_are_any_58() -> None:
    game = play(Has("witch copper*4", "copper*2"), Has(), Has(), piles="curse*1").do("act", "witch")
    assert game.sizes()[0] == 6
    assert [game.owns("curse", at) for at in (BIA, CAIO)] == [1, 0]


# ---- the Moat ------------------------------------------------------------------------
def test_an_attack_asks_nobody_who_cannot_hold_a_moat() -> None:
    assert play(Has("militia copper*4"), Has()).do("act", "militia").open == ["treasures"]
    assert not play(Has("militia copper*4"), Has()).do("act", "militia").is_open("moat")


def test_a_moat_may_be_shown_and_nobody_has_to_touch_anything_for_it() -> None:
    game = play(Has("militia copper*4"), Has("moat copper*4")).do("act", "militia")
    assert game.open == ["treasures"]
    assert not game.ask("moat", BIA).blocks
    assert game.sizes(BIA) == (3, 0, 2)


def test_who_owns_a_moat_is_offered_it_whether_it_is_in_the_hand_or_not() -> None:
    """The companion cannot tell, and the offer must not tell anybody either."""
    in_hand = play(Has("militia copper*4"), Has("moat copper*4", "copper")).do("act", "militia")
    in_deck = play(Has("militia copper*4"), Has("copper*5", "moat")).do("act", "militia")
    assert in_hand.ask("moat", BIA) == in_deck.ask("moat", BIA)


def test_a_moat_that_is_shown_turns_the_attack_away() -> None:
    game = play(Has("militia copper*4"), Has("moat copper*4"), Has()).do("act", "militia").do("moat", "moat")
    assert game.sizes(BIA) == (5, 0, 0)
    assert game.seat(BIA).hand.known == ("moat",)
    assert game.sizes(CAIO) == (3, 0, 2)
    assert len(game.told("do.take_back")) == 1
    assert len(game.told("do.discard")) == 2


def test_the_curse_that_a_moat_saves_goes_to_the_next_one() -> None:
    game = play(Has("witch copper*4", "copper*2"), Has("moat copper*4"), Has(), piles="curse*1")
    game.do("act", "witch").do("moat", "moat", seat=BIA)
    assert [game.owns("curse", at) for at in (BIA, CAIO)] == [0, 1]


def test_whose_moat_is_offered_is_said() -> None:
    game = play(Has("witch copper*4", "copper*2"), Has("moat copper*4"), Has("moat copper*4")).do(
        "act", "witch"
    )
    assert [dict(game.ask("moat", at).args) for at in (BIA, CAIO)] == [
        {"who": SeatRef(BIA)},
        {"who": SeatRef(CAIO)},
    ]


def test_two_may_show_a_moat() -> None:
    game = play(Has("witch copper*4", "copper*2"), Has("moat copper*4"), Has("moat copper*4")).do(
        "act", "witch"
    )
    game.do("moat", "moat", seat=CAIO).do("moat", "moat", seat=BIA)
    assert [game.owns("curse", at) for at in (BIA, CAIO)] == [0, 0]
    assert game.table.left("curse") == 20


def test_the_next_answer_closes_the_matter() -> None:
    game = (
        play(Has("witch copper*4", "copper*2"), Has("moat copper*4")).do("act", "witch").treasures("copper*4")
    )
    assert not game.is_open("moat")
    assert game.owns("curse", BIA) == 1


def test_a_throned_attack_waits_for_a_moat_before_it_strikes_again() -> None:
    game = play(Has("throne_room witch copper*3", "copper*4"), Has("moat copper*4")).do("act", "throne_room")
    game.do("throne_room", "witch")
    assert game.open == ["attack.go"]
    game.do("moat", "moat").do("attack.go")
    assert game.owns("curse", BIA) == 1


# ---- Bureaucrat ----------------------------------------------------------------------
def test_bureaucrat_gains_a_silver_onto_the_deck_and_takes_a_victory_card_back_up() -> None:
    game = (
        play(Has("bureaucrat copper*4"), Has("estate copper*4"))
        .do("act", "bureaucrat")
        .do("bureaucrat", "estate")
    )
    assert game.seat().deck.known == ("silver",)
    assert game.seat(BIA).deck.known == ("estate",)
    assert game.sizes(BIA) == (4, 1, 0)


def test_a_bureaucrats_silver_is_the_whole_deck_where_there_was_none_61() -> None:
    game = play(Has("bureaucrat copper*4", "", "estate")).do("act", "bureaucrat")
    assert game.sizes() == (4, 1, 1)


def test_who_has_no_victory_card_shows_that() -> None:
    game = play(Has("bureaucrat copper*4"), Has("copper*5", "estate")).do("act", "bureaucrat")
    game.do("bureaucrat", "has_none")
    assert game.sizes(BIA) == (5, 1, 0)


def test_a_bureaucrat_asks_nobody_without_victory_cards() -> None:
    assert play(Has("bureaucrat copper*4"), Has()).do("act", "bureaucrat").open == ["treasures"]


# ---- Bandit and Thief ----------------------------------------------------------------
def test_a_bandits_victim_with_nothing_left_to_discard_is_not_told_to() -> None:
    game = play(Has("bandit copper*4"), Has("estate*5", "gold")).do("act", "bandit").do("bandit", "gold")
    assert game.told("do.robbed") == []
    assert game.sizes(BIA) == (5, 0, 0)


def test_bandit_gains_a_gold_trashes_a_masterpiece_and_discards_the_copper_55() -> None:
    game = play(Has("bandit copper*4"), Has("estate*5", "masterpiece copper")).do("act", "bandit")
    assert game.offered("bandit") == ["masterpiece", "has_none"]
    game.do("bandit", "masterpiece")
    assert (game.owns("gold"), game.trash("masterpiece")) == (1, 1)
    assert game.sizes(BIA) == (5, 0, 1)


def test_bandit_spares_coppers_and_discards_both() -> None:
    game = play(Has("bandit copper*4"), Has("copper*5", "copper*3")).do("act", "bandit")
    assert game.open == ["treasures"]
    assert game.sizes(BIA) == (5, 1, 2)


def test_bandit_passes_by_whoever_shows_a_moat() -> None:
    game = play(Has("bandit copper*4"), Has("moat copper*4", "silver*3")).do("act", "bandit")
    game.do("bandit", "shows_moat")
    assert game.sizes(BIA) == (5, 3, 0)


@pytest.mark.parametrize("attack", ["bandit", "thief", "spy"])
def test_whoever_shows_a_moat_does_not_even_shuffle(attack: str) -> None:
    game = play(Has(f"{attack} copper*4", "copper*3"), Has("moat copper*4", "", "silver*3")).do("act", attack)
    if attack == "spy":
        game.do("spy", "back")
    game.do(attack, "shows_moat")
    assert (game.sizes(BIA), game.told("do.shuffle")) == ((5, 0, 3), [])


def test_whoever_shows_no_moat_shuffles_and_is_robbed() -> None:
    game = play(Has("bandit copper*4"), Has("moat copper*4", "", "silver*3")).do("act", "bandit")
    game.do("bandit", "silver")
    assert (game.sizes(BIA), game.trash("silver")) == ((5, 1, 1), 1)
    assert len(game.told("do.shuffle")) == 1


def test_thief_trashes_a_treasure_of_each_and_may_gain_what_was_trashed() -> None:
    game = play(Has("thief copper*4"), Has("estate*5", "silver copper"), Has("estate*5", "gold*2"))
    game.do("act", "thief").do("thief", "copper").do("thief", "gold").do("thief.gain", "gold")
    assert (game.owns("gold"), game.owns("gold", CAIO), game.trash("copper"), game.trash("gold")) == (
        1,
        1,
        1,
        0,
    )
    assert game.sizes(BIA) == (5, 0, 1)
    assert game.sizes(CAIO) == (5, 0, 1)
    assert game.seat().discard.known == ("gold",)


def test_thief_may_gain_nothing() -> None:
    game = (
        play(Has("thief copper*4"), Has("estate*5", "silver copper")).do("act", "thief").do("thief", "copper")
    )
    game.do("thief.gain")
    assert game.trash("copper") == 1


# ---- Spy -----------------------------------------------------------------------------
def test_spy_sees_to_everybodys_top_card_its_own_first() -> None:
    game = play(Has("spy copper*4", "copper*2"), Has("copper*5", "estate*2")).do("act", "spy")
    assert game.sizes()[0] == 5
    game.do("spy", "discard").do("spy", "back")
    assert (game.sizes(), game.sizes(BIA)) == ((5, 0, 1), (5, 2, 0))


def test_spy_passes_by_whoever_shows_a_moat_but_not_its_own_player() -> None:
    game = play(Has("spy moat copper*3", "copper*2"), Has("moat copper*4", "estate*2")).do("act", "spy")
    assert "shows_moat" not in game.offered("spy")
    game.do("spy", "back")
    assert "shows_moat" in game.offered("spy")
    game.do("spy", "shows_moat")
    assert game.sizes(BIA) == (5, 2, 0)


def left(game: Play, at: int) -> Play:
    """Let somebody go home; nothing that was told before is looked at."""
    game.events.clear()
    game.state, events = game.referee.apply(game.state, Correct(f"away.{at}", "yes"))
    game.events += events
    return game


@pytest.mark.parametrize("attack", ["thief", "spy"])
def test_nobody_is_robbed_or_spied_on_once_whoever_attacked_has_left(attack: str) -> None:
    victims = Has("copper*5", "gold*2"), Has("copper*5", "", "gold*2")
    game = play(Has(f"{attack} copper*4", "copper*2"), *victims).do("act", attack)
    if attack == "spy":
        game.do("spy", "look.back")
    before = [game.sizes(at) for at in (BIA, CAIO)]
    assert [event.text.key for event in left(game, ME).events if event.kind == "do"] == []
    assert [game.sizes(at) for at in (BIA, CAIO)] == before
    assert game.table.turn == BIA


def test_whoever_leaves_before_a_bandit_is_told_loses_nothing_and_the_next_one_is_robbed() -> None:
    game = play(Has("bandit copper*4"), Has("copper*5", "gold*2"), Has("copper*5", "silver*2"))
    assert left(game.do("act", "bandit"), BIA).told("do.robbed") == []
    assert game.sizes(BIA) == (5, 2, 0)
    assert game.ask("bandit").id.seat == CAIO


@pytest.mark.parametrize("card", ["herald", "vassal"])
def test_nobody_is_asked_for_the_top_card_of_whoever_has_left(card: str) -> None:
    game = play(Has(f"{card} copper*4", "village*2", "village"), Has(), Has()).do("act", card)
    sizes = game.sizes()
    left(game, ME)
    assert not game.is_open(card)
    assert (game.sizes(), game.told("do.lay_off"), game.told("played")) == (sizes, [], [])
    assert game.table.turn == BIA
