"""The True Founder: seed, "Fim de Jogo e Pontuação"."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.core.score import ScoreSheet
from rules.core.value import TABLE, Msg, PieceRef, msg
from rules.core.zone import Zone
from rules.games.prestige.model import OVER
from rules.games.prestige.scoring import counted, score
from tests.rules.prestige.prestige_said import check_said
from tests.rules.prestige.prestige_table import BOX, Play, table

WON = msg("prestige.win.favor")
THREE = ("lince", "raposa", "ibex")


def sheet(city: str, units: str = "", tribes: tuple[str, ...] = THREE, **more: Any) -> ScoreSheet:
    """Score a won game in which the seats are of these tribes; ``a+b`` for two of one player."""
    start = replace(table(city, units, seats=len(tribes)), **{"phase": OVER, "outcome": WON, **more})
    for at, own in enumerate(tribes):
        start = start.seat(at, tribes=tuple(own.split("+")))
    found = score(BOX, start)
    check_said(BOX, *(row.text for row in found.rows), found.tie_break, found.outcome, *found.notes)
    return found


def totals(found: ScoreSheet) -> list[tuple[int, int, bool]]:
    assert [each.seat for each in found.standings] == list(range(len(found.standings)))
    return [(each.total, each.rank, each.winner) for each in found.standings]


def test_the_tribe_with_most_cards_wins_whoever_placed_them() -> None:
    found = sheet("lince-04@1,0 lince-05@2,0 raposa-01@3,0")
    assert totals(found) == [(2, 1, True), (1, 2, False), (0, 3, False)]
    assert found.tie_break is None
    assert found.outcome == WON


def test_each_row_names_its_card_and_belongs_to_a_tribe() -> None:
    found = sheet("lince-04@1,0 raposa-01@2,0", "lince-10")
    assert [(row.seat, row.text.key, row.amount, row.pieces, row.group) for row in found.rows] == [
        (0, "prestige.row.card", 1, ("lince-04",), "lince"),
        (0, "prestige.row.leader", 2, ("lince-10",), "lince"),
        (1, "prestige.row.card", 1, ("raposa-01",), "raposa"),
        (2, "prestige.row.none", 0, (), "ibex"),
    ]
    assert dict(found.rows[0].text.args) == {"card": PieceRef("lince-04"), "tribe": PieceRef("tribe-lince")}


def test_a_leader_counts_two() -> None:
    assert totals(sheet("raposa-01@1,0", "lince-10")) == [(2, 1, True), (1, 2, False), (0, 3, False)]


def test_active_units_count_one() -> None:
    assert totals(sheet("", "lince-03 lince-01"))[0] == (2, 1, True)


def test_destroyed_and_covered_cards_do_not_count() -> None:
    found = sheet("-lince-04@1,0 -lince-05@2,0 raposa-01@3,0")
    assert totals(found) == [(0, 2, False), (1, 1, True), (0, 2, False)]
    covered = sheet("raposa-01/lince-04@1,0")
    assert totals(covered)[0][0] == 0


def test_communal_cards_never_win() -> None:
    found = sheet("comunal-02@1,0 comunal-03@2,0 lince-04@3,0")
    assert [row.pieces for row in found.rows if row.pieces] == [("lince-04",)]
    assert totals(found)[0] == (1, 1, True)


def test_unclaimed_tribes_never_win_and_are_named_in_a_note() -> None:
    found = sheet("coruja-01@1,0 coruja-02@2,0 lince-04@3,0 garca-01@4,0")
    assert totals(found)[0] == (1, 1, True)
    assert [dict(note.args) for note in found.notes] == [
        {"tribe": PieceRef("tribe-garca"), "count": 1},
        {"tribe": PieceRef("tribe-coruja"), "count": 2},
    ]


def test_in_a_fallen_city_no_tribe_is_named_as_unclaimed() -> None:
    found = sheet("auroque-01@1,0 auroque-02@2,0", outcome=msg("prestige.loss.invader"))
    assert found.notes == (Msg("prestige.note.fallen"),)
    assert totals(found) == [(0, 1, False)] * 3


def test_an_unclaimed_tribe_with_fewer_cards_needs_no_note() -> None:
    assert sheet("coruja-01@1,0 lince-04@2,0 lince-05@3,0").notes == ()
    assert len(sheet("coruja-01@1,0 coruja-02@2,0 lince-04@3,0 lince-05@4,0").notes) == 1


def test_a_tie_is_broken_by_what_the_tribes_cards_cost() -> None:
    found = sheet("lince-04@1,0 raposa-01@2,0")
    assert totals(found) == [(1, 1, True), (1, 2, False), (0, 3, False)]
    assert found.tie_break is not None
    args = dict(found.tie_break.args)
    assert found.tie_break.key == "prestige.tie.cost"
    assert (args["winner"], args["cost"], args["count"]) == (PieceRef("tribe-lince"), 1, 1)
    assert args["tribes"] == msg(
        "core.list_last",
        first=msg("prestige.tie.tribe", tribe=PieceRef("tribe-lince"), cost=1),
        next=msg("prestige.tie.tribe", tribe=PieceRef("tribe-raposa"), cost=0),
    )


def test_a_leaders_cost_counts_once_in_the_tie_break() -> None:
    found = sheet("raposa-04@1,0 raposa-02@2,0", "lince-10")
    assert found.tie_break is not None
    assert dict(found.tie_break.args)["cost"] == 3
    assert totals(found)[:2] == [(2, 1, True), (2, 2, False)]


def test_tribes_that_are_still_tied_win_together() -> None:
    found = sheet("lince-04@1,0 raposa-02@2,0 ibex-02@3,0")
    assert totals(found) == [(1, 1, True), (1, 1, True), (1, 3, False)]
    assert found.tie_break is not None
    assert found.tie_break.key == "prestige.tie.shared"
    assert str(found.tie_break).count("prestige.tie.tribe") == 3
    assert str(found.tie_break).count("core.list_last") == 1


def test_a_tie_break_tells_how_many_cards_and_what_they_cost() -> None:
    dear = ("lince-05", "lince-06"), ("raposa-01", "raposa-02")
    city = " ".join(f"{piece}@{n},0" for n, piece in enumerate((*dear[0], *dear[1]), start=1))
    found = sheet(city).tie_break
    costs = [sum(BOX.cards[piece].cost for piece in pair) for pair in dear]
    assert found is not None
    args = dict(found.args)
    assert (args["count"], args["cost"]) == (2, max(costs))
    assert args["count"] != args["cost"]


def test_a_three_way_tie_is_shared_by_three() -> None:
    found = sheet("lince-05@1,0 raposa-01@2,0 ibex-02@3,0")
    assert totals(found) == [(1, 1, True)] * 3


def test_two_tribes_of_one_player_are_compared_one_by_one() -> None:
    found = sheet(
        "lince-04@1,0 ibex-02@2,0 raposa-01@3,0 raposa-02@4,0", tribes=("lince+ibex", "raposa+coruja")
    )
    assert totals(found) == [(1, 2, False), (2, 1, True)]
    assert [row.group for row in found.rows] == ["lince", "ibex", "raposa", "raposa", "coruja"]


def test_a_tribe_without_a_card_in_the_city_is_named_with_nothing() -> None:
    found = sheet("raposa-01@1,0", tribes=("ibex+raposa", "garca+coruja"))
    assert [(row.seat, row.text.key, row.amount, row.pieces, row.group) for row in found.rows] == [
        (0, "prestige.row.none", 0, (), "ibex"),
        (0, "prestige.row.card", 1, ("raposa-01",), "raposa"),
        (1, "prestige.row.none", 0, (), "garca"),
        (1, "prestige.row.none", 0, (), "coruja"),
    ]


def test_a_tie_between_two_tribes_of_one_player_is_one_win() -> None:
    found = sheet("lince-05@1,0 ibex-02@2,0", tribes=("lince+ibex", "raposa+coruja"))
    assert totals(found) == [(1, 1, True), (0, 2, False)]


def test_discarded_units_are_out_unless_the_table_counts_them() -> None:
    gone: dict[str, Any] = {"discard": Zone(("lince-03",)), "fallen": ("lince-03",)}
    assert totals(sheet("", **gone))[0][0] == 0
    assert totals(sheet("", fallen_count=True, **gone))[0] == (1, 1, True)


def test_a_unit_that_hands_take_out_of_its_place_is_discarded_and_one_put_back_is_not() -> None:
    start = table(units="lince-03", seats=3, more={"fallen_count": True})
    play = Play(start).correct("card.lince-03", "discard")
    assert counted(BOX, play.table) == ("lince-03",)
    play.correct("card.lince-03", "unseen")
    assert counted(BOX, play.table) == ()


def test_the_tribe_of_who_has_left_still_counts() -> None:
    start = table("lince-04@1,0 lince-05@2,0 raposa-01@3,0", away=(0,), prestige=15)
    play = Play(start.seat(0, tribes=("lince",)).seat(1, tribes=("raposa",)).seat(2, tribes=("ibex",)))
    assert totals(play.referee.score(play.state))[0] == (2, 1, True)


def test_other_discards_never_count() -> None:
    assert totals(sheet("", fallen_count=True, discard=Zone(("lince-04",))))[0][0] == 0


def test_nobodys_tribe_shows_before_the_city_prevails() -> None:
    start = table("lince-04@1,0 raposa-01@2,0", "lince-10").seat(0, tribes=("lince",))
    found = score(BOX, start)
    assert {row.seat for row in found.rows} == {TABLE}
    assert [(row.group, row.amount) for row in found.rows] == [("lince", 1), ("lince", 2), ("raposa", 1)]
    assert totals(found) == [(0, 1, False)] * 3
    assert found.notes == (Msg("prestige.note.hidden"),)
    assert found.outcome is None


def test_an_empty_city_is_shared_by_all() -> None:
    assert totals(sheet("")) == [(0, 1, True)] * 3
