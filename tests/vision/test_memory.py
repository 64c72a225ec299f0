"""The memory of the table: what is decoded again, what is told at once, and what hands may do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from vision.camera import CameraModel
from vision.decode import Reader
from vision.frame import Frame, Grey
from vision.gate import coarse
from vision.memory import COVER_S, Memory, Seen
from vision.render import Piece, Scene, View, render
from vision.steady import Appeared, Change, Gone, Moved, Steady, Turned
from vision.tag import Corners, Tag

SMALL = CameraModel("small", (960, 540), (960, 540), 60.0)
VIEW = View(250, tilt_deg=4, noise=0)
CARDS = tuple(
    Piece(f"TC1AA{i:02d}", 40 + 50 * (i % 5), 38 + 45 * (i // 5), 90 * i + 4, 36, 30, sticker_mm=24)
    for i in range(15)
)
MIDDLE = 7
FPS = 10
GRAIN = np.random.default_rng(5).standard_normal((3, 540, 960), np.float32)
STEADY = np.ones(1)


@cache
def picture(cards: tuple[Piece, ...] = CARDS, view: View = VIEW) -> Grey:
    return render(Scene(280, 160, cards), SMALL, view).grey


def without(index: int) -> tuple[Piece, ...]:
    return CARDS[:index] + CARDS[index + 1 :]


def changed(index: int, **change: object) -> tuple[Piece, ...]:
    return (*without(index), replace(CARDS[index], **change))  # type: ignore[arg-type]


class Film:
    """Shows frames with fresh noise to a memory and to the votes after it, and counts what is decoded."""

    def __init__(self, noise: float = 2.0) -> None:
        self.reader, self.steady, self.memory = Reader(), Steady(), Memory(self.decode)
        self.noise, self.time, self.decoded, self.frames = noise, 0.0, 0, 0
        self.seen = Seen(())
        self.dies = False

    def decode(self, grey: Grey, *, places: Collection[Corners] = ()) -> tuple[Tag, ...] | None:
        if self.dies:
            return None
        self.decoded += grey.size
        return self.reader.read(grey, places=places)

    def show(self, grey: Grey, times: int = 1, light: np.ndarray = STEADY) -> list[Change]:
        said: list[Change] = []
        for _ in range(times):
            self.frames += 1
            grain = GRAIN[self.frames % len(GRAIN), : grey.shape[0], : grey.shape[1]] * np.float32(self.noise)
            pixels = (grey if light is STEADY else grey * light) + grain
            seen = self.memory.see(Frame(np.clip(pixels + 0.5, 0, 255).astype(np.uint8), self.time))
            assert seen is not None
            self.seen = seen
            said += self.steady.update(self.time, seen.tags, seen.covered)
            self.time += 1 / FPS
        return said

    def settle(self) -> None:
        """Let all looks at the table as it lies come to their ends."""
        said = self.show(picture(), 4)
        assert sorted(change.tag.text for change in said) == [card.payload for card in CARDS]
        assert {type(change) for change in said} == {Appeared}
        for _ in range(7):
            self.time += 100
            self.show(picture())
        self.decoded = 0


class Told:
    """A decoder that gives these answers one after the other, and then sees nothing."""

    def __init__(self, *answers: tuple[Tag, ...] | None) -> None:
        self.answers = list(answers)

    def __call__(self, _grey: Grey, /, *, places: Collection[Corners]) -> tuple[Tag, ...] | None:
        self.places = places
        return self.answers.pop(0) if self.answers else ()


@pytest.fixture
def film() -> Film:
    film = Film()
    film.settle()
    return film


def test_a_still_table_is_not_decoded_again_and_all_its_tags_stay(film: Film) -> None:
    assert film.show(picture(), 10) == []
    assert film.decoded == 0
    assert len(film.seen.tags) == len(CARDS)


def test_now_and_then_everything_is_looked_at_all_the_same(film: Film) -> None:
    film.time += 31
    film.show(picture())
    assert film.decoded == picture().size


@pytest.mark.parametrize("noise", [1.0, 8.0])
def test_noise_is_no_change(noise: float) -> None:
    film = Film(noise)
    film.settle()
    assert film.show(picture(), 8) == []
    assert film.decoded == 0


def test_flicker_bands_and_wandering_light_are_no_change(film: Film) -> None:
    rows = np.arange(540)[:, None]
    across = np.linspace(-0.5, 0.5, 960)[None, :]
    for step in range(25):
        bands = 1 + 0.05 * np.sin(rows / 60 + 2.1 * step)
        daylight = (1 - 0.008 * step) * (1 + 0.004 * step * across)
        assert film.show(picture(), light=bands * daylight) == []
    assert film.decoded == 0
    assert len(film.seen.tags) == len(CARDS)


def test_a_moved_card_is_told_within_two_frames_and_little_is_decoded(film: Film) -> None:
    card = CARDS[MIDDLE]
    said = film.show(picture(changed(MIDDLE, x_mm=card.x_mm + 14, y_mm=card.y_mm + 9)), 2)
    assert [(type(change), change.tag.text) for change in said] == [(Moved, card.payload)]
    assert film.decoded < picture().size
    assert len(film.seen.tags) == len(CARDS)


def test_a_turned_card_is_told_within_two_frames(film: Film) -> None:
    card = CARDS[MIDDLE]
    said = film.show(picture(changed(MIDDLE, angle_deg=card.angle_deg + 90)), 2)
    assert [(type(change), change.tag.text) for change in said] == [(Turned, card.payload)]


def test_a_card_exchanged_on_the_spot_is_seen(film: Film) -> None:
    said = film.show(picture(changed(MIDDLE, payload="TC1ZZ99")), 3)
    assert [(type(change), change.tag.text) for change in said] == [(Appeared, "TC1ZZ99")]
    gone = film.show(picture(changed(MIDDLE, payload="TC1ZZ99")), 30)
    assert [(type(change), change.tag.text) for change in gone] == [(Gone, CARDS[MIDDLE].payload)]


def test_a_card_taken_away_is_gone_once(film: Film) -> None:
    said = film.show(picture(without(MIDDLE)), 40)
    assert [(type(change), change.tag.text) for change in said] == [(Gone, CARDS[MIDDLE].payload)]
    film.decoded = 0
    assert film.show(picture(without(MIDDLE)), 5) == []


def test_a_card_held_out_for_a_moment_and_taken_back_is_gone() -> None:
    film, card = Film(), CARDS[MIDDLE]
    bare = picture(without(MIDDLE))
    film.show(bare, 14)
    said = [c for step in range(3) for c in film.show(picture(changed(MIDDLE, x_mm=card.x_mm + step)))]
    assert [(type(change), change.tag.text) for change in said] == [(Appeared, card.payload)]
    said = film.show(bare, 30)
    assert [(type(change), change.tag.text) for change in said] == [(Gone, card.payload)]
    assert card.payload not in {tag.text for tag in (*film.seen.tags, *film.seen.covered)}


def test_a_card_that_is_read_on_its_way_lies_only_where_it_came_to_rest() -> None:
    film, card, others = Film(), CARDS[MIDDLE], (*CARDS[:MIDDLE], *CARDS[MIDDLE + 1 : 10])
    film.show(picture((*others, card)), 14)
    said = film.show(picture((*others, replace(card, y_mm=118))))
    said += film.show(picture((*others, replace(card, x_mm=card.x_mm + 100, y_mm=130))), 30)
    assert [type(change) for change in said] == [Moved]
    assert sum(tag.text == card.payload for tag in film.seen.tags) == 1
    assert len(film.steady.present()) == len(film.seen.tags) == 10


def test_a_new_card_appears_and_is_then_left_alone(film: Film) -> None:
    film.show(picture(without(MIDDLE)), 40)
    said = film.show(picture(), 3)
    assert [(type(change), change.tag.text) for change in said] == [(Appeared, CARDS[MIDDLE].payload)]
    film.show(picture(), 10)
    film.decoded = 0
    film.show(picture(), 3)
    assert film.decoded == 0


def arm(x: int, shade: int = 70) -> Grey:
    """Return the table with a forearm that reaches in from below, 120 pixels wide."""
    grey = picture().copy()
    grey[150:, x : x + 120] = shade
    return grey


def test_a_hand_passing_over_is_forgiven_and_costs_no_second_reading(film: Film) -> None:
    for step in range(40):
        assert film.show(arm(100 + 15 * step)) == []
    assert film.seen.covered
    assert film.show(picture(), 3) == []
    film.decoded = 0
    assert film.show(picture(), 3) == []
    assert film.decoded == 0
    assert len(film.seen.tags) == len(CARDS)


def test_an_arm_resting_over_cards_covers_them_for_a_while_and_not_for_ever(film: Film) -> None:
    assert film.show(arm(420), int(FPS * (COVER_S - 0.5))) == []
    hidden = {tag.text for tag in film.seen.covered}
    assert hidden
    said = film.show(arm(420), 3 * FPS)
    assert {change.tag.text for change in said} == hidden
    assert {type(change) for change in said} == {Gone}
    back = film.show(picture(), 3)
    assert {(type(change), change.tag.text) for change in back} == {(Appeared, text) for text in hidden}


def test_what_moves_all_the_time_does_not_hide_the_rest(film: Film) -> None:
    for step in range(20):
        grey = picture().copy()
        grey[:60, :60] = 40 + 150 * (step % 2)
        assert film.show(grey) == []
    assert film.decoded < 10 * picture().size
    assert len(film.seen.tags) >= len(CARDS) - 1


def test_a_pushed_camera_is_read_anew(film: Film) -> None:
    pushed = np.roll(picture(), 60, axis=1)
    said = film.show(pushed, 3)
    assert {type(change) for change in said} == {Moved}
    assert len(said) > len(CARDS) / 2


def test_a_code_with_a_slip_of_paper_over_its_edge_stays_read_where_it_was_known_to_lie(film: Film) -> None:
    card = CARDS[MIDDLE]
    slip = Piece(None, card.x_mm + 13.9, card.y_mm, 4, 10, 40)
    hidden = picture((*CARDS, slip))
    assert card.payload not in {tag.text for tag in Reader().read(hidden)}
    assert film.show(hidden, 60) == []
    assert card.payload in {tag.text for tag in film.seen.tags}


def blurred(index: int) -> Grey:
    """Return the table with one code too blurred to be read."""
    code = next(tag for tag in Reader().read(picture()) if tag.text == CARDS[index].payload)
    (left, top), (right, bottom) = np.min(code.corners, 0).astype(int), np.max(code.corners, 0).astype(int)
    grey = picture().copy()
    grey[top - 6 : bottom + 6, left - 6 : right + 6] = cv2.GaussianBlur(grey, (0, 0), 4)[
        top - 6 : bottom + 6, left - 6 : right + 6
    ]
    return grey


def shown_by_a_photo(frame: Grey) -> tuple[Film, Tag]:
    """Show a still table, then a photo of it with a card more than these frames had to read."""
    film = Film()
    film.show(frame, 14)
    for _ in range(7):
        film.time += 100
        film.show(frame)
    card = next(tag for tag in Reader().read(picture()) if tag.text == CARDS[MIDDLE].payload)
    assert card.text not in {tag.text for tag in film.seen.tags}
    film.memory.learn([card], frame, picture())
    return film, card


def test_what_only_a_photo_can_read_is_remembered_where_the_frames_show_it_too() -> None:
    film, card = shown_by_a_photo(blurred(MIDDLE))
    film.show(blurred(MIDDLE))
    assert card.text in {tag.text for tag in film.seen.tags}


def test_a_card_that_one_photo_alone_has_seen_is_not_believed() -> None:
    film, card = shown_by_a_photo(picture(without(MIDDLE)))
    assert film.show(picture(without(MIDDLE)), 5) == []
    assert card.text not in {tag.text for tag in (*film.seen.tags, *film.seen.covered)}


def test_a_card_that_two_photos_have_seen_is_believed() -> None:
    film, card = shown_by_a_photo(picture(without(MIDDLE)))
    film.show(picture(without(MIDDLE)))
    film.memory.learn([card], picture(without(MIDDLE)), picture())
    film.show(picture(without(MIDDLE)))
    assert card.text in {tag.text for tag in film.seen.tags}


def test_what_was_read_once_is_believed_when_a_better_picture_shows_it_too() -> None:
    once = list(Reader().read(picture()))
    memory = Memory(Told((once.pop(),)))
    first = memory.see(Frame(picture(), 0.0))
    assert first is not None
    assert memory.see(Frame(picture(), 0.1)) is not None
    memory.learn(first.tags, picture(), picture())
    later = [memory.see(Frame(picture(), time)) for time in (0.2, 0.3, 0.4)]
    for seen in later:
        assert seen is not None
        assert [tag.text for tag in seen.tags].count(first.tags[0].text) == 1


def on_one_pile() -> tuple[Tag, Tag]:
    """Return the codes of two cards in one place, as a pile has them before and after its top card is taken."""
    top = next(tag for tag in Reader().read(picture()) if tag.text == CARDS[MIDDLE].payload)
    return top, replace(top, text="TC1ZZ99").moved(0.1 * top.side, 0)


def seen_at(memory: Memory, time: float, grey: Grey) -> tuple[set[str], set[str]]:
    seen = memory.see(Frame(grey, time))
    assert seen is not None
    return {tag.text for tag in seen.tags}, {tag.text for tag in seen.covered}


def test_of_two_cards_in_one_place_that_look_alike_from_afar_only_the_one_read_last_lies_there() -> None:
    top, below = on_one_pile()
    memory = Memory(Told((top,), (top,), (top,), (below,), (below,)))
    for time in (0.0, 1.0, 5.0, 100.0, 200.0):
        seen_at(memory, time, picture())
    assert seen_at(memory, 200.1, picture()) == ({below.text}, set())


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_card_in_whose_place_photos_show_another_is_gone(is_shown: bool) -> None:
    (top, below), frame = on_one_pile(), picture() if is_shown else picture(without(MIDDLE))
    memory = Memory(Told())
    for time, card in enumerate((top, top, below, below)):
        seen_at(memory, time, frame)
        memory.learn([card], frame, picture())
    assert seen_at(memory, 5, frame) == ({below.text}, set())


def test_a_card_held_over_another_for_a_single_photo_leaves_it_there() -> None:
    (top, below), bare = on_one_pile(), picture(without(MIDDLE))
    memory = Memory(Told())
    for time, card in enumerate((top, top, below)):
        seen_at(memory, time, bare)
        memory.learn([card], bare, picture())
    assert seen_at(memory, 5, bare) == ({top.text}, set())


def test_another_size_of_picture_and_another_view_begin_anew(film: Film) -> None:
    half = np.ascontiguousarray(picture()[:, :480])
    film.show(half)
    assert film.decoded == half.size
    film.memory.forget()
    film.show(half)
    assert film.decoded == 2 * half.size


def test_a_picture_of_half_the_size_with_as_many_blocks_begins_anew(film: Film) -> None:
    film.show(picture(), 4)
    half = np.asarray(cv2.resize(picture(), (480, 270), interpolation=cv2.INTER_AREA), np.uint8)
    assert coarse(half).shape == coarse(picture()).shape
    film.show(half, 2)
    assert film.seen.tags
    assert all(
        0 < x < half.shape[1] and 0 < y < half.shape[0] for tag in film.seen.tags for x, y in tag.corners
    )


def test_a_lost_decoder_loses_the_frame_alone() -> None:
    memory = Memory(Told(None))
    assert memory.see(Frame(picture(), 0.0)) is None
    assert memory.see(Frame(picture(), 0.1)) == Seen((), (), 1.0)


def test_a_card_exchanged_in_the_frame_over_which_the_decoder_dies_is_told_no_more(film: Film) -> None:
    exchanged = changed(MIDDLE, payload="TC1ZZ99")
    film.dies = True
    assert film.memory.see(Frame(picture(exchanged), film.time)) is None
    film.dies = False
    film.show(picture(exchanged), 30)
    assert {tag.text for tag in film.steady.present()} == {card.payload for card in exchanged}
    assert len(film.seen.tags) == len(CARDS)
