"""What the camera's sightings mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from rules.core.asks import Ask, One, Some
from rules.core.commands import Picked
from rules.core.errors import RuleError
from rules.core.picture import named
from rules.core.sighting import Ambiguous, Mismatch, Move, Moves, Observation, Reading, Sighting, Wait
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import ACTION, COPPER, MOAT, RANDOMIZER, TREASURE, DominionBox
from rules.games.dominion_guilds.effects.attacking import SHIELD
from rules.games.dominion_guilds.effects.playing import NO_ACTION, NOT_PLAYED
from rules.games.dominion_guilds.explain import FROM_SUPPLY, why
from rules.games.dominion_guilds.model import Table
from rules.games.dominion_guilds.play import coins_with
from rules.games.dominion_guilds.tally import read_elsewhere

OTHERWISE: dict[str, Choice] = {"dominion_guilds.herald": NO_ACTION, "dominion_guilds.vassal": NOT_PLAYED}
"""What a card means that is shown where only Actions matter."""
COUNTED, ONE_BY_ONE = msg("dominion_guilds.see.counted"), msg("dominion_guilds.see.one_by_one")
SHIELDS = "dominion_guilds.moat"
"""The offer to show a Moat to an attack that has struck."""
SAID = ("dominion_guilds.name",)
SPREADS = ("dominion_guilds.final.cards", "dominion_guilds.final.rest")


@dataclass(frozen=True, slots=True)
class Observer:
    """The box, the table and the open questions."""

    box: DominionBox
    table: Table
    asks: tuple[Ask, ...]

    def ask(self, *keys: str) -> Ask | None:
        """Find the first open question with one of these keys."""
        return next((ask for ask in self.asks if ask.id.key in keys), None)

    def answer(self, ask: Ask, *choices: Choice) -> Observation:
        """Answer a question, or say why this cannot be the answer."""
        reply = Picked(choices)
        try:
            ask.check(reply)
        except RuleError as refusal:
            return refuse(why(self.box, self.table, ask, reply) or refusal.message)
        return Moves((Move(ask.id.seat, ask.id.key, reply),))

    def kinds(self, sighting: Sighting, *, randomizers: bool = False) -> list[str]:
        """Return the kinds of the cards that were read, one for each card."""
        pieces = dict.fromkeys(seen.piece for seen in sighting.seen)
        return [
            self.box.kinds[piece]
            for piece in pieces
            if piece in self.box.kinds and (randomizers or not piece.startswith(RANDOMIZER))
        ]


def observe(box: DominionBox, table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    """Read a sighting as moves, as a question, or as nothing yet."""
    reader = READERS.get(sighting.view)
    return reader(Observer(box, table, asks), sighting) if reader else Wait()


def refuse(reason: Msg) -> Mismatch:
    """Say why a sighting cannot be so; that the camera is wrong is the answer."""
    return Mismatch(reason, (Reading(msg("dominion_guilds.see.nothing")),))


def read_play(observer: Observer, sighting: Sighting) -> Observation:
    """Read cards that have been put into play: one Action, or Treasures once all of them lie there."""
    ask = observer.ask("dominion_guilds.act", "dominion_guilds.throne_room", "dominion_guilds.treasures")
    ask = ask or observer.ask("dominion_guilds.buy")
    if ask is None:
        return Wait()
    # A card trashed or revealed just before may lie there still; one in play has mostly answered a question too.
    play, used = Counter(observer.table.seats[ask.id.seat].play), observer.kinds(_only(sighting, used=True))
    new = Counter(observer.kinds(sighting)) - (play | Counter(used))
    cards = observer.box.cards
    actions = [kind for kind in new.elements() if cards[kind].is_a(ACTION)]
    treasures = [kind for kind in new.elements() if cards[kind].is_a(TREASURE)]
    if others := [kind for kind in new if not cards[kind].is_a(ACTION) and not cards[kind].is_a(TREASURE)]:
        return refuse(msg("dominion_guilds.see.not_played", card=PieceRef(others[0])))
    if len(actions) > 1 or (actions and treasures):
        return refuse(ONE_BY_ONE)
    if actions:
        return _read_action(observer, actions[0])
    laid = observer.ask("dominion_guilds.treasures")
    if treasures and laid is not None:
        answer = observer.answer(laid, *map(PieceRef, treasures))
        return answer if sighting.rests else Wait(msg("dominion_guilds.see.moving"))
    return Wait(msg("dominion_guilds.see.used") if Counter(used) - play else None)


def _read_action(observer: Observer, kind: str) -> Observation:
    """Read an Action as played; a Moat may be that of a victim who shows it."""
    ask = observer.ask("dominion_guilds.act", "dominion_guilds.throne_room")
    played = (
        refuse(msg("dominion_guilds.see.no_action_now", card=PieceRef(kind)))
        if ask is None
        else observer.answer(ask, PieceRef(kind))
    )
    shields = [each for each in observer.asks if each.id.key == SHIELDS] if kind == MOAT else []
    if not shields:
        return played
    ways = (played, *(observer.answer(each, PieceRef(kind)) for each in shields))
    return _of_whom([way.moves for way in ways if isinstance(way, Moves)]) or played


def _of_whom(ways: list[tuple[Move, ...]]) -> Observation | None:
    """Take the only way that a card fits, or ask whose it is; None for no way."""
    if len(ways) < 2:
        return Moves(ways[0]) if ways else None
    return Ambiguous(tuple(Reading(_way(way[0]), way) for way in ways))


def _way(move: Move) -> Msg:
    who = SeatRef(move.seat)
    if move.key != SHIELDS:
        return msg("dominion_guilds.played", who=who, card=PieceRef(MOAT))
    return msg("dominion_guilds.see.whose", who=who)


def read_card(observer: Observer, sighting: Sighting) -> Observation:
    """Read cards held up as the answer to the question that is open; none answers two while it lies there."""
    asks, before = _held_up_for(observer, sighting), sighting.before
    if asks:
        sighting = _passing_over(observer, asks[0], sighting)
    fresh = _only(sighting, used=False)
    if asks and sighting.seen and not fresh.seen:
        return Wait(msg("dominion_guilds.see.used"))
    kinds = observer.kinds(fresh, randomizers=bool(observer.ask(*SAID)))
    if not asks or not kinds:
        return Wait()
    if isinstance(asks[0], Some):
        return _read_several(observer, asks[0], Counter(kinds), sighting)
    if len(kinds) > 1:
        others = Counter(kinds) - _unread_in_play(observer, sighting)
        return _beside_play(observer, asks, others, replace(fresh, before=before))
    if late := _laid_late(observer, asks[0], kinds[0], fresh):
        return late
    found = _answered(observer, asks, kinds[0])
    return _doubt(observer, asks[0], found, kinds[0], sighting) or found


def _answered(observer: Observer, asks: list[Ask], kind: str) -> Observation:
    """Answer with one card. The same one may be anybody's: a Moat that several may hold."""
    found = [observer.answer(ask, _meant(observer, ask, kind)) for ask in asks]
    return _of_whom([each.moves for each in found if isinstance(each, Moves)]) or found[0]


def _read_several(observer: Observer, ask: Some, kinds: Counter[str], sighting: Sighting) -> Observation:
    """Read cards that answer together; those in play lie there too, unless more of their kind may be meant."""
    others = kinds - _unread_in_play(observer, sighting)
    ways = [(ask, tuple(map(PieceRef, others.elements())))]
    every = tuple(map(PieceRef, kinds.elements()))
    if others != kinds and isinstance(observer.answer(ask, *every), Moves):
        ways.append((ask, every))
    return _whole(observer, ways) if any(cards for _, cards in ways) else Wait(COUNTED)


def _only(sighting: Sighting, *, used: bool) -> Sighting:
    """Return the sighting with those pieces only that have answered a question before, or with the others."""
    seen = tuple(each for each in sighting.seen if (each.piece in sighting.used) is used)
    return replace(sighting, seen=seen)


def _unread_in_play(observer: Observer, sighting: Sighting) -> Counter[str]:
    """Count the cards in play that the camera has not read there: they were tapped, or it has been away since."""
    read = Counter(observer.box.kinds[piece] for piece in sighting.used if piece in observer.box.kinds)
    return Counter(observer.table.seats[observer.table.turn].play) - read


def _passing_over(observer: Observer, ask: Ask, sighting: Sighting) -> Sighting:
    """Pass over cards that have answered before, where one off its pile is wanted and a new one lies beside them.

    They have long left their piles; any other question may well be answered by them.
    """
    if ask.id.key not in FROM_SUPPLY:
        return replace(sighting, before=())
    known = tuple(each.piece for each in sighting.seen if each.piece in sighting.before)
    passing = replace(sighting, used=(*sighting.used, *known))
    return passing if observer.kinds(_only(passing, used=False)) else sighting


def _is_known(fresh: Sighting) -> bool:
    """Tell whether what is shown has answered before."""
    return any(each.piece in fresh.before for each in fresh.seen)


def _doubt(
    observer: Observer, ask: Ask, found: Observation, kind: str, sighting: Sighting
) -> Observation | None:
    """Ask of a card whether it is another than the one in play, or, read before, whether it is meant again.

    Hardly anybody takes a Copper off its pile: it is asked about like one that was read before.
    """
    unread, card = _unread_in_play(observer, sighting), PieceRef(kind)
    is_doubtful = _is_known(sighting) or (kind == COPPER and ask.id.key in FROM_SUPPLY)
    lies = Counter((kind,)) == unread or (is_doubtful and _may_lie_in_play(observer, kind, unread))
    if not isinstance(found, Moves):
        return Wait(COUNTED) if lies and _is_known(sighting) else None
    if lies:
        another = Reading(msg("dominion_guilds.see.another", card=card), found.moves)
        text = msg("dominion_guilds.see.in_play", card=card)
        return Mismatch(text, (another, Reading(msg("dominion_guilds.see.lies"))))
    return _read_before(kind, found) if _is_known(_only(sighting, used=False)) else None


def _may_lie_in_play(observer: Observer, kind: str, unread: Counter[str]) -> bool:
    """Tell whether a card is of a kind that lies in play unread, or among the Treasures of a sum that was typed."""
    return kind in unread or (observer.table.now.typed and kind in observer.box.treasures)


def _read_before(kind: str, found: Moves) -> Observation:
    """Ask of a card that has answered a question before whether it does so again."""
    text = msg("dominion_guilds.see.before", card=PieceRef(kind))
    return Mismatch(text, (_as_shown(kind, found), Reading(msg("dominion_guilds.see.only_lies"))))


def _beside_play(observer: Observer, asks: list[Ask], others: Counter[str], fresh: Sighting) -> Observation:
    """Take the only card that cannot be in play; where that is not sure, people may say that this is it."""
    shown = _shown(observer, asks, others, fresh)
    if shown is None and observer.table.now.typed:
        # The Treasures of a sum that was typed may lie there too.
        treasures = Counter(kind for kind in others.elements() if kind in observer.box.treasures)
        others -= treasures
        if others:
            shown = _shown(observer, asks, others, fresh)
        else:
            shown = _among_treasures(observer, asks[0], treasures)
    return shown or (refuse(ONE_BY_ONE) if others else Wait(COUNTED))


def _among_treasures(observer: Observer, ask: Ask, treasures: Counter[str]) -> Observation | None:
    """Offer what may be shown beside the Treasures of a sum that was typed; None where there is nothing."""
    found = [(kind, observer.answer(ask, PieceRef(kind))) for kind in treasures if kind != COPPER]
    readings = [_as_shown(kind, way) for kind, way in found if isinstance(way, Moves)]
    return replace(refuse(COUNTED), readings=(*readings, *refuse(COUNTED).readings)) if readings else None


def _as_shown(kind: str, found: Moves) -> Reading:
    return Reading(msg("dominion_guilds.see.shown", card=PieceRef(kind)), found.moves)


def _shown(observer: Observer, asks: list[Ask], others: Counter[str], fresh: Sighting) -> Observation | None:
    """Take the only other card as the one shown; None where there are several, or it is no answer.

    People are asked where it may have lain there: it was read before, or it may be a Treasure of a sum that was typed.
    """
    if others.total() != 1:
        return None
    ask, (kind,) = asks[0], others
    if late := _laid_late(observer, ask, kind, fresh):
        return late
    found = _answered(observer, asks, kind)
    if not isinstance(found, Moves):
        return found if isinstance(found, Ambiguous) else None
    alike = tuple(each for each in fresh.seen if observer.box.kinds.get(each.piece) == kind)
    is_known = _is_known(replace(fresh, seen=alike))
    if is_known and ask.id.key in FROM_SUPPLY:
        return _read_before(kind, found)
    if not is_known and not observer.table.now.typed:
        return found
    reason = refuse(ONE_BY_ONE)
    return replace(reason, readings=(_as_shown(kind, found), *reason.readings))


def _laid_late(observer: Observer, buy: Ask, kind: str, fresh: Sighting) -> Observation | None:
    """Ask of a Treasure whether it is bought, where it may be one more of the hand.

    Hardly anybody buys a Copper, or a card that lay here before; another Silver or Gold is bought unasked.
    """
    laid, card, who = observer.ask("dominion_guilds.treasures"), PieceRef(kind), SeatRef(buy.id.seat)
    if buy.id.key != "dominion_guilds.buy" or kind not in observer.box.treasures or laid is None:
        return None
    if kind != COPPER and not _is_known(fresh):
        return None
    heap = named([msg("dominion_guilds.heap", card=card, count=1)])
    coins, cost = coins_with(observer.box, observer.table.now, (kind,)), observer.box.cost(kind)
    ways = (
        (msg("dominion_guilds.laid", who=who, cards=heap, coins=coins), observer.answer(laid, card)),
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
        return _read_deck(observer, counts[0], cards)
    return _whole(observer, ((ask, tuple(card for card in cards if card in ask.options)) for ask in counts))


def _read_deck(observer: Observer, ask: Ask, cards: tuple[PieceRef, ...]) -> Observation:
    """Add what this picture shows for the first time; once nothing is new, people say whether that is all.

    The cards of whoever was read before lie there until somebody takes them away: they are nobody else's unasked.
    """
    read = observer.table.seats[ask.id.seat].tally
    new = tuple(card for card in cards if card.id not in read)
    more = observer.ask("dominion_guilds.final.more")
    if not new or more is None:
        return _whole(observer, [(ask, tuple(map(PieceRef, read)))])
    elsewhere = read_elsewhere(observer.table, ask.id.seat)
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
