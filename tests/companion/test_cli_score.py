"""The sub-commands read and score, as programs and people meet them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import LoadedGame
from companion.stickers import choose_pieces
from tests.companion.calls import as_json, call, evening

pytestmark = pytest.mark.usefixtures("home")
TAG_KEYS = {"text", "game", "piece", "copy", "corners", "rotation_deg", "problem"}


def test_read_prints_every_code_in_its_exact_shape(
    capsys: pytest.CaptureFixture[str], photo: Path, prestige: LoadedGame
) -> None:
    (found,) = as_json(capsys, "read", photo)
    assert found["image"] == str(photo)
    pieces = [piece.id for piece in choose_pieces(prestige, "city")][:12]
    assert sorted(tag["piece"] for tag in found["tags"]) == sorted(pieces)
    for tag in found["tags"]:
        assert set(tag) == TAG_KEYS
        assert (tag["game"], tag["copy"], tag["problem"]) == ("prestige", 1, None)
        assert len(tag["corners"]) == 4
        assert tag["corners"][0][0] < tag["corners"][1][0]
        assert 0 <= tag["rotation_deg"] < 360
    code, out, _ = call(capsys, "read", photo)
    assert code == 0
    assert len(out.splitlines()) == 13


def test_read_names_foreign_codes_with_their_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import segno

    segno.make_qr("https://example.org").save(str(tmp_path / "foreign.png"), scale=8, border=4)
    (found,) = as_json(capsys, "read", tmp_path / "foreign.png")
    (tag,) = found["tags"]
    assert (tag["text"], tag["problem"], tag["piece"]) == ("https://example.org", "foreign", None)


def test_score_from_a_photo_and_a_context_names_the_founder(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text(
        'players = ["Ana", "Bia"]\n'
        '[seat.Ana]\n"prestige.reveal" = ["tribe-auroque", "tribe-ibex"]\n'
        '[seat.Bia]\n"prestige.reveal" = ["tribe-garca", "tribe-lince"]\n'
    )
    marked = tmp_path / "marked"
    found = as_json(capsys, "score", "prestige", photo, "--context", context, "--annotate", marked)
    assert {"game", "seats", "tie_break", "unread", "warnings"} <= set(found)
    ana, bia = found["seats"]
    assert (ana["name"], ana["rank"], ana["winner"]) == ("Ana", 1, True)
    assert ana["total"] == sum(row["amount"] for row in ana["rows"])
    assert set(ana["rows"][0]) == {"key", "text", "amount", "pieces"}
    assert bia["winner"] is False
    assert found["unread"] == []
    assert [path.name for path in marked.iterdir()] == ["city.png"]


def test_score_without_identities_says_what_is_open(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n')
    found = as_json(capsys, "score", "prestige", photo, "--context", context)
    assert found["seats"][0]["rows"] == []
    named = [warning for warning in found["warnings"] if "prestige.reveal" in warning]
    assert named
    assert "tribe-auroque" in named[0]


def test_score_refuses_an_answer_that_is_not_on_offer(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n[answers]\n"prestige.reveal" = ["tribe-moon"]\n')
    code, out, err = call(capsys, "score", "prestige", photo, "--context", context)
    assert (code, out) == (2, "")
    assert "tribe-moon" in err


def test_a_photo_of_another_game_is_said_to_be_one(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n')
    code, out, err = call(capsys, "--language", "en", "score", "dominion_guilds", photo, "--context", context)
    assert (code, out) == (2, "")
    assert f"In {photo.name} lies prestige, not dominion_guilds: 12 stickers were read." in err


def test_photos_without_any_sticker_are_refused_with_the_way_on(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path, home: Path
) -> None:
    import segno

    segno.make_qr("https://example.org").save(str(tmp_path / "foreign.png"), scale=8, border=4)
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n')
    empty = tmp_path / "foreign.png"
    code, out, err = call(capsys, "--language", "en", "score", "prestige", empty, "--context", context)
    assert (code, out) == (2, "")
    assert "foreign.png" in err
    assert "--session" in err
    found = as_json(capsys, "--language", "en", "score", "prestige", photo, empty, "--context", context)
    assert any(warning.startswith("foreign.png: no sticker") for warning in found["warnings"])
    found = as_json(capsys, "score", "prestige", empty, "--session", evening(home))
    assert any("foreign.png" in warning for warning in found["warnings"])


def test_an_end_that_nobody_told_of_is_no_outcome(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n')
    ask = ("--language", "en", "score", "prestige", photo, "--context", context)
    found = as_json(capsys, *ask)
    assert found["outcome"] is None
    assert any("counted as if" in warning and "prevails" in warning for warning in found["warnings"])
    context.write_text('players = ["Ana", "Bia"]\n[facts]\n"track.prestige" = "max"\n')
    found = as_json(capsys, *ask)
    assert "prevails" in found["outcome"]
    assert not any("counted as if" in warning for warning in found["warnings"])


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_the_help_of_score_shows_a_whole_context_that_works(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path, language: str
) -> None:
    from companion.context import Context, read_context

    code, out, _ = call(capsys, "--language", language, "score", "--help")
    assert code == 0
    context = tmp_path / "context.toml"
    context.write_text(out[out.index("players = ") : out.index("]\n\n", out.index("[answers]")) + 1], "utf-8")
    read = read_context(context)
    assert all(getattr(read, field) != getattr(Context(), field) for field in Context.__struct_fields__)
    found = as_json(capsys, "score", "prestige", photo, "--context", context)
    assert [warning for warning in found["warnings"] if "Centro Tribal" not in warning] == []
    assert found["seats"][0]["winner"]


@pytest.mark.parametrize("players", ['["Ana", "Ana"]', '["", "Bia"]', '["Ana"]'])
def test_score_refuses_people_whom_nobody_could_tell_apart(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path, players: str
) -> None:
    context = tmp_path / "context.toml"
    context.write_text(f"players = {players}\n")
    code, out, err = call(capsys, "score", "prestige", photo, "--context", context)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_score_says_what_a_kept_evening_knows_better(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Zé", "Lu"]\n')
    session_id = evening(home)
    found = as_json(capsys, "score", "prestige", "--session", session_id, "--context", context)
    assert [seat["name"] for seat in found["seats"]] == ["Ana", "Bia"]
    assert any(session_id in warning for warning in found["warnings"])


def test_score_of_a_kept_evening_needs_no_photo(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    found = as_json(capsys, "score", "prestige", "--session", evening(home))
    assert [seat["name"] for seat in found["seats"]] == ["Ana", "Bia"]


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_the_score_is_printed_although_its_pictures_cannot_be_written(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path, language: str
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n')
    words = ("--language", language, "score", "prestige", photo, "--context", context, "--json")
    _, out, _ = call(capsys, *words)
    code, told, err = call(capsys, *words, "--annotate", "/proc/none")
    assert (code, told, err.count("\n")) == (2, out, 1)
    assert "/proc/none" in err


def test_a_context_without_an_end_is_not_read(capsys: pytest.CaptureFixture[str], photo: Path) -> None:
    code, out, err = call(capsys, "score", "prestige", photo, "--context", "/dev/zero")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "/dev/zero" in err


def test_pictures_are_taken_wherever_they_are_named(
    capsys: pytest.CaptureFixture[str], photo: Path, tmp_path: Path
) -> None:
    context = tmp_path / "context.toml"
    context.write_text('players = ["Ana", "Bia"]\n')
    first = as_json(capsys, "score", "prestige", photo, "--context", context)
    assert as_json(capsys, "score", "prestige", "--context", context, photo) == first
    assert [each["image"] for each in as_json(capsys, "read", photo, "--json", photo)] == [str(photo)] * 2


def test_a_stray_option_or_word_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("score", "prestige", "a.png", "--nothing"), ("doctor", "--json", "stray")):
        code, _, err = call(capsys, *words)
        assert code == 2
        assert words[-1] in err
