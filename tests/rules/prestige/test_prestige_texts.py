"""Every text of the game is there, in both languages, and filled in."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from companion.players import default_players
from companion.texts import LANGUAGES, Texts
from rules.core.commands import Answer, Picked, Put
from rules.core.errors import RuleError
from rules.core.state import Setup
from rules.core.value import Cell, Msg, PieceRef, SeatRef, Word, msg
from rules.games.prestige import GAME
from tests.rules.prestige.prestige_said import check_said
from tests.rules.prestige.prestige_table import BOX, Play, table

KEY = re.compile(r'"(prestige\.[a-z_]+(?:\.[a-z0-9_]+)*)"')


def catalogue(language: str) -> dict[str, str]:
    text = files("rules.games.prestige").joinpath("locale", f"{language}.po").read_text("utf-8")
    entries = re.findall(r'msgid "(prestige[^"]*)"\n(?:msgid_plural "[^"]*"\n)?((?:msgstr.*\n?)+)', text)
    return dict(entries)


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def messages(arg: object) -> Iterator[Msg]:
    if isinstance(arg, Msg):
        yield arg
        for _, inner in arg.args:
            yield from messages(inner)
    if isinstance(arg, Word):
        yield Msg(arg.key)


def test_both_languages_have_the_same_keys_and_holes() -> None:
    one, two = (catalogue(language) for language in LANGUAGES)
    assert set(one) == set(two)
    for key, text in one.items():
        assert holes(text) == holes(two[key]), key


def test_every_key_in_the_code_has_a_text() -> None:
    known = catalogue("en")
    folder = files("rules.games.prestige")
    for path in folder.iterdir():
        if path.name.endswith(".py"):
            for key in KEY.findall(path.read_text("utf-8")):
                known_group = any(each.startswith(f"{key}.") for each in known)
                assert key in known or known_group, (path.name, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_have_names_for_themselves_and_their_words(language: str) -> None:
    texts = Texts(language)
    for spec in GAME.options:
        assert texts.has(f"prestige.option.{spec.key}")
        assert all(texts.has(f"prestige.option.{spec.key}.{word}") for word in spec.words)
    assert texts.has("prestige.option.board.help")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_described(language: str) -> None:
    texts = Texts(language)
    for piece in (*BOX.cards, *BOX.events):
        lines = [texts.say(line, (), BOX) for line in GAME.describe(BOX, piece)]
        assert lines, piece
        check_said(BOX, *GAME.describe(BOX, piece))
        assert not any("{" in line or "[" in line for line in lines), lines
    assert not texts.missing
    assert GAME.describe(BOX, "center") == ()


def test_a_description_says_what_a_card_does() -> None:
    texts = Texts("en")
    said = {
        piece: [texts.say(line, (), BOX) for line in GAME.describe(BOX, piece)]
        for piece in (
            "comunal-01",
            "raposa-06",
            "auroque-08",
            "lince-02",
            "coruja-09",
            "invader-03",
            "lince-10",
            "favor_gained-06",
        )
    }
    assert said["comunal-01"] == [
        "Tribe: Communal",
        "Costs 1 coin",
        "Needs 2 Market in play",
        "When placed: +2 Prestige",
    ]
    assert said["raposa-06"] == [
        "Tribe: Fox",
        "Goes below a card in play",
        "When placed: +1 coin",
        "Market above it: +2 coins",
    ]
    assert said["auroque-08"][-1] == "For each Habitation between this and the next wall: +1 Happiness"
    assert said["lince-02"][-1] == "Whenever an Invader is drawn: +1 Defense"
    assert said["coruja-09"][-2:] == [
        "Whenever Temple is placed: +1 Happiness",
        "Action, -2 coins: +1 Happiness",
    ]
    assert said["invader-03"] == [
        "Nothing happens with Defense at 6 or more",
        "-1 Defense",
        "Destroys 1 Market",
        "Cards between two walls are safe",
    ]
    assert said["favor_gained-06"] == ["+1 Prestige, +2 coins"]
    assert said["lince-10"][0] == "Leader of Lynx: counts twice at the end"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "setup",
    [
        Setup(2),
        Setup(3, (("identities", "app"), ("events", "digital"), ("board", "hard"))),
        Setup(4, level="scorekeeper"),
    ],
    ids=["cards", "app", "kept"],
)
def test_whatever_is_said_in_play_has_its_text(language: str, setup: Setup) -> None:
    texts, players = Texts(language), default_players("Ana", "Bia", "Caio", "Davi")
    said: list[Msg] = []
    for seed in range(3):
        play, dice = Play(setup, seed), random.Random(seed)
        while asks := play.asks:
            said += [ask.text for ask in asks]
            said += [
                found for ask in asks for option in getattr(ask, "options", ()) for found in messages(option)
            ]
            said += [spec.text for spec in play.referee.correctables(play.state)]
            said += [text for spec in play.referee.correctables(play.state)[:40] for _, text in spec.words]
            ask = asks[dice.randrange(len(asks))]
            play.state, events = play.referee.apply(play.state, Answer(ask.id, ask.sample(dice)))
            play.told += events
        said += [event.text for event in play.told]
        sheet = play.referee.score(play.state)
        said += [*(row.text for row in sheet.rows), *sheet.notes]
        said += [found for found in (sheet.outcome, sheet.tie_break) if found]
    for message in dict.fromkeys(said):
        line = texts.say(message, players, BOX)
        assert "{" not in line, message
        assert "[" not in line, message
    assert not texts.missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_text(language: str) -> None:
    texts, players = Texts(language), default_players("Ana", "Bia", "Caio")
    play = Play(table("raposa-01@1,0 -raposa-02@2,0 ibex-02@-1,0", units="lince-03", coffers=1))
    refusals: list[Msg] = []
    plays = [play, *(Play(play.table).act(word) for word in ("place", "unit", "discard"))]
    for each in (*plays, Play(table("raposa-01@1,0 -raposa-02@2,0", happiness=3))):
        for ask in each.asks:
            for piece in (*BOX.cards, *BOX.events, "center"):
                reply = (
                    Put(piece, Cell(3, 3)) if ask.id.key == "prestige.place" else Picked((PieceRef(piece),))
                )
                with contextlib.suppress(RuleError):
                    ask.check(reply)
                    continue
                refusals.append(refused(each, Answer(ask.id, reply)))
    assert len({message.key for message in refusals}) > 8
    for message in dict.fromkeys(refusals):
        assert "[" not in texts.say(message, players, BOX), message
    assert not texts.missing


def refused(play: Play, command: Answer) -> Msg:
    with pytest.raises(RuleError) as caught:
        play.referee.apply(play.state, command)
    return caught.value.message


def test_names_are_filled_in() -> None:
    texts, players = Texts("pt_BR"), default_players("Ana", "Bia")
    assert texts.say(Msg("prestige.turn.began", (("who", SeatRef(1)),)), players, BOX) == "Vez de Bia."
    one = Msg("prestige.do.coffers", (("count", 1),))
    assert texts.say(one, players, BOX) == "1 moeda nos cofres."
    assert texts.say(Msg("prestige.do.coffers", (("count", 5),)), players, BOX) == "5 moedas nos cofres."


@pytest.mark.parametrize(
    ("language", "one", "two"), [("en", "1 point", "2 points"), ("pt_BR", "1 ponto", "2 pontos")]
)
@pytest.mark.parametrize("key", ["tie.cost", "tie.shared", "note.unclaimed"])
def test_what_leaders_count_double_in_is_called_points(language: str, one: str, two: str, key: str) -> None:
    texts, players = Texts(language), default_players("Ana", "Bia")
    lynx = PieceRef("tribe-lince")
    for count, said in ((1, one), (2, two)):
        text = msg(f"prestige.{key}", count=count, cost=1, tribe=lynx, tribes=lynx, winner=lynx)
        assert f" {said}," in texts.say(text, players, BOX)
