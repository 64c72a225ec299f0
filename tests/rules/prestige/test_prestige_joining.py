"""What a picture of a game begun without us sets by hand."""

from __future__ import annotations

from rules.core.asks import Place, Some
from rules.core.commands import Correct
from rules.core.sighting import Seen, Sighting
from rules.core.value import Cell, PieceRef
from rules.games.prestige import GAME
from rules.games.prestige.joining import join_city, join_units, joining_ask
from rules.games.prestige.model import SCOREKEEPER, Table
from tests.rules.prestige.prestige_table import BOX, Play, table


def city(start: Table, *words: str) -> tuple[Correct, ...]:
    seen = []
    for word in words:
        piece, _, at = word.partition("@")
        seen.append(Seen(piece, Cell(*map(int, at.split(","))) if at else None))
    return join_city(BOX, start, Sighting("city", tuple(seen)))


def units(start: Table, *pieces: str) -> tuple[Correct, ...]:
    return join_units(BOX, start, Sighting("card", tuple(map(Seen, pieces))))


def test_the_cards_of_a_city_are_laid_from_the_center_on() -> None:
    found = city(table(), "center@0,0", "raposa-02@2,0", "raposa-03@1,0", "ibex-02@2,1")
    assert found == (
        Correct("card.raposa-03", "1,0"),
        Correct("card.raposa-02", "2,0"),
        Correct("card.ibex-02", "2,1"),
    )
    play = Play(table())
    for each in found:
        play.correct(each.key, each.value)
    assert len(play.table.city) == 4


def test_what_lies_there_already_or_cannot_lie_there_stays_out() -> None:
    start = table("raposa-02@1,0 raposa-01@-1,0")
    assert city(start, "raposa-02@1,0", "raposa-01@5,0") == ()
    assert city(start, "raposa-03@1,0", "lince-03@2,0", "raposa-04@4,0") == ()
    assert city(start, "back-lince@2,0", "invader-01@2,0", "raposa-03") == ()
    assert city(start, "raposa-03@2,0", "raposa-04@2,0") == (Correct("card.raposa-03", "2,0"),)


def test_as_many_units_are_stationed_as_there_are_places() -> None:
    assert units(table(), "lince-03", "lince-03", "raposa-01", "invader-01", "ibex-09") == (
        Correct("card.lince-03", "units"),
        Correct("card.ibex-09", "units"),
    )
    four = table(units="lince-03 garca-09 comunal-12 coruja-09")
    assert units(four, "lince-03", "ibex-09", "auroque-09") == (Correct("card.ibex-09", "units"),)


def test_by_touch_a_card_of_the_city_goes_beside_another_and_units_are_told_at_once() -> None:
    start = table("raposa-02@1,0", units="lince-03")
    city_ask, units_ask = joining_ask(BOX, start, "city"), joining_ask(BOX, start, "card")
    assert isinstance(city_ask, Place)
    (group,) = city_ask.groups
    assert set(group.cells) == {Cell(*at) for at in ((0, -1), (1, -1), (-1, 0), (2, 0), (0, 1), (1, 1))}
    assert "raposa-03" in group.pieces
    assert not {"raposa-02", "center", "lince-03", "ibex-09"} & set(group.pieces)
    assert isinstance(units_ask, Some)
    assert PieceRef("ibex-09") in units_ask.options
    assert PieceRef("lince-03") not in units_ask.options
    assert (units_ask.low, units_ask.high) == (0, BOX.board.unit_places - 1)
    assert joining_ask(BOX, table(more={"level": SCOREKEEPER}), "city") is None
    full = table(units="lince-03 ibex-09 garca-09 comunal-12 coruja-09")
    assert joining_ask(BOX, full, "card") is None


def test_the_city_is_shown_first_and_then_the_units() -> None:
    assert list(GAME.joining) == ["city", "card"]
    assert set(GAME.joining) <= {view.id for view in GAME.views}
