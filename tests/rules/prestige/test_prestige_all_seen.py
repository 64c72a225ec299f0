"""What a camera that hangs above the whole table sees: cards held up beside all that lies there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.commands import Picked, Put
from rules.core.sighting import Ambiguous, Mismatch, Move, Moves, Observation, Reading, Seen, Sighting, Wait
from rules.core.value import TABLE, Cell, PieceRef, msg
from rules.core.zone import Zone
from tests.rules.prestige.prestige_seen import FIVE, act, picked, reason
from tests.rules.prestige.prestige_table import Play, table

CITY = "raposa-01@1,0 raposa-02@2,0"
LIE = ("raposa-01", "raposa-02")
NAMED = {"top": "ibex-01", "back": "ibex"}


def test_what_lies_in_the_city_is_not_held_up() -> None:
    unit = Play(table(CITY).pile(0, top="ibex-01", back="ibex")).act("unit")
    assert unit.see("card", *LIE, "lince-03") == Moves((picked("unit", "lince-03"),))
    assert unit.see("card", *LIE) == Wait(msg("prestige.unit"))
    assert reason(unit.see("card", *LIE, "raposa-03")) == "no.unit_card"
    assert reason(unit.see("card", *LIE, "lince-03", "lince-01")) == "see.one"
    discard = Play(table(CITY).pile(0, **NAMED)).act("discard")
    shown = picked("discard.cards", "lince-03", "lince-01")
    counted = Reading(msg("prestige.see.all", count=2), (shown,))
    assert discard.see("card", *LIE, "lince-03", "lince-01") == Ambiguous((counted,))
    assert discard.see("card", *LIE) == Wait()
    assert reason(discard.see("card", *LIE[:1])) == "no.elsewhere"


def test_the_top_of_the_open_pile_is_not_held_up() -> None:
    row = ("lince-01", "back-lince", "back-ibex")
    seen = tuple(Seen(piece, row=0) for piece in row)
    play = Play(table()).act("unit")
    held = Sighting("card", (*seen, Seen("lince-03", row=1)))
    assert play.referee.observe(play.state, held) == Moves((picked("unit", "lince-03"),))


@pytest.mark.parametrize(
    "beside",
    [
        pytest.param(("center",), id="a city of the center alone"),
        pytest.param((*LIE, "back-ibex"), id="one closed pile has run out"),
        pytest.param((*LIE, "back-ibex", "back-lince"), id="open pile askew"),
        pytest.param(LIE, id="backs without stickers"),
    ],
)
def test_a_unit_beside_others_is_asked_about_while_the_open_piles_top_is_not_named(
    beside: tuple[str, ...],
) -> None:
    placed = Reading(msg("prestige.see.unit", card=PieceRef("lince-03")), (picked("unit", "lince-03"),))
    assert Play(table(CITY)).act("unit").see("card", *beside, "lince-03") == Ambiguous((placed,))
    known = Play(table(CITY).pile(0, **NAMED)).act("unit")
    assert known.see("card", *beside, "lince-03") == Moves((picked("unit", "lince-03"),))


def test_a_card_may_lie_on_the_discards_face_up_though_nobody_named_it() -> None:
    full = table(CITY)
    spent = replace(full.discard, hidden=full.discard.hidden + full.piles[0].count)
    thrown = replace(full.pile(0, count=0), discard=spent)
    placed = Reading(msg("prestige.see.unit", card=PieceRef("lince-03")), (picked("unit", "lince-03"),))
    assert Play(thrown).act("unit").see("card", *LIE, "lince-03") == Ambiguous((placed,))
    assert looked(Play(thrown), "lince-03@6,2") == Ambiguous((PLAYED,))
    rows = (("raposa-07", "back-lince", "back-ibex"), ("lince-03",))
    beside = tuple(Seen(piece, row=at) for at, row in enumerate(rows) for piece in row)
    discarded = replace(full.piles[1], count=full.piles[1].count - 3)
    piles = (full.piles[0], discarded, full.piles[2])
    play = Play(replace(full, piles=piles, discard=Zone(hidden=3))).act("unit")
    assert play.referee.observe(play.state, Sighting("card", beside)) == Ambiguous((placed,))
    discard = Play(thrown).act("discard").see("card", *LIE, "lince-03", "raposa-03")
    assert isinstance(discard, Ambiguous)
    assert len(discard.readings) == 3


def test_each_of_two_units_beside_the_city_may_be_the_one_placed() -> None:
    play = Play(table(CITY)).act("unit")
    found = play.see("card", *LIE, "lince-03", "garca-09")
    assert isinstance(found, Ambiguous)
    assert [each.moves for each in found.readings] == [
        (picked("unit", "lince-03"),),
        (picked("unit", "garca-09"),),
    ]
    assert reason(play.see("card", *LIE, *FIVE.split())) == "see.one"


def test_the_open_piles_top_is_not_refused_as_a_unit_that_nobody_showed() -> None:
    found = Play(table(CITY)).act("unit").see("card", *LIE, "raposa-03")
    assert isinstance(found, Wait)
    assert reason(found) == "no.unit_card"
    assert Play(table()).see("card", "center", "lince-03") == Ambiguous(
        (
            Reading(
                msg("prestige.see.unit", card=PieceRef("lince-03")), (act("unit"), picked("unit", "lince-03"))
            ),
        )
    )


def test_one_of_the_discards_beside_the_city_may_be_the_open_piles_top() -> None:
    found = Play(table(CITY)).act("discard").see("card", *LIE, "lince-03", "raposa-03")
    assert isinstance(found, Ambiguous)
    assert [each.moves for each in found.readings] == [
        (picked("discard.cards", "lince-03", "raposa-03"),),
        (picked("discard.cards", "raposa-03"),),
        (picked("discard.cards", "lince-03"),),
    ]
    full = ["lince-03", "raposa-03", "raposa-04", "raposa-05", "lince-01"]
    five = Play(table(CITY)).act("discard").see("card", *LIE, *full)
    assert isinstance(five, Ambiguous)
    assert len(five.readings) == len(full)


def test_a_unit_that_waits_or_lies_there_is_not_taken_for_the_one_to_go() -> None:
    play = Play(table(CITY, units=FIVE)).unit("auroque-09")
    gone = Reading(
        msg("prestige.see.unit_gone", card=PieceRef("garca-09")), (picked("unit.replace", "garca-09"),)
    )
    assert reason(play.see("card", "auroque-09")) == "unit.replace"
    assert play.see("card", "auroque-09", "garca-09") == Ambiguous((gone,))
    assert play.see("card", *LIE, "garca-09") == Ambiguous((gone,))
    assert reason(play.see("card", *LIE, *FIVE.split())) == "see.one"
    lose = Play(table(CITY, units="lince-03 ibex-09", population=1))
    assert reason(lose.see("card", *LIE)) == "unit.lose"
    assert isinstance(lose.see("card", *LIE, "ibex-09"), Ambiguous)
    restore = Play(table("-raposa-01@1,0 -raposa-02@2,0 ibex-01@3,0")).act("restore")
    assert reason(restore.see("card", *LIE)) == "see.one"
    assert reason(restore.see("card", "raposa-01", "ibex-01")) == "see.one"


def test_the_piles_are_read_beside_the_city() -> None:
    play = Play(table(CITY, more={"discard": Zone(known=("lince-01",))}))
    top = Move(TABLE, "prestige.top", Picked((PieceRef("ibex-01"),)))
    assert play.see("piles", *LIE, "lince-01", "ibex-01", "back-lince", "back-ibex") == Moves((top,))
    found = play.see("piles", *LIE, "back-lince", "back-ibex")
    assert isinstance(found, Ambiguous)
    assert len(found.readings) == 2


def test_the_city_is_read_beside_piles_and_units() -> None:
    known = table(CITY, units="lince-10", more={"discard": Zone(known=("lince-01",))})
    play = Play(known.pile(0, top="ibex-01", back="ibex"))
    city = ("center@0,0", "raposa-01@1,0", "raposa-02@2,0", "lince-10@0,2")
    piles = ("back-lince@6,0", "back-ibex@7,0", "ibex-01@5,0", "lince-01@8,0")
    assert play.see("city", *city, *piles) == Wait()
    put = Move(0, "prestige.place", Put("raposa-03", Cell(3, 0)))
    assert play.see("city", *city, "raposa-03@3,0", *piles[:2]) == Moves((act("place"), put))
    unknown = Play(table(CITY)).see("city", *city[:3], "raposa-03@3,0", "coruja-01@6,2")
    assert unknown == Moves((act("place"), put))
    assert isinstance(Play(table(CITY)).see("city", *city[:3], "coruja-01@6,2"), Mismatch)


# ---- what lies beside the city while the city is looked at --------------------------------
LAID = ("center@0,0", "raposa-01@1,0", "raposa-02@2,0")
MOVES = (act("unit"), picked("unit", "lince-03"))
PLAYED = Reading(msg("prestige.see.unit", card=PieceRef("lince-03")), MOVES)


def top(piece: str) -> Reading:
    return Reading(msg("prestige.see.top", card=PieceRef(piece)), (picked("top", piece, seat=TABLE),))


def looked(play: Play, *pieces: str, unsure: tuple[str, ...] = ()) -> Observation:
    seen = [piece.split("@") for piece in (*LAID, *pieces)]
    cells = [Seen(piece, Cell(*map(int, at.split(",")))) for piece, at in seen]
    return play.referee.observe(play.state, Sighting("city", tuple(cells), unsure=unsure))


@pytest.mark.parametrize("askew", [False, True])
def test_a_unit_laid_beside_the_city_is_played_as_its_action(askew: bool) -> None:
    seen = ((), ("lince-03",)) if askew else (("lince-03@6,2",), ())
    assert looked(Play(table(CITY).pile(0, **NAMED)), *seen[0], unsure=seen[1]) == Moves(MOVES)
    found = looked(Play(table(CITY)), *seen[0], unsure=seen[1])
    assert found == Ambiguous((PLAYED, top("lince-03")))


def test_a_unit_beside_the_city_that_cannot_be_played_is_explained_or_the_open_piles_top() -> None:
    poor = table(CITY, coffers=0)
    found = looked(Play(poor), "lince-03@6,2")
    assert isinstance(found, Mismatch)
    assert reason(found) == "no.coins"
    assert found.readings[0] == top("lince-03")
    known = looked(Play(poor.pile(0, **NAMED)), "lince-03@6,2")
    assert isinstance(known, Mismatch)
    assert [each.moves for each in known.readings] == [()]


def test_a_card_apart_from_the_city_may_be_the_open_piles_top() -> None:
    found = looked(Play(table(CITY)), "coruja-01@6,2")
    assert isinstance(found, Mismatch)
    assert found.readings[0] == top("coruja-01")
    both = looked(Play(table(CITY)), "coruja-01@6,2", "lince-03@6,0")
    assert isinstance(both, Ambiguous | Mismatch)
    assert PLAYED in both.readings
    assert top("lince-03") in both.readings
    placing = looked(Play(table(CITY)).act("place"), "coruja-01@6,2")
    assert isinstance(placing, Wait)


def test_a_card_laid_into_the_city_is_placed_whatever_lies_beside_it() -> None:
    put = Move(0, "prestige.place", Put("raposa-03", Cell(3, 0)))
    found = looked(Play(table(CITY)), "raposa-03@3,0", "coruja-01@7,2", unsure=("lince-03",))
    assert found == Moves((act("place"), put))


def test_units_and_tops_that_are_known_are_no_change_of_the_city() -> None:
    play = Play(table(CITY, units="lince-10").pile(0, **NAMED))
    assert looked(play, "ibex-01@6,2", unsure=("lince-10",)) == Wait()


def test_what_two_destroyed_cards_lie_beside_is_not_taken_for_the_open_pile() -> None:
    play = Play(table("raposa-01@1,0 -raposa-02@2,0 -raposa-05@3,0")).act("unit")
    rows = (("center", "raposa-01", "back-raposa", "back-raposa.2"), ("lince-03",))
    seen = tuple(Seen(piece, row=at) for at, row in enumerate(rows) for piece in row)
    assert isinstance(play.referee.observe(play.state, Sighting("card", seen)), Ambiguous)


@pytest.mark.parametrize("cell", ["4,0", "2,2", "0,2"])
def test_a_pile_two_cells_from_the_city_is_no_fault_of_the_city(cell: str) -> None:
    assert looked(Play(table(CITY)), f"back-lince@{cell}") == Wait()
    put = Move(0, "prestige.place", Put("raposa-03", Cell(-1, 0)))
    assert looked(Play(table(CITY)), f"back-lince@{cell}", "raposa-03@-1,0") == Moves((act("place"), put))
    named = Play(table(CITY).pile(0, **NAMED))
    assert looked(named, f"ibex-01@{cell}") == Wait()


@pytest.mark.parametrize("cell", ["3,0", "1,2", "0,2"])
def test_a_unit_is_never_in_the_city_however_near_it_lies(cell: str) -> None:
    play = Play(table(CITY, units="ibex-09").pile(0, **NAMED))
    assert looked(play, f"lince-03@{cell}", "ibex-09@2,2") == Moves(MOVES)


def test_a_restored_card_is_read_beside_the_open_piles_top() -> None:
    play = Play(table("raposa-01@1,0 -raposa-02@2,0"))
    found = looked(play, "coruja-01@2,2")
    assert isinstance(found, Mismatch)
    assert found.readings[0].moves[0] == act("restore")
    assert top("coruja-01") in found.readings


def test_backs_of_destroyed_cards_are_no_piles_where_the_city_is_in_sight() -> None:
    play = Play(table("raposa-01@1,0 -raposa-02@2,0 -raposa-05@3,0"))
    assert play.see("piles", "center", "raposa-01", "back-raposa", "back-raposa.2") == Wait()


NEAR_PILES = ("ibex-01", "back-lince", "back-ibex")


def thrown() -> Play:
    """Return a game with the open pile's top named, and three cards on the discards that nobody named."""
    full = table(CITY).pile(0, **NAMED)
    second = replace(full.piles[1], count=full.piles[1].count - 3)
    piles = (full.piles[0], second, full.piles[2])
    return Play(replace(full, piles=piles, discard=Zone(hidden=3)))


@pytest.mark.parametrize("lying", ["lince-03", "coruja-01"])
def test_what_lies_on_the_discards_is_no_answer_to_a_camera_opened_for_a_back(lying: str) -> None:
    backs = Moves((picked("back.2", "tribe-lince", seat=TABLE), picked("back.3", "tribe-ibex", seat=TABLE)))
    assert thrown().see("piles", *NEAR_PILES, lying, asked="back.2") == backs


def test_a_unit_beside_the_piles_is_asked_about_while_discards_are_not_named() -> None:
    assert thrown().see("piles", *NEAR_PILES, "lince-03") == Ambiguous((PLAYED,))
    assert thrown().see("piles", "lince-03") == Moves(MOVES)


def test_what_lies_on_the_discards_is_not_blamed_while_the_city_is_looked_at() -> None:
    assert isinstance(looked(thrown(), "coruja-01@6,2"), Wait)
