"""Setting up: seed, "Preparação"."""

from __future__ import annotations

import pytest

from rules.core.commands import Done
from rules.core.errors import RuleError
from rules.core.state import Setup
from rules.core.value import TABLE, Cell, PieceRef, msg
from rules.games.prestige.data import CENTER, DECKS
from rules.games.prestige.load import load
from tests.rules.prestige.prestige_table import EDITION, Play

APP = (("identities", "app"),)
DIGITAL = (("events", "digital"),)
BOX = load(EDITION)


def ready(setup: Setup) -> Play:
    """Set the edition up as it comes: its numbers are those of the rules."""
    return Play(setup, box=BOX).confirm("setup.skip").chance()


def test_two_to_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(RuleError):
            Play(Setup(seats))
    assert [len(ready(Setup(seats)).table.seats) for seats in (2, 3, 4)] == [2, 3, 4]


def test_the_tribal_center_lies_in_the_middle() -> None:
    city = ready(Setup(3)).table.city
    assert [(spot.piece, spot.cell, spot.is_up) for spot in city] == [(CENTER, Cell(0, 0), True)]


def test_markers_start_where_the_board_says_squalor_side_down() -> None:
    play = ready(Setup(3))
    assert play.table.tracks == (4, 4, 3, 2)
    assert [track.id for track in BOX.tracks] == ["happiness", "population", "defense", "prestige"]
    assert "do.board" in play.said
    markers = [
        dict(event.text.args)["value"] for event in play.told if event.text.key == "prestige.do.marker"
    ]
    assert markers == [4, 4, 3, 2]


def test_five_coins_lie_in_the_coffers() -> None:
    assert ready(Setup(3)).table.coffers == 5


def test_event_piles_have_eight_eight_and_ten_cards() -> None:
    piles = ready(Setup(3)).table.events
    assert [(deck, pile.left, pile.size) for deck, pile in zip(DECKS, piles, strict=True)] == [
        ("favor_gained", 8, 8),
        ("favor_lost", 8, 8),
        ("invader", 10, 10),
    ]
    assert [len(BOX.by_deck[deck]) for deck in DECKS] == [10, 10, 12]


def test_the_deck_is_eight_of_each_tribe_and_ten_communal() -> None:
    assert BOX.caps == dict.fromkeys(BOX.claimable, 8) | {"comunal": 10}
    assert BOX.deck_size == 58
    assert len(BOX.claimable) == 6


@pytest.mark.parametrize(("seats", "piles"), [(2, (17, 17, 16)), (3, (16, 15, 15)), (4, (14, 14, 14))])
def test_four_cards_each_and_three_nearly_equal_piles_of_the_rest(seats: int, piles: tuple[int, ...]) -> None:
    play = ready(Setup(seats))
    assert [(len(seat.hand), seat.hand.known) for seat in play.table.seats] == [(4, ())] * seats
    assert tuple(pile.count for pile in play.table.piles) == piles
    instruction = next(event for event in play.told if event.text.key == "prestige.do.piles")
    assert tuple(dict(instruction.text.args)[name] for name in ("one", "two", "three")) == piles


def test_one_pile_lies_face_up_and_two_face_down() -> None:
    assert [pile.up for pile in ready(Setup(3)).table.piles] == [True, False, False]


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 1), (4, 1)])
def test_two_players_have_two_identities_others_one(seats: int, each: int) -> None:
    play = ready(Setup(seats))
    dealt = next(event for event in play.told if event.text.key == "prestige.do.identities")
    assert dict(dealt.text.args)["count"] == each
    assert all(seat.tribes == () for seat in play.table.seats)
    held = ready(Setup(seats, APP)).table.seats
    tribes = [tribe for seat in held for tribe in seat.tribes]
    assert [len(seat.tribes) for seat in held] == [each] * seats
    assert len(set(tribes)) == len(tribes) == seats * each
    assert set(tribes) <= set(BOX.claimable)


def test_the_companion_deals_identities_in_secret_and_names_them_in_the_boxs_order() -> None:
    play = Play(Setup(2, APP))
    while play.keys != ["deal"]:
        play.confirm("setup.skip")
    deal = play.ask("deal")
    assert (deal.id.seat, deal.secret, deal.chance) == (TABLE, True, "digital")
    dealt = ("raposa", "auroque", "lince", "ibex", "garca", "coruja")
    play.pick("deal", *(f"tribe-{tribe}" for tribe in dealt))
    assert [seat.tribes for seat in play.table.seats] == [("auroque", "raposa"), ("ibex", "lince")]
    shown = [(ask.id.seat, ask.secret, dict(ask.args)["tribes"]) for ask in play.asks]
    assert shown == [
        (0, True, msg("core.list_last", first=PieceRef("tribe-auroque"), next=PieceRef("tribe-raposa"))),
        (1, True, msg("core.list_last", first=PieceRef("tribe-ibex"), next=PieceRef("tribe-lince"))),
    ]


def test_the_first_player_is_whoever_was_chosen() -> None:
    for first in range(3):
        play = ready(Setup(3, first=first))
        assert play.table.turn == first
        assert play.ask("action").id.seat == first
        starts = next(event for event in play.told if event.text.key == "prestige.starts")
        assert starts.seat == first


def test_the_list_is_one_touch_a_block_or_one_touch_in_all() -> None:
    play = Play(Setup(3))
    blocks = []
    while play.keys != ["action"]:
        (key,) = play.keys
        assert [ask.id.key for ask in play.asks if not ask.blocks] == ["prestige.setup.skip"]
        blocks.append(key)
        play.confirm(key)
    assert blocks == ["setup.board", "setup.events", "setup.deck", "setup.identities"]
    skipped = Play(Setup(3)).confirm("setup.board").confirm("setup.skip")
    assert skipped.keys == ["action"]
    assert skipped.said.count("do.piles") == 1
    assert skipped.table == play.table


def test_instructions_are_for_hands_and_guides_are_handed_out() -> None:
    play = ready(Setup(2))
    orders = [event.text.key.removeprefix("prestige.do.") for event in play.told if event.kind == "do"]
    assert orders == [
        "center",
        "board",
        *["marker"] * 4,
        "coffers",
        "deck.favor_gained",
        "deck.favor_lost",
        "deck.invader",
        "city_deck",
        "deal",
        "piles",
        "identities",
        "guides",
    ]


def test_the_companion_may_hold_the_event_decks_in_a_journalled_order() -> None:
    play = Play(Setup(3, DIGITAL)).confirm("setup.skip")
    asked = []
    while play.keys != ["action"]:
        (ask,) = play.asks
        assert (ask.id.seat, ask.chance, ask.secret) == (TABLE, "digital", True)
        asked.append(ask.id.key.removeprefix("prestige.shuffle."))
        options = play.options(ask.id.key.removeprefix("prestige."))
        assert options == list(BOX.by_deck[asked[-1]])
        play.pick(ask.id.key.removeprefix("prestige."), *reversed(options))
    assert asked == list(DECKS)
    for deck, pile in zip(DECKS, play.table.events, strict=True):
        assert pile.order == tuple(reversed(BOX.by_deck[deck]))[: pile.size]
        assert pile.left == pile.size == len(pile.order)
    assert "do.deck.invader" not in play.said
    assert "events_digital" in play.said


def test_identities_held_by_the_companion_are_shown_to_their_own_seat_only() -> None:
    play = Play(Setup(2, APP)).confirm("setup.skip").chance()
    assert [ask.id.seat for ask in play.asks] == [0, 1]
    assert all(ask.secret for ask in play.asks)
    for seat in (0, 1):
        cut, asks = play.referee.view_for(play.state, seat)
        assert [ask.id.seat for ask in asks] == [seat]
        assert cut.seats[seat].tribes == play.table.seats[seat].tribes
        assert cut.seats[1 - seat].tribes == ()
        shown = dict(asks[0].args)["tribes"]
        assert str(shown).count("PieceRef") == 2
        assert all(f"tribe-{tribe}" in str(shown) for tribe in cut.seats[seat].tribes)
    shared, asks = play.referee.view_for(play.state, None)
    assert asks == ()
    assert [seat.tribes for seat in shared.seats] == [(), ()]
    for _ in range(2):
        play.reply("identity", Done())
    assert play.keys == ["action"]
    assert "do.identities" not in play.said


def test_one_identity_is_shown_by_its_name_alone() -> None:
    play = Play(Setup(3, APP)).confirm("setup.skip").chance()
    tribe = play.table.seats[0].tribes[0]
    assert dict(play.asks[0].args) == {"tribes": PieceRef(f"tribe-{tribe}")}


def test_whoever_leaves_during_the_set_up_does_not_begin() -> None:
    play = Play(Setup(3, first=1)).correct("away.1", "yes")
    play.confirm("setup.board").confirm("setup.events").confirm("setup.deck").confirm("setup.identities")
    assert next(event for event in play.told if event.text.key == "prestige.starts").seat == 2
    assert play.ask("action").id.seat == 2
    back = Play(Setup(3, first=1)).correct("away.1", "yes").correct("away.1", "no").confirm("setup.skip")
    assert back.ask("action").id.seat == 1


def test_identities_are_shown_only_to_who_is_here() -> None:
    play = Play(Setup(3, APP)).confirm("setup.skip").chance().correct("away.0", "yes")
    assert [ask.id.seat for ask in play.asks] == [1, 2]
    for _ in range(2):
        play.reply("identity", Done())
    assert play.ask("action").id.seat == 1


def test_a_seat_may_look_at_its_own_identity_again_as_long_as_the_companion_holds_it() -> None:
    play = Play(Setup(2, APP)).confirm("setup.skip").chance()
    shown = [ask.text.args for ask in play.asks]
    for _ in range(2):
        play.reply("identity", Done())
    for seat in (0, 1):
        (own,) = play.referee.secrets(play.state, seat)
        assert own.args == shown[seat]
        assert not any(tribe in str(own) for tribe in play.table.seats[1 - seat].tribes)
    play.correct("track.population", 0)
    assert play.outcome
    assert [play.referee.secrets(play.state, seat) for seat in (0, 1)] == [(), ()]


def test_there_is_nothing_to_look_at_where_identities_are_on_cards() -> None:
    play = Play(Setup(2)).confirm("setup.skip")
    assert [play.referee.secrets(play.state, seat) for seat in (0, 1)] == [(), ()]


def test_the_order_of_a_digital_deck_is_cut_from_every_view() -> None:
    play = ready(Setup(3, DIGITAL))
    for seat in (None, 0, 1, 2):
        cut, _ = play.referee.view_for(play.state, seat)
        assert not any(piece for pile in cut.events for piece in pile.order)
        assert [pile.left for pile in cut.events] == [8, 8, 10]


def test_the_harder_start_is_ours_and_says_so() -> None:
    assert not ready(Setup(3)).table.fallen_count
    assert ready(Setup(3, (("discarded_units", "count"),))).table.fallen_count
    play = ready(Setup(3, (("board", "hard"),)))
    assert play.table.tracks == (3, 3, 3, 2)
    assert play.table.coffers == 3
    assert "do.board_hard" in play.said
    assert [note.key for note in play.referee.score(play.state).notes] == [
        "prestige.note.hidden",
        "prestige.note.hard",
    ]
