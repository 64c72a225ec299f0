"""A whole city, photographed as a documented camera would, scores like the evening that built it."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import pytest

from companion.context import Context, Given, usual_end
from companion.games import find
from companion.players import default_players
from companion.reading import Photo, read_photos
from companion.scoring import Scored, new_table, score_photos
from companion.session import Session
from companion.store import Store
from companion.tags import Tags, encode
from companion.virtual.table import VirtualTable
from rules.core.commands import Answer, Correct
from rules.core.game import Tabletop
from rules.core.state import Setup
from rules.core.value import PieceRef
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.tabletop import PrestigeTabletop
from vision.camera import CM3

PRESTIGE = find("prestige")
PLAYERS = default_players("Ana", "Bia", "Caio")
WON = range(3, 60)
"""Seeds to look through for an evening that the city wins."""


def play(seed: int) -> tuple[Session, Tabletop]:
    """Let robots play an evening by touch."""
    setup = Setup(len(PLAYERS))
    session = Session.start(Store(None), PRESTIGE, setup, PLAYERS, seed)
    table = PRESTIGE.game.tabletop(PRESTIGE.box, setup, random.Random(seed))
    events = session.last_events
    for _ in range(3000):
        for event in events:
            table.hear(event)
        asks = session.asks()
        if not asks:
            break
        ask = next((each for each in asks if each.blocks), asks[0])
        events = session.dispatch(Answer(ask.id, table.act(ask, asks)))
    return session, table


@pytest.fixture(scope="module")
def won() -> tuple[Session, Tabletop]:
    evenings = (play(seed) for seed in WON)
    return next(each for each in evenings if has_won(each[0]))


def has_won(session: Session) -> bool:
    return any(seat.winner for seat in session.score().standings)


@pytest.fixture(scope="module")
def photos(
    won: tuple[Session, Tabletop], tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[str, Photo]]:
    return [("", photo) for photo in photograph(won[1], tmp_path_factory.mktemp("photos"))]


def photograph(table: Tabletop, folder: Path) -> tuple[Photo, ...]:
    """Take stills of every spot of the city and of the units beside it."""
    camera = VirtualTable(
        table, PRESTIGE.game, PRESTIGE.box, CM3, 1, payload=lambda piece: encode(PRESTIGE.game, piece)
    )
    paths: list[Path] = []
    for view in ("city", "piles"):
        camera.show(view)
        for _ in range(max(len(camera._spots), 1)):
            paths.append(folder / f"{view}{len(paths)}.png")
            cv2.imwrite(str(paths[-1]), camera.photograph(still=True))
            camera.move_on()
    return read_photos(paths, Tags([PRESTIGE]))


def score_alone(session: Session, photos: list[tuple[str, Photo]]) -> Scored:
    """Score photos of a game that was not followed, given only who belongs to which tribe."""
    tribes = [seat.tribes for seat in session.referee.table(session.state).seats]
    identities: dict[str, dict[str, Given]] = {
        player.name: {"prestige.reveal": tuple(f"tribe-{tribe}" for tribe in own)}
        for player, own in zip(PLAYERS, tribes, strict=True)
    }
    said = Context(seat=identities)
    table = new_table(PRESTIGE, said, PLAYERS)
    return score_photos(PRESTIGE, table, PLAYERS, photos, said, usual_end(PRESTIGE))


def test_photos_of_the_city_score_like_the_evening(
    won: tuple[Session, Tabletop], photos: list[tuple[str, Photo]]
) -> None:
    session, _ = won
    scored = score_alone(session, photos)
    assert scored.sheet.standings == session.score().standings
    assert set(scored.sheet.rows) == set(session.score().rows)
    assert scored.sheet.tie_break == session.score().tie_break


def test_photos_beside_an_evening_show_that_nothing_is_missing(
    won: tuple[Session, Tabletop], photos: list[tuple[str, Photo]]
) -> None:
    session, _ = won
    scored = score_photos(PRESTIGE, session.state, PLAYERS, photos, Context())
    assert [each for each in scored.unread if each["problem"] == "not_seen"] == []
    less = score_photos(PRESTIGE, session.state, PLAYERS, photos[-1:], Context())
    assert len([each for each in less.unread if each["problem"] == "not_seen"]) > 3


def test_a_photo_that_shows_what_an_evening_does_not_have_says_so(
    won: tuple[Session, Tabletop], photos: list[tuple[str, Photo]]
) -> None:
    session, _ = won
    whole = score_photos(PRESTIGE, session.state, PLAYERS, photos, Context())
    assert "core.score.not_in_game" not in [warning.key for warning in whole.warnings]
    *_, forgotten, down = (spot.piece for spot in session.referee.table(session.state).city if spot.is_up)
    state = session.state
    for slip in (Correct(f"card.{forgotten}", "unseen"), Correct(f"face.{down}", "down")):
        state, _ = session.referee.apply(state, slip)
        (told,) = (
            warning
            for warning in score_photos(PRESTIGE, state, PLAYERS, photos, Context()).warnings
            if warning.key == "core.score.not_in_game"
        )
        named = (dict(told.args)["piece"], dict(told.args)["count"])
        assert named == (
            PieceRef(forgotten if "card" in slip.key else min(forgotten, down)),
            1 + ("face" in slip.key),
        )


def test_a_unit_on_the_open_pile_beside_the_backs_is_no_unit_in_play(tmp_path: Path) -> None:
    session, table = next(each for each in map(play, WON) if has_won(each[0]) and open_pile(each[1]))
    photos = [("", photo) for photo in photograph(table, tmp_path)]
    scored = score_alone(session, photos)
    assert set(scored.sheet.rows) == set(session.score().rows)
    assert [warning.key for warning in scored.warnings if "read_as" in warning.key] == ["core.score.read_as"]


def open_pile(table: Tabletop) -> bool:
    """Lay a unit out of the piles on top of the open one; False where none is left there, or no back lies by."""
    box = PRESTIGE.box
    assert isinstance(table, PrestigeTabletop)
    assert isinstance(box, PrestigeBox)
    up, *down = table.cards.piles
    at = next((at for at, card in enumerate(up) if box.cards[card].placement == "unit"), None)
    if at is not None:
        up.append(up.pop(at))
    return at is not None and all(down)
