"""The four actions of a turn. Placing a unit is offered apart from placing in the city: it goes elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.core.asks import Ask, Number, Some
from rules.core.commands import Amount, AskId
from rules.core.desk import Script, picked
from rules.core.value import Choice, PieceRef, SeatRef, Word, msg
from rules.games.prestige import placing
from rules.games.prestige.claims import could_hold
from rules.games.prestige.data import COINS, DECKS, INVADER, PrestigeBox, Unique
from rules.games.prestige.desk import PrestigeDesk
from rules.games.prestige.effects import resolve_city_card, resolve_unit
from rules.games.prestige.events import draw_event, units_of
from rules.games.prestige.model import Table

SURE, NOT_SURE = Word("prestige.discard.yes"), Word("prestige.discard.no")


def legal(box: PrestigeBox, table: Table, seat: int) -> Iterator[str]:
    """Yield the actions that are possible now; to pass is one only where nothing else is."""
    found = [word for word, test in TESTS.items() if test(box, table, seat)]
    yield from found or ("pass",)


def ruins(table: Table) -> list[str]:
    """Name the destroyed cards that can be restored; covered ones cannot."""
    return [spot.piece for spot in table.city if not spot.is_up]


def can_pay(box: PrestigeBox, table: Table, unique: Unique) -> bool:
    """Tell whether a unique action can be paid in full."""
    have = {track.id: table.tracks[at] - track.low for at, track in enumerate(box.tracks)}
    have[COINS] = table.coffers
    return all(have[key] >= amount for key, amount in unique.pay.items())


def uniques(box: PrestigeBox, table: Table) -> list[str]:
    """Name the cards with a unique action that can be taken: in the city face up, or active."""
    lying = [spot.piece for spot in table.city if spot.is_up and spot.piece in box.cards]
    return [
        piece
        for piece in (*lying, *table.units)
        if (unique := box.cards[piece].unique) is not None and can_pay(box, table, unique)
    ]


def _has_hand(_box: PrestigeBox, table: Table, seat: int) -> bool:
    return len(table.seats[seat].hand) > 0


TESTS: dict[str, Callable[[PrestigeBox, Table, int], bool]] = {
    "place": placing.can_place,
    "unit": lambda box, table, seat: bool(placing.units(box, table, seat)),
    "discard": _has_hand,
    "restore": lambda box, table, seat: bool(ruins(table)) and _has_hand(box, table, seat),
    "unique": lambda box, table, _seat: bool(uniques(box, table)),
}


def place(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Place a card in the city: pay, lay it down, resolve it."""
    put = yield from desk.place(
        seat,
        "prestige.place",
        lambda: placing.groups(desk.box, desk.table, seat) if desk.is_turn_of(seat) else (),
        view="city",
        trusted=True,
    )
    if put is None:
        return False
    card = desk.box.cards[put.piece]
    desk.change(COINS, -card.cost, PieceRef(card.id))
    desk.lay(seat, card.id, put.cell)
    yield from resolve_city_card(desk, seat, card, put.cell)
    return True


def place_unit(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Place a unit: where all places are taken, an active unit is discarded first."""

    def build() -> list[Choice]:
        if not desk.is_turn_of(seat):
            return []
        return [PieceRef(piece) for piece in placing.units(desk.box, desk.table, seat)]

    def replaced() -> list[Choice]:
        is_full = len(desk.table.units) >= desk.box.board.unit_places
        return units_of(desk) if is_full and choice in build() else []

    choice = yield from desk.one(seat, "prestige.unit", build, view="card", trusted=True)
    if not isinstance(choice, PieceRef):
        return False
    gone: Choice | None = None
    if replaced():
        args = {"card": choice}
        gone = yield from desk.one(seat, "prestige.unit.replace", replaced, view="card", args=args)
    if choice not in build():
        return False
    card = desk.box.cards[choice.id]
    desk.change(COINS, -card.cost, choice)
    if isinstance(gone, PieceRef):
        desk.discard_unit(gone.id)
    desk.station(seat, card.id)
    yield from resolve_unit(desk, seat, card)
    return True


def discard(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Discard any number of cards at once; then one Invader event."""
    if not desk.table.events[DECKS.index(INVADER)].left:
        sure = yield from desk.one(seat, "prestige.discard.sure", lambda: _sure(desk, seat))
        if sure != SURE:
            return False
    if not (yield from _discard_cards(desk, seat)):
        return False
    yield from draw_event(desk, seat, INVADER)
    return True


def _sure(desk: PrestigeDesk, seat: int) -> list[Choice]:
    """Ask for an assent while there is anything to assent to."""
    return [NOT_SURE, SURE] if desk.is_turn_of(seat) and desk.table.seats[seat].hand else []


def _discard_cards(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Ask how many, or take the very cards from whoever shows them."""
    count, cards = desk.name(seat, "prestige.discard"), desk.name(seat, "prestige.discard.cards")

    def build() -> list[Ask]:
        held = len(desk.table.seats[seat].hand)
        if not held or not desk.is_turn_of(seat):
            return []
        return [Number(count, low=1, high=held, view="card"), _show_discards(desk, cards)]

    replies = yield from desk.gather(build)
    named = tuple(choice.id for choice in picked(replies.get(cards)) if isinstance(choice, PieceRef))
    amount = replies.get(count)
    if named:
        desk.discard_named(seat, named)
    elif isinstance(amount, Amount):
        desk.discard_unseen(seat, amount.value)
    return bool(replies)


def _show_discards(desk: PrestigeDesk, name: AskId) -> Some:
    """Offer to show the very cards; no more of them may be news than the hand holds unseen."""
    hand = desk.table.seats[name.seat].hand
    held = could_hold(desk.box, desk.table, name.seat)
    most = min(len(hand), len(held))
    options = tuple(PieceRef(piece) for piece in held)
    offer = Some(name, options=options, low=1, high=most, blocks=False, trusted=True, view="card")
    if not hand.known or not hand.hidden:
        return offer
    weights = tuple(int(piece not in hand.known) for piece in held)
    return replace(offer, predicate="sum_at_most", bound=hand.hidden, weights=weights)


def restore(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Turn a destroyed card face up for one card of the hand; its effects are not resolved."""

    def build() -> list[Choice]:
        able = desk.is_turn_of(seat) and TESTS["restore"](desk.box, desk.table, seat)
        return [PieceRef(piece) for piece in ruins(desk.table)] if able else []

    choice = yield from desk.one(seat, "prestige.restore", build, view="city")
    if not isinstance(choice, PieceRef):
        return False
    desk.restore(seat, choice.id)
    desk.discard_unseen(seat, 1)
    return True


def use_unique(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Take the unique action of a card in play, whoever placed it."""

    def build() -> list[Choice]:
        return [PieceRef(piece) for piece in uniques(desk.box, desk.table)] if desk.is_turn_of(seat) else []

    choice = yield from desk.one(seat, "prestige.unique", build)
    if not isinstance(choice, PieceRef) or (unique := desk.box.cards[choice.id].unique) is None:
        return False
    why = msg("prestige.why.unique", card=choice)
    desk.apply({key: -amount for key, amount in unique.pay.items()}, why)
    desk.apply(unique.effects, why)
    return True


def stand_by(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Pass: nothing else was possible."""
    yield from ()
    desk.tell("prestige.passed", seat, who=SeatRef(seat))
    return True


ACTIONS: dict[str, Callable[[PrestigeDesk, int], Script[bool]]] = {
    "place": place,
    "unit": place_unit,
    "discard": discard,
    "restore": restore,
    "unique": use_unique,
    "pass": stand_by,
}
