"""Every text in both languages, every letter in the font, every symbol drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import kv
import rules.games
from companion.app.director import Director
from companion.app.gallery import Gallery
from companion.app.poses import poses
from companion.app.views import VIEWS
from companion.catalogue import read_catalogue
from companion.games import LoadedGame, discover
from companion.screens import glyphs
from companion.texts import LANGUAGES
from companion.theme import COLOURS, INK, font
from companion.viewmodels.parts import Mark

ROOT = Path(str(files("companion"))).parent
KEY = re.compile(r"""["'](app\.[a-z_.]+[a-z_])["']""")
FAMILIES = {
    "app.ask.": ("sum_at_least", "sum_at_most", "sum_exactly", "all_different"),
    "app.scan.": ("unsure", "foreign", "damaged", "unknown_piece", "newer_format"),
    "app.scan.show.": ("lattice", "spread", "held"),
    "app.hint.": ("mirrored", "dark", "glare", "blur", "small"),
    "app.decks.": ("top", "bottom", "unseen"),
    "app.clock.": ("start", "pause", "go_on"),
    "app.health.": ("green", "amber", "red"),
    "app.stand.light.": ("good", "dark", "bright", "uneven", "glare"),
    "app.stand.size.": ("good", "close", "small", "none"),
    "app.settings.": ("sound.1", "sound.0", "motion.1", "motion.0"),
    "app.score.rank.": ("1", "2", "3"),
    "app.settings.text.": ("small", "normal", "large", "huge"),
    "app.setup.": ("players", "rules", "start", "players.help", "rules.help", "start.help"),
    "app.sure.": tuple(
        f"{key}{part}" for key in ("again", "delete", "leave") for part in ("", ".text", ".yes")
    ),
}
"""Keys that code puts together."""


def app_texts(language: str) -> dict[str, tuple[str, ...]]:
    file = files("companion").joinpath("locale", f"app.{language}.po")
    return read_catalogue(file.read_text("utf-8"), str(file)).texts


def used_keys() -> set[str]:
    sources = [
        path
        for folder in ("companion", "kv")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".kv"}
    ]
    found = {key for path in sources for key in KEY.findall(path.read_text("utf-8"))}
    made = {start + end for start, ends in FAMILIES.items() for end in ends}
    return found | made


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_has_a_text(language: str) -> None:
    assert used_keys() - set(app_texts(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_used(language: str) -> None:
    assert set(app_texts(language)) - used_keys() == set()


def test_both_languages_fill_the_same_holes() -> None:
    one, other = (app_texts(language) for language in LANGUAGES)
    holes = re.compile(r"\{\w+\}")
    for key, forms in one.items():
        assert set(holes.findall(forms[-1])) == set(holes.findall(other[key][-1])), key


def catalogues() -> Iterator[Path]:
    yield from (ROOT / "companion" / "locale").glob("*.po")
    for folder in rules.games.__path__:
        yield from Path(folder).glob("*/locale/*.po")


def test_every_letter_of_every_language_is_in_the_font() -> None:
    from PIL import ImageFont

    fonts = font().parent
    letters = {
        letter
        for path in catalogues()
        for forms in read_catalogue(path.read_text("utf-8")).texts.values()
        for form in forms
        for letter in form
    }
    for game in discover():
        if isinstance(game, LoadedGame):
            letters |= {letter for piece in game.box.pieces for _, name in piece.names for letter in name}
    for style in ("Regular", "Bold"):
        drawn = ImageFont.truetype(str(fonts / f"Roboto-{style}.ttf"), 32)
        absent = bytes(drawn.getmask("\ue000"))
        missing = {
            letter for letter in letters if not letter.isspace() and bytes(drawn.getmask(letter)) == absent
        }
        assert missing == set()


@pytest.fixture(scope="module")
def gallery(prestige: LoadedGame) -> Gallery:
    from companion.store import Store

    return Gallery(Director(Store(None), (prestige,), language="en"), prestige)


def test_every_picture_shows_the_table_that_it_is_of(gallery: Gallery) -> None:
    seen = [gallery.report("action", how) for how in ("whole", "covered", "wrong")]
    assert len({report.serial for report in seen}) == len(seen)


def marks_in(value: object) -> Iterator[Mark]:
    if isinstance(value, Mark):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from marks_in(each)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from marks_in(getattr(value, name))


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_in(each)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))


def test_every_screen_shows_marks_that_can_be_drawn(gallery: Gallery) -> None:
    for name, pose in poses(gallery):
        pose()
        for mark in marks_in(gallery.director.view()):
            if mark.shape:
                assert glyphs.parts_of(mark), (name, mark)
                assert mark.colour in COLOURS or hasattr(INK, mark.colour), (name, mark)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_shows_a_missing_text(gallery: Gallery, language: str) -> None:
    from companion.app import around

    around.prefer(gallery.director, "language", language)
    for name, pose in poses(gallery):
        pose()
        for text in texts_in(gallery.director.view()):
            assert not re.fullmatch(r"\[[a-z_.]+\]", text), (name, text)
    assert gallery.director.texts.missing == {}


def test_every_view_has_a_picture(gallery: Gallery) -> None:
    seen = set()
    for _, pose in poses(gallery):
        pose()
        seen.add(gallery.director.screen)
    assert set(VIEWS) - seen <= {"recovery", "what", "leave"}


def test_kv_files_lie_where_the_wheel_finds_them() -> None:
    assert {path.name for path in files(kv).iterdir() if path.name.endswith(".kv")} >= {
        "widgets.kv",
        "table.kv",
    }
