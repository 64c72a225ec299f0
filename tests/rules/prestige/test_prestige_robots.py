"""Robots at a physical table: what the companion knows is what lies there, through the camera's eyes or by touch."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.core.asks import Ask
from rules.core.commands import Reply
from rules.core.event import Event
from rules.core.sighting import Mismatch, Moves, Observation, Seen, Sighting
from rules.core.state import Setup
from rules.core.value import Cell
from rules.games.prestige import GAME
from rules.games.prestige.data import CENTER
from rules.games.prestige.tabletop import PrestigeTabletop
from rules.games.prestige.views import PITCH_MM, VIEWS
from tests.rules.prestige.prestige_table import BOX, Play

PIECES = {piece.id: piece for piece in BOX.pieces}
SIZES = {view.id: (view.width_mm, view.height_mm) for view in VIEWS}


class Evening:
    """A game played by robots."""

    def __init__(self, setup: Setup, seed: int, *, looks: bool) -> None:
        self.tabletop = GAME.tabletop(BOX, setup, random.Random(seed))
        self.play = Play(setup, seed)
        self.looks, self.dice = looks, random.Random(seed + 1)
        self.readings: Counter[str] = Counter()
        self.hear(self.play.told)

    def hear(self, events: list[Event]) -> None:
        for event in events:
            self.tabletop.hear(event)

    def run(self) -> Evening:
        for _ in range(3000):
            heard = len(self.play.told)
            self.play.chance()
            self.hear(self.play.told[heard:])
            if not self.play.asks:
                return self
            self.step(self.choose())
        raise AssertionError("the evening does not end")

    def choose(self) -> Ask:
        offers = [ask for ask in self.play.asks if ask.id.key.startswith(("prestige.top", "prestige.back"))]
        if offers and self.looks and self.dice.random() < 0.3:
            return offers[0]
        return next(ask for ask in self.play.asks if ask.blocks)

    def step(self, ask: Ask) -> None:
        reply = self.tabletop.act(ask, self.play.asks)
        seen = self.see(ask.view) if self.looks and ask.view else None
        if isinstance(seen, Moves):
            for move in seen.moves:
                self.answer(move.key.removeprefix("prestige."), move.reply)
        else:
            self.answer(ask.id.key.removeprefix("prestige."), reply)

    def answer(self, key: str, reply: Reply) -> None:
        heard = len(self.play.told)
        self.play.reply(key, reply)
        self.hear(self.play.told[heard:])

    def see(self, view: str) -> Observation:
        sighting = Sighting(view, tuple(self.pieces(view)))
        found = self.play.referee.observe(self.play.state, sighting)
        assert not isinstance(found, Mismatch), found
        self.readings[type(found).__name__] += 1
        return found

    def pieces(self, view: str) -> Iterator[Seen]:
        for lying in self.tabletop.picture(view):
            piece = PIECES.get(lying.piece or "")
            assert 31 < lying.x_mm < SIZES[view][0] - 31, "inside the picture"
            assert 44 < lying.y_mm < SIZES[view][1] - 44, "inside the picture"
            if piece is not None and (lying.face_up or piece.anonymous):
                x, y = (lying.x_mm - 450) / PITCH_MM[0], (lying.y_mm - 280) / PITCH_MM[1]
                yield Seen(piece.id, Cell(round(x), round(y)) if view == "city" else None)

    def differences(self) -> dict[str, object]:
        truth, known = self.tabletop.facts(), self.play.facts()
        return {key: (value, truth.get(key)) for key, value in known.items() if truth.get(key) != value}


SETUPS = [
    Setup(2),
    Setup(3, first=2),
    Setup(4),
    Setup(2, (("identities", "app"), ("events", "digital"))),
    Setup(3, (("board", "hard"), ("discarded_units", "count"), ("events", "digital"))),
    Setup(4, (("identities", "app"),), first=3),
]


@pytest.mark.parametrize("looks", [True, False], ids=["seen", "touched"])
@pytest.mark.parametrize("setup", SETUPS, ids=range(len(SETUPS)))
def test_what_the_companion_knows_at_the_end_lies_on_the_table(setup: Setup, looks: bool) -> None:
    for seed in range(3):
        evening = Evening(setup, seed, looks=looks).run()
        assert evening.differences() == {}
        assert evening.play.table.outcome is not None
        assert len(evening.play.facts()) > 20


def test_a_game_that_is_only_kept_score_of_reads_the_city_at_its_end() -> None:
    found = Counter[str]()
    for seed in range(12):
        evening = Evening(Setup(3, level="scorekeeper"), seed, looks=True).run()
        differences = {key for key in evening.differences() if not key.startswith(("track.", "coffers"))}
        assert differences == set()
        found[evening.play.outcome] += 1
        if evening.play.outcome == "win.favor":
            assert evening.play.table.tally
    assert found["win.favor"]


def test_most_questions_that_a_camera_can_answer_are_answered_by_it() -> None:
    found: Counter[str] = Counter()
    for seed in range(6):
        found += Evening(Setup(3), seed, looks=True).run().readings
    assert found["Moves"] > 3 * (found["Wait"] + found["Ambiguous"])


@pytest.mark.parametrize("seed", range(8))
def test_a_spoilt_table_differs_from_what_the_companion_knows(seed: int) -> None:
    evening = Evening(Setup(3), seed, looks=True).run()
    assert evening.differences() == {}
    said = evening.tabletop.spoil()
    assert said
    assert evening.differences()


def test_a_spoilt_table_without_a_city_has_a_marker_moved() -> None:
    evening = Evening(Setup(3), 0, looks=False)
    evening.tabletop.spoil()
    assert list(evening.differences()) == ["track.happiness"]


def test_the_table_deals_real_cards_that_nobody_told_it_of() -> None:
    tabletop = PrestigeTabletop(BOX, Setup(4), random.Random(5))
    cards = tabletop.cards
    dealt = [card for place in (*cards.hands, *cards.piles) for card in place]
    assert len(set(dealt)) == len(dealt) == 58
    assert Counter(BOX.cards[card].tribe for card in dealt) == BOX.caps
    assert [len(pile) for pile in cards.piles] == [14, 14, 14]
    assert [len(events) for events in cards.events.values()] == [8, 8, 10]
    assert len({tribe for own in cards.tribes for tribe in own}) == 4
    assert [(lying.piece, lying.x_mm, lying.y_mm) for lying in tabletop.picture("city")] == [
        (CENTER, 450, 280)
    ]


def test_only_the_top_of_the_open_pile_shows_its_face() -> None:
    tabletop = PrestigeTabletop(BOX, Setup(3), random.Random(5))
    tops = tabletop.picture("piles")
    assert [lying.face_up for lying in tops] == [True, False, False]
    assert tops[0].piece == tabletop.cards.piles[0][-1]
    for lying, pile in zip(tops[1:], tabletop.cards.piles[1:], strict=True):
        assert BOX.backs[lying.piece or ""] == BOX.cards[pile[-1]].tribe


def test_the_same_seed_deals_the_same_table() -> None:
    one, two = (PrestigeTabletop(BOX, Setup(3), random.Random(9)).facts() for _ in range(2))
    assert one == two
    assert one != PrestigeTabletop(BOX, Setup(3), random.Random(10)).facts()


@pytest.mark.parametrize("level", ["guided", "scorekeeper"])
def test_sensible_players_finish_their_games_and_win_some(level: str) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(20):
        play, dice = Play(Setup(2 + seed % 3, level=level), seed), random.Random(seed)
        while play.asks:
            ask = next(ask for ask in play.asks if ask.blocks)
            assert GAME.sensible is not None
            reply = GAME.sensible(BOX, play.table, ask, dice)
            ask.check(reply)
            play.reply(ask.id.key.removeprefix("prestige."), reply)
        outcomes[play.outcome.partition(".")[0]] += 1
    assert set(outcomes) == {"win", "loss"}
    assert sum(outcomes.values()) == 20
    assert outcomes["win"] >= 5
