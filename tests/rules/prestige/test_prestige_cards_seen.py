"""What the camera sees of cards held up, of events, and of piles and units."""

from __future__ import annotations

import pytest

from rules.core.sighting import Ambiguous, Mismatch, Moves, Observation, Reading, Seen, Sighting, Wait
from rules.core.value import TABLE, Cell, PieceRef, msg
from rules.core.zone import Zone
from rules.games.prestige.model import SCOREKEEPER
from tests.rules.prestige.prestige_said import check_said, said_of
from tests.rules.prestige.prestige_seen import FIVE, act, picked, reason
from tests.rules.prestige.prestige_table import BOX, Play, table


# ---- a card held up --------------------------------------------------------------------
def test_a_unit_held_up_is_the_action_and_the_unit() -> None:
    play = Play(table())
    assert play.see("card", "lince-03") == Moves((act("unit"), picked("unit", "lince-03")))
    play.act("unit")
    assert play.see("card", "lince-03") == Moves((picked("unit", "lince-03"),))


def test_a_unit_that_cannot_be_played_is_explained() -> None:
    assert reason(Play(table(coffers=0)).see("card", "lince-03")) == "no.coins"
    assert reason(Play(table(units="lince-03")).see("card", "lince-03")) == "no.elsewhere"
    assert reason(Play(table()).act("unit").see("card", "raposa-01")) == "no.unit_card"


def test_a_city_card_held_up_still_has_to_be_laid_down() -> None:
    for play in (Play(table()), Play(table()).act("place")):
        found = play.see("card", "raposa-01")
        assert isinstance(found, Wait)
        assert reason(found) == "see.lay"
    assert reason(Play(table()).see("card", "comunal-01")) == "no.need"


def test_several_cards_or_none_are_no_action() -> None:
    assert Play(table()).see("card", "lince-03", "lince-01") == Wait()
    assert Play(table()).see("card") == Wait()
    assert Play(table()).see("card", "invader-01", "back-lince") == Wait()


def test_discarded_cards_are_read_by_name() -> None:
    play = Play(table()).act("discard")
    found = play.see("card", "raposa-01", "lince-03", "raposa-01")
    shown = picked("discard.cards", "raposa-01", "lince-03")
    assert found == Ambiguous((Reading(msg("prestige.see.all", count=2), (shown,)),))
    last = Play(table(hand=1)).act("discard").see("card", "raposa-01")
    assert last == Moves((picked("discard.cards", "raposa-01"),))
    full = Play(table(hand=1)).act("discard")
    found = full.see("card", "raposa-01", "lince-03")
    assert reason(found) == "see.too_many"
    elsewhere = Play(table("raposa-01@1,0")).act("discard")
    assert reason(elsewhere.see("card", "raposa-01")) == "no.elsewhere"


def test_the_unit_to_be_discarded_may_be_held_up() -> None:
    play = Play(table(units="lince-03 ibex-09", population=1))
    assert play.see("card", "ibex-09") == Moves((picked("unit.lose", "ibex-09"),))
    assert isinstance(play.see("card", "garca-09"), Mismatch)
    sixth = Play(table(units=FIVE)).unit("auroque-09")
    assert sixth.see("card", "garca-09") == Moves((picked("unit.replace", "garca-09"),))


def test_restored_destroyed_and_unique_cards_may_be_held_up() -> None:
    restore = Play(table("-raposa-01@1,0 -raposa-02@2,0")).act("restore")
    assert restore.see("card", "raposa-02") == Moves((picked("restore", "raposa-02"),))
    destroy = Play(table("raposa-01@1,0 raposa-02@2,0", happiness=3)).event("favor_lost-02")
    assert destroy.see("card", "raposa-02") == Moves((picked("destroy", "raposa-02"),))
    unique = Play(table("auroque-11@1,0 ibex-11@2,0")).act("unique")
    assert unique.see("card", "ibex-11") == Moves((picked("unique", "ibex-11"),))


def test_identity_cards_are_read_at_the_end() -> None:
    play = Play(table(prestige=15))
    assert play.see("card", "tribe-lince") == Moves((picked("reveal", "tribe-lince", seat=TABLE),))
    assert reason(play.see("card", "tribe-lince", "tribe-ibex")) == "see.too_many"
    assert play.see("card", "raposa-01") == Wait()
    two = Play(table(seats=2, prestige=15))
    assert two.see("card", "tribe-lince") == Wait()
    moves = Moves((picked("reveal", "tribe-lince", "tribe-ibex", seat=TABLE),))
    assert two.see("card", "tribe-lince", "tribe-ibex") == moves
    two.pick("reveal", "tribe-lince", "tribe-ibex")
    assert two.see("card", "tribe-lince", "tribe-coruja") == Wait()


def test_identity_cards_turned_over_by_others_may_stay_on_the_table() -> None:
    play = Play(table(prestige=15)).pick("reveal", "tribe-lince")
    assert play.see("card", "tribe-lince") == Wait()
    moves = Moves((picked("reveal", "tribe-ibex", seat=TABLE),))
    assert play.see("card", "tribe-lince", "tribe-ibex") == moves


def test_units_of_a_finished_city_are_read_where_it_was_not_followed() -> None:
    play = Play(table(prestige=15, more={"level": SCOREKEEPER})).pick("final.city", "raposa-01")
    shown = picked("final.units", "lince-10", seat=TABLE)
    assert play.see("card", "lince-10", "raposa-02") == Ambiguous(
        (Reading(msg("prestige.see.all", count=1), (shown,)),)
    )
    assert play.see("card") == Wait()


def test_a_unit_beside_the_backs_of_the_piles_may_be_the_open_piles_top() -> None:
    play = Play(table(prestige=15, more={"level": SCOREKEEPER})).pick("final.city", "raposa-01")

    def read(*rows: str) -> Observation:
        seen = [Seen(piece, row=at) for at, row in enumerate(rows) for piece in row.split()]
        found = play.referee.observe(play.state, Sighting("card", tuple(seen)))
        check_said(BOX, *said_of(found))
        return found

    apart = Reading(
        msg("prestige.see.top_apart", count=1, card=PieceRef("lince-03")),
        (picked("final.units", "lince-10", seat=TABLE),),
    )
    none = Reading(
        msg("prestige.see.no_top", count=2), (picked("final.units", "lince-03", "lince-10", seat=TABLE),)
    )
    assert read("lince-03 back-ibex back-lince", "lince-10") == Ambiguous((apart, none))
    assert read("lince-03", "lince-10 back-ibex") == read("lince-03 lince-10")
    six = read("lince-10 back-ibex back-lince", FIVE)
    assert isinstance(six, Ambiguous)
    (only,) = six.readings
    assert only.text == msg("prestige.see.top_apart", count=5, card=PieceRef("lince-10"))
    assert read("raposa-01 back-ibex back-lince", "lince-03 lince-10") == Ambiguous(
        (Reading(msg("prestige.see.all", count=2), none.moves),)
    )


def test_cards_that_lie_apart_from_the_city_may_not_be_part_of_it() -> None:
    play = Play(table(prestige=15, more={"level": SCOREKEEPER}))
    cells = {"center": (0, 0), "raposa-01": (1, 0), "ibex-01": (3, 0), "lince-05": (3, 3)}
    seen = tuple(Seen(piece, Cell(*at)) for piece, at in cells.items())
    unit = Seen("lince-10", Cell(1, 1))
    found = play.referee.observe(play.state, Sighting("city", (*seen, Seen("garca-01"), unit)))
    assert isinstance(found, Ambiguous)
    check_said(BOX, *said_of(found))
    apart, together = found.readings
    assert apart.text == msg("prestige.see.apart", inside=3, card=PieceRef("lince-05"), count=1)
    assert apart.moves == (picked("final.city", "raposa-01", "ibex-01", "garca-01", seat=TABLE),)
    every = picked("final.city", "raposa-01", "ibex-01", "lince-05", "garca-01", seat=TABLE)
    assert together.moves == (every,)


# ---- events ----------------------------------------------------------------------------
def test_the_drawn_event_is_read() -> None:
    play = Play(table(happiness=3))
    found = play.see("events", "favor_lost-05")
    assert found == Moves((picked("event.favor_lost", "favor_lost-05", seat=TABLE),))


def test_an_event_of_another_deck_is_a_question() -> None:
    assert reason(Play(table(happiness=3)).see("events", "invader-01")) == "no.deck.favor_lost"
    both = Play(table(happiness=3)).see("events", "invader-01", "favor_gained-01")
    assert reason(both) == "no.deck.favor_lost"
    assert isinstance(both, Mismatch)
    assert dict(both.text.args)["card"] == PieceRef("invader-01")


def test_events_drawn_earlier_may_lie_about() -> None:
    play = Play(table(happiness=3, defense=1)).event("favor_lost-01")
    found = play.see("events", "favor_lost-01", "invader-03")
    assert found == Moves((picked("event.invader", "invader-03", seat=TABLE),))
    assert reason(play.see("events", "favor_lost-01")) == "no.deck.invader"
    assert play.see("events") == Wait()


def test_an_event_drawn_before_is_a_question() -> None:
    play = Play(table(happiness=2, defense=1, prestige=3)).event("invader-01")
    assert reason(play.see("events", "invader-01")) == "no.event_drawn"


def test_the_one_that_fits_is_taken_of_two_new_events() -> None:
    found = Play(table(happiness=3)).see("events", "invader-01", "favor_lost-05")
    assert found == Moves((picked("event.favor_lost", "favor_lost-05", seat=TABLE),))


def test_two_events_that_fit_are_a_question() -> None:
    found = Play(table(happiness=3)).see("events", "favor_lost-01", "favor_lost-05")
    assert isinstance(found, Ambiguous)
    assert [reading.moves for reading in found.readings] == [
        (picked("event.favor_lost", "favor_lost-01", seat=TABLE),),
        (picked("event.favor_lost", "favor_lost-05", seat=TABLE),),
    ]


def test_an_event_seen_when_none_is_due_waits() -> None:
    play = Play(table())
    assert reason(play.see("events", "invader-01")) == "see.no_event"
    assert play.see("events", "raposa-01") == Wait()


# ---- piles and units -------------------------------------------------------------------
def test_the_top_of_the_open_pile_is_noted() -> None:
    assert Play(table()).see("piles", "raposa-01") == Moves((picked("top", "raposa-01", seat=TABLE),))


def test_a_unit_there_may_be_the_top_or_just_played() -> None:
    found = Play(table()).see("piles", "lince-03")
    assert isinstance(found, Ambiguous)
    assert [reading.moves for reading in found.readings] == [
        (act("unit"), picked("unit", "lince-03")),
        (picked("top", "lince-03", seat=TABLE),),
    ]
    known = table().pile(0, top="raposa-01", back="raposa")
    played = Play(known).see("piles", "raposa-01", "lince-03")
    assert played == Moves((act("unit"), picked("unit", "lince-03")))
    assert Play(known).act("unit").see("piles", "lince-03") == Moves((picked("unit", "lince-03"),))


def test_a_unit_shown_to_a_camera_opened_for_the_top_or_for_a_unit_is_that() -> None:
    play, choosing = Play(table()), Play(table()).act("unit")
    assert play.see("piles", "lince-03", asked="top") == Moves((picked("top", "lince-03", seat=TABLE),))
    assert choosing.see("piles", "lince-03", asked="unit") == Moves((picked("unit", "lince-03"),))
    assert isinstance(play.see("piles", "lince-03", asked="action"), Ambiguous)
    assert isinstance(play.see("piles", "lince-03", asked="unit"), Ambiguous)


def test_another_card_on_a_known_top_is_a_question() -> None:
    known = table().pile(0, top="raposa-01", back="raposa")
    assert isinstance(Play(known).see("piles", "raposa-02"), Mismatch)
    assert reason(Play(table("raposa-01@1,0")).see("piles", "raposa-01")) == "no.elsewhere"


def test_two_new_cards_there_are_a_question() -> None:
    found = Play(table()).see("piles", "raposa-01", "raposa-02")
    assert reason(found) == "see.several"
    assert isinstance(found, Mismatch)
    assert [reading.moves for reading in found.readings] == [
        (picked("top", "raposa-01", seat=TABLE),),
        (picked("top", "raposa-02", seat=TABLE),),
        (),
    ]


def test_units_that_are_known_are_no_news() -> None:
    assert Play(table(units="lince-03")).see("piles", "lince-03") == Wait()


def test_the_unit_that_has_gone_may_be_the_discarded_one() -> None:
    play = Play(table(units="lince-03 ibex-09", population=1))
    found = play.see("piles", "lince-03")
    assert isinstance(found, Ambiguous)
    assert [reading.moves for reading in found.readings] == [(picked("unit.lose", "ibex-09"),)]
    assert play.see("piles") == Wait()
    sixth = Play(table(units=FIVE)).unit("auroque-09")
    found = sixth.see("piles", "lince-03", "ibex-09", "garca-09", "comunal-12", "auroque-09")
    assert isinstance(found, Ambiguous)
    assert found.readings[0].moves == (picked("unit.replace", "coruja-09"),)


def test_equal_backs_are_noted_and_different_ones_asked() -> None:
    play = Play(table())
    same = play.see("piles", "back-lince", "back-lince.2")
    assert same == Moves(
        (picked("back.2", "tribe-lince", seat=TABLE), picked("back.3", "tribe-lince", seat=TABLE))
    )
    found = play.see("piles", "back-lince", "back-ibex.3")
    assert isinstance(found, Ambiguous)
    assert [reading.moves for reading in found.readings] == [
        (picked("back.2", "tribe-lince", seat=TABLE), picked("back.3", "tribe-ibex", seat=TABLE)),
        (picked("back.2", "tribe-ibex", seat=TABLE), picked("back.3", "tribe-lince", seat=TABLE)),
    ]
    assert play.see("piles", "back-lince") == Wait()


def test_the_open_piles_top_tells_which_back_is_whose_from_either_side_of_the_table() -> None:
    play = Play(table(units="lince-03")).pick("top", "raposa-01")
    ordered = Moves((picked("back.2", "tribe-lince", seat=TABLE), picked("back.3", "tribe-ibex", seat=TABLE)))
    assert play.see("piles", "raposa-01", "back-lince", "back-ibex.3", "lince-03") == ordered
    assert play.see("piles", "lince-03", "back-ibex.3", "back-lince", "raposa-01") == ordered
    for order in (("back-lince", "raposa-01", "back-ibex.3"), ("lince-03", "back-lince", "back-ibex.3")):
        assert isinstance(play.see("piles", *order), Ambiguous)
    assert play.see("piles", "raposa-01", "back-lince") == Wait()
    play.pick("back.3", "tribe-ibex")
    assert play.see("piles", "raposa-01", "back-lince", "back-ibex.3") == Moves(
        (picked("back.2", "tribe-lince", seat=TABLE),)
    )


def test_destroyed_cards_beside_the_piles_leave_the_backs_readable() -> None:
    play = Play(table("-raposa-02@1,0"))
    seen = ("back-raposa", "back-lince", "back-lince.2")
    tribes = [picked(f"back.{at}", "tribe-lince", seat=TABLE) for at in (2, 3)]
    assert play.see("piles", *seen) == Moves(tuple(tribes))
    assert isinstance(play.see("piles", "back-raposa", "back-lince", "back-raposa.2"), Ambiguous)
    assert play.see("piles", *seen, "back-ibex") == Wait()


def test_a_back_that_is_known_leaves_the_other_one_certain() -> None:
    play = Play(table()).pick("back.2", "tribe-lince")
    found = play.see("piles", "back-ibex", "back-lince")
    assert found == Moves((picked("back.3", "tribe-ibex", seat=TABLE),))
    assert play.see("piles", "back-ibex", "back-garca") == Wait()


@pytest.mark.parametrize("view", ["card", "piles", "events", "city"])
def test_nothing_seen_changes_nothing(view: str) -> None:
    play = Play(table("raposa-01@1,0", units="lince-03", hand=Zone(("raposa-02",), 3)))
    assert play.see(view) == Wait()
