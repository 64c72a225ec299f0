"""Decks spread out in overlapping cards, photographed in parts, score exactly, or say what could not be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.context import Context, Given, usual_end
from companion.players import default_players
from companion.reading import Photo, read_photos
from companion.scoring import Scored, new_table, score_photos
from companion.tags import Tags
from rules.core.value import Arg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.model import COUNT, OVER
from tests.companion.spreads import DOMINION, Spread, photograph
from tests.rules.dominion_guilds.dominion_table import Has, Play, position

PLAYERS = default_players("Ana", "Bia")
STARTS = {"copper": 7, "estate": 3}
SMALL = {**STARTS}
LARGE = {
    "copper": 9,
    "silver": 12,
    "gold": 9,
    "estate": 6,
    "duchy": 5,
    "province": 7,
    "gardens": 6,
    "curse": 2,
    "village": 4,
}


def deck(kinds: dict[str, int], first: int) -> list[str]:
    """Take copies from a number on, so that two decks share no card."""
    return [f"{kind}.{first + copy}" for kind, count in kinds.items() for copy in range(count)]


def read(paths: dict[str, list[Path]]) -> list[tuple[str, Photo]]:
    tags = Tags([DOMINION])
    return [(name, photo) for name, own in paths.items() for photo in read_photos(own, tags)]


def scored(photos: list[tuple[str, Photo]], said: Context | None = None) -> Scored:
    said = said or Context()
    table = new_table(DOMINION, said, PLAYERS)
    return score_photos(DOMINION, table, PLAYERS, photos, said, usual_end(DOMINION))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Photo]]:
    folder = tmp_path_factory.mktemp("spreads")
    ana = photograph(Spread(deck(LARGE, 1)), folder, "ana")
    bia = photograph(Spread(deck(SMALL, 20)), folder, "bia")
    return read({"Ana": ana, "Bia": bia})


def test_sixty_overlapping_cards_in_several_photos_are_read_exactly(photos: list[tuple[str, Photo]]) -> None:
    read_of = {
        name: {piece for who, photo in photos if who == name for piece in photo.pieces(DOMINION.id)}
        for name, _ in photos
    }
    assert read_of == {"Ana": set(deck(LARGE, 1)), "Bia": set(deck(SMALL, 20))}
    assert len(read_of["Ana"]) == 60
    assert sum(name == "Ana" for name, _ in photos) > 1


def test_their_points_are_those_of_the_decks(photos: list[tuple[str, Photo]]) -> None:
    found = scored(photos)
    # 6 Estates, 5 Duchies, 7 Provinces, 2 Curses, and 6 Gardens worth 6 each with 60 cards.
    assert [each.total for each in found.sheet.standings] == [6 + 15 + 42 - 2 + 36, 3]
    assert found.unread == []


def test_a_card_in_two_photos_counts_once(photos: list[tuple[str, Photo]]) -> None:
    again = [*photos, *(pair for pair in photos if pair[0] == "Bia")]
    assert scored(again).sheet.standings == scored(photos).sheet.standings


def test_a_card_whose_code_is_covered_is_named_where_the_game_was_followed(tmp_path: Path) -> None:
    covered = photograph(Spread(deck(SMALL, 20), ["copper.22"]), tmp_path, "bia")
    followed = Play(replace(position(Has("gold"), Has("copper*5", "copper*2 estate*3")), phase=COUNT))
    found = score_photos(DOMINION, followed.state, PLAYERS, read({"Bia": covered}), Context())
    args: dict[str, Arg] = {"who": SeatRef(1), "card": PieceRef("copper"), "read": 6, "count": 7}
    assert found.sheet.notes == (msg("dominion_guilds.note.owned", **args),)
    assert [each.total for each in found.sheet.standings] == [0, 3]


ENDED: dict[str, Given] = {"dominion_guilds.keep": "dominion_guilds.keep.end"}


def test_an_end_that_nobody_told_is_taken_for_granted_with_a_warning(photos: list[tuple[str, Photo]]) -> None:
    found = scored(photos)
    assert found.sheet.outcome is None
    assert [warning.key for warning in found.warnings] == ["core.score.assumed"]


def test_an_end_that_people_told_stands_though_nobody_named_the_kingdom(
    photos: list[tuple[str, Photo]],
) -> None:
    facts: dict[str, int | str] = {"pile.province": 0, "turns.0": 12, "turns.1": 11}
    found = scored(photos, Context(answers=ENDED, facts=facts))
    assert found.sheet.outcome == msg("dominion_guilds.end.provinces")
    assert found.warnings == []


def test_cards_that_nothing_can_be_held_against_are_to_be_counted(photos: list[tuple[str, Photo]]) -> None:
    notes = scored(photos).sheet.notes
    assert [note.key for note in notes] == ["dominion_guilds.note.unchecked"] * 2
    assert [dict(note.args)["count"] for note in notes] == [60, 10]


def test_a_card_of_another_kingdom_is_named(tmp_path: Path) -> None:
    shown = photograph(Spread(["estate.1", "witch.1"]), tmp_path, "ana")
    followed = Play(replace(position(Has("estate"), Has("copper")), phase=COUNT))
    found = score_photos(DOMINION, followed.state, PLAYERS, read({"Ana": shown}), Context())
    assert found.warnings == [msg("dominion_guilds.no.not_in_game", card=PieceRef("witch"))]
    assert [each.total for each in found.sheet.standings] == [1, 0]


def test_photos_play_no_turns_of_a_game_that_still_goes_on(photos: list[tuple[str, Photo]]) -> None:
    followed = Play(position(Has("copper*5", "copper*2 estate*3"), Has("copper*5", "copper*2 estate*3")))
    found = score_photos(DOMINION, followed.state, PLAYERS, photos, Context())
    table = followed.referee.table(found.state)
    assert [seat.turns for seat in table.seats] == [1, 0]
    assert [warning.key for warning in found.warnings] == ["core.score.open_of", "core.score.not_looked_at"]


def test_photos_of_a_game_that_has_been_counted_are_named_as_not_used(
    photos: list[tuple[str, Photo]],
) -> None:
    followed = Play(replace(position(Has("estate"), Has("province")), phase=OVER))
    found = score_photos(DOMINION, followed.state, PLAYERS, photos, Context())
    images = ", ".join(photo.path.name for _, photo in photos)
    assert found.warnings == [msg("core.score.not_looked_at", images=images)]
    assert [each.total for each in found.sheet.standings] == [1, 6]


def test_a_followed_game_that_is_broken_off_is_counted_from_photos(photos: list[tuple[str, Photo]]) -> None:
    followed = Play(position(Has("gardens"), Has("copper")))
    facts: dict[str, int | str] = {"level": "scorekeeper"}
    found = score_photos(DOMINION, followed.state, PLAYERS, photos, Context(answers=ENDED, facts=facts))
    assert found.sheet.outcome == msg("dominion_guilds.end.stopped")
    assert [each.total for each in found.sheet.standings] == [97, 3]
