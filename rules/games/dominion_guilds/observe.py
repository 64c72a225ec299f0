"""What the camera's sightings mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from rules.core.asks import Ask, One, Some
from rules.core.sighting import Ambiguous, Mismatch, Moves, Observation, Reading, Sighting, Wait
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import ACTION, COPPER, MOAT, RANDOMIZER, DominionBox
from rules.games.dominion_guilds.effects.attacking import SHIELD
from rules.games.dominion_guilds.effects.playing import NO_ACTION, NOT_PLAYED
from rules.games.dominion_guilds.explain import FROM_SUPPLY
from rules.games.dominion_guilds.model import Table
from rules.games.dominion_guilds.observe_play import read_play
from rules.games.dominion_guilds.seeing import (
    ONE_BY_ONE,
    Observer,
    as_shown,
    laid_down,
    of_pieces,
    of_whom,
    only,
    read_before,
    refuse,
)
from rules.games.dominion_guilds.tally import read_elsewhere

OTHERWISE: dict[str, Choice] = {"dominion_guilds.herald": NO_ACTION, "dominion_guilds.vassal": NOT_PLAYED}
"""What a card means that is shown where only Actions matter."""
COUNTED = msg("dominion_guilds.see.counted")
SAID = ("dominion_guilds.name",)
SPREADS = ("dominion_guilds.final.cards", "dominion_guilds.final.rest")


def observe(box: DominionBox, table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    """Read a sighting as moves, as a question, or as nothing yet."""
    reader = READERS.get(sighting.view)
    return reader(Observer(box, table, asks), sighting) if reader else Wait()


def read_card(observer: Observer, sighting: Sighting) -> Observation:
    """Read cards held up as the answer to the question that is open; none answers two while it lies there."""
    asks = _held_up_for(observer, sighting)
    if asks:
        sighting = _passing_over(observer, asks[0], sighting)
    fresh = only(sighting, used=False)
    if asks and sighting.seen and not fresh.seen:
        return Wait(msg("dominion_guilds.see.used"))
    kinds = observer.kinds(fresh, randomizers=bool(observer.ask(*SAID)))
    if not asks or not kinds:
        return Wait()
    if isinstance(asks[0], Some):
        return _read_several(observer, asks[0], Counter(kinds), sighting)
    if len(kinds) > 1:
        others = Counter(kinds) - _unread_in_play(observer, sighting)
        return _beside_play(observer, asks, others, sighting)
    if late := _laid_late(observer, asks[0], kinds[0], fresh):
        return late
    found = _answered(observer, asks, kinds[0])
    return _doubt(observer, asks[0], found, kinds[0], sighting) or found


def _answered(observer: Observer, asks: list[Ask], kind: str) -> Observation:
    """Answer with one card. The same one may be anybody's: a Moat that several may hold."""
    found = [observer.answer(ask, _meant(observer, ask, kind)) for ask in asks]
    return of_whom([each.moves for each in found if isinstance(each, Moves)]) or found[0]


def _read_several(observer: Observer, ask: Some, kinds: Counter[str], sighting: Sighting) -> Observation:
    """Read cards that answer together; those in play lie there too, unless more of their kind may be meant."""
    others = kinds - _unread_in_play(observer, sighting)
    ways = [(ask, tuple(map(PieceRef, others.elements())))]
    every = tuple(map(PieceRef, kinds.elements()))
    if others != kinds and isinstance(observer.answer(ask, *every), Moves):
        ways.append((ask, every))
    return _whole(observer, ways) if any(cards for _, cards in ways) else Wait(COUNTED)


def _unread_in_play(observer: Observer, sighting: Sighting) -> Counter[str]:
    """Count the cards in play that the camera has not read there: they were tapped, or it has been away since."""
    read = Counter(observer.box.kinds[piece] for piece in sighting.used if piece in observer.box.kinds)
    return Counter(observer.table.seats[observer.table.turn].play) - read


def _passing_over(observer: Observer, ask: Ask, sighting: Sighting) -> Sighting:
    """Pass over cards that have answered before, where a new one lies beside them.

    One off its pile has never answered at all. Any other question may well be answered by a card of earlier turns, and
    by one of this turn where people say so; several that answer together may be the same ones.
    """
    before = sighting.before if ask.id.key in FROM_SUPPLY else sighting.lately
    sighting = replace(sighting, before=() if isinstance(ask, Some) else before)
    known = tuple(each.piece for each in sighting.seen if each.piece in sighting.before)
    passing = replace(sighting, used=(*sighting.used, *known))
    new = Counter(observer.kinds(only(passing, used=False))) - _unread_in_play(observer, passing)
    return passing if new else sighting


def _is_known(fresh: Sighting) -> bool:
    """Tell whether what is shown has answered before."""
    return any(each.piece in fresh.before for each in fresh.seen)


def _doubt(
    observer: Observer, ask: Ask, found: Observation, kind: str, sighting: Sighting
) -> Observation | None:
    """Ask of a card whether it is another than the one in play, or, read before, whether it is meant again."""
    unread = _unread_in_play(observer, sighting)
    lies = (
        Counter((kind,)) == unread
        or (_is_known(sighting) and _may_lie_in_play(observer, kind, unread))
        or (ask.id.key in FROM_SUPPLY and _is_one_in_play(observer, kind, sighting))
    )
    if not isinstance(found, Moves):
        return Wait(COUNTED) if lies and _is_known(sighting) else None
    if lies:
        return _another(kind, found)
    return read_before(kind, found) if _is_known(only(sighting, used=False)) else None


def _may_lie_in_play(observer: Observer, kind: str, unread: Counter[str]) -> bool:
    """Tell whether a card is of a kind that lies in play unread, or among the Treasures of a sum that was typed."""
    return kind in unread or (observer.table.now.typed and kind in observer.box.treasures)


def _another(kind: str, found: Moves) -> Observation:
    """Ask whether a card is another than the one in play."""
    card = PieceRef(kind)
    another = Reading(msg("dominion_guilds.see.another", card=card), found.moves)
    text = msg("dominion_guilds.see.in_play", card=card)
    return Mismatch(text, (another, Reading(msg("dominion_guilds.see.lies"))))


def _is_one_in_play(observer: Observer, kind: str, sighting: Sighting) -> bool:
    """Tell whether a card that has never been read may be one in play that was told by touch.

    One trashed in this turn may lie beside it, and is none of those in play. No more Coppers than lie in play are
    none to take: hardly anybody takes one off its pile.
    """
    table = observer.table
    play, lately = table.seats[table.turn].play, of_pieces(sighting, sighting.lately)
    gone = observer.kinds(lately).count(kind)
    if kind != COPPER:
        read = Counter(observer.box.kinds.get(piece, "") for piece in sighting.lately)
        gone = min(gone, table.trash[table.at(kind)]) if Counter(play) - read else 0
    elif table.now.typed:
        return True
    is_all = observer.kinds(sighting).count(kind) - gone <= play.count(kind)
    return is_all and (gone > 0 or kind == COPPER)


def _beside_play(
    observer: Observer, asks: list[Ask], others: Counter[str], sighting: Sighting
) -> Observation:
    """Take the only card that cannot be in play; where that is not sure, people may say that this is it."""
    shown = _shown(observer, asks, others, sighting)
    if shown is None and observer.table.now.typed:
        # The Treasures of a sum that was typed may lie there too.
        treasures = Counter(kind for kind in others.elements() if kind in observer.box.treasures)
        others -= treasures
        if others:
            shown = _shown(observer, asks, others, sighting)
        else:
            shown = _among_treasures(observer, asks[0], treasures)
    return shown or (refuse(ONE_BY_ONE) if others else Wait(COUNTED))


def _among_treasures(observer: Observer, ask: Ask, treasures: Counter[str]) -> Observation | None:
    """Offer what may be shown beside the Treasures of a sum that was typed; None where there is nothing."""
    found = [(kind, observer.answer(ask, PieceRef(kind))) for kind in treasures if kind != COPPER]
    readings = [as_shown(kind, way) for kind, way in found if isinstance(way, Moves)]
    return replace(refuse(COUNTED), readings=(*readings, *refuse(COUNTED).readings)) if readings else None


def _shown(
    observer: Observer, asks: list[Ask], others: Counter[str], sighting: Sighting
) -> Observation | None:
    """Take the only other card as the one shown; None where there are several, or it is no answer.

    People are asked where it may have lain there: it was read before, or it may be a Treasure of a sum that was typed.
    """
    if others.total() != 1:
        return None
    ask, (kind,), fresh = asks[0], others, only(sighting, used=False)
    if late := _laid_late(observer, ask, kind, fresh):
        return late
    found = _answered(observer, asks, kind)
    if not isinstance(found, Moves):
        return found if isinstance(found, Ambiguous) else None
    alike = tuple(each for each in fresh.seen if observer.box.kinds.get(each.piece) == kind)
    is_known = _is_known(replace(fresh, seen=alike))
    if is_known and ask.id.key in FROM_SUPPLY:
        return read_before(kind, found)
    if ask.id.key in FROM_SUPPLY and _is_one_in_play(observer, kind, sighting):
        return _another(kind, found)
    if not is_known and not observer.table.now.typed:
        return found
    reason = refuse(ONE_BY_ONE)
    return replace(reason, readings=(as_shown(kind, found), *reason.readings))


def _laid_late(observer: Observer, buy: Ask, kind: str, fresh: Sighting) -> Observation | None:
    """Ask of a Treasure whether it is bought, where it may be one more of the hand.

    Hardly anybody buys a Copper, or a card that lay here before; another Silver or Gold is bought unasked.
    """
    laid, card, who = observer.ask("dominion_guilds.treasures"), PieceRef(kind), SeatRef(buy.id.seat)
    if buy.id.key != "dominion_guilds.buy" or kind not in observer.box.treasures or laid is None:
        return None
    if kind != COPPER and not _is_known(fresh):
        return None
    cost = observer.box.cost(kind)
    ways = (
        (laid_down(observer, buy, (kind,)), observer.answer(laid, card)),
        (msg("dominion_guilds.bought", who=who, card=card, cost=cost), observer.answer(buy, card)),
    )
    readings = tuple(Reading(text, way.moves) for text, way in ways if isinstance(way, Moves))
    return Ambiguous(readings) if len(readings) > 1 else None


def _held_up_for(observer: Observer, sighting: Sighting) -> list[Ask]:
    """Return the questions that a card held up may answer: the one people opened, else the one that blocks, else all."""
    asks: list[Ask] = [ask for ask in observer.asks if ask.view == "card" and isinstance(ask, One | Some)]
    opened = [ask for ask in asks if ask.id == sighting.asked]
    return opened or [ask for ask in asks if ask.blocks][:1] or asks


def _meant(observer: Observer, ask: Ask, kind: str) -> Choice:
    """Return what a card held up stands for: some stand for a word."""
    otherwise = OTHERWISE.get(ask.id.key)
    if otherwise is not None and not observer.box.cards[kind].is_a(ACTION):
        return otherwise
    is_shield = kind == MOAT and isinstance(ask, One) and SHIELD in ask.options
    return SHIELD if is_shield else PieceRef(kind)


def read_cards(observer: Observer, sighting: Sighting) -> Observation:
    """Read a spread: the kinds of a kingdom, or all that somebody owns."""
    if isinstance(ask := observer.ask("dominion_guilds.kingdom.pick"), Some):
        kinds = tuple(dict.fromkeys(observer.kinds(sighting, randomizers=True)))
        if len(kinds) < ask.low:
            return Wait(msg("dominion_guilds.see.kinds", count=len(kinds), wanted=ask.low))
        return observer.answer(ask, *map(PieceRef, kinds))
    pieces = dict.fromkeys(seen.piece for seen in sighting.seen)
    cards = tuple(PieceRef(piece) for piece in pieces if not piece.startswith(RANDOMIZER))
    counts = [ask for ask in observer.asks if isinstance(ask, Some) and ask.id.key in SPREADS]
    counts = [ask for ask in counts if ask.id == sighting.asked] or counts
    if not cards or not counts:
        return Wait()
    if strange := next((kind for kind in observer.kinds(sighting) if kind not in observer.table.kinds), ""):
        return refuse(msg("dominion_guilds.no.not_in_game", card=PieceRef(strange)))
    if counts[0].blocks:
        return _read_deck(observer, counts[0], cards, sighting)
    return _whole(observer, ((ask, tuple(card for card in cards if card in ask.options)) for ask in counts))


def _read_deck(observer: Observer, ask: Ask, cards: tuple[PieceRef, ...], sighting: Sighting) -> Observation:
    """Add what this picture shows for the first time; once nothing is new, people say whether that is all.

    The cards of whoever was read before lie there until somebody takes them away, and so does the last card bought:
    they are nobody's unasked.
    """
    read = observer.table.seats[ask.id.seat].tally
    new = tuple(card for card in cards if card.id not in read)
    more = observer.ask("dominion_guilds.final.more")
    if not new or more is None:
        return _whole(observer, [(ask, tuple(map(PieceRef, read)))])
    elsewhere = read_elsewhere(observer.table, ask.id.seat).union(sighting.used)
    if not read and all(card.id in sighting.before for card in new):
        # Nobody's deck begins with what was shown in play: that is what was left under the camera.
        elsewhere |= {card.id for card in new}
    fresh = tuple(card for card in new if card.id not in elsewhere)
    if len(fresh) == len(new):
        return observer.answer(more, *new)
    text = msg("dominion_guilds.see.elsewhere", who=SeatRef(ask.id.seat), count=len(new) - len(fresh))
    if not fresh:
        return Wait(text)
    ways = [(len(found), observer.answer(more, *found)) for found in (fresh, new)]
    readings = [Reading(_counted(more, count), way.moves) for count, way in ways if isinstance(way, Moves)]
    return Mismatch(text, (*readings, Reading(msg("dominion_guilds.see.nothing"))))


def _whole(observer: Observer, answers: Iterable[tuple[Ask, tuple[PieceRef, ...]]]) -> Observation:
    """Answer with all that was read, once people have counted: a picture may show a part of what lies there."""
    readings: list[Reading] = []
    for ask, cards in answers:
        if not cards:
            continue
        found = observer.answer(ask, *cards)
        if not isinstance(found, Moves):
            return found
        told = len(observer.table.seats[ask.id.seat].told) if ask.blocks else 0
        readings.append(Reading(_counted(ask, len(cards) + told), found.moves))
    return Ambiguous(tuple(readings)) if readings else Wait()


def _counted(ask: Ask, count: int) -> Msg:
    """Say whose cards these are, and whether they are all: an offer may be taken again with the next picture."""
    if ask.id.seat == TABLE:
        return msg("dominion_guilds.see.rest", count=count)
    if ask.blocks:
        return msg("dominion_guilds.see.all", count=count, who=SeatRef(ask.id.seat))
    return msg("dominion_guilds.see.more", count=count, who=SeatRef(ask.id.seat))


READERS: dict[str, Callable[[Observer, Sighting], Observation]] = {
    "play": read_play,
    "card": read_card,
    "cards": read_cards,
}
