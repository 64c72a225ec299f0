"""Scoring from photos: whose photo answers which question, and what is named when it does not fit."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
import segno

from companion.context import Context, Given, read_context, usual_end
from companion.errors import InputError
from companion.games import LoadedGame, find
from companion.marking import write_marked
from companion.players import default_players
from companion.reading import Photo, read_photos
from companion.scoring import Scored, new_table, score_photos
from companion.tags import Tags, encode
from rules.core.value import Msg, PieceRef, SeatRef
from tests.companion import lantern
from vision.image import load_image

PRESTIGE = find("prestige")
OTHER = lantern.make()
PLAYERS = default_players("Ana", "Bia", "Caio")
TRIBES = {"Ana": "tribe-auroque", "Bia": "tribe-garca", "Caio": "tribe-ibex"}
IDENTITIES: dict[str, dict[str, Given]] = {
    name: {"prestige.reveal": (tribe,)} for name, tribe in TRIBES.items()
}


def payload(piece: str, loaded: LoadedGame = PRESTIGE) -> str:
    return encode(loaded.game, next(each for each in loaded.box.pieces if each.id == piece))


def photograph(path: Path, *texts: str) -> Photo:
    """Print codes side by side and read them back."""
    import cv2

    codes = []
    for text in texts:
        segno.make_qr(text).save(str(path), scale=6, border=4)
        codes.append(np.pad(load_image(path), 30, constant_values=255))
    height = max(code.shape[0] for code in codes)
    wide = np.hstack(
        [np.pad(code, ((0, height - code.shape[0]), (0, 0)), constant_values=255) for code in codes]
    )
    cv2.imwrite(str(path), wide)
    (photo,) = read_photos([path], Tags([PRESTIGE, OTHER]))
    assert len(photo.found) == len(texts)
    return photo


def score(*photos: tuple[str, Photo], context: Context | None = None) -> Scored:
    said = context or Context(seat=IDENTITIES)
    table = new_table(PRESTIGE, said, PLAYERS)
    return score_photos(PRESTIGE, table, PLAYERS, photos, said, usual_end(PRESTIGE))


BARE = {"core.score.no_origin", "core.score.none_seen", "core.score.assumed"}
"""Said of every photo here: it shows neither the Tribal Center nor a Unit, nor how the game ended."""


def keys(scored: Scored) -> list[str]:
    return [warning.key for warning in scored.warnings if warning.key not in BARE]


def test_cards_in_the_shared_photo_count_for_their_tribes(tmp_path: Path) -> None:
    photo = photograph(
        tmp_path / "city.png", payload("auroque-01"), payload("auroque-02"), payload("garca-01")
    )
    scored = score(("", photo))
    assert [(each.seat, each.total, each.winner) for each in scored.sheet.standings] == [
        (0, 2, True),
        (1, 1, False),
        (2, 0, False),
    ]
    assert (scored.unread, keys(scored)) == ([], [])
    assert {warning.key for warning in scored.warnings} == BARE


def test_a_persons_photo_answers_what_is_asked_about_that_person(tmp_path: Path) -> None:
    city = photograph(tmp_path / "city.png", payload("auroque-01"), payload("ibex-01"), payload("ibex-02"))
    own = [(name, photograph(tmp_path / f"{name}.png", payload(tribe))) for name, tribe in TRIBES.items()]
    scored = score(("", city), *own, context=Context())
    assert [each.winner for each in scored.sheet.standings] == [False, False, True]


def test_units_that_people_name_are_counted_beside_those_in_the_photos(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "units.png", payload("auroque-09"), payload("ibex-09"))
    said = Context(seat=IDENTITIES, answers={"prestige.final.units": ("garca-09",)})
    counted = {piece for row in score(("", photo), context=said).sheet.rows for piece in row.pieces}
    assert counted == {"auroque-09", "ibex-09", "garca-09"}


def test_discarded_units_count_where_the_table_agreed_to_it_and_are_asked_for(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "units.png", payload("ibex-09"))
    agreed = Context(seat=IDENTITIES, options={"discarded_units": "count"})
    silent = score(("", photo), context=agreed)
    assert any("prestige.final.fallen" in dict(each.args).values() for each in silent.warnings)
    said = msgspec.structs.replace(agreed, answers={"prestige.final.fallen": ("garca-09",)})
    counted = {piece for row in score(("", photo), context=said).sheet.rows for piece in row.pieces}
    assert counted == {"ibex-09", "garca-09"}


def test_units_that_cannot_all_be_in_play_are_said(tmp_path: Path) -> None:
    units = ("lince-10", "ibex-09", "garca-09", "comunal-12", "auroque-09")
    five = photograph(tmp_path / "units.png", *map(payload, units))
    said = Context(seat=IDENTITIES, answers={"prestige.final.units": ("coruja-09",)})
    assert "core.score.said_only" in keys(score(("", five), context=said))
    six = photograph(tmp_path / "six.png", *map(payload, (*units, "coruja-09")))
    assert "core.score.seen_unfit" in keys(score(("", six)))


def test_city_cards_in_a_photo_of_other_things_are_left_out_and_named(tmp_path: Path) -> None:
    others = photograph(
        tmp_path / "units.png", payload("garca-09"), payload("ibex-09"), payload("auroque-01")
    )
    scored = score(("", others))
    assert {piece for row in scored.sheet.rows for piece in row.pieces} == {"garca-09", "ibex-09"}
    (warning,) = [each for each in scored.warnings if each.key == "core.score.beside"]
    assert dict(warning.args) == {"piece": PieceRef("auroque-01"), "count": 1}


def test_the_same_photo_given_twice_scores_as_once(tmp_path: Path) -> None:
    photograph(tmp_path / "units.png", payload("garca-09"), payload("ibex-09"), payload("auroque-01"))
    once, again = read_photos([tmp_path / "units.png"] * 2, Tags([PRESTIGE, OTHER]))
    twice = score(("", once), ("", again))
    assert twice.sheet == score(("", once)).sheet


@pytest.mark.parametrize(
    ("context", "outcome"),
    [
        (Context(seat=IDENTITIES, facts={"track.population": 0}), "prestige.loss.track"),
        (Context(seat=IDENTITIES, facts={"track.prestige": "max"}), "prestige.win.track"),
    ],
)
def test_an_end_that_was_told_is_the_outcome(tmp_path: Path, context: Context, outcome: str) -> None:
    scored = score(("", photograph(tmp_path / "city.png", payload("auroque-01"))), context=context)
    assert scored.sheet.outcome is not None
    assert scored.sheet.outcome.key == outcome
    assert "core.score.assumed" not in [warning.key for warning in scored.warnings]


def test_what_the_context_says_goes_before_what_the_game_takes_for_granted(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "city.png", payload("auroque-01"))
    fallen = Context(seat=IDENTITIES, answers={"prestige.keep": "prestige.keep.center"})
    assert score(("", photo), context=fallen).sheet.outcome == Msg("prestige.loss.center")
    assert score(("", photo)).sheet.outcome != Msg("prestige.loss.center")


def test_foreign_and_other_games_codes_and_doubles_are_named_and_left_out(tmp_path: Path) -> None:
    lamp = payload("lamp1", OTHER)
    twice = payload("auroque-01")
    photo = photograph(tmp_path / "city.png", "https://example.org", lamp, twice, twice)
    scored = score(("", photo))
    assert sorted(keys(scored)) == ["core.tag.foreign", "core.tag.other_game", "core.tag.twice"]
    assert scored.sheet.standings[0].total == 1


def test_a_piece_that_counts_but_is_in_no_photo_is_named(tmp_path: Path) -> None:
    first = score(("", photograph(tmp_path / "a.png", payload("auroque-01"), payload("auroque-02"))))
    photo = photograph(tmp_path / "b.png", payload("auroque-01"))
    again = score_photos(PRESTIGE, first.state, PLAYERS, [("", photo)], Context())
    assert [(each["piece"], each["problem"]) for each in again.unread] == [("auroque-02", "not_seen")]


def test_facts_that_cannot_be_set_and_questions_left_open_are_said(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "city.png", payload("auroque-01"))
    scored = score(("", photo), context=Context(facts={"track.moon": 3}))
    assert keys(scored) == ["core.score.not_set", "core.score.open_of"]


def test_a_photo_of_somebody_who_does_not_play_is_refused(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "x.png", payload("auroque-01"))
    with pytest.raises(InputError) as caught:
        score(("Zé", photo))
    assert caught.value.key == "core.unknown_player"


def test_an_answer_about_somebody_who_does_not_play_is_refused(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "x.png", payload("auroque-01"))
    with pytest.raises(InputError) as caught:
        score(("", photo), context=Context(seat={"Anna": {"prestige.reveal": ("tribe-ibex",)}}))
    assert caught.value.key == "core.unknown_player"


def test_answers_that_nothing_asks_for_are_said(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "x.png", payload("auroque-01"))
    seat = IDENTITIES | {"Ana": {"prestige.revel": 1, **IDENTITIES["Ana"]}}
    scored = score(("", photo), context=Context(seat=seat, answers={"prestige.kep": 1}))
    unused = [warning.args[0][1] for warning in scored.warnings if warning.key == "core.score.not_asked"]
    assert unused == ["prestige.kep", "Ana prestige.revel"]


def test_a_piece_in_the_photos_of_two_people_is_said(tmp_path: Path) -> None:
    photos = [photograph(tmp_path / f"{each}.png", payload("auroque-01")) for each in "ab"]
    told = [
        warning
        for warning in score(("Ana", photos[0]), ("Bia", photos[1])).warnings
        if warning.key == "core.score.of_two"
    ]
    (warning,) = told
    assert dict(warning.args) == {"piece": PieceRef("auroque-01"), "one": SeatRef(0), "other": SeatRef(1)}


@pytest.mark.parametrize("text", ["players = 3", "[facts", 'colour = "blue"', "[seat]\nAna = 3"])
def test_a_context_with_a_typo_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "context.toml").write_text(text)
    with pytest.raises(InputError) as caught:
        read_context(tmp_path / "context.toml")
    assert "context.toml" in str(caught.value.args_by_name["file"])


def test_two_photos_of_one_name_are_marked_in_two_files(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    photos = [photograph(tmp_path / each / "city.png", payload("auroque-01")) for each in "ab"]
    sheet = score(*(("", photo) for photo in photos)).sheet
    written = write_marked(photos, sheet, PRESTIGE.box, "en", tmp_path / "out")
    assert [path.name for path in written] == ["city.png", "city-2.png"]
    marked = load_image(written[0])
    assert marked.shape == photos[0].grey.shape
    assert int(np.abs(marked.astype(int) - photos[0].grey.astype(int)).max()) > 50
    with pytest.raises(InputError):
        write_marked(photos, sheet, PRESTIGE.box, "en", written[0] / "no")


def test_a_marked_picture_is_never_written_over_a_photo(tmp_path: Path) -> None:
    photo = photograph(tmp_path / "city.png", payload("auroque-01"))
    taken = photo.path.read_bytes()
    (tmp_path / "same").symlink_to(tmp_path)
    written = write_marked([photo], score(("", photo)).sheet, PRESTIGE.box, "en", tmp_path / "same")
    assert [path.name for path in written] == ["city-2.png"]
    assert photo.path.read_bytes() == taken


def test_a_context_is_plain_data() -> None:
    context = Context(players=("Ana",), facts={"track.prestige": "max"}, seat=IDENTITIES)
    assert msgspec.convert(msgspec.to_builtins(context), Context) == context
