"""Reads cards held up or laid under the camera, and Event Cards just drawn."""

from __future__ import annotations

from rules.core.asks import Ask, One, Some
from rules.core.commands import Reply
from rules.core.sighting import Ambiguous, Mismatch, Moves, Observation, Reading, Seen, Sighting, Wait
from rules.core.value import Msg, PieceRef, msg
from rules.games.prestige.claims import lying_open, may_lie_open
from rules.games.prestige.data import DECKS
from rules.games.prestige.observe_piles import as_unit, to_play
from rules.games.prestige.observer import Observer, either, move, pick, refuse, whole
from rules.games.prestige.placing import why_not

SINGLE = (
    "prestige.unit",
    "prestige.unit.replace",
    "prestige.unit.lose",
    "prestige.restore",
    "prestige.destroy",
    "prestige.unique",
)
"""Questions that a single card held up answers."""

CANDIDATES = range(1, 4)
"""How many units people are asked about at once; of more, one must be held up alone."""

LEAVES = ("prestige.unit.replace", "prestige.unit.lose")
"""Questions for an active Unit that is to go."""


def read_cards(observer: Observer, sighting: Sighting) -> Observation:
    """Read what is shown as the answer to the open question that it fits."""
    pieces = tuple(dict.fromkeys(seen.piece for seen in sighting.seen))
    cards = tuple(piece for piece in pieces if piece in observer.box.cards)
    if ask := observer.ask("prestige.reveal"):
        return _read_tribes(observer, ask, tuple(piece for piece in pieces if piece.startswith("tribe-")))
    if ask := observer.ask("prestige.final.units"):
        return _read_units(observer, ask, sighting)
    tops = _beside_piles(observer, sighting.seen)
    cards = tuple(piece for piece in cards if piece not in tops)
    if not cards:
        return Wait()
    is_doubtful = _sees_table(observer, pieces) and may_lie_open(observer.table, but_top=bool(tops))
    if ask := observer.ask("prestige.discard.cards"):
        return _read_discards(observer, ask, cards, is_doubtful=is_doubtful)
    if ask := observer.ask(*SINGLE):
        return _read_single(observer, ask, cards, is_doubtful=is_doubtful)
    return _read_for_action(observer, cards, is_doubtful=is_doubtful)


def _sees_table(observer: Observer, pieces: tuple[str, ...]) -> bool:
    """Say whether the camera sees what lies on the table, and so may see the open pile's top."""
    lying = lying_open(observer.table)
    return any(piece in lying or piece in observer.box.backs for piece in pieces)


def _read_single(observer: Observer, ask: Ask, cards: tuple[str, ...], *, is_doubtful: bool) -> Observation:
    """Read the one card that the question offers, else say why the one that is new is no answer to it."""
    offered, new = _sorted_out(observer, ask, cards)
    if is_doubtful and ask.id.key == "prestige.unit" and (offered or new):
        return _read_doubtful(observer, ask, offered, new)
    meant = offered or new or cards
    if len(meant) > 1:
        return Wait(msg("prestige.see.one") if offered or new else ask.text)
    if meant[0] in observer.on_its_way():
        return Wait(ask.text)
    found, card = observer.answer(ask, pick(PieceRef(meant[0]))), PieceRef(meant[0])
    if len(cards) == 1 or card.id not in lying_open(observer.table) or not isinstance(found, Moves):
        return found
    # It may only lie there among the others, as it did before.
    is_unit = card.id in observer.table.units
    gone = Reading(msg("prestige.see.unit_gone", card=card), found.moves)
    return Ambiguous((gone,)) if is_unit and ask.id.key in LEAVES else Wait(msg("prestige.see.one"))


def _read_doubtful(observer: Observer, ask: Ask, offered: list[str], new: list[str]) -> Observation:
    """Ask which unit was placed: what is new may be held up, or be the open pile's top."""
    if len(offered) in CANDIDATES:
        return Ambiguous(tuple(way for unit in offered for way in as_unit(observer, unit)))
    if offered or len(new) > 1:
        return Wait(msg("prestige.see.one"))
    found = observer.answer(ask, pick(PieceRef(new[0])))
    return Wait(found.text) if isinstance(found, Mismatch) else found


def _sorted_out(observer: Observer, ask: Ask, cards: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Part cards into those that a question offers and those that are new; a camera above the table sees all others too."""
    lying = {*lying_open(observer.table), *observer.on_its_way()}
    options = ask.options if isinstance(ask, One | Some) else ()
    offered = [piece for piece in cards if PieceRef(piece) in options]
    return offered, [piece for piece in cards if piece not in offered and piece not in lying]


def _read_units(observer: Observer, ask: Ask, sighting: Sighting) -> Observation:
    """Read the active units; one beside the backs of the draw piles may be the open pile's top instead."""
    units = tuple(dict.fromkeys(each.piece for each in sighting.seen if observer.is_unit(each.piece)))
    tops = [piece for piece in _beside_piles(observer, sighting.seen) if observer.is_unit(piece)]
    if not tops:
        return whole(observer, ask, units)
    every = msg("prestige.see.no_top", count=len(units)), pick(*map(PieceRef, units))
    return either(observer, ask, *(_without(units, top) for top in dict.fromkeys(tops)), every)


def _without(units: tuple[str, ...], top: str) -> tuple[Msg, Reply]:
    left = tuple(PieceRef(piece) for piece in units if piece != top)
    return msg("prestige.see.top_apart", count=len(left), card=PieceRef(top)), pick(*left)


def _beside_piles(observer: Observer, seen: tuple[Seen, ...]) -> list[str]:
    """Name what is new at either end of two backs in a row: there lies the open pile, beside the two closed ones.

    A single back may be a destroyed card's, and so may two beside a card that is known to lie elsewhere.
    """
    backs, lying = observer.box.backs, lying_open(observer.table)
    threes = [
        three
        for three in zip(seen, seen[1:], seen[2:], strict=False)
        if len({each.row for each in three}) == 1
    ]
    ways = [way for three in threes if three[0].row is not None for way in (three, three[::-1])]
    return [
        one.piece
        for one, two, last in ways
        if two.piece in backs and last.piece in backs and one.piece not in lying
    ]


def _read_discards(observer: Observer, ask: Ask, cards: tuple[str, ...], *, is_doubtful: bool) -> Observation:
    """Read the discards; while the open pile's top is not named, one of those in sight may be that instead."""
    offered, new = _sorted_out(observer, ask, cards)
    if len(cards) > 1:
        cards = tuple(piece for piece in cards if piece in (*offered, *new))
    if is_doubtful and len(cards) > 1:
        every = msg("prestige.see.all", count=len(cards)), pick(*map(PieceRef, cards))
        return either(observer, ask, every, *(_discarded_but(cards, top) for top in cards))
    if isinstance(ask, Some) and len(cards) > ask.high:
        return refuse(msg("prestige.see.too_many", count=len(cards), most=ask.high))
    return whole(observer, ask, cards)


def _discarded_but(cards: tuple[str, ...], top: str) -> tuple[Msg, Reply]:
    left = tuple(PieceRef(piece) for piece in cards if piece != top)
    return msg("prestige.see.but_top", count=len(left), card=PieceRef(top)), pick(*left)


def _read_for_action(observer: Observer, cards: tuple[str, ...], *, is_doubtful: bool) -> Observation:
    """Play a unit that is shown; any other card must first lie in the city."""
    ask = observer.ask("prestige.action", "prestige.place")
    if ask is None or len(cards) != 1:
        return Wait()
    piece = cards[0]
    reason = why_not(observer.box, observer.table, ask.id.seat, piece, None)
    if reason:
        return Wait(reason) if is_doubtful else refuse(reason)
    if moves := to_play(observer, piece):
        return Ambiguous(as_unit(observer, piece)) if is_doubtful else Moves(moves)
    return Wait(msg("prestige.see.lay", card=PieceRef(piece)))


def _read_tribes(observer: Observer, ask: Ask, shown: tuple[str, ...]) -> Observation:
    """Read one seat's identities; those that others have turned over may still lie there."""
    turned = {f"tribe-{tribe}" for seat in observer.table.seats for tribe in seat.tribes}
    tribes = tuple(piece for piece in shown if piece not in turned)
    if not isinstance(ask, Some) or len(tribes) < ask.low:
        return Wait()
    if len(tribes) > ask.high:
        return refuse(msg("prestige.see.too_many", count=len(tribes), most=ask.high))
    return observer.answer(ask, pick(*map(PieceRef, tribes)))


def read_events(observer: Observer, sighting: Sighting) -> Observation:
    """Read the Event Card that has just been drawn; those drawn earlier may still lie about."""
    drawn = [piece for pile in observer.table.events for piece in pile.drawn]
    seen = dict.fromkeys(seen.piece for seen in sighting.seen if seen.piece in observer.box.events)
    new = [PieceRef(piece) for piece in seen if piece not in drawn]
    ask = observer.ask(*(f"prestige.event.{deck}" for deck in DECKS))
    if not isinstance(ask, One):
        return Wait(msg("prestige.see.no_event", card=new[0])) if new else Wait()
    if not new:
        return observer.answer(ask, pick(PieceRef(next(iter(seen))))) if len(seen) == 1 else Wait()
    fitting = [card for card in new if card in ask.options]
    if len(new) == 1 or len(fitting) == 1:
        return observer.answer(ask, pick((fitting or new)[0]))
    if not fitting:
        return observer.answer(ask, pick(new[0]))
    drawn_now = [Reading(msg("prestige.see.drawn", card=card), (move(ask, pick(card)),)) for card in fitting]
    return Ambiguous(tuple(drawn_now))
