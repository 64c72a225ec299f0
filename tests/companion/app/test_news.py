"""Why a number is red, whether news is good or bad, what is missing in a picture: said in words, and in shapes."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from companion.app.director import Director
from companion.app.evening import after_step, sit_down
from companion.app.gallery import play_until
from companion.demo import NONE, Plan
from companion.eyes_protocol import WATCHING, EyesReport
from companion.games import LoadedGame
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels import card, looks, scan, score, table
from companion.viewmodels.parts import Track
from companion.viewmodels.ranks import leaders
from companion.viewmodels.scene import Scene
from rules.core.event import Event
from rules.core.score import ScoreSheet
from rules.core.value import PieceRef, SeatRef, msg


def tracks_at(scene: Scene, *values: int) -> dict[str, Track]:
    """Return the tracks as they look with the markers on these spaces, from top to bottom."""
    moved = replace(scene.table, tracks=values)
    board = looks.say_board(scene.look.board(scene.box, moved, scene.sheet), scene.voice)
    return {track.key: track for track in board.tracks}


@pytest.fixture
def scene(director: Director, grown: Session) -> Scene:
    sit_down(director, grown)
    return director.scene


def test_a_red_number_says_what_waits_on_its_space(scene: Scene) -> None:
    bad = tracks_at(scene, 3, 1, 1, 6)
    assert {key: track.here for key, track in bad.items()} == {
        "happiness": "Favor Lost",
        "population": "Lose a Unit",
        "defense": "Invader",
        "prestige": "Invader",
    }
    assert all(track.warns for track in bad.values())


def test_what_a_space_takes_away_is_named_with_how_much(scene: Scene) -> None:
    assert tracks_at(scene, 2, 2, 5, 5)["happiness"].here == "Population \N{MINUS SIGN}1"
    assert tracks_at(scene, 2, 2, 5, 5)["population"].here == "Defense \N{MINUS SIGN}1"


def test_a_number_that_is_well_says_nothing(scene: Scene) -> None:
    well = tracks_at(scene, 10, 5, 5, 5)
    assert not any(track.here or track.warns for track in well.values())


def test_good_and_bad_news_differ_in_shape_and_colour() -> None:
    text = msg("prestige.turn.began")
    good, bad, plain = (table.hand_mark(Event(text, tone=tone)) for tone in ("good", "bad", ""))
    assert len({good.shape, bad.shape, plain.shape}) == 3
    assert len({good.colour, bad.colour, plain.colour}) == 3


def test_what_is_missing_is_named_in_the_picture_and_in_the_list(scene: Scene) -> None:
    lost = scene.table.city[1].piece
    report = EyesReport(WATCHING, missing=(lost,), expected=2)
    name = scene.voice.piece(lost)
    assert scan.view(scene, None, report, None).names == ((lost, name),)
    photo = scan.photo(scene, report)
    assert photo.names == ((lost, name),)
    assert [line.text for line in photo.lines] == [name]


def test_a_question_is_headed_by_whose_turn_it_is(scene: Scene) -> None:
    seat = scene.seats[0]
    other = (seat + 1) % len(scene.voice.players)
    assert scene.asked(seat).startswith(f"{scene.voice.seat(seat)}'s turn \N{MIDDLE DOT} Leading")
    assert scene.asked(other).startswith(f"{scene.voice.seat(other)} decides \N{MIDDLE DOT} ")


def test_those_who_lead_together_have_as_much_each(scene: Scene) -> None:
    assert scene.leads.endswith(" each)") == (len(leaders(scene.sheet)) > 1)
    row = scene.sheet.rows[0]
    level = ScoreSheet((row, replace(row, group="other")), ())
    assert leaders(level) == (row.group, "other")
    ahead = ScoreSheet((replace(row, amount=row.amount + 1), replace(row, group="other")), ())
    assert leaders(ahead) == (row.group,)


def test_every_tribe_that_is_ahead_wears_a_crown(scene: Scene) -> None:
    view = score.view(scene)
    best = max(int(rank.badge) for rank in view.ranks)
    for rank in view.ranks:
        assert (rank.award.shape == "crown") == (int(rank.badge) == best)
    assert not view.outcome


def test_a_report_gives_way_to_what_hands_must_do(scene: Scene) -> None:
    seat = scene.seats[0]
    report = Event(msg("prestige.event.invaders.taken", left=3))
    own = Event(msg("prestige.turn.began", who=SeatRef(seat)), seat)
    due = Event(msg("prestige.do.coins_in", count=1, value=2, why="x"), kind="do")
    told = table.view(dataclasses.replace(scene, events=(own, report))).told
    assert [line.text for line in told] == [scene.voice.say(report.text)]
    assert not table.view(dataclasses.replace(scene, events=(own, report, due))).told


def test_what_came_with_a_card_stands_apart_from_what_the_card_does(scene: Scene) -> None:
    piece = scene.turned_up[-1][1]
    own = Event(msg("prestige.do.coins_in", count=1, value=2, why=PieceRef(piece)), kind="do", tone="good")
    other = Event(msg("prestige.do.coins_in", count=1, value=3, why=PieceRef("center")), kind="do")
    shown = next(event for event in scene.events if PieceRef(piece) in dict(event.text.args).values())
    view = card.view(dataclasses.replace(scene, events=(shown, own, other)), piece, is_event=True)
    assert [line.text for line in view.hands] == [scene.voice.say(own.text)]
    assert [line.text for line in view.besides] == [scene.voice.say(other.text)]
    assert view.bar == table.view(scene).bar


def test_what_moved_before_a_card_moved_it_stands_before_it(scene: Scene) -> None:
    piece = scene.turned_up[-1][1]
    shown = next(event for event in scene.events if PieceRef(piece) in dict(event.text.args).values())
    unit, own, later = (
        Event(msg("prestige.do.coins_in", count=1, value=value, why=PieceRef(why)), kind="do")
        for value, why in ((5, "center"), (4, piece), (3, "center"))
    )
    view = card.view(dataclasses.replace(scene, events=(shown, unit, own, later)), piece, is_event=True)
    assert [line.text for line in view.hands] == [scene.voice.say(event.text) for event in (unit, own)]
    assert [line.text for line in view.besides] == [scene.voice.say(later.text)]
    assert view.lines


def test_what_came_before_a_card_that_gives_hands_nothing_to_do_stands_apart(scene: Scene) -> None:
    piece = scene.turned_up[-1][1]
    shown = next(event for event in scene.events if PieceRef(piece) in dict(event.text.args).values())
    unit = Event(msg("prestige.do.coins_in", count=1, value=5, why=PieceRef("center")), kind="do")
    later = Event(msg("prestige.do.coins_in", count=1, value=6, why=PieceRef("center")), kind="do")
    held = Event(msg("prestige.event.cancelled", card=PieceRef(piece), held=PieceRef("track-defense")))
    view = card.view(dataclasses.replace(scene, events=(shown, unit, held, later)), piece, is_event=True)
    assert [line.text for line in view.hands] == [scene.voice.say(held.text)]
    assert view.lines[0].text == scene.voice("app.card.printed")
    assert not any(line.strong for line in view.lines)
    assert [line.text for line in view.before] == [scene.voice.say(unit.text)]
    assert [line.text for line in view.besides] == [scene.voice.say(later.text)]


def test_two_cards_of_one_step_are_shown_one_after_the_other(
    director: Director, prestige: LoadedGame
) -> None:
    def has_two(session: Session, _ask: object) -> bool:
        return sum(event.text.key.endswith(".drawn") for event in session.last_events) > 1

    plan = Plan("prestige", 3, 1, camera=NONE, options=(("events", "digital"), ("identities", "app")))
    session = next(
        moment.session
        for seed in range(1, 11)
        for moment in [play_until(prestige, Store(None), dataclasses.replace(plan, seed=seed), has_two)]
        if has_two(moment.session, None)
    )
    sit_down(director, session)
    after_step(director)
    drawn = [event for event in session.last_events if event.text.key.endswith(".drawn")]
    told: list[str] = []
    for event in drawn:
        view = director.view()
        assert isinstance(view, card.CardView)
        assert PieceRef(director.stack[-1].about) == dict(event.text.args)["card"]
        told += [line.text for line in (*view.hands, *view.before, *view.besides)]
        director.act(a.Back())
    assert director.screen == "table"
    say, events = director.scene.voice.say, session.last_events
    due = [say(event.text) for event in events[events.index(drawn[0]) :] if event.kind == "do"]
    assert [text for text in told if text in due] == due
