"""A score for people: what belongs together stands together, and adds up."""

from __future__ import annotations

import pytest

from companion.app.gallery import play_until
from companion.demo import NONE, Plan
from companion.games import find
from companion.sheets import sheet_json, sheet_lines
from companion.store import Store
from companion.texts import Texts
from rules.core.score import ScoreRow, ScoreSheet, Standing
from rules.core.value import msg


def evening(seed: int) -> dict[str, object]:
    """Play an evening of two and return its score."""
    loaded = find("prestige")
    plan = Plan("prestige", 2, seed, camera=NONE, options=(("identities", "app"),))
    session = play_until(loaded, Store(None), plan, lambda _session, _ask: False).session
    return sheet_json(session.game, session.score(), session.players, session.box, Texts("en"))


def counted(seed: int) -> tuple[dict[str, object], list[str]]:
    """Return the score, and its lines, of the first evening from a seed on in which everybody has points."""
    sheets = (evening(each) for each in range(seed, seed + 50))
    sheet = next(each for each in sheets if all("groups" in seat for seat in each["seats"]))  # type: ignore[attr-defined]
    return sheet, list(sheet_lines(sheet))


@pytest.mark.parametrize("seed", [1, 3])
def test_every_tribe_has_its_own_total_and_the_best_one_counts(seed: int) -> None:
    sheet, lines = counted(seed)
    for seat in sheet["seats"]:  # type: ignore[attr-defined]
        totals = [group["total"] for group in seat["groups"]]
        assert max(totals) == seat["total"]
        for group in seat["groups"]:
            assert sum(seat["rows"][at]["amount"] for at in group["rows"]) == group["total"]
            assert f"   {group['name']}: {group['total']}" in lines
        assert sorted(at for group in seat["groups"] for at in group["rows"]) == list(
            range(len(seat["rows"]))
        )


def test_rows_stand_under_the_tribe_that_they_belong_to() -> None:
    sheet, lines = counted(3)
    seat = sheet["seats"][0]  # type: ignore[index]
    for group in seat["groups"]:
        at = lines.index(f"   {group['name']}: {group['total']}")
        under = lines[at + 1 : at + 1 + len(group["rows"])]
        assert [line.split("  ")[-1] for line in under] == [
            seat["rows"][row]["text"] for row in group["rows"]
        ]


def test_rows_without_a_group_stand_before_all_groups() -> None:
    loaded = find("prestige")
    rows = (
        ScoreRow(0, msg("core.put", piece="A", cell="1"), 2, (), "garca"),
        ScoreRow(0, msg("core.put", piece="B", cell="1"), 3),
    )
    sheet = ScoreSheet(rows, (Standing(0, 5, 1, winner=True),))
    lines = list(sheet_lines(sheet_json(loaded.game, sheet, (), loaded.box, Texts("en"))))
    assert [line.strip()[:4] for line in lines[1:]] == ["+3  ", "Hero", "+2  "]


def test_a_lost_game_has_no_ranks_and_whoever_has_no_row_is_not_listed() -> None:
    loaded, fallen = find("prestige"), msg("prestige.note.fallen")
    both = (Standing(0, 0, 1), Standing(1, 0, 1))
    shared = (ScoreRow(-1, msg("core.put", piece="A", cell="1"), 2, (), "garca"),)
    sheet = sheet_json(loaded.game, ScoreSheet(shared, both, fallen), (), loaded.box, Texts("en"))
    assert [line.strip()[:4] for line in sheet_lines(sheet)] == ["The ", "Hero", "+2  "]
    rows = (ScoreRow(0, msg("core.put", piece="A", cell="1"), 2),)
    lost = ScoreSheet(rows, (Standing(0, 2, 1), Standing(1, 0, 2)), fallen)
    lines = list(sheet_lines(sheet_json(loaded.game, lost, (), loaded.box, Texts("en"))))
    assert lines[1::2] == ["Seat 1: 2", "Seat 2: 0"]
