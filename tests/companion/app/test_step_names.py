"""How steps, places and dates are named on the screens of an evening."""

from __future__ import annotations

import pytest

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.app.gallery import by_key, play_until
from companion.demo import NONE, Plan
from companion.games import LoadedGame
from companion.naming import bare, brief, name_answer
from companion.players import default_players
from companion.session import Session
from companion.texts import Texts
from companion.viewmodels import actions as a
from companion.viewmodels.log import LogView
from companion.viewmodels.parts import Mark
from companion.viewmodels.setup import name, recased
from companion.viewmodels.table import short
from companion.viewmodels.voice import Voice
from rules.core.asks import Confirm, Number, One
from rules.core.commands import Amount, Answer, AskId, Correct, Done, Picked
from rules.core.value import TABLE, PieceRef, SeatRef, Word, msg

PLAYERS = default_players("Ana", "Bia")
PT, EN = (Voice(Texts(language), PLAYERS) for language in ("pt_BR", "en"))


def log_of(director: Director) -> LogView:
    director.act(a.Go("log"))
    view = director.view()
    assert isinstance(view, LogView)
    return view


def test_steps_are_named_by_sentences_and_not_by_their_questions(
    director: Director, finished: Session
) -> None:
    sit_down(director, finished)
    titles = [entry.title for entry in log_of(director).entries]
    assert not [title for title in titles if "?" in title]
    assert not [title for title in titles if title.endswith(".")]
    assert "Bruno drew from pile 3" in titles
    assert max(map(len, titles)) < 90


def test_the_log_counts_steps_without_gaps(director: Director, finished: Session) -> None:
    sit_down(director, finished)
    numbers = [int(entry.number) for entry in log_of(director).entries]
    assert numbers == list(range(len(numbers), 0, -1))


def test_the_last_identity_turned_over_is_named_and_then_the_founder(
    director: Director, prestige: LoadedGame
) -> None:
    plan = Plan("prestige", 3, 4, camera=NONE, options=(("events", "digital"), ("identities", "cards")))
    session = play_until(prestige, director.store, plan, by_key("action")).session
    session.dispatch(Correct("track.prestige", 15))
    reveals = [f"tribe-{tribe}" for tribe in ("lince", "raposa", "ibex")]
    for tribe in reveals:
        session.dispatch(Answer(session.asks()[0].id, Picked((PieceRef(tribe),))))
    sit_down(director, session)
    last = f"{director.voice.seat(2)} revealed Ibex"
    assert director.view().bar.buttons[0].text == f"Undo: {last}"
    newest, before, *_ = log_of(director).entries
    assert (newest.title, before.title) == (last, f"{director.voice.seat(1)} revealed Fox")
    assert "True Founder" in newest.text
    assert not before.text


def test_undo_names_what_was_done(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Open(grown.asks()[0].id.n))
    ask = grown.asks()[0]
    assert isinstance(ask, One)
    place = next(each for each in ask.options if isinstance(each, Word) and each.key.endswith("place"))
    director.act(a.Send(Answer(ask.id, Picked((place,)))))
    director.to_table()
    assert director.view().bar.buttons[0].text == "Undo: Clara chose to place a card"


def test_a_correction_is_named_once_and_by_what_it_set(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    grown.dispatch(Correct("track.happiness", 6))
    director.to_table()
    assert director.view().bar.buttons[0].text == "Undo fix: Happiness is now 6"
    entry = log_of(director).entries[0]
    assert (entry.title, entry.text, entry.label) == ("Happiness is now 6", "", "fix")


@pytest.mark.parametrize(("seat", "said"), [(TABLE, "Agora não"), (0, "Ana: Agora não")])
def test_a_tap_to_go_on_is_named_by_its_question_alone(seat: int, said: str) -> None:
    ask = Confirm(AskId(seat=seat, n=1, key="app.secret.later"))
    assert PT.say(name_answer(ask, Done())) == said


def test_a_name_too_long_for_a_button_leaves_its_question_out() -> None:
    step = msg(
        "core.step.answered",
        seat=SeatRef(1),
        question="Which of all the cards do you discard?",
        answer="Well",
    )
    assert short(EN, step) == "Bia: Well"
    assert brief(msg("core.left", name="Ana")) == msg("core.left", name="Ana")
    assert bare(step) == step


@pytest.mark.parametrize("player", ["Bruno", "Guilherme"])
@pytest.mark.parametrize(
    ("language", "said"), [("pt_BR", "baixou Tesouros: 12 moedas"), ("en", "laid down Treasures: 12 coins")]
)
def test_treasures_typed_as_a_sum_are_named_on_the_button(player: str, language: str, said: str) -> None:
    voice = Voice(Texts(language), default_players("Ana", player))
    ask = Number(AskId(seat=1, n=1, key="dominion_guilds.coins"), low=0, high=20)
    assert short(voice, name_answer(ask, Amount(12))) == f"{player} {said}"


def test_a_name_too_long_for_a_button_is_cut_rather_than_left_with_a_number() -> None:
    question = "How many of all the cards do you discard?"
    step = msg("core.step.answered", seat=SeatRef(1), question=question, answer=5)
    assert short(EN, step) == "Bia: How many of all the cards do you\N{HORIZONTAL ELLIPSIS}"


def test_a_date_is_written_as_in_its_language() -> None:
    assert PT.date("2026-11-30T10:14:25") == "30/11/2026, 10:14"
    assert EN.date("2026-11-30T10:14:25") == "11/30/2026, 10:14"
    assert EN.date("") == ""


def test_the_keyboard_has_digits_and_either_case() -> None:
    view = name(PT, "ana", Mark("circle"), ("Bia",), upper=False)
    keys = [button for row in view.rows for button in row]
    assert {"1", "9", "0"} <= {key.text for key in keys}
    assert a.Set("typed", "anA") in [key.action for key in keys]
    assert view.known[0].text == "Já jogou: Bia"
    assert recased("AnA") == "Ana"


def test_every_row_of_somebody_s_wears_their_shape_and_says_nothing_twice(
    director: Director, grown: Session
) -> None:
    sit_down(director, grown)
    shapes = {player.name: player.shape for player in grown.players}
    entries = log_of(director).entries
    own = [entry for entry in entries if entry.title.split()[0] in shapes]
    assert own
    assert all(entry.mark.shape == shapes[entry.title.split()[0]] for entry in own)
    drawn = [entry for entry in own if " drew from pile " in entry.title]
    assert drawn
    assert not any(" draws a card" in entry.text for entry in drawn)
