"""Words for people: both languages, names filled in, plurals, and what is missing made visible."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages import pofile

from companion.catalogue import CatalogueError, read_catalogue
from companion.games import LoadedGame
from companion.players import default_players
from companion.texts import LANGUAGES, Texts, load_catalogue
from rules.core.value import TABLE, Cell, Msg, PieceRef, SeatRef, Word, msg
from tests.companion import lantern

PLAYERS = default_players("Ana", "Bia")
LANTERN_PO = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "lantern.lit"
msgid_plural "lantern.lit"
msgstr[0] "{who} acendeu {count} luz"
msgstr[1] "{who} acendeu {count} luzes"

#, fuzzy
msgid "lantern.red"
msgstr "verde"

msgid "lantern.quoted"
msgstr "com \\"aspas\\" e {"
" chave"
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "pt_BR.po").write_text(LANTERN_PO, "utf-8")
    game = lantern.make()
    return Texts("pt_BR", [LoadedGame(game.game, game.box, tmp_path)])


def test_names_of_seats_pieces_words_and_cells_are_filled_in(texts: Texts) -> None:
    box = lantern.make().box
    assert texts.label(SeatRef(1), PLAYERS) == "Bia"
    assert texts.label(SeatRef(5), PLAYERS) == "Lugar 6"
    assert texts.label(SeatRef(TABLE)) == "a mesa"
    assert texts.label(PieceRef("lamp3"), box=box) == "Lamp 3"
    assert texts.label(PieceRef("nobody"), box=box) == "nobody"
    assert texts.label(Word("core.done")) == "pronto"
    assert texts.label(Cell(-1, 2)) == "coluna -1, linha 2"
    assert texts.label(7) == "7"


def test_messages_nest(texts: Texts) -> None:
    inner = msg("core.list_last", first=SeatRef(0), next=PieceRef("lamp1"))
    said = texts.say(msg("core.corrected", fact=inner, value=3), PLAYERS, lantern.make().box)
    assert said == "Ana e Lamp 1 passou para 3."


@pytest.mark.parametrize(("count", "said"), [(0, "luz"), (1, "luz"), (2, "luzes"), (-2, "luzes")])
def test_plurals_follow_the_count(texts: Texts, count: int, said: str) -> None:
    assert (
        texts.say(msg("lantern.lit", who=SeatRef(0), count=count), PLAYERS) == f"Ana acendeu {count} {said}"
    )


def test_a_missing_text_is_its_key_in_brackets_and_is_kept(texts: Texts) -> None:
    assert texts.say("lantern.nowhere") == "[lantern.nowhere]"
    assert texts.say("nogame.nowhere") == "[nogame.nowhere]"
    assert texts.say("lantern.red") == "[lantern.red]"
    assert not texts.has("lantern.red")
    assert texts.say(Msg("lantern.lit")) == "{who} acendeu {count} luz"
    assert list(texts.missing) == [
        "lantern.nowhere",
        "nogame.nowhere",
        "lantern.red",
        "lantern.lit{who}",
        "lantern.lit{count}",
    ]


def test_braces_and_quotes_in_a_text_do_no_harm(texts: Texts) -> None:
    assert texts.say("lantern.quoted") == 'com "aspas" e { chave'


def test_a_catalogue_with_a_typo_says_where() -> None:
    with pytest.raises(CatalogueError, match=r"x\.po:2"):
        read_catalogue('msgid "a.b"\nmsgstr no quotes\n', "x.po")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="tlh"):
        Texts("tlh")


def catalogues() -> list[Path]:
    root = Path(str(files("companion"))).parent
    return sorted((*root.glob("companion/locale/*.po"), *root.glob("rules/games/*/locale/*.po")))


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_our_reader_agrees_with_babels(path: Path) -> None:
    text = path.read_text("utf-8")
    theirs = {}
    for message in pofile.read_po(io.StringIO(text)):
        if message.id:
            key = message.id[0] if isinstance(message.id, tuple) else message.id
            theirs[key] = tuple(message.string) if isinstance(message.string, tuple) else (message.string,)
    assert read_catalogue(text).texts == theirs


@pytest.mark.parametrize(
    "folder", sorted({path.parent.parent for path in catalogues()}), ids=lambda path: path.name
)
def test_both_languages_say_everything_with_the_same_names(folder: Path) -> None:
    holes = re.compile(r"\{\w+\}")
    one, other = (load_catalogue(folder, language).texts for language in LANGUAGES)
    assert one.keys() == other.keys()
    for key, forms in one.items():
        assert set(holes.findall(forms[-1])) == set(holes.findall(other[key][-1])), key


def test_every_key_that_the_code_names_has_a_text() -> None:
    texts = Texts("en")
    root = Path(str(files("companion"))).parent
    named = re.compile(r'"((?:core|cli|vision|hardware)\.[a-z0-9_]+(?:\.[a-z0-9_]+)*)"')
    keys = {
        key
        for room in ("companion", "rules/core", "vision", "hardware")
        for path in (root / room).rglob("*.py")
        for key in named.findall(path.read_text("utf-8"))
    }
    unsaid = sorted(key for key in keys if not texts.has(key) and not key.endswith((".toml", ".py")))
    assert unsaid == []


def test_a_message_is_told_by_the_best_sentence_that_there_is() -> None:
    texts = Texts("en")
    rough = msg("core.step.answered", seat=SeatRef(0), question="Which?", answer="B")
    better = msg("prestige.pass.told", seat=SeatRef(0))
    for told, said in (
        (msg("prestige.pile.3.told", seat=SeatRef(0)), "Ana drew from pile 3"),
        (
            msg("prestige.nothing.told", told=msg("prestige.pile.3.told", seat=SeatRef(0))),
            "Ana drew from pile 3",
        ),
        (
            msg("prestige.pile.3.told", seat=SeatRef(0), told=msg("prestige.pile.1.told", seat=SeatRef(0))),
            "Ana drew from pile 3",
        ),
        (better, "Ana: Which? B"),
    ):
        message = Msg(rough.key, (*rough.args, ("told", told)))
        assert texts.say(message, default_players("Ana")) == said
    assert not texts.missing


def test_a_figure_has_the_decimal_mark_of_the_language() -> None:
    assert [Texts(language).figure(2.345, 2) for language in LANGUAGES] == ["2,35", "2.35"]
    assert Texts("pt_BR").figure(100) == "100,0"
