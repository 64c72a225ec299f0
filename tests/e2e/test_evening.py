"""Whole evenings on the virtual table: what the companion knows at the end is true there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from companion.demo import Plan, play
from companion.report import Report, differences
from tests.companion.paper_table import LOADED

CI_SEATS_AND_SEEDS = ((2, 4), (3, 1))
MORE = tuple((seats, seed) for seed in range(5, 15) for seats in (2, 3, 4))
"""`many.py` plays the whole thirty seeds by hand."""


def check(report: Report) -> None:
    assert report.finished
    assert report.differences == ()
    assert report.agrees
    assert report.from_frames >= 0.95
    assert 2.4 <= report.px_per_module <= 4.0
    assert report.tags_seen > 10 * report.tags_missed
    assert report.taps_per_turn < 4


@pytest.mark.parametrize(("seats", "seed"), CI_SEATS_AND_SEEDS)
def test_an_evening_of_prestige_through_frames_and_buttons_ends_in_the_truth(
    seats: int, seed: int, capfd: pytest.CaptureFixture[str]
) -> None:
    report = play(Plan("prestige", seats, seed))
    check(report)
    told = [int(turn) for turn in re.findall(r"Turno (\d+)", capfd.readouterr().err)]
    assert told == list(range(1, len(told) + 1))
    assert report.turns - len(told) in {0, 1}, "an event may end the game before the last turn is anybody's"


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seed"), MORE)
def test_more_evenings_of_prestige_end_in_the_truth(seats: int, seed: int) -> None:
    check(play(Plan("prestige", seats, seed)))


@pytest.mark.parametrize("seats", range(2, 7))
def test_an_evening_of_dominion_by_touch_ends_in_the_truth(seats: int) -> None:
    report = play(Plan("dominion_guilds", seats, 10 + seats, "none"))
    assert (report.finished, report.differences) == (True, ())


def test_an_evening_of_dominion_through_frames_takes_less_than_a_touch_for_each_act() -> None:
    """Played cards and bought ones are seen; shuffles, draws and clean-up take no touch at all."""
    report = play(Plan("dominion_guilds", 2, 9))
    check(report)
    assert report.taps < report.acts
    assert report.taps_per_turn < 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(1, 7))
def test_more_evenings_of_dominion_end_in_the_truth(seats: int, seed: int) -> None:
    check(play(Plan("dominion_guilds", seats, seed)))


@pytest.mark.parametrize("seats", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_an_evening_of_dominion_that_is_only_kept_ends_in_the_truth(seats: int) -> None:
    """Everybody's cards are shown to the camera in the end."""
    report = play(Plan("dominion_guilds", seats, 3, level="scorekeeper"))
    assert (report.finished, report.differences) == (True, ())
    assert report.from_frames > 0.9


def test_a_webcam_held_over_each_new_card_is_enough() -> None:
    report = play(Plan("paper", 2, 7, "webcam"), LOADED)
    assert report.agrees
    assert report.from_frames >= 0.95


def test_a_black_camera_ends_by_touch_alone() -> None:
    report = play(Plan("prestige", 2, 4, "black"))
    assert (report.finished, report.agrees) == (True, True)
    assert report.from_frames == 0
    assert report.tags_seen == 0
    assert report.re_asked > 0
    assert report.frames > 0


def test_a_swapped_piece_in_the_truth_is_found_out() -> None:
    report = play(Plan("prestige", 3, 2, "none", is_spoiled=True))
    assert report.finished
    assert not report.agrees
    assert report.differences


def test_a_table_that_differs_leaves_its_report_and_no_photographs_to_score(tmp_path: Path) -> None:
    (tmp_path / "city-photo.png").write_bytes(b"of the evening before")
    assert not play(Plan("paper", 2, 7, report=tmp_path, is_spoiled=True), LOADED).agrees
    assert {path.name for path in tmp_path.iterdir()} == {
        *("report.json", "score.json", "score.txt", "table.png", "evenings"),
    }


@pytest.mark.parametrize("seed", range(6))
def test_buttons_that_come_twice_and_undo_by_mistake_change_nothing(seed: int) -> None:
    report = play(Plan("paper", 4, seed, "none"), LOADED)
    assert report.agrees
    assert report.commands == 24
    assert report.presses - report.undone == 8


def test_the_same_seed_plays_the_same_evening() -> None:
    one, other = (msgspec.to_builtins(play(Plan("prestige", 3, 11, "none"))) for _ in range(2))
    del one["seconds"], other["seconds"]
    assert one == other


def test_the_report_is_written_with_score_and_picture(tmp_path: Path) -> None:
    report = play(Plan("paper", 2, 7, report=tmp_path), LOADED)
    kept = json.loads((tmp_path / "report.json").read_text())
    assert kept == json.loads(msgspec.json.encode(report))
    assert set(kept) >= {
        *("game", "seats", "seed", "finished", "agrees", "differences", "score", "commands", "frames"),
        *("tags_seen", "tags_missed", "re_asked", "acts", "taps", "seconds", "from_frames", "px_per_module"),
        *("taps_per_turn", "acts_per_turn"),
    }
    assert json.loads((tmp_path / "score.json").read_text()) == kept["score"]
    assert "Ana" in (tmp_path / "score.txt").read_text()
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "city-photo.png").read_bytes().startswith(b"\x89PNG")
    # This game asks for more than any photograph or context tells: there is none that would score like it.
    assert not (tmp_path / "context.toml").exists()


def test_what_the_table_alone_knows_is_no_difference_but_a_false_claim_is() -> None:
    assert differences({"a": 1}, {"a": 1, "hidden": 2}) == ()
    assert differences({"a": 1, "b": "x"}, {"a": 2}) == (
        "a: companion 1, table 2",
        "b: companion x, table -",
    )
