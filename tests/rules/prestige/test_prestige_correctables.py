"""What a correction says, and where the cards come from that it moves."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.commands import Correct
from rules.core.game import Correctable
from rules.core.value import PieceRef, SeatRef, msg
from rules.core.zone import Zone
from rules.games.prestige.correct import correct
from rules.games.prestige.correctables import correctables
from rules.games.prestige.data import DECKS
from rules.games.prestige.model import OVER, EventPile, Spot
from tests.rules.prestige.prestige_said import check_said
from tests.rules.prestige.prestige_table import BOX, Play, table


def spec(play: Play, key: str) -> Correctable:
    return next(each for each in play.referee.correctables(play.state) if each.key == key)


def counts(play: Play) -> tuple[int, ...]:
    return tuple(pile.count for pile in play.table.piles)


def first(play: Play) -> Spot:
    return play.table.city[1]


def test_every_fact_and_every_word_for_it_can_be_said() -> None:
    start = table("raposa-01@1,0 -garca-01@2,0", units="lince-03")
    piles = tuple(EventPile(10, 8, missed=1, drawn=(f"{deck}-01",)) for deck in DECKS)
    won = start.seat(0, tribes=("lince", "ibex")).seat(1, tribes=("raposa",))
    for each in (
        start,
        replace(start, events=piles),
        replace(won, phase=OVER, outcome=msg("prestige.win.favor")),
    ):
        for spec in correctables(BOX, each):
            assert spec.text.key.startswith("prestige.fact.")
            check_said(BOX, spec.text, *(text for _, text in spec.words))
            assert spec.value in dict(spec.words) if spec.words else spec.low <= int(spec.value) <= spec.high


def test_a_shown_identity_can_be_set_right() -> None:
    start = table(seats=2).seat(0, tribes=("lince", "ibex")).seat(1, tribes=("raposa", "coruja"))
    over = replace(start, phase=OVER, outcome=msg("prestige.win.favor"))
    found = {spec.key: spec for spec in correctables(BOX, over)}
    assert [found[f"tribe.{at}.{nth}"].value for at in (0, 1) for nth in (0, 1)] == [
        "lince",
        "ibex",
        "raposa",
        "coruja",
    ]
    assert dict(found["tribe.1.0"].words) == {
        each: msg("prestige.fact.tribe", tribe=PieceRef(f"tribe-{each}"))
        for each in ("auroque", "garca", "raposa")
    }
    assert found["tribe.1.0"].text == msg("prestige.fact.identity", who=SeatRef(1), nth=1)
    mended = correct(BOX, over, Correct("tribe.0.0", "garca"))
    assert mended.seats[0].tribes == ("garca", "ibex")
    assert correct(BOX, mended, Correct("tribe.0.1", "auroque")).seats[0].tribes == ("garca", "auroque")


def test_discards_are_counted_anew_from_the_piles_and_back_to_the_largest() -> None:
    start = table(more={"discard": Zone(("raposa-01",), 2)}).pile(1, count=13).pile(0, count=14)
    start = start.pile(2, count=58 - 12 - 3 - 27)
    play = Play(start)
    found = spec(play, "discard")
    assert (found.value, found.low, found.high) == (3, 1, 3 + start.in_piles)
    before = counts(play)
    assert before == (14, 13, 16)
    play.correct("discard", 5)
    assert (counts(play), play.table.discard) == ((14, 13, 14), Zone(("raposa-01",), 4))
    play.correct("discard", 1)
    assert (counts(play), play.table.discard) == ((18, 13, 14), Zone(("raposa-01",), 0))


def test_a_surplus_of_the_largest_pile_goes_to_the_next_one() -> None:
    play = Play(table(piles=(20, 5, 9))).correct("pile.0", 10)
    assert counts(play) == (10, 5, 19)


def test_a_card_that_was_missed_comes_from_the_largest_pile() -> None:
    for piles, after in (((3, 9, 4), (3, 8, 4)), ((3, 4, 9), (3, 4, 8)), ((9, 3, 4), (8, 3, 4))):
        assert counts(Play(table(hand=0, piles=piles)).correct("card.raposa-01", "1,0")) == after


def test_a_card_found_in_the_city_is_no_longer_sought_and_a_top_card_takes_its_back_along() -> None:
    loose = Play(table(more={"loose": ("raposa-01",)})).correct("card.raposa-01", "1,0")
    assert loose.table.loose == ()
    top = Play(table().pile(0, top="raposa-01", back="raposa")).correct("card.raposa-01", "1,0")
    assert (top.table.piles[0].top, top.table.piles[0].back) == ("", "")


def test_a_card_that_hands_destroy_in_the_first_turn_is_of_that_turn() -> None:
    play = Play(table("raposa-01@1,0 raposa-03/raposa-02@2,0", turns=0)).correct("face.raposa-01", "down")
    assert first(play).down == 1
    play.correct("card.raposa-03", "discard")
    assert play.table.city[2].down == 1
