"""What the camera sees is an answer, a question, or nothing yet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.commands import Picked
from rules.core.sighting import Ambiguous, Mismatch, Move, Moves, Observation, Seen, Sighting, Wait
from rules.core.value import TABLE, PieceRef, SeatRef, Word, msg
from rules.games.dominion_guilds.model import COUNT
from tests.rules.dominion_guilds.dominion_table import BIA, CAIO, ME, Has, Play, play, position


def whose(seen: Ambiguous) -> list[int]:
    """Whose answer each reading is."""
    moves = [reading.moves[0] for reading in seen.readings]
    return [move.seat for move in moves if isinstance(move, Move)]


def answers(seen: Observation) -> list[tuple[str, list[str]]]:
    assert isinstance(seen, Moves), seen
    found = []
    for move in seen.moves:
        assert isinstance(move.reply, Picked)
        names = [choice.id if isinstance(choice, PieceRef) else "?" for choice in move.reply.choices]
        found.append((move.key.removeprefix("dominion_guilds."), names))
    return found


def reason(seen: Observation) -> str:
    assert isinstance(seen, Mismatch), seen
    return seen.text.key.removeprefix("dominion_guilds.")


def test_an_action_laid_down_is_played() -> None:
    game = play(Has("village copper*4"))
    assert answers(game.see("play", ["village.3"])) == [("act", ["village"])]


def test_cards_that_lie_in_play_already_are_not_played_again() -> None:
    game = play(Has("village*2 copper*3", "copper*5")).do("act", "village")
    assert game.see("play", ["village.3"]) == Wait()
    assert answers(game.see("play", ["village.3", "village.4"])) == [("act", ["village"])]


def test_treasures_laid_down_are_paid_with() -> None:
    game = play(Has("village copper*4", "copper*5")).do("act", "village")
    seen = game.see("play", ["village.1", "copper.4", "copper.9"])
    assert answers(seen) == [("treasures", ["copper", "copper"])]


def test_treasures_are_read_once_all_of_them_lie_there() -> None:
    game = play(Has("gold copper*4"))
    moving = Sighting("play", (Seen("gold.1"),), rests=False)
    assert game.referee.observe(game.state, moving) == Wait(msg("dominion_guilds.see.moving"))
    lying = replace(moving, seen=(Seen("gold.1"), Seen("copper.3")), rests=True)
    assert answers(game.referee.observe(game.state, lying)) == [("treasures", ["gold", "copper"])]


def test_treasures_read_late_are_added_before_the_first_buy() -> None:
    game = play(Has("silver*2 copper*3")).treasures("silver")
    assert answers(game.see("play", ["silver.1", "silver.2"])) == [("treasures", ["silver"])]


def test_two_actions_at_once_are_a_question() -> None:
    game = play(Has("village smithy copper*3"))
    assert reason(game.see("play", ["village.1", "smithy.1"])) == "see.one_by_one"


def test_a_card_that_nobody_can_hold_is_a_question() -> None:
    assert reason(play(Has("village copper*4")).see("play", ["smithy.1"])) == "no.not_in_hand"


def test_a_victory_card_in_play_is_a_question() -> None:
    assert reason(play(Has("village copper*4")).see("play", ["estate.1"])) == "see.not_played"


def test_an_action_after_the_treasures_is_a_question() -> None:
    game = play(Has("village copper*4")).treasures("copper*4")
    assert (
        reason(game.see("play", ["copper.1", "copper.2", "copper.3", "copper.4", "village.1"]))
        == "see.no_action_now"
    )


def test_a_card_held_up_is_bought() -> None:
    game = play(Has("copper*5")).treasures("copper*5")
    assert answers(game.see("card", ["silver.7"])) == [("buy", ["silver"])]


def test_a_copper_for_a_buy_may_be_one_more_of_the_hand() -> None:
    game = play(Has("gold copper*4")).treasures("gold")
    seen = game.see("card", ["copper.7"])
    assert isinstance(seen, Ambiguous)
    copper = Picked((PieceRef("copper"),))
    assert [each.moves for each in seen.readings] == [
        (Move(ME, "dominion_guilds.treasures", copper),),
        (Move(ME, "dominion_guilds.buy", copper),),
    ]
    assert answers(game.see("card", ["silver.7"])) == [("buy", ["silver"])]
    game.treasures("copper*4")
    read = ("gold.1", "copper.1", "copper.2", "copper.3", "copper.4")
    shown = Sighting("card", tuple(map(Seen, (*read, "copper.7"))), used=read)
    assert answers(game.referee.observe(game.state, shown)) == [("buy", ["copper"])]


def test_a_card_held_up_that_costs_too_much_is_a_question_with_the_reason() -> None:
    game = play(Has("copper*5")).treasures("copper*5")
    assert reason(game.see("card", ["gold.7"])) == "no.coins"


def test_a_randomizer_buys_nothing() -> None:
    game = play(Has("copper*5")).treasures("copper*5")
    assert game.see("card", ["randomizer.village"]) == Wait()


def test_a_card_that_is_no_action_tells_a_herald_so() -> None:
    game = play(Has("herald copper*4", "copper smithy copper*3")).do("act", "herald")
    seen = game.see("card", ["copper.1"])
    assert isinstance(seen, Moves)
    assert seen.moves[0].reply == Picked((Word("dominion_guilds.herald.other"),))


def test_several_cards_for_a_chapel_are_counted_by_people() -> None:
    game = play(Has("chapel estate*3 copper")).do("act", "chapel")
    seen = game.see("card", ["estate.1", "estate.2"])
    assert isinstance(seen, Ambiguous)
    assert [dict(reading.text.args)["count"] for reading in seen.readings] == [2]


def test_a_moat_held_up_in_time_is_shown() -> None:
    game = play(Has("militia village copper*3"), Has("moat copper*4"))
    game.do("act", "militia")
    assert game.ask("moat").view == "card"
    assert answers(game.see("card", ["moat.1"])) == [("moat", ["moat"])]


def test_a_moat_that_several_may_hold_is_a_question() -> None:
    game = play(Has("witch copper*4", "copper*2"), Has("moat copper*4"), Has("moat copper*4"))
    game.do("act", "witch")
    for seen in (game.see("card", ["moat.7"]), game.see("card", ["witch.1", "moat.7"])):
        assert isinstance(seen, Ambiguous)
        assert [dict(reading.text.args)["who"] for reading in seen.readings] == [SeatRef(BIA), SeatRef(CAIO)]
        assert whose(seen) == [BIA, CAIO]


def test_a_moat_is_that_of_whoever_has_opened_the_camera_for_it() -> None:
    game = play(Has("witch copper*4", "copper*2"), Has("moat copper*4"), Has("moat copper*4"))
    seen = game.do("act", "witch").see("card", ["moat.7"], "moat", CAIO)
    assert isinstance(seen, Moves)
    assert seen.moves[0].seat == CAIO


def attacked(mine: str) -> Play:
    """Strike with a Militia before another Action; the victim may hold a Moat."""
    game = play(Has(f"village militia {mine}", "copper*2"), Has("copper*4 moat"))
    return game.do("act", "village").do("act", "militia")


def test_a_moat_in_the_play_area_after_an_attack_may_be_played_or_shown() -> None:
    game = attacked("moat copper*2")
    seen = game.see("play", ["village.1", "militia.1", "moat.3"])
    assert isinstance(seen, Ambiguous)
    ways = [move.key for each in seen.readings for move in each.moves if isinstance(move, Move)]
    assert ways == ["dominion_guilds.act", "dominion_guilds.moat"]
    assert [dict(each.text.args)["who"] for each in seen.readings] == [SeatRef(ME), SeatRef(BIA)]
    assert answers(game.do("act").see("play", ["village.1", "militia.1", "copper.1"])) == [
        ("treasures", ["copper"])
    ]


def test_a_moat_in_the_play_area_that_only_a_victim_can_hold_is_shown() -> None:
    game = (
        play(Has("village*2 militia copper*2"), Has("copper*4 moat"))
        .do("act", "village")
        .do("act", "militia")
    )
    assert answers(game.see("play", ["village.1", "militia.1", "moat.3"])) == [("moat", ["moat"])]
    last = play(Has("militia copper*4"), Has("copper*4 moat")).do("act", "militia")
    assert answers(last.see("play", ["militia.1", "moat.3"])) == [("moat", ["moat"])]


@pytest.mark.parametrize("attack", ["bureaucrat", "bandit", "thief", "taxman"])
def test_a_moat_held_up_where_an_attack_asks_turns_it_away(attack: str) -> None:
    game = play(Has(f"{attack} copper*4"), Has("moat estate copper*3", "gold*2")).do("act", attack)
    if attack == "taxman":
        game.do("trash.may", "copper")
    seen = game.see("card", ["moat.7"])
    assert isinstance(seen, Moves)
    assert seen.moves[0].reply == Picked((Word("dominion_guilds.shows_moat"),))


def test_a_card_shown_as_one_more_does_not_end_the_turn() -> None:
    game = play(Has(), level="scorekeeper")
    assert answers(game.see("card", ["silver.7"])) == [("keep", ["silver"])]
    assert answers(game.see("card", ["silver.7"], "keep.more")) == [("keep.more", ["silver"])]


@pytest.mark.parametrize("level", ["guided", "scorekeeper"])
def test_piles_and_trash_shown_as_such_are_nobodys_cards(level: str) -> None:
    table = position(Has("estate"), Has("copper"), kingdom="", level=level)
    seen = Play(replace(table, phase=COUNT)).see("cards", ["gold.1", "gold.2"], "final.rest")
    assert isinstance(seen, Ambiguous)
    assert whose(seen) == [TABLE]


def test_a_spread_is_of_whoever_it_was_asked_for() -> None:
    table = position(Has("estate"), Has("copper"), kingdom="")
    seen = Play(replace(table, phase=COUNT)).see("cards", ["copper.1"], "final.cards", BIA)
    assert isinstance(seen, Ambiguous)
    assert whose(seen) == [BIA]


def test_nothing_is_made_of_a_view_that_answers_no_question() -> None:
    assert play(Has("village copper*4")).see("cards", ["estate.1"]) == Wait()
    assert play(Has("village copper*4")).see("card", ["estate.1"]) == Wait()
    assert play(Has("village copper*4")).seat(ME).play == ()


def test_a_card_that_answered_before_is_passed_over_where_it_still_lies() -> None:
    game = play(Has("remodel estate copper*3")).do("act", "remodel").do("trash.must", "estate")
    lying = Sighting("card", (Seen("remodel.1"), Seen("estate.9")), used=("remodel.1", "estate.9"))
    seen = game.referee.observe(game.state, lying)
    assert seen == Wait(msg("dominion_guilds.see.used"))
    held_up = replace(lying, seen=(*lying.seen, Seen("silver.2")))
    assert answers(game.referee.observe(game.state, held_up)) == [("gain", ["silver"])]


@pytest.mark.parametrize("known", ["copper*4", "copper*2 gold village"])
def test_a_card_trashed_before_is_not_played_where_it_still_lies(known: str) -> None:
    game = play(Has(f"chapel {known}", "gold village")).do("act", "chapel").do("chapel", "copper")
    lying = Sighting("play", (Seen("chapel.1"), Seen("copper.9")), used=("chapel.1", "copper.9"))
    assert game.referee.observe(game.state, lying) == Wait(msg("dominion_guilds.see.used"))
    laid = replace(lying, seen=(*lying.seen, Seen("copper.2")))
    assert answers(game.referee.observe(game.state, laid)) == [("treasures", ["copper"])]


def test_a_second_card_of_a_kind_in_play_is_played_though_the_first_one_has_answered() -> None:
    game = play(Has("village*2 copper*3", "copper*5")).do("act", "village")
    laid = Sighting("play", (Seen("village.3"), Seen("village.4")), used=("village.3",))
    assert answers(game.referee.observe(game.state, laid)) == [("act", ["village"])]


def test_the_card_in_play_is_not_bought_because_it_lies_there() -> None:
    game = play(Has("smithy copper*4", "copper*3")).do("act", "smithy").do("coins", 5)
    seen = game.see("card", ["smithy.1"])
    assert isinstance(seen, Mismatch)
    assert seen.text == msg("dominion_guilds.see.in_play", card=PieceRef("smithy"))
    smithy = (Move(ME, "dominion_guilds.buy", Picked((PieceRef("smithy"),))),)
    assert [each.moves for each in seen.readings] == [smithy, ()]
    assert answers(game.see("card", ["silver.7"])) == [("buy", ["silver"])]
    read = Sighting("card", (Seen("smithy.1"), Seen("smithy.7")), used=("smithy.1",))
    assert answers(game.referee.observe(game.state, read)) == [("buy", ["smithy"])]


def test_the_one_card_in_sight_that_is_not_in_play_may_be_the_one_shown() -> None:
    game = play(Has("smithy copper*4", "copper*3")).do("act", "smithy").do("coins", 5)
    seen = game.see("card", ["smithy.1", "silver.7"])
    assert isinstance(seen, Mismatch)
    silver = (Move(ME, "dominion_guilds.buy", Picked((PieceRef("silver"),))),)
    assert [each.moves for each in seen.readings] == [silver, ()]
    for several in (["smithy.1", "village.7", "moat.7"], ["smithy.1", "smithy.7", "moat.7"]):
        seen = game.see("card", several)
        assert reason(seen) == "see.one_by_one"
        assert isinstance(seen, Mismatch)
        assert [each.moves for each in seen.readings] == [()]


def test_a_treasure_for_a_buy_that_answered_in_an_earlier_turn_may_be_one_more_of_the_hand() -> None:
    game = play(Has("merchant silver copper*3", "gold*2 copper*2", top="copper")).do("act", "merchant")
    game.treasures("copper*3")
    lying = Sighting("card", (Seen("silver.7"),), before=("silver.7",))
    seen = game.referee.observe(game.state, lying)
    assert isinstance(seen, Ambiguous)
    silver = Picked((PieceRef("silver"),))
    assert [each.moves for each in seen.readings] == [
        (Move(ME, "dominion_guilds.treasures", silver),),
        (Move(ME, "dominion_guilds.buy", silver),),
    ]
    assert [
        dict(each.text.args).get("coins", dict(each.text.args).get("cost")) for each in seen.readings
    ] == [6, 3]
    assert answers(game.referee.observe(game.state, replace(lying, before=("silver.8",)))) == [
        ("buy", ["silver"])
    ]
    gold = Sighting("card", (Seen("gold.7"),), before=("gold.7",))
    assert reason(game.referee.observe(game.state, gold)) == "no.coins"


def test_a_card_that_is_not_new_may_be_one_of_those_in_play_that_were_told_by_touch() -> None:
    game = play(Has("festival silver copper*3", "copper*3")).do("act", "festival").do("coins", 5)
    for piece, text in (("silver.7", "in_play"), ("festival.7", "in_play"), ("market.1", "before")):
        known = Sighting("card", (Seen(piece),), before=(piece,))
        assert reason(game.referee.observe(game.state, known)) == f"see.{text}"
    assert answers(game.see("card", ["silver.7"])) == [("buy", ["silver"])]
    copper = Sighting("card", (Seen("silver.7"), Seen("copper.5")), before=("silver.7",))
    assert reason(game.referee.observe(game.state, copper)) == "see.in_play"
    laid = (
        play(Has("smithy gold silver copper", "copper*3")).do("act", "smithy").treasures("gold silver copper")
    )
    for before in (("silver.7",), ()):
        seen = laid.referee.observe(laid.state, Sighting("card", (Seen("silver.7"),), before=before))
        assert isinstance(seen, Mismatch) is bool(before)


def test_treasures_in_sight_whose_sum_was_typed_count_already() -> None:
    game = play(Has("copper*5")).do("coins", 5)
    counted = Wait(msg("dominion_guilds.see.counted"))
    assert game.see("card", ["copper.1", "copper.2", "copper.3"]) == counted
    seen = game.see("card", ["copper.1", "copper.2", "copper.3", "moat.7"])
    assert isinstance(seen, Mismatch)
    moat = (Move(ME, "dominion_guilds.buy", Picked((PieceRef("moat"),))),)
    assert [each.moves for each in seen.readings] == [moat, ()]
    assert reason(game.see("card", ["copper.1", "moat.7", "village.7"])) == "see.one_by_one"
    game = play(Has("smithy gold copper*3", "copper*2")).do("act", "smithy").do("coins", 5)
    assert game.see("card", ["smithy.1", "gold.7"]) == counted


def test_cards_in_play_that_were_told_by_touch_count_already() -> None:
    game = play(Has("smithy copper*4", "copper*3")).do("act", "smithy").treasures("copper*4")
    lying = ["smithy.1", "copper.1", "copper.2"]
    assert game.see("card", lying) == Wait(msg("dominion_guilds.see.counted"))
    copper = game.see("card", [*lying, "copper.3", "copper.4", "copper.5"])
    assert isinstance(copper, Ambiguous)


def test_a_card_that_answered_in_an_earlier_turn_answers_what_is_asked_of_a_hand() -> None:
    game = play(Has("remodel*2 estate copper*2")).do("act", "remodel")
    assert reason(game.see("card", ["remodel.1"])) == "see.in_play"
    for before in ((), ("estate.9",)):
        seen = game.referee.observe(game.state, Sighting("card", (Seen("estate.9"),), before=before))
        assert answers(seen) == [("trash.must", ["estate"])]
