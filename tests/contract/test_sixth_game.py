"""A new game is one folder: laid into ``rules.games``, the whole product has it, and not a line is edited.

The folder is the example's under another name, so what is tried here is what a newcomer does first.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import rules.games
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.staging import StillEyes
from companion.demo import NONE, Evening, Plan, finish, store_of
from companion.demo import play as demonstrate
from companion.eyes_protocol import EyesReport
from companion.games import LoadedGame, discover, find
from companion.players import default_players
from companion.session import Session
from companion.simulate import simulate
from companion.souvenirs import commands
from companion.stickers import choose_pieces, write_sheets
from companion.store import Store
from companion.tags import Tags, encode
from companion.texts import LANGUAGES
from companion.viewmodels import actions as a
from companion.viewmodels.around import city
from companion.viewmodels.home import HomeView
from companion.viewmodels.setup import SetupView
from companion.viewmodels.table import TableView
from companion.virtual.hands import SessionHands
from rules.core.asks import Place
from rules.core.commands import Answer, Picked, Put
from rules.core.state import Setup
from rules.core.value import Cell, PieceRef
from tests.contract.folder import copy_example
from vision.camera import CM3

SIXTH = "vila"
ROOT = Path(__file__).parents[2]
PLAYERS = default_players("Ana", "Bia", "Caio")


@pytest.fixture
def sixth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoadedGame]:
    """Lay the folder of a new game where games lie."""
    copy_example(tmp_path / "games", SIXTH)
    monkeypatch.setattr(rules.games, "__path__", [*rules.games.__path__, str(tmp_path / "games")])
    importlib.invalidate_caches()
    yield find(SIXTH, tmp_path)
    for name in [name for name in sys.modules if name.startswith(f"rules.games.{SIXTH}")]:
        del sys.modules[name]
    delattr(rules.games, SIXTH)


class NotingEyes(StillEyes):
    """Eyes that see nothing, and remember what they were to look for."""

    def __init__(self) -> None:
        super().__init__(EyesReport())
        self.started: tuple[str, tuple[str, ...]] = ("", ())

    def start(self, view: str, expected: tuple[str, ...] = ()) -> None:
        super().start(view, expected)
        self.started = (view, expected)


def play(session: Session, seed: int) -> None:
    dice = random.Random(seed)
    while not session.is_over():
        ask = dice.choice([ask for ask in session.asks() if ask.blocks])
        session.dispatch(Answer(ask.id, ask.sample(dice)))


def test_it_is_found_with_the_others(sixth: LoadedGame, tmp_path: Path) -> None:
    found = discover(tmp_path)
    assert {"prestige", SIXTH} <= {each.id for each in found if isinstance(each, LoadedGame)}
    assert sixth.game.__class__.__module__ == "rules.core.game"
    hooks = (sixth.game.load, sixth.game.lay, sixth.game.score, sixth.game.tabletop, sixth.game.desk)
    assert {hook.__module__.rpartition(".")[0] for hook in hooks} == {f"rules.games.{SIXTH}"}


def test_it_can_be_set_up_and_begun_by_touch(sixth: LoadedGame) -> None:
    director = Director(Store(None), language="en", dice=random.Random(1))
    home = director.view()
    assert isinstance(home, HomeView)
    assert a.Do("new", SIXTH) in [button.action for button in home.games]
    director.act(a.Do("new", SIXTH))
    while isinstance(setup := director.view(), SetupView):
        assert setup.ok is not None
        director.act(setup.ok)
    assert isinstance(setup, TableView)
    assert director.scene.game is sixth.game
    assert director.texts.missing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_board_is_on_the_screen_with_its_own_symbol(sixth: LoadedGame, language: str) -> None:
    director = Director(Store(None), language=language, dice=random.Random(1))
    session = Session.start(director.store, sixth, Setup(3), PLAYERS, seed=1)
    sit_down(director, session)
    dice = random.Random(2)
    while not any(city.placed for city in director.scene.table.cities):
        ask = dice.choice([ask for ask in session.asks() if ask.blocks])
        session.dispatch(Answer(ask.id, ask.sample(dice)))
    board = director.scene.board
    assert [area for area, _ in board.lattices] == ["city0", "city1", "city2"]
    assert [track.text for track in board.tracks] == ["Ana", "Bia", "Caio"]
    built = [tile for _, lattice in board.lattices for tile in lattice.tiles if tile.piece != "hall"]
    assert built
    assert all(tile.kind.parts for tile in built)
    assert director.scene.face("hut").note in {"worth 1 point", "vale 1 ponto"}
    assert director.texts.missing == {}


def test_a_place_is_picked_on_the_whole_of_its_grid(sixth: LoadedGame) -> None:
    director = Director(Store(None), language="en", dice=random.Random(1))
    session = Session.start(director.store, sixth, Setup(2), PLAYERS[:2], seed=1)
    sit_down(director, session)
    ask = session.asks()[0]
    session.dispatch(Answer(ask.id, ask.sample(random.Random(1))))
    place = next(ask for ask in session.asks() if isinstance(ask, Place))
    director.act(a.Open(place.id.n))
    lattice = director.view().lattice  # type: ignore[attr-defined]
    assert len(lattice.spots) == 5
    assert (lattice.high.x, lattice.high.y) == (2, 1)


def test_the_grid_in_question_is_shown_large_and_to_the_camera(sixth: LoadedGame) -> None:
    director = Director(Store(None), language="en", dice=random.Random(1))
    session = Session.start(director.store, sixth, Setup(2), PLAYERS[:2], seed=1)
    sit_down(director, session)
    director.eyes = eyes = NotingEyes()
    session.dispatch(Answer(session.asks()[0].id, Picked((PieceRef("inn"),))))
    for seat, cell in ((0, Cell(1, 0)), (1, Cell(2, 1))):
        place = next(ask for ask in session.asks() if isinstance(ask, Place))
        session.dispatch(Answer(place.id, Put("inn", cell, f"city{seat}")))
    session.dispatch(Answer(session.asks()[0].id, Picked((PieceRef("hut"),))))
    for cell in (Cell(1, 0), Cell(2, 1)):
        place = next(ask for ask in session.asks() if isinstance(ask, Place))
        for view in (director.view(), city(director.scene)):
            assert [tile.cell for tile in view.lattice.tiles if tile.piece == "inn"] == [cell]  # type: ignore[attr-defined]
        director.act(a.Open(place.id.n, scan=True))
        assert eyes.started == (place.view, ("hall", "inn"))
        director.act(a.Back())
        session.dispatch(Answer(place.id, Picked()))


def test_it_plays_to_the_end_and_is_taken_up_again(sixth: LoadedGame, tmp_path: Path) -> None:
    store = Store(tmp_path / "evenings")
    session = Session.start(store, sixth, Setup(3), PLAYERS, seed=1)
    play(session, 1)
    assert session.score().outcome is not None
    told = session.log()
    session.close()
    resumed = Session.resume(store, session.id)
    assert resumed.log() == told
    resumed.close()


def test_simulations_play_it(sixth: LoadedGame) -> None:
    found = simulate(sixth, Setup(3), games=5, seed=1)
    assert (found.finished, found.violations) == (5, ())


@pytest.mark.parametrize("camera", [NONE, CM3.name])
def test_robots_play_it_by_touch_and_through_the_camera(sixth: LoadedGame, camera: str) -> None:
    report = demonstrate(Plan(SIXTH, 2, 1, camera=camera))
    assert (report.finished, report.differences) == (True, ())
    assert report.from_frames == (1.0 if camera == CM3.name else 0.0)


def test_its_demo_leaves_no_photographs_of_grids_that_nobody_could_tell_apart(
    sixth: LoadedGame, tmp_path: Path
) -> None:
    plan = Plan(SIXTH, 3, 7, report=tmp_path / "out")
    with store_of(plan) as store, Evening.begin(plan, sixth, store) as evening:
        evening.give_hands(SessionHands(evening.session, evening.counts, evening.clock))
        evening.robots.play()
        assert finish(evening, 0.0).agrees
    left = {path.name for path in (tmp_path / "out").iterdir()}
    assert left == {"report.json", "score.json", "score.txt", "table.png", "evenings"}
    kinds = [line.partition("companion ")[2].split()[0] for line in commands(SIXTH, tmp_path / "out")]
    assert kinds == ["score", "sessions", "sessions"]


def test_a_view_that_it_forgot_to_declare_is_answered_by_touch(sixth: LoadedGame) -> None:
    blind = LoadedGame(replace(sixth.game, views=()), sixth.box, sixth.folder)
    report = demonstrate(Plan(SIXTH, 2, 1), blind)
    assert (report.finished, report.differences, report.from_frames) == (True, (), 0.0)


def test_its_stickers_are_printed_and_read(sixth: LoadedGame, tmp_path: Path) -> None:
    assert write_sheets(sixth, choose_pieces(sixth), tmp_path / "sheet.pdf", "en") == 1
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    read = Tags(discover(tmp_path)).read(encode(sixth.game, sixth.box.pieces[0]))
    assert (read.game_id, read.piece_id) == (SIXTH, sixth.box.pieces[0].id)


@pytest.mark.parametrize("game_id", ["vila", "my_big_river_city_of_paper"])
def test_the_copied_folder_needs_no_tidying_whatever_it_is_called(game_id: str, tmp_path: Path) -> None:
    folder = copy_example(tmp_path / "rules" / "games", game_id)
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", ROOT / "pyproject.toml", folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_it_keeps_the_contract_and_owes_only_its_rules(tmp_path: Path) -> None:
    copy_example(tmp_path / "games", SIXTH)
    laid = f"import rules.games\n\nrules.games.__path__.append({str(tmp_path / 'games')!r})\n"
    (tmp_path / "laid_game.py").write_text(laid)
    options = ["-q", "-p", "laid_game", "-p", "no:cacheprovider", "-k", SIXTH, f"--ignore={__file__}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/contract", *options],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert len(failed) == 1, done.stdout
    assert f"tests/rules/{SIXTH}/rules.toml is missing" in done.stdout
