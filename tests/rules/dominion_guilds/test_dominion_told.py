"""Log and undo name what happened, and whose it was."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.naming import name_step
from companion.players import default_players
from companion.texts import Texts
from rules.core.commands import Answer
from rules.games.dominion_guilds.model import COUNT
from tests.rules.dominion_guilds.dominion_table import BIA, ME, Has, Play, box, play, position

PLAYERS = default_players("Ana", "Bia")


def told(game: Play, key: str, *given: str | int, seat: int | None = None) -> str:
    """Answer a question, and return what the step is called."""
    before, count, ask = game.state, len(game.events), game.ask(key, seat)
    reply = game.reply(ask, given)
    game.do(key, *given, seat=seat)
    title = name_step(game.referee, before, [Answer(ask.id, reply)], game.events[count:])
    return Texts("en").say(title, PLAYERS, box())


def attacked(attack: str, victim: str, top: str = "") -> Play:
    return play(Has(f"{attack} copper*4", "copper*3"), Has(victim, top)).do("act", attack)


def test_spending_tokens_is_not_told_as_buying_nothing() -> None:
    game = play(Has("copper*5", tokens=2)).treasures("copper*5")
    assert told(game, "buy", "spend") == "Ana is about to spend tokens"


def test_whoever_stops_after_a_buy_or_an_action_is_not_told_to_have_had_none() -> None:
    game = play(Has("market village*2 copper*2", "copper*9")).do("act", "village").do("act", "market")
    assert told(game, "act") == "Ana ended the Actions"
    game.treasures("copper*2").do("buy", "estate")
    assert told(game, "buy") == "Ana ended the buys"


def test_a_deck_that_a_chancellor_discards_is_not_told_as_kept() -> None:
    game = play(Has("chancellor copper*4", "copper*2")).do("act", "chancellor")
    assert told(game, "chancellor", "chancellor.yes") == "Ana discarded the whole deck"


@pytest.mark.parametrize("attack", ["bureaucrat", "bandit", "thief", "spy"])
def test_a_moat_shown_to_an_attack_is_told_of_its_owner(attack: str) -> None:
    game = attacked(attack, "moat estate copper*3", "gold*2")
    if attack == "spy":
        game.do("spy", "look.back")
    assert told(game, attack, "shows_moat") in ("Bia was safe behind a Moat", "Bia showed a Moat")
    assert game.told("moat.shown")


@pytest.mark.parametrize("attack", ["bureaucrat", "bandit", "thief"])
def test_who_has_nothing_for_an_attack_is_told_of_the_victim(attack: str) -> None:
    game = attacked(attack, "estate copper*4", "gold copper")
    assert told(game, attack, "has_none") == "Bia showed that there is none"


def test_what_a_spy_has_discarded_is_told_of_its_owner() -> None:
    game = attacked("spy", "copper*5", "gold").do("spy", "look.back")
    assert told(game, "spy", "look.discard") == "Bia discarded the top card of the deck"


def test_what_a_thief_trashes_and_gains_is_told() -> None:
    game = attacked("thief", "copper*5", "gold silver")
    assert told(game, "thief", "gold") == "Ana trashed Gold of Bia"
    assert told(game, "thief.gain", "gold") == "Ana gained Gold from the trash"


def test_a_card_gained_is_told() -> None:
    assert told(play(Has("workshop copper*4")).do("act", "workshop"), "gain", "silver") == "Ana gained Silver"


def test_what_was_bought_in_a_kept_turn_is_told() -> None:
    game = play(Has(), level="scorekeeper")
    assert told(game, "keep.more", "silver") == "Ana gained Silver"
    assert told(game, "keep", "silver") == "Ana bought Silver"
    assert told(game, "keep", "keep.nothing", seat=BIA) == "Bia bought nothing"


def asked(game: Play, key: str, language: str = "en") -> str:
    return Texts(language).say(game.ask(key).text, PLAYERS, box())


def test_a_sentry_looks_at_both_cards_before_anything_is_said_of_either() -> None:
    game = play(Has("sentry copper*4", "copper estate curse gold")).do("act", "sentry")
    first = asked(game, "look")
    assert first.startswith("Look at your top 2 cards: ")
    assert first.endswith("(2 to decide)")
    game.do("look", "back")
    assert asked(game, "look").startswith("Look at your top 2 cards: ")
    assert asked(game, "look").endswith("(1 to decide)")
    assert asked(game, "look", "pt_BR").startswith("Olhe as 2 cartas do topo: ")


def test_a_doctor_that_was_paid_more_for_looks_at_one_card_after_the_other() -> None:
    game = play(Has("gold*2 copper", "estate curse copper gold"), kingdom="doctor").treasures("gold*2 copper")
    game.do("buy", "doctor").do("overpay", 2)
    assert asked(game, "look").startswith("Look at your top card: ")


def test_a_spread_that_nobody_shows_is_told_as_what_is_known() -> None:
    game = play(Has(), level="scorekeeper").do("keep", "keep.end")
    assert told(game, "final.more", seat=ME) == "No more cards of Ana were read"
    assert told(game, "final.rest") == "No more cards of the piles and the trash were read"
    assert told(game, "final.cards", seat=ME) == "Ana: what is known counts"
    assert told(game, "final.cards", "estate.1", seat=BIA) == "1 card of Bia read"


def test_the_end_of_the_count_is_told_as_no_question() -> None:
    game = Play(replace(position(Has(), Has()), phase=COUNT))
    assert told(game, "final.done") == "The points were counted"
