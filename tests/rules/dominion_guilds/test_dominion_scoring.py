"""Points, and the check of what was read against what there must be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.commands import Answer, Correct, Picked
from rules.core.sighting import Ambiguous, Mismatch, Moves
from rules.core.value import TABLE, PieceRef, SeatRef, msg
from rules.games.dominion_guilds import GAME
from rules.games.dominion_guilds.model import COUNT
from rules.games.dominion_guilds.scoring import points
from tests.rules.dominion_guilds.dominion_table import BIA, CAIO, ME, Has, Play, box, play, position


def worth(owned: str) -> int:
    return points(box(), position(Has("", owned), Has()), ME)


def over(*players: Has, **more: str) -> Play:
    """Come to the end with these cards."""
    table = position(*players, **more)
    game = Play(replace(table, phase=COUNT))
    return game.do("final.done")


# ---- points --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("owned", "total"),
    [
        ("copper*7 estate*3", 3),
        ("estate", 1),
        ("duchy", 3),
        ("province", 6),
        ("curse*2", -2),
        ("gardens copper*8", 0),
        ("gardens copper*9", 1),
        ("gardens copper*10", 1),
        ("gardens copper*20", 2),
        ("gardens copper*36", 3),
        ("gardens copper*38", 3),
        ("gardens*2 copper*18", 4),
        ("gold baker masterpiece", 0),
    ],
)
def test_cards_give_their_points(owned: str, total: int) -> None:
    assert worth(owned) == total


def test_everything_counts_wherever_it_lies() -> None:
    game = over(Has("estate", "duchy", "province", top="estate", lies="curse"), Has())
    assert game.score() == [10, 0]


def test_tokens_give_no_points_and_break_no_tie() -> None:
    game = over(Has("estate", tokens=9, turns=3), Has("estate", turns=3))
    assert game.score() == [1, 1]
    assert [each.winner for each in game.referee.score(game.state).standings] == [True, True]


def test_points_stay_hidden_until_the_end() -> None:
    game = play(Has("province*3"))
    assert game.score() == [0, 0]
    assert game.referee.score(game.state).rows == ()


def test_points_may_be_open_where_the_table_wants_that() -> None:
    assert play(Has("province*3"), scores="open").score() == [18, 0]


# ---- reading cards at the end --------------------------------------------------------
def counted(*players: tuple[Has, list[str]], **more: str) -> Play:
    """Read everybody's cards, then finish."""
    game = Play(replace(position(*(has for has, _ in players), **more), phase=COUNT))
    for seat, (_, pieces) in enumerate(players):
        if pieces:
            ask = game.ask("final.cards", seat)
            game.state, _ = game.referee.apply(
                game.state, Answer(ask.id, Picked(tuple(map(PieceRef, pieces))))
            )
    return game.do("final.done") if game.is_open("final.done") else game


def notes(game: Play) -> list[tuple[str, dict[str, object]]]:
    return [(note.key.rpartition(".")[2], dict(note.args)) for note in game.referee.score(game.state).notes]


def spread(kind: str, first: int, last: int) -> list[str]:
    return [f"{kind}.{copy}" for copy in range(first, last + 1)]


def test_two_copies_count_twice_and_the_same_one_once() -> None:
    game = counted((Has("estate*2"), ["estate.1", "estate.2"]), (Has("estate"), ["estate.3"]))
    assert game.score() == [2, 1]


def test_what_was_read_counts_and_a_difference_is_named() -> None:
    game = counted((Has("estate*3"), ["estate.1", "estate.2"]), (Has(), []))
    assert game.score() == [2, 0]
    assert notes(game) == [
        ("owned", {"who": notes(game)[0][1]["who"], "card": PieceRef("estate"), "read": 2, "count": 3})
    ]


def test_what_agrees_needs_no_note() -> None:
    game = counted((Has("estate*2"), ["estate.1", "estate.2"]), (Has("copper"), ["copper.1"]))
    assert notes(game) == []


def test_a_missing_copy_is_named_by_its_number() -> None:
    """All 24 Coppers of a pile that is empty are with the players: 23 were read, and number 17 is missing."""
    piles = "copper*0"
    mine, others = spread("copper", 1, 16), spread("copper", 18, 60)
    game = counted((Has("copper*17"), mine), (Has("copper*43"), others), piles=piles)
    (key, args), *rest = notes(game)
    assert (key, args["read"], args["count"], args["copy"]) == ("copy", 16, 17, 17)
    assert rest == []


def test_a_card_read_with_two_players_is_named() -> None:
    game = counted((Has("estate"), ["estate.1"]), (Has("estate"), ["estate.1"]))
    assert ("of_two", {"card": PieceRef("estate.1"), "number": 1}) in notes(game)


def test_more_cards_than_there_are_is_named() -> None:
    game = counted((Has("province"), spread("province", 1, 9)), (Has("copper"), ["copper.1"]))
    assert ("too_many", {"card": PieceRef("province"), "read": 9, "count": 8}) in notes(game)


def test_with_piles_and_trash_read_every_missing_card_of_the_box_is_named() -> None:
    table = position(Has("estate"), Has("copper"), kingdom="", piles="estate*7", level="scorekeeper")
    game = Play(replace(table, phase=COUNT))
    whole = {kind: box().total(kind, 2) for kind in table.kinds}
    rest = [f"{kind}.{copy}" for kind, total in whole.items() for copy in range(1, total + 1)]
    for card in ("estate.1", "copper.1", "gold.17"):
        rest.remove(card)
    game.do("final.rest", *rest).do("final.cards", "estate.1", seat=ME).do(
        "final.cards", "copper.1", seat=BIA
    )
    assert notes(game) == [("copies", {"card": PieceRef("gold"), "read": 29, "count": 30, "copies": "17"})]


def test_a_spread_of_cards_may_be_anybodys_or_what_is_left_of_the_piles() -> None:
    game = Play(replace(position(Has("estate"), Has("copper"), Has()), phase=COUNT))
    seen = game.see("cards", ["estate.1", "copper.1"])
    assert [reading.moves[0].seat for reading in seen.readings] == [ME, BIA, CAIO, TABLE]  # type: ignore[union-attr]
    assert {reading.text.key for reading in seen.readings[:-1]} == {"dominion_guilds.see.more"}  # type: ignore[union-attr]


# ---- what nobody followed ------------------------------------------------------------
def kept(*players: tuple[str, list[str]], **more: str) -> Play:
    """Read everybody's cards after a game of which only the end is known."""
    table = position(*(Has(owned) for owned, _ in players), level="scorekeeper", **more)
    game = Play(replace(table, phase=COUNT))
    for seat, (_, pieces) in enumerate(players):
        game.do("final.cards", *pieces, seat=seat)
    return game


def test_what_nothing_can_be_held_against_is_to_be_counted_by_people() -> None:
    game = kept(("", ["estate.1", "duchy.1"]), ("", ["copper.1"]))
    assert notes(game) == [
        ("unchecked", {"who": SeatRef(ME), "count": 2}),
        ("unchecked", {"who": SeatRef(BIA), "count": 1}),
    ]


def test_points_that_rest_on_the_turns_kept_alone_are_said_to() -> None:
    game = play(Has("estate"), Has("copper"), level="scorekeeper")
    game.do("keep", "province").do("keep", "keep.end").do("final.cards", "copper.1", seat=ME)
    assert ("kept", {"who": SeatRef(BIA)}) not in notes(game)
    game.do("final.cards", seat=BIA)
    assert [args for key, args in notes(game) if key == "kept"] == [{"who": SeatRef(BIA)}]


def stopped(game: Play) -> Play:
    """Break a followed game off: the level is changed, and the table counts."""
    game.state, _ = game.referee.apply(game.state, Correct("level", "scorekeeper"))
    return game.do("keep", "keep.end")


def test_a_followed_game_that_is_broken_off_is_known_whole() -> None:
    game = stopped(play(Has("chapel copper", "estate*3")).do("act", "chapel").do("chapel", "copper"))
    game.do("final.cards", "estate.1", "estate.2", "chapel.1", seat=ME).do("final.cards", seat=BIA)
    args = {"who": SeatRef(ME), "card": PieceRef("estate"), "read": 2, "count": 3}
    assert notes(game) == [("owned", args)]


def test_a_followed_game_of_which_a_turn_was_only_kept_is_not_known_whole() -> None:
    game = play(Has("village copper*4"), Has()).do("act", "village")
    game.state, _ = game.referee.apply(game.state, Correct("level", "scorekeeper"))
    game.do("keep.more", "silver")
    game.state, _ = game.referee.apply(game.state, Correct("level", "guided"))
    game = stopped(game).do("final.cards", "copper.1", seat=ME).do("final.cards", seat=BIA)
    assert notes(game)[:2] == [
        ("unchecked", {"who": SeatRef(ME), "count": 1}),
        ("kept", {"who": SeatRef(BIA)}),
    ]


def test_a_game_that_ends_followed_after_turns_that_were_only_kept_says_so() -> None:
    game = play(Has(), Has("gold*3"), piles="province*1", level="scorekeeper").do("keep", "keep.nothing")
    game.state, _ = game.referee.apply(game.state, Correct("level", "guided"))
    game.treasures("gold*3").do("buy", "province").do("final.done")
    assert notes(game) == [("kept", {"who": SeatRef(at)}) for at in (ME, BIA)]


def test_a_game_that_nobody_has_followed_is_not_known_whole() -> None:
    game = stopped(play(Has())).do("final.cards", seat=ME).do("final.cards", seat=BIA)
    assert [key for key, _ in notes(game) if key == "kept"] == ["kept", "kept"]


def test_a_card_that_one_noted_and_another_shows_is_named_with_both() -> None:
    table = position(Has("estate", turns=9), Has("province", turns=9), level="scorekeeper")
    game = Play(replace(table, phase=COUNT)).do("final.cards", "estate.4", "province.1", seat=ME)
    noted = [args for key, args in notes(game.do("final.cards", "copper.1", seat=BIA)) if key == "noted"]
    assert noted == [
        {"who": SeatRef(ME), "card": PieceRef("province"), "read": 1, "count": 0},
        {"who": SeatRef(BIA), "card": PieceRef("province"), "read": 0, "count": 1},
    ]


def test_cards_that_are_those_of_the_turns_kept_need_no_count() -> None:
    table = position(Has("estate", turns=9), Has("copper", turns=9), level="scorekeeper")
    game = Play(replace(table, phase=COUNT)).do("final.cards", "estate.4", seat=ME)
    assert notes(game.do("final.cards", "copper.1", "estate.1", seat=BIA)) == [
        ("unchecked", {"who": SeatRef(BIA), "count": 2})
    ]


def test_a_tie_that_turns_would_break_says_that_nobody_told_them() -> None:
    game = kept(("", ["estate.1"]), ("", ["estate.2"]))
    assert notes(game)[-1] == ("turns", {})
    game.state, _ = game.referee.apply(game.state, Correct(f"turns.{ME}", 12))
    assert "turns" not in dict(notes(game))
    assert [each.winner for each in game.referee.score(game.state).standings] == [False, True]


def test_a_pile_set_by_hand_after_the_end_tells_what_ended_the_game() -> None:
    game = kept(("", ["estate.1"]), ("", ["copper.1"]))
    assert game.referee.score(game.state).outcome == msg("dominion_guilds.end.stopped")
    game.state, _ = game.referee.apply(game.state, Correct("pile.province", 0))
    assert game.referee.score(game.state).outcome == msg("dominion_guilds.end.provinces")


def set_owned(game: Play, seat: int, kind: str, value: int) -> None:
    """Set by hand how many cards of a kind somebody has; what people are shown is that number from then on."""
    key = f"owned.{seat}.{kind}"
    game.state, _ = game.referee.apply(game.state, Correct(key, value))
    assert {each.key: each.value for each in game.referee.correctables(game.state)}[key] == value
    assert GAME.invariants(box(), game.table) == ()


@pytest.mark.parametrize("level", ["guided", "scorekeeper"])
def test_a_card_that_the_camera_missed_counts_once_people_say_so(level: str) -> None:
    """Its sticker is worn; the score is on the screen before anybody notices."""
    mine, others = (Has("province*3"), ["province.1", "province.2"]), (Has("copper"), ["copper.1"])
    game = counted(mine, others, level=level)
    assert game.score() == [12, 0]
    set_owned(game, ME, "province", 3)
    assert game.score() == [18, 0]
    assert "owned" not in dict(notes(game))


def test_a_card_that_was_read_with_two_players_stays_with_one_once_people_say_so() -> None:
    game = counted((Has("estate*2"), ["estate.1", "estate.2"]), (Has("estate"), ["estate.2", "estate.3"]))
    set_owned(game, BIA, "estate", 1)
    assert game.score() == [2, 1]
    assert notes(game) == []


def test_a_card_that_people_add_is_missed_nowhere() -> None:
    piles, others = "copper*0", spread("copper", 18, 60)
    game = counted((Has("copper*17"), spread("copper", 1, 16)), (Has("copper*43"), others), piles=piles)
    assert notes(game) != []
    set_owned(game, ME, "copper", 17)
    assert notes(game) == []


WORN, BIAS = ["province.5", "province.6"], ["province.1", "province.2", "copper.1"]
"""Spreads of one who has three Provinces, one with a worn sticker, and of the one who is read next."""


def test_a_card_that_people_add_is_none_of_those_that_are_read_with_others_later() -> None:
    game = Play(replace(position(Has("province*3"), Has("province*2 copper")), phase=COUNT))
    game.do("final.cards", *WORN, seat=ME)
    set_owned(game, ME, "province", 3)
    game.do("final.cards", *BIAS, seat=BIA)
    assert game.score() == [18, 12]
    assert notes(game) == []


def test_a_spread_shown_after_a_card_was_added_by_hand_is_that_players_whole() -> None:
    table = position(Has("province*3"), Has("province*2 copper"), level="scorekeeper")
    game = Play(replace(table, phase=COUNT)).do("final.more", *WORN, seat=ME)
    set_owned(game, ME, "province", 3)
    whole = game.see("cards", WORN)
    assert isinstance(whole, Ambiguous)
    assert [each.text for each in whole.readings] == [
        msg("dominion_guilds.see.all", who=SeatRef(ME), count=3)
    ]
    game.do("final.cards", *WORN, seat=ME)
    seen = game.see("cards", BIAS)
    assert isinstance(seen, Moves)
    assert seen.moves[0].reply == Picked(tuple(map(PieceRef, BIAS)))


def test_a_card_that_is_read_after_people_have_added_it_counts_once() -> None:
    table = position(Has("province*3"), Has("copper"), level="scorekeeper")
    game = Play(replace(table, phase=COUNT)).do("final.more", *WORN, seat=ME)
    set_owned(game, ME, "province", 3)
    game.do("final.more", "province.7", seat=ME)
    assert game.score() == [18, 0]
    game.do("final.more", "province.8", seat=ME)
    assert game.score() == [24, 0]


def test_more_cards_than_there_are_can_be_set_right_by_hand() -> None:
    game = counted((Has("province"), spread("province", 1, 9)), (Has("copper"), ["copper.1"]))
    set_owned(game, ME, "province", 9)
    set_owned(game, ME, "province", 8)
    assert game.score() == [48, 0]
    assert notes(game) == []


def test_where_every_copy_was_read_one_more_is_named_as_too_many() -> None:
    game = counted((Has("copper"), ["copper.1"]), (Has("copper*58"), spread("copper", 2, 60)))
    set_owned(game, ME, "copper", 2)
    assert ("too_many", {"card": PieceRef("copper"), "read": 61, "count": 60}) in notes(game)


def test_kinds_that_may_not_be_in_the_game_are_not_missed() -> None:
    whole = " ".join(box().kingdom)
    table = position(Has(), Has(), kingdom=whole, level="scorekeeper")
    game = Play(replace(table, phase=COUNT))
    game.do("final.rest", "witch.1").do("final.cards", "estate.1", seat=ME)
    game.do("final.cards", "copper.1", seat=BIA)
    missing = [args["card"] for key, args in notes(game) if key == "table"]
    assert missing == [*map(PieceRef, (*box().basic, "witch"))]


def test_a_card_of_another_kingdom_in_a_spread_is_named() -> None:
    game = Play(replace(position(Has("estate"), Has("copper")), phase=COUNT))
    seen = game.see("cards", ["estate.1", "witch.1"])
    assert isinstance(seen, Mismatch)
    assert seen.text == msg("dominion_guilds.no.not_in_game", card=PieceRef("witch"))
