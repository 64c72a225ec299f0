"""What the camera sees of the city."""

from __future__ import annotations

import pytest

from companion.texts import Texts
from rules.core.commands import Correct, Done, Put
from rules.core.sighting import (
    Ambiguous,
    Deed,
    Mismatch,
    Move,
    Moves,
    Observation,
    Reading,
    Seen,
    Sighting,
    Wait,
)
from rules.core.state import Setup
from rules.core.value import TABLE, Cell, PieceRef, msg
from rules.core.zone import Zone
from rules.games.prestige.model import SCOREKEEPER
from tests.rules.prestige.prestige_seen import act, picked
from tests.rules.prestige.prestige_table import BOX, Play, key_of, table

CITY = ("center@0,0", "raposa-01@1,0", "garca-01@2,0")
LAID = "raposa-01@1,0 garca-01@2,0"


def put(piece: str, x: int, y: int) -> Move:
    return Move(0, "prestige.place", Put(piece, Cell(x, y)))


def mismatch(found: Observation) -> tuple[str, list[tuple[Deed, ...]]]:
    assert isinstance(found, Mismatch), found
    assert found.readings[-1].moves == ()
    assert key_of(found.readings[-1].text) == "see.nothing"
    return key_of(found.text), [reading.moves for reading in found.readings[:-1]]


def test_a_new_card_is_the_place_action_and_its_place() -> None:
    play = Play(table(LAID))
    found = play.see("city", *CITY, "raposa-02@3,0")
    assert found == Moves((act("place"), put("raposa-02", 3, 0)))
    assert isinstance(found, Moves)
    for move in found.moves:
        play.reply(move.key.removeprefix("prestige."), move.reply)
    assert play.table.find("raposa-02") is not None


def test_with_the_action_chosen_a_new_card_is_its_place_alone() -> None:
    play = Play(table(LAID)).act("place")
    assert play.see("city", *CITY, "raposa-02@3,0") == Moves((put("raposa-02", 3, 0),))


def test_part_of_the_city_in_the_picture_is_enough() -> None:
    assert isinstance(Play(table(LAID)).see("city", "garca-01@2,0", "raposa-02@3,0"), Moves)


def test_a_card_on_a_ruin_covers_it() -> None:
    play = Play(table("-raposa-01@1,0"))
    assert play.see("city", "center@0,0", "raposa-02@1,0") == Moves((act("place"), put("raposa-02", 1, 0)))


def test_no_change_is_nothing_to_do() -> None:
    assert Play(table(LAID)).see("city", *CITY) == Wait()
    assert Play(table(LAID)).see("city") == Wait()
    assert Play(table("-raposa-01@1,0")).see("city", "center@0,0", "back-raposa@1,0") == Wait()
    assert Play(table(LAID)).see("elsewhere", "raposa-02@3,0") == Wait()


def test_a_card_without_a_cell_is_not_placed() -> None:
    assert Play(table(LAID)).see("city", *CITY, "raposa-02") == Wait()


def test_pieces_that_are_no_city_cards_are_ignored() -> None:
    play = Play(table(LAID))
    assert play.see("city", *CITY, "invader-01@3,0", "tribe-lince@-1,0") == Wait()


def test_a_place_that_breaks_a_rule_is_a_question_with_likely_truths() -> None:
    key, readings = mismatch(Play(table(LAID)).see("city", *CITY, "raposa-02@4,0"))
    assert key == "no.place.standard"
    assert readings == [(act("place"), put("raposa-02", 3, 0)), (picked("top", "raposa-02", seat=TABLE),)]
    key, readings = mismatch(Play(table(LAID)).act("place").see("city", *CITY, "raposa-02@3,1"))
    assert (key, readings) == ("no.place.standard", [(put("raposa-02", 3, 0),)])


@pytest.mark.parametrize(
    ("piece", "key"),
    [
        ("comunal-01@3,0", "no.need"),
        ("comunal-13@3,0", "no.coins"),
        ("raposa-02@1,0", "no.taken"),
        ("raposa-02@0,0", "no.center"),
    ],
)
def test_a_card_that_cannot_be_played_is_a_question(piece: str, key: str) -> None:
    play = Play(table(LAID, coffers=2))
    assert mismatch(play.see("city", *CITY, piece))[0] == key


def test_a_card_that_certainly_is_elsewhere_is_a_question() -> None:
    start = table(LAID, units="lince-03").pile(0, top="raposa-02", back="raposa")
    assert mismatch(Play(start).see("city", *CITY, "raposa-02@3,0"))[0] == "no.elsewhere"


def test_two_new_cards_are_a_question_which_of_them_it_was() -> None:
    key, readings = mismatch(Play(table(LAID)).see("city", *CITY, "raposa-02@3,0", "raposa-05@-1,0"))
    assert key == "see.several"
    assert readings == [
        (act("place"), put("raposa-02", 3, 0)),
        (act("place"), put("raposa-05", -1, 0)),
        (Correct("card.raposa-02", "3,0"), Correct("card.raposa-05", "-1,0")),
    ]
    key, readings = mismatch(Play(table(LAID)).see("city", *CITY, "raposa-02@3,0", "raposa-05@4,0"))
    assert readings == [
        (act("place"), put("raposa-02", 3, 0)),
        (Correct("card.raposa-02", "3,0"), Correct("card.raposa-05", "4,0")),
        (picked("top", "raposa-05", seat=TABLE),),
    ]


def test_a_new_card_and_a_turned_one_at_once_are_a_question() -> None:
    play = Play(table("-raposa-01@1,0"))
    found = play.see("city", "center@0,0", "raposa-01@1,0", "raposa-02@-1,0")
    key, (placed, restored, missed) = mismatch(found)
    assert restored == (act("restore"),)
    assert (key, placed) == ("see.several", (act("place"), put("raposa-02", -1, 0)))
    assert missed == (
        Correct("face.raposa-01", "up"),
        Correct("card.raposa-02", "-1,0"),
    )


JOINED = ("raposa-02@1,0", "raposa-03@3,0", "ibex-02@2,0", "raposa-07@2,-1", "lince-06@-1,0")


def as_seen(play: Play, *seen: str) -> tuple[Play, Mismatch]:
    """Take the first reading, and do what it says."""
    found = play.see("city", *seen)
    assert isinstance(found, Mismatch)
    for deed in found.readings[0].moves:
        assert isinstance(deed, Correct)
        play.correct(deed.key, deed.value)
    return play, found


def test_a_city_that_was_not_followed_may_be_taken_as_it_lies() -> None:
    play, found = as_seen(Play(table()), "center@0,0", *JOINED)
    assert found.readings[0].text == msg("prestige.see.as_it_lies", count=5)
    assert {(spot.piece, spot.cell.x, spot.cell.y) for spot in play.table.city} == {
        ("center", 0, 0),
        ("raposa-02", 1, 0),
        ("raposa-03", 3, 0),
        ("ibex-02", 2, 0),
        ("raposa-07", 2, -1),
        ("lince-06", -1, 0),
    }
    assert [len(seat.hand) for seat in play.table.seats] == [4, 4, 4]
    assert play.table.in_piles == play.before.in_piles - 5
    assert play.moved() == {}
    assert play.see("city", "center@0,0", *JOINED) == Wait()


def test_what_a_city_taken_as_it_lies_cannot_hold_stays_out() -> None:
    apart = Play(table()).see("city", "center@0,0", "raposa-02@1,0", "raposa-03@3,0", "lince-03@-1,0")
    assert isinstance(apart, Mismatch)
    assert [each.moves for each in apart.readings[:2]] == [
        (act("place"), put("raposa-02", 1, 0)),
        (Correct("card.raposa-02", "1,0"),),
    ]
    named = Play(table().pile(0, top="ibex-01", back="ibex"))
    nothing = named.see("city", "center@0,0", "raposa-02@4,0", "raposa-03@6,0")
    assert mismatch(nothing) == ("see.several", [])
    bare = Play(table(hand=2, piles=(0, 0, 0))).see("city", "center@0,0", *JOINED)
    assert isinstance(bare, Mismatch)
    assert not any(deed.key.startswith("hand.") for deed in bare.readings[0].moves)
    known = Zone(("raposa-02",), 3)
    last = Play(table(hand=known)).see("city", "center@0,0", "raposa-02@1,0", "raposa-03@2,0")
    assert mismatch(last)[1][-2][-1] == Correct("hand.0", 4)
    short = Play(table(hand=known, piles=(1, 0, 0))).see(
        "city", "center@0,0", "raposa-02@1,0", "raposa-03@2,0"
    )
    assert mismatch(short)[1][-2][-1] == Correct("card.raposa-03", "2,0")
    won = Play(table(prestige=15))
    assert mismatch(won.see("city", "center@0,0", *JOINED)) == ("see.several", [])
    kept = table(more={"level": SCOREKEEPER})
    assert mismatch(Play(kept).see("city", "center@0,0", *JOINED)) == ("see.several", [])


def test_cards_turned_over_unseen_may_be_taken_as_they_lie() -> None:
    start = table("-raposa-01@1,0 garca-01@-1,0 raposa-02@-2,0")
    seen = ("center@0,0", "raposa-01@1,0", "back-garca@-1,0", "back-raposa@-2,0")
    play, _ = as_seen(Play(start), *seen)
    assert [spot.is_up for spot in play.table.city] == [True, True, False, False]
    assert play.table.in_piles == play.before.in_piles


def test_a_card_of_the_city_on_another_cell_is_a_question() -> None:
    found = Play(table(LAID)).see("city", "center@0,0", "raposa-01@1,0", "garca-01@3,0")
    assert mismatch(found) == ("see.moved", [(Correct("card.garca-01", "3,0"),)])
    assert isinstance(found, Mismatch)
    assert dict(found.text.args) == {"card": PieceRef("garca-01"), "x": 3, "y": 0}
    assert found.readings[0].text == msg("prestige.see.as_it_lies", count=1)


def test_a_card_moved_after_it_was_placed_may_be_taken_as_it_lies() -> None:
    moved = ("center@0,0", "raposa-01@1,0", "garca-01@-1,0")
    play, _ = as_seen(Play(table(LAID)), *moved)
    assert [(spot.piece, spot.cell.x) for spot in play.table.city][1:] == [("raposa-01", 1), ("garca-01", -1)]
    assert [len(seat.hand) for seat in play.table.seats] == [4, 4, 4]
    assert play.table.in_piles == play.before.in_piles
    assert play.see("city", *moved) == Wait()


def test_a_city_pushed_away_from_its_center_is_not_taken_as_it_lies() -> None:
    pushed = ("center@0,0", "raposa-01@2,0", "garca-01@3,0", "raposa-02@0,1")
    found = Play(table(f"{LAID} raposa-02@-1,1")).see("city", *pushed)
    assert mismatch(found) == ("see.moved", [])
    apart = Play(table(LAID)).see("city", "center@0,0", "raposa-01@1,0", "garca-01@5,0")
    assert mismatch(apart) == ("see.moved", [])


def turned(play: Play, *seen: str) -> Observation:
    """Look at a city whose Tribal Center alone lies upside down: it says where left and above are."""
    lying = [
        (piece, Cell(*map(int, at.split(",")))) for piece, _, at in (each.partition("@") for each in seen)
    ]
    cards = tuple(Seen(piece, Cell(-cell.x, -cell.y), 0 if piece == "center" else 2) for piece, cell in lying)
    return play.referee.observe(play.state, Sighting("city", cards))


def test_a_center_that_lies_upside_down_is_said_before_sides_are_mistaken() -> None:
    assert mismatch(turned(Play(table(LAID)), *CITY)) == ("see.center_turned", [])
    first = Play(table("raposa-01@-1,0"))
    assert mismatch(turned(first, *CITY)) == ("see.center_turned", [])
    assert isinstance(turned(Play(table()), "center@0,0", "raposa-02@1,0"), Moves)


def test_a_city_that_has_grown_round_an_upside_down_center_goes_on() -> None:
    play = Play(table("raposa-01@-1,0 garca-01@-2,0"))
    assert isinstance(turned(play, *CITY, "raposa-02@3,0"), Moves)


def test_a_covered_card_that_shows_is_a_question() -> None:
    play = Play(table("raposa-01/raposa-02@1,0"))
    assert mismatch(play.see("city", "center@0,0", "raposa-02@1,0"))[0] == "see.odd"


def test_a_picture_whose_center_is_elsewhere_is_not_trusted() -> None:
    found = Play(table(LAID)).see("city", "center@1,0", "raposa-02@4,0")
    assert isinstance(found, Wait)
    assert key_of(found.text) == "see.shifted"


def test_a_card_placed_before_its_time_waits() -> None:
    play = Play(table(LAID, happiness=3))
    found = play.see("city", *CITY, "raposa-02@3,0")
    assert isinstance(found, Wait)
    assert key_of(found.text) == "see.too_early"


def test_a_destroyed_card_turned_up_is_restored() -> None:
    play = Play(table("-raposa-01@1,0"))
    assert play.see("city", "center@0,0", "raposa-01@1,0") == Moves((act("restore"),))
    two = Play(table("-raposa-01@1,0 -garca-01@2,0"))
    seen = two.see("city", "center@0,0", "garca-01@2,0")
    assert seen == Moves((act("restore"), picked("restore", "garca-01")))
    two.act("restore")
    assert two.see("city", "garca-01@2,0") == Moves((picked("restore", "garca-01"),))


def test_a_card_destroyed_this_turn_or_the_last_may_only_be_forgotten() -> None:
    play = Play(table("raposa-01@1,0", happiness=3)).event("favor_lost-02")
    found = play.see("city", "center@0,0", "raposa-01@1,0")
    assert isinstance(found, Ambiguous)
    assert [key_of(reading.text) for reading in found.readings] == ["see.still_up", "see.restored"]
    assert [reading.moves for reading in found.readings] == [(), (act("restore"),)]
    play.place("raposa-02", -1, 0).draw(1)
    assert isinstance(play.see("city", "raposa-01@1,0"), Ambiguous)
    play.place("raposa-03", -2, 0).draw(1)
    assert isinstance(play.see("city", "raposa-01@1,0"), Moves)


def test_a_destroyed_card_that_shows_while_nobody_may_restore_waits() -> None:
    play = Play(table("-raposa-01@1,0", happiness=3))
    found = play.see("city", "raposa-01@1,0")
    assert isinstance(found, Wait)
    assert key_of(found.text) == "see.still_up"


def test_the_card_turned_down_is_the_one_destroyed() -> None:
    play = Play(table(LAID, happiness=3)).event("favor_lost-02")
    found = play.see("city", "center@0,0", "raposa-01@1,0", "back-garca@2,0")
    assert found == Moves((picked("destroy", "garca-01"),))


def test_a_protected_card_turned_down_is_a_question() -> None:
    play = Play(table("auroque-01@1,0 raposa-05@2,0 lince-05@3,0 garca-06@1,1", happiness=3))
    play.event("favor_lost-06")
    assert mismatch(play.see("city", "back-auroque@1,0"))[0] == "no.safe"


def test_a_card_turned_down_by_nothing_is_a_question() -> None:
    assert mismatch(Play(table(LAID)).see("city", "back-raposa@1,0"))[0] == "see.felled"


def test_a_back_of_another_tribe_or_on_no_card_is_a_question() -> None:
    assert mismatch(Play(table(LAID)).see("city", "back-lince@1,0"))[0] == "see.odd"
    assert mismatch(Play(table(LAID)).see("city", "back-lince@3,0"))[0] == "see.odd"
    assert mismatch(Play(table(LAID)).see("city", "back-lince@0,0"))[0] == "see.odd"


def test_the_one_card_that_cannot_be_read_may_be_the_destroyed_one() -> None:
    play = Play(table(f"{LAID} auroque-01@3,0", happiness=3)).event("favor_lost-02")
    found = play.see("city", "center@0,0", "raposa-01@1,0", "auroque-01@3,0")
    assert isinstance(found, Ambiguous)
    assert [reading.moves for reading in found.readings] == [(picked("destroy", "garca-01"),)]
    assert play.see("city", "center@0,0", "raposa-01@1,0") == Wait()
    assert play.see("city", *CITY, "auroque-01@3,0") == Wait()


def test_the_finished_city_is_counted_by_people_where_it_was_not_followed() -> None:
    play = Play(table(prestige=15, more={"level": SCOREKEEPER}))
    found = play.see("city", "center@0,0", "raposa-01@1,0", "garca-01@2,0", "back-lince@3,0")
    whole = picked("final.city", "raposa-01", "garca-01", seat=TABLE)
    assert found == Ambiguous((Reading(msg("prestige.see.all", count=2), (whole,)),))
    assert play.see("city", "raposa-01@1,0", unsure=("garca-01",)) == Wait()
    assert play.see("city", "center@0,0") == Wait()


def test_a_unit_askew_beside_the_finished_city_does_not_hold_its_count_up() -> None:
    play = Play(table(prestige=15, more={"level": SCOREKEEPER}))
    found = play.see("city", "center@0,0", "raposa-01@1,0", unsure=("lince-03", "invader-01"))
    whole = picked("final.city", "raposa-01", seat=TABLE)
    assert found == Ambiguous((Reading(msg("prestige.see.all", count=1), (whole,)),))


def test_a_finished_city_too_wide_for_one_picture_is_put_together_from_several() -> None:
    play = Play(table(prestige=15, more={"level": SCOREKEEPER}))
    beside = Seen("garca-01", Cell(2, 0))
    sighting = Sighting(
        "city", (Seen("raposa-01", Cell(1, 0)),), earlier=(beside, Seen("center", Cell(0, 0)))
    )
    whole = picked("final.city", "raposa-01", "garca-01", seat=TABLE)
    found = play.referee.observe(play.state, sighting)
    assert found == Ambiguous((Reading(msg("prestige.see.all", count=2), (whole,)),))


def test_a_card_seen_earlier_is_no_change_while_the_city_is_followed() -> None:
    play = Play(table(LAID))
    sighting = Sighting("city", (Seen("center", Cell(0, 0)),), earlier=(Seen("garca-01", Cell(5, 5)),))
    assert play.referee.observe(play.state, sighting) == Wait()


def test_nothing_is_read_while_the_table_is_set_up() -> None:
    play = Play(Setup(3))
    assert isinstance(play.see("city", "center@0,0", "raposa-01@1,0"), Wait)
    play.reply("setup.skip", Done())
    assert isinstance(play.see("city", "center@0,0", "raposa-01@1,0"), Moves)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ("raposa-02@4,0", "to the right of"),
        ("raposa-02@-2,0", "to the left of"),
    ],
)
def test_a_place_is_told_by_the_card_beside_it(seen: str, said: str) -> None:
    found = Play(table(LAID)).see("city", *CITY, seen)
    assert isinstance(found, Mismatch)
    sentence = Texts("en").say(found.readings[0].text, (), BOX)
    assert said in sentence
    assert "column" not in sentence
