"""What a demo leaves can be tried: its photographs score like its evening, and its commands run as printed."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.config import system_language
from companion.context import read_context
from companion.demo import Evening, Plan, finish, store_of
from companion.errors import InputError
from companion.games import find
from companion.sheets import sheet_lines
from companion.souvenirs import commands, take_photos
from companion.store import Store
from companion.virtual.hands import SessionHands

SHORT = ("--seats", "2", "--seed", "4", "--headless")
"""An evening of few turns, in which the city falls."""
WON = 7
"""An evening for two in which the city prevails."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    (folder / "city-photo-9.png").write_bytes(b"of another evening")
    play_by_touch(Plan("prestige", 2, WON, report=folder, language=system_language()))
    return folder


def play_by_touch(plan: Plan) -> None:
    """Play an evening quickly; what it leaves is photographed as after any other."""
    with store_of(plan) as store, Evening.begin(plan, find(plan.game), store) as evening:
        evening.give_hands(SessionHands(evening.session, evening.counts, evening.clock))
        evening.robots.play()
        assert finish(evening, 0.0).agrees


def test_photographs_are_left_as_the_camera_saw_the_table(folder: Path) -> None:
    import cv2

    names = sorted(path.name for path in folder.glob("*-photo*"))
    assert names == ["city-photo.png", "piles-photo.png"]
    picture = cv2.imread(str(folder / "city-photo.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert picture.shape == (2592, 4608)
    assert set(read_context(folder / "context.toml").seat) == {"Ana", "Bruno"}


def test_the_photographs_show_every_unit_whoever_might_claim_its_tribe(tmp_path: Path) -> None:
    with Evening.begin(Plan("prestige", 2, 7), find("prestige"), Store(None)) as evening:
        evening.give_hands(SessionHands(evening.session, evening.counts, evening.clock))
        evening.robots.play()
        session = evening.session
        units = set(session.referee.table(session.state).units)
        counted = {piece for row in session.score().rows for piece in row.pieces}
        photos = take_photos(session, evening.tabletop, evening.table, tmp_path)
    assert units - counted
    assert units <= {piece for photo in photos for piece in photo.pieces("prestige")}


def test_a_city_that_fell_leaves_photographs_and_no_context_by_which_it_would_have_won(
    tmp_path: Path,
) -> None:
    play_by_touch(Plan("prestige", 2, 4, report=tmp_path))
    assert sorted(path.name for path in tmp_path.glob("*-photo*")) == ["city-photo.png", "piles-photo.png"]
    assert not (tmp_path / "context.toml").exists()
    kinds = [line.partition("companion ")[2].split()[0] for line in commands("prestige", tmp_path)]
    assert kinds == ["read", "score", "sessions", "sessions"]


@pytest.fixture(scope="module")
def told(folder: Path) -> dict[str, Any]:
    """Every command that the demo prints, run as it stands; what those with --json say."""
    found = {}
    for line in commands("prestige", folder):
        words = [*shlex.split(line), *(["--json"] if " list " not in line else [])]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=Path.cwd())
        assert (done.returncode, done.stderr) == (0, ""), line
        found[line] = json.loads(done.stdout) if "--json" in words else done.stdout
    return found


def test_every_command_runs_as_it_is_printed(told: dict[str, Any]) -> None:
    kinds = [line.partition("companion ")[2].split()[0] for line in told]
    assert kinds == ["read", "score", "score", "sessions", "sessions"]


def test_the_photographs_show_all_that_counted_and_nothing_else(told: dict[str, Any], folder: Path) -> None:
    true = json.loads((folder / "report.json").read_text())["score"]
    by_context, by_session = (found for line, found in told.items() if " score " in line)
    assert by_session["unread"] == []
    assert not any("-photo" in line for line in by_session["warnings"])
    assert (by_session["outcome"], by_session["seats"]) == (true["outcome"], true["seats"])
    assert by_context["unread"] == []
    assert (by_context["outcome"], by_context["warnings"]) == (true["outcome"], true["warnings"])
    counted, mine = (
        {piece for seat in each["seats"] for row in seat["rows"] for piece in row["pieces"]}
        for each in (true, by_context)
    )
    assert mine
    assert mine == counted


def test_turns_are_told_with_a_name_as_they_go_and_figures_stay_apart(
    capfd: pytest.CaptureFixture[str],
) -> None:
    main(["--language", "pt_BR", "demo", "prestige", *SHORT, "--camera", "black", "--json"])
    out, err = capfd.readouterr()
    report, (_, *lines) = json.loads(out), err.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["Turno", f"{number}:"] for number, _ in enumerate(lines, start=1)
    ]
    assert {line.split()[2] for line in lines} == {"Ana", "Bruno"}
    assert report["turns"] == len(lines)


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_played(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["demo", "prestige", *SHORT, "--report", str(tmp_path / "file" / "x")]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert str(tmp_path / "file" / "x") in err


def test_the_score_is_told_although_the_report_finds_no_room(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "report.json").mkdir()
    plan, loaded = Plan("prestige", 2, 4, camera="none", report=tmp_path), find("prestige")
    with Evening.begin(plan, loaded, Store(None)) as evening:
        capfd.readouterr()
        with pytest.raises(InputError) as caught:
            finish(evening, 1.0)
        told = list(sheet_lines(evening.report(1.0).score))
    assert caught.value.args_by_name["file"] == str(tmp_path / "report.json")
    assert capfd.readouterr().err.splitlines() == told
    assert told


@pytest.mark.slow
def test_cards_that_the_context_gives_to_somebody_are_in_no_photograph_of_the_shared_table(
    tmp_path: Path,
) -> None:
    plan = Plan("dominion_guilds", 2, 5, report=tmp_path, level="scorekeeper")
    with Evening.begin(plan, find("dominion_guilds"), Store(None)) as evening:
        evening.give_hands(SessionHands(evening.session, evening.counts, evening.clock))
        evening.robots.play()
        assert finish(evening, 0.0).agrees
    assert list(tmp_path.glob("*-photo*")) == []
    assert set(read_context(tmp_path / "context.toml").seat) == {"Ana", "Bruno"}
