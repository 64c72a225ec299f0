"""A deck that the companion holds keeps a real order: looked at, put back, put to the bottom."""

from __future__ import annotations

from msgspec.structs import replace

from rules.games.prestige.cut import cut
from rules.games.prestige.data import DECKS
from rules.games.prestige.facts import invariants
from rules.games.prestige.model import EventPile, Table
from tests.rules.prestige.prestige_table import BOX, Play, table

RAID = tuple(BOX.by_deck["invader"][:5])
A, B, C, D, E = RAID


def deck(play: Play) -> EventPile:
    return play.table.events[DECKS.index("invader")]


def words(play: Play, key: str) -> tuple[object, ...]:
    found = next(each for each in play.referee.correctables(play.state) if each.key == key)
    return found.value, tuple(word for word, _ in found.words)


def keys(play: Play) -> set[str]:
    return {each.key for each in play.referee.correctables(play.state)}


def held(order: tuple[str, ...] = (C, D, E), drawn: tuple[str, ...] = (A, B)) -> Play:
    pile = EventPile(len(order) + len(drawn), len(order), order, drawn)
    start: Table = replace(table(), digital=True)
    return Play(start.with_events(DECKS.index("invader"), pile))


def seen_by_all(play: Play) -> tuple[str, ...]:
    pile = cut(BOX, play.table, None).events[DECKS.index("invader")]
    return pile.order[: pile.seen]


def test_nothing_is_known_of_a_deck_that_nobody_looked_into() -> None:
    assert seen_by_all(held()) == ()
    assert "back." + C not in keys(held())


def test_looking_at_the_top_shows_that_card_to_all_and_no_other() -> None:
    play = held().correct("seen.invader", 1)
    assert seen_by_all(play) == (C,)
    assert deck(play).order == (C, D, E)
    assert "core.corrected" in play.said


def test_a_card_put_back_on_top_is_the_next_one_and_known() -> None:
    play = held().correct("back." + A, "top")
    assert (deck(play).left, deck(play).order, deck(play).drawn) == (4, (A, C, D, E), (B,))
    assert seen_by_all(play) == (A,)
    assert words(play, "back." + A) == ("top", ("top", "bottom"))


def test_a_card_put_to_the_bottom_comes_last() -> None:
    play = held().correct("back." + B, "bottom")
    assert cut(BOX, play.table, 1).events[2].order == ("", "", "", B)
    assert (deck(play).order, deck(play).drawn) == ((C, D, E, B), (A,))
    assert seen_by_all(play) == ()
    assert words(play, "back." + B) == ("bottom", ("top", "bottom"))


def test_the_top_card_that_was_looked_at_may_go_to_the_bottom_and_come_back() -> None:
    play = held().correct("seen.invader", 2).correct("back." + C, "bottom")
    assert deck(play).order == (D, E, C)
    assert seen_by_all(play) == (D,)
    play.correct("back." + C, "top")
    assert deck(play).order == (C, D, E)
    assert seen_by_all(play) == (C, D)
    assert deck(play).sunk == 0


def test_a_card_that_goes_the_same_way_twice_stays() -> None:
    play = held().correct("back." + A, "top").correct("back." + A, "top")
    assert deck(play).order == (A, C, D, E)
    play = held().correct("back." + A, "bottom").correct("back." + A, "bottom")
    assert deck(play).order == (C, D, E, A)
    assert deck(held().correct("back." + A, "drawn")) == deck(held())


def test_two_cards_at_the_bottom_lie_in_the_order_in_which_they_were_put() -> None:
    play = held().correct("back." + A, "bottom").correct("back." + B, "bottom")
    assert deck(play).order == (C, D, E, A, B)
    assert deck(play).sunk == 2
    play.correct("back." + A, "top")
    assert deck(play).order == (A, C, D, E, B)
    assert (deck(play).seen, deck(play).sunk) == (1, 1)


def test_drawing_takes_the_known_card_and_forgets_one_place() -> None:
    play = held().correct("back." + A, "top").correct("events.invader", 3)
    assert (deck(play).order, deck(play).drawn, deck(play).seen) == ((C, D, E), (B, A), 0)
    play = held((C,), (A, B)).correct("back." + A, "bottom").correct("events.invader", 1)
    assert (deck(play).order, deck(play).sunk) == ((A,), 1)
    play.correct("events.invader", 0)
    assert (deck(play).order, deck(play).sunk) == ((), 0)


def test_counting_a_pile_up_puts_the_last_card_back_in_sight() -> None:
    play = held().correct("events.invader", 4)
    assert deck(play).order == (B, C, D, E)
    assert seen_by_all(play) == (B,)


def test_an_only_card_lies_on_top_and_nowhere_else() -> None:
    play = held((), (A,))
    assert "seen.invader" not in keys(play)
    assert words(play, "back." + A) == ("drawn", ("drawn", "top"))
    play.correct("back." + A, "top")
    assert words(play, "back." + A) == ("top", ("top",))


def test_real_cards_keep_their_own_order() -> None:
    play = Play(table())
    assert not {key for key in keys(play) if key.startswith(("seen.", "back."))}


def test_a_deck_still_to_be_shuffled_is_whole_and_has_been_seen_by_nobody() -> None:
    play = held().table.event_pile(DECKS.index("invader"), size=8, left=8, order=(), drawn=())
    offered = keys(Play(play))
    assert {"seen.invader", "events.invader"}.isdisjoint(offered)
    assert "events.invader" in keys(held())


def test_a_deck_never_remembers_more_than_it_has() -> None:
    assert invariants(BOX, held().correct("seen.invader", 3).table) == ()
    for wrong in ({"seen": 4}, {"sunk": 4}, {"seen": -1}, {"sunk": -1}):
        broken = held().table.event_pile(DECKS.index("invader"), **wrong)
        assert any("sunk of 3" in line for line in invariants(BOX, broken))
    short = held().table.event_pile(DECKS.index("invader"), order=(C, D))
    assert any("2 in order of 3" in line for line in invariants(BOX, short))


def test_a_real_event_that_was_named_by_mistake_may_be_drawn_after_all() -> None:
    pile = EventPile(10, 8, drawn=(A, B))
    play = Play(table(defense=1).with_events(DECKS.index("invader"), pile))
    assert A not in play.options("event.invader")
    assert words(play, "back." + A) == ("drawn", ("drawn", "unseen"))
    play.correct("back." + A, "unseen")
    assert (deck(play).left, deck(play).drawn, deck(play).missed) == (8, (B,), 1)
    assert A in play.options("event.invader"), "the question that is open already offers it"
    play.event(A)
    assert (deck(play).left, deck(play).drawn) == (7, (B, A))


def test_a_real_event_that_nobody_has_named_may_be_told_afterwards() -> None:
    pile = EventPile(10, 8, drawn=(A, B))
    play = Play(table(defense=1).with_events(DECKS.index("invader"), pile))
    assert "back." + C not in keys(play), "each card that was drawn is known"
    play.correct("back." + A, "unseen")
    assert words(play, "back." + A) == words(play, "back." + C) == ("unseen", ("drawn", "unseen"))
    play.correct("back." + C, "drawn")
    assert (deck(play).left, deck(play).drawn, deck(play).missed) == (8, (B, C), 0)
    assert "back." + A not in keys(play)
