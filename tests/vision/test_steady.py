"""What counts as appeared, moved, turned and gone; and when the table is still."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import WEBCAM
from vision.frame import Frame
from vision.geometry import apply, rigid
from vision.render import Piece, Scene, View, render
from vision.steady import Appeared, Change, Gone, Moved, Patience, Steady, Turned
from vision.stillness import RESTLESS_S, Stillness
from vision.tag import Tag

SQUARE = [(-20, -20), (20, -20), (20, 20), (-20, 20)]


def at(text: str, x: float, y: float = 100, turn: float = 0) -> Tag:
    a, b, c, d = ((float(p), float(q)) for p, q in apply(rigid(x, y, turn), SQUARE))
    return Tag.measured(text, (a, b, c, d), 21, "test")


class Film:
    """Shows frames to Steady at ten a second and collects what it says."""

    def __init__(self, patience: Patience | None = None) -> None:
        self.steady = Steady(patience or Patience())
        self.time = 0.0

    def show(self, *tags: Tag, times: int = 1) -> list[Change]:
        said: list[Change] = []
        for _ in range(times):
            said += self.steady.update(self.time, tags)
            self.time += 0.1
        return said


def test_a_tag_counts_when_it_was_seen_twice() -> None:
    film = Film()
    assert film.show(at("A", 50)) == []
    assert film.steady.present() == ()
    assert film.show(at("A", 51)) == [Appeared(at("A", 51))]
    assert film.show(at("A", 50), times=20) == []
    assert [tag.text for tag in film.steady.present()] == ["A"]


def test_a_single_false_sighting_is_never_said() -> None:
    film = Film()
    said = film.show(at("GHOST", 50)) + film.show(times=3) + film.show(at("GHOST", 50)) + film.show(times=3)
    assert said == []


def test_a_flickering_code_still_appears() -> None:
    film = Film()
    said = film.show(at("A", 50)) + film.show() + film.show(at("A", 50))
    assert said == [Appeared(at("A", 50))]


def test_a_hand_passing_over_is_not_a_tag_gone() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    assert film.show(times=14) == []
    assert film.show(at("A", 50), times=3) == []
    assert len(film.steady.present()) == 1


def test_a_tag_is_gone_only_after_enough_misses_and_enough_time() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    said = film.show(times=15)
    assert said == [Gone(at("A", 50))]
    assert film.steady.present() == ()
    slow = Film()
    slow.show(at("A", 50), times=3)
    slow.time += 60  # a long pause is not a miss
    assert slow.show(times=4) == []
    assert slow.show() == [Gone(at("A", 50))]


def test_shaking_is_not_moving_and_moving_is_said_once_it_holds() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    for shake in (-3, 4, -2, 3):
        assert film.show(at("A", 50 + shake)) == []
    assert film.show(at("A", 150)) == []
    assert film.show(at("A", 150)) == [Moved(at("A", 150), at("A", 50))]
    assert film.show(at("A", 150), times=5) == []


def test_turning_is_said_with_what_was_before() -> None:
    film = Film()
    film.show(at("A", 50, turn=350), times=3)
    assert film.show(at("A", 50, turn=5), times=4) == []
    said = film.show(at("A", 50, turn=80), times=2)
    assert said == [Turned(at("A", 50, turn=80), at("A", 50, turn=350))]


def test_moved_and_turned_at_once_are_two_changes() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    kinds = [type(change) for change in film.show(at("A", 200, turn=90), times=2)]
    assert kinds == [Moved, Turned]


def test_a_slow_slide_adds_up_to_a_move() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    said = [change for step in range(12) for change in film.show(at("A", 50 + 5 * step))]
    assert said
    assert {type(change) for change in said} == {Moved}


def test_the_same_text_in_two_places_is_two_tags() -> None:
    film = Film()
    film.show(at("A", 50), at("A", 300), times=2)
    assert len(film.steady.present()) == 2
    film.show(at("A", 50), times=10)
    said = film.show(at("A", 52), times=10)
    assert said == [Gone(at("A", 300))]
    assert [round(tag.centre[0]) for tag in film.steady.present()] == [52]


def test_damaged_tags_do_not_count() -> None:
    film = Film()
    damaged = Tag.measured("", at("A", 50).corners, 21, "test", "damaged")
    assert film.show(damaged, times=5) == []


def test_a_new_view_begins_anew() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    film.steady.forget()
    assert film.steady.present() == ()
    assert film.show(at("A", 90), times=2) == [Appeared(at("A", 90))]


def scene(x: float, **view: object) -> np.ndarray:
    pieces = (Piece("A", 100, 80), Piece("B", x, 90))
    return render(Scene(400, 200, pieces), WEBCAM, View(400, **view), seed=int(x * 7) % 97).grey  # type: ignore[arg-type]


def test_noise_and_slow_light_are_still() -> None:
    still = Stillness(still_s=0.5)
    answers = [still.update(Frame(scene(250, exposure=1 - 0.004 * i), i * 0.1)) for i in range(8)]
    assert answers == [False] * 5 + [True] * 3


@pytest.mark.parametrize("change", [{"hand": True}, {}])
def test_a_hand_or_a_moved_card_is_motion(change: dict[str, bool]) -> None:
    still = Stillness(still_s=0.5)
    assert [still.update(Frame(scene(250), i * 0.1)) for i in range(7)][-1]
    assert not still.update(Frame(scene(250 if change else 256, **change), 0.7))
    assert not still.update(Frame(scene(250), 0.8))


def test_another_frame_size_is_motion() -> None:
    still = Stillness(still_s=0)
    still.update(Frame(np.zeros((40, 60), np.uint8), 0.0))
    assert Stillness(still_s=0.1).update(Frame(np.zeros((3, 3), np.uint8), 5.0)) is False


def test_a_covered_tag_is_not_missed_and_one_uncovered_and_absent_is() -> None:
    film = Film()
    film.show(at("A", 50), times=3)
    for _ in range(40):
        assert film.steady.update(film.time, (), [at("A", 50)]) == ()
        film.time += 0.1
    assert len(film.steady.present()) == 1
    assert film.show(times=6) == [Gone(at("A", 50))]


def test_only_the_tag_under_the_cover_is_forgiven() -> None:
    film = Film()
    film.show(at("A", 50), at("A", 300), times=2)
    said = [change for step in range(30) for change in film.steady.update(step / 10 + 1, [], [at("A", 300)])]
    assert said == [Gone(at("A", 50))]


def chequered(rng: np.random.Generator) -> NDArray[np.float64]:
    return np.kron(rng.integers(40, 230, (18, 32)), np.ones((20, 20))).astype(np.float64)


@pytest.mark.parametrize("flicker", [0.02, 0.05, 0.1])
def test_a_lamps_bands_that_wander_over_the_picture_are_no_motion_and_a_card_laid_down_is(
    flicker: float,
) -> None:
    rng = np.random.default_rng(2)
    table = chequered(rng)
    still = Stillness(still_s=0.5)

    def shown(scene: NDArray[np.float64], step: int) -> bool:
        bands = 1 + flicker * np.sin(np.arange(360) / 20 + 2.3 * step)
        grey = scene * bands[:, None] + rng.normal(0, 3, scene.shape)
        return still.update(Frame(np.clip(grey, 0, 255).astype(np.uint8), step / 10))

    assert [shown(table, step) for step in range(20)] == [False] * 5 + [True] * 15
    laid = table.copy()
    laid[100:130, 200:222] = 128
    assert [shown(laid, step) for step in range(20, 30)] == [False] * 5 + [True] * 5


class Blinking:
    """A table with something on it that changes in every frame, or on and off once a second."""

    def __init__(self, side: int, *, every: int = 1) -> None:
        self.rng, self.still = np.random.default_rng(5), Stillness(still_s=0.5)
        self.table, self.side, self.every, self.steps = chequered(self.rng), side, every, 0

    def show(self, seconds: float, *, is_on: bool = True) -> list[bool]:
        return [self._step(is_on=is_on) for _ in range(round(seconds * 10))]

    def _step(self, *, is_on: bool) -> bool:
        self.steps += 1
        grey = self.table + self.rng.normal(0, 3, self.table.shape)
        if is_on:
            grey[-self.side :, -self.side :] = 80 + 60 * (self.steps // self.every % 2)
        return self.still.update(Frame(np.clip(grey, 0, 255).astype(np.uint8), self.steps / 10))


@pytest.mark.parametrize(("side", "every"), [(12, 1), (60, 1), (60, 5)])
def test_a_clock_or_a_candle_in_the_picture_does_not_keep_a_table_from_rest_for_ever(
    side: int, every: int
) -> None:
    film = Blinking(side, every=every)
    film.show(RESTLESS_S + 2)
    assert all(film.show(10))
    film.table[100:130, 200:222] = 128
    assert film.show(1) == [False] * 5 + [True] * 5
    # Once it stops, whatever lies there counts again.
    assert film.show(3, is_on=False)[-1]
    film.table[-30:-8, -30:-8] = 128
    assert film.show(1, is_on=False) == [False] * 5 + [True] * 5


def test_what_stirs_in_a_large_part_of_the_picture_is_never_left_out() -> None:
    film = Blinking(160)
    assert not any(film.show(3 * RESTLESS_S))
