"""Views of an evening of Prestige: what each screen says."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from companion.app.director import Director
from companion.app.evening import sit_down
from companion.session import Session
from companion.viewmodels import actions as a
from companion.viewmodels import clock, lights, score
from companion.viewmodels.around import MoreView
from companion.viewmodels.ask import AskView
from companion.viewmodels.card import PiecesView
from companion.viewmodels.correct import CorrectView
from companion.viewmodels.log import LogView
from companion.viewmodels.parts import PRIMARY
from companion.viewmodels.place import PlaceView
from companion.viewmodels.score import CodeView, ScoreView
from companion.viewmodels.setup import SetupView
from companion.viewmodels.table import TableView
from hardware.roles import light
from hardware.signals import WHITE, Rhythm
from rules.core.asks import Place
from rules.core.commands import Answer, Picked
from rules.core.value import Word


def table_of(director: Director, session: Session) -> TableView:
    sit_down(director, session)
    view = director.view()
    assert isinstance(view, TableView)
    return view


def open_place(director: Director, session: Session) -> PlaceView:
    sit_down(director, session)
    ask = director.scene.blocking[0]
    director.act(a.Send(Answer(ask.id, Picked((Word("prestige.action.place"),)))))
    view = director.view()
    assert isinstance(view, PlaceView)
    return view


def test_the_table_says_whose_turn_it_is(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    seat = director.scene.seats[0]
    assert view.bar.title == f"{grown.players[seat].name}'s turn"
    assert view.bar.mark.shape == grown.players[seat].shape


def test_the_table_says_who_leads(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    assert view.bar.note.startswith("Leading tribe")


def test_the_table_offers_every_action_that_is_open(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    sent = {button.action.command for button in view.buttons if isinstance(button.action, a.Send)}
    ask = director.scene.blocking[0]
    assert sent == {Answer(ask.id, reply) for reply in ask.replies()}


def test_the_table_shows_every_card_of_the_city(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    table = grown.referee.table(grown.state)
    assert {tile.cell for tile in view.lattice.tiles} == {spot.cell for spot in table.city}


def test_choosing_to_place_opens_the_question_where(director: Director, grown: Session) -> None:
    view = open_place(director, grown)
    assert view.step == "piece"
    assert len(view.rows) > 20


def test_a_long_list_is_headed_by_who_leads_and_keeps_its_room(director: Director, grown: Session) -> None:
    whole = open_place(director, grown)
    assert whole.bar.note.endswith(director.scene.leads)
    assert "Heron" in whole.bar.note
    assert not whole.help


def test_a_short_list_is_not_narrowed_by_letters(director: Director, grown: Session) -> None:
    whole = open_place(director, grown)
    director.act(whole.groups[1].action)
    fewer = director.view()
    assert isinstance(fewer, PlaceView)
    assert whole.letters
    assert not fewer.letters


def test_a_tribe_narrows_the_list_of_cards(director: Director, grown: Session) -> None:
    whole = open_place(director, grown)
    director.act(whole.groups[1].action)
    fewer = director.view()
    assert isinstance(fewer, PlaceView)
    assert 0 < len(fewer.rows) < len(whole.rows)
    assert fewer.groups[1].chosen


def test_a_letter_narrows_the_list_of_cards(director: Director, grown: Session) -> None:
    whole = open_place(director, grown)
    director.act(whole.letters[0].action)
    fewer = director.view()
    assert isinstance(fewer, PlaceView)
    assert {row.text[0] for row in fewer.rows} == {whole.letters[0].text}


def test_a_picked_card_shows_where_it_may_go(director: Director, grown: Session) -> None:
    whole = open_place(director, grown)
    director.act(whole.rows[0].action)
    view = director.view()
    assert isinstance(view, PlaceView)
    ask = director.scene.blocking[0]
    assert isinstance(ask, Place)
    piece = director.draft.piece
    legal = {cell for group in ask.groups if piece in group.pieces for cell in group.cells}
    assert {spot.cell for spot in view.lattice.spots} == legal


def test_ok_does_nothing_before_a_place_is_picked(director: Director, grown: Session) -> None:
    whole = open_place(director, grown)
    director.act(whole.rows[0].action)
    view = director.view()
    assert isinstance(view, PlaceView)
    if len(view.lattice.spots) > 1:
        assert view.ok is None
    director.act(view.lattice.spots[0].action)
    assert director.view().ok == a.Give()


def test_a_refusal_names_the_reason_on_the_question(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    ask = director.scene.blocking[0]
    director.act(a.Send(Answer(ask.id, Picked((Word("prestige.action.nonsense"),)))))
    view = director.view()
    assert isinstance(view, TableView)
    assert view.notice
    assert not view.notice.startswith("[")


def test_a_second_press_on_the_same_answer_changes_nothing(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    action = view.buttons[0].action
    director.act(action)
    steps = len(grown.log())
    director.act(action)
    assert len(grown.log()) == steps
    assert director.notice is None


def test_undo_is_named_and_takes_the_step_back(director: Director, grown: Session) -> None:
    before = grown.state
    view = table_of(director, grown)
    director.act(view.buttons[0].action)
    director.to_table()
    undo = director.view().bar.buttons[0]
    assert undo.text.startswith("Undo: ")
    assert len(undo.text) > len("Undo: ")
    director.act(undo.action)
    assert grown.referee.facts(grown.state) == grown.referee.facts(before)
    assert director.screen == "table"


def test_the_log_keeps_undone_steps_in_sight(director: Director, grown: Session) -> None:
    view = table_of(director, grown)
    director.act(view.buttons[0].action)
    director.act(a.Undo())
    director.act(a.Go("log"))
    log = director.view()
    assert isinstance(log, LogView)
    assert log.entries[0].undone
    assert log.entries[0].label == "undone"
    assert not log.entries[1].undone


def test_a_correction_is_applied_and_marked_in_the_log(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("correct"))
    view = director.view()
    assert isinstance(view, CorrectView)
    director.act(view.rows[0].action)
    opened = director.view()
    assert isinstance(opened, CorrectView)
    assert opened.ok is None
    director.act(next(button.action for button in opened.nudges if button.action))
    changed = director.view()
    assert isinstance(changed, CorrectView)
    director.act(changed.ok)
    assert director.screen == "correct"
    assert grown.log()[-1].correction


def test_an_open_score_counts_tribes_and_not_players(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("score"))
    view = director.view()
    assert isinstance(view, ScoreView)
    names = {player.name for player in grown.players}
    assert not names & {rank.text for rank in view.ranks}
    assert sum(int(rank.badge) for rank in view.ranks) == sum(row.amount for row in grown.score().rows)


def test_rows_of_the_chosen_tribe_add_up_to_its_total(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("score"))
    first = director.view()
    assert isinstance(first, ScoreView)
    director.act(first.ranks[1].action)
    view = director.view()
    assert isinstance(view, ScoreView)
    assert sum(int(row.figure) for row in view.rows) == int(view.ranks[1].badge)


def test_the_final_score_names_the_winner(director: Director, finished: Session) -> None:
    sit_down(director, finished)
    director.act(a.Go("score"))
    view = director.view()
    assert isinstance(view, ScoreView)
    winners = {finished.players[each.seat].name for each in finished.score().standings if each.winner}
    assert winners
    assert {rank.text for rank in view.ranks if rank.note.startswith("Winner")} == winners
    assert {rank.text for rank in view.ranks if rank.award.shape == "trophy"} == winners
    assert all(name in view.bar.title for name in winners)
    assert view.outcome


def test_the_final_score_names_every_tribe_of_everybody(director: Director, finished: Session) -> None:
    sit_down(director, finished)
    box, start = finished.box, finished.referee.table(finished.state)
    bare = replace(start, city=start.city[:1], units=())
    sheet = finished.game.score(box, bare)
    scene = dataclasses.replace(director.scene, table=bare, sheet=sheet)
    for standing in sheet.standings:
        view = score.view(scene, standing.seat)
        names = [scene.group(tribe).name for tribe in start.seats[standing.seat].tribes]
        assert names
        (rank,) = [each for each in view.ranks if each.chosen]
        assert rank.note.endswith(", ".join(names))
        assert [(row.text, row.figure) for row in view.rows if row.strong] == [(name, "0") for name in names]


def test_the_code_for_phones_holds_everybodys_total(director: Director, finished: Session) -> None:
    sit_down(director, finished)
    director.act(a.Go("code"))
    view = director.view()
    assert isinstance(view, CodeView)
    for standing in finished.score().standings:
        assert f"{finished.players[standing.seat].name}: {standing.total}" in view.text


def test_a_finished_game_leads_to_the_score(director: Director, finished: Session) -> None:
    view = table_of(director, finished)
    assert view.ok == a.Go("score")
    assert [button.kind for button in view.main] == [PRIMARY]
    best = next(each for each in finished.score().standings if each.winner)
    assert view.bar.note == f"{finished.players[best.seat].name} wins with {best.total}"


def test_the_same_group_again_begins_a_new_evening_with_the_same_people(
    director: Director, finished: Session
) -> None:
    players = finished.players
    sit_down(director, finished)
    director.act(a.Do("again"))
    view = director.view()
    assert isinstance(view, SetupView)
    director.act(a.Set("step", "start"))
    director.act(a.Do("start"))
    assert director.session is not None
    assert director.session.id != finished.id
    assert director.session.players == players


def test_every_card_can_be_looked_up(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("pieces"))
    view = director.view()
    assert isinstance(view, PiecesView)
    director.act(view.rows[3].action)
    card = director.view()
    assert card.screen == "card"


def test_the_light_of_whoever_is_on_turn_shows_their_colour(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    seat = director.scene.seats[0]
    found = lights.signals(director.scene, 1, sound=False)
    assert set(found) == {light(seat)}
    assert found[light(seat)].rhythm is Rhythm.TURN
    assert found[light(seat)].colour == lights.colour(grown.players[seat].colour)


def test_winners_lights_celebrate(director: Director, finished: Session) -> None:
    sit_down(director, finished)
    found = lights.signals(director.scene, 1, sound=False)
    winners = {each.seat for each in finished.score().standings if each.winner}
    assert set(found) == {light(seat) for seat in winners}
    assert {signal.rhythm for signal in found.values()} == {Rhythm.WIN}


def test_a_black_player_is_lit_white() -> None:
    assert lights.colour("black") == WHITE


def test_a_long_list_sorts_without_accents(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    director.act(a.Go("pieces"))
    view = director.view()
    assert isinstance(view, PiecesView)
    names = [row.text.casefold() for row in view.rows]
    assert names[0][0] == "a"
    assert names == sorted(names)


def test_a_secret_is_not_on_the_shared_screen(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    while grown.undo_text() is not None and not director.scene.hidden:
        grown.undo()
    assert director.scene.hidden
    view = director.view()
    assert isinstance(view, TableView)
    seat = director.scene.hidden[0].id.seat
    tribes = {
        director.voice.piece(f"tribe-{tribe}")
        for tribe in grown.referee.table(grown.state).seats[seat].tribes
    }
    assert tribes
    for text in (
        view.question,
        *(button.text for button in view.buttons),
        *(line.text for line in view.told),
    ):
        assert not any(tribe in text for tribe in tribes)
    director.act(a.Go("secret", str(seat)))
    assert not any(tribe in str(director.view()) for tribe in tribes)
    director.act(a.Do("reveal", str(seat)))
    shown = director.view()
    assert isinstance(shown, AskView)
    assert any(tribe in shown.statement for tribe in tribes)
    director.act(a.Back())
    assert director.secret_seat is None


def test_there_is_no_clock_until_somebody_wants_one(director: Director, grown: Session) -> None:
    sit_down(director, grown)
    assert director.view().bar.clock == ""
    director.act(a.Go("more"))
    menu = director.view()
    assert isinstance(menu, MoreView)
    start = next(button for button in menu.buttons if button.action == a.Do("clock"))
    director.act(start.action)
    assert grown.clock().running
    director.act(a.Back())
    assert director.view().bar.clock.startswith("Clara 0:0")
    director.act(a.Do("clock"))
    assert not grown.clock().running
    assert "paused" in director.view().bar.clock


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (65.9, "1:05"), (3600, "1:00:00")])
def test_the_clock_is_written_as_people_read_it(seconds: float, shown: str) -> None:
    assert clock.time(seconds) == shown
