"""Answering by camera: what eyes see becomes moves, questions or names, and touch is always there."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from companion.app import evening
from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import by_key, play_until
from companion.app.staging import StillEyes, camera_report
from companion.demo import NONE, Plan
from companion.eyes_protocol import LOST, WATCHING, EyesReport, Outline
from companion.games import LoadedGame, find
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels.parts import PLAIN, PRIMARY
from companion.viewmodels.scan import PhotoView, ScanView
from companion.viewmodels.score import ScoreView
from companion.viewmodels.table import TableView
from rules.core.commands import Answer, Picked
from rules.core.sighting import Ambiguous, Seen, Sighting
from rules.core.value import TABLE, PieceRef, Word, msg

DIGITAL = (("events", "digital"), ("identities", "app"))


def watching(sighting: Sighting | None = None, *outlines: Outline, **more: object) -> EyesReport:
    picture = np.zeros((90, 160, 3), np.uint8)
    return EyesReport(WATCHING, 1, picture, outlines, sighting, **more)  # type: ignore[arg-type]


def scanning(director: Director, session: Session, report: EyesReport) -> ScanView:
    sit_down(director, session)
    director.eyes = StillEyes(report)
    director.act(a.Open(session.asks()[0].id.n, scan=True))
    evening.look(director)
    view = director.view()
    assert isinstance(view, ScanView)
    return view


def laid(prestige: LoadedGame, store: Store) -> tuple[Session, EyesReport]:
    """An evening in which somebody has just laid a card, and what the camera sees of it."""
    plan = Plan("prestige", 3, 4, camera=NONE, options=DIGITAL)
    moment = play_until(prestige, store, plan, by_key("action"))
    session = moment.session
    reply = None
    while reply is None or "place" not in str(reply):
        asks = session.asks()
        ask = next(each for each in asks if each.blocks)
        reply = moment.tabletop.act(ask, asks)
        if "place" not in str(reply):
            session.dispatch(Answer(ask.id, reply))
    known = len(session.referee.table(session.state).city)
    while len([each for each in moment.tabletop.picture("city") if each.piece]) <= known:
        moment.tabletop.act(next(each for each in session.asks() if each.blocks), session.asks())
    report = camera_report(prestige, moment, "city", ())
    assert report.sighting is not None
    return session, report


def show_the_city(director: Director, session: Session, report: EyesReport) -> bool:
    sit_down(director, session)
    director.eyes = StillEyes(report)
    director.act(a.Open(next(each for each in session.asks() if each.blocks).id.n, scan=True))
    return evening.look(director)


def test_a_card_laid_down_is_placed_by_the_camera(prestige: LoadedGame, director: Director) -> None:
    session, report = laid(prestige, director.store)
    known = len(session.referee.table(session.state).city)
    assert show_the_city(director, session, report)
    assert len(session.referee.table(session.state).city) == known + 1
    assert director.screen != "scan"


def test_a_card_seen_that_cannot_be_kept_is_refused_with_the_reason_and_the_game_stays(
    prestige: LoadedGame, director: Director, tmp_path: Path
) -> None:
    session, report = laid(prestige, Store(tmp_path))
    before = session.state
    for path in tmp_path.glob("*.db*"):
        path.unlink()
    assert show_the_city(director, session, report)
    assert session.state is before
    assert "0001-prestige" in director.say_notice()
    assert isinstance(director.view(), ScanView)


def test_the_camera_is_let_go_with_its_screen(director: Director, grown: Session) -> None:
    scanning(director, grown, watching())
    assert isinstance(director.eyes, StillEyes)
    assert director.eyes.view
    director.act(a.Back())
    assert director.eyes.view == ""


def test_touch_is_always_beside_the_picture(director: Director, grown: Session) -> None:
    view = scanning(director, grown, watching())
    assert a.Open(grown.asks()[0].id.n) in {button.action for button in view.buttons}


def test_what_is_missing_is_named_and_counted(director: Director, grown: Session) -> None:
    pieces = tuple(spot.piece for spot in grown.referee.table(grown.state).city)
    view = scanning(director, grown, watching(missing=pieces[-1:], expected=len(pieces)))
    assert [line.text for line in view.lost] == [director.voice.piece(pieces[-1])]
    assert view.advice
    assert view.count == f"{len(pieces) - 1} of {len(pieces)}"


def test_where_the_camera_is_stuck_the_screen_is_the_way_on(director: Director, grown: Session) -> None:
    piece = grown.referee.table(grown.state).city[0].piece
    stuck = scanning(director, grown, watching(missing=(piece,), expected=1))
    assert [(button.kind, button.action) for button in stuck.buttons] == [
        (PRIMARY, a.Open(grown.asks()[0].id.n))
    ]
    well = scanning(director, grown, watching())
    assert [button.kind for button in well.buttons] == [PLAIN]
    assert not well.advice


@pytest.mark.parametrize("status", ["foreign", "unknown_piece", "newer_format"])
def test_a_code_that_is_not_ours_is_named(director: Director, grown: Session, status: str) -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    view = scanning(director, grown, watching(None, Outline(corners, None, status, "HTTP-WIFI")))
    assert "HTTP-WIFI" in view.read[0].text
    assert not view.read[0].text.startswith("[")


def test_a_code_that_could_not_be_read_says_what_to_do(director: Director, grown: Session) -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    view = scanning(director, grown, watching(None, Outline(corners, None, "damaged", "")))
    assert view.read[0].text == "A code could not be read: tilt the card away from the light."


def unsure(director: Director, session: Session, *read: str, placed: bool = True) -> ScanView:
    """Show the city at rest with codes that were read, and whose place could not be told."""
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    city = session.referee.table(session.state).city
    seen = tuple(Seen(spot.piece, spot.cell, 0) for spot in city if spot.is_up) if placed else ()
    outlines = (
        *(Outline(corners, each.piece, "read", each.piece) for each in seen),
        *(Outline(corners, piece, "unsure", piece) for piece in read),
    )
    return scanning(director, session, watching(Sighting("city", seen, read), *outlines, done=True))


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_card_whose_place_is_not_sure_is_named_with_the_way_on(
    director: Director, grown: Session, language: str
) -> None:
    director.act(a.Set("language", language))
    card = next(each for each in director.loaded("prestige").box.cards)  # type: ignore[union-attr]
    view = unsure(director, grown, card)
    say, name = director.voice, director.voice.piece(card)
    assert view.status == say("app.scan.astray", piece=PieceRef(card)) != say("app.scan.steady")
    assert name in view.status
    assert view.read[0].text == say("app.scan.unsure", text=name)
    assert [line.text for line in view.read].count(name) == 0


def test_everything_is_called_read_only_once_everything_was_tried(director: Director, grown: Session) -> None:
    seen = Sighting("city", (Seen(grown.referee.table(grown.state).city[-1].piece, None, 0, 0.9),))
    assert scanning(director, grown, watching(seen)).status == director.voice("app.scan.looking")
    director.eyes = StillEyes(watching(seen, done=True))
    director.act(a.Back())
    assert scanning(director, grown, watching(seen, done=True)).status == director.voice("app.scan.unchanged")


def test_an_active_unit_beside_the_city_is_nothing_to_wait_for(director: Director, grown: Session) -> None:
    unit = grown.referee.table(grown.state).units[0]
    view = unsure(director, grown, unit)
    assert view.status == director.voice("app.scan.unchanged")
    named = director.voice("app.scan.unsure", text=director.voice.piece(unit))
    assert named not in [line.text for line in view.read]


def test_a_code_that_could_not_be_read_is_never_called_everything_read(
    director: Director, grown: Session
) -> None:
    corners = ((10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0))
    card = grown.referee.table(grown.state).city[-1].piece
    outlines = Outline(corners, card, "read", card), Outline(corners, None, "damaged")
    view = scanning(director, grown, watching(Sighting("piles", ()), *outlines))
    assert view.status == director.voice("app.scan.almost")
    assert view.read[0].text == director.voice("app.scan.damaged", text="")


def test_what_to_do_about_codes_that_cannot_be_read_is_said_once(director: Director, grown: Session) -> None:
    corners = ((10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0))
    view = scanning(director, grown, watching(None, *(Outline(corners, None, "damaged") for _ in range(4))))
    assert [line.text for line in view.read] == [director.voice("app.scan.damaged", text="")]


def test_the_same_sticker_twice_on_the_table_is_named(director: Director, grown: Session) -> None:
    card = grown.referee.table(grown.state).city[-1].piece
    view = unsure(director, grown, card, card)
    assert view.status == director.voice("app.scan.twice", piece=PieceRef(card))
    assert [line.text for line in view.read if director.voice.piece(card) in line.text] == [
        director.voice("app.scan.unsure", text=director.voice.piece(card))
    ]


def test_a_city_without_its_center_in_sight_says_that_it_is_missing(
    director: Director, grown: Session
) -> None:
    card = grown.referee.table(grown.state).city[-1].piece
    view = unsure(director, grown, card, placed=False)
    assert view.status == director.voice("app.join.no_origin", piece=PieceRef("center"))


def test_what_stands_in_the_way_is_said(director: Director, grown: Session) -> None:
    view = scanning(director, grown, watching(hints=(msg("app.hint.dark"),)))
    assert view.hints
    assert not view.hints[0].text.startswith("[")


def test_a_camera_that_is_gone_says_so_and_touch_goes_on(director: Director, grown: Session) -> None:
    view = scanning(director, grown, EyesReport(LOST, 3))
    assert "touch" in view.status
    director.act(view.buttons[0].action)
    assert director.screen in {"ask", "place"}


def test_what_is_seen_is_held_to_the_question_that_the_camera_was_opened_for() -> None:
    dominion = find("dominion_guilds")
    director = Director(Store(None), (dominion,), language="en", dice=random.Random(1))
    plan = Plan("dominion_guilds", 2, 4, camera=NONE, level="scorekeeper")
    session = play_until(
        dominion, director.store, plan, lambda _session, ask: ask.id.key == "dominion_guilds.keep"
    ).session
    keep = next(ask for ask in session.asks() if ask.blocks)
    session.dispatch(Answer(keep.id, Picked((Word("dominion_guilds.keep.end"),))))
    sit_down(director, session)
    director.eyes = StillEyes(watching(Sighting("cards", (Seen("gold.1"),))))
    director.act(a.Open(next(ask for ask in session.asks() if ask.id.seat == TABLE).id.n, scan=True))
    evening.look(director)
    assert isinstance(director.made, Ambiguous)
    assert director.made.readings[0].text == msg("dominion_guilds.see.rest", count=1)
    assert not session.referee.table(session.state).seats[0].tally


def test_a_card_held_up_outside_a_question_is_explained(director: Director, grown: Session) -> None:
    card = next(piece for piece in director.loaded("prestige").box.cards)  # type: ignore[union-attr]
    sit_down(director, grown)
    director.eyes = StillEyes(watching(Sighting("card", (Seen(card),))))
    director.act(a.Go("what"))
    assert evening.look(director)
    assert director.screen == "card"
    assert director.stack[-1].about == card
    assert grown.undo_text() is not None


def test_a_reading_that_changes_nothing_changes_nothing(director: Director, grown: Session) -> None:
    before = len(grown.log())
    city = grown.referee.table(grown.state).city
    seen = tuple(Seen(spot.piece, spot.cell, 0) for spot in city if spot.is_up)
    scanning(director, grown, watching(Sighting("city", seen)))
    assert len(grown.log()) == before


def test_the_score_shows_the_picture_that_was_read(director: Director, grown: Session) -> None:
    city = grown.referee.table(grown.state).city
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    outlines = tuple(Outline(corners, spot.piece) for spot in city)
    scanning(
        director,
        grown,
        watching(Sighting("city", tuple(Seen(spot.piece, spot.cell, 0) for spot in city)), *outlines),
    )
    director.act(a.Go("score"))
    view = director.view()
    assert isinstance(view, ScoreView)
    director.act(next(button.action for button in view.bar.buttons if button.action == a.Go("photo")))
    photo = director.view()
    assert isinstance(photo, PhotoView)
    assert len(photo.lines) == len(city)


def test_without_eyes_nothing_offers_a_camera(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    view = director.view()
    assert isinstance(view, TableView)
    assert not any(isinstance(button.action, a.Open) and button.action.scan for button in view.buttons)


def test_what_a_card_is_tells_of_the_one_held_up_not_of_those_that_lie_in_the_city(
    director: Director, grown: Session
) -> None:
    city = [spot.piece for spot in grown.referee.table(grown.state).city if spot.piece != "center"]
    held = next(piece for piece in grown.box.cards if piece not in city)  # type: ignore[attr-defined]
    sit_down(director, grown)
    director.eyes = StillEyes(watching(Sighting("card", tuple(map(Seen, city)))))
    director.act(a.Go("what"))
    evening.look(director)
    assert director.screen == "what"
    director.eyes.report = watching(Sighting("card", tuple(map(Seen, (*city, held)))))
    evening.look(director)
    assert director.stack[-1] == a.Go("card", held)
    director.act(a.Back())
    director.act(a.Go("what"))
    director.eyes.report = watching(Sighting("card", (Seen(city[0]),)))
    evening.look(director)
    assert director.stack[-1] == a.Go("card", city[0])
