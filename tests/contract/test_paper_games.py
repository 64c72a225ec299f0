"""The hard things that the paper games stand for, each seen to work once."""

from __future__ import annotations

import pytest

from rules.core.asks import Some
from rules.core.commands import Answer, Correct, Done, Picked, Put, Reply, Retract
from rules.core.errors import RuleError, StaleAnswerError
from rules.core.sighting import Ambiguous, Mismatch, Move, Moves, Seen, Sighting, Wait
from rules.core.value import Cell, PieceRef, msg
from rules.core.zone import Zone
from tests.contract import paper_city, paper_claim, paper_hand
from tests.contract.cases import CASES, files_of
from tests.contract.paper_claim import FIRST, LATER
from tests.contract.paper_hand_scripts import BUY, Seat
from tests.contract.walks import Walk


def start(game_id: str, seats: int, number: int = 0) -> Walk:
    found = [case for case in CASES if (case.game.id, case.seats, case.level) == (game_id, seats, "guided")]
    return Walk(found[0], number)


def opened(walk: Walk) -> list[str]:
    return [f"{ask.id.seat}:{ask.id.key.partition('.')[2]}" for ask in walk.asks]


def say(walk: Walk, which: str, reply: Reply) -> None:
    walk.do(Answer(walk.asks[opened(walk).index(which)].id, reply))


def pick(walk: Walk, which: str, *pieces: str) -> None:
    say(walk, which, Picked(tuple(map(PieceRef, pieces))))


class TestPlacingTogether:
    def test_a_seat_takes_its_own_placing_back_and_no_other_is_touched(self) -> None:
        walk = start("paper_city", 3)
        pick(walk, "-1:reveal", "inn")
        for seat in (0, 1):
            say(walk, f"{seat}:place", Put("inn", Cell(2, 0), f"city{seat}"))
        name = next(ask.id for ask in walk.referee.answered(walk.state) if ask.id.seat == 0)
        walk.do(Retract(name))
        assert [ask.id.seat for ask in walk.referee.answered(walk.state)] == [1]
        say(walk, "0:place", Put("inn", Cell(1, 1), "city0", 1))
        say(walk, "2:place", Picked())
        placed = [[put.cell for put in city.placed] for city in walk.table.cities]
        assert placed == [[Cell(1, 1)], [Cell(2, 0)], []]
        assert walk.table.cities[2].passes == 1

    def test_ending_to_take_part_costs_the_others_nothing(self) -> None:
        walk = start("paper_city", 3)
        pick(walk, "-1:reveal", "hut")
        say(walk, "0:place", Put("hut", Cell(2, 0), "city0"))
        say(walk, "1:leave", Done())
        assert opened(walk) == ["0:leave", "2:place", "2:leave"]
        say(walk, "2:place", Put("hut", Cell(2, 0), "city2"))
        assert [len(city.placed) for city in walk.table.cities] == [1, 0, 1]
        pick(walk, "-1:reveal", "mill")
        assert opened(walk) == ["0:place", "0:leave", "2:place", "2:leave"]

    def test_whoever_has_placed_may_still_end_instead(self) -> None:
        walk = start("paper_city", 2)
        pick(walk, "-1:reveal", "hut")
        say(walk, "0:place", Put("hut", Cell(2, 0), "city0"))
        say(walk, "0:leave", Done())
        say(walk, "1:leave", Done())
        assert walk.referee.is_over(walk.state)
        assert [len(city.placed) for city in walk.table.cities] == [0, 0]

    def test_a_seat_corrected_out_no_longer_holds_the_others_up(self) -> None:
        walk = start("paper_city", 2)
        pick(walk, "-1:reveal", "hut")
        say(walk, "0:place", Put("hut", Cell(2, 0), "city0"))
        walk.do(Correct("part.1", "paper_city.out"))
        assert opened(walk) == ["-1:reveal"]
        assert len(walk.table.cities[0].placed) == 1

    def test_the_camera_places_what_is_new_and_nothing_that_does_not_fit(self) -> None:
        walk = start("paper_city", 2)
        shown = Sighting("card", (Seen("inn"),))
        assert isinstance(found := walk.referee.observe(walk.state, shown), Moves)
        assert found.moves == (Move(-1, "paper_city.reveal", Picked((PieceRef("inn"),))),)
        pick(walk, "-1:reveal", "inn")
        good, far = (
            Sighting("city1", (Seen("hall", Cell(0, 0)), Seen("inn", Cell(x, 0), 1))) for x in (1, 5)
        )
        put = Put("inn", Cell(1, 0), "city1", 1)
        assert walk.referee.observe(walk.state, good) == Moves((Move(1, "paper_city.place", put),))
        assert isinstance(walk.referee.observe(walk.state, far), Mismatch)
        assert walk.referee.observe(walk.state, Sighting("city1", ())) == Wait()


class TestInterrupts:
    def test_the_nearest_in_turn_order_goes_first_and_the_rest_are_offered_again(self) -> None:
        walk = start("paper_claim", 4, number=1)
        assert opened(walk) == ["1:take", "2:claim", "3:claim", "0:claim"]
        say(walk, "0:claim", Done())
        assert opened(walk) == ["2:first"]
        say(walk, "2:first", Picked((LATER,)))
        say(walk, "3:first", Picked((FIRST,)))
        pick(walk, "3:claimed", "silk")
        assert opened(walk) == ["1:take", "2:claim", "3:claim", "0:claim"]
        assert walk.table.goods(3) == ("silk",)
        assert [trader.claims for trader in walk.table.traders] == [2, 2, 2, 1]

    def test_the_turn_goes_on_without_a_touch_where_nobody_claims(self) -> None:
        walk = start("paper_claim", 3)
        for seat, good in ((0, "amber"), (1, "cloth"), (2, "fish")):
            pick(walk, f"{seat}:take", good)
        assert len(walk.journal) == 3
        assert walk.table.active == 0

    def test_a_second_press_on_a_claim_does_not_claim_twice(self) -> None:
        walk = start("paper_claim", 2)
        name = next(ask.id for ask in walk.asks if ask.id.key == "paper_claim.claim")
        say(walk, "1:claim", Done())
        pick(walk, "1:claimed", "silk")
        with pytest.raises(StaleAnswerError):
            walk.do(Answer(name, Done()))

    def test_an_offer_may_be_taken_between_interrupts(self) -> None:
        walk = start("paper_claim", 2)
        for good, owner in (("amber", "0"), ("cloth", "0")):
            walk.do(Correct(good, owner))
        say(walk, "0:build", Done())
        pick(walk, "0:pay", "amber", "cloth")
        assert walk.table.traders[0].monuments == 1
        assert opened(walk) == ["0:take", "1:claim"]

    def test_the_game_ends_inside_an_interrupt(self) -> None:
        walk = start("paper_claim", 2)
        for good in ("amber", "cloth", "fish", "salt", "silk"):
            walk.do(Correct(good, "spent"))
        say(walk, "1:claim", Done())
        pick(walk, "1:claimed", "wine")
        assert walk.referee.is_over(walk.state)

    def test_a_change_of_level_holds_from_the_next_turn(self) -> None:
        walk = start("paper_claim", 2)
        walk.do(Correct("level", "scorekeeper"))
        assert opened(walk) == ["0:take", "1:claim"]
        pick(walk, "0:take", "fish")
        assert opened(walk) == ["1:points"]

    def test_a_market_with_two_goods_gone_has_two_readings(self) -> None:
        walk = start("paper_claim", 2)
        seen = tuple(Seen(good) for good in ("amber", "cloth", "fish", "salt"))
        found = walk.referee.observe(walk.state, Sighting("market", seen))
        assert isinstance(found, Ambiguous)
        replies = [move.reply for each in found.readings for move in each.moves if isinstance(move, Move)]
        assert replies == [Picked((PieceRef("silk"),)), Picked((PieceRef("wine"),))]


EVENTS = ("boon1", "tax1", "calm1", "boon2", "tax2", "calm2")


class TestHiddenHands:
    def begin(self, seats: int = 3, drawn: str = "coin1") -> Walk:
        walk = start("paper_hand", seats)
        pick(walk, "-1:shuffle", *EVENTS)
        pick(walk, "-1:draw", drawn)
        return walk

    def test_a_digital_decks_order_is_in_the_journal_and_draws_pop_it(self) -> None:
        walk = self.begin()
        assert walk.journal[0] == Answer(walk.journal[0].ask, Picked(tuple(map(PieceRef, EVENTS))))  # type: ignore[union-attr]
        assert walk.table.past == ("boon1",)
        assert walk.table.events == EVENTS[1:]
        assert walk.fold() == walk.state

    def test_plays_nest_and_a_power_cut_in_the_middle_loses_nothing(self) -> None:
        walk = self.begin()
        walk.do(Correct("hand.0", 4))
        pick(walk, "0:play", "double1")
        pick(walk, "0:double", "double2")
        assert opened(walk) == ["0:double"]
        pick(walk, "0:double", "spy1")
        assert opened(walk) == ["0:resolve", "1:guard", "2:guard"]
        walk.referee, walk.state = walk.case.referee(), walk.fold()
        say(walk, "0:resolve", Done())
        say(walk, "0:resolve", Done())
        assert opened(walk) == ["0:double"]
        assert [seat.points for seat in walk.table.seats] == [1, -2, -2]
        assert walk.table.discard == Zone(("double1", "double2", "spy1"))

    def test_who_stays_silent_is_not_asked_and_shows_nothing(self) -> None:
        walk = self.begin()
        pick(walk, "0:play", "spy1")
        before = [seat.hand for seat in walk.table.seats]
        pick(walk, "2:guard", "guard1")
        assert opened(walk) == ["0:resolve", "1:guard"]
        say(walk, "0:resolve", Done())
        assert [seat.points for seat in walk.table.seats] == [1, -1, 0]
        assert walk.table.seats[1].hand == before[1]
        assert walk.table.seats[2].hand == Zone(("guard1",), 1)
        acts = [command.ask.seat for command in walk.journal if isinstance(command, Answer)]
        assert 1 not in acts

    def test_a_card_shown_elsewhere_cannot_be_named(self) -> None:
        walk = self.begin(drawn="spy2")
        pick(walk, "0:play", "spy1")
        pick(walk, "1:guard", "guard1")
        with pytest.raises(RuleError, match="not_offered"):
            pick(walk, "2:guard", "guard1")

    def test_an_order_is_put_back_in_secret_and_comes_up_so(self) -> None:
        walk = self.begin()
        pick(walk, "0:play", "sort1")
        private = [event for event in walk.events if event.private is not None]
        assert [event.private for event in private] == [0, 0]
        pick(walk, "0:sort", "calm1", "tax1")
        assert walk.table.events[:2] == ("calm1", "tax1")
        assert walk.case.game.cut(walk.case.box, walk.table, 0).events == ("",) * 5

    def test_a_payment_below_the_price_is_refused_with_the_figures(self) -> None:
        walk = self.begin(seats=2, drawn="coin1")
        for seat, drawn in ((0, "coin4"), (1, "coin2")):
            pick(walk, f"{seat}:play")
            pick(walk, f"{seat}:aside")
            say(walk, f"{seat}:done", Done())
            pick(walk, "-1:draw", drawn)
        pick(walk, "0:play")
        pick(walk, "0:aside")
        say(walk, "0:offer", Picked((BUY,)))
        assert isinstance(ask := walk.asks[0], Some)
        assert (ask.bound, ask.weights) == (3, (1, 2))
        with pytest.raises(RuleError) as caught:
            pick(walk, "0:pay", "coin2")
        assert caught.value.message == msg("paper_hand.too_little", paid=2, price=3)
        pick(walk, "0:pay", "coin2", "coin1")
        assert walk.table.seats[0] == Seat(Zone(hidden=2), points=1 + 2)

    def test_what_is_set_aside_is_seen_by_its_seat_alone(self) -> None:
        walk = self.begin(seats=2)
        pick(walk, "0:play")
        asked = {seat: len(walk.referee.view_for(walk.state, seat)[1]) for seat in (None, 0, 1)}
        assert asked == {None: 0, 0: 1, 1: 0}
        pick(walk, "0:aside", "coin1")
        game, box = walk.case.game, walk.case.box
        assert game.cut(box, walk.table, 0).seats[0].aside == Zone(("coin1",))
        assert game.cut(box, walk.table, 1).seats[0].aside == Zone(hidden=1)
        assert game.cut(box, walk.table, None).seats[0].aside == Zone(hidden=1)
        assert walk.table.seats[0].hand == Zone(hidden=2), "which card went is nobody's business"

    def test_no_more_unseen_cards_are_named_than_the_hand_has(self) -> None:
        walk = self.begin(seats=2)
        walk.do(Correct("hand.0", 4))
        pick(walk, "0:play")
        pick(walk, "0:aside")
        assert isinstance(ask := walk.asks[0], Some)
        assert (ask.low, ask.high, ask.bound) == (2, 2, 4)
        walk.do(Correct("hand.0", 1))
        with pytest.raises(RuleError, match="sum_at_most"):
            pick(walk, "0:discard", "spy1", "spy2")
        pick(walk, "0:discard", "coin1", "spy2")
        assert walk.table.seats[0].hand == Zone()


def test_paper_data_with_a_mistake_is_refused() -> None:
    from rules.core.errors import DataError

    for game in (paper_city, paper_claim, paper_hand):
        broken = {name: data.replace(b"house", b"hearsay") for name, data in files_of(game).items()}
        with pytest.raises(DataError, match=r"box\.toml"):
            game.GAME.load(broken)
