"""What lies beside a card that is shown: cards in play, Treasures of a typed sum, and what has answered in this turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.commands import Picked
from rules.core.sighting import Ambiguous, Mismatch, Move, Observation, Seen, Sighting, Wait
from rules.core.value import PieceRef, msg
from tests.rules.dominion_guilds.dominion_table import ME, Has, Play, play
from tests.rules.dominion_guilds.test_dominion_seen import answers, reason


def test_a_copper_is_not_bought_because_it_lies_there() -> None:
    copper = (Move(ME, "dominion_guilds.buy", Picked((PieceRef("copper"),))),)
    for game in (play(Has("copper*5")).do("coins", 5), play(Has("copper*5")).treasures("copper*5")):
        seen = game.see("card", ["copper.1"])
        assert reason(seen) == "see.in_play"
        assert isinstance(seen, Mismatch)
        assert [each.moves for each in seen.readings] == [copper, ()]


def test_a_treasure_bought_beside_those_of_a_typed_sum_is_offered() -> None:
    game = play(Has("silver copper*4")).do("coins", 6)
    seen = game.see("card", ["copper.1", "copper.2", "silver.1", "gold.7"])
    assert reason(seen) == "see.counted"
    assert isinstance(seen, Mismatch)
    buys = [(Move(ME, "dominion_guilds.buy", Picked((PieceRef(kind),))),) for kind in ("silver", "gold")]
    assert [each.moves for each in seen.readings] == [*buys, ()]


def test_a_new_card_beside_those_in_play_is_the_one_shown() -> None:
    game = play(Has("smithy copper*4", "copper*3")).do("act", "smithy").treasures("copper*4")
    lying = ("smithy.1", "copper.1", "copper.2", "copper.3", "copper.4")
    assert answers(game.see("card", [*lying, "silver.7"])) == [("buy", ["silver"])]
    game = play(Has("village remodel estate*2 copper", "copper*2")).do("act", "village").do("act", "remodel")
    shown = Sighting("card", (Seen("village.1"), Seen("remodel.1"), Seen("estate.9")), lately=("village.1",))
    for lately in (("village.1",), ("village.1", "remodel.1"), ()):
        seen = game.referee.observe(game.state, replace(shown, lately=lately))
        assert answers(seen) == [("trash.must", ["estate"])]


@pytest.mark.parametrize(("held", "counts"), [("chapel estate*3 copper", [2]), ("chapel*2 estate*3", [2, 3])])
def test_the_chapel_in_play_is_not_counted_with_the_cards_that_it_trashes(
    held: str, counts: list[int]
) -> None:
    game = play(Has(held)).do("act", "chapel")
    seen = game.see("card", ["chapel.1", "estate.1", "estate.2"])
    assert isinstance(seen, Ambiguous)
    assert [dict(reading.text.args)["count"] for reading in seen.readings] == counts
    estates = Picked((PieceRef("estate"), PieceRef("estate")))
    assert seen.readings[0].moves == (Move(ME, "dominion_guilds.chapel", estates),)


def test_the_chapel_in_play_alone_counts_already() -> None:
    game = play(Has("chapel estate*3 copper")).do("act", "chapel")
    assert game.see("card", ["chapel.1"]) == Wait(msg("dominion_guilds.see.counted"))


def test_the_thief_in_play_is_not_counted_with_the_treasures_stolen() -> None:
    game = play(Has("thief copper*4"), Has("copper*5", "gold*2")).do("act", "thief").do("thief", "gold")
    seen = game.see("card", ["thief.1", "gold.1"])
    assert isinstance(seen, Ambiguous)
    gold = (Move(ME, "dominion_guilds.thief.gain", Picked((PieceRef("gold"),))),)
    assert [reading.moves for reading in seen.readings] == [gold]


def lying(game: Play, view: str, *pieces: str, lately: tuple[str, ...] = ()) -> Observation:
    """Show cards, some of which have answered in this turn, before the camera was closed and opened again."""
    return game.referee.observe(game.state, Sighting(view, tuple(map(Seen, pieces)), lately=lately))


def test_a_card_that_answered_in_this_turn_is_asked_about_where_it_may_lie_there_still() -> None:
    game = play(Has("village remodel*2 estate*2", "copper*2")).do("act", "village").do("act", "remodel")
    game.do("trash.must", "estate").do("gain", "silver").do("act", "remodel")
    shown = ("village.1", "remodel.1", "estate.9")
    assert reason(lying(game, "card", "estate.9", lately=shown)) == "see.before"
    assert reason(lying(game, "card", *shown, "remodel.2", lately=shown)) == "see.one_by_one"
    assert answers(lying(game, "card", *shown, "remodel.2", "estate.8", lately=(*shown, "remodel.2"))) == [
        ("trash.must", ["estate"])
    ]


def test_a_treasure_trashed_in_this_turn_is_paid_with_only_where_people_say_so() -> None:
    game = play(Has("mine copper*3 estate", "copper*2")).do("act", "mine")
    game.do("trash.may", "copper").do("gain", "silver")
    lately = ("mine.1", "copper.9", "silver.1")
    seen = lying(game, "play", "mine.1", "copper.9", "copper.8", "silver.1", lately=lately)
    assert reason(seen) == "see.before"
    assert isinstance(seen, Mismatch)
    assert [dict(each.text.args)["coins"] for each in seen.readings] == [4, 3]
    only_trashed = lying(game, "play", "mine.1", "copper.9", lately=lately)
    assert isinstance(only_trashed, Mismatch)
    assert only_trashed.readings[-1].moves == ()
    laid = lying(game, "play", "mine.1", "silver.1", "copper.8", lately=lately)
    assert answers(laid) == [("treasures", ["silver", "copper"])]


def test_what_was_trashed_in_this_turn_is_not_played_unasked() -> None:
    game = play(Has("village*2 remodel copper*2", "village*2")).do("act", "village").do("act", "remodel")
    game.do("trash.must", "village").do("gain", "silver")
    shown = ("village.1", "remodel.1", "village.2")
    assert reason(lying(game, "play", *shown, lately=shown)) == "see.before"
    game = play(Has("village remodel estate copper*2", "village*2")).do("act", "village").do("act", "remodel")
    game.do("trash.must", "estate").do("gain", "silver")
    shown = ("village.1", "remodel.1", "estate.9")
    assert lying(game, "play", *shown, lately=shown) == Wait(msg("dominion_guilds.see.used"))
    assert answers(lying(game, "play", *shown, "village.2", lately=shown)) == [("act", ["village"])]


def test_a_card_that_answered_in_this_turn_is_not_passed_over_for_one_in_play() -> None:
    game = play(Has("village remodel estate copper*2", "copper*2")).do("act", "village").do("act", "remodel")
    seen = lying(game, "card", "village.1", "remodel.1", "estate.9", lately=("estate.9",))
    assert reason(seen) == "see.one_by_one"
    assert isinstance(seen, Mismatch)
    assert seen.readings[0].moves == (Move(ME, "dominion_guilds.trash.must", Picked((PieceRef("estate"),))),)


def test_a_treasure_that_a_vassal_has_discarded_is_paid_with_only_where_people_say_so() -> None:
    game = play(Has("vassal silver copper*3", "silver village copper*3")).do("act", "vassal")
    game.do("vassal", "vassal.other")
    lately = ("vassal.1", "silver.9")
    seen = lying(game, "play", "vassal.1", "silver.9", "silver.1", "copper.1", lately=lately)
    assert reason(seen) == "see.before"
    assert isinstance(seen, Mismatch)
    assert [dict(each.text.args)["coins"] for each in seen.readings] == [7, 5]
    game = play(Has("vassal silver copper*3", "estate village copper*3")).do("act", "vassal")
    game.do("vassal", "vassal.other")
    seen = lying(game, "play", "vassal.1", "estate.9", "silver.1", lately=("vassal.1", "estate.9"))
    assert answers(seen) == [("treasures", ["silver"])]
