"""A paper game: cards that play cards out of hidden hands, a reaction, an ordering, a sum to pay, an event deck.

It stands for Dominion. What nobody showed is unknown to the companion: a hand is known cards and a count.
The events are the companion's own deck. A card set aside face down is a secret the companion keeps.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.asks import Ask
from rules.core.commands import Correct, Picked, Reply
from rules.core.desk import picked
from rules.core.errors import RuleError
from rules.core.game import Correctable, Facts, Game, ViewSpec
from rules.core.score import ScoreRow, ScoreSheet
from rules.core.sighting import Move, Moves, Observation, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import Msg, PieceRef, SeatRef, msg
from rules.core.zone import Zone
from tests.contract.paper import HEADER, PaperBox, load
from tests.contract.paper_city.scoring import sheet
from tests.contract.paper_hand_scripts import EVENTS, PRICE, HandDesk, Seat, Table, play_turn, tally
from tests.contract.paper_tables import HandTable

FILES = {
    "box.toml": b"""[pieces]
double1 = 0\ndouble2 = 0\nspy1 = 0\nspy2 = 0\nsort1 = 0\nsort2 = 0\nguard1 = 0\nguard2 = 0
coin1 = 1\ncoin2 = 2\ncoin3 = 3\ncoin4 = 1\ncoin5 = 2
boon1 = 1\nboon2 = 1\ntax1 = -1\ntax2 = -1\ncalm1 = 0\ncalm2 = 0"""
    + HEADER
}


def lay(box: PaperBox, setup: Setup) -> Table:
    cards = [each for each in box.pieces if not each.id.startswith(EVENTS)]
    return Table(setup.level, (Seat(),) * setup.seats, Zone(hidden=len(cards) - 2 * setup.seats), setup.first)


def next_script(table: Table) -> str:
    if table.outcome:
        return ""
    return "turn" if table.level == "guided" else "tally"


def score(box: PaperBox, table: Table) -> ScoreSheet:
    rows, notes = [], []
    for n, seat in enumerate(table.seats):
        rows.append(ScoreRow(n, msg("paper_hand.points"), seat.points))
        rows += [ScoreRow(n, msg("paper_hand.aside"), box.value(card), (card,)) for card in seat.aside.known]
        notes += [msg("paper_hand.unknown", seat=SeatRef(n))] * min(1, seat.aside.hidden)
    ties = tuple(-len(seat.hand) for seat in table.seats)
    return replace(sheet(rows, ties, table.outcome, msg("paper_hand.fewer_cards")), notes=tuple(notes))


def observe(_box: PaperBox, _table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    for ask in [ask for ask in asks if ask.id.key == "paper_hand.draw" and len(sighting.seen) == 1]:
        return Moves((Move(ask.id.seat, ask.id.key, Picked((PieceRef(sighting.seen[0].piece),))),))
    return Wait()


def explain(box: PaperBox, _table: Table, ask: Ask, reply: Reply) -> RuleError | None:
    if ask.id.key != "paper_hand.pay" or not picked(reply):
        return None
    paid = sum(box.value(pick.id) for pick in picked(reply) if isinstance(pick, PieceRef))
    return RuleError("paper_hand.too_little", price=PRICE, paid=paid) if paid < PRICE else None


def correctables(_box: PaperBox, table: Table) -> tuple[Correctable, ...]:
    found: list[Correctable] = []
    for n, seat in enumerate(table.seats):
        here, there, points = seat.hand.hidden, table.deck.hidden, seat.points
        low, high = min(-20, points), max(20, points)
        found += [Correctable(f"points.{n}", msg("paper_hand.points"), points, low, high)]
        found += [Correctable(f"hand.{n}", msg("paper_hand.hand"), here, 0, here + there)]
    return tuple(found)


def correct(_box: PaperBox, table: Table, command: Correct) -> Table:
    what, _, seat = command.key.partition(".")
    n, value = int(seat), int(command.value)
    if what == "points":
        return table.seat(n, points=value)
    more = value - table.seats[n].hand.hidden
    return replace(table.seat(n, hand=table.seats[n].hand.hide(more)), deck=table.deck.hide(-more))


def cut(_box: PaperBox, table: Table, viewer: int | None) -> Table:
    for n in [n for n in range(len(table.seats)) if n != viewer]:
        table = table.seat(n, aside=Zone(hidden=len(table.seats[n].aside)))
    return replace(table, events=("",) * len(table.events))


def secrets(_box: PaperBox, table: Table, viewer: int) -> tuple[Msg, ...]:
    return tuple(msg("paper_hand.aside", card=PieceRef(card)) for card in table.seats[viewer].aside.known)


def zones(table: Table) -> dict[str, Zone]:
    hands = {f"hand{n}": seat.hand for n, seat in enumerate(table.seats)}
    asides = {f"aside{n}": seat.aside for n, seat in enumerate(table.seats)}
    return {"deck": table.deck, "discard": table.discard, **hands, **asides}


def facts(_box: PaperBox, table: Table) -> Facts:
    counts = {place: len(zone) for place, zone in zones(table).items()}
    return counts | {card: place for place, zone in zones(table).items() for card in zone.known}


def invariants(box: PaperBox, table: Table) -> tuple[str, ...]:
    # Two secret claims may contradict each other: to refuse the second would give the first away.
    public = {place: zone for place, zone in zones(table).items() if not place.startswith("aside")}
    known = [card for zone in public.values() for card in zone.known]
    known += [card for seat in table.seats for card in seat.aside.known if card in known]
    events = [each.id for each in box.pieces if each.id.startswith(EVENTS)]
    broken = [card for card in known if known.count(card) > 1]
    if sum(map(len, zones(table).values())) != len(box.pieces) - len(events):
        broken.append("cards")
    if table.past and sorted(table.past + table.events) != sorted(events):
        broken.append("events")
    return tuple(broken)


GAME = Game(
    id="paper_hand",
    code="PH",
    version=1,
    seats=(2, 3),
    names=(("en", "Paper Hand"), ("pt_BR", "Mão de Papel")),
    table_type=Table,
    box_type=PaperBox,
    files=("box.toml",),
    load=load,
    lay=lay,
    desk=HandDesk,
    scripts={"turn": play_turn, "tally": tally},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=cut,
    secrets=secrets,
    facts=facts,
    invariants=invariants,
    tabletop=HandTable,
    explain=explain,
    views=(ViewSpec("card", 63.0, 88.0, "held"),),
)
