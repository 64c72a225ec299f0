"""Every win and every loss: seed, "Condições de Vitória" and "Condições de Derrota"."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.asks import Some
from rules.core.picture import named
from rules.core.value import TABLE, Msg, PieceRef, SeatRef, msg
from rules.games.prestige.data import DECKS
from rules.games.prestige.model import OVER, REVEAL, SCOREKEEPER, EventPile, Table
from tests.rules.prestige.prestige_said import check_said
from tests.rules.prestige.prestige_table import BOX, Play, table


def ended(play: Play) -> tuple[str, bool]:
    """How the game ended, and whether nobody is asked any more."""
    return play.outcome, play.referee.is_over(play.state)


def test_the_highest_space_of_the_prestige_track_wins() -> None:
    play = Play(table(prestige=13, units="")).place("comunal-13", 1, 0)
    assert play.outcome == "win.track"
    assert play.keys == ["reveal"]
    assert play.table.phase == REVEAL
    short = Play(table(prestige=13)).place("coruja-02", 1, 0)
    assert short.outcome == ""
    beyond = Play(table(prestige=14)).place("comunal-13", 1, 0)
    assert beyond.outcome == "win.track"
    assert beyond.table.tracks[3] == 15


def test_winning_by_prestige_stops_everything_at_once() -> None:
    play = Play(table(prestige=14)).place("raposa-11", 1, 0).draw(1)
    assert play.outcome == ""
    won = Play(table(units="raposa-09", prestige=14)).act("unique")
    assert won.outcome == "win.track"
    assert "do.draw" not in won.said


def test_the_last_favor_gained_card_wins_once_it_is_resolved() -> None:
    play = Play(table(happiness=10, events=(1, 8, 10))).event("favor_gained-03")
    assert play.outcome == "win.favor"
    assert play.moved() == {"coins": 3}
    two = Play(table(happiness=10, events=(2, 8, 10))).event("favor_gained-03")
    assert two.outcome == ""
    assert two.moved() == {"coins": 3, "happiness": -2}


def test_the_last_favor_gained_card_may_still_win_by_prestige_first() -> None:
    play = Play(table(happiness=10, prestige=14, events=(1, 8, 10))).event("favor_gained-05")
    assert play.outcome == "win.track"


def test_population_at_zero_loses() -> None:
    play = Play(table(happiness=3, population=1)).event("favor_lost-01")
    assert ended(play) == ("loss.track", True)
    assert play.told[-1].kind == "end"
    assert play.told[-1].text == play.table.outcome
    assert play.table.phase == OVER
    saved = Play(table(happiness=3, population=2)).event("favor_lost-01")
    assert saved.outcome == ""
    deep = Play(table(happiness=3, population=1)).event("favor_lost-07")
    assert deep.table.tracks[1] == 0


def test_population_lost_to_a_track_icon_loses_too() -> None:
    assert Play(table(happiness=2, population=1)).outcome == "loss.track"


def test_a_loss_comes_before_a_win_on_the_same_card() -> None:
    play = Play(table(happiness=3, population=0, prestige=15))
    assert play.outcome == "loss.track"


def test_no_cards_in_hand_and_piles_at_the_start_of_a_turn_loses() -> None:
    assert ended(Play(table(hand=0, piles=(0, 0, 0)))) == ("loss.cards", True)
    assert Play(table(hand=1, piles=(0, 0, 0))).outcome == ""
    assert Play(table(hand=0, piles=(1, 0, 0))).outcome == ""
    last = Play(table(hand=1, others=0, piles=(0, 0, 0))).discard(1).event("invader-11")
    assert last.outcome == "loss.cards"


def test_the_tribal_centers_destruction_loses() -> None:
    play = Play(table(prestige=6, defense=4)).event("invader-12")
    assert play.outcome == ""
    lost = Play(table(prestige=6, defense=2)).event("invader-12")
    assert ended(lost) == ("loss.center", True)
    assert not lost.table.city[0].is_up
    assert lost.said[-2:] == ["do.destroy", "loss.center"]


def test_needing_an_invader_from_an_empty_pile_loses() -> None:
    assert ended(Play(table(defense=1, events=(8, 8, 0)))) == ("loss.invader", True)
    fine = Play(table(defense=1, events=(8, 8, 1))).event("invader-11")
    assert fine.outcome == ""
    assert fine.table.events[2].left == 0
    assert Play(table(events=(8, 8, 0))).outcome == ""


def test_needing_a_favor_lost_from_an_empty_pile_loses() -> None:
    assert ended(Play(table(happiness=3, events=(8, 0, 10)))) == ("loss.favor_lost", True)
    assert Play(table(happiness=3, events=(8, 1, 10))).event("favor_lost-03").outcome == ""
    assert Play(table(happiness=4, events=(8, 0, 10))).outcome == ""


def test_a_corrected_count_of_favor_gained_is_no_loss() -> None:
    play = Play(table(happiness=10, events=(0, 8, 10)))
    assert play.outcome == "win.favor"


def test_a_fallen_city_has_no_winner() -> None:
    play = Play(table("raposa-01@1,0", hand=0, piles=(0, 0, 0)))
    sheet = play.referee.score(play.state)
    assert [standing.winner for standing in sheet.standings] == [False] * 3
    assert [note.key for note in sheet.notes] == ["prestige.note.fallen"]
    assert sheet.outcome == play.table.outcome


def test_identities_are_turned_over_once_the_city_prevails() -> None:
    play = Play(table("raposa-01@1,0", units="lince-10", prestige=15))
    shown = play.ask("reveal")
    assert (shown.chance, shown.trusted, shown.view, shown.id.seat) == ("seen", True, "card", TABLE)
    assert len(play.options("reveal")) == 6
    play.pick("reveal", "tribe-lince")
    assert "tribe-lince" not in play.options("reveal")
    play.pick("reveal", "tribe-raposa")
    play.pick("reveal", "tribe-ibex")
    assert ended(play) == ("win.track", True)
    assert play.said[-2:] == ["founder", "win.track"]
    assert [seat.tribes for seat in play.table.seats] == [("lince",), ("raposa",), ("ibex",)]


def test_what_each_turns_over_is_told_before_the_true_founder_is_named() -> None:
    play = Play(table("raposa-01@1,0", seats=2, prestige=15)).pick("reveal", "tribe-lince", "tribe-ibex")
    assert play.said[-1] == "revealed"
    play.pick("reveal", "tribe-raposa", "tribe-coruja")
    assert play.said[-3:] == ["revealed", "founder", "win.track"]
    told = play.told[-3]
    tribes = named((PieceRef("tribe-raposa"), PieceRef("tribe-coruja")))
    assert (told.seat, told.text) == (1, msg("prestige.revealed", who=SeatRef(1), tribes=tribes))


def test_two_players_turn_over_two_identities_each() -> None:
    play = Play(table(seats=2, prestige=15))
    assert dict(play.ask("reveal").args)["count"] == 2
    play.pick("reveal", "tribe-lince", "tribe-ibex").pick("reveal", "tribe-raposa", "tribe-coruja")
    assert ended(play) == ("win.track", True)
    assert play.table.seats[1].tribes == ("raposa", "coruja")


def test_identities_held_by_the_companion_need_no_turning_over() -> None:
    start = table(prestige=15)
    for at, tribe in enumerate(("lince", "ibex", "coruja")):
        start = start.seat(at, tribes=(tribe,))
    play = Play(start)
    assert ended(play) == ("win.track", True)


# ---- only kept score of ----------------------------------------------------------------
def kept(events: tuple[int, int, int] = (8, 8, 10), prestige: int = 4) -> Table:
    return table(events=events, prestige=prestige, more={"level": SCOREKEEPER})


def test_keeping_score_takes_one_touch_a_turn() -> None:
    play = Play(kept())
    assert play.options("keep") == [
        f"keep.{word}" for word in ("done", "favor_gained", "favor_lost", "invader", "center", "cards")
    ]
    play.pick("keep", "done")
    assert play.ask("keep").id.seat == 1


def test_keeping_score_counts_events_and_ends_as_they_run_out() -> None:
    play = Play(kept(events=(2, 1, 0)))
    play.pick("keep", "favor_lost")
    assert [pile.left for pile in play.table.events] == [2, 0, 0]
    assert play.ask("keep").id.seat == 0
    play.pick("keep", "favor_gained")
    assert play.outcome == ""
    play.pick("keep", "favor_gained").confirm("keep.last")
    assert play.outcome == "win.favor"
    for word in ("favor_lost", "invader"):
        lost = Play(kept(events=(8, 0, 0))).pick("keep", word)
        assert ended(lost) == (f"loss.{word}", True)
    for word in ("center", "cards"):
        assert ended(Play(kept()).pick("keep", word)) == (f"loss.{word}", True)


def test_keeping_score_lets_the_last_favor_gained_card_be_resolved_before_it_wins() -> None:
    play = Play(kept(events=(1, 8, 10))).pick("keep", "favor_gained")
    assert (play.outcome, play.keys) == ("", ["keep.last"])
    play.correct("coffers", 3)
    assert (play.outcome, play.keys) == ("", ["keep.last"])
    play.correct("track.population", 0)
    assert ended(play) == ("loss.track", True)
    top = Play(kept(events=(1, 8, 10))).pick("keep", "favor_gained").correct("track.prestige", 15)
    assert top.outcome == "win.track"
    more = Play(kept(events=(2, 8, 10))).pick("keep", "favor_gained")
    assert more.keys == ["keep"]


def test_keeping_score_names_an_end_that_is_set_by_hand() -> None:
    assert Play(kept()).correct("events.favor_gained", 0).outcome == "win.favor"
    assert Play(table(events=(0, 8, 10))).outcome == "win.favor"
    start = table()
    assert Play(start.spot(start.city[0].cell, down=1)).outcome == "loss.center"


def test_keeping_score_ends_when_a_marker_is_set_to_an_end() -> None:
    play = Play(kept()).correct("track.population", 1)
    assert play.outcome == ""
    play.correct("track.population", 0)
    assert ended(play) == ("loss.track", True)
    won = Play(kept()).correct("track.prestige", 15)
    assert (won.outcome, won.keys) == ("win.track", ["final.city"])


def test_keeping_score_reads_the_finished_city() -> None:
    play = Play(kept(prestige=15))
    city = play.ask("final.city")
    assert isinstance(city, Some)
    assert (city.view, city.trusted, city.low, city.high) == ("city", True, 0, 58)
    assert "lince-10" not in play.options("final.city")
    play.pick("final.city", "raposa-01", "lince-05")
    units = play.ask("final.units")
    assert isinstance(units, Some)
    assert (units.view, units.trusted, units.low, units.high) == ("card", True, 0, 5)
    assert "raposa-01" not in play.options("final.units")
    play.pick("final.units", "lince-10")
    for tribe in ("lince", "raposa", "ibex"):
        play.pick("reveal", f"tribe-{tribe}")
    sheet = play.referee.score(play.state)
    assert [(standing.total, standing.winner) for standing in sheet.standings] == [
        (3, True),
        (1, False),
        (0, False),
    ]
    assert play.facts()["counted.lince-10"] == "yes"


def test_keeping_score_asks_for_the_discarded_units_where_the_table_counts_them() -> None:
    play = Play(replace(kept(prestige=15), fallen_count=True))
    play.pick("final.city", "raposa-01").pick("final.units", "lince-10")
    fallen = play.ask("final.fallen")
    assert isinstance(fallen, Some)
    assert (fallen.trusted, fallen.low, fallen.high) == (True, 0, len(play.options("final.fallen")))
    assert not {"lince-10", "raposa-01"} & set(play.options("final.fallen"))
    play.pick("final.fallen", "raposa-09")
    for tribe in ("lince", "raposa", "ibex"):
        play.pick("reveal", f"tribe-{tribe}")
    assert [standing.total for standing in play.referee.score(play.state).standings] == [2, 2, 0]


def test_keeping_score_with_the_companions_decks_shows_the_event() -> None:
    piles = tuple(EventPile(1, 1, (f"{deck}-01",)) for deck in DECKS)
    play = Play(replace(kept(), digital=True, events=piles)).pick("keep", "invader")
    assert play.table.events[2].drawn == ("invader-01",)
    assert "event.invader.drawn" in play.said


def test_the_level_can_be_changed_in_mid_game() -> None:
    play = Play(table()).correct("level", SCOREKEEPER)
    assert play.keys == ["keep"]
    assert play.ask("keep").id.seat == 0
    play.correct("level", "guided")
    assert play.keys == ["action"]
    assert play.ask("action").id.seat == 0


def test_a_turns_icons_do_not_fire_again_when_the_level_goes_there_and_back() -> None:
    play = Play(table(happiness=3)).event("favor_lost-03")
    tracks, left = play.table.tracks, [pile.left for pile in play.table.events]
    play.correct("level", SCOREKEEPER).correct("level", "guided")
    assert play.keys == ["action"]
    assert (play.table.tracks, [pile.left for pile in play.table.events]) == (tracks, left)
    assert play.table.turns == 10


def unfollowed() -> Play:
    """A city of one card that is followed again after a turn of which only the score was kept."""
    start = replace(table("ibex-01@1,0"), level=SCOREKEEPER)
    return Play(start).pick("keep", "done").correct("level", "guided")


def test_who_is_followed_again_after_turns_that_were_only_kept_is_told_what_is_missing() -> None:
    play = unfollowed()
    assert (play.keys, play.said.count("unfollowed")) == (["action"], 1)
    same = Play(kept()).correct("level", "guided")
    assert "unfollowed" not in same.said, "no turn has passed meanwhile"


def test_a_city_that_was_not_followed_all_the_time_is_read_before_it_is_counted() -> None:
    play = unfollowed().correct("track.prestige", 15)
    assert play.options("final.whole") == ["final.whole.no", "final.whole.yes"]
    play.pick("final.whole", "no")
    play.pick("final.city", "ibex-01", "lince-05", "lince-06").pick("final.units")
    for tribe in ("lince", "raposa", "ibex"):
        play.pick("reveal", f"tribe-{tribe}")
    assert [standing.total for standing in play.referee.score(play.state).standings] == [2, 0, 1]


def test_a_city_that_has_been_entered_since_is_counted_as_it_is_known() -> None:
    play = unfollowed().correct("card.lince-05", "2,0").correct("track.prestige", 15)
    play.pick("final.whole", "yes")
    for tribe in ("lince", "raposa", "ibex"):
        play.pick("reveal", f"tribe-{tribe}")
    assert [standing.total for standing in play.referee.score(play.state).standings] == [1, 0, 1]
    followed = Play(table()).correct("level", SCOREKEEPER).correct("level", "guided")
    assert followed.correct("track.prestige", 15).keys == ["reveal"]


def test_setting_whose_turn_it_is_fires_no_icons_of_its_own() -> None:
    """It mends the turn that is being played; the icons of that one have been resolved."""
    play = Play(table(happiness=2, population=8))
    fired = play.table.tracks
    assert fired[1] == 7
    for seat in ("2", "0", "1"):
        play.correct("turn", seat)
        assert (play.ask("action").id.seat, play.table.tracks) == (int(seat), fired)
    play.place("raposa-02", 1, 0)
    raised = play.table.tracks
    play.draw(1)
    assert (play.table.turn, play.table.turns, play.table.tracks) == (2, 11, raised)
    assert play.keys == ["event.favor_lost"], "the next turn's icons fire"


def test_the_icons_fire_in_every_turn_of_a_seat_that_plays_alone() -> None:
    play = Play(table(happiness=2, population=6, away=(1, 2)))
    assert (play.table.tracks[1], play.keys) == (5, ["action"])
    play.place("raposa-02", 1, 0).draw(1)
    assert play.table.tracks[0] == 3, "which asks for a Favor Lost card as a turn begins"
    assert play.keys == ["event.favor_lost"]


def test_whose_turn_and_who_is_away_can_be_mended_while_keeping_score() -> None:
    play = Play(kept()).correct("turn", "2")
    assert play.ask("keep").id.seat == 2
    play.correct("away.2", "yes")
    assert play.ask("keep").id.seat == 0


@pytest.mark.parametrize("key", ["win.track", "win.favor", "loss.track", "loss.cards", "loss.center"])
def test_every_end_is_named_on_screen(key: str) -> None:
    reached = {
        "win.track": table(prestige=15),
        "win.favor": table(happiness=10, events=(0, 8, 10)),
        "loss.track": table(population=0),
        "loss.cards": table(hand=0, piles=(0, 0, 0)),
    }
    if key == "loss.center":
        play = Play(table(prestige=6, defense=2)).event("invader-12")
    else:
        play = Play(reached[key])
    assert key in play.said
    assert isinstance(play.table.outcome, Msg)


def names_nobody(play: Play) -> bool:
    """Tell whether the score leaves open whose the cards are, and calls no tribe beaten or unclaimed."""
    found = play.referee.score(play.state)
    check_said(BOX, *(row.text for row in found.rows), found.outcome, *found.notes)
    is_open = {row.seat for row in found.rows} <= {TABLE} and found.tie_break is None
    return is_open and {(each.rank, each.winner) for each in found.standings} == {(1, False)}


def test_nobody_is_the_founder_before_all_tribes_have_been_shown() -> None:
    play = Play(table("lince-04@1,0 ibex-01@2,0 ibex-02@3,0", prestige=15))
    for tribe in ("lince", "raposa"):
        play.pick("reveal", f"tribe-{tribe}")
        assert names_nobody(play)
        found = play.referee.score(play.state)
        assert [row.group for row in found.rows] == ["ibex", "ibex", "lince"]
        assert found.notes == (Msg("prestige.note.reveal"),)
    play.pick("reveal", "tribe-ibex")
    assert [each.winner for each in play.referee.score(play.state).standings] == [False, False, True]


def test_nobody_is_the_founder_before_the_city_has_been_read() -> None:
    start = replace(kept(), secret=True)
    for seat, tribe in enumerate(("lince", "raposa", "ibex")):
        start = start.seat(seat, tribes=(tribe,))
    play = Play(start).correct("track.prestige", 15)
    assert play.keys == ["final.city"]
    assert names_nobody(play)
    play.pick("final.city", "lince-05")
    assert names_nobody(play)
    play.pick("final.units")
    assert [each.winner for each in play.referee.score(play.state).standings] == [True, False, False]
