"""Discarding, restoring, unique actions: seed, "Ações e Como Jogar" and "Cartas Destruídas"."""

from __future__ import annotations

import pytest

from rules.core.commands import Amount
from rules.core.errors import RuleError
from rules.core.value import PieceRef
from rules.core.zone import Zone
from tests.rules.prestige.prestige_table import Number, Play, table


# ---- discard ---------------------------------------------------------------------------
def test_any_number_of_the_hand_may_be_discarded_at_once() -> None:
    for count in (1, 2, 3, 4):
        play = Play(table()).discard(count)
        assert len(play.table.discard) == count
        assert len(play.table.seats[0].hand) == 4 - count
    ask = Play(table(hand=3)).act("discard").ask("discard")
    assert isinstance(ask, Number)
    assert (ask.low, ask.high) == (1, 3)
    for wrong in (0, 5):
        with pytest.raises(RuleError):
            Play(table()).discard(wrong)


def test_discarding_brings_one_invader_event_then_new_cards() -> None:
    play = Play(table()).discard(4)
    assert play.keys == ["event.invader"]
    play.event("invader-11")
    assert play.table.events[2].left == 9
    assert play.keys == ["draw"]
    assert dict(play.ask("draw").args) == {"count": 4}
    play.draw(1, 1, 1, 1)
    assert play.ask("action").id.seat == 1
    assert play.table.events[2].left == 9


def test_discards_are_never_shuffled_back() -> None:
    play = Play(table(piles=(0, 0, 1))).discard(2).event("invader-11")
    assert play.table.in_piles == 0
    assert len(play.table.discard) == len(play.before.discard) + 2
    assert len(play.table.seats[0].hand) == 3


def test_discarding_with_no_invader_left_is_warned_of() -> None:
    play = Play(table(events=(8, 8, 0))).act("discard")
    assert play.options("discard.sure") == ["discard.no", "discard.yes"]
    play.pick("discard.sure", "no")
    assert play.keys == ["action"]
    assert play.table == play.table
    play.act("discard").pick("discard.sure", "yes").reply("discard", Amount(1))
    assert play.outcome == "loss.invader"
    warned = Play(table(events=(8, 8, 1))).act("discard")
    assert warned.keys == ["discard"]


def test_the_very_cards_may_be_shown_instead() -> None:
    play = Play(table("raposa-01@1,0")).act("discard")
    offer = play.ask("discard.cards")
    assert (offer.blocks, offer.trusted, offer.view) == (False, True, "card")
    assert "raposa-01" not in play.options("discard.cards")
    play.pick("discard.cards", "raposa-02", "lince-03")
    assert play.table.discard == Zone(("raposa-02", "lince-03"), 0)
    told = next(event for event in play.told if event.text.key == "prestige.do.discard")
    assert dict(told.text.args)["count"] == 2
    assert play.table.seats[0].hand == Zone((), 2)
    assert play.keys == ["event.invader"]


def test_a_shown_discard_must_fit_the_hand() -> None:
    play = Play(table(hand=Zone(("raposa-02", "raposa-03"), 1))).act("discard")
    with pytest.raises(RuleError) as caught:
        play.pick("discard.cards", "lince-01", "lince-03")
    assert caught.value.key == "prestige.no.hand_full"
    assert caught.value.args_by_name == {"count": 2, "hidden": 1}
    with pytest.raises(RuleError) as caught:
        play.pick("discard.cards", "raposa-02", "raposa-03", "lince-01", "lince-03")
    assert caught.value.args_by_name == {"count": 2, "hidden": 1}
    with pytest.raises(RuleError) as caught:
        play.pick("discard.cards", "raposa-02", "raposa-02")
    assert caught.value.key == "core.not_offered"
    known = Play(table(hand=Zone(("raposa-02", "raposa-03"), 0))).act("discard")
    with pytest.raises(RuleError) as caught:
        known.pick("discard.cards", "raposa-02", "raposa-02")
    assert caught.value.key == "core.not_offered"
    play.pick("discard.cards", "lince-01", "raposa-02")
    assert play.table.seats[0].hand == Zone(("raposa-03",), 0)


def test_a_discard_that_is_certainly_elsewhere_is_refused() -> None:
    play = Play(table("raposa-01@1,0")).act("discard")
    with pytest.raises(RuleError) as caught:
        play.pick("discard.cards", "raposa-01")
    assert caught.value.key == "prestige.no.elsewhere"


def test_shown_discards_too_many_of_one_tribe_are_only_counted() -> None:
    city = " ".join(f"raposa-0{n}@{n},0" for n in (1, 2, 3, 4, 5, 8)) + " raposa-06@1,1"
    play = Play(table(city)).act("discard").pick("discard.cards", "raposa-07", "raposa-11")
    assert play.table.discard == Zone(("raposa-07",), 1)
    assert "discard_doubted" in play.said


def test_after_an_unseen_discard_it_is_unknown_what_is_left_of_a_hand() -> None:
    start = table(hand=Zone(("raposa-02",), 3))
    play = Play(start).discard(1)
    assert play.table.seats[0].hand == Zone((), 3)
    assert play.table.loose == ("raposa-02",)
    assert play.table.discard == Zone((), 1)
    play.event("invader-11").draw(1).act("place")
    assert play.cells("raposa-02")
    play = Play(start).discard(4)
    assert play.table.discard == Zone(("raposa-02",), 3)
    assert play.table.loose == ()


# ---- restore ---------------------------------------------------------------------------
def test_restoring_turns_a_card_face_up_for_one_card_without_an_invader() -> None:
    play = Play(table("-raposa-01@1,0 -raposa-02@2,0")).act("restore")
    assert play.options("restore") == ["raposa-01", "raposa-02"]
    play.pick("restore", "raposa-02")
    assert [spot.is_up for spot in play.table.city] == [True, False, True]
    assert len(play.table.discard) == 1
    assert len(play.table.seats[0].hand) == 3
    assert play.keys == ["draw"]
    assert play.table.events[2].left == 10


def test_restoring_skips_the_cards_effects() -> None:
    play = Play(table("-raposa-01@1,0", units="raposa-09")).act("restore")
    assert play.moved() == {}


def test_restoring_needs_a_destroyed_card_and_a_card_to_give() -> None:
    assert "action.restore" in Play(table("-raposa-01@1,0")).options("action")
    assert "action.restore" not in Play(table("raposa-01@1,0")).options("action")
    assert "action.restore" not in Play(table("-raposa-01@1,0", hand=0)).options("action")


def test_one_card_is_restored_at_a_time() -> None:
    play = Play(table("-raposa-01@1,0 -raposa-02@2,0")).act("restore").pick("restore", "raposa-01").draw(1)
    assert play.ask("action").id.seat == 1
    assert not play.table.city[2].is_up


def test_a_card_that_is_not_destroyed_cannot_be_restored() -> None:
    play = Play(table("-raposa-01@1,0 -raposa-02@2,0 raposa-03@3,0")).act("restore")
    assert play.ask("restore").view == "city"
    with pytest.raises(RuleError) as caught:
        play.pick("restore", "raposa-03")
    assert caught.value.key == "prestige.no.ruin_there"


def test_a_restored_card_counts_again() -> None:
    play = Play(table("-raposa-01@1,0"))
    assert play.referee.score(play.state).rows == ()
    play.act("restore")
    assert [row.pieces for row in play.referee.score(play.state).rows] == [("raposa-01",)]


# ---- unique ----------------------------------------------------------------------------
def test_a_unique_action_is_open_to_whoever_is_on_turn() -> None:
    play = Play(table("auroque-11@1,0"))
    assert "action.unique" in play.options("action")
    play.act("unique")
    assert play.moved() == {"coins": -2, "population": 1}
    assert play.ask("action").id.seat == 1
    assert "action.unique" in play.options("action")
    assert play.table.seats[0].hand == Zone((), 4)


def test_a_unique_action_is_chosen_where_there_are_several() -> None:
    play = Play(table("auroque-11@1,0 ibex-11@2,0 coruja-11@3,0 raposa-11@4,0", units="raposa-09")).act(
        "unique"
    )
    assert play.options("unique") == ["auroque-11", "ibex-11", "coruja-11", "raposa-11", "raposa-09"]
    play.pick("unique", "coruja-11")
    assert play.moved() == {"happiness": -2, "prestige": 1}


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("ibex-11", {"coins": -2, "defense": 1}),
        ("raposa-11", {"coins": 2, "defense": -1}),
    ],
)
def test_unique_actions_pay_then_give(piece: str, expected: dict[str, int]) -> None:
    assert Play(table(f"{piece}@1,0")).act("unique").moved() == expected


def test_active_units_may_have_a_unique_action() -> None:
    assert Play(table(units="coruja-09")).act("unique").moved() == {"coins": -2, "happiness": 1}
    assert Play(table(units="raposa-09")).act("unique").moved() == {"coins": -3, "prestige": 1}


def test_a_unique_action_must_be_payable_in_full() -> None:
    assert "action.unique" not in Play(table("auroque-11@1,0", coffers=1)).options("action")
    assert "action.unique" in Play(table("auroque-11@1,0", coffers=2)).options("action")
    one = Play(table("coruja-11@1,0", happiness=1)).event("favor_lost-01")
    assert "action.unique" not in one.options("action")
    two = Play(table("coruja-11@1,0", happiness=2))
    assert "action.unique" in two.options("action")


def test_a_destroyed_cards_unique_action_is_off_until_it_is_restored() -> None:
    play = Play(table("-auroque-11@1,0"))
    assert "action.unique" not in play.options("action")
    play.act("restore").draw(1)
    assert "action.unique" in play.options("action")


def test_a_placed_card_with_a_unique_action_does_not_act_at_once() -> None:
    assert Play(table()).place("auroque-11", 1, 0).moved() == {"coins": -1, "happiness": 1}


# ---- destroyed cards -------------------------------------------------------------------
def test_destroyed_is_not_discarded() -> None:
    play = Play(table("raposa-01@1,0", happiness=3)).event("favor_lost-02")
    assert play.table.discard == play.before.discard
    assert play.table.find("raposa-01") is not None
    assert not play.table.city[1].is_up


def test_units_are_never_destroyed() -> None:
    play = Play(table(units="lince-03", happiness=3)).event("favor_lost-02")
    assert play.table.units == ("lince-03",)
    assert "event.spared" in play.said


def test_a_destroyed_card_is_named_as_such() -> None:
    play = Play(table("raposa-01@1,0 raposa-02@2,0", happiness=3)).event("favor_lost-02")
    assert play.options("destroy") == ["raposa-01", "raposa-02"]
    play.pick("destroy", "raposa-02")
    told = next(event for event in play.told if event.text.key == "prestige.do.destroy")
    assert (told.kind, dict(told.text.args)["card"]) == ("do", PieceRef("raposa-02"))
    assert play.table.city[2].down == play.table.turns
