"""Whole decks by chance, spread out under a camera: the score is exact, or what was not read is named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.context import Context
from companion.players import default_players
from companion.reading import read_photos
from companion.scoring import Scored, score_photos
from companion.tags import Tags
from rules.core.value import SeatRef
from rules.games.dominion_guilds.model import COUNT
from tests.companion.spreads import DOMINION, Spread, photograph
from tests.rules.dominion_guilds.dominion_table import Has, Play, position
from vision.camera import CAMERAS, CM3, CameraModel

PLAYERS = default_players("Ana", "Bia")
KINDS = "copper*7 silver*9 gold*8 estate*6 duchy*5 province*6 curse*4 gardens*6 masterpiece*4 moat*3 village*3 plaza*3"
WORTH = {"estate": 1, "duchy": 3, "province": 6, "curse": -1}


def deck(count: int, dice: random.Random) -> list[str]:
    """Draw cards by chance, each copy once."""
    heaps = [word.split("*") for word in KINDS.split()]
    return dice.sample([f"{kind}.{copy}" for kind, most in heaps for copy in range(1, int(most) + 1)], count)


def kinds(cards: list[str]) -> list[str]:
    return [card.partition(".")[0] for card in cards]


def points(cards: list[str]) -> int:
    """Count as people do."""
    return sum(WORTH.get(kind, len(cards) // 10 if kind == "gardens" else 0) for kind in kinds(cards))


def score_of(cards: list[str], paths: list[Path]) -> Scored:
    """Score Ana's photos after a game in which these cards of hers were followed."""
    table = replace(position(Has(" ".join(kinds(cards))), Has("copper")), phase=COUNT)
    photos = [("Ana", photo) for photo in read_photos(paths, Tags([DOMINION]))]
    return score_photos(DOMINION, Play(table).state, PLAYERS, photos, Context())


def missed(found: Scored) -> dict[str, int]:
    """Return the cards that the score's notes say were not read, by kind."""
    notes = [dict(note.args) for note in found.sheet.notes if note.key == "dominion_guilds.note.owned"]
    assert all(note["who"] == SeatRef(0) for note in notes)
    return {note["card"].id: note["count"] - note["read"] for note in notes}  # type: ignore[union-attr,operator]


def check(count: int, hidden: int, camera: CameraModel, seed: int, folder: Path, most: int = 1) -> int:
    """Return how many cards were not read in so many photos at most; each of these is named, and only these."""
    dice = random.Random(f"{count}:{hidden}:{camera.name}:{seed}")
    cards = deck(count, dice)
    covered = dice.sample(cards, hidden)
    found = score_of(cards, photograph(Spread(cards, covered), folder, "", camera=camera, seed=seed)[:most])
    unread = missed(found)
    read = {piece for row in found.sheet.rows for piece in row.pieces}
    assert read <= set(cards)
    assert all(unread.get(kind, 0) >= kinds(covered).count(kind) for kind in kinds(covered))
    if not unread:
        assert found.sheet.notes == ()
        assert found.sheet.standings[0].total == points(cards)
    return sum(unread.values())


@pytest.mark.parametrize(("count", "hidden"), [(10, 0), (60, 3)])
def test_a_deck_in_one_photo_scores_exactly_or_names_what_was_not_read(
    count: int, hidden: int, tmp_path: Path
) -> None:
    assert check(count, hidden, CM3, 1, tmp_path) == hidden


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 9])
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("count", [10, 20, 30, 40, 50, 60])
def test_decks_of_any_size_score_exactly_or_name_what_was_not_read(
    count: int, seed: int, most: int, tmp_path: Path
) -> None:
    hidden = 2 * seed - 2
    assert check(count, hidden, CM3, seed, tmp_path, most) == hidden


@pytest.mark.slow
@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_any_camera_scores_exactly_or_names_what_was_not_read(camera: CameraModel, tmp_path: Path) -> None:
    check(60, 1, camera, 1, tmp_path)
