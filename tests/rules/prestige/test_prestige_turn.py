"""The flow of a turn: seed, "Fluxo do Jogo"."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.value import TABLE, PieceRef, SeatRef, msg
from rules.core.zone import Zone
from tests.rules.prestige.prestige_table import Play, table


def test_nobody_draws_for_who_leaves_before_drawing() -> None:
    play = Play(table()).discard(1).event("invader-11")
    hand = len(play.table.seats[0].hand)
    play.correct("away.0", "yes")
    assert play.ask("action").id.seat == 1
    assert len(play.table.seats[0].hand) == hand


def test_turns_go_clockwise_and_skip_who_is_away() -> None:
    play = Play(table("raposa-01@1,0", piles=(0, 0, 9)))
    turns = []
    for event in ("invader-01", "invader-02", "invader-08", "invader-09"):
        turns.append(play.ask("action").id.seat)
        play.discard(1).event(event)
    assert turns == [0, 1, 2, 0]
    away = Play(table(away=(1,)))
    away.discard(1).event("invader-11").draw(1)
    assert away.ask("action").id.seat == 2


def test_the_action_comes_after_tracks_and_events() -> None:
    play = Play(table(defense=1))
    assert play.keys == ["event.invader"]
    play.event("invader-11")
    assert play.keys == ["action"]
    assert play.table.tracks[2] == 2


def test_tracks_resolve_from_top_to_bottom() -> None:
    """The seed's example: happiness and population both on 2, and population is lost first."""
    play = Play(table(happiness=2, population=2))
    assert play.table.tracks == (2, 1, 4, 4)
    play = Play(table(happiness=1, population=1, defense=1, units="lince-03 ibex-09"))
    assert play.keys == ["event.favor_lost"]
    play.event("favor_lost-08")
    assert play.keys == ["unit.lose"]
    play.pick("unit.lose", "ibex-09")
    assert play.keys == ["event.invader"]


def test_icons_are_those_under_the_markers_when_the_turn_began() -> None:
    """Population drops to 1, a unit-discard icon, by happiness: it does not fire until the next turn."""
    play = Play(table(happiness=2, population=2, units="lince-03"))
    assert play.table.tracks[1] == 1
    assert play.keys == ["action"]
    assert play.table.units == ("lince-03",)
    lifted = Play(table(happiness=3, defense=2, units="lince-03"))
    lifted.event("favor_lost-02")
    assert lifted.table.tracks[0] == 4
    assert lifted.table.units == ()


def test_an_icon_reached_by_an_event_does_not_fire_this_turn() -> None:
    play = Play(table(happiness=3, defense=3))
    play.event("favor_lost-09")
    assert play.table.tracks[2] == 2
    assert play.keys == ["action"]


def test_an_event_icon_draws_from_the_deck_it_shows() -> None:
    assert Play(table(happiness=0)).keys == ["event.favor_lost"]
    assert Play(table(happiness=3)).keys == ["event.favor_lost"]
    assert Play(table(happiness=10)).keys == ["event.favor_gained"]
    assert Play(table(defense=0)).keys == ["event.invader"]
    for prestige in (3, 6, 9, 12):
        assert Play(table(prestige=prestige)).keys == ["event.invader"]
    for prestige in (2, 4, 5, 13, 14):
        assert Play(table(prestige=prestige)).keys == ["action"]
    assert Play(table(happiness=4)).keys == ["action"]
    assert Play(table(happiness=9, defense=3, population=3)).keys == ["action"]


def test_what_follows_an_event_icon_comes_after_the_event() -> None:
    play = Play(table(happiness=10))
    play.event("favor_gained-02")
    assert play.moved() == {"prestige": 1, "happiness": -3 + 0}
    assert [key for key in play.said if key.startswith("do.track")] == [
        "do.track_down",
        "do.track_up",
        "do.track_down",
    ]


def test_a_unit_icon_discards_an_active_unit_of_choice_if_there_is_one() -> None:
    assert Play(table(population=1)).keys == ["action"]
    one = Play(table(population=1, units="lince-03"))
    assert one.keys == ["action"]
    assert one.table.units == ()
    assert one.table.discard.known == ("lince-03",)
    two = Play(table(population=1, units="lince-03 ibex-09"))
    assert two.options("unit.lose") == ["lince-03", "ibex-09"]
    two.pick("unit.lose", "ibex-09")
    assert two.table.units == ("lince-03",)
    assert two.table.fallen == ("ibex-09",)


def test_exactly_one_action_is_taken() -> None:
    play = Play(table())
    play.place("raposa-01", 1, 0).draw(1)
    assert play.ask("action").id.seat == 1
    assert play.table.turns == play.before.turns + 2


def test_after_placing_discarding_and_restoring_the_hand_is_filled_to_four() -> None:
    placed = Play(table()).place("raposa-01", 1, 0)
    assert placed.keys == ["draw"]
    assert len(placed.table.seats[0].hand) == 3
    placed.draw(2)
    assert len(placed.table.seats[0].hand) == 4
    restored = Play(table("-raposa-01@1,0")).act("restore")
    assert restored.keys == ["draw"]
    discarded = Play(table()).discard(3).event("invader-11")
    assert len(discarded.table.seats[0].hand) == 1
    discarded.draw(1, 2, 3)
    assert len(discarded.table.seats[0].hand) == 4


def test_each_card_may_come_from_any_pile() -> None:
    play = Play(table(piles=(2, 9, 2))).discard(4).event("invader-11")
    assert play.options("draw") == ["pile.1", "pile.2", "pile.3"]
    assert dict(play.ask("draw").args) == {"count": 4}
    play.draw(3, 3)
    assert play.options("draw") == ["pile.1", "pile.2"]
    assert dict(play.ask("draw").args) == {"count": 2}
    play.draw(1, 2)
    assert [pile.count for pile in play.table.piles] == [1, 8, 0]


def test_the_last_pile_is_drawn_from_without_asking() -> None:
    play = Play(table(piles=(0, 3, 0))).discard(2).event("invader-11")
    assert [pile.count for pile in play.table.piles] == [0, 1, 0]
    assert play.said.count("do.draw") == 2


def test_hands_stay_short_once_the_piles_are_empty() -> None:
    play = Play(table(piles=(0, 0, 1))).discard(3).event("invader-11")
    assert len(play.table.seats[0].hand) == 2
    assert play.ask("action").id.seat == 1


def test_a_card_drawn_from_the_open_pile_stays_known_if_it_was_shown() -> None:
    start = table()
    start = start.pile(0, top="raposa-02", back="raposa")
    play = Play(start).place("raposa-01", 1, 0).draw(1)
    assert play.table.seats[0].hand == Zone(("raposa-02",), 3)
    assert (play.table.piles[0].top, play.table.piles[0].back) == ("", "")
    unseen = Play(table()).place("raposa-01", 1, 0).draw(1)
    assert unseen.table.seats[0].hand == Zone((), 4)


def test_the_top_of_the_open_pile_may_be_shown_and_need_not() -> None:
    play = Play(table("garca-01@1,0"))
    offer = play.ask("top")
    assert (offer.blocks, offer.trusted, offer.chance, offer.view) == (False, True, "seen", "piles")
    assert "garca-01" not in play.options("top")
    play.pick("top", "raposa-02")
    assert (play.table.piles[0].top, play.table.piles[0].back) == ("raposa-02", "raposa")
    assert play.keys == ["action"]
    assert [ask.id.key for ask in play.asks if not ask.blocks] == ["prestige.back.2", "prestige.back.3"]


def test_the_backs_of_the_other_piles_may_be_told_and_show_the_tribe() -> None:
    play = Play(table())
    assert play.options("back.2") == [f"tribe-{tribe}" for tribe in (*play.referee.box.claimable, "comunal")]  # type: ignore[attr-defined]
    for offer in (play.ask("back.2"), play.ask("back.3")):
        assert (offer.id.seat, offer.blocks, offer.chance, offer.view) == (TABLE, False, "seen", "piles")
    play.pick("back.3", "tribe-lince")
    assert [pile.back for pile in play.table.piles] == ["", "", "lince"]
    play.pick("back.2", "tribe-comunal")
    assert [pile.back for pile in play.table.piles] == ["", "comunal", "lince"]
    play.place("raposa-01", 1, 0).draw(3)
    assert [pile.back for pile in play.table.piles] == ["", "comunal", ""]


def test_no_offer_is_made_for_an_empty_pile() -> None:
    play = Play(table(piles=(0, 0, 9)))
    assert [ask.id.key for ask in play.asks] == ["prestige.action", "prestige.back.3"]


def test_whose_turn_it_is_can_be_mended_in_mid_turn() -> None:
    play = Play(table())
    play.correct("turn", "2")
    assert play.ask("action").id.seat == 2
    assert len(play.table.seats[0].hand) == 4


def test_a_player_who_leaves_in_their_turn_hands_it_on() -> None:
    play = Play(table(hand=2))
    play.correct("away.0", "yes")
    assert play.ask("action").id.seat == 1
    assert len(play.table.seats[0].hand) == 2
    play.correct("away.0", "no")
    assert play.ask("action").id.seat == 1


def test_the_loss_check_comes_before_the_icons() -> None:
    start = table(happiness=0, hand=0, piles=(0, 0, 0), events=(8, 0, 10))
    assert Play(start).outcome == "loss.cards"


def test_one_card_anywhere_keeps_the_turn_going() -> None:
    assert Play(table(hand=1, piles=(0, 0, 0))).keys == ["action"]
    drawn = Play(table(hand=0, piles=(0, 1, 0)))
    assert drawn.options("action") == ["action.pass"]
    drawn.act("pass")
    assert drawn.table.seats[0].hand == Zone((), 1)
    assert "passed" in drawn.said


def test_only_the_active_players_hand_counts_for_that_loss() -> None:
    start = table(hand=0, others=3, piles=(0, 0, 0))
    assert Play(start).outcome == "loss.cards"
    other = Play(replace(start, turn=1))
    assert other.keys == ["action"]


def told(play: Play, key: str) -> tuple[int, dict[str, object]]:
    """Whom the last event of a key is for, and what it says."""
    event = [event for event in play.told if event.text.key == f"prestige.{key}"][-1]
    return event.seat, dict(event.text.args)


def test_what_is_told_names_who_what_and_where() -> None:
    ana, bia = SeatRef(0), SeatRef(1)
    play = Play(table("-raposa-03@-1,0")).pick("back.3", "tribe-lince").pick("top", "raposa-02")
    assert told(play, "back.seen") == (TABLE, {"tribe": PieceRef("tribe-lince"), "pile": 3})
    assert told(play, "top.seen") == (TABLE, {"card": PieceRef("raposa-02"), "pile": 1})
    play.place("raposa-01", -1, 0)
    assert told(play, "placed") == (0, {"card": PieceRef("raposa-01"), "who": ana})
    assert told(play, "covered") == (0, {"card": PieceRef("raposa-01"), "other": PieceRef("raposa-03")})
    play.draw(3)
    assert told(play, "do.draw") == (0, {"pile": 3, "who": ana})
    assert told(play, "turn.began") == (1, {"who": bia})
    play.unit("lince-03").draw(2)
    assert told(play, "stationed") == (1, {"card": PieceRef("lince-03"), "who": bia})
    play.discard(2).event("invader-11")
    assert told(play, "do.discard") == (2, {"count": 2, "who": SeatRef(2)})
    assert told(play, "event.invader.drawn") == (TABLE, {"card": PieceRef("invader-11"), "left": 9})
    icon = Play(table(defense=1))
    assert told(icon, "track.invader") == (TABLE, {"track": PieceRef("track-defense"), "value": 1})
    lost = Play(table(happiness=2))
    why = msg("prestige.why.track", track=PieceRef("track-happiness"), value=2)
    down = {"track": PieceRef("track-population"), "by": 1, "value": 4, "why": why}
    assert told(lost, "do.track_down") == (TABLE, down)
    unit = Play(table(units="lince-03", population=1))
    assert told(unit, "do.discard_unit") == (TABLE, {"card": PieceRef("lince-03")})
    restored = Play(table("-raposa-01@1,0")).act("restore")
    assert told(restored, "do.restore") == (0, {"card": PieceRef("raposa-01")})
    passed = Play(table(hand=0, piles=(0, 1, 0))).act("pass")
    assert told(passed, "passed") == (0, {"who": ana})
    top = Play(table(prestige=15))
    assert told(top, "win.track") == (TABLE, {"track": PieceRef("track-prestige"), "value": 15})
    spared = Play(table(happiness=3)).event("favor_lost-02")
    assert told(spared, "event.spared") == (TABLE, {"card": PieceRef("favor_lost-02")})
    stays = Play(table(defense=10)).place("ibex-02", 1, 0)
    assert told(stays, "track.stays") == (TABLE, {"track": PieceRef("track-defense"), "value": 10})


def test_the_reason_for_a_change_names_the_card_and_its_clause() -> None:
    beside = Play(table("garca-01@1,0")).place("garca-11", 2, 0)
    assert told(beside, "do.coins_in")[1]["why"] == msg(
        "prestige.why.adjacent", card=PieceRef("garca-11"), type=PieceRef("type-water")
    )
    walls = Play(table("ibex-03@1,0 auroque-01@2,0")).place("auroque-08", 3, 0)
    assert told(walls, "do.track_up")[1]["why"] == msg(
        "prestige.why.walls", card=PieceRef("auroque-08"), count=1
    )
    unique = Play(table("auroque-11@1,0")).act("unique")
    assert told(unique, "do.coins_out")[1]["why"] == msg("prestige.why.unique", card=PieceRef("auroque-11"))
    asked = Play(table("raposa-01@1,0 raposa-02@2,0", happiness=3)).event("favor_lost-02").ask("destroy")
    assert dict(asked.args)["why"] == msg("prestige.why.event", card=PieceRef("favor_lost-02"))


def test_a_marker_set_right_while_its_event_is_asked_for_takes_the_event_away() -> None:
    """Hands find out that it never stood there; what is due is what its true space says."""
    play = Play(table(happiness=3, defense=2, units="lince-03 ibex-09"))
    assert play.correct("track.happiness", 4).keys == ["unit.lose"]
    assert [pile.left for pile in play.table.events] == [8, 8, 10]
    play.pick("unit.lose", "ibex-09")
    assert play.keys == ["action"]
    other = Play(table(happiness=3)).correct("track.happiness", 2)
    assert (other.keys, other.moved()) == (["action"], {"happiness": -1, "population": -1})
    same = Play(table(happiness=3)).correct("track.happiness", 1)
    assert same.event("favor_lost-03").keys == ["action"]
    gained = Play(table(happiness=3)).correct("track.happiness", 10).event("favor_gained-03")
    assert (gained.keys, gained.table.tracks[0]) == (["action"], 8)
    assert Play(table(happiness=3)).correct("track.defense", 4).keys == ["event.favor_lost"]


def test_a_marker_set_right_while_a_unit_is_to_go_keeps_the_unit() -> None:
    play = Play(table(population=1, units="lince-03 ibex-09")).correct("track.population", 4)
    assert (play.keys, play.table.units) == (["action"], ("lince-03", "ibex-09"))
    other = Play(table(population=1, units="lince-03 ibex-09")).correct("track.population", 2)
    assert (other.keys, other.table.tracks[2]) == (["action"], 4)


def test_an_event_is_drawn_though_an_earlier_one_moved_the_marker() -> None:
    play = Play(table(happiness=3, defense=1)).event("favor_lost-09")
    assert (play.keys, play.table.tracks[2]) == (["event.invader"], 0)
