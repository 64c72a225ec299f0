"""How pieces look: whose they are, what they are, a note or two, and what an event changes."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.picture import Face, Line, Mark, named
from rules.core.value import PieceRef, msg
from rules.games.prestige.data import CENTER, COINS, DECKS, Tribe
from rules.games.prestige.faces import DECK_MARKS, KINDS, TRACKS, TRIBES, face, group, kind_mark, tribe_mark
from rules.games.prestige.model import OVER, SCOREKEEPER
from rules.games.prestige.picture import LOOK
from rules.games.prestige.scoring import score
from tests.rules.prestige.prestige_said import check_said
from tests.rules.prestige.prestige_table import BOX, Play, table


def test_every_tribe_has_a_shape_and_a_colour_of_its_own() -> None:
    marks = [tribe_mark(BOX, tribe.id) for tribe in BOX.tribes]
    assert len({mark.shape for mark in marks}) == len({mark.colour for mark in marks}) == 7
    assert set(TRIBES) == {tribe.id for tribe in BOX.tribes}


def test_tribes_of_an_owner_get_marks_in_their_order_and_unknown_ones_a_plain_card() -> None:
    own = tuple(Tribe(f"own{n}", {}) for n in range(9))
    box = replace(BOX, tribes=own)
    marks = [tribe_mark(box, tribe.id) for tribe in own]
    assert marks[:7] == list(TRIBES.values())
    assert marks[7] == Mark("star", "green")
    assert marks[8] == marks[0]
    assert group(box, "own7") == Face(PieceRef("tribe-own7"), "own7", mark=marks[7])
    assert face(box, "tribe-own7").mark == marks[7]
    card = replace(box, cards={"own": replace(BOX.cards["auroque-01"], tribe="own7")})
    assert face(card, "own").mark == marks[7]
    assert tribe_mark(BOX, "own1") == Mark("card", "muted")


def test_a_city_card_shows_tribe_kind_and_cost() -> None:
    road = face(BOX, "comunal-01")
    assert road == Face(
        PieceRef("comunal-01"),
        "comunal",
        PieceRef("tribe-comunal"),
        TRIBES["comunal"],
        Mark(KINDS["road"], "on_card"),
        (PieceRef("type-road"), msg("prestige.picture.cost", count=1)),
    )
    free = face(BOX, "auroque-01")
    assert free.notes == (PieceRef("type-habitation"),)
    bare = replace(BOX, cards={"bare": replace(BOX.cards["auroque-01"], types=())})
    assert face(bare, "bare").notes == ()
    assert face(bare, "bare").kind == Mark("card", "on_card")


def test_a_leader_wears_a_crown_and_other_kinds_their_symbol() -> None:
    assert kind_mark(BOX, "lince-10") == Mark("crown", "on_card")
    assert kind_mark(BOX, "lince-03") == Mark("sword", "on_card")
    assert kind_mark(BOX, "garca-01") == Mark("wave", "on_card")
    assert kind_mark(BOX, CENTER) == Mark("card", "on_card")


def test_an_event_shows_its_deck_and_says_what_changes_in_order() -> None:
    for deck in DECKS:
        shown = face(BOX, BOX.by_deck[deck][0])
        assert (shown.group, shown.group_text) == (f"~{deck}", msg(f"prestige.picture.{deck}"))
        assert shown.mark == Mark(DECK_MARKS[deck], "accent")
    births = face(BOX, "favor_gained-07")
    assert births.name == PieceRef("favor_gained-07")
    other = replace(BOX.tracks[0], id="joy")
    event = replace(BOX.events["favor_gained-07"], effects={"joy": 1})
    own = replace(BOX, tracks=(other, *BOX.tracks[1:]), events={"own": event})
    assert face(own, "own").lines[0].mark == Mark("diamond", "on_card")
    assert [line.mark for line in births.lines] == [
        Mark(TRACKS[key], "on_card") for key in ("happiness", "population", "prestige")
    ]
    assert all(line.strong for line in births.lines)
    first = msg("prestige.picture.change", by="\N{MINUS SIGN}1", what=PieceRef("track-happiness"))
    assert births.lines[0].text == first
    tribute = face(BOX, "favor_gained-03")
    coins = msg("prestige.text.coins", by="+3", count=3)
    assert tribute.lines == (Line(coins, Mark(TRACKS[COINS], "on_card"), strong=True),)


def test_what_an_event_does_besides_stands_below_in_words() -> None:
    riot = face(BOX, "favor_lost-02")
    assert [line.strong for line in riot.lines] == [True, False, False]
    assert [line.mark for line in riot.lines[1:]] == [Mark("info", "card_muted")] * 2
    assert [getattr(line.text, "key", "") for line in riot.lines[1:]] == [
        "prestige.text.destroy.any",
        "prestige.text.protect.between_walls",
    ]


def test_the_center_tribes_and_other_pieces_have_their_looks() -> None:
    hut = Mark("hut", "accent")
    assert face(BOX, CENTER) == Face(PieceRef(CENTER), "~center", PieceRef(CENTER), hut, hut)
    assert face(BOX, "tribe-lince") == Face(PieceRef("tribe-lince"), mark=TRIBES["lince"])
    assert face(BOX, "track-defense") == Face(PieceRef("track-defense"))
    assert group(BOX, "lince") == Face(PieceRef("tribe-lince"), "lince", mark=TRIBES["lince"])


def test_every_face_can_be_said() -> None:
    for piece in BOX.pieces:
        shown = face(BOX, piece.id)
        texts = (shown.name, shown.group_text, *shown.notes, *(line.text for line in shown.lines))
        check_said(BOX, *(msg("core.list_last", first=text, next=text) for text in texts if text is not None))


def test_who_leads_is_said_only_where_the_city_is_known() -> None:
    def leads(play: Play) -> Line | None:
        return LOOK.board(BOX, play.table, score(BOX, play.table)).leads

    assert leads(Play(table())) == Line(msg("prestige.picture.nobody_leads"), Mark("trophy", "accent"))
    followed = leads(Play(table("raposa-01@1,0")))
    assert followed is not None
    assert followed.figure == "1"
    level = leads(Play(table("raposa-01@1,0 lince-01@2,0 ibex-01@3,0 garca-01@4,0")))
    assert level == Line(msg("prestige.picture.level", count=4), Mark("trophy", "accent"), figure="1")
    kept = Play(table("raposa-01@1,0", more={"level": SCOREKEEPER}))
    later = Line(msg("prestige.picture.counted_later"), Mark("trophy", "accent"))
    assert leads(kept) == later
    again = kept.pick("keep", "done").correct("level", "guided")
    assert leads(again) == later, "cards may lie there that nobody told of"
    again.correct("track.prestige", 15).pick("final.whole", "yes")
    for tribe in ("lince", "raposa", "ibex"):
        again.pick("reveal", f"tribe-{tribe}")
    counted = leads(again)
    assert counted is not None
    assert counted.figure == "1"
    read = leads(
        Play(table(prestige=15, more={"level": SCOREKEEPER})).pick("final.city", "ibex-01", "ibex-02")
    )
    assert read is not None
    assert read.figure == "2"


def ended(city: str, outcome: str, *tribes: str) -> tuple[Line | None, list[str]]:
    """Return what stands as leading once all is over, and the tribes of those who have won."""
    over = replace(table(city, seats=len(tribes)), phase=OVER, outcome=msg(outcome))
    for at, tribe in enumerate(tribes):
        over = over.seat(at, tribes=(tribe,))
    sheet = score(BOX, over)
    return LOOK.board(BOX, over, sheet).leads, [tribes[each.seat] for each in sheet.standings if each.winner]


def test_in_the_end_the_tribe_that_won_by_its_costs_leads_alone() -> None:
    city = "raposa-01@1,0 lince-04@2,0 garca-01@3,0 garca-02@4,0"
    leads, won = ended(city, "prestige.win.favor", "raposa", "lince", "ibex")
    name = PieceRef("tribe-lince")
    text = msg("prestige.picture.leads", tribes=name, count=1)
    assert (leads, won) == (Line(text, TRIBES["lince"], figure="1"), ["lince"])


def test_in_the_end_all_tribes_that_won_together_lead() -> None:
    leads, won = ended("lince-05@1,0 ibex-02@2,0 raposa-01@3,0", "prestige.win.favor", "ibex", "lince")
    assert leads is not None
    assert leads.text == msg(
        "prestige.picture.leads",
        tribes=named(PieceRef(f"tribe-{tribe}") for tribe in won),
        count=2,
    )
    leads, won = ended("raposa-01@3,0", "prestige.win.favor", "ibex", "lince")
    assert leads is not None
    assert (len(won), leads.figure) == (2, "0")


def test_in_a_fallen_city_no_tribe_leads() -> None:
    leads, won = ended("raposa-01@1,0", "prestige.loss.invader", "raposa", "lince")
    assert (leads, won) == (Line(msg("prestige.picture.nobody_won"), Mark("trophy", "accent")), [])


def test_the_units_that_people_are_asked_about_are_named_first() -> None:
    play = Play(table(units="lince-03 ibex-09"))
    notes = LOOK.board(BOX, play.table, score(BOX, play.table)).notes
    assert [line.text for line in notes[:2]] == [PieceRef("lince-03"), PieceRef("ibex-09")]
