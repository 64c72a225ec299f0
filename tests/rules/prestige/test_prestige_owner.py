"""Cards and events that the house set does not have, but an owner's may."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.errors import RuleError
from rules.core.value import msg
from rules.games.prestige.data import Destroy, Passive, PrestigeBox, Space, Unique
from rules.games.prestige.describe import describe
from tests.rules.prestige.prestige_table import BOX, Play, table


def with_card(piece: str, **new: Any) -> PrestigeBox:
    return replace(BOX, cards={**BOX.cards, piece: replace(BOX.cards[piece], **new)})


def with_event(piece: str, **new: Any) -> PrestigeBox:
    return replace(BOX, events={**BOX.events, piece: replace(BOX.events[piece], **new)})


def with_spaces(track: int, *spaces: Space, **new: Any) -> PrestigeBox:
    changed = replace(BOX.tracks[track], spaces=spaces, **new)
    return replace(BOX, tracks=(*BOX.tracks[:track], changed, *BOX.tracks[track + 1 :]))


def test_a_card_without_encoded_effects_waits_until_they_are_set() -> None:
    play = Play(table(), box=with_card("raposa-01", effects={})).place("raposa-01", 1, 0)
    assert play.keys == ["by_hand"]
    assert play.ask("by_hand").id.seat == 0
    play.correct("coffers", 11).confirm("by_hand")
    assert play.moved() == {"coins": 2}
    assert play.keys == ["draw"]


def test_what_is_done_by_hand_is_for_the_next_one_to_confirm_where_a_player_leaves() -> None:
    play = Play(table(), box=with_card("raposa-01", effects={})).place("raposa-01", 1, 0)
    play.correct("away.0", "yes")
    assert play.ask("by_hand").id.seat == 1
    assert play.confirm("by_hand").ask("action").id.seat == 1


def test_a_card_with_an_owners_words_shows_them_and_waits() -> None:
    play = Play(table(), box=with_card("raposa-01", text="Look at a hand.")).place("raposa-01", 1, 0)
    assert play.moved() == {"coins": 2}
    assert play.keys == ["by_hand_text"]
    assert dict(play.ask("by_hand_text").args)["text"] == "Look at a hand."
    assert describe(play.box, "raposa-01")[-1].key == "prestige.text.own"


def test_water_may_go_on_any_side_of_a_water_card_whatever_its_types_are_called() -> None:
    box = with_card("garca-01", types=())
    play = Play(table("garca-01@1,0"), box=box).act("place")
    assert {(1, 1), (1, -1)} <= play.cells("comunal-02")
    assert (1, 1) not in play.cells("raposa-01")


def test_a_water_card_protects_what_lies_beside_it_whatever_its_types_are_called() -> None:
    box = with_card("garca-01", types=())
    play = Play(table("garca-01@1,0 comunal-09@2,0 auroque-01@-1,0 ibex-06@-2,0", happiness=3), box=box)
    assert sorted(play.event("favor_lost-06").options("destroy")) == ["auroque-01", "ibex-06"]


def test_what_is_set_by_hand_may_end_the_game() -> None:
    play = Play(table(), box=with_card("raposa-01", effects={})).place("raposa-01", 1, 0)
    play.correct("track.prestige", 15)
    assert play.outcome == "win.track"


def test_a_unit_and_an_event_may_be_done_by_hand_too() -> None:
    play = Play(table(), box=with_card("lince-03", effects={})).unit("lince-03")
    assert play.keys == ["by_hand"]
    told = Play(table(), box=with_card("lince-03", text="Vote.")).unit("lince-03").ask("by_hand_text")
    assert dict(told.args)["text"] == "Vote."
    event = Play(table(happiness=3), box=with_event("favor_lost-01", effects={})).event("favor_lost-01")
    assert event.keys == ["by_hand"]
    voted = Play(table(happiness=3), box=with_event("favor_lost-01", text="Vote.")).event("favor_lost-01")
    assert voted.keys == ["by_hand_text"]
    assert describe(voted.box, "favor_lost-01")[-1] == msg("prestige.text.own", text="Vote.")
    card = with_card("lince-03", text="Vote.", effects={}, unique=Unique({}, {}))
    assert describe(card, "lince-03")[-1] == msg("prestige.text.own", text="Vote.")
    assert describe(card, "lince-03")[-2] == msg(
        "prestige.text.unique_free", effects=msg("prestige.text.nothing")
    )


def test_an_event_may_destroy_several_cards_as_far_as_there_are() -> None:
    box = with_event("favor_lost-02", destroy=Destroy("any", 2))
    city = "raposa-01@1,0 raposa-02@2,0 raposa-03@3,0"
    play = Play(table(city, happiness=3), box=box).event("favor_lost-02").pick("destroy", "raposa-02")
    assert play.options("destroy") == ["raposa-01", "raposa-03"]
    play.pick("destroy", "raposa-03")
    assert [spot.is_up for spot in play.table.city] == [True, True, False, False]
    one = Play(table("raposa-01@1,0", happiness=3), box=box).event("favor_lost-02")
    assert "event.no_more" in one.said
    assert "event.spared" not in one.said
    assert not one.table.city[1].is_up
    none = Play(table(happiness=3), box=box).event("favor_lost-02")
    assert "event.spared" in none.said
    assert "event.no_more" not in none.said


def test_an_event_may_discard_several_units() -> None:
    box = with_event("favor_lost-04", discard_unit=2)
    play = Play(table(units="lince-03 ibex-09 garca-09", happiness=3), box=box).event("favor_lost-04")
    assert describe(box, "favor_lost-04")[-1] == msg("prestige.text.discard_unit", count=2)
    play.pick("unit.lose", "ibex-09").pick("unit.lose", "lince-03")
    assert play.table.units == ("garca-09",)
    assert Play(table(units="lince-03", happiness=3), box=box).event("favor_lost-04").table.units == ()


def test_all_tracks_of_a_condition_must_be_high_enough() -> None:
    box = with_event("favor_lost-01", cancel_if={"defense": 5, "coins": 9})
    assert Play(table(happiness=3), box=box).event("favor_lost-01").moved() == {}
    poor = Play(table(happiness=3, coffers=8), box=box).event("favor_lost-01")
    assert poor.moved() == {"population": -1}


def test_a_passive_may_answer_every_card_placed() -> None:
    box = with_card("lince-01", passive=Passive("card_placed", {"coins": 1}))
    assert Play(table(units="lince-01"), box=box).place("ibex-02", 1, 0).moved() == {"defense": 1, "coins": 1}
    assert Play(table(units="lince-01"), box=box).unit("comunal-12").moved() == {"defense": 1, "coins": 1}


def test_a_unique_action_may_be_free() -> None:
    box = with_card("auroque-11", unique=Unique({"coins": 1}))
    play = Play(table("auroque-11@1,0", coffers=0), box=box).act("unique")
    assert play.moved() == {"coins": 1}
    assert describe(box, "auroque-11")[-1].key == "prestige.text.unique_free"


def test_a_track_pays_down_to_its_lowest_space_and_no_further() -> None:
    box = with_spaces(2, low=3)
    low = with_card("raposa-11", unique=Unique({"coins": 1}, {"defense": 2}))
    low = replace(low, tracks=box.tracks)
    assert "action.unique" in Play(table("raposa-11@1,0", defense=5), box=low).options("action")
    assert "action.unique" not in Play(table("raposa-11@1,0", defense=4), box=low).options("action")


def test_a_unit_may_need_a_city_card() -> None:
    box = with_card("lince-03", needs=BOX.cards["comunal-01"].needs)
    play = Play(table(), box=box).act("unit")
    with pytest.raises(RuleError) as caught:
        play.pick("unit", "lince-03")
    assert caught.value.key == "prestige.no.need"


def test_a_space_may_win_or_lose_on_any_track_wherever_it_lies() -> None:
    box = with_spaces(2, Space(8, win=True), Space(2, lose_game=True))
    assert Play(table(defense=7), box=box).place("ibex-02", 1, 0).outcome == "win.track"
    assert Play(table(defense=3, happiness=3), box=box).event("favor_lost-09").outcome == "loss.track"


def test_a_text_that_destroys_the_tribal_center_is_carried_out_by_hand_and_loses() -> None:
    box = with_event("favor_lost-01", effects={}, text="The Tribal Center falls.")
    play = Play(table(happiness=3), box=box).event("favor_lost-01")
    assert play.keys == ["by_hand_text"]
    assert play.correct("face.center", "down").outcome == "loss.center"


def test_the_last_favor_gained_card_done_by_hand_wins_unless_it_loses() -> None:
    box = with_event("favor_gained-01", effects={}, text="Vote.")
    start = table(happiness=10, events=(1, 8, 10))
    assert Play(start, box=box).event("favor_gained-01").confirm("by_hand_text").outcome == "win.favor"
    lost = Play(start, box=box).event("favor_gained-01").correct("track.population", 0)
    assert lost.outcome == "loss.track"


def test_a_loss_comes_before_a_win_wherever_their_tracks_stand() -> None:
    box = with_spaces(0, Space(10, win=True))
    assert Play(table(happiness=10, population=0), box=box).outcome == "loss.track"
    assert Play(table(happiness=10, population=1), box=box).outcome == "win.track"


def test_a_space_may_do_several_things_in_turn() -> None:
    space = Space(5, event="invader", then={"happiness": 1}, lose={"coins": 2}, discard_unit=1)
    play = Play(table(units="lince-03"), box=with_spaces(2, space)).event("invader-11")
    assert play.moved() == {"defense": 1, "happiness": 1, "coins": -2}
    assert play.table.units == ()
    assert [key for key in play.said if key.startswith(("do.", "track."))] == [
        "track.invader",
        "do.track_up",
        "do.track_up",
        "do.coins_out",
        "do.discard_unit",
    ]


def test_an_event_may_strike_several_types_of_protection() -> None:
    box = with_event("favor_lost-02", destroy=Destroy("any", 1, "any_wall_in_play"))
    safe = Play(table("raposa-01@1,0 ibex-02@2,0", happiness=3), box=box).event("favor_lost-02")
    assert "event.spared" in safe.said
    struck = Play(table("raposa-01@1,0 -ibex-02@2,0", happiness=3), box=box).event("favor_lost-02")
    assert not struck.table.city[1].is_up


def test_a_board_with_more_unit_places_or_cards_in_hand_is_followed() -> None:
    box = replace(BOX, board=replace(BOX.board, unit_places=2, hand=5))
    play = Play(table(units="lince-03 ibex-09"), box=box).unit("garca-09").pick("unit.replace", "ibex-09")
    assert play.table.units == ("lince-03", "garca-09")
    assert dict(play.ask("draw").args) == {"count": 2}
