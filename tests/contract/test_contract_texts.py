"""Every word that a game can say is there in both languages, with everything it needs filled in."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import rules.core
from companion.texts import LANGUAGES, Texts, load_catalogue
from rules.core.asks import Ask, One, Order, Some
from rules.core.errors import RuleError
from rules.core.predicates import PREDICATES
from rules.core.value import Choice, Msg, msg
from tests.contract.cases import CASES, LOADED, Case
from tests.contract.test_contract import mistakes
from tests.contract.walks import VERBS, Walk, some_of

REAL = [case for case in CASES if not case.is_paper]
each_case = pytest.mark.parametrize("case", REAL, ids=str)
each_game = pytest.mark.parametrize("loaded", LOADED, ids=lambda loaded: str(loaded.id))
each_language = pytest.mark.parametrize("language", LANGUAGES)
HOLES = re.compile(r"\{(\w*)\}")
STEPS = 100


def words_of(ask: Ask) -> Iterator[Msg | Choice]:
    """Yield what a screen shows of a question."""
    yield ask.text
    if isinstance(ask, One | Some | Order):
        yield from ask.options


def refusals(walk: Walk, number: int) -> Iterator[Msg]:
    for command in some_of(mistakes(walk), number):
        try:
            walk.referee.apply(walk.state, command)
        except RuleError as error:
            yield error.message


def words_in(walk: Walk) -> Iterator[Msg | Choice]:
    """Yield everything that a screen shows of a game now."""
    for ask in walk.asks:
        yield from words_of(ask)
    for spec in walk.referee.correctables(walk.state):
        yield from (spec.text, *(text for _, text in spec.words))
        for _, text in spec.words:
            # A number "is now 5"; a word needs a sentence of its own.
            yield msg(f"{spec.text.key}.told", **dict(spec.text.args), value=text)
    for seat in range(walk.case.seats):
        if secrets := walk.referee.secrets(walk.state, seat):
            yield from (msg(f"{walk.case.game.id}.secrets"), *secrets)
    score = walk.referee.score(walk.state)
    yield from (row.text for row in score.rows)
    yield from (*score.notes, *filter(None, (score.outcome, score.tie_break)))


def missing_from(walk: Walk, play: Callable[[], Iterator[Msg | Choice]]) -> dict[str, list[str]]:
    """Say everything in every language; return what there is no text, name or argument for."""
    every = [Texts(language) for language in LANGUAGES]
    for word in dict.fromkeys([*play(), *(event.text for event in walk.events)]):
        for texts in every:
            texts.label(word, box=walk.case.box)
    return {texts.language: list(texts.missing) for texts in every if texts.missing}


@each_case
@pytest.mark.parametrize("seed", range(2))
def test_a_walk_meets_no_word_without_a_text(case: Case, seed: int) -> None:
    walk, dice = Walk(case, seed), random.Random(seed)

    def play() -> Iterator[Msg | Choice]:
        for number in range(STEPS):
            walk.take(dice.choice(VERBS), dice.randrange(2**16))
            yield from words_in(walk) if number % 5 == 0 else ()
            yield from refusals(walk, number)

    assert missing_from(walk, play) == {}


@each_case
def test_a_whole_game_meets_no_word_without_a_text(case: Case) -> None:
    walk = Walk(case, 3)

    def play() -> Iterator[Msg | Choice]:
        walk.play_on(3)
        yield from words_in(walk)

    assert missing_from(walk, play) == {}


@each_language
@each_game
def test_switches_levels_and_pieces_have_names(language: str, loaded: object) -> None:
    game, box, texts = loaded.game, loaded.box, Texts(language)  # type: ignore[attr-defined]
    for spec in game.options:
        texts.say(f"{game.id}.option.{spec.key}")
        for word in spec.words:
            texts.say(f"{game.id}.option.{spec.key}.{word}")
    for level in game.levels:
        texts.say(f"core.level.{level}")
    for piece in box.pieces:
        for line in game.describe(box, piece.id):
            texts.say(line, box=box)
    assert list(texts.missing) == []
    assert language in dict(game.names)
    assert [piece.id for piece in box.pieces if not dict(piece.names).get(language)] == []


@each_game
def test_both_catalogues_have_the_same_texts_with_the_same_holes(loaded: object) -> None:
    folder = loaded.folder  # type: ignore[attr-defined]
    one, other = (load_catalogue(folder, language).texts for language in LANGUAGES)
    assert one.keys() == other.keys()
    for key in one:
        assert {hole for text in one[key] for hole in HOLES.findall(text)} == {
            hole for text in other[key] for hole in HOLES.findall(text)
        }, key
        assert all(text.strip() for text in (*one[key], *other[key])), key


@each_language
def test_every_reason_of_the_core_has_a_text(language: str) -> None:
    texts = load_catalogue(files("companion"), language).texts
    source = "".join(path.read_text("utf-8") for path in Path(rules.core.__path__[0]).glob("*.py"))
    keys = {*re.findall(r'"(core\.[a-z_]+)"', source), *(f"core.{name}" for name in PREDICATES)}
    assert len(keys) > 20
    assert sorted(keys - texts.keys()) == []


def test_a_missing_text_and_a_missing_argument_are_noticed() -> None:
    texts = Texts("en")
    texts.say(msg("core.no_such_text"))
    texts.say(msg("core.corrected", fact="x"))
    assert list(texts.missing) == ["core.no_such_text", "core.corrected{value}"]
